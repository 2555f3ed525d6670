// Starts services on the embedded server in this process and in others, and cleans up after all of them: processes,
// servers, temporary folders, also after a test that failed halfway.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { listProcesses } from '../../../src/storage/engine/embedded/processes.ts';
import { canEnter } from '../../../src/storage/engine/embedded/run-as.ts';
import { type EmbeddedServer, startEmbedded } from '../../../src/storage/engine/embedded/server.ts';
import { until } from '../processes.ts';
import type { Orders, Report } from './embedded-service.ts';

const servers: EmbeddedServer[] = [];
const children: ChildProcess[] = [];
const sockets = new Set<string>();
const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'trefoil-embedded-')));
chmodSync(base, 0o755);

export const isRoot = process.getuid?.() === 0;
export const NEEDS_ROOT = 'needs root, to become another user';
/** A user without an entry in /etc/passwd, as containers are often run. */
export const ORDINARY_UID = 12345;
/** Why a test cannot run the service as that user; null when it can. */
export const noOrdinaryUser = !isRoot
  ? NEEDS_ROOT
  : canEnter({ uid: ORDINARY_UID, gid: ORDINARY_UID, wrap: [] }, import.meta.dirname)
    ? null
    : 'the folder of this project is closed to ordinary users';

export function newFolder(name: string): string {
  return path.join(base, name);
}

export async function startHere(dataDir: string, said: string[] = []): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, say: (line) => said.push(line) });
  servers.push(server);
  sockets.add(server.connection.host);
  return server;
}

export type Service = {
  pid: number;
  dataDir: string;
  reports: Report[];
  /** How the start ended. */
  outcome(): Promise<Extract<Report, { is: 'started' | 'refused' }>>;
  heard(is: Report['is'], atLeast?: number): Promise<void>;
  acknowledged(): number[];
  stop(): Promise<void>;
  kill(): Promise<void>;
  ended(): Promise<number | null>;
};

export function startElsewhere(orders: Orders): Service {
  const program = path.join(import.meta.dirname, 'embedded-service.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const reports: Report[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const report = JSON.parse(line) as Report;
      reports.push(report);
      if (report.is === 'started') sockets.add(report.host);
    }
  });
  const of = (is: Report['is']) => reports.filter((report) => report.is === is);
  // 'close' follows the last of its output; the server must not hold that open.
  let isClosed = false;
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.once('close', () => {
    isClosed = true;
  });
  const heard = (is: Report['is'], atLeast = 1) =>
    until(`${is} ${atLeast}`, () => {
      const isHeard = of(is).length >= atLeast;
      if (!isHeard && isClosed) throw new Error(`It ended before it said: ${is}.`);
      return isHeard;
    });
  return {
    pid: child.pid!,
    dataDir: orders.dataDir,
    reports,
    heard,
    acknowledged: () => reports.flatMap((report) => (report.is === 'acknowledged' ? [report.n] : [])),
    async outcome() {
      await until('an outcome', () => of('started').length + of('refused').length > 0);
      return [...of('started'), ...of('refused')][0] as Extract<Report, { is: 'started' | 'refused' }>;
    },
    async stop() {
      child.stdin.write('stop\n');
      await heard('stopped');
      await closed;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    ended: () => closed,
  };
}

export async function query(server: Pick<EmbeddedServer, 'connection'>, sql: string, values: unknown[] = []) {
  const client = new pg.Client(server.connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The shell that ends this server when its service is gone. */
export function guardOf(server: number): number {
  const guard = listProcesses().find(
    ({ command }) => /^sh -c read /.test(command) && command.endsWith(` ${server}`),
  );
  if (guard === undefined) throw new Error(`The server ${server} has no guard.`);
  return guard.pid;
}

/** A zombie does not. */
export function lives(pid: number): boolean {
  return listProcesses(pid).some(({ command }) => command !== '');
}

export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await Promise.allSettled(servers.map((server) => server.stop()));
  for (const name of readdirSync(base)) {
    try {
      const pid = postmasterPid(path.join(base, name));
      // The file of a server that was killed stays, and its id may be another process's by now.
      if (listProcesses(pid).some(({ command }) => command.includes(path.join(base, name))))
        process.kill(pid, 'SIGQUIT');
    } catch {} // No server there, or it has ended.
  }
  for (const folder of sockets) rmSync(folder, { recursive: true, force: true });
  await until('the folder is removed', () => {
    rmSync(base, { recursive: true, force: true, maxRetries: 10 });
    return !existsSync(base);
  });
}
