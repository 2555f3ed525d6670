// Bad days of test mode through the whole service: every number with every e-mail scenario and branch, `testOptions`, and that nothing of
// it has any effect in live mode. What numbers put on file: test-numbers.test.ts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { BUREAU_IDS, type BureauId } from '../../../src/domain/reports/credit-report.ts';
import { TEST_OUTCOMES } from '../../../src/domain/reports/test-options.ts';
import { DATA_NUMBERS, TEST_NUMBERS } from '../../../src/world/test-numbers.ts';
import { type Charged, type Client, countReports, type House, send } from '../../support/house.ts';
import { assertProblem, assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const PLAIN_NUMBER = '+447700900123';
const BRANCHES = ['allow', 'challenge', 'block'] as const;
const COUNTS: [email: string, count: number][] = [
  ['test001@example.com', 0],
  ['test002@example.com', 1],
  ['test003@example.com', 3],
  ['test004@example.com', 2],
  ['anyone@example.com', 4],
];

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  ({ house, world } = await openLiveHouse());
  client = await newClient(house, 1_000_000);
});
after(() => house.close());

type Branch = (typeof BRANCHES)[number];
type Cell = { number: string; email: string; branch: Branch; count: number };
/** What a cell has to be, in words: of generate, and of the code that follows it. */
type Expected = {
  generate: string;
  code?: string;
  sms?: string;
  bureaus?: Partial<Record<BureauId, string>>;
};

const wordsOf = ({ status, body }: Charged): string =>
  status === 200 ? [body.data.status, body.data.reason].filter(Boolean).join(' ') : `${status} ${body.code}`;

const PLAIN: Record<Branch, Expected> = {
  allow: { generate: 'complete' },
  challenge: { generate: 'authentication-required', code: 'complete', sms: 'accepted' },
  block: { generate: 'blocked risk-assessment' },
};
const always = (generate: string) => () => ({ generate });
const challenged = (more: Expected) => (branch: Branch) => (branch === 'challenge' ? more : PLAIN[branch]);
const withSms = (sms: string) => challenged({ ...(PLAIN.challenge as Expected), sms });
const ALL_DOWN: Record<Branch, Expected> = {
  ...PLAIN,
  allow: { generate: 'failed no-bureau-answered' },
  challenge: { ...PLAIN.challenge, code: 'failed no-bureau-answered' },
};

/** The table of the document, by what each number does. */
const EXPECTED: Record<string, (branch: Branch) => Expected> = {
  'insufficient-funds': always('402 insufficient-funds'),
  'rate-limited': always('429 rate-limited'),
  'internal-error': always('500 internal-error'),
  'service-unavailable': always('503 service-unavailable'),
  'in-progress': always('409 request-in-progress'),
  hangs: (branch) => PLAIN[branch],
  expired: challenged({
    generate: 'authentication-required',
    code: '410 challenge-expired',
    sms: 'accepted',
  }),
  unreachable: challenged({ generate: '400 validation-error' }),
  'device-unverified': challenged({
    generate: 'authentication-required',
    code: 'failed device-unverified',
    sms: 'none',
  }),
  'sms-undelivered': withSms('accepted'),
  'sms-late': withSms('accepted'),
  'sms-no-receipt': withSms('accepted'),
  'sms-refused': withSms('refused'),
  'sms-unknown': withSms('unknown'),
  'sms-refused-first': withSms('refused'),
  'all-bureaus-down': (branch) => ALL_DOWN[branch],
  ...Object.fromEntries(
    BUREAU_IDS.flatMap((id) =>
      TEST_OUTCOMES.map((outcome) => [
        `${id}-${outcome}`,
        (branch: Branch) => ({ ...PLAIN[branch], bureaus: { [id]: outcome } }),
      ]),
    ),
  ),
};

async function generate({ number: mobileNumber, email, branch }: Omit<Cell, 'count'>, key = randomUUID()) {
  const body = { mobileNumber, email, challengeOptions: { status: branch } };
  return client.generate(body, { 'idempotency-key': key });
}

