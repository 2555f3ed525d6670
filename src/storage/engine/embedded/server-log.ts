// The server's own log file, kept small. settings.ts decides what is logged.
import { copyFileSync, fstatSync, readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { openOwn } from './run-as.ts';

const LOG_BYTES_MAX = 5 * 1024 * 1024;

export function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

export function openLog(dataDir: string): { handle: number; offset: number } {
  boundLog(dataDir);
  const handle = openOwn(logFile(dataDir));
  return { handle, offset: fstatSync(handle).size };
}

/** Truncated in place: the server keeps appending to the same open file. */
export function boundLog(dataDir: string): void {
  const file = logFile(dataDir);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= LOG_BYTES_MAX) return;
  copyFileSync(file, `${file}.old`);
  truncateSync(file);
}

/** Why the server that began logging at `offset` gave up, in its own words. */
export function lastWords(dataDir: string, offset: number): string {
  const lines = readFileSync(logFile(dataDir)).toString('utf8', offset).trim().split('\n');
  const fatal = lines.find((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '').trim();
}
