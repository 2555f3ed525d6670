// Adding up figures in slices: no statement counts more than so many rows, whatever a tenant did in an hour and however long nobody added up.
// Whoever stops in the middle, and however many are at it, the figures are those that are counted row by row.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addUpFigures } from '../../../src/storage/activity/add-up-figures.ts';
import { readLaterActivity, readLaterTexts } from '../../../src/storage/activity/figures.ts';
import { readWatched } from '../../../src/storage/activity/overview.ts';
import { type Database, statement } from '../../../src/storage/engine/connection/database.ts';
import type { Stats } from '../../../src/usecases/activity/read-stats.ts';
import { createRandom } from '../../../src/world/synthetic/random.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { SUM_CALLS } from '../../support/past/call-minutes.ts';
import type { Browser } from '../../support/people.ts';
import { signedIn } from '../../support/staff.ts';

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

const MINUTE_MS = 60_000;
type Naive = Record<string, number>;

/** Every figure of a mode, counted by hand from what was planted. */
function naiveSum(rows: { status: string; code: boolean; call: number }[]): Naive {
  const of = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length;
  return {
    complete: of(({ status }) => status === 'complete'),
    waiting: of(({ status }) => status === 'pending'),
    failed: of(({ status }) => status === 'failed'),
    made: of(({ code }) => code),
    passed: of(({ code, status }) => code && status === 'complete'),
    '2xx': of(({ call }) => call < 300),
    '4xx': of(({ call }) => call >= 400),
  };
}

/** As a person reads them, whose reads are not in the log. */
async function sumsOf({ get }: Browser, tenantId: string, isTest: boolean): Promise<Naive[]> {
  const sums = [];
  for (const query of ['step=hour', 'step=day', 'step=month']) {
    const url: string = `/${tenantId}/v1/stats?${query}&test=${isTest}`;
    const { reports, challenges, requests } = ((await get(url)).body as unknown as Stats).sum;
    sums.push({
      ...{ complete: reports.complete, waiting: reports.waiting, failed: reports.failed },
      ...{ made: challenges.made, passed: challenges.passed, '2xx': requests['2xx'], '4xx': requests['4xx'] },
    });
  }
  return sums;
}

test('minutes, hours and days come to what the rows are, over the border of an hour, whoever added them up and when', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  const { int } = createRandom('minutes');
  // Five hours up to now, of both modes, many at the borders of minutes and hours; the newest wait for a code, one since 50 minutes, a test.
  const rows = Array.from({ length: 400 }, (_none, n) => {
    const agoMs = n === 0 ? 50 * MINUTE_MS : int(0, 299) * MINUTE_MS;
    const edge = [0, 1, 59_999, int(0, MINUTE_MS - 1)][n % 4] as number;
    const at = Math.min(Date.now() - 1_000, Math.floor((Date.now() - agoMs) / MINUTE_MS) * MINUTE_MS + edge);
    const status =
      n === 0 || (agoMs < 4 * MINUTE_MS && n % 3 === 0) ? 'pending' : n % 5 === 0 ? 'failed' : 'complete';
    const isTest = n % 2 === 0;
    return { at, status, isTest, code: status === 'pending' || n % 7 === 0, call: n % 6 === 0 ? 400 : 200 };
  });
  const isTests = rows.map(({ isTest }) => isTest);
  await sql(
    house,
    `insert into reports (tenant_id, id, bureaus, status, purged_at, is_test, created_at, updated_at, challenge_id, challenge_state, code_hash,
       attempts, sends, last_sent_at)
     select $1, gen_random_uuid(), '{equifax}', p.status, now(), p.is_test, p.at, p.at, case when p.code then gen_random_uuid() end,
       case when p.code then case p.status when 'complete' then 'passed' when 'pending' then 'open' else 'failed' end end,
       case when p.code then sha256('') end, case when p.code then 0 end, case when p.code then 1 end, case when p.code then now() end
     from (select to_timestamp(at / 1000.0) as at, status, code, is_test
       from unnest($2::float8[], $3::text[], $4::boolean[], $5::boolean[]) u (at, status, code, is_test)) p`,
    [
      tenantId,
      rows.map(({ at }) => at),
      rows.map(({ status }) => status),
      rows.map(({ code }) => code),
      isTests,
    ],
  );
  await sql(
    house,
    `insert into requests (tenant_id, id, at, method, route, status, ms, is_test, credential_id)
     select $1, (lpad(to_hex(at::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid, to_timestamp(at / 1000.0), 'GET', '/:tenantId/v1',
       call, 3, is_test, $4::uuid from unnest($2::float8[], $3::int[], $5::boolean[]) with ordinality u (at, call, is_test, n)`,
    [tenantId, rows.map(({ at }) => at), rows.map(({ call }) => call), client.tenant.credentialId, isTests],
  );
  for (const text of SUM_CALLS) await sql(house, text, [tenantId]);
  const right = [false, true].map((isTest) => naiveSum(rows.filter((row) => row.isTest === isTest)));
  const browser = await signedIn(house, { tenantId });
  const asked = async (): Promise<void> => {
    for (const isTest of [false, true])
      for (const sum of await sumsOf(browser, tenantId, isTest)) assert.deepEqual(sum, right[Number(isTest)]);
  };
  await asked();
  await addUpFigures(house.service.database);
  const [mark] = await sql<{ atWaiting: boolean; isLiveFurther: boolean }>(
    house,
    `select m.minutes_until <= (select min(created_at) from reports where tenant_id = $1 and status = 'pending') as "atWaiting",
       (select max(f.starts_at) from figure_minutes f where f.tenant_id = $1 and f.kind = 'reports' and f.mode = 'live')
         > m.minutes_until + interval '3 minutes' as "isLiveFurther"
     from figure_marks m where m.tenant_id = $1 and m.kind = 'activity'`,
    [tenantId],
  );
  assert.ok(mark?.atWaiting, 'no minute is final before the reports of it are');
  assert.ok(mark?.isLiveFurther, 'a test that waits does not hold live reports up');
  await asked();
  // What waited has ended, and the minutes after it can be added.
  await sql(
    house,
    `update reports set status = 'failed', challenge_state = 'failed' where tenant_id = $1 and status = 'pending'`,
    [tenantId],
  );
  for (const sum of right) {
    sum.failed = (sum.failed ?? 0) + (sum.waiting ?? 0);
    sum.waiting = 0;
  }
  await asked();
  await addUpFigures(house.service.database);
  await asked();
  const [minutes] = await sql<{ count: number }>(
    house,
    `select count(*) as count from figure_minutes where tenant_id = $1 and kind = 'reports'`,
    [tenantId],
  );
  assert.ok((minutes?.count ?? 0) > 50, `${minutes?.count} minutes`);
});

