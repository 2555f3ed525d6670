// A migration beside those who work on the tables: whoever comes while it waits for a lock is served, and it gets its turn.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/storage/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { endAll, newPath, until } from '../support/processes.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/storage/migrations');

let database: TestDatabase;
let clients: pg.Client[];
beforeEach(async () => {
  database = await createTestDatabase();
  const connectionString = database.url;
  clients = [0, 1].map(() => new pg.Client({ connectionString, statement_timeout: 10_000 }));
  for (const client of clients) await client.connect();
});
afterEach(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});
after(endAll);

test('a migration that does not get its lock within a second lets the others pass, and tries again', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore('column', 'alter table tenants add column one_more text;');
  await holder.query('begin');
  await holder.query('select 1 from tenants');
  const migrated = migrate({ connectionString: database.url }, folder);
  const waiting = `select 1 from pg_locks where relation = 'tenants'::regclass and not granted`;
  await until('it waits for the table', async () => (await other.query(waiting)).rowCount === 1);
  // Behind a migration that waited for ever this would wait as long.
  await other.query('select 1 from tenants');
  await holder.query('commit');
  assert.deepEqual(await migrated, [next]);
  assert.deepEqual(await migrate({ connectionString: database.url }, folder), []);
});

test('an index is built beside those who write, and one that was given up in the middle is built anew', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const insert = `insert into tenants (id, name, data_key) values (gen_random_uuid(), 'Northgate Claims', '')`;
  const { folder, next } = withOneMore(
    'index',
    '-- Beside those who write.\ncreate index concurrently if not exists one_more on tenants (name);',
  );
  const isValid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('one_more')`;
  await holder.query('begin');
  await holder.query(insert);
  const starts = Promise.allSettled([1, 2].map(() => migrate({ connectionString: database.url }, folder)));
  const building = `select pid from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'`;
  const untilItWaits = (what: string) =>
    until(what, async () => (await other.query(building)).rowCount === 1);
  await untilItWaits('one of two builds it and waits for who wrote before');
  await other.query(insert);
  assert.deepEqual((await other.query(isValid)).rows, [{ valid: false }]);
  await other.query(`select pg_terminate_backend(pid) from (${building}) builder`);
  // The one that has no builder any more ends; the other finds what it left behind.
  await holder.query('commit');
  const [failed, done] = (await starts).sort((one) => (one.status === 'rejected' ? -1 : 1));
  assert.equal(failed?.status, 'rejected');
  assert.deepEqual(done?.status === 'fulfilled' && done.value, [next]);
  assert.deepEqual((await other.query(isValid)).rows, [{ valid: true }]);
  assert.deepEqual(await migrate({ connectionString: database.url }, folder), []);
});

/** All migrations and one more. */
function withOneMore(what: string, text: string): { folder: string; next: string } {
  const folder = newPath(`migrations-${what}`);
  cpSync(MIGRATIONS, folder, { recursive: true });
  const next = `${String(readdirSync(folder).length + 1).padStart(4, '0')}-one-more-${what}.sql`;
  writeFileSync(join(folder, next), text);
  return { folder, next };
}
