// One service per data folder: a file lock that the kernel releases when its holder ends, kill -9 included, and that also
// holds between containers that share the folder. Node has no flock(2) of its own, so SQLite takes the lock, on a file
// that stays empty. The file is never removed: a lock on a removed file excludes no other process.
import { accessSync, closeSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { alreadyRunning } from './fault.ts';
import { openOwn } from './run-as.ts';
import { findService } from './start-server.ts';

/** A service that was killed this very moment takes a few more to end. */
const DYING_MS = 500;
const SQLITE_BUSY = 5;

export type FolderLock = { release(): void };

export function lockFolder(dataDir: string, cluster: string): FolderLock {
  const file = path.join(dataDir, 'service.lock');
  // An existing file is not opened: closing it again would drop a lock that this process holds.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  else closeSync(openOwn(file));
  const lock = new DatabaseSync(file, { timeout: DYING_MS });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    const isHeld = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    throw isHeld ? alreadyRunning(dataDir, findService(cluster)) : error;
  }
  return { release: () => lock.isOpen && lock.close() };
}
