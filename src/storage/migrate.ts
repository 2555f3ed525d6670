// Migrates a database to this version's schema while processes of the version before serve: forward only, step by step, safe when several
// processes start at once. A step takes all its locks first, and gives up after half a second: sooner than the server looks for deadlocks, so
// that no request is chosen to end one. Then it lets the others pass and tries again. A database with a newer schema is refused, and so is one
// that does not begin with the first migration, the baseline.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf, connectToPrimary, refuseReadOnly } from './engine/connection/hosts.ts';
import { isDistributed, prepareForChange } from './engine/sharded/distribute.ts';
import { builds, concurrentIndexOf, locksOf, type Migration, readMigrations } from './migration-steps.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const VERSION_MIN = 150000;
const CONNECT_TIMEOUT_MS = 10_000;
// Arbitrary, but the same in every version of the service.
const LOCK_ID = 7_301_225;
const TURN_POLL_MS = 200;
/** Statements queue behind a step that waits for its locks: no longer than this, which is half of PostgreSQL's deadlock_timeout. */
const LOCK_WAIT_MS = 500;
/** An index that is built beside the others waits for transactions, and nobody waits for it. */
const BUILD_WAIT_MS = 10_000;
const TRIES_MAX = 120;
const BACK_OFF_MS = 500;
/** SQLSTATE query_canceled: a statement timeout. */
const CUT_OFF = '57014';
/** A lock timeout, a statement timeout (of all locks together), and a deadlock: nothing was done. */
const BUSY = new Set(['55P03', CUT_OFF, '40P01']);
/** A machine that is busy may be slow a few times. */
const CUTS_MAX = 3;
/** A pooler or a server that starts anew closes connections: what was done is read from the database before each step. */
const LOSSES_MAX = 3;
const CUT_BEHIND_POOLER =
  "The build of an index was ended by the statement timeout of the database's user, which cannot be lifted behind a pooler. " +
  'Start the first process of this version with a DATABASE_URL that names the server itself.';

export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

type Step = { migration: string; text: string; doneAs: string; isLast: boolean };

/** Answers the names of the migrations that this call completed. */
export async function migrate(connection: pg.ClientConfig, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const clients: pg.Client[] = [];
  const lost = new Set<pg.Client>();
  const connect = async (): Promise<pg.Client> => {
    const client = await connectToPrimary({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
    client.once('error', () => lost.add(client));
    clients.push(client);
    return client;
  };
  try {
    let client = await connect();
    const isDone = await retrying(async () => {
      await refuseOldServer(client);
      await refuseReadOnly(client);
      return (await findNext(client, migrations)) === null;
    });
    if (isDone) return [];
    let turn = await connect();
    const areLost = async (): Promise<boolean> => {
      // A statement fails before its connection is known to be closed.
      for (const one of [client, turn]) if (!(await answers(one))) lost.add(one);
      return lost.has(client) || lost.has(turn);
    };
    const applied: string[] = [];
    for (;;) {
      const done = await retrying(async () => {
        if (lost.has(client)) client = await connect();
        if (lost.has(turn)) turn = await connect();
        return inTurn(turn, () => applyNext(client, migrations));
      }, areLost);
      if (done === null) return applied;
      if (done.isLast) applied.push(done.migration);
    }
  } finally {
    for (const client of clients) await client.end();
  }
}

/** The build of an index that the role's timeout ended. */
class CutBehindPooler extends Error {
  readonly code = CUT_OFF;
}

function answers(client: pg.Client): Promise<boolean> {
  return client.query('select 1').then(
    () => true,
    () => false,
  );
}

async function retrying<T>(
  work: () => Promise<T>,
  areLost = async (): Promise<boolean> => false,
): Promise<T> {
  let [cuts, losses] = [0, 0];
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (await areLost()) losses += 1;
      else if (!BUSY.has(codeOf(error))) throw error;
      if (losses > LOSSES_MAX) throw error;
      if (error instanceof CutBehindPooler) cuts += 1;
      if (cuts === CUTS_MAX) throw new MigrationRefused(CUT_BEHIND_POOLER);
      if (tries === TRIES_MAX) {
        throw new MigrationRefused(
          'The tables could not be prepared: something holds a lock on them and does not let go. End it (pg_stat_activity), then start again.',
        );
      }
      await sleep(BACK_OFF_MS);
    }
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

/**
 * Of several starting processes one at a time makes a step. The lock is held by a transaction of its own, which does nothing: an index cannot
 * be built inside of one. It is asked for again and again, since a build would wait for a statement that waits for it.
 */
async function inTurn<T>(turn: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    await takeTurn(turn);
    return await work();
  } finally {
    // Also of a turn that was asked for and cut off: in a transaction that failed it could not be asked for again.
    await turn.query('rollback').catch(() => {});
  }
}

async function takeTurn(turn: pg.Client): Promise<void> {
  for (;;) {
    await turn.query('begin');
    await turn.query('set local idle_in_transaction_session_timeout = 0');
    // Without a parameter: the driver would leave a portal open, whose snapshot a build waits for.
    const { rows } = await turn.query(`select pg_try_advisory_xact_lock(${LOCK_ID}) as "isOurs"`);
    if (rows[0]?.isOurs === true) return;
    await turn.query('rollback');
    await sleep(TURN_POLL_MS);
  }
}

async function applyNext(client: pg.Client, migrations: Migration[]): Promise<Step | null> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const next = await findNext(client, migrations);
  if (next === null) return null;
  const index = concurrentIndexOf(next.text);
  if (index === null) await inTransaction(client, next);
  else await besideOthers(client, next, index);
  return next;
}

