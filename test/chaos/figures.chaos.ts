// Statistics and search of a tenant with a million reports beside one with a thousand: each answer within its time, however long the past is.
// The rows are inserted as rows, with their calls, texts, charges and references; housekeeping adds up the figures, as it would. Sizes:
// FIGURES_REPORTS (of the long past), FIGURES_ROUNDS.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createKeyring } from '../../src/storage/keys/keyring.ts';
import { createReferencePaths } from '../../src/storage/reports/reference-paths.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';

const LONG = Number(process.env.FIGURES_REPORTS ?? 20_000);
const SHORT = 1_000;
const ROUNDS = Number(process.env.FIGURES_ROUNDS ?? 20);
const ANSWER_MS = 200;
/** References are planted in this many beginnings of nine characters. */
const BEGINNINGS = 500;
const DAYS = 60;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const QUERIES = [
  'stats',
  'stats?step=hour',
  'stats?step=month',
  `stats?from=${dayAgo(89)}`,
  'search?q=case',
  'search?q=case-0042',
  'credit-reports?referenceStart=case-0042',
  'credit-reports?count=true&details=true',
  'requests?mode=live',
  'overview',
  'billing/reports',
  `billing/reports?dateFrom=${dayAgo(50)}&dateTo=${dayAgo(40)}`,
  `billing/credit-usage?dateFrom=${dayAgo(30)}&dateTo=${dayAgo(0)}`,
];

let house: House;
const clients: Record<string, Client> = {};
before(async () => {
  house = await openHouse();
  for (const [name, count] of [
    ['short', SHORT],
    ['long', LONG],
  ] as const) {
    const client = await clientOf(house, await createTenant(house, { balanceCredits: 1_000_000 }));
    clients[name] = client;
    const startedMs = performance.now();
    await plant(client, count);
    say(`${count} reports planted in ${Math.round(performance.now() - startedMs)} ms`);
  }
  await sql(house, 'analyze');
  const startedMs = performance.now();
  await house.service.keepHouse();
  say(`added up by housekeeping in ${Math.round(performance.now() - startedMs)} ms`);
  await sql(house, 'analyze');
});
after(() => house?.close());

/** Run before a large insert: nothing is checked against other tables, indexes are built once at the end, rows come in the order of their ids. */
async function inBulk(db: pg.Client, tables: string[], insert: () => Promise<void>): Promise<void> {
  await db.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  );
  const { rows } = await db.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await insert();
  for (const { made } of rows) await db.query(made);
}

/** By a connection of its own, which has all the time that it needs. */
async function plant({ tenant }: Client, count: number): Promise<void> {
  const db = new pg.Client({ connectionString: house.database.url });
  await db.connect();
  const pathOf = createReferencePaths(createKeyring(house.config.ENCRYPTION_KEY));
  const beginnings = Array.from({ length: BEGINNINGS }, (_one, n) =>
    pathOf(tenant.tenantId, `case-${String(n).padStart(4, '0')}`),
  );
  await db.query(
    `create temporary table planted as
     select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid as id
     from generate_series(1, ${count}) n cross join lateral (select now() - (${count} - n) * interval '${DAYS} days' / ${count} as at) t`,
  );
  await inBulk(db, ['reports', 'requests', 'sms_messages', 'ledger_entries'], async () => {
    await db.query(
      `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, purged_at, reference_path)
       select $1, id, false, '{equifax}', case when n % 10 = 0 then 'failed' else 'complete' end, at, at, now(),
         ($2::bytea[])[1 + n % ${BEGINNINGS}] from planted`,
      [tenant.tenantId, beginnings],
    );
    await db.query(
      `insert into requests (tenant_id, id, at, method, route, status, ms, report_id, is_test, person_id)
       select $1, id, at, 'POST', '/:tenantId/v1/credit-reports', case when n % 20 = 0 then 400 else 200 end, 1 + n % 3000, id, false, $2
       from planted`,
      [tenant.tenantId, tenant.personId],
    );
    await db.query(
      `insert into sms_messages (tenant_id, id, gateway, handed_over_at, state) select $1, id, 'outbox', at, 'delivered' from planted`,
      [tenant.tenantId],
    );
    await db.query(
      `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines, report_id,
         available_after, held_after, created_at, hash)
       select $1, 10 + n, 'post:' || n, 'post', 140, 'held', 'spent', id, '{"credit-report-equifax":100,"sms-otp":40}', id, 1000, 0, at,
         sha256('') from planted`,
      [tenant.tenantId],
    );
  });
  await db.end();
}

async function timesOf(client: Client, query: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    const answer = await client.get(`/${client.tenant.tenantId}/v1/${query}` as string);
    times.push(performance.now() - startedMs);
    assert.ok(answer.status === 200 || query.startsWith('requests'), answer.text);
  }
  return times.sort((a, b) => a - b);
}

test('every answer comes within its time, at a thousand and at many reports', async () => {
  const slow: string[] = [];
  for (const query of QUERIES) {
    const figures: string[] = [];
    for (const name of ['short', 'long']) {
      const times = await timesOf(clients[name] as Client, query);
      const [median, last] = [times[Math.floor(times.length / 2)] as number, times.at(-1) as number];
      figures.push(`${name} ${median.toFixed(1)} (at most ${last.toFixed(1)}) ms`);
      if (median > ANSWER_MS) slow.push(`${query}, ${name}: ${median.toFixed(1)} ms`);
    }
    say(`${query}: ${figures.join(', ')}`);
  }
  assert.deepEqual(slow, []);
});

test('the figures of all of them are right', async () => {
  const { tenant, get } = clients.long as Client;
  const from = new Date(Date.now() - (DAYS + 1) * 86_400_000).toISOString().slice(0, 10);
  const { sum } = (await get(`/${tenant.tenantId}/v1/stats?from=${from}`)).body;
  assert.deepEqual([sum.reports.total, sum.reports.failed], [LONG, Math.floor(LONG / 10)]);
  assert.deepEqual([sum.texts.delivered, sum.spend.credits], [LONG, LONG * 140]);
  assert.equal(sum.requests['4xx'] >= Math.floor(LONG / 20), true);
});
