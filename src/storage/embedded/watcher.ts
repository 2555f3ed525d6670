// Sees to it that a server does not stay behind for ever when its service is gone for good (kill -9, and never started
// again). A few lines of sh, because they cost one megabyte where a Node would cost fifty: every few seconds they look
// whether the owner in service.pid lives, and when there was none for the grace period they stop the server.
// A service that adopts the server in time simply becomes the owner that they see.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { commandLine, PLAIN_ENV, signal, startMark } from './processes.ts';

const NAME = 'trefoil-watcher';

/** `mark` answers as startMark in processes.ts does, `server` as isPostmaster does. */
const SCRIPT = `
data=$1 cluster=$2 grace=$3 every=$4 alone=0
mark() {
  if [ -r /proc/self/stat ]; then
    { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 0
    { read -r boot < /proc/sys/kernel/random/boot_id; } 2>/dev/null
    set -- \${line##*) }
    case $1 in Z|X) return 0 ;; esac
    echo "\${20}.\${boot%%-*}"
  else
    ps -o lstart= -p "$1" | tr -s ' ' '_' | sed 's/_*$//'
  fi
}
owned() {
  { read -r pid known rest < "$data/service.pid"; } 2>/dev/null || return 1
  [ -n "$known" ] && [ "$(mark "$pid")" = "$known" ]
}
server() {
  { read -r pm < "$cluster/postmaster.pid"; } 2>/dev/null || return 1
  case $pm in ''|*[!0-9]*) return 1 ;; esac
  if [ -r /proc/self/stat ]; then
    line=$(tr '\\0' ' ' 2>/dev/null < "/proc/$pm/cmdline")
  else
    line="$(ps -o command= -p "$pm") "
  fi 2>/dev/null
  case $line in *" -D $cluster "*) return 0 ;; esac
  return 1
}
echo "$$ $(mark $$)" > "$data/watcher.pid" || exit 0
while sleep "$every"; do
  { read -r watcher rest < "$data/watcher.pid"; } 2>/dev/null && [ "$watcher" = $$ ] || exit 0
  if owned; then
    alone=0
  else
    server || exit 0
    if [ "$alone" -ge "$grace" ]; then
      owned || kill -INT "$pm"
      exit 0
    fi
    alone=$((alone + every))
  fi
done
`;

/** One watcher per data folder: a living one is kept, whoever started it, and of two the one not in the file ends. */
export function ensureWatcher(dataDir: string, cluster: string, graceSeconds: number): void {
  if (livingWatcher(dataDir) !== undefined) return;
  const everySeconds = graceSeconds >= 10 ? 3 : 1;
  const args = ['-c', SCRIPT, NAME, dataDir, cluster, String(graceSeconds), String(everySeconds)];
  const child = spawn('sh', args, { cwd: '/', env: PLAIN_ENV, stdio: 'ignore', detached: true });
  // No shell, no watcher: the service works all the same.
  child.once('error', () => {});
  child.unref();
}

export function endWatcher(dataDir: string): void {
  const pid = livingWatcher(dataDir);
  if (pid !== undefined) signal(pid, 'SIGTERM');
  rmSync(file(dataDir), { force: true });
}

function livingWatcher(dataDir: string): number | undefined {
  try {
    const [pid, mark] = readFileSync(file(dataDir), 'utf8').trim().split(' ');
    // The file may have come with a copied folder: that watcher lives, but it watches another.
    const ours =
      mark && startMark(Number(pid)) === mark && commandLine(Number(pid)).includes(`${NAME} ${dataDir} `);
    return ours ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

function file(dataDir: string): string {
  return path.join(dataDir, 'watcher.pid');
}
