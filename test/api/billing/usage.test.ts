// Usage: credits spent by product on whole days of a time zone, through both changes to and from summer time.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PriceLines } from '../../../src/domain/wallet/pricing.ts';
import { toLastTime, toTime } from '../../../src/http/schemas/text.ts';
import { applyMoves } from '../../../src/storage/wallet/ledger.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse, pastTheRules } from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

const ask = (client: Client, query: string) =>
  client.get(`/${client.tenant.tenantId}/v1/billing/credit-usage${query}`);
const usage = async (client: Client, dateFrom: string, dateTo: string, timeZone?: string) => {
  const zone = timeZone === undefined ? '' : `&timeZone=${encodeURIComponent(timeZone)}`;
  const answer = await ask(client, `?dateFrom=${dateFrom}&dateTo=${dateTo}${zone}`);
  assert.equal(answer.status, 200, `${timeZone}: ${answer.text}`);
  return answer.body;
};

test('a date alone in a filter is the same day as in the usage, through every change of the clocks', async () => {
  const days = await sql<{ day: string; first: Date; next: Date }>(
    house,
    `select day::text, day::timestamp at time zone 'Europe/London' as first,
            (day + 1)::timestamp at time zone 'Europe/London' as next
     from (select '2024-01-01'::date + n as day from generate_series(0, 1200) n) d`,
  );
  for (const { day, first, next } of days) {
    assert.deepEqual(toTime(day), first, day);
    assert.deepEqual(toLastTime(day), new Date(next.getTime() - 1), day);
  }
  assert.deepEqual(toTime('2026-06-01'), new Date('2026-05-31T23:00:00Z'));
  assert.deepEqual(toTime('2026-06-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z'), 'a time has its zone');
  for (const wrong of ['2026-02-30', '2026-13-01', 'yesterday', '']) {
    assert.deepEqual([toTime(wrong), toLastTime(wrong)], [null, null], wrong);
  }
});

/** Spends at a time in the past. */
async function spendAt(client: Client, spent: [at: string, lines: PriceLines][]): Promise<void> {
  const { tenantId } = client.tenant;
  for (const [at, lines] of spent) {
    const amount = Object.values(lines).reduce((sum, credits) => sum + credits, 0);
    const holdId = randomUUIDv7();
    const more = { reportId: holdId, smsId: null, credentialId: null, personId: null };
    await applyMoves(house.service.database, [
      { kind: 'hold', tenantId, holdId, purpose: 'report', amount, ...more },
      { kind: 'post', tenantId, holdId, amount, lines },
    ]);
    await pastTheRules(house.database, (query) =>
      query('update ledger_entries set created_at = $3 where tenant_id = $1 and hold_id = $2', [
        tenantId,
        holdId,
        at,
      ]),
    );
  }
}

test('what was spent today is listed by product, with its name and count', async () => {
  const client = await newClient(house, 2_000);
  await client.generate(LIVE);
  await client.generate({ ...LIVE, bureaus: ['experian'] });
  const { smsId } = await openLiveChallenge(client, world);
  world.reset();
  await house.service.recordDelivery({ tenantId: client.tenant.tenantId, smsId, state: 'delivered' });
  await client.generate({ test: true });
  // The day may change while this runs, so the period is three days.
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await usage(client, day(-1), day(1)), {
    totalCredits: 440,
    usageByProduct: [
      { productCode: 'credit-report-equifax', productName: 'Credit report, Equifax', credits: 100, count: 1 },
      {
        productCode: 'credit-report-experian',
        productName: 'Credit report, Experian',
        credits: 200,
        count: 2,
      },
      {
        productCode: 'credit-report-transunion',
        productName: 'Credit report, TransUnion',
        credits: 100,
        count: 1,
      },
      { productCode: 'sms-otp', productName: 'Security code by SMS', credits: 40, count: 1 },
    ],
  });
});

test('a period in which nothing was spent is zero; what is only held or was released is not spent', async () => {
  const client = await newClient(house);
  const nothing = { totalCredits: 0, usageByProduct: [] };
  await openLiveChallenge(client, world);
  world.reset();
  world.verdict = 'block';
  await client.generate(LIVE);
  world.reset();
  assert.deepEqual(await usage(client, '2020-01-01', '2999-12-31'), nothing);
  assert.deepEqual(await usage(client, '0001-01-01', '9999-12-31'), nothing);
});

test("another tenant's spending is never in it", async () => {
  const [client, other] = [await newClient(house), await newClient(house)];
  await other.generate(LIVE);
  assert.equal((await usage(client, '2020-01-01', '2999-12-31')).totalCredits, 0);
});

