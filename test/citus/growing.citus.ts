// A service with tenants, reports and money is put onto a cluster, and migrated there later: everything is as it was before, and goes on.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { distribute } from '../../src/storage/engine/sharded/distribute.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createOnCluster } from '../support/database/citus.ts';
import { admin, databaseUrl, type TestDatabase, WORKERS } from '../support/database/postgres.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';
import { LIVE, problemsOf } from '../support/money.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const SERVER = process.env.TREFOIL_TEST_SERVER ?? '';
const NAME = `t_${randomBytes(8).toString('hex')}`;
const TENANTS = 8;
const REPORTS = 5;
const database: TestDatabase = {
  url: SERVER === '' ? '' : databaseUrl(SERVER, NAME),
  drop: async () => {
    for (const url of [SERVER, ...WORKERS])
      await admin(url, (client) => client.query(`drop database if exists ${NAME} with (force)`));
  },
};
const connection = { connectionString: database.url };
const openOn = (isSharded: boolean): Promise<House> =>
  openHouse({ DATABASE_SHARDED: String(isSharded) }, database, createStandIn());

/** What a tenant has, as it reads it. */
async function belongingsOf(client: Client) {
  const { tenantId } = client.tenant;
  const list = (await client.get(`/${tenantId}/v1/credit-reports`)).body;
  const reports = [];
  for (const { creditReportId } of list.data.items)
    reports.push((await client.get(`/${tenantId}/v1/credit-reports/${creditReportId}`)).body.data);
  const statement = (await client.get(`/${tenantId}/v1/billing/transactions`)).body.items;
  const events = (await client.get(`/${tenantId}/v1/events`)).body.items;
  return { list: list.data.items, reports, statement, events };
}

let house: House;
let tenants: Client['tenant'][];
before(async () => {
  assert.notEqual(SERVER, '', 'run by npm run test:citus');
  await createOnCluster(SERVER, WORKERS, NAME);
  await migrate(connection);
  house = await openOn(false);
  tenants = [];
  for (let n = 0; n < TENANTS; n += 1) {
    const tenant = await createTenant(house, { balanceCredits: 100_000 });
    tenants.push(tenant);
    const client = await clientOf(house, tenant);
    for (let m = 0; m < REPORTS; m += 1) {
      const answer = await client.generate(LIVE);
      assert.equal(answer.body.data.status, 'complete');
    }
  }
});
after(async () => {
  await house?.close();
  await database.drop();
});

test('put onto a cluster: each tenant has what it had, the books hold, and the next report is made', async () => {
  const had = [];
  for (const tenant of tenants) had.push(await belongingsOf(await clientOf(house, tenant)));
  await house.close();

  const plan = await distribute(connection, false);
  assert.ok(plan.length > 0);
  assert.deepEqual(await distribute(connection, true), plan, 'what was planned is done');
  assert.deepEqual(await distribute(connection, true), [], 'and is not done again');

  house = await openOn(true);
  for (const [n, tenant] of tenants.entries()) {
    const client = await clientOf(house, tenant);
    assert.deepEqual(await belongingsOf(client), had[n]);
    assert.equal((await client.generate(LIVE)).body.data.status, 'complete');
    assert.deepEqual(await problemsOf(house, tenant.tenantId), []);
  }
});

test('a later version migrates the cluster: tables of every shard change, and the service goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tf-later-'));
  try {
    cpSync(join(import.meta.dirname, '../../src/storage/migrations'), folder, { recursive: true });
    writeFileSync(
      join(folder, `${String(await nextNumber()).padStart(4, '0')}-later.sql`),
      `alter table reports add column later_word text constraint reports_later_word check (later_word <> '');
       create index reports_later on reports (tenant_id, later_word);
       create or replace function later_word() returns text language sql as $$ select 'later' $$;
       update reports set later_word = 'before' where later_word is null; -- the last line is a comment`,
    );
    const client = await clientOf(house, tenants[0] ?? assert.fail());
    const before = await belongingsOf(client);
    const applied = await migrate(connection, folder);
    assert.equal(applied.length, 1);
    const [changed] = await sql<{ shards: number }>(
      house,
      `select count(*)::int as shards from run_command_on_shards('reports', $$select 1 from %s having count(*) = count(later_word)$$) where result = '1'`,
    );
    const [all] = await sql<{ shards: number }>(
      house,
      `select count(*)::int as shards from pg_dist_shard where logicalrelid = 'reports'::regclass`,
    );
    assert.equal(changed?.shards, all?.shards);
    assert.deepEqual(await belongingsOf(client), before);
    assert.equal((await client.generate(LIVE)).body.data.status, 'complete');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function nextNumber(): Promise<number> {
  const [row] = await sql<{ count: number }>(house, 'select count(*)::int as count from schema_migrations');
  return (row?.count ?? 0) + 1;
}
