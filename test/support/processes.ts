// The service as real processes, and what tests need around them: starting, polling, calling, the operators' commands. endAll() ends every
// process and removes every folder, also after a failure.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { isPostmaster, readPidFile, stopPostmaster } from '../../src/storage/engine/embedded/postmaster.ts';
import { signal } from '../../src/storage/engine/embedded/processes.ts';
import type { AnswerOf } from './answers.ts';
import { toAnswer } from './house.ts';
import { freePort } from './http/ports.ts';
import { quickStart } from './runs/quick-start.ts';
import type { Order, Outcome } from './services/command-host.ts';
import type { WorldName } from './services/service.ts';
import { NO_LIMITS } from './settings/no-limits.ts';
import { until, within } from './waiting.ts';

export { until } from './waiting.ts';

const FRONT_DOOR = join(import.meta.dirname, '../../bin/trefoil.js');
const WITH_WORLD = join(import.meta.dirname, 'services/service.ts');
const COMMAND_HOST = join(import.meta.dirname, 'services/command-host.ts');

export type Settings = Record<string, string>;
export type Ending = { code: number | null; stdout: string; stderr: string };
export type ServiceProcess = {
  pid: number;
  port: number;
  origin: string;
  stdout(): string;
  stderr(): string;
  /** Closes our end of its stdout, as a log reader that dies does. */
  stopListening(): void;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Ending>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<Ending>;
  hasEnded(): boolean;
  /** Resolves when the process has ended and its output has been read. A test awaits it by endingOf. */
  ended: Promise<Ending>;
};

const children = new Set<ChildProcess>();
let base: string | null = null;

/** A new path in this test file's own temporary folder. */
export function newPath(name: string): string {
  base ??= realpathSync(mkdtempSync(join(tmpdir(), 'trefoil-processes-')));
  return join(base, name);
}

function environment(settings: Settings): Settings {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...quickStart(), ...(TMPDIR !== undefined && { TMPDIR }), ...settings };
}

/** Starts a program with these settings and no others, away from any .env file; the shell runs `before` first. */
function run(command: readonly string[], settings: Settings, before = 'true') {
  const cwd = newPath('cwd');
  mkdirSync(cwd, { recursive: true });
  const args = ['-c', `${before} && exec "$0" "$@"`, process.execPath, ...command];
  const child = spawn('/bin/sh', args, {
    cwd,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code, ...said });
    });
  });
  return { child, said, ended };
}

/** The line by which an operator's command says which database it uses. */
const USING = /^Using the (?:embedded )?database [^\n]+\.\n/;

/** `stderr` is without the line that names the database, which is `used`: empty for a command that opened none. */
export async function runToEnd(args: string[], settings: Settings): Promise<Ending & { used: string }> {
  return withoutUsed(
    await within(`trefoil ${args.join(' ')} ends`, run([FRONT_DOOR, ...args], settings).ended),
  );
}

function withoutUsed(ending: Ending): Ending & { used: string } {
  const [used = ''] = USING.exec(ending.stderr) ?? [];
  return { ...ending, stderr: ending.stderr.slice(used.length), used };
}

/** One for starts, as load-bundle.mjs gives it the service, and one for commands. */
const hosts = new Map<boolean, ChildProcess>();
let turn: Promise<unknown> = Promise.resolve();

/** As runToEnd, in a process that this file's commands share, one after the other: where the process itself is not what is tested. */
export function runInHost(args: string[], settings: Settings): Promise<Ending & { used: string }> {
  const ending = turn.then(async () => {
    const host = hosts.get(args[0] === 'start') ?? startHost(args[0] === 'start');
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    host.once('message', (outcome) => resolve(outcome as Outcome));
    host.send({ args, env: environment(settings) } satisfies Order);
    return withoutUsed(await within(`trefoil ${args.join(' ')} ends`, promise));
  });
  turn = ending.catch(() => {});
  return ending;
}

export type CommandProcess = Pick<ServiceProcess, 'pid' | 'stdout' | 'stderr' | 'signal' | 'ended'>;

/** A command that runs until it is ended. */
export function startCommand(args: string[], settings: Settings): CommandProcess {
  const { child, said, ended } = run([FRONT_DOOR, ...args], settings);
  return {
    pid: child.pid as number,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    signal: (name) => void child.kill(name),
    ended,
  };
}

/** How a service is started: as an operator does, unless told otherwise. */
export type Start = {
  /** With this live world, by services/service.ts. */
  world?: WorldName | undefined;
  /** Another program than the service of this version. */
  program?: string;
  /** Run by the shell before the process takes its place, such as `ulimit`. */
  shell?: string;
};

