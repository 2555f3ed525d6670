// A migration beside statements on the same tables: they run while it waits for its lock, and it gets its turn.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/storage/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { endAll, newPath, until } from '../support/processes.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/storage/migrations');

let database: TestDatabase;
let clients: pg.Client[];
before(async () => {
  database = await createTestDatabase();
  const connectionString = database.url;
  clients = [0, 1].map(() => new pg.Client({ connectionString, statement_timeout: 10_000 }));
  for (const client of clients) await client.connect();
});
after(async () => {
  for (const client of clients) await client.end();
  await database.drop();
  await endAll();
});

test('a migration that does not get its lock within a second backs off, lets queued statements run, and retries', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const folder = newPath('migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const next = `${String(readdirSync(folder).length + 1).padStart(4, '0')}-one-more-column.sql`;
  writeFileSync(join(folder, next), 'alter table tenants add column one_more text;');
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
