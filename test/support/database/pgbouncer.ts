// A pgbouncer for the tests of pooling: PGBOUNCER_PATH, the machine's own, else Debian's package unpacked into .cache/pgbouncer, so
// that nothing is installed. Where there is none, the caller gets the reason in words, and the test must print it. The process ends
// with the test file, however that ends, and does not keep it alive.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { signal, spawnGuarded } from '../../../src/storage/engine/embedded/processes.ts';
import { chooseMeans, command } from '../../../src/storage/engine/embedded/run-as.ts';
import { freePort } from '../http/ports.ts';
import { until } from '../processes.ts';
import { libraryFolders, unpackPackages } from '../runs/debian-packages.ts';

const CACHE = join(import.meta.dirname, '../../../.cache/pgbouncer');
const UNPACKED = join(CACHE, 'root/usr/sbin/pgbouncer');
const START_MS_MAX = 15_000;
/** The first minor version of 1 that keeps prepared statements in transaction mode. */
const KEEPS_STATEMENTS_FROM = 21;

export type Program = {
  file: string;
  env: Record<string, string>;
  version: string;
  keepsStatements: boolean;
};
export type Pooler = { urlOf(database: string): string; stop(): Promise<void> };

/** The program, fetched once; or the reason why there is none. */
export async function findPgbouncer(): Promise<Program | { missing: string }> {
  try {
    const installed = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
    const own = process.env.PGBOUNCER_PATH || installed.find((file) => existsSync(file));
    if (own !== undefined) return look(own, {});
    if (!existsSync(UNPACKED)) await fetchPackage();
    const libraries = await libraryFolders(join(CACHE, 'root'));
    return look(UNPACKED, { LD_LIBRARY_PATH: libraries.join(delimiter) });
  } catch (error) {
    return { missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function look(file: string, env: Record<string, string>): Program {
  const said = execFileSync(file, ['--version'], { env: { ...process.env, ...env }, encoding: 'utf8' });
  const [version = 'unknown', major, minor] = /(\d+)\.(\d+)\.\d+/.exec(said) ?? [];
  const keepsStatements = Number(major) > 1 || Number(minor) >= KEEPS_STATEMENTS_FROM;
  return { file, env, version, keepsStatements };
}

async function fetchPackage(): Promise<void> {
  const folder = `${CACHE}.partial-${process.pid}`;
  await mkdir(folder, { recursive: true });
  try {
    const packages = { program: 'pgbouncer', size: 'about 1 MB' };
    await unpackPackages(packages, folder, (line) => void process.stderr.write(`${line}\n`));
    await mkdir(CACHE, { recursive: true });
    await rename(join(folder, 'root'), join(CACHE, 'root'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In transaction mode before the given server, on loopback. Two server connections for all, unless told otherwise: every caller shares them. */
export async function startPgbouncer(
  program: Program,
  serverUrl: string,
  preparedStatementsMax: number,
  serverConnections = 2,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'tf-pgbouncer-'));
  await chmod(folder, 0o755);
  const url = new URL(serverUrl);
  const port = await freePort();
  const ini = await writeSettings(program, folder, url, port, preparedStatementsMax, serverConnections);
  // It refuses to run as root. As the user of the embedded server it reaches that server's socket, which is closed to others.
  const { runAs } = chooseMeans(folder, folder);
  const { file, args, options } = command(runAs, program.file, ['-q', ini]);
  const env = { ...options.env, ...program.env };
  const child = spawnGuarded(file, args, { ...options, env, stdio: ['ignore', 'ignore', 'ignore'] });
  child.unref();
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) signal(child.pid, 'SIGKILL');
    await until('pgbouncer is gone', () => hasEnded);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const listens = (): Promise<boolean> => {
      if (hasEnded) throw new Error('pgbouncer did not start');
      return isListening(port);
    };
    await until('pgbouncer listens', listens, START_MS_MAX);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urlOf: (database) => `postgres://${url.username}@127.0.0.1:${port}/${database}`, stop };
}

async function writeSettings(
  program: Program,
  folder: string,
  url: URL,
  port: number,
  preparedStatementsMax: number,
  serverConnections: number,
): Promise<string> {
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const host = url.searchParams.get('host') ?? url.hostname;
  await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  const ini = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${host} port=${url.port || 5432}${password === '' ? '' : ` password=${password}`}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = transaction\ndefault_pool_size = ${serverConnections}\nmax_client_conn = 200`,
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    ...(program.keepsStatements ? [`max_prepared_statements = ${preparedStatementsMax}`] : []),
  ];
  await writeFile(ini, `${lines.join('\n')}\n`);
  return ini;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}