/** The document of a complete report is that of the scenario, and says which bureaus gave it. */
function assertDocument({ body }: Charged, { count }: Cell, outcomes: Expected['bureaus'] = {}): void {
  if (body.data?.status !== 'complete') return;
  const { creditReport, bureaus } = body.data;
  assert.equal(creditReport.consumerData.records.length, count);
  const statuses = BUREAU_IDS.map((id) => ({ id, status: outcomes[id] ?? 'ok' }));
  assert.deepEqual(bureaus, statuses);
  assert.deepEqual(
    creditReport.coverage.bureaus.map(({ id, hasFile }) => [id, hasFile]),
    statuses.map(({ id, status }) => [id, status === 'ok']),
  );
  for (const { bureaus: marks } of creditReport.consumerData.records)
    assert.ok(marks.every(({ id }) => outcomes[id as BureauId] === undefined));
}

async function runCell(cell: Cell, expected: Expected): Promise<void> {
  const where = `${cell.number} ${cell.email} ${cell.branch}`;
  const asked = await generate(cell);
  assert.equal(wordsOf(asked), expected.generate, where);
  assertDocument(asked, cell, expected.bureaus);
  if (asked.status !== 200) return;
  const { creditReportId, challenge } = asked.body.data;
  assert.equal(asked.body.meta.wallet.cost, 0);
  assert.equal(challenge?.sms, expected.sms, where);
  if (expected.code === undefined) return;
  const coded = await client.submit(creditReportId, challenge.challengeId, '123456');
  assert.equal(wordsOf(coded), expected.code, where);
  assertDocument(coded, cell, expected.bureaus);
}

const DATA = new Set<string>(DATA_NUMBERS.map(({ number }) => number));
for (const { number, effect, label } of TEST_NUMBERS.filter((one) => !DATA.has(one.number))) {
  test(`${number} (${label}) with every scenario and branch is what the table says`, async () => {
    const expected = EXPECTED[effect] ?? assert.fail(effect);
    for (const [email, count] of COUNTS)
      for (const branch of BRANCHES) await runCell({ number, email, branch, count }, expected(branch));
  });
}

test(`${PLAIN_NUMBER} and no number at all stay plain`, async () => {
  for (const branch of BRANCHES) {
    for (const [email, count] of COUNTS)
      await runCell({ number: PLAIN_NUMBER, email, branch, count }, PLAIN[branch]);
    const bare = await client.generate({ challengeOptions: { status: branch } });
    assert.equal(wordsOf(bare), PLAIN[branch].generate);
  }
});

const numberOf = (effect: string): string =>
  TEST_NUMBERS.find((one) => one.effect === effect)?.number ?? assert.fail(effect);

test('409 is the first answer only: the same key then has the one report that was made', async () => {
  for (const branch of BRANCHES) {
    const before = await countReports(house, client.tenant.tenantId);
    const cell = { number: numberOf('in-progress'), email: 'test002@example.com', branch };
    const key = randomUUID();
    const first = await generate(cell, key);
    assertProblem(first, 409, 'request-in-progress');
    assert.equal(first.headers['retry-after'], '1');
    const second = await generate(cell, key);
    assert.equal(wordsOf(second), PLAIN[branch].generate);
    assert.deepEqual((await generate(cell, key)).body.data, second.body.data);
    assert.equal(await countReports(house, client.tenant.tenantId), before + 1);
  }
});

test('refusals leave no report, and 429 and 503 ask for two seconds', async () => {
  const before = await countReports(house, client.tenant.tenantId);
  for (const effect of ['insufficient-funds', 'rate-limited', 'internal-error', 'service-unavailable']) {
    const { headers, status } = await generate({
      number: numberOf(effect),
      email: 'x@example.com',
      branch: 'allow',
    });
    if (status === 429 || status === 503) assert.equal(headers['retry-after'], '2');
  }
  assert.equal(await countReports(house, client.tenant.tenantId), before);
});