function startHost(isForStarts: boolean): ChildProcess {
  mkdirSync(newPath('cwd'), { recursive: true });
  const child = fork(COMMAND_HOST, isForStarts ? ['start'] : [], {
    cwd: newPath('cwd'),
    env: environment({}),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  hosts.set(isForStarts, child);
  children.add(child);
  child.once('close', () => void [children.delete(child), hosts.delete(isForStarts)]);
  return child;
}

/** How a start ends that is refused, in the process of runInHost: where what is tested is what it says. */
export const refusedStart = (settings: Settings): Promise<Ending> => runInHost(['start'], settings);

/** Starts the service, and does not wait until it is ready. */
export async function startService(
  settings: Settings,
  { world, program, shell }: Start = {},
): Promise<ServiceProcess> {
  const port = Number(settings.PORT ?? (await freePort()));
  const all = { ...NO_LIMITS, LOG_LEVEL: 'info', ...settings, PORT: String(port) };
  const command = world === undefined ? [FRONT_DOOR, 'start'] : [WITH_WORLD];
  const own: Settings = world === undefined ? {} : { TEST_WORLD: world };
  const { child, said, ended } = run(program === undefined ? command : [program], { ...own, ...all }, shell);
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  return {
    pid: child.pid as number,
    port,
    origin: `http://127.0.0.1:${port}`,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    stopListening: () => void child.stdout.destroy(),
    signal: (name) => void child.kill(name),
    stop: () => {
      child.kill('SIGTERM');
      return within(`process ${child.pid} ends after SIGTERM`, ended);
    },
    kill: () => {
      child.kill('SIGKILL');
      return within(`process ${child.pid} ends after SIGKILL`, ended);
    },
    hasEnded: () => hasEnded,
    ended,
  };
}

/** How a process ends that is to end by itself; one that goes on running fails the test. */
export function endingOf(service: ServiceProcess): Promise<Ending> {
  return within(`process ${service.pid} ends by itself`, service.ended).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}. It said: ${wordsOf(service)}`);
  });
}

/** For the message of a failed test. */
export function wordsOf(service: ServiceProcess): string {
  return `${service.stderr()}${service.stdout().slice(-2_000)}`;
}

/** Answers how long it took, in milliseconds. */
export async function untilReady(service: ServiceProcess, withinMs?: number): Promise<number> {
  const begunMs = performance.now();
  await until(
    'ready',
    async () => {
      if (service.hasEnded()) throw new Error(`the service ended: ${wordsOf(service)}`);
      const answer = await call(service.origin, { path: '/health/ready' }).catch(() => null);
      return answer?.status === 200;
    },
    withinMs,
  );
  return performance.now() - begunMs;
}

export type HttpRequest<Method extends string = string, Path extends string = string> = {
  method?: Method;
  path: Path;
  headers?: Record<string, string>;
  body?: string;
  agent?: http.Agent;
  timeoutMs?: number;
};

/** Rejects when no complete answer comes. */
export function call<Path extends string, Method extends string = 'GET'>(
  origin: string,
  request: HttpRequest<Method, Path>,
): Promise<AnswerOf<Method, Path>> {
  const { method = 'GET', path, headers = {}, body, agent, timeoutMs = 30_000 } = request;
  return new Promise((resolve, reject) => {
    const sent = http.request(`${origin}${path}`, { method, headers, ...(agent && { agent }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve(toAnswer(answer.statusCode ?? 0, answer.headers, text)));
    });
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    sent.once('error', reject).end(body);
  });
}

export function jsonPost<Path extends string>(
  path: Path,
  token: string,
  body: unknown,
): HttpRequest<'POST', Path> & { body: string } {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

/** Stops the database of a service that was killed, unless it has ended already. */
export async function endDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster)) return;
  const recorded = readPidFile(cluster);
  if (recorded === undefined) return;
  await stopPostmaster(recorded.pid, cluster);
  if (recorded.socketDir !== '') rmSync(recorded.socketDir, { recursive: true, force: true });
}

/** For after(): leaves no process and no folder behind. */
export async function endAll(): Promise<void> {
  await endProcesses();
  if (base === null) return;
  for (const name of readdirSync(base)) await endDatabase(join(base, name));
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  base = null;
}

async function endProcesses(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await until('all processes are gone', () => children.size === 0);
}

// Before the first file's own hooks, so that it runs even when those fail: a child that lives keeps its file from ending.
after(endProcesses);

// A test file that is interrupted or times out runs no after(): what can be ended synchronously is ended here.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  if (base === null) return;
  for (const name of readdirSync(base)) {
    const cluster = join(base, name, 'postgres');
    const recorded = existsSync(cluster) ? readPidFile(cluster) : undefined;
    for (let tries = 0; recorded && tries < 100 && isPostmaster(recorded.pid, cluster); tries += 1) {
      signal(recorded.pid, 'SIGQUIT');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => process.exit(1));
