// Where the server's unix socket lies. Its whole path may hold about a hundred bytes, fewer than many data folders
// need, so it is always a short folder of our own under the system's temporary folder, closed to other users.
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { canEnter, isRoot, type RunAs } from './run-as.ts';

export const PORT = 5432;
/** sockaddr_un holds 104 bytes on macOS and 108 on Linux, one of them for the end mark. */
const SOCKET_PATH_BYTES_MAX = 103;

export function socketFile(folder: string): string {
  return path.join(folder, `.s.PGSQL.${PORT}`);
}

/**
 * Empty and ours. `wanted` is the folder that this process's connection pools already point at. The caller has made
 * sure that no server of ours lives: what still lies there was left by one that was killed.
 */
export function makeSocketFolder(name: string, runAs: RunAs, wanted?: string): string {
  const places = wanted
    ? [wanted]
    : [tmpdir(), '/tmp', '/var/tmp'].map((base) => path.resolve(base, `${name}-${process.getuid?.()}`));
  for (const place of places) {
    // Where somebody else has put a folder, ours gets a name that cannot be guessed; postmaster.pid remembers it.
    const folder = claim(place, runAs) ?? (wanted ? undefined : claimUnguessable(place, runAs));
    if (!folder || !fits(folder) || !canEnter(runAs, folder)) continue;
    for (const left of readdirSync(folder)) rmSync(path.join(folder, left), { recursive: true, force: true });
    return folder;
  }
  throw new EmbeddedServerError(
    `The database server needs a folder of its own for its socket, and none could be made at ${places.join(' or ')}. ` +
      'Make /tmp writable for everyone (mode 1777), or set DATABASE_URL to a PostgreSQL 15 or later.',
  );
}

export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {} // Not empty or gone already: nothing that a next start could trip over.
}

function claim(folder: string, runAs: RunAs): string | undefined {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return undefined;
    const found = lstatSync(folder);
    const ours = found.uid === process.getuid?.() || (isRoot() && found.uid === runAs.uid);
    if (!found.isDirectory() || !ours) return undefined;
  }
  return give(folder, runAs);
}

function claimUnguessable(folder: string, runAs: RunAs): string | undefined {
  try {
    return give(mkdtempSync(`${folder}-`), runAs);
  } catch {
    return undefined;
  }
}

function give(folder: string, { uid, gid }: RunAs): string {
  chmodSync(folder, 0o700);
  if (isRoot()) chownSync(folder, uid, gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= SOCKET_PATH_BYTES_MAX;
}
