// Migrates a database to this version's schema: forward only, one transaction each, safe when several processes start at once. A
// migration that does not get its locks within a second backs off and retries, so that statements queued behind it run meanwhile. A
// database with a newer schema is refused.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectToPrimary } from './connection/hosts.ts';
import { isDistributed, prepareForChange } from './sharded/distribute.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const VERSION_MIN = 150000;
const CONNECT_TIMEOUT_MS = 10_000;
// Arbitrary, but the same in every version of the service.
const LOCK_ID = 7_301_225;
// Statements queue behind a migration that waits for a lock: no longer than this.
const LOCK_WAIT_MS = 1_000;
const LOCK_TRIES_MAX = 120;
const LOCK_BACK_OFF_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

/** Answers the names of the migrations that this call applied. */
export async function migrate(connection: pg.ClientConfig, folder = FOLDER): Promise<string[]> {
  const migrations = await listMigrations(folder);
  const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  try {
    await refuseOldServer(client);
    const applied: string[] = [];
    for (;;) {
      const next = await retryingLocks(() => applyNext(client, migrations, folder));
      if (next === undefined) return applied;
      applied.push(next);
    }
  } finally {
    await client.end();
  }
}

async function retryingLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy) throw error;
      if (tries === LOCK_TRIES_MAX) {
        throw new MigrationRefused(
          'The tables could not be prepared: something holds a lock on them and does not let go. End it (pg_stat_activity), then start again.',
        );
      }
      await sleep(LOCK_BACK_OFF_MS);
    }
  }
}

export async function listMigrations(folder = FOLDER): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  names.forEach((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`migration ${name} is out of order`);
  });
  return names;
}

export function refuseNewer(done: string[], migrations: string[]): void {
  const unknown = done.filter((name) => !migrations.includes(name));
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `The database was made by a newer version of Trefoil (it has the migration ${unknown.at(-1)}). Start that version or a later one, or use another database.`,
    );
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    `select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version`,
  );
  if (Number(rows[0]?.server_version_num) < VERSION_MIN) {
    throw new MigrationRefused(
      `The database is PostgreSQL ${rows[0]?.server_version}; Trefoil needs 15 or later. Upgrade it, or point DATABASE_URL at another one.`,
    );
  }
}

/** One migration in one transaction; its name, or undefined when all are applied. The advisory lock is taken before the state is read, so two starting processes cannot race. */
async function applyNext(
  client: pg.Client,
  migrations: string[],
  folder: string,
): Promise<string | undefined> {
  await client.query('begin');
  try {
    // An operator's timeout for requests is not meant for migrations. Local, because behind a pooler in transaction mode the session
    // is shared.
    await client.query('set local statement_timeout = 0');
    // Of several starting processes one migrates; the others wait for this lock, where they block nothing else.
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const done = rows.map((row) => row.name);
    refuseNewer(done, migrations);
    const next = migrations.find((name) => !done.includes(name));
    if (next !== undefined) {
      const isOnCluster = await isDistributed(client);
      if (isOnCluster) await prepareForChange(client);
      await client.query('insert into schema_migrations (name) values ($1)', [next]);
      const text = await readFile(join(folder, next), 'utf8');
      // Citus hands each statement on to the shards by the text that it came in, which may hold no other.
      await client.query(isOnCluster ? `do $migration$ begin ${text}\nend $migration$` : text);
    }
    await client.query('commit');
    return next;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
