// Three PostgreSQL under Patroni, with etcd and HAProxy, each from Debian's packages and the files of docs/deploy/failover, on loopback addresses of
// their own in place of three machines. Where a program is missing, the caller gets the reason in words.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { listProcesses, signal } from '../../../src/storage/engine/embedded/processes.ts';
import { isRoot } from '../../../src/storage/engine/embedded/run-as.ts';
import { newPath, until } from '../processes.ts';

const FILES = join(import.meta.dirname, '../../../docs/deploy/failover');
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};
const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
/** In place of 10.0.0.1 to 10.0.0.3, and of the machine of the service. */
const ADDRESSES: Record<Name, string> = { a: '127.83.0.11', b: '127.83.0.12', c: '127.83.0.13' };
const PROXY = '127.83.0.10';
const PASSWORD = 'secret-of-a-test';

export type PatroniCluster = {
  /** By way of HAProxy. */
  url: string;
  leader(): Promise<Name | null>;
  /** A leader, and two that follow it, one of which commits wait for. */
  whole(): Promise<boolean>;
  /** SIGKILL to Patroni and every process of its PostgreSQL, as when a machine fails. */
  kill(name: Name): Promise<void>;
  start(name: Name): void;
  log(name: Name): string;
  close(): Promise<void>;
};

/** The reason why it cannot be run here; null when it can. */
export function whyNoPatroni(): string | null {
  if (process.platform !== 'linux') return 'needs several loopback addresses, which Linux has';
  if (!isRoot()) return "needs root, which starts the servers as Debian's user postgres";
  const missing = Object.entries(PROGRAMS).filter(([, file]) => !existsSync(file));
  if (missing.length === 0) return null;
  return `needs Debian's ${missing.map(([name]) => name).join(', ')} (apt-get install patroni etcd-server haproxy postgresql-15)`;
}

export async function startPatroni(): Promise<PatroniCluster> {
  const folder = newPath('patroni');
  const user = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [user('-u'), user('-g')];
  mkdirSync(folder, { recursive: true });
  for (let at = folder; at !== '/tmp' && at !== '/'; at = join(at, '..')) chmodSync(at, 0o755);
  const children = new Map<string, ChildProcess>();

  const run = (name: string, file: string, args: string[], env: Record<string, string | undefined>): void => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const plain = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder, LC_ALL: 'C' };
    const options = { uid, gid, cwd: folder, env: { ...plain, ...env } };
    children.set(name, spawn(file, args, { ...options, stdio: ['ignore', log, log] }));
  };
  const start = (name: Name): void => {
    const env = parseEnv(own('patroni.env', name).replaceAll('PASSWORD=', `PASSWORD=${PASSWORD}`));
    run(`patroni-${name}`, PROGRAMS.patroni, [join(folder, name, 'patroni.yml')], env);
  };

  /** A file of the documents, with the addresses and folders of this test. */
  const own = (file: string, name: Name): string => {
    const mine = join(folder, name);
    const text = readFileSync(join(FILES, file), 'utf8');
    const asOwn = file.endsWith('.env') ? withName(text, name) : text;
    return asOwn
      .replaceAll('10.0.0.1:', `${ADDRESSES.a}:`)
      .replaceAll('10.0.0.2:', `${ADDRESSES.b}:`)
      .replaceAll('10.0.0.3:', `${ADDRESSES.c}:`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('listen: 0.0.0.0:', `listen: ${ADDRESSES[name]}:`)
      .replaceAll('127.0.0.1:5000', `${PROXY}:5000`)
      .replaceAll('/var/lib/etcd/trefoil', join(mine, 'etcd'))
      .replaceAll('/var/lib/postgresql/15/trefoil', join(mine, 'postgres'))
      .replaceAll('/var/lib/postgresql/.pgpass-trefoil', join(mine, 'pgpass'))
      .replaceAll('unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${mine}`)
      .replaceAll('/etc/patroni/', `${folder}/`);
  };

  for (const file of ['create-database.sh', '../database.sql'])
    copyFileSync(join(FILES, file), join(folder, basename(file)));
  for (const name of NAMES) {
    mkdirSync(join(folder, name, 'postgres'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name, 'patroni.yml'), own('patroni.yml', name));
  }
  writeFileSync(join(folder, 'haproxy.cfg'), own('haproxy.cfg', 'a'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  execFileSync(PROGRAMS.haproxy, ['-c', '-f', join(folder, 'haproxy.cfg')], { stdio: 'pipe' });
  for (const name of NAMES) run(`etcd-${name}`, PROGRAMS.etcd, [], parseEnv(own('etcd.env', name)));
  for (const name of NAMES) start(name);
  run('haproxy', PROGRAMS.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')], {});

  const members = async (): Promise<{ name: Name; role: string; state: string }[]> => {
    for (const address of Object.values(ADDRESSES)) {
      const answer = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      if (answer?.ok)
        return ((await answer.json()) as { members: { name: Name; role: string; state: string }[] }).members;
    }
    return [];
  };
  const processesOf = (name: Name): number[] => {
    const mine = join(folder, name);
    const patroni = children.get(`patroni-${name}`)?.pid;
    const servers = listProcesses().filter(({ command }) => command.includes(` -D ${mine}/postgres `));
    const all = listProcesses();
    const backends = all.filter(({ parentPid }) => servers.some(({ pid }) => pid === parentPid));
    return [...(patroni === undefined ? [] : [patroni]), ...[...servers, ...backends].map(({ pid }) => pid)];
  };

  return {
    url: `postgres://trefoil:${PASSWORD}@${PROXY}:5000/trefoil`,
    leader: async () =>
      (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null,
    whole: async () => {
      const all = await members();
      const running = all.filter(({ state }) => state === 'running' || state === 'streaming');
      return running.length === NAMES.length && running.some(({ role }) => role === 'sync_standby');
    },
    async kill(name) {
      const child = children.get(`patroni-${name}`);
      for (const pid of processesOf(name)) signal(pid, 'SIGKILL');
      await until('all of it is gone', () => child?.exitCode !== null || child.signalCode !== null);
    },
    start,
    log: (name) =>
      readFileSync(join(folder, `patroni-${name}.log`), 'utf8')
        .split('\n')
        .slice(-15)
        .join('\n'),
    async close() {
      for (const name of NAMES) for (const pid of processesOf(name)) signal(pid, 'SIGKILL');
      for (const child of children.values()) child.kill('SIGKILL');
      await until('all have ended', () =>
        [...children.values()].every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The files show the first machine; the others have their name and address, except in the list of all. */
function withName(text: string, name: Name): string {
  const address = { a: '10.0.0.1', b: '10.0.0.2', c: '10.0.0.3' }[name];
  return text
    .split('\n')
    .map((line) => (line.startsWith('ETCD_INITIAL_CLUSTER=') ? line : line.replaceAll('10.0.0.1', address)))
    .map((line) => line.replace(/^(ETCD|PATRONI)_NAME=a$/, `$1_NAME=${name}`))
    .join('\n');
}
