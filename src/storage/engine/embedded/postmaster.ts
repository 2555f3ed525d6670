// The server process on a cluster (PostgreSQL calls it the postmaster): launched, recognised, stopped. postmaster.pid is
// PostgreSQL's own file: we read it, and remove it only when it says nothing.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './fault.ts';
import { listProcesses, type Process, signal, spawnGuarded } from './processes.ts';
import { command, type Means } from './run-as.ts';

const STOP_SIGNALS: { afterMs: number; name: NodeJS.Signals }[] = [
  { afterMs: 0, name: 'SIGINT' },
  { afterMs: 60_000, name: 'SIGQUIT' },
  { afterMs: 70_000, name: 'SIGKILL' },
];

export type Postmaster = { pid: number; hasEnded(): boolean; ended: Promise<void>; isReady(): boolean };

/** Starts a server with these settings, and does not wait for it. No other may run on the cluster. */
export function launch(
  means: Means,
  cluster: string,
  settings: Record<string, string>,
  logHandle: number,
): Postmaster {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = path.join(means.programs, 'bin', 'postgres');
  const { file, args, options } = command(means.runAs, program, ['-D', cluster, ...flags]);
  const stale = readPidFile(cluster);
  // PostgreSQL takes any living process with the id in postmaster.pid for a server and refuses to start. Ours is stale,
  // and pg_ctl has this variable to say so. The file stays: by it PostgreSQL finds backends that outlived their server.
  const env = { ...options.env, ...(stale && { PG_GRANDPARENT_PID: String(stale.pid) }) };
  // Detached, a process group of its own: Ctrl-C in a terminal goes to the whole group, and draining needs the database.
  const stdio = ['ignore' as const, logHandle, logHandle];
  const child = spawnGuarded(file, args, { ...options, env, stdio, detached: true });
  // Only the service's own work keeps its process alive.
  child.unref();
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once('exit', resolve).once('error', () => resolve()));
  void ended.then(() => {
    hasEnded = true;
  });
  const isReady = (): boolean => {
    const found = readPidFile(cluster);
    // In a new container the server may get the id of the stale one.
    const isStale = found?.pid === stale?.pid && found?.startedAt === stale?.startedAt;
    return found?.pid === child.pid && !isStale && /^(ready|standby)\b/.test(found?.status ?? '');
  };
  return { pid: child.pid ?? Number.NaN, hasEnded: () => hasEnded, ended, isReady };
}

type PidFile = { pid: number; folder: string; startedAt: string; socketDir: string; status: string };

export function readPidFile(cluster: string): PidFile | undefined {
  const [id = '', folder = '', startedAt = '', , socketDir = '', , , status = ''] =
    readText(cluster).split('\n');
  const pid = Number.parseInt(id, 10);
  return pid > 0 ? { pid, folder, startedAt, socketDir, status } : undefined;
}

/** A power cut can leave the file empty, and PostgreSQL refuses to start until it is removed. */
export function removeEmptyPidFile(cluster: string): void {
  if (readPidFile(cluster) === undefined) rmSync(pidFile(cluster), { force: true });
}

export function isPostmaster(pid: number, cluster: string): boolean {
  return listProcesses(pid).some((one) => runsOn(one, cluster));
}

export function postmastersOn(cluster: string): Process[] {
  return listProcesses().filter((one) => runsOn(one, cluster));
}

/** Every process of a server on this cluster; backends carry the cluster's name in their title. */
export function serverProcesses(cluster: string, name: string): number[] {
  const isBackend = ({ command }: Process): boolean => command.startsWith(`postgres: ${name}: `);
  return listProcesses().flatMap((one) => (runsOn(one, cluster) || isBackend(one) ? [one.pid] : []));
}

/** Fast shutdown: sessions are ended, nothing acknowledged is lost. Harsher signals only when that has no effect. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const begun = performance.now();
  for (const due = [...STOP_SIGNALS]; isPostmaster(pid, cluster); await sleep(10)) {
    if (due[0] && performance.now() - begun >= due[0].afterMs) signal(pid, due.shift()!.name);
  }
}

export async function stopServers(cluster: string): Promise<void> {
  for (const { pid } of postmastersOn(cluster)) await stopPostmaster(pid, cluster);
}

function runsOn({ command }: Process, cluster: string): boolean {
  return `${command} `.includes(` -D ${cluster} `);
}

function readText(cluster: string): string {
  try {
    return readFileSync(pidFile(cluster), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