test('a rehearsed refusal is no alarm: it is in the request log and in no metric', async () => {
  const page = async () => (await send(house, { method: 'GET', url: '/metrics' })).text;
  const refusals = (text: string) =>
    text.split('\n').filter((line) => line.startsWith('trefoil_refusals_total'));
  const before = refusals(await page());
  for (const effect of ['insufficient-funds', 'internal-error', 'service-unavailable'])
    await generate({ number: numberOf(effect), email: 'x@example.com', branch: 'allow' });
  assert.deepEqual(refusals(await page()), before);
  assert.ok(!house.logLines.some((line) => line.includes('"msg":"fault"')));
});

test('a number that is not a mobile is refused at its field, and the report is listed as failed', async () => {
  const refused = await generate({
    number: numberOf('unreachable'),
    email: 'x@example.com',
    branch: 'challenge',
  });
  assertRefusedAt(refused, '/mobileNumber');
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/credit-reports?pageSize=1`);
  assert.equal(body.data.items[0]?.status, 'failed');
});

// What the deadline of a request answers meanwhile: edge/deadline.test.ts.
test('one that hangs takes thirty seconds, and its key has the one report afterwards', async () => {
  const gate = Promise.withResolvers<void>();
  house.pauseFor = gate.promise;
  const cell = { number: numberOf('hangs'), email: 'test001@example.com', branch: 'allow' as const };
  const key = randomUUID();
  const [begun, before] = [house.pauses.length, await countReports(house, client.tenant.tenantId)];
  const first = generate(cell, key);
  await until('it takes its time', () => house.pauses.length > begun);
  assert.equal(house.pauses.at(-1), 30_000);
  assertProblem(await generate(cell, key), 409, 'request-in-progress');
  gate.resolve();
  house.pauseFor = null;
  assert.equal(wordsOf(await first), 'complete');
  assert.deepEqual((await generate(cell, key)).body.data, (await first).body.data);
  assert.equal(await countReports(house, client.tenant.tenantId), before + 1);
});

test('twenty requests may take their time at once, one more is 429', async () => {
  const gate = Promise.withResolvers<void>();
  house.pauseFor = gate.promise;
  const testOptions = { delayMs: 25_000 };
  const held = Array.from({ length: 20 }, () => client.generate({ testOptions }));
  await until('they take their time', () => house.pauses.filter((ms) => ms === 25_000).length === 20);
  const refused = await client.generate({ testOptions });
  gate.resolve();
  house.pauseFor = null;
  assertProblem(refused, 429, 'rate-limited');
  for (const { status } of await Promise.all(held)) assert.equal(status, 200);
});

async function eventsOf(reportId: string): Promise<string[]> {
  await feedSettled(house, client.tenant.tenantId);
  const query = 'types=sms.delivered,sms.undelivered&test=true&pageSize=100';
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/events?${query}`);
  return body.items.filter(({ data }) => data.creditReportId === reportId).map(({ type }) => type);
}

test('a text is reported undelivered at once, delivered after thirty seconds, or never; refused at once', async () => {
  const sentAtMs = Date.now();
  const rows: [sms: string, atOnce: string[], later: string[]][] = [
    ['undelivered', ['sms.undelivered'], ['sms.undelivered']],
    ['delivered', [], ['sms.delivered']],
    ['no-receipt', [], []],
    ['accepted', [], []],
    ['unknown', [], []],
    ['refused', ['sms.undelivered'], ['sms.undelivered']],
  ];
  for (const [sms, atOnce, later] of rows) {
    house.travelTo(new Date(sentAtMs));
    const asked = await client.generate({
      challengeOptions: { status: 'challenge' },
      testOptions: { sms },
    });
    const id = asked.body.data.creditReportId;
    house.travelTo(new Date(sentAtMs + 29_999));
    await house.service.clearUp();
    assert.deepEqual(await eventsOf(id), atOnce, sms);
    house.travelTo(new Date(sentAtMs + 30_000));
    await house.service.clearUp();
    assert.deepEqual(await eventsOf(id), later, sms);
  }
  house.travelTo(null);
});

