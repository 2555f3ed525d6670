// A statement that the server gives up on, because a lock or a full disk keeps it past its timeout.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBatch } from '../../src/storage/connection/batch.ts';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  statement,
} from '../../src/storage/connection/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';

// The server's words for it are the same, whoever ends the statement.
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

test('a statement that the server gave up on is no bug of ours, and nothing of it was done', async () => {
  await assert.rejects(
    database.query(GIVEN_UP, []),
    (error) => error instanceof DatabaseUnavailable && !error.mayBeDone,
  );
});

test('a batch that the server gave up on is not tried again one by one: nobody waits for the timeouts of all', async () => {
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
