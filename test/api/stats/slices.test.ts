// Adding up figures in slices: no statement counts more than so many rows, whatever a tenant did in an hour and however long nobody added up.
// Whoever stops in the middle, and however many are at it, the figures are those that are counted row by row.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addUpFigures } from '../../../src/storage/activity/add-up-figures.ts';
import type { Database } from '../../../src/storage/connection/database.ts';
import { SUM_CALLS } from '../../support/call-minutes.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';

const SLICE_ROWS = 100;
/** One hour of ten days ago has as many as six slices take, the days after it have one an hour. */
const BUSY_ROWS = 600;
const HOUR_MS = 3_600_000;
const BUSY_AT = new Date(Math.floor(Date.now() / HOUR_MS - 240) * HOUR_MS).toISOString();
const dayAfter = (days: number): string =>
  new Date(Date.parse(BUSY_AT) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
const LATER_HOURS = 48;

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

async function plantedClient(): Promise<Client> {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  await sql(house, 'delete from figure_marks where tenant_id = $1', [tenantId]);
  // Some at the same millisecond: a slice ends between two times.
  const planted = `(select n, case when n <= ${BUSY_ROWS} then $2::timestamptz + (n / 3) * interval '10 seconds'
    else $2::timestamptz + (n - ${BUSY_ROWS}) * interval '1 hour' end as at from generate_series(1, ${BUSY_ROWS + LATER_HOURS}) n) p`;
  const id = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid`;
  for (const text of [
    `insert into reports (tenant_id, id, is_test, bureaus, status, created_at, updated_at, purged_at)
     select $1, ${id}, n % 7 = 0, '{equifax}', case when n % 5 = 0 then 'failed' else 'complete' end, at, at, at from ${planted}`,
    // Of two in three the mode is known by the report only, or not at all.
    `insert into requests (tenant_id, id, at, method, route, status, ms, report_id, is_test)
     select $1, ${id}, at, 'POST', '/:tenantId/v1/credit-reports', 200, 1 + n, case when n % 3 < 2 then ${id} end,
       case when n % 3 = 0 then n % 7 = 0 end from ${planted}`,
    `insert into sms_messages (tenant_id, id, gateway, handed_over_at, state) select $1, ${id}, 'outbox', at, 'delivered' from ${planted}`,
    `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines, available_after,
       held_after, created_at, hash)
     select $1, 10 + n, 'post:' || n, 'post', 140, 'held', 'spent', ${id}, '{"credit-report-equifax":100,"sms-otp":40}', 777, 0, at,
       sha256('') from ${planted}`,
  ])
    await sql(house, text, [tenantId, BUSY_AT]);
  for (const text of SUM_CALLS) await sql(house, text, [tenantId]);
  return client;
}

type Sum = { reports: { total: number }; requests: { total: number } };
async function figuresOf({ tenant, get }: Client): Promise<{ steps: unknown[]; sum: Sum }[]> {
  const answers = [];
  for (const query of [
    `from=${dayAfter(-1)}&to=${dayAfter(3)}`,
    `from=${dayAfter(-1)}&to=${dayAfter(3)}&test=true`,
    `step=hour&from=${dayAfter(-1)}&to=${dayAfter(3)}`,
  ]) {
    const url: string = `/${tenant.tenantId}/v1/stats?${query}`;
    const { status, body, text } = await get(url);
    assert.equal(status, 200, text);
    answers.push(body as unknown as { steps: unknown[]; sum: Sum });
  }
  return answers;
}

/** Which times each statement counted; `onSlice` is called in each transaction, before its end. */
function watched(onSlice: (count: number) => void = () => {}): { database: Database; slices: unknown[][] } {
  const slices: unknown[][] = [];
  const { database } = house.service;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const count = slices.length;
      const result = await work({
        query: (statement, values) => {
          if (statement.name.startsWith('add-figures-')) slices.push([statement.name, ...values]);
          return tx.query(statement, values);
        },
      });
      if (slices.length > count) onSlice(slices.length);
      return result;
    });
  return { database: { ...database, transaction }, slices };
}

test('no statement counts more rows than a slice has, and the sum is that of all rows', async () => {
  const client = await plantedClient();
  const counted = await figuresOf(client);
  assert.equal(counted[0]?.sum.reports.total, 556);
  const { database, slices } = watched();
  await addUpFigures(database, SLICE_ROWS);
  const own = slices.filter(([, tenantId]) => tenantId === client.tenant.tenantId);
  assert.ok(own.length >= 12, `${own.length} slices`);
  for (const [, tenantId, from, to] of own) {
    const [rows] = await sql<{ count: number }>(
      house,
      `select (select count(*) from reports where tenant_id = $1 and created_at >= $2 and created_at < $3) as count`,
      [tenantId, from, to],
    );
    assert.ok((rows?.count ?? 0) <= SLICE_ROWS, `${rows?.count} rows at once`);
  }
  // Days without anything are few slices.
  assert.ok(own.length < 24, `${own.length} slices`);
  await sql(house, `delete from requests where tenant_id = $1 and at < now() - interval '1 day'`, [
    client.tenant.tenantId,
  ]);
  assert.deepEqual(await figuresOf(client), counted);
});

test('a process that ends in the middle of an hour leaves it to the next, and nobody reads half of it', async () => {
  const client = await plantedClient();
  const counted = await figuresOf(client);
  for (let stops = 1; stops <= 5; stops += 1) {
    const { database } = watched((count) => {
      if (count === 2) throw new Error('the process ends');
    });
    await assert.rejects(addUpFigures(database, SLICE_ROWS), /the process ends/);
    assert.deepEqual(await figuresOf(client), counted, `after ${stops} stops`);
  }
  await addUpFigures(house.service.database, SLICE_ROWS);
  assert.deepEqual(await figuresOf(client), counted, 'at the end');
});

test('several processes at once count each row once', async () => {
  const client = await plantedClient();
  const counted = await figuresOf(client);
  await Promise.all(Array.from({ length: 4 }, () => addUpFigures(house.service.database, SLICE_ROWS)));
  await addUpFigures(house.service.database, SLICE_ROWS);
  assert.deepEqual(await figuresOf(client), counted);
});
