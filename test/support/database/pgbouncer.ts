// A pgbouncer for the tests of pooling: Debian's own, unpacked with all its libraries into .cache/pgbouncer and started with
// its own loader, so that nothing is installed and the machine's C library does not matter. Where it cannot be had, the
// caller is told why in words, and the test must print that.
import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

// Debian 13 has the first pgbouncer (1.24) that keeps prepared statements in transaction mode.
const SUITE = 'trixie';
const PACKAGES = [
  ...['pgbouncer', 'libc6', 'libevent-2.1-7t64', 'libcares2', 'libssl3t64', 'libpam0g', 'libsystemd0'],
  ...['libaudit1', 'libcap-ng0', 'libcap2', 'libzstd1', 'zlib1g'],
];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const CACHE = join(import.meta.dirname, '../../../.cache/pgbouncer');
const FETCH_MS_MAX = 120_000;
const START_LOOKS_MAX = 200;

export type Program = { command: string; args: string[] };
export type Pooler = { urlOf(database: string): string; stop(): Promise<void> };

/** The program, fetched once; or the reason why there is none. */
export async function findPgbouncer(): Promise<Program | { missing: string }> {
  try {
    if (!existsSync(join(CACHE, 'usr'))) await fetchInto(CACHE);
    const program = programIn(CACHE);
    await promisify(execFile)(program.command, [...program.args, '--version']);
    return program;
  } catch (error) {
    return { missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function programIn(root: string): Program {
  const [loader] = globSync(join(root, 'usr/lib/*/ld-linux-*.so.*'));
  if (loader === undefined) throw new Error('the unpacked packages have no loader');
  const folders = new Set(globSync(join(root, 'usr/lib/**/*.so*')).map((file) => join(file, '..')));
  return {
    command: loader,
    args: ['--library-path', [...folders].join(':'), join(root, 'usr/sbin/pgbouncer')],
  };
}

async function fetchInto(target: string): Promise<void> {
  if (!existsSync('/usr/bin/apt-get') || !existsSync(KEYRING)) throw new Error('this is not a Debian');
  const folder = `${target}.partial-${process.pid}`;
  const lists = join(folder, 'lists');
  await mkdir(join(lists, 'partial'), { recursive: true });
  try {
    const source = join(folder, 'source.list');
    await writeFile(source, `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${SUITE} main\n`);
    const options = ['APT::Sandbox::User=root', `Dir::Etc::SourceList=${source}`, 'Dir::Etc::SourceParts=-'];
    options.push(`Dir::State::lists=${lists}`, `Dir::Cache=${folder}`);
    const quiet = ['-qq', ...options.flatMap((option) => ['-o', option])];
    const run = (command: string, args: string[]) =>
      promisify(execFile)(command, args, { cwd: folder, timeout: FETCH_MS_MAX, maxBuffer: 2 ** 24 });
    await run('apt-get', [...quiet, 'update']);
    await run('apt-get', [...quiet, 'download', ...PACKAGES]);
    const root = join(folder, 'root');
    for (const name of await readdir(folder)) {
      if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', name, root]);
    }
    if (!existsSync(target)) await rename(root, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In transaction mode before the given server, on loopback. Two server connections for all: every caller shares them. */
export async function startPgbouncer(
  program: Program,
  serverUrl: string,
  preparedStatementsMax: number,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'tf-pgbouncer-'));
  await chmod(folder, 0o755);
  const url = new URL(serverUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = await freePort();
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  await writeFile(
    ini,
    [
      '[databases]',
      `* = host=${host} port=${url.port || 5432}${password === '' ? '' : ` password=${password}`}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = trust\nauth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200',
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
      `max_prepared_statements = ${preparedStatementsMax}`,
      '',
    ].join('\n'),
  );
  // It refuses to run as root, and needs nobody's rights for anything.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program.command, [...program.args, '-q', ...asNobody, ini], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilListening(port, () => child.exitCode !== null);
  return {
    urlOf: (database) => `postgres://${url.username}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGTERM');
      const gone = await Promise.race([ended.then(() => true), pause(3_000, false, { ref: false })]);
      if (!gone) child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (let looks = 0; looks < START_LOOKS_MAX; looks++) {
    if (hasEnded()) break;
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = dial(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    await pause(50);
  }
  throw new Error('pgbouncer did not start');
}
