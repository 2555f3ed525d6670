// A migration beside statements on the same tables: they run while it waits for its lock, and it gets its turn. And what a migration makes of
// rows that were there before.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/storage/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, before, test } from '../support/long.ts';
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

test('of the subjects that took over a person by their address, the one that was linked first stays', async () => {
  const older = await createEmptyDatabase();
  const folder = newPath('migrations-before-0011');
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < '0011'))
    cpSync(join(MIGRATIONS, file), join(folder, file));
  await migrate({ connectionString: older.url }, folder);
  const client = new pg.Client({ connectionString: older.url });
  await client.connect();
  try {
    const [bill, ada] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
    await client.query(
      `insert into people (id, email, first_name, last_name)
       values ($1, 'Bill@Initech.example', 'B', 'L'), ($2, 'ada@initech.example', 'A', 'L')`,
      [bill, ada],
    );
    // The owner's own subject came first, and was written last.
    await client.query(
      `insert into person_identities (issuer, subject, person_id, linked_at) values
         ('i', 'attacker-2', $1, '2026-02-02'), ('i', 'attacker-3', $1, '2026-02-02'), ('i', 'bill', $1, '2026-01-01'),
         ('other', 'bill-there', $1, '2026-03-03'), ('i', 'ada', $2, '2026-03-03')`,
      [bill, ada],
    );
    await migrate({ connectionString: older.url });
    const { rows } = await client.query('select subject from person_identities order by subject');
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['ada', 'bill', 'bill-there'],
    );
    const again = `insert into people (id, email, first_name, last_name) values (gen_random_uuid(), $1, 'X', 'Y')`;
    await assert.rejects(client.query(again, ['bill@INITECH.example']), { code: '23505' });
    await client.query(again, ['b\u0130ll@initech.example']);
    const link = `insert into person_identities (issuer, subject, person_id) values ('i', 'attacker-4', $1)`;
    await assert.rejects(client.query(link, [bill]), { code: '23505' });
  } finally {
    await client.end();
    await older.drop();
  }
});
