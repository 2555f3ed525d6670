// A migration beside statements on the same tables: they run while it waits for its locks, and it gets its turn. One that stopped half-way is
// taken up again.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/storage/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, test } from '../support/long.ts';
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

/** The migrations, with one more after all that are in the folder. */
function withOneMore(text: string): { folder: string; next: string } {
  const folder = newPath('migrations');
  rmSync(folder, { recursive: true, force: true });
  cpSync(MIGRATIONS, folder, { recursive: true });
  const last = Number(readdirSync(folder).sort().at(-1)?.slice(0, 4));
  const next = `${String(last + 1).padStart(4, '0')}-one-more.sql`;
  writeFileSync(join(folder, next), text);
  return { folder, next };
}

test('a migration that does not get its lock soon backs off, lets queued statements run, and retries', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore('alter table tenants add column one_more text;');
  await holder.query('begin');
  await holder.query('select 1 from tenants');
  const migrated = migrate({ connectionString: database.url }, folder);
  const waiting = `select 1 from pg_locks where relation = 'tenants'::regclass and not granted`;
  await until('it waits for the table', async () => (await other.query(waiting)).rowCount === 1);
  // Behind a migration that waited without a timeout this would wait as long.
  await other.query('select 1 from tenants');
  await holder.query('commit');
  assert.deepEqual(await migrated, [next]);
  assert.deepEqual(await migrate({ connectionString: database.url }, folder), []);
});

test('of a migration and a request that deadlock, the migration gives way: the request goes on, and the migration retries', async () => {
  const [request, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore(
    'alter table holds add column more text; do $$ begin perform pg_sleep(0.8); end $$; alter table reports add column more text;',
  );
  await request.query('begin');
  await request.query('select 1 from reports');
  const migrated = migrate({ connectionString: database.url }, folder);
  const taken = `select 1 from pg_locks where relation = 'holds'::regclass and granted and mode = 'AccessExclusiveLock'`;
  await until('it has one of its locks', async () => (await other.query(taken)).rowCount === 1);
  await request.query('select 1 from holds');
  await request.query('commit');
  assert.deepEqual(await migrated, [next]);
});

test('a migration that stopped half-way goes on with the step that failed, and builds an invalid index anew', async () => {
  const [client] = clients as [pg.Client];
  const { folder, next } = withOneMore(
    `create table halves (n int);
     insert into halves values (1), (1);
     -- step: beside the others
     create unique index concurrently halves_n on halves (n);
     -- step
     alter table halves add column last int;`,
  );
  const connection = { connectionString: database.url };
  const index = `select indisvalid as valid from pg_index where indexrelid = 'halves_n'::regclass`;
  const recorded = async () =>
    (await client.query('select name from schema_migrations where name >= $1', [next])).rows;
  await assert.rejects(migrate(connection, folder), { code: '23505' });
  assert.deepEqual((await client.query(index)).rows, [{ valid: false }]);
  assert.deepEqual(await recorded(), [{ name: `${next} step 1` }]);
  // This version has no such migration: it is the older one.
  await assert.rejects(migrate(connection), /made by a newer version/);

  await client.query('delete from halves');
  assert.deepEqual(await migrate(connection, folder), [next]);
  assert.deepEqual((await client.query(index)).rows, [{ valid: true }]);
  assert.deepEqual(await recorded(), [{ name: next }]);
});
