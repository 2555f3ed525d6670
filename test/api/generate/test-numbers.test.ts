// The test numbers through the whole service: every number with every e-mail scenario and branch, what the document, the agreements
// and the attributes say, and that in live mode none of them does anything. What each puts on file in detail: src/world.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PERSONAS } from '../../../src/bureaus/simulation/population/personas.ts';
import { openLive } from '../../../src/compose/live-world.ts';
import { DATA_NUMBERS, TEST_NUMBERS, type TestEffect } from '../../../src/world/test-numbers.ts';
import { type Client, type House, openHouse, send } from '../../support/house.ts';
import { newClient } from '../../support/money.ts';

const PLAIN_NUMBER = '+447700900123';
const NO_VELOCITY = '5000,5000,5000';
const ADA = PERSONAS[0]?.person ?? assert.fail();

let house: House;
let client: Client;
before(async () => {
  house = await openHouse(
    {
      RISK_PEOPLE_PER_DEVICE_MAX: NO_VELOCITY,
      RISK_DEVICES_PER_PERSON_MAX: NO_VELOCITY,
      RISK_PEOPLE_PER_NUMBER_MAX: NO_VELOCITY,
      RISK_REQUESTS_PER_ADDRESS_MAX: NO_VELOCITY,
    },
    undefined,
    openLive,
  );
  client = await newClient(house, 1_000_000);
});
after(() => house.close());

/** A test request to its end, and what is read of its report afterwards. */
async function run(mobileNumber: string, email: string, branch = 'allow') {
  const asked = await client.generate({ mobileNumber, email, challengeOptions: { status: branch } });
  assert.equal(asked.status, 200, asked.text);
  const { creditReportId, challenge } = asked.body.data;
  const { data } = (
    challenge === undefined ? asked : await client.submit(creditReportId, challenge.challengeId, '123456')
  ).body;
  return { ...data, creditReportId };
}

async function readFigures(creditReportId: string) {
  const path = `/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}` as const;
  const { agreements } = (await client.get(`${path}/agreements?kind=motor`)).body.data;
  const { figures } = (await client.get(`${path}/attributes`)).body.data;
  const figure = (name: keyof typeof figures): unknown => (figures[name] as { value?: unknown }).value;
  return { agreements, figure };
}

/** Records by scenario: as without a number, or as the effect makes them. */
const COUNTS: [email: string, count: number][] = [
  ['test001@example.com', 0],
  ['test002@example.com', 1],
  ['TEST003@other.example', 3],
  ['test004@example.com', 2],
  ['anyone@example.com', 4],
];
const COUNT_OF: Partial<Record<TestEffect, (count: number) => number>> = {
  'possibly-same': (count) => (count === 0 ? 0 : count + 1),
  'many-records': (count) => (count === 0 ? 0 : 1_000),
};
/** Defaults, accounts in arrears and arrangements by the attributes, where the hire purchase runs. */
const CONDUCT: Partial<Record<TestEffect, [defaults: number, arrears: number, arrangements: number]>> = {
  arrears: [0, 1, 0],
  default: [1, 0, 0],
  arrangement: [0, 0, 1],
  'sold-debt': [1, 0, 0],
  disagreements: [0, 1, 0],
};

for (const { number, effect } of DATA_NUMBERS) {
  test(`${number} (${effect}) with every scenario: records, agreements and attributes`, async () => {
    for (const [email, count] of COUNTS) {
      const { status, creditReport, creditReportId, bureaus } = await run(number, email);
      assert.equal(status, 'complete');
      assert.deepEqual(new Set(bureaus?.map((one) => one.status)), new Set(['ok']));
      const { records } = creditReport.consumerData;
      assert.equal(records.length, COUNT_OF[effect]?.(count) ?? count, email);
      assert.equal(creditReport.previousSearches.providers.length > 0, count > 0);
      const { agreements, figure } = await readFigures(creditReportId);
      const motor = records.filter(({ accountType }) => accountType === 'hire-purchase');
      assert.equal(agreements.length, motor.length);
      // Of two that may be one, the larger balance counts.
      const doubtful = records.filter(({ possiblySame }) => possiblySame !== undefined);
      const smaller = Math.min(...doubtful.map(({ balance }) => balance?.amount ?? 0));
      assert.equal(figure('accountsTotal'), records.length - (doubtful.length > 0 ? 1 : 0));
      const isSettled = email.startsWith('test004');
      const [defaults, arrears, arrangements] = (count > 0 && CONDUCT[effect]) || [0, 0, 0];
      assert.equal(figure('defaultsTotal'), defaults);
      assert.equal(figure('arrearsNow'), isSettled ? 0 : arrears);
      assert.equal(figure('arrangementsNow'), isSettled ? 0 : arrangements);
      const owed = records.reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0);
      assert.equal(figure('balanceTotal'), isSettled ? 0 : owed - (doubtful.length > 0 ? smaller : 0));
    }
  });

  test(`${number} (${effect}): the same document by way of challenge, and none by way of block`, async () => {
    for (const [email] of COUNTS) {
      const blocked = await run(number, email, 'block');
      assert.deepEqual([blocked.status, blocked.creditReport], ['blocked', undefined]);
      const { creditReport } = await run(number, email, 'challenge');
      assert.deepEqual(creditReport, (await run(number, email)).creditReport);
    }
  });
}

test('a sold debt is one agreement of its lender, with the purchaser named', async () => {
  const number = DATA_NUMBERS.find(({ effect }) => effect === 'sold-debt')?.number ?? assert.fail();
  const { creditReportId } = await run(number, 'test002@example.com');
  const { agreements } = await readFigures(creditReportId);
  const [sold] = agreements;
  assert.ok(sold?.lender.name !== undefined && sold.purchaser?.name !== undefined);
  assert.notEqual(sold.lender.name, sold.purchaser.name);
});

async function liveReport(mobileNumber: string) {
  const session = await send(house, {
    method: 'POST',
    url: '/v1/fingerprints/sessions',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  const asked = await client.generate({
    test: undefined,
    challengeOptions: undefined,
    sessionId: session.body.sessionId,
    firstName: ADA.forename,
    lastName: ADA.surname,
    dateOfBirth: ADA.dateOfBirth,
    addresses: [{ type: 'current', ukAddress: ADA.addresses[0]?.address }],
    email: 'test001@example.com',
    mobileNumber,
    bureaus: ['equifax', 'experian', 'transunion'],
  });
  const { creditReportId, challenge } = asked.body.data;
  assert.deepEqual([asked.status, challenge?.sms], [200, 'accepted'], `${mobileNumber}: ${asked.text}`);
  const [text] = (await house.service.sms.outbox?.list()) ?? [];
  assert.equal(text?.to, mobileNumber);
  const { data, meta } = (await client.submit(creditReportId, challenge.challengeId, text?.code ?? '')).body;
  const { status, creditReport, bureaus } = data;
  return undrawn({ status, creditReport, bureaus, cost: meta.wallet.cost });
}

/** Without the references, which a bureau makes anew for each search. */
const undrawn = <T>(report: T): T =>
  JSON.parse(JSON.stringify(report), (key, value) => (key === 'ref' ? undefined : value));

test('a test number that meets the live world is a number as any other: its text, its report, its price', async () => {
  const plain = await liveReport(PLAIN_NUMBER);
  assert.equal(plain.status, 'complete');
  assert.ok(plain.creditReport.consumerData.records.length > 0);
  assert.ok(TEST_NUMBERS.length > DATA_NUMBERS.length);
  for (const { number } of TEST_NUMBERS) assert.deepEqual(await liveReport(number), plain, number);
  assert.deepEqual(house.pauses, []);
});
