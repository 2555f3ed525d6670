// One service per data folder. The file service.pid names the owner: process id, start mark, host, the folder's inode
// (a copied folder has no owner yet) and a token of its own. It is put there whole by link(2), so it is never seen half
// written, and it outlives no one: an owner that is dead (kill -9, power cut, its id given to another process) is found
// out and its file removed.
//
//   free -> ours        link succeeds
//   theirs -> refused   the owner lives
//   theirs -> free      the owner is dead, and we hold the right to remove exactly that file (see removeStale)
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedServerError, errorCode } from './fault.ts';
import { startMark } from './processes.ts';

export const HEARTBEAT_MS = 3_000;
const DYING_MS = 500;
const FOREIGN_SILENCE_MS = 8_000;

export type Ownership = { heartbeat(): void; release(): void };

export async function takeOwnership(dataDir: string): Promise<Ownership> {
  const file = path.join(dataDir, 'service.pid');
  const mine = `${process.pid} ${startMark(process.pid)} ${hostname()} ${statSync(dataDir).ino} ${randomUUID()}\n`;
  await take(file, mine, dataDir);
  sweep(file);
  return {
    heartbeat() {
      const now = new Date();
      const text = readText(file);
      if (text === mine) utimesSync(file, now, now);
      // Somebody tidied up: without the file the watcher would take the server for an orphan.
      if (text === undefined) put(file, mine);
    },
    release() {
      if (readText(file) === mine) rmSync(file, { force: true });
    },
  };
}

export function alreadyRunning(dataDir: string, who: string): EmbeddedServerError {
  return new EmbeddedServerError(
    `Another Trefoil is already running on the data folder ${dataDir} (process ${who}). ` +
      'Stop it, or set DATA_DIR to another folder.',
  );
}

async function take(file: string, mine: string, dataDir: string): Promise<void> {
  while (!put(file, mine)) {
    const theirs = readText(file);
    if (theirs === undefined) continue;
    const owner = await livingOwner(file, theirs);
    if (owner !== undefined) throw alreadyRunning(dataDir, owner);
    await removeStale(file, theirs, mine, dataDir);
  }
}

// Of several that find the same dead owner, a slow one could remove the file that a quick one has just put in its
// place. So whoever removes holds a lock named after what it removes, and looks again once it holds it. That lock is
// the same kind of file, so a remover that dies is in nobody's way either.
async function removeStale(file: string, theirs: string, mine: string, dataDir: string): Promise<void> {
  const right = `${file}.${createHash('sha256').update(theirs).digest('hex').slice(0, 12)}`;
  await take(right, mine, dataDir);
  try {
    if (readText(file) === theirs) rmSync(file, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
}

function put(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o644, flag: 'wx' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    // ENOENT: another service swept our draft away while it was still empty.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The living owner, as words for a person; undefined when it is dead or the file says nothing (a power cut). */
async function livingOwner(file: string, text: string): Promise<string | undefined> {
  const [pid, mark, host, folder] = text.trim().split(' ');
  if (!pid || !mark || !host || !/^\d+$/.test(pid)) return undefined;
  if (folder !== String(statSync(path.dirname(file)).ino)) return undefined;
  if (host === hostname()) {
    // A service that was killed this very moment is still there for a few more.
    for (const begun = performance.now(); startMark(Number(pid)) === mark; await sleep(20)) {
      if (performance.now() - begun > DYING_MS) return pid;
    }
    return undefined;
  }
  // Another container or machine on a shared folder: its process ids mean nothing here, its heartbeat does.
  const last = touchedMs(file);
  for (const begun = performance.now(); performance.now() - begun < FOREIGN_SILENCE_MS; await sleep(200)) {
    if (touchedMs(file) !== last) return `${pid} on ${host}`;
  }
  return undefined;
}

/** Drafts and removal rights of services that were killed at just that moment. */
function sweep(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`)) continue;
    const [pid, mark, host] = (readText(path.join(folder, name)) ?? '').trim().split(' ');
    const lives = host !== undefined && (host !== hostname() || startMark(Number(pid)) === mark);
    if (!lives) rmSync(path.join(folder, name), { force: true });
  }
}

function touchedMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