// Each time spends another power of two, so that a total identifies exactly which are in it.
const MOMENTS = {
  '2026-03-28T23:59:59.999999Z': 1,
  '2026-03-29T00:00:00.000000Z': 2,
  '2026-03-29T22:59:59.999999Z': 4,
  '2026-03-29T23:00:00.000000Z': 8,
  '2026-10-24T22:59:59.999999Z': 16,
  '2026-10-24T23:00:00.000000Z': 32,
  '2026-10-25T23:59:59.999999Z': 64,
  '2026-10-26T00:00:00.000000Z': 128,
};
const DAYS: [zone: string | undefined, from: string, to: string, total: number][] = [
  ['Europe/London', '2026-03-28', '2026-03-28', 1],
  ['Europe/London', '2026-03-29', '2026-03-29', 2 + 4], // A day of 23 hours.
  ['Europe/London', '2026-03-30', '2026-03-30', 8],
  ['Europe/London', '2026-10-24', '2026-10-24', 16],
  ['Europe/London', '2026-10-25', '2026-10-25', 32 + 64], // A day of 25 hours.
  ['Europe/London', '2026-10-26', '2026-10-26', 128],
  ['Europe/London', '2026-03-28', '2026-10-26', 255],
  ['Europe/London', '2026-03-30', '2026-10-24', 8 + 16],
  ['Europe/London', '2026-03-31', '2026-10-23', 0],
  [undefined, '2026-03-29', '2026-03-29', 2 + 4],
  [undefined, '2026-10-25', '2026-10-25', 32 + 64],
  ['UTC', '2026-03-29', '2026-03-29', 2 + 4 + 8],
  ['UTC', '2026-10-24', '2026-10-24', 16 + 32],
  ['UTC', '2026-10-25', '2026-10-25', 64],
  ['GMT', '2026-10-24', '2026-10-24', 16 + 32],
  ['America/New_York', '2026-03-28', '2026-03-28', 1 + 2],
  ['America/New_York', '2026-03-29', '2026-03-29', 4 + 8],
  ['America/New_York', '2026-10-25', '2026-10-25', 64 + 128],
  ['Asia/Kolkata', '2026-03-29', '2026-03-29', 1 + 2],
  ['Asia/Kolkata', '2026-03-30', '2026-03-30', 4 + 8],
  ['Pacific/Auckland', '2026-03-30', '2026-03-30', 4 + 8],
  ['Pacific/Kiritimati', '2026-03-29', '2026-03-29', 1 + 2],
  ['Etc/GMT+5', '2026-03-29', '2026-03-29', 4 + 8],
  ['europe/london', '2026-03-29', '2026-03-29', 2 + 4],
];

test('a day is that of the time zone, also when the clocks change', async () => {
  const client = await newClient(house);
  await spendAt(
    client,
    Object.entries(MOMENTS).map(([at, credits]) => [at, { 'sms-otp': credits }]),
  );
  for (const [zone, from, to, total] of DAYS) {
    const { totalCredits } = await usage(client, from, to, zone);
    assert.equal(totalCredits, total, `${zone} ${from} to ${to}`);
  }
});

test('days of one period add up to the period, in any zone', async () => {
  const client = await newClient(house);
  await spendAt(
    client,
    Object.entries(MOMENTS).map(([at, credits]) => [at, { 'sms-otp': credits }]),
  );
  const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'];
  for (const zone of ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    let sum = 0;
    for (const day of days) sum += (await usage(client, day, day, zone)).totalCredits;
    assert.equal(sum, (await usage(client, '2026-03-27', '2026-03-31', zone)).totalCredits);
    assert.equal(sum, 15, zone);
  }
});

test('every area/location time zone is known to the database too', async () => {
  const client = await newClient(house);
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  assert.ok(zones.length > 400);
  await Promise.all(zones.map((zone) => usage(client, '2026-01-01', '2026-01-31', zone)));
});

const JANUARY = 'dateFrom=2026-01-01&dateTo=2026-01-31';
const BAD: [query: string, path: string][] = [
  ['?dateTo=2026-01-31', '/dateFrom'],
  ['?dateFrom=2026-01-31', '/dateTo'],
  ['?dateFrom=2026-01-02&dateTo=2026-01-01', '/dateTo'],
  ['?dateFrom=2026-02-29&dateTo=2026-03-01', '/dateFrom'],
  ['?dateFrom=2026-13-01&dateTo=2027-01-01', '/dateFrom'],
  ['?dateFrom=2026-1-1&dateTo=2026-01-31', '/dateFrom'],
  ['?dateFrom=0000-01-01&dateTo=2026-01-31', '/dateFrom'],
  ['?dateFrom=2026-01-01&dateTo=10000-01-01', '/dateTo'],
  ['?dateFrom=yesterday&dateTo=2026-01-31', '/dateFrom'],
  ['?dateFrom=2026-01-01T00:00:00Z&dateTo=2026-01-31', '/dateFrom'],
  ['?dateFrom=2026-01-01&dateTo=', '/dateTo'],
  ['?dateFrom=2026-01-01&dateTo=infinity', '/dateTo'],
  [`?${JANUARY}&timeZone=Mars/Olympus`, '/timeZone'],
  [`?${JANUARY}&timeZone=London`, '/timeZone'],
  [`?${JANUARY}&timeZone=`, '/timeZone'],
  [`?${JANUARY}&timeZone=%2B01:00`, '/timeZone'],
  [`?${JANUARY}&timeZone=-05`, '/timeZone'],
  [`?${JANUARY}&timeZone=UTC%2B1`, '/timeZone'],
  [`?${JANUARY}&timeZone=GMT%2B1`, '/timeZone'],
  [`?${JANUARY}&timeZone=EST5EDT`, '/timeZone'],
  [`?${JANUARY}&timeZone=Europe/London%00`, '/timeZone'],
  [`?${JANUARY}&timeZone=Europe/London'`, '/timeZone'],
];
for (const [query, path] of BAD) {
  test(`refused, and the field is named: ${query}`, async () => {
    assertRefusedAt(await ask(await newClient(house), query), path);
  });
}

test('an abbreviation is refused: it means one thing to us and another to the database', async () => {
  const client = await newClient(house);
  for (const zone of ['BST', 'IST', 'CET', 'EET', 'CST', 'PST', 'local', 'posixrules']) {
    assertRefusedAt(await ask(client, `?${JANUARY}&timeZone=${zone}`), '/timeZone');
  }
});
