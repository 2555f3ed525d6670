// src/storage/schema.sql, which people read, against the migrations, which run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { SCHEMA_FILE, schemaText } from '../../scripts/schema.ts';
import { ATTEMPTS_MAX, REFUSED_SENDS_MAX, SENDS_MAX } from '../../src/domain/reports/challenge.ts';
import { CORRECTION_MINUTES, CORRECTIONS_MAX } from '../../src/domain/reports/risk-facts.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database/postgres.ts';

const stored = readFileSync(SCHEMA_FILE, 'utf8');

let migrated: TestDatabase;
let loaded: TestDatabase;
before(async () => {
  migrated = await createEmptyDatabase();
  loaded = await createEmptyDatabase();
});
after(async () => {
  await migrated.drop();
  await loaded.drop();
});

test('schema.sql is what the migrations make of an empty database', async () => {
  await migrate({ connectionString: migrated.url });
  const isFresh = (await schemaText(migrated.url)) === stored;
  assert.ok(isFresh, 'src/storage/schema.sql is stale: run npm run schema');
});

test('schema.sql, loaded into an empty database, makes the same schema', async () => {
  const client = new pg.Client({ connectionString: loaded.url });
  await client.connect();
  await client.query(stored);
  await client.end();
  assert.equal(await schemaText(loaded.url), stored);
});

// A released migration is never edited, so the tables have these numbers written out.
test('the table of reports has the limits of the domain: attempts, sends, and one counted request for each', () => {
  const checks = [
    ...Object.entries({ attempts: ATTEMPTS_MAX, sends: SENDS_MAX, refused_sends: REFUSED_SENDS_MAX }).map(
      ([name, most]) => `when not ${name} between 0 and ${most} then`,
    ),
    // Every attempt, and every send but the first.
    `when not cardinality(counted) <= ${ATTEMPTS_MAX + SENDS_MAX - 1 + REFUSED_SENDS_MAX} then`,
  ];
  for (const check of checks) assert.ok(stored.includes(check), check);
});

test('the correction of a form has the limits of the domain', () => {
  const limits = [
    `when not corrections between 0 and ${CORRECTIONS_MAX} then`,
    `used.corrections < ${CORRECTIONS_MAX} and now_at <= used.used_at + interval '${CORRECTION_MINUTES} minutes'`,
  ];
  for (const limit of limits) assert.ok(stored.includes(limit), limit);
});

test('an address is one person, folded in A to Z alone, and a person has one subject of a provider', async () => {
  const client = new pg.Client({ connectionString: migrated.url });
  await client.connect();
  try {
    const person = `insert into people (id, email, first_name, last_name) values (gen_random_uuid(), $1, 'B', 'L') returning id`;
    const [bill] = (await client.query<{ id: string }>(person, ['Bill@Initech.example'])).rows;
    await assert.rejects(client.query(person, ['bill@INITECH.example']), { code: '23505' });
    await client.query(person, ['b\u0130ll@initech.example']);
    const link = 'insert into person_identities (issuer, subject, person_id) values ($1, $2, $3)';
    await client.query(link, ['i', 'bill', bill?.id]);
    await client.query(link, ['other', 'bill-there', bill?.id]);
    await assert.rejects(client.query(link, ['i', 'attacker', bill?.id]), { code: '23505' });
  } finally {
    await client.end();
  }
});
