// A PostgreSQL of a test's own, with settings of its choice, on a folder of its own: for what the run's server cannot be asked to
// do, such as running unsafely, archiving its log or starting on files that were restored. Reached by a unix socket only.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { USER } from '../../../src/storage/engine/embedded/cluster.ts';
import { chooseMeans, giveTo, type Means } from '../../../src/storage/engine/embedded/run-as.ts';
import { newCluster } from '../database/new-cluster.ts';
import { runServer } from '../database/server-process.ts';

const MEMORY = '/dev/shm';
/** Of a whole run: its databases, and two gigabytes of log. */
const MEMORY_BYTES_MIN = 6e9;

export type OwnPostgres = {
  /** Without a database; databaseUrl() adds one. */
  url: string;
  /** `fast` aborts running transactions; `immediate` is a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
};

export type OwnFolder = {
  /** The server's data directory. */
  cluster: string;
  /** Another folder next to it that the server may write to. */
  beside(name: string): string;
  start(flags: Record<string, string>): Promise<OwnPostgres>;
  /** Resolves when no server runs there any more. */
  remove(): void;
};

/** An empty server in a temporary folder, or only the folder, for files to be restored into. */
export async function makeOwnFolder(
  what: 'empty server' | 'nothing' = 'empty server',
  home = tmpdir(),
): Promise<OwnFolder> {
  const folder = mkdtempSync(join(home, 'tf-own-'));
  const cluster = join(folder, 'postgres');
  const means = chooseMeans(folder, cluster);
  if (what === 'empty server') await newCluster(folder, cluster, means);
  const beside = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveTo(path, means.runAs);
    return path;
  };
  return {
    cluster,
    beside,
    start: (flags) => start(means, cluster, beside('socket'), flags),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A folder in memory where there is one that is large enough and may hold programs, so that no test waits for a disk; else on disk. */
export function inMemory(): string {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : [];
  const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === MEMORY)?.[3] ?? 'noexec';
  if (/\b(noexec|ro)\b/.test(options)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir();
}

async function start(
  means: Means,
  cluster: string,
  socketDir: string,
  flags: Record<string, string>,
): Promise<OwnPostgres> {
  giveTo(cluster, means.runAs);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    log_min_messages: 'warning',
    ...flags,
  };
  const logFile = join(dirname(cluster), 'log');
  const server = await runServer({ means, cluster, logFile, settings });
  return {
    url: `postgres://${USER}@localhost/?host=${encodeURIComponent(socketDir)}`,
    stop: (how = 'fast') => server.stop(how),
  };
}
