// Brings a database up to this version's schema: forward only, one transaction each, safe when several processes start
// at once. It never makes those wait who work on the tables meanwhile: a step that does not get its locks within a second gives up,
// lets them pass and tries again. An index on a table that may be large is built beside them, outside a transaction: a file for that
// begins with BESIDE_WRITERS and has such indexes only. A database that is ahead of us is refused, not guessed at.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type pg from 'pg';
import { connectToPrimary } from './hosts.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
const VERSION_MIN = 150000;
const CONNECT_TIMEOUT_MS = 10_000;
// Any number will do, as long as every version of the service uses the same one.
const LOCK_ID = 7_301_225;
const BESIDE_LOCK_ID = 7_301_226;
const BESIDE_WRITERS = '-- Beside those who write.';
const INDEX_NAME = /^create index concurrently if not exists (\w+) /;
const QUERY_CANCELED = '57014';
// Whoever comes after a step that waits for a lock waits too: not for longer than this.
const LOCK_WAIT_MS = 1_000;
const LOCK_TRIES_MAX = 120;
const LOCK_PAUSE_MS = 500;
const BESIDE_PAUSE_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

/** Answers the names of the migrations that were applied by this call. */
export async function migrate(connection: pg.ClientConfig, folder = FOLDER): Promise<string[]> {
  const migrations = await listMigrations(folder);
  const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  try {
    await refuseOldServer(client);
    const applied: string[] = [];
    for (;;) {
      const next = await patiently(() => applyNext(client, migrations, folder));
      if (next === undefined) return applied;
      const isOurs = next.beside === null || (await patiently(() => buildBeside(client, connection, next)));
      if (isOurs) applied.push(next.name);
    }
  } finally {
    await client.end();
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (tries === LOCK_TRIES_MAX) {
        throw new MigrationRefused(
          'The tables could not be prepared: something holds a lock on them and does not let go. End it (pg_stat_activity), then start again.',
        );
      }
      await passed(LOCK_PAUSE_MS);
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function listMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  names.forEach((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`migration ${name} is out of order`);
  });
  return names;
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

type Step = {
  name: string;
  /** The text of a file whose indexes are still to be built; of any other, nothing, and it was applied. */
  beside: string | null;
};

/** One migration in one transaction, or nothing when all is done. The lock is taken first and the state read under it, so two starters cannot race. */
function applyNext(client: pg.Client, migrations: string[], folder: string): Promise<Step | undefined> {
  return inTransaction(client, async () => {
    // The first of several starters may take its time; the others wait for it here, where they are in nobody's way.
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const done = rows.map((row) => row.name);
    const unknown = done.filter((name) => !migrations.includes(name));
    if (unknown.length > 0) {
      throw new MigrationRefused(
        `The database was made by a newer version of Trefoil (it has the migration ${unknown.at(-1)}). Start that version or a later one, or use another database.`,
      );
    }
    const name = migrations.find((name) => !done.includes(name));
    if (name === undefined) return undefined;
    const text = await readFile(join(folder, name), 'utf8');
    if (text.startsWith(BESIDE_WRITERS)) return { name, beside: text };
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query(text);
    return { name, beside: null };
  });
}

/**
 * Answers whether we built them, or another starter did. Building waits for every transaction that was there before it and looks at
 * rows. So whoever waits for this lock asks for it again and again and is idle in between, and the lock above is not held meanwhile.
 */
function buildBeside(
  client: pg.Client,
  connection: pg.ClientConfig,
  { name, beside }: Step,
): Promise<boolean> {
  return inTransaction(client, async () => {
    while (!(await hasRows(client, `select 1 where pg_try_advisory_xact_lock(${BESIDE_LOCK_ID})`))) {
      await passed(BESIDE_PAUSE_MS);
    }
    if (await hasRows(client, `select 1 from schema_migrations where name = '${name}'`)) return false;
    const builder = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
    try {
      for (const sql of indexesIn(beside ?? '')) await buildIndex(builder, sql);
    } finally {
      await builder.end();
    }
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    return true;
  });
}

async function buildIndex(builder: pg.Client, sql: string): Promise<void> {
  const name = INDEX_NAME.exec(sql)?.[1];
  if (name === undefined) throw new Error('beside those who write, only an index can be built');
  // One that was given up in the middle stays behind, useless and in the way of its name.
  const broken = `select 1 from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`;
  if (await hasRows(builder, broken)) await builder.query(`drop index concurrently ${name}`);
  try {
    await builder.query(sql);
  } catch (error) {
    if (!isCode(error, QUERY_CANCELED)) throw error;
    throw new MigrationRefused(
      `Building the index ${name} was cancelled, most likely by a statement_timeout of the database's. Raise it for this role, start again, and set it back; or build the index by hand first: ${sql}`,
    );
  }
}

function indexesIn(text: string): string[] {
  const withoutComments = text.replace(/^--.*$/gm, '');
  return withoutComments
    .split(';')
    .map((sql) => sql.trim().replace(/\s+/g, ' '))
    .filter((sql) => sql !== '');
}

/** Without parameters: a query with some keeps its look at the rows until the next one, and an index would wait for that. */
async function hasRows(client: pg.Client, sql: string): Promise<boolean> {
  return (await client.query(sql)).rowCount === 1;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  // At this level a transaction that is idle looks at no rows, and keeps nobody's index waiting.
  await client.query('begin isolation level read committed');
  try {
    // A timeout that the operator set for requests is not for migrations; local, because behind a pooler in transaction mode
    // the session belongs to others too.
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
