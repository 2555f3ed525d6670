// The PostgreSQL of a test run: one server for all files (started by scripts/test.ts, or here when a file runs alone), and its own
// database for each file, cloned from a migrated template.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { DEVELOPMENT_ENCRYPTION_KEY } from '../../../src/config/unsafe-settings.ts';
import type { Database } from '../../../src/storage/engine/connection/database.ts';
import { connectToPrimary } from '../../../src/storage/engine/connection/hosts.ts';
import { openDatabase } from '../../../src/storage/engine/sharded/open-database.ts';
import { createKeyring } from '../../../src/storage/keys/keyring.ts';
import { sealRoot } from '../../../src/storage/keys/root-key.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { inMemory, makeOwnFolder } from '../services/own-folder.ts';
import { copyFolder } from './new-cluster.ts';

export const TEMPLATE = 'trefoil_template';

/** `cluster`: a copy of its files from before it started; absent when it is not ours. */
export type TestServer = { url: string; cluster?: string; stop(): Promise<void> };

// Five programs at once, with services of their own, have held 67 connections.
const SETTINGS = { max_connections: '200', shared_buffers: '128MB', max_wal_size: '2GB', timezone: 'UTC' };
/**
 * Nobody reads the files of a test run after a crash of its server, and to remove a database waits seconds for a slow disk. Who kills a
 * server, or looks at these settings, has a server of their own (own-folder.ts, own-postgres.ts, the embedded one).
 */
const HASTY = { fsync: 'off', full_page_writes: 'off' };

/** A server with a migrated template database. `url` has no database name; databaseUrl() adds one. */
export async function startTestServer(
  kind: 'hasty' | 'durable' = 'hasty',
  more: Record<string, string> = {},
): Promise<TestServer> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given !== undefined) {
    await prepareTemplate(given);
    return { url: given, stop: async () => {} };
  }
  const folder = await makeOwnFolder('empty server', kind === 'hasty' ? inMemory() : undefined);
  const cluster = join(folder.beside('new'), 'cluster');
  copyFolder(folder.cluster, cluster);
  const server = await folder.start({ ...SETTINGS, ...(kind === 'hasty' && HASTY), ...more });
  const stop = async (): Promise<void> => {
    await server.stop();
    folder.remove();
  };
  try {
    await prepareTemplate(server.url);
    return { url: server.url, cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export type TestDatabase = { url: string; drop(): Promise<void> };

/** The servers of shards, where the run is on a Citus cluster (scripts/citus.ts). */
export const WORKERS = (process.env.TREFOIL_TEST_WORKERS ?? '').split(' ').filter((url) => url !== '');
export const IS_SHARDED = WORKERS.length > 0;
/** For processes of a test's own. */
export const SHARDED_SETTING: Record<string, string> = IS_SHARDED ? { DATABASE_SHARDED: 'true' } : {};

/** A test database as the service opens it. */
export function openTestDatabase({ url }: { url: string }, more: pg.PoolConfig = {}): Promise<Database> {
  const connection = { connectionString: url, ...more };
  return openDatabase({ isSharded: IS_SHARDED, connection, poolSize: 2, namedStatements: true });
}

/** A new, migrated database. On a cluster it is one on each server, copied with all that the servers know of each other. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await sharedServer(), WORKERS);
}

export async function createDatabaseOn(
  server: Pick<TestServer, 'url' | 'stop'>,
  workers: readonly string[],
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  const onAll = async (text: string): Promise<void> => {
    for (const url of [...workers, server.url]) await admin(url, (client) => client.query(text));
  };
  await onAll(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: databaseUrl(server.url, name),
    drop: async () => {
      await onAll(`drop database if exists ${name} with (force)`);
      await server.stop();
    },
  };
}

/** One without a root key: the first service that starts on it creates one, under its ENCRYPTION_KEY. */
export async function createUnkeyedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('delete from service_key');
  await client.end();
  return database;
}

/** A database without our tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = await sharedServer();
  const name = `t_${randomBytes(8).toString('hex')}`;
  await admin(server.url, (client) => client.query(`create database ${name} template template0`));
  return {
    url: databaseUrl(server.url, name),
    drop: async () => {
      await admin(server.url, (client) => client.query(`drop database if exists ${name} with (force)`));
      await server.stop();
    },
  };
}

/** The run's server, or one for this file. */
async function sharedServer(): Promise<TestServer> {
  const url = process.env.TREFOIL_TEST_SERVER;
  return url === undefined ? startTestServer() : { url, stop: async () => {} };
}

/**
 * As in a database from before root keys: a test can derive every key from the configuration alone. A database with a root key keeps
 * it.
 */
export async function giveKnownRoot(url: string): Promise<void> {
  const client = await connectToPrimary({ connectionString: url });
  await client.query('insert into service_key (sealed) values ($1) on conflict do nothing', [
    developmentRoot(),
  ]);
  await client.end();
}

async function prepareTemplate(url: string): Promise<void> {
  await admin(url, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE} template template0`);
  });
  await migrate({ connectionString: databaseUrl(url, TEMPLATE) });
  await giveKnownRoot(databaseUrl(url, TEMPLATE));
}

function developmentRoot(): Buffer {
  const key = Buffer.from(DEVELOPMENT_ENCRYPTION_KEY, 'base64');
  return sealRoot(createKeyring(key), key);
}

export async function admin(
  serverUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
  database = 'postgres',
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, database) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
