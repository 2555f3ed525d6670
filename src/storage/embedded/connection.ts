// What the launcher itself asks of the server: does it answer, is our database there, and is this service the only
// one. The last is a session lock that the server drops by itself the moment its holder is gone.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { USER } from './cluster.ts';
import { errorCode } from './fault.ts';
import { alreadyRunning } from './ownership.ts';
import { PORT } from './socket-folder.ts';

export const DATABASE = 'trefoil';
/** Any number will do that nothing else in this server uses; this one spells "trefoil" on a telephone. */
const LOCK_KEY = 8733645;
const LOCK_WAIT_MS = 5_000;
const HOLDER = 'trefoil service ';
/** Starting, recovering or shutting down; or every connection is taken. */
const NOT_NOW = /^(57P|53300)/;
const DUPLICATE_DATABASE = '42P04';

export async function answers(socketDir: string): Promise<'yes' | 'not now' | 'no'> {
  const client = newClient(socketDir);
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    // Words of the server's own are an answer; what they complain about is for the caller's next statement to meet.
    if (!(error instanceof pg.DatabaseError)) return 'no';
    return NOT_NOW.test(error.code ?? '') ? 'not now' : 'yes';
  } finally {
    await client.end().catch(() => {});
  }
}

export async function ensureDatabase(socketDir: string): Promise<void> {
  const client = newClient(socketDir);
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

/** Calls `onLost` once, when the server ends the session; never after release. */
export async function holdLock(
  socketDir: string,
  dataDir: string,
  onLost: () => void,
): Promise<{ release(): void }> {
  const client = newClient(socketDir);
  let watching = false;
  const lost = () => {
    if (watching) onLost();
    watching = false;
  };
  client.on('error', lost);
  client.on('end', lost);
  const release = () => {
    watching = false;
    client.end().catch(() => {});
  };
  try {
    await client.connect();
    await lock(client, dataDir);
  } catch (error) {
    release();
    throw error;
  }
  watching = true;
  // Only the service's own work keeps its process alive.
  (client as pg.Client & { unref(): void }).unref();
  return { release };
}

/** The session of a service that was killed ends a moment after it, so a lock that is held is asked for again. */
async function lock(client: pg.Client, dataDir: string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < LOCK_WAIT_MS; await sleep(50)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
    if (rows[0].taken) return;
  }
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and granted`,
    [LOCK_KEY],
  );
  throw alreadyRunning(dataDir, String(rows[0]?.name ?? '').replace(HOLDER, '') || 'unknown');
}

// The maintenance database, not our own: a session in ours would keep it from being a template of another. What the
// environment says about PostgreSQL (PGSSLMODE, PGOPTIONS, …) is meant for other servers, so each is spelled out.
function newClient(socketDir: string): pg.Client {
  const client = new pg.Client({
    host: socketDir,
    port: PORT,
    user: USER,
    database: 'postgres',
    password: '',
    ssl: false,
    options: '-c client_min_messages=warning',
    application_name: HOLDER + process.pid,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  // Without a listener, a server that goes away would take the service with it.
  client.on('error', () => {});
  return client;
}
