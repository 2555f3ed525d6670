// The server's own log file, kept small. settings.ts decides what gets into it.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode } from './fault.ts';

const LOG_BYTES_MAX = 5 * 1024 * 1024;
const READ_BYTES_MAX = 64 * 1024;

export function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

export function openLog(dataDir: string): { handle: number; offset: number } {
  const file = logFile(dataDir);
  boundLog(dataDir);
  const handle = openOwn(file);
  return { handle, offset: statSync(file).size };
}

/** Emptied in place: the server keeps writing to the same open file, at its end. */
export function boundLog(dataDir: string): void {
  const file = logFile(dataDir);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= LOG_BYTES_MAX) return;
  copyFileSync(file, `${file}.old`);
  truncateSync(file);
}

/** Why the server that began writing at `offset` gave up, in its own words. */
export function lastWords(dataDir: string, offset: number): string {
  const handle = openSync(logFile(dataDir), 'r');
  try {
    const buffer = Buffer.alloc(READ_BYTES_MAX);
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, READ_BYTES_MAX, offset));
    const lines = text.trim().split('\n');
    const fatal = lines.find((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
    return fatal.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '').trim();
  } finally {
    closeSync(handle);
  }
}

function openOwn(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    // Left by another user who ran the service on this folder before (root, say): the folder is ours, so is its log.
    if (errorCode(error) !== 'EACCES') throw error;
    rmSync(file, { force: true });
    const handle = openSync(file, 'a', 0o600);
    chmodSync(file, 0o600);
    return handle;
  }
}
