// The archive: what is older than the months leaves the tables of every day, in whole blocks, and nothing is lost by it. The ledger still
// verifies from its first entry, a key moves money once, a report is found by its id, and what is not archived cannot be removed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createArchive } from '../../src/storage/archive.ts';
import { createLedgerStore } from '../../src/storage/wallet/ledger.ts';
import { createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';
import { pastTheRules } from '../support/money.ts';

const MONTHS = 24;
const REPORTS = 700;
/** A top-up, and of each report a hold, a post and a void. */
const ENTRIES = 1 + 3 * REPORTS;

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house, { balanceCredits: 1_000_000 }));
  await charge(client, REPORTS);
});
after(() => house?.close());

const archiveOld = (months: number | null): Promise<number> =>
  createArchive({ database: house.service.database }).archiveOld(months);
const verify = ({ tenant: { tenantId } }: Client) =>
  createVerifyLedger({ database: house.service.database })(tenantId);
const count = async ({ tenant: { tenantId } }: Client, table: string): Promise<number> => {
  const [row] = await sql<{ count: number }>(
    house,
    `select count(*)::int as count from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return row?.count ?? -1;
};

/** Reports that were held for 3 and cost 2; the last ones are still held. */
async function charge({ tenant: { tenantId } }: Client, reports: number, open = 0): Promise<void> {
  await sql(
    house,
    `with made as materialized (
       insert into reports (tenant_id, id, is_test, bureaus, status, body)
       select $1, gen_random_uuid(), false, '{equifax}', case when n <= $3::int then 'pending' else 'complete' end,
         case when n > $3 then '\\x00'::bytea end
       from generate_series(1, $2::int) n returning id, status
     ), moves as (select row_number() over () as n, id, status from made)
     select count(*) from ledger_apply((select jsonb_agg(move) from (
       select jsonb_build_object('o', 2 * n, 'tenantId', $1::uuid, 'kind', 'hold', 'holdId', id, 'purpose', 'report', 'amount', 3,
         'reportId', id) as move from moves
       union all
       select jsonb_build_object('o', 2 * n + 1, 'tenantId', $1::uuid, 'kind', 'post', 'holdId', id, 'amount', 2,
         'lines', '{"credit-report-equifax": 2}') from moves where status = 'complete') m))`,
    [tenantId, reports, open],
  );
}

test('nothing is archived that is too young, or while no months are set', async () => {
  assert.equal(await archiveOld(null), 0);
  assert.equal(await archiveOld(1), 0);
  assert.equal(await count(client, 'ledger_entries'), ENTRIES);
});

test('whole blocks of moves and the holds that they ended go; the ledger verifies as before, and a key still moves money once', async () => {
  const before = await verify(client);
  assert.deepEqual(before.problems, []);
  // Two processes at once.
  const blocks = await Promise.all([archiveOld(0), archiveOld(0)]);
  assert.equal(blocks[0] + blocks[1], 2);
  // The top-up stays, and what comes after the second thousand; the hold of the last of those ends later.
  assert.equal(await count(client, 'ledger_entries'), 1 + ENTRIES - 2_000);
  assert.equal(await count(client, 'holds'), REPORTS - 666);
  assert.deepEqual(await verify(client), before);
  const { tenantId } = client.tenant;
  const [topUp] = await sql<{ key: string }>(
    house,
    `select transfer_key as key from ledger_entries where tenant_id = $1 and kind = 'top-up'`,
    [tenantId],
  );
  const again = { kind: 'top-up', tenantId, key: topUp?.key ?? '', amount: 1_000_000 } as const;
  const { applyMove } = createLedgerStore({ database: house.service.database });
  const moved = await applyMove({ ...again, personId: null, reference: 'again', reason: 'again' });
  assert.equal(moved.result, 'repeated');
});

test('the next block goes on where the last one ended', async () => {
  await charge(client, 300);
  assert.equal(await archiveOld(0), 1);
  const { problems, entries } = await verify(client);
  assert.deepEqual([problems, entries], [[], ENTRIES + 900]);
});

test('what is altered in the archive is named, and so is a top-up that stayed', async () => {
  const { tenantId } = client.tenant;
  const alter = (text: string) => pastTheRules(house.database, (query) => query(text, [tenantId]));
  const entries = (from: string, to: string) =>
    `update ledger_archive set entries = replace(entries::text, '${from}', '${to}')::json where tenant_id = $1 and first_seq = 1001`;
  const topUp = (reference: string) =>
    `update ledger_entries set reference = '${reference}' where tenant_id = $1 and seq = 1`;
  const [kept] = await sql<{ reference: string }>(
    house,
    'select reference from ledger_entries where tenant_id = $1 and seq = 1',
    [tenantId],
  );
  for (const [damage, repair, named] of [
    [entries('"seq":1500,', '"seq":91500,'), entries('"seq":91500,', '"seq":1500,'), /entry 1500 is missing/],
    [
      entries('"amount":2,', '"amount":1,'),
      entries(
        '"amount":1,"from_account":"held","to_account":"spent"',
        '"amount":2,"from_account":"held","to_account":"spent"',
      ),
      /was altered/,
    ],
    [topUp('other'), topUp(kept?.reference ?? ''), /entry 1 was altered/],
  ] as const) {
    await alter(damage);
    assert.match((await verify(client)).problems.join('\n'), named);
    await alter(repair);
  }
});

test('what is not in the archive cannot be removed, and the archive itself cannot be changed', async () => {
  const { tenantId } = client.tenant;
  for (const text of [
    'delete from ledger_entries where tenant_id = $1 and seq > 2900',
    `delete from ledger_entries where tenant_id = $1 and kind = 'top-up'`,
    'update ledger_entries set amount = 1 where tenant_id = $1',
    'delete from holds where tenant_id = $1',
    'delete from ledger_archive where tenant_id = $1',
    'update ledger_archive set last_seq = last_seq + 1 where tenant_id = $1',
  ])
    await assert.rejects(sql(house, text, [tenantId]), { code: 'TF001' }, text);
});

test('an open hold keeps its block where it is', async () => {
  const other = await clientOf(house, await createTenant(house, { balanceCredits: 1_000_000 }));
  await charge(other, 400, 1);
  assert.equal(await archiveOld(0), 0);
  assert.equal(await count(other, 'ledger_archive'), 0);
});

test('a thousand purged reports go, each on its side of the months, and are answered by their ids as before', async () => {
  const { tenantId } = client.tenant;
  // Ids that grow with time, as ours do.
  const id = `lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000'`;
  const insert = (from: number, to: number, more: string, purgedAt = 'now()') =>
    sql(
      house,
      `insert into reports (tenant_id, id, is_test, bureaus, status, failure_reason, created_at, purged_at, body)
       select $1, (${id})::uuid, n % 2 = 0, '{equifax}', case when n = 2 then 'failed' else 'complete' end,
         case when n = 2 then 'no-bureau-answered' end, now() - interval '${MONTHS} months' ${more}, ${purgedAt}, case when ${purgedAt} is null then '\\x00'::bytea end
       from generate_series($2::int, $3::int) n`,
      [tenantId, from, to],
    );
  await insert(1, 1_000, `- interval '1 minute'`);
  await insert(1_001, 1_001, `+ interval '1 minute'`);
  // Until this one is purged, those of its time wait.
  await insert(0, 0, `- interval '2 minutes'`, 'null::timestamptz');
  const paths = [1, 2, 1_000, 1_001].map(
    (n) => `/${tenantId}/v1/credit-reports/${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`,
  );
  const read = () => Promise.all(paths.map(async (path) => (await client.get(path)).status));
  const asBefore = await read();
  assert.deepEqual(asBefore, [410, 200, 410, 410]);
  const reports = await count(client, 'reports');
  assert.equal(await archiveOld(MONTHS), 0);
  await sql(
    house,
    'update reports set body = null, purged_at = now() where tenant_id = $1 and body is not null',
    [tenantId],
  );
  assert.equal(await archiveOld(MONTHS), 1);
  assert.equal(await count(client, 'reports'), reports - 1_000);
  assert.deepEqual(await read(), asBefore);
  assert.equal(
    (await client.get(`/${tenantId}/v1/credit-reports/00000003-0000-7000-8000-000000000001`)).status,
    404,
  );
  assert.deepEqual((await verify(client)).problems, []);
});
