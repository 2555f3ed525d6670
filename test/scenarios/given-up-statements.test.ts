// A statement that the server cancels at its timeout, because of a lock or a full disk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBatch } from '../../src/storage/connection/batch.ts';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  statement,
} from '../../src/storage/connection/database.ts';
import { describeFault } from '../../src/telemetry/fault.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';

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