test('of one bureau alone, every outcome is the whole report', async () => {
  const outcomes: [string, string][] = [
    ['no-trace', 'complete'],
    ['ambiguous-address', 'failed address-ambiguous'],
    ['rejected-credentials', 'failed bureaus-refused'],
    ['rejected-request', 'failed bureaus-refused'],
    ['unavailable', 'failed no-bureau-answered'],
    ['timeout', 'failed no-bureau-answered'],
  ];
  for (const [outcome, words] of outcomes) {
    const testOptions = { bureaus: { experian: outcome } };
    const asked = await client.generate({ bureaus: ['experian'], testOptions });
    assert.equal(wordsOf(asked), words);
    if (asked.body.data.status === 'complete')
      assert.deepEqual(asked.body.data.creditReport.consumerData.records, []);
  }
});

test('options have the last word over a number, and combine', async () => {
  const mobileNumber = numberOf('all-bureaus-down');
  const testOptions = { bureaus: { equifax: 'no-trace' }, sms: 'unknown', delayMs: 7 };
  const asked = await client.generate({
    challengeOptions: { status: 'challenge' },
    mobileNumber,
    testOptions,
  });
  const { creditReportId, challenge } = asked.body.data;
  assert.equal(challenge.sms, 'unknown');
  assert.equal(house.pauses.at(-1), 7);
  const resent = await client.resend(creditReportId, challenge.challengeId);
  assert.equal(resent.body.data.sms, 'unknown');
  const { data } = (await client.submit(creditReportId, challenge.challengeId, '123456')).body;
  assert.deepEqual(
    data.bureaus.map(({ status }) => status),
    ['no-trace', 'unavailable', 'unavailable'],
  );
});

const aNumber = fc.oneof(
  fc.constantFrom(...TEST_NUMBERS.map(({ number }) => number)),
  fc.integer({ min: 0, max: 999 }).map((ending) => `+447700900${String(ending).padStart(3, '0')}`),
);
const someOptions = fc.record(
  {
    bureaus: fc.dictionary(fc.constantFrom(...BUREAU_IDS), fc.constantFrom(...TEST_OUTCOMES)),
    sms: fc.constantFrom('refused', 'unknown', 'undelivered', 'delivered'),
    delayMs: fc.integer({ min: 0, max: 25_000 }),
    clock: fc.uuid(),
  },
  { requiredKeys: [], noNullPrototype: true },
);

test('in live mode no number does anything, and options are refused before anything is done', async () => {
  const pausedBefore = house.pauses.length;
  world.reset();
  const plain = (await client.generate(LIVE)).body;
  const withoutId = ({ creditReportId: _id, ...rest }: Charged['body']['data']) => rest;
  const isLive = fc.constantFrom(undefined, false);
  await fc.assert(
    fc.asyncProperty(aNumber, someOptions, isLive, async (mobileNumber, testOptions, isTest) => {
      world.reset();
      const { status, body } = await client.generate({ ...LIVE, test: isTest, mobileNumber });
      assert.equal(status, 200);
      assert.equal(body.meta.wallet.cost, 300);
      if (DATA.has(mobileNumber) === false) assert.deepEqual(withoutId(body.data), withoutId(plain.data));
      assert.equal(world.asked.length, 3);
      const before = await countReports(house, client.tenant.tenantId);
      const refused = await client.generate({ ...LIVE, test: isTest, mobileNumber, testOptions });
      assertRefusedAt(refused, '/testOptions');
      assert.equal(await countReports(house, client.tenant.tenantId), before);
      assert.equal(world.asked.length, 3, 'nobody was asked');
    }),
    { numRuns: 60 },
  );
  assert.equal(house.pauses.length, pausedBefore);
});
