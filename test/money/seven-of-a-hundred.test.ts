// A wallet for seven reports and a hundred concurrent callers, at three processes: seven are served, whether they need a text message or
// not, whatever the two cost. The long run does fifty rounds of each: npm run test:chaos -- seven.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import type { Verdict } from '../../src/domain/reports/report.ts';
import type { ProductCode } from '../../src/domain/wallet/pricing.ts';
import { findWallet } from '../../src/storage/wallet/ledger.ts';
import { setPrice } from '../../src/storage/wallet/prices.ts';
import { createTenant, generateBody, type House, sql, tokenOf } from '../support/house.ts';
import { sendAtOnce } from '../support/http/at-once.ts';
import { after, before, test } from '../support/long.ts';
import { problemsOf } from '../support/money.ts';
import { jsonPost } from '../support/processes.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';
import { consumerFor } from '../support/worlds/provider.ts';

const ROUNDS = Number(process.env.SEVENS ?? 5);
const CALLERS = 100;
const AFFORDABLE = 7;

type Case = {
  name: string;
  verdict: Verdict;
  bureaus: string[];
  prices: Partial<Record<ProductCode, number>>;
  reportCredits: number;
  smsCredits: number;
  /** Not enough for an eighth. */
  restCredits: number;
};

const ALL = ['equifax', 'experian', 'transunion'];
const CASES: Case[] = [
  {
    name: 'without a text',
    verdict: 'allow',
    ...{ bureaus: ALL, prices: {}, reportCredits: 300, smsCredits: 0, restCredits: 0 },
  },
  {
    name: 'without a text, and almost the price of an eighth',
    verdict: 'allow',
    ...{ bureaus: ALL, prices: {}, reportCredits: 300, smsCredits: 0, restCredits: 299 },
  },
  {
    name: 'with a text each, three bureaus',
    verdict: 'challenge',
    ...{ bureaus: ALL, prices: {}, reportCredits: 300, smsCredits: 40, restCredits: 0 },
  },
  {
    name: 'with a text each, one bureau',
    verdict: 'challenge',
    ...{ bureaus: ['equifax'], prices: {}, reportCredits: 100, smsCredits: 40, restCredits: 0 },
  },
  {
    name: 'with a text that costs three times the report',
    verdict: 'challenge',
    ...{
      bureaus: ['equifax'],
      prices: { 'sms-otp': 300 },
      reportCredits: 100,
      smsCredits: 300,
      restCredits: 0,
    },
  },
  {
    name: 'with such a text, and almost the price of an eighth',
    verdict: 'challenge',
    ...{
      bureaus: ['equifax'],
      prices: { 'sms-otp': 300 },
      reportCredits: 100,
      smsCredits: 300,
      restCredits: 399,
    },
  },
  {
    name: 'with a text, where the report is free',
    verdict: 'challenge',
    ...{
      bureaus: ['equifax'],
      prices: { 'credit-report-equifax': 0 },
      reportCredits: 0,
      smsCredits: 40,
      restCredits: 39,
    },
  },
];

let fleet: LiveFleet;
before(async () => {
  fleet = await openLiveFleet(3);
});
after(() => fleet?.close());

for (const one of CASES) {
  test(`funds for seven reports ${one.name}: of a hundred callers at once seven go through, and 93 hear 402`, async () => {
    const begunMs = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) await playRound(one, round);
    const tookS = ((performance.now() - begunMs) / 1000).toFixed(1);
    process.stdout.write(`${one.name}: ${ROUNDS} times ${AFFORDABLE} of ${CALLERS}, in ${tookS} s\n`);
  });
}

async function playRound(one: Case, round: number): Promise<void> {
  const { house, provider } = fleet;
  const { verdict, bureaus, reportCredits, smsCredits, restCredits } = one;
  const perCallerCredits = reportCredits + smsCredits;
  const balanceCredits = AFFORDABLE * perCallerCredits + restCredits;
  const tenant = await createTenant(house, { balanceCredits });
  const { tenantId } = tenant;
  for (const [product, credits] of Object.entries(one.prices))
    await setPrice(house.service.database, tenantId, product as ProductCode, credits);
  const token = await tokenOf(house, tenant);
  for (const journal of [provider.asks, provider.assessed, provider.sends]) journal.length = 0;

  const answers = await sendAtOnce(
    Array.from({ length: CALLERS }, (_none, caller) => {
      const body = generateBody({ ...consumerFor(verdict, `${round}-${caller}@example.com`), bureaus });
      const path = `/${tenantId}/v1/credit-reports` as const;
      return { ...jsonPost(path, token, body), port: fleet.processes[caller % 3]?.port ?? 0 };
    }),
  );

  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 402);
  const others = answers.filter(({ status }) => status !== 200 && status !== 402).map(({ status }) => status);
  assert.deepEqual(
    [served.length, refused.length],
    [AFFORDABLE, CALLERS - AFFORDABLE],
    `round ${round}, and ${others.join(', ')}`,
  );
  const isText = verdict === 'challenge';
  const status = isText ? 'authentication-required' : 'complete';
  assert.ok(served.every(({ body }) => body.data.status === status));
  assert.ok(served.every(({ body }) => body.meta.wallet.cost === reportCredits));
  assert.ok(refused.every(({ body }) => body.code === 'insufficient-funds'));
  assert.deepEqual(await statusesOf(house, tenantId), [
    { status: isText ? 'pending' : 'complete', count: 7 },
  ]);

  const wallet = await findWallet(house.service.database, tenantId);
  const takenCredits = AFFORDABLE * perCallerCredits;
  const expected = isText ? [restCredits, takenCredits, 0] : [restCredits, 0, takenCredits];
  assert.deepEqual([wallet?.available, wallet?.held, wallet?.spent], expected, `round ${round}`);
  const holdsEach = isText ? Number(reportCredits > 0) + 1 : 0;
  assert.equal((await openHolds(house, tenantId)).length, AFFORDABLE * holdsEach);
  assert.deepEqual(await problemsOf(house, tenantId), []);
  assert.equal(provider.sends.length, isText ? AFFORDABLE : 0);
  assert.equal(provider.asks.length, isText ? 0 : AFFORDABLE * bureaus.length);
  if (!isText) assert.equal(provider.assessed.length, AFFORDABLE, 'nobody else is assessed');
}

/** What is listed: a caller who heard 402 left nothing. */
function statusesOf(house: House, tenantId: string): Promise<{ status: string; count: number }[]> {
  return sql(
    house,
    'select status, count(*)::int as count from reports where tenant_id = $1 group by status order by status',
    [tenantId],
  );
}
