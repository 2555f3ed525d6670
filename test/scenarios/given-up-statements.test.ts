// A statement that the server cancels: at its timeout, because of a lock or a full disk, or to end a deadlock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createBatch } from '../../src/storage/engine/connection/batch.ts';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  statement,
} from '../../src/storage/engine/connection/database.ts';
import { databaseInWords } from '../../src/storage/engine/in-words.ts';
import { describeFault } from '../../src/telemetry/fault.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { until } from '../support/waiting.ts';

// The server's error is the same, whatever cancels the statement.
const GIVEN_UP = statement('given-up', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)');

let home: TestDatabase;
let database: Database;
before(async () => {
  home = await createTestDatabase();
  database = createDatabase({
    connection: { connectionString: home.url },
    poolSize: 1,
    namedStatements: true,
  });
});
after(async () => {
  await database?.close();
  await home?.drop();
});

test('a cancelled statement is answered as unavailable, not as a fault, and has no effect', async () => {
  await assert.rejects(
    database.query(GIVEN_UP, []),
    (error) => error instanceof DatabaseUnavailable && !error.mayBeDone,
  );
});

test('a cancelled batch is not retried row by row: no caller waits for the sum of the timeouts', async () => {
  let tries = 0;
  const batch = createBatch<number, number>({
    sizeMax: 10,
    inFlightMax: 1,
    run: async (items) => {
      tries += 1;
      await database.query(GIVEN_UP, []);
      return items;
    },
  });
  const ends = await Promise.allSettled([1, 2, 3, 4].map(batch));
  assert.deepEqual(
    ends.map((end) => end.status === 'rejected' && end.reason instanceof DatabaseUnavailable),
    [true, true, true, true],
  );
  assert.equal(tries, 1);
});

test('an error of the database is logged with its code and the name of the statement, not with its words', async () => {
  const refused = await database
    .query(statement('ask-for-nothing', 'select 1 / $1::integer'), [0])
    .catch((error) => error);
  const { code, statement: name, ...rest } = describeFault(refused);
  assert.deepEqual([code, name], ['22012', 'ask-for-nothing']);
  assert.doesNotMatch(JSON.stringify(rest), /division/);
});

const BACKEND = statement('backend', 'select pg_backend_pid() as pid');
const NOTE = statement('note', 'create temporary table if not exists noted (at int)');
const IS_NOTED = statement('is-noted', "select to_regclass('pg_temp.noted') is not null as is_noted");

test('what a transaction itself refuses is rolled back on its connection, which the next caller gets', async () => {
  const [before] = await database.query(BACKEND, []);
  const refusal = new Error('not today');
  const refused = database.transaction(async (tx) => {
    await tx.query(NOTE, []);
    throw refusal;
  });
  await assert.rejects(refused, refusal);
  assert.deepEqual(await database.query(BACKEND, []), [before]);
  assert.deepEqual(await database.query(IS_NOTED, []), [{ is_noted: false }]);
});

test('a transaction with a failed statement takes its connection along, whatever its work makes of it', async () => {
  const [before] = await database.query(BACKEND, []);
  const refused = database.transaction(async (tx) => {
    await tx.query(GIVEN_UP, []).catch(() => {});
    throw new Error('not today');
  });
  await assert.rejects(refused, /not today/);
  assert.notDeepEqual(await database.query(BACKEND, []), [before]);
});

const TWO_LOCKS = statement('two-locks', 'select pg_advisory_xact_lock(2), pg_advisory_xact_lock(1)');

/** Another takes the locks the other way round. The server chooses who waited first, unless the machine stalls in between: then again. */
async function deadlocked<T>(work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: home.url });
  await other.connect();
  try {
    for (;;) {
      await other.query('begin; select pg_advisory_xact_lock(1)');
      const done = work();
      await until('it waits', async () => {
        const { rowCount } = await other.query('select from pg_locks where not granted and objid = 1');
        return rowCount === 1;
      });
      const isOtherChosen = await other.query('select pg_advisory_xact_lock(2)').then(
        () => false,
        () => true,
      );
      await other.query('rollback');
      const result = await done;
      if (!isOtherChosen) return result;
    }
  } finally {
    await other.end();
  }
}

test('a statement that was chosen to end a deadlock is sent again, and its caller notices nothing', async () => {
  assert.equal((await deadlocked(() => database.query(TWO_LOCKS, []))).length, 1);
});

test('a transaction that was chosen is unavailable without effect, and says so to whoever runs a command', async () => {
  const error = await deadlocked(() =>
    database.transaction((tx) => tx.query(TWO_LOCKS, [])).catch((reason: unknown) => reason),
  );
  assert.ok(error instanceof DatabaseUnavailable && !error.mayBeDone, String(error));
  assert.equal(
    databaseInWords(error),
    'The database refused: others were at the same rows; try again (SQLSTATE 40P01).',
  );
});
