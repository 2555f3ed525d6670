// A Citus cluster on loopback, a coordinator and two workers, from a PostgreSQL that has Citus installed; or one that DATABASE_URL names. Its
// template database is migrated and distributed, and each test file gets a copy of it on every server.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { statement } from '../../../src/storage/engine/connection/database.ts';
import { isRoot } from '../../../src/storage/engine/embedded/run-as.ts';
import { urlOfServer } from '../../../src/storage/engine/sharded/address.ts';
import { openShardedDatabase } from '../../../src/storage/engine/sharded/database.ts';
import { distribute } from '../../../src/storage/engine/sharded/distribute.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freePort } from '../http/ports.ts';
import { until } from '../processes.ts';
import { admin, databaseUrl, giveKnownRoot, TEMPLATE } from './postgres.ts';

const USER = 'trefoil';
/** Of no use on loopback, but production asks for one. */
const PASSWORD = randomBytes(12).toString('hex');
// Few shards: each is some thirty tables to make and to copy.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_worker_processes: '80',
  shared_buffers: '64MB',
  fsync: 'off',
  'citus.shard_count': '4',
  'citus.use_secondary_nodes': 'never',
};

export type CitusServer = { url: string; start(): Promise<void>; stop(): Promise<void> };
export type CitusCluster = { url: string; workers: CitusServer[]; stop(): Promise<void> };

/** The folder of the programs, or the reason why there are none, in words. */
export function findCitus(): { programs: string } | { missing: string } {
  const pgConfig = process.env.CITUS_PG_CONFIG ?? 'pg_config';
  const asked = (what: string): string =>
    spawnSync(pgConfig, [what], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [programs, share] = [asked('--bindir'), asked('--sharedir')];
  if (programs === '' || !existsSync(join(programs, 'initdb')))
    return {
      missing: `${pgConfig} names no PostgreSQL server. Install one with Citus, or set CITUS_PG_CONFIG to its pg_config, or DATABASE_URL to a cluster.`,
    };
  if (!existsSync(join(share, 'extension', 'citus.control')))
    return {
      missing: `The PostgreSQL of ${pgConfig} has no Citus. Install it there, or set CITUS_PG_CONFIG to the pg_config of one that has, or DATABASE_URL to a cluster.`,
    };
  return { programs };
}

export async function startCitus(programs: string): Promise<CitusCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tf-citus-'));
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  // PostgreSQL refuses root.
  const rights = isRoot() ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (rights.uid !== undefined) chownSync(folder, rights.uid, rights.gid);
  const options = { ...rights, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };

  const startServer = async (name: string): Promise<CitusServer> => {
    const data = join(folder, name);
    const logFile = join(folder, `${name}.log`);
    const port = await freePort();
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-sync'],
      {
        ...options,
        stdio: 'ignore',
      },
    );
    let child: ChildProcess | null = null;
    const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/`;
    const start = async (): Promise<void> => {
      const log = openSync(logFile, 'a');
      const given = Object.entries({ ...SETTINGS, port: String(port) });
      const args = ['-D', data, ...given.flatMap(([key, value]) => ['-c', `${key}=${value}`])];
      child = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', log, log] });
      await until('the server accepts connections', async () => {
        if (child?.exitCode !== null) throw new Error(readFileSync(logFile, 'utf8').slice(-1_500));
        return admin(url, (client) => client.query('select 1')).then(
          () => true,
          () => false,
        );
      });
    };
    const end = async (how: NodeJS.Signals): Promise<void> => {
      const running = child;
      if (running === null || running.exitCode !== null || running.signalCode !== null) return;
      running.kill(how);
      await until('the server is gone', () => running.exitCode !== null || running.signalCode !== null);
    };
    await start();
    return { url, start, stop: () => end('SIGQUIT') };
  };

  mkdirSync(folder, { recursive: true });
  const servers = await Promise.all(['coordinator', 'worker-1', 'worker-2'].map(startServer));
  const [coordinator, ...workers] = servers as [CitusServer, ...CitusServer[]];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareTemplate(
      coordinator.url,
      workers.map(({ url }) => url),
    );
    return { url: coordinator.url, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A cluster of somebody else's: its workers are those that its coordinator names. */
export async function joinCitus(url: string): Promise<{ url: string; workers: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive',
  );
  await client.end();
  const workers = rows.map(
    ({ host, port }) => urlOfServer({ connectionString: url }, host, port).connectionString ?? '',
  );
  await prepareTemplate(url, workers);
  return { url, workers };
}

async function prepareTemplate(coordinator: string, workers: string[]): Promise<void> {
  const all = [coordinator, ...workers];
  await createOnCluster(coordinator, workers, TEMPLATE);
  const connectionString = databaseUrl(coordinator, TEMPLATE);
  await migrate({ connectionString });
  await giveKnownRoot(connectionString);
  await distribute({ connectionString }, true);
  // So that a copy has the schemas of the shards from the start.
  const database = await openShardedDatabase({
    connection: { connectionString },
    poolSize: 2,
    namedStatements: false,
  });
  await database.query(statement('enter-all', 'select 1 from wallets'), []);
  await database.close();
  // A database is copied while nobody is connected to it; Citus' own worker is in each.
  for (const url of all)
    await admin(url, async (client) => {
      await client.query(`alter database ${TEMPLATE} with allow_connections false`);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        TEMPLATE,
      ]);
    });
}

/** A database without our tables, on servers that know each other in it. */
export async function createOnCluster(
  coordinator: string,
  workers: readonly string[],
  name: string,
): Promise<void> {
  const all = [coordinator, ...workers];
  for (const url of all) {
    await admin(url, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`create database ${name} template template0`);
    });
    await admin(url, (client) => client.query('create extension citus'), name);
  }
  const [home, ...others] = all.map((url) => new URL(url)) as [URL, ...URL[]];
  const portOf = (url: URL): number => Number(url.port || 5432);
  await admin(
    coordinator,
    async (client) => {
      await client.query('select citus_set_coordinator_host($1, $2)', [home.hostname, portOf(home)]);
      for (const other of others)
        await client.query('select citus_add_node($1, $2)', [other.hostname, portOf(other)]);
    },
    name,
  );
}