test('a call is counted by the statement that logs it; a report on a test clock counts in no figure', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  const clock = await client.post(`/${tenantId}/v1/test-clocks`, {});
  assert.equal(clock.status, 200, clock.text);
  const testOptions = { clock: (clock.body as { id: string }).id };
  assert.equal((await client.generate({ testOptions })).status, 200);
  await client.generate();
  await client.generate({ addresses: [] });
  await house.service.flushed();
  const counted = async (): Promise<(number | undefined)[]> => {
    const url: string = `/${tenantId}/v1/stats?test=true`;
    const { reports, requests } = ((await client.get(url)).body as unknown as Stats).sum;
    return [reports.total, requests['4xx']];
  };
  assert.deepEqual(await counted(), [1, 1]);
  const [minutes] = await sql<{ same: boolean }>(
    house,
    `select (select sum(count) from figure_minutes where tenant_id = $1 and kind = 'calls' and measure like 'request:%') =
            (select count(*) from requests where tenant_id = $1) as same`,
    [tenantId],
  );
  assert.ok(minutes?.same);
  // An hour later it is added up, and later still the day.
  for (const [table, time] of [
    ['reports', 'created_at'],
    ['requests', 'at'],
    ['figure_minutes', 'starts_at'],
  ])
    await sql(house, `update ${table} set ${time} = ${time} - interval '3 hours' where tenant_id = $1`, [
      tenantId,
    ]);
  await sql(house, 'delete from figure_marks where tenant_id = $1', [tenantId]);
  await addUpFigures(house.service.database);
  const [hours] = await sql<{ total: number }>(
    house,
    `select sum(count)::bigint as total from figures where tenant_id = $1 and span = 'hour' and is_test and measure like 'report:%'`,
    [tenantId],
  );
  assert.equal(hours?.total, 1);
});

const ROWS_READ = statement(
  'rows-read',
  'select (sum(seq_tup_read) + sum(idx_tup_fetch))::bigint as rows from pg_stat_xact_user_tables',
);

test('what a reading of figures touches does not grow with the calls of the hour', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  const readTouches = async (calls: number): Promise<number> => {
    await sql(
      house,
      `insert into requests (tenant_id, id, at, method, route, status, code, ms, is_test, credential_id)
       select $1, gen_random_uuid(), now() - interval '1 minute', 'GET', '/:tenantId/v1', 400, 'validation-error', 3, true, $2::uuid
       from generate_series(1, $3)`,
      [tenantId, client.tenant.credentialId, calls],
    );
    for (const text of SUM_CALLS) await sql(house, text, [tenantId]);
    return house.service.database.transaction(async (tx) => {
      const rowsRead = async (): Promise<number> =>
        (await tx.query<{ rows: number }>(ROWS_READ, []))[0]?.rows ?? 0;
      const before = await rowsRead();
      const now = new Date();
      for (const mode of ['live', 'test'] as const) await readLaterActivity(tx, tenantId, mode, now);
      await readLaterTexts(tx, tenantId, now);
      await readWatched(tx, tenantId, now);
      return (await rowsRead()) - before;
    });
  };
  const few = await readTouches(10);
  const many = await readTouches(3_000);
  assert.ok(many <= few + 20, `${few} rows with 10 calls, ${many} with 3,000`);
});
