// The folder of the server's unix socket. A socket's path is limited to about a hundred bytes, fewer than many data
// folders need, so it is a short folder of our own under the system's temporary folder, closed to other users.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { canEnter, isRoot, type RunAs } from './run-as.ts';

export const PORT = 5432;
/** sockaddr_un holds 104 bytes on macOS and 108 on Linux, one of them for the terminating null. */
const SOCKET_PATH_BYTES_MAX = 103;

export function socketFile(folder: string): string {
  return path.join(folder, `.s.PGSQL.${PORT}`);
}

/**
 * An empty folder that only the server and the service can enter. `wanted` is one that this process's connection pools
 * already point at. No server of ours lives when this is called: what lies there was left by one that was killed.
 */
export function makeSocketFolder(name: string, runAs: RunAs, wanted?: string): string {
  const places = wanted ? [wanted] : usualPlaces(name);
  for (const folder of places) {
    if (Buffer.byteLength(socketFile(folder)) > SOCKET_PATH_BYTES_MAX || !claim(folder, runAs)) continue;
    if (canEnter(runAs, folder)) {
      for (const left of readdirSync(folder))
        rmSync(path.join(folder, left), { recursive: true, force: true });
      return folder;
    }
    removeSocketFolder(folder);
  }
  throw new EmbeddedServerError(
    `The database server needs a folder of its own for its socket, and none could be made at ${places.join(' or ')}. ` +
      'Make /tmp writable for everyone (mode 1777), or set DATABASE_URL to a PostgreSQL 15 or later.',
  );
}

export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {} // Not empty or gone already: harmless to the next start.
}

/** Another user may have put a folder of the usual name there: then one that cannot be guessed; postmaster.pid records it. */
function usualPlaces(name: string): string[] {
  return [tmpdir(), '/tmp', '/var/tmp'].flatMap((base) => {
    const usual = path.resolve(base, `${name}-${process.getuid?.()}`);
    return [usual, `${usual}-${randomBytes(6).toString('hex')}`];
  });
}

/** Makes the folder ours; false where that cannot be. */
function claim(folder: string, runAs: RunAs): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !isOurs(folder, runAs)) return false;
  }
  chmodSync(folder, 0o700);
  if (isRoot()) chownSync(folder, runAs.uid, runAs.gid);
  return true;
}

function isOurs(folder: string, runAs: RunAs): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && (found.uid === process.getuid?.() || (isRoot() && found.uid === runAs.uid));
}