/** Null when all are applied. A step that is done has a row; the last one's has the name of the file, and takes the place of the others. */
async function findNext(client: pg.Client, migrations: Migration[]): Promise<Step | null> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as is`);
  const { rows } = found[0]?.is
    ? await client.query<{ name: string }>('select name from schema_migrations order by name')
    : { rows: [] };
  const done = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  const [baseline] = migrations;
  if (done.size > 0 && baseline !== undefined && !done.has(baseline.name)) {
    throw new MigrationRefused(
      `The database was made by a development version of Trefoil (it has the migration ${[...done].at(-1)}), from which there is no upgrade: ` +
        'use a new database, or without DATABASE_URL a new DATA_DIR, or go back to the version that made this one.',
    );
  }
  const unknown = [...done].filter((name) => !known.has(name.replace(/ step \d+$/, '')));
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `The database was made by a newer version of Trefoil (it has the migration ${unknown.at(-1)}). Start that version or a later one, or use another database.`,
    );
  }
  const next = migrations.find(({ name }) => !done.has(name));
  if (next === undefined) return null;
  const { name, steps } = next;
  const doneAs = (at: number): string => (at === steps.length - 1 ? name : `${name} step ${at + 1}`);
  const at = steps.findIndex((_text, step) => !done.has(doneAs(step)));
  return { migration: name, text: steps[at] as string, doneAs: doneAs(at), isLast: at === steps.length - 1 };
}

async function inTransaction(client: pg.Client, step: Step): Promise<void> {
  const isOnCluster = await isDistributed(client);
  await client.query('begin');
  try {
    // Local, because behind a pooler in transaction mode the session is shared.
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    if (isOnCluster) await prepareForChange(client);
    else await takeLocks(client, step.text);
    // An operator's timeout for requests is not meant for migrations.
    await client.query('set local statement_timeout = 0');
    // Citus hands each statement on to the shards by the text that it came in, which may hold no other.
    await client.query(isOnCluster ? `do $migration$ begin ${step.text}\nend $migration$` : step.text);
    await note(client, step);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** In one statement, so that its timeout is that of all waits together. */
async function takeLocks(client: pg.Client, text: string): Promise<void> {
  const { exclusive, shared } = locksOf(text);
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where (select relkind = 'r' from pg_class where oid = to_regclass(name))`,
    [[...exclusive, ...shared]],
  );
  if (rows.length === 0) return;
  const locks = rows.map(
    ({ name }) =>
      `lock table ${name} in ${exclusive.includes(name) ? 'access' : 'share row'} exclusive mode;`,
  );
  await client.query(`set local statement_timeout = ${LOCK_WAIT_MS}`);
  await client.query(`do $locks$ begin ${locks.join(' ')} end $locks$`);
}

/**
 * Builds or drops an index. One that a failed build left behind is invalid, and is built anew; one that is whole was built by a process that
 * ended before it noted so.
 */
async function besideOthers(client: pg.Client, step: Step, index: string): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.isValid === true && builds(step.text)) return note(client, step);
  const isPooled = await isBehindPooler(client);
  try {
    // Behind a pooler they would be of another connection, and stay with it.
    if (!isPooled) await client.query(`set statement_timeout = 0; set lock_timeout = ${BUILD_WAIT_MS}`);
    if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${index}`);
    await client.query(step.text);
    await note(client, step);
  } catch (error) {
    throw isPooled && codeOf(error) === CUT_OFF ? new CutBehindPooler() : error;
  } finally {
    if (!isPooled) await client.query('reset statement_timeout; reset lock_timeout').catch(() => {});
  }
}

/** A pooler answers for the server, under a process id of its own. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}

async function note(client: pg.Client, { migration, doneAs, isLast }: Step): Promise<void> {
  await client.query('insert into schema_migrations (name) values ($1)', [doneAs]);
  if (isLast)
    await client.query(`delete from schema_migrations where starts_with(name, $1 || ' step ')`, [migration]);
}

/** For commands, which make no table and change none: whether the database has the tables of this version. */
export async function checkSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) {
    throw new MigrationRefused(
      'This database has no tables of Trefoil. Name the one that the service uses; a new one gets its tables when the service is started on it.',
    );
  }
  if ((await findNext(client, await readMigrations(FOLDER))) !== null) {
    throw new MigrationRefused(
      'The tables are of an earlier version of Trefoil. Start this version of the service, which brings them up to date, or run the command of that version.',
    );
  }
}
