// The user that the server runs as. An ordinary user: itself. PostgreSQL refuses root, so root tries in this order and
// takes the first that can reach the data folder and the programs where they are:
//
//   1  the ordinary user who already owns the cluster, so that it stays theirs
//   2  nobody (65534)
//   3  root itself in a user namespace that maps root to nobody: reaches folders that only root may enter
//   4  the ordinary user in whose folder the data folder lies (sudo in a user's closed home)
//
// Data is never moved: where none of them reaches it, the start is refused.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { copyPrograms, makeLibraryLinks, shippedPrograms } from './binaries.ts';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { PLAIN_ENV } from './processes.ts';

const NOBODY = 65534;

/** uid and gid own the files on disk; wrap is put before every command. */
export type RunAs = { uid: number; gid: number; wrap: string[] };
export type Means = { runAs: RunAs; programs: string };

export function chooseMeans(dataDir: string, cluster: string): Means {
  const shipped = shippedPrograms();
  const all = candidates(dataDir, cluster);
  if (makeLibraryLinks(shipped)) {
    const inPlace = all.find((runAs) => canReach(runAs, dataDir) && canRun(runAs, shipped));
    if (inPlace) return { runAs: inPlace, programs: shipped };
  }
  const able = all.filter((runAs) => canReach(runAs, dataDir));
  if (able.length === 0) {
    throw new EmbeddedServerError(
      `The data folder ${dataDir} lies where only root may go, and PostgreSQL refuses to run as root. ` +
        'Set DATA_DIR to a folder that other users can reach, or run Trefoil as an ordinary user.',
    );
  }
  const programs = copyPrograms(shipped, dataDir);
  for (const runAs of able) {
    giveTo(path.dirname(programs), runAs);
    if (canRun(runAs, programs)) return { runAs, programs };
  }
  const reason = complaint(able[0]!, programs);
  rmSync(path.dirname(programs), { recursive: true, force: true });
  throw new EmbeddedServerError(
    `The PostgreSQL that comes with Trefoil does not run on this machine: ${reason}. ` +
      'Set DATABASE_URL to a PostgreSQL 15 or later.',
  );
}

/** What child_process needs to run a program as this user, outside the service's folder and environment. */
export function command(runAs: RunAs, program: string, args: string[]) {
  const [file, ...rest] = [...runAs.wrap, program, ...args];
  const rights = isRoot() && runAs.uid !== 0 ? { uid: runAs.uid, gid: runAs.gid } : {};
  return { file: file!, args: rest, options: { ...rights, cwd: '/', env: PLAIN_ENV } };
}

/** Changes the owner of a folder and all in it; the folder itself last, so that an interrupted change is done again. */
export function giveTo(folder: string, { uid, gid }: RunAs): void {
  if (!isRoot() || lstatSync(folder).uid === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, name), uid, gid);
  }
  lchownSync(folder, uid, gid);
}

/** The same user under a known name: initdb refuses a user id without an entry in /etc/passwd. */
export function underKnownName(runAs: RunAs): RunAs {
  return { ...runAs, wrap: namespaceWrap() };
}

/** Opens a file for appending. The folder's owner can do so too, also after root has run the service here. */
export function openOwn(file: string): number {
  const handle = openSync(file, 'a', 0o600);
  const { uid, gid } = statSync(path.dirname(file));
  if (isRoot()) fchownSync(handle, uid, gid);
  return handle;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function candidates(dataDir: string, cluster: string): RunAs[] {
  if (!isRoot()) return [{ uid: process.getuid!(), gid: process.getgid!(), wrap: [] }];
  return [
    ...ordinaryOwner(cluster),
    { uid: NOBODY, gid: NOBODY, wrap: [] },
    { uid: 0, gid: 0, wrap: namespaceWrap() },
    ...foldersUpFrom(dataDir).flatMap(ordinaryOwner).slice(0, 1),
  ];
}

function ordinaryOwner(folder: string): RunAs[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? [{ uid: found.uid, gid: found.gid, wrap: [] }] : [];
}

function foldersUpFrom(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}

// A data folder that only root may enter (as root makes it) keeps the server's user out of the cluster inside. A user who
// can enter the folder above it gets, by its group, the right to pass through, not to list it. The folders above are not
// ours and stay as they are.
function canReach(runAs: RunAs, dataDir: string): boolean {
  if (canEnter(runAs, dataDir)) return true;
  const { uid, mode } = statSync(dataDir);
  const closed = isRoot() && uid === 0 && (mode & 0o067) === 0;
  if (!closed || runAs.uid === 0 || !canEnter(runAs, path.dirname(dataDir))) return false;
  chownSync(dataDir, 0, runAs.gid);
  chmodSync(dataDir, 0o710);
  return canEnter(runAs, dataDir);
}

export function canEnter(runAs: RunAs, folder: string): boolean {
  return attempt(runAs, 'sh', ['-c', 'cd "$1"', 'sh', folder]).status === 0;
}

function canRun(runAs: RunAs, programs: string): boolean {
  return attempt(runAs, path.join(programs, 'bin', 'postgres'), ['--version']).status === 0;
}

function complaint(runAs: RunAs, programs: string): string {
  const { error, stderr } = attempt(runAs, path.join(programs, 'bin', 'postgres'), ['--version']);
  // The file is there, just copied: what is missing is the loader that it asks for (Alpine has musl).
  if (errorCode(error) === 'ENOENT') return 'it needs a Linux with glibc';
  return (error?.message ?? stderr ?? '').trim().split('\n')[0] || 'it gives no reason';
}

function attempt(runAs: RunAs, program: string, args: string[]) {
  const { file, args: rest, options } = command(runAs, program, args);
  return spawnSync(file, rest, { ...options, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
}

function namespaceWrap(): string[] {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const known = passwd.split('\n').map((line) => Number(line.split(':')[2]));
  const uid = known.includes(NOBODY) ? NOBODY : (known.find((one) => one > 0) ?? NOBODY);
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`];
}
