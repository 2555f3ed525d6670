// postmaster.pid, the file by which PostgreSQL says who works on a cluster: process id, folder, start time, port,
// socket folder, address, shared memory. It is PostgreSQL's; we read it, and remove it only when it says nothing.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './fault.ts';

export function readPidFile(cluster: string): { pid: number; folder: string; socketDir: string } | undefined {
  const lines = (readText(cluster) ?? '').split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, folder: lines[1] ?? '', socketDir: lines[4] ?? '' } : undefined;
}

/** A power cut can leave the file empty, and PostgreSQL would then wait for somebody to remove it. */
export function removeBrokenPidFile(cluster: string, serverLives: () => boolean): void {
  const broken = readText(cluster) !== undefined && readPidFile(cluster) === undefined;
  if (broken && !serverLives()) rmSync(file(cluster), { force: true });
}

function readText(cluster: string): string | undefined {
  try {
    return readFileSync(file(cluster), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function file(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
