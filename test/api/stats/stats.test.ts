// Statistics: what is counted, by step, in sum and for the period before; added up by housekeeping or counted row by row, the answer is the
// same. Days are those of Europe/London, with 23 and 25 hours when the clocks change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stats } from '../../../src/usecases/activity/read-stats.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { SUM_CALLS } from '../../support/past/call-minutes.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const newClient = async () => clientOf(house, await createTenant(house));

async function statsOf(client: Client, query = ''): Promise<Stats> {
  const answer = await client.get(`/${client.tenant.tenantId}/v1/stats${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as Stats;
}

/** One of everything, at a time long past: a report by code, a blocked one, three calls, a text, a charge of two products. */
async function plant(client: Client, at: string): Promise<void> {
  const { tenantId } = client.tenant;
  const challenge = `gen_random_uuid(), 'passed', sha256(''), 1, 1, $2::timestamptz`;
  const none = 'null, null, null, null, null, null';
  const id = `(lpad(to_hex((extract(epoch from $2::timestamptz) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid`;
  const statements = [
    ...[
      ['complete', 'false', challenge],
      ['blocked', 'false', none],
      ['failed', 'true', none],
    ].map(
      ([status, isTest, columns]) =>
        `insert into reports (tenant_id, id, bureaus, status, purged_at, is_test, created_at, updated_at, challenge_id, challenge_state,
           code_hash, attempts, sends, last_sent_at)
         values ($1, gen_random_uuid(), '{equifax}', '${status}', now(), ${isTest}, $2, $2, ${columns})`,
    ),
    ...[
      [`'POST', '/:tenantId/v1/credit-reports', 200, 900`, 'false'],
      [`'POST', '/:tenantId/v1/credit-reports', 400, 2`, 'false'],
      [`'GET', '/:tenantId/v1', 403, 2`, 'null'],
    ].map(
      ([call, isTest]) =>
        `insert into requests (tenant_id, id, at, method, route, status, ms, is_test) values ($1, ${id}, $2, ${call}, ${isTest})`,
    ),
    `insert into sms_messages (tenant_id, id, gateway, handed_over_at, state) values ($1, ${id}, 'outbox', $2, 'delivered')`,
    `insert into ledger_entries (tenant_id, seq, transfer_key, kind, amount, from_account, to_account, hold_id, lines, available_after,
       held_after, created_at, hash)
     select $1, max(seq) + 1, gen_random_uuid(), 'post', 140, 'held', 'spent', gen_random_uuid(),
       '{"credit-report-equifax":100,"sms-otp":40}', 777, 0, $2, sha256('') from ledger_entries where tenant_id = $1`,
  ];
  for (const text of statements) await sql(house, text, [tenantId, at]);
  for (const text of SUM_CALLS) await sql(house, text, [tenantId]);
}

const ONE = {
  reports: { total: 2, complete: 1, waiting: 0, failed: 0, blocked: 1 },
  challenges: { made: 1, passed: 1 },
  texts: { sent: 1, delivered: 1, undelivered: 0, refused: 0 },
  requests: { total: 3, '2xx': 1, '3xx': 0, '4xx': 2, '5xx': 0 },
  spend: {
    credits: 140,
    byProduct: [
      { productCode: 'credit-report-equifax', credits: 100, count: 1 },
      { productCode: 'sms-otp', credits: 40, count: 1 },
    ],
  },
};

test('a report and a challenge of just now are counted in test mode, and nowhere else', async () => {
  const client = await newClient();
  const stranger = await newClient();
  await client.generate();
  await openChallenge(client);
  await client.generate({ addresses: [] });
  await house.service.flushed();
  const { sum, steps, previous, step, timeZone } = await statsOf(client, '?test=true');
  assert.deepEqual([step, timeZone, steps.length], ['day', 'Europe/London', 30]);
  assert.deepEqual(sum.reports, { total: 2, complete: 1, waiting: 1, failed: 0, blocked: 0 });
  assert.deepEqual(sum.challenges, { made: 1, passed: 0 });
  assert.deepEqual(sum.requests, { total: 3, '2xx': 2, '3xx': 0, '4xx': 1, '5xx': 0 });
  assert.deepEqual(steps.at(-1)?.reports, sum.reports);
  assert.equal(previous.reports.total, 0);
  assert.ok((sum.latency?.p50Ms ?? 0) >= 1);
  assert.equal(steps.at(-1)?.balance, null);
  assert.equal((await statsOf(client)).sum.reports.total, 0);
  assert.equal((await statsOf(stranger, '?test=true')).sum.reports.total, 0);
});

test('figures that housekeeping added up are those that are counted row by row, in every step and mode', async () => {
  const client = await newClient();
  // Two hours of one day, the second 01:30 of the day with 25 hours, two months, and an hour that is not over.
  for (const at of [
    '2026-09-30T22:30:00Z',
    '2026-09-30T23:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
  ])
    await plant(client, at);
  await plant(client, new Date().toISOString());
  const queries = [
    '?from=2026-09-30&to=2026-10-26',
    '?from=2026-10-25&to=2026-10-25&step=hour',
    '?from=2026-09-01&step=month',
    '?from=2026-10-20',
    '?from=2026-09-30&to=2026-10-26&test=true',
    // What is before them has whole days and parts of days.
    '?from=2026-10-02T05:00:00Z&to=2026-10-05T12:00:00Z&step=hour',
  ];
  const readAll = async () => {
    const answers: Stats[] = [];
    for (const query of queries) {
      // A call before this one is in the log itself, and would be counted today.
      await house.service.flushed();
      await sql(house, `delete from requests where tenant_id = $1 and route like '%/stats'`, [
        client.tenant.tenantId,
      ]);
      // Those of today alone: no reading takes the minutes of an hour that is added up.
      for (const text of SUM_CALLS) await sql(house, text, [client.tenant.tenantId]);
      answers.push(await statsOf(client, query));
    }
    return answers;
  };
  const counted = await readAll();
  await house.service.keepHouse();
  const [marks] = await sql<{ count: number }>(
    house,
    'select count(*) as count from figures where tenant_id = $1',
    [client.tenant.tenantId],
  );
  assert.ok((marks?.count ?? 0) > 0, 'nothing was added up');
  // Now only what was added up can say it.
  await sql(house, 'delete from requests where tenant_id = $1 and at < $2', [
    client.tenant.tenantId,
    '2026-11-01',
  ]);
  assert.deepEqual(await readAll(), counted);
  await house.service.keepHouse();
  assert.deepEqual(await readAll(), counted, 'again');

  const [days, hours, months] = counted as [Stats, Stats, Stats];
  const { latency, balance, from, to, ...first } = days.steps[0] as Stats['steps'][number];
  assert.deepEqual(first, ONE);
  assert.deepEqual([from, to, balance], ['2026-09-29T23:00:00.000Z', '2026-09-30T23:00:00.000Z', 777]);
  assert.ok(Math.abs((latency?.p95Ms ?? 0) - 900) / 900 < 0.19);
  assert.deepEqual(
    months.steps.map(({ reports }) => reports.total),
    [2, 6, 2],
  );
  assert.deepEqual(months.sum.spend.byProduct[0], {
    productCode: 'credit-report-equifax',
    credits: 500,
    count: 5,
  });
  assert.equal(hours.sum.reports.total, 4);
  // Of test mode: the failed report, and the call about no report.
  assert.deepEqual(counted[4]?.sum.reports, { total: 4, complete: 0, waiting: 0, failed: 4, blocked: 0 });
  assert.deepEqual([counted[4]?.sum.requests.total, counted[4]?.sum.spend.credits], [4, 0]);
});

test('the day that loses an hour has 23, the one that gains it has 25, and the period before has as many steps', async () => {
  const client = await newClient();
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-11-10', 24],
  ] as const) {
    const { steps } = await statsOf(client, `?from=${day}&to=${day}&step=hour`);
    assert.equal(new Set(steps.map(({ from }) => from)).size, hours, day);
    const whole = (await statsOf(client, `?from=${day}&to=${day}`)).steps;
    assert.deepEqual(
      whole.map(({ from, to }) => (Date.parse(`${to}`) - Date.parse(`${from}`)) / 3_600_000),
      [hours],
    );
  }
  await plant(client, '2026-10-24T23:30:00Z');
  await plant(client, '2026-10-23T22:30:00Z');
  const { sum, previous } = await statsOf(client, '?from=2026-10-25&to=2026-10-26');
  assert.deepEqual([sum.reports.total, previous.reports.total], [2, 2]);
  assert.deepEqual([previous.from, previous.to], ['2026-10-22T23:00:00.000Z', '2026-10-24T23:00:00.000Z']);
  const month = await statsOf(client, '?from=2026-11-10&to=2026-11-10&step=month');
  assert.deepEqual([month.previous.from, month.previous.reports.total], ['2026-09-30T23:00:00.000Z', 4]);
});

test('a period that cannot be answered is refused, with what to mend', async () => {
  const client = await newClient();
  const ask = (query: string) => client.get(`/${client.tenant.tenantId}/v1/stats?${query}`);
  assertRefusedAt(await ask('from=2026-11-02&to=2026-11-01'), '/from');
  assertRefusedAt(await ask('from=2026-10-01&to=2026-11-01&step=hour'), '/from');
  assertRefusedAt(await ask('from=2020-01-01&to=2026-11-01'), '/from');
  assertRefusedAt(await ask('step=week'), '/step');
  assertRefusedAt(await ask('from=yesterday'), '/from');
  assertRefusedAt(await ask('to=2026-02-30'), '/to');
  assertRefusedAt(await ask('test=maybe'), '/test');
  assert.equal((await ask('from=2026-01-01&to=2026-12-31')).status, 200);
  assert.equal((await ask('from=2026-11-01&to=2026-11-01')).status, 200);
});

test("the operator's list says what each tenant spent in 30 days: row by row, by hours and days, and as its own page does", async () => {
  const client = await newClient();
  const { tenantId } = client.tenant;
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  for (const days of [0, 1, 5, 28, 40]) await plant(client, daysAgo(days));
  const operator = await signedIn(house, { isOperator: true });
  const spent = async (): Promise<(number | undefined)[]> => {
    const list = await ask(house, operator, 'GET', '/v1/operator/tenants');
    const own = await operator.get(`/v1/operator/tenants/${tenantId}`);
    return [list.body.items.find(({ id }) => id === tenantId)?.spentCredits, own.body.spend.credits];
  };
  assert.deepEqual(await spent(), [560, 560], 'nothing of the 40th day');
  await house.service.keepHouse();
  assert.deepEqual(await spent(), [560, 560], 'the same once it is added up');
});
