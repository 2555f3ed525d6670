// A tenant's shard is found by a hash that the service computes itself: it must be PostgreSQL's, which Citus places tenants by, for every uuid.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { hashOfUuid } from '../../src/storage/engine/sharded/hash.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test('the hash of a uuid is PostgreSQL’s own, for all bits set, none, each alone, and a thousand at random', async () => {
  const single = Array.from({ length: 128 }, (_one, bit) =>
    (1n << BigInt(bit))
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
  const uuids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...single,
    ...Array.from({ length: 1_000 }, () => randomUUID()),
  ];
  const { rows } = await client.query<{ hash: number }>(
    'select uuid_hash(u) as hash from unnest($1::uuid[]) with ordinality as g (u, o) order by o',
    [uuids],
  );
  assert.deepEqual(
    uuids.map((uuid) => `${uuid} ${hashOfUuid(uuid)}`),
    uuids.map((uuid, at) => `${uuid} ${rows[at]?.hash}`),
  );
  assert.equal(new Set(rows.map(({ hash }) => hash)).size > 1_100, true);
});

test('a uuid in capitals, as a caller may write it, is of the same shard', () => {
  const uuid = randomUUID();
  assert.equal(hashOfUuid(uuid.toUpperCase()), hashOfUuid(uuid));
});
