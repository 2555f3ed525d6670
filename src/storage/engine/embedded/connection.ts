// How the server is reached, and what is asked of it before the service: that our database is there.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { USER } from './cluster.ts';
import { errorCode } from './fault.ts';
import { isPostmaster, readPidFile } from './postmaster.ts';
import { PORT } from './socket-folder.ts';

const DATABASE = 'trefoil';
const DUPLICATE_DATABASE = '42P04';

/** For pg, whose host may be the folder of a unix socket. */
export type Connection = { host: string; port: number; user: string; database: string };

export function connectionTo(socketDir: string): Connection {
  return { host: socketDir, port: PORT, user: USER, database: DATABASE };
}

/** The server of a service that is running now, so that a command can work beside it. Starts and changes nothing. */
export function findEmbedded(dataDir: string): Connection | null {
  if (!existsSync(dataDir)) return null;
  const cluster = path.join(realpathSync(dataDir), 'postgres');
  const found = readPidFile(cluster);
  if (!found?.status.startsWith('ready') || !isPostmaster(found.pid, cluster)) return null;
  return connectionTo(found.socketDir);
}

export async function ensureDatabase(socketDir: string): Promise<void> {
  // The maintenance database. Settings in the environment (PGSSLMODE, PGOPTIONS, …) are meant for other servers, so
  // each is spelled out.
  const client = new pg.Client({
    ...connectionTo(socketDir),
    database: 'postgres',
    password: '',
    ssl: false,
    options: '-c client_min_messages=warning',
    connectionTimeoutMillis: 30_000,
    query_timeout: 30_000,
  });
  // Without a listener, a server that goes away would take the service with it.
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (errorCode(error) !== DUPLICATE_DATABASE) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
