// What a live generate costs, with a stand-in for the live world: for every outcome the wallet in the answer and the wallet in the database.
// What follows a challenge is in otp-challenge/charging.test.ts, messages in messages/charging.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client, House } from '../../support/house.ts';
import { countReports } from '../../support/house.ts';
import {
  holdsOf,
  LIVE,
  newClient,
  openHoldsOf,
  openLiveChallenge,
  openLiveHouse,
  problemsOf,
  walletOf,
} from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let client: Client;

before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());
beforeEach(async () => {
  house.travelTo(null);
  world.reset();
  client = await newClient(house);
});

const read = (id: string) => client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

test('a generate that completes at once posts the price of the bureaus that were asked', async () => {
  const { status, body } = await client.generate(LIVE);
  assert.equal(status, 200);
  assert.equal(body.data.status, 'complete');
  assert.equal(body.data.challengeType, 'none');
  assert.deepEqual(body.meta.wallet, { balance: 700, cost: 300 });
  assert.equal(body.data.costCredits, 300);
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 0, spent: 300 });
});

test('each bureau has its own price, and only those in the request are paid for', async () => {
  for (const [bureaus, cost, balance] of [
    [['experian'], 100, 900],
    [['transunion', 'equifax'], 200, 700],
  ] as const) {
    const { body } = await client.generate({ ...LIVE, bureaus });
    assert.deepEqual(body.meta.wallet, { balance, cost });
  }
  assert.deepEqual(world.asked, ['experian', 'transunion', 'equifax']);
});

type Row = [name: string, outcomes: StandIn['outcomes'], status: 'complete' | 'failed', cost: number];

const OUTCOMES: Row[] = [
  ['a bureau that did not answer in time is not charged for', { experian: 'timeout' }, 'complete', 200],
  [
    'a bureau that is away is not charged for',
    { equifax: 'unavailable', experian: 'unavailable' },
    'complete',
    100,
  ],
  ['a bureau that refuses the request is not charged for', { equifax: 'rejected-request' }, 'complete', 200],
  [
    'a bureau that refuses our credentials is not charged for',
    { equifax: 'rejected-credentials' },
    'complete',
    200,
  ],
  [
    'a bureau that cannot tell the address is not charged for',
    { equifax: 'ambiguous-address' },
    'complete',
    200,
  ],
  ['a bureau without a trace of the person has answered', { experian: 'no-trace' }, 'complete', 300],
  [
    'a bureau without a trace is charged when another is unavailable',
    { experian: 'no-trace', equifax: 'timeout' },
    'complete',
    200,
  ],
  [
    'three bureaus without a trace have all answered',
    { equifax: 'no-trace', experian: 'no-trace', transunion: 'no-trace' },
    'complete',
    300,
  ],
  [
    'when none answers the report fails and costs nothing',
    { equifax: 'timeout', experian: 'unavailable', transunion: 'rejected-request' },
    'failed',
    0,
  ],
];

for (const [name, outcomes, status, cost] of OUTCOMES) {
  test(name, async () => {
    world.outcomes = outcomes;
    const answer = await client.generate(LIVE);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.data.status, status);
    assert.deepEqual(answer.body.meta.wallet, { balance: 1_000 - cost, cost });
    assert.deepEqual(await walletOf(house, client), { available: 1_000 - cost, held: 0, spent: cost });
    if (status === 'complete') {
      const told = answer.body.data.bureaus.map(({ id, status }) => [id, status]);
      assert.deepEqual(
        told,
        ['equifax', 'experian', 'transunion'].map((id) => [id, outcomes[id] ?? 'ok']),
      );
    } else {
      assert.match(
        answer.body.data.errorMessage,
        /None of the bureaus answered\. The report was not charged/,
      );
    }
    const [hold, ...others] = await holdsOf(house, client);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [hold?.state, hold?.amount, hold?.posted],
      [cost > 0 ? 'posted' : 'voided', 300, cost],
      'all three were held, what was not bought went back',
    );
    assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
  });
}

type Outcomes = (typeof OUTCOMES)[number][1];
const WITHOUT_A_REPORT: [name: string, outcomes: Outcomes, reason: string, words: RegExp][] = [
  [
    'an address that every bureau calls ambiguous is said as such, with what to add',
    { equifax: 'ambiguous-address', experian: 'ambiguous-address', transunion: 'ambiguous-address' },
    'address-ambiguous',
    /several places that match this address.*flat.*house.*number.*send the request again with it/,
  ],
  [
    'an address that one bureau calls ambiguous while the others are down is said as both',
    { equifax: 'ambiguous-address', experian: 'timeout', transunion: 'unavailable' },
    'address-ambiguous-partly',
    /one or more know several places that match this address, and the others could not answer.*flat/,
  ],
  [
    'bureaus that all refuse our request are not said to be away',
    { equifax: 'rejected-credentials', experian: 'rejected-request', transunion: 'rejected-credentials' },
    'bureaus-refused',
    /refused the request of this service.*operator/,
  ],
  [
    'bureaus that are away are said to be away',
    { equifax: 'timeout', experian: 'unavailable', transunion: 'rejected-request' },
    'no-bureau-answered',
    /None of the bureaus answered.*later/,
  ],
];
for (const [name, outcomes, reason, words] of WITHOUT_A_REPORT) {
  test(`${name}, without a code and after one`, async () => {
    world.outcomes = outcomes;
    const answers = [await client.generate(LIVE)];
    const { reportId, challengeId, code } = await openLiveChallenge(client, world);
    answers.push(await client.submit(reportId, challengeId, code));
    answers.push(await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${reportId}`));
    for (const { body } of answers) {
      assert.deepEqual([body.data.status, body.data.reason], ['failed', reason]);
      assert.match(body.data.errorMessage, words);
      assert.match(body.data.errorMessage, /The report was not charged/);
    }
    assert.equal((await walletOf(house, client)).spent, 0);
  });
}

test('a blocked generate costs nothing, asks no bureau, and its hold is voided', async () => {
  world.verdict = 'block';
  const { body } = await client.generate(LIVE);
  assert.equal(body.data.status, 'blocked');
  assert.deepEqual(body.meta.wallet, { balance: 1_000, cost: 0 });
  assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });
  assert.deepEqual(
    (await holdsOf(house, client)).map(({ state }) => state),
    ['voided'],
  );
  assert.deepEqual([world.asked, world.sent], [[], []]);
});

test('a generate that is challenged answers the held price, and the balance without report and message', async () => {
  world.verdict = 'challenge';
  const { body } = await client.generate(LIVE);
  assert.equal(body.data.status, 'authentication-required');
  assert.deepEqual(body.meta.wallet, { balance: 660, cost: 300 });
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
  const holds = await openHoldsOf(house, client);
  assert.deepEqual(holds.map(({ purpose, amount }) => [purpose, amount]).sort(), [
    ['report', 300],
    ['sms', 40],
  ]);
  assert.deepEqual([world.asked, world.sent.length], [[], 1]);
});

test('while the bureaus are asked the price is held, and no balance includes it', async (t) => {
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  world.waitFor = gate.promise;
  const asked = client.generate(LIVE);
  // The stand-in records the call when it is made; the hold was placed before that.
  await until('the bureaus are asked', () => world.asked.length > 0);
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
  const { body } = await client.get(`/${client.tenant.tenantId}/v1`);
  assert.deepEqual([body.balance, body.held], [700, 300]);
  gate.resolve();
  assert.deepEqual((await asked).body.meta.wallet, { balance: 700, cost: 300 });
});

test('a report in progress is listed, and reading it answers 409 with Retry-After', async (t) => {
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  world.waitFor = gate.promise;
  const asked = client.generate(LIVE);
  await until('the bureaus are asked', () => world.asked.length > 0);
  const list = await client.get(`/${client.tenant.tenantId}/v1/credit-reports`);
  assert.equal(list.status, 200);
  const [listed] = list.body.data.items;
  const creditReportId = listed?.creditReportId ?? '';
  assert.equal(listed?.status, 'authentication-required', 'until it has its answer');
  const early = await read(creditReportId);
  assert.deepEqual([early.status, early.body.code], [409, 'request-in-progress']);
  assert.equal(early.headers['retry-after'], '1');
  gate.resolve();
  assert.equal((await asked).body.data.creditReportId, creditReportId);
  const late = await read(creditReportId);
  assert.deepEqual([late.body.data.status, late.body.meta.wallet], ['complete', { balance: 700, cost: 0 }]);
});

for (const [name, breakIt] of [
  [
    'a bureau connection that breaks with an error',
    () => {
      world.fetchCreditReport = () => Promise.reject(new Error('broken'));
    },
  ],
  [
    'a risk assessment that breaks with an error',
    () => {
      world.assess = () => Promise.reject(new Error('broken'));
    },
  ],
] as const) {
  test(`${name} is a fault: 500, nothing is charged, and the report says so`, async () => {
    const { fetchCreditReport, assess } = world;
    breakIt();
    const answer = await client.generate(LIVE);
    Object.assign(world, { fetchCreditReport, assess });
    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, /broken/);
    assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });
    const { body } = await client.get(`/${client.tenant.tenantId}/v1/credit-reports`);
    assert.equal(body.data.items[0]?.status, 'failed');
    assert.match(body.data.items[0]?.errorMessage ?? '', /interrupted .* It was not charged/);
  });
}

test('reading a report costs nothing and answers the true balance', async () => {
  const { body } = await client.generate(LIVE);
  const answer = await read(body.data.creditReportId);
  assert.deepEqual(answer.body.data, body.data);
  assert.deepEqual(answer.body.meta.wallet, { balance: 700, cost: 0 });
});

test('test mode moves nothing: no hold, no ledger entry, and the true balance in every answer', async () => {
  await client.generate(LIVE);
  for (const status of ['allow', 'block', 'challenge']) {
    const { body } = await client.generate({ test: true, challengeOptions: { status } });
    assert.deepEqual(body.meta.wallet, { balance: 700, cost: 0 });
    if (status !== 'challenge') continue;
    const { creditReportId, challenge } = body.data;
    assert.equal((await client.resend(creditReportId, challenge.challengeId)).status, 200);
    const done = await client.submit(creditReportId, challenge.challengeId, '123456');
    assert.deepEqual([done.body.data.status, done.body.meta.wallet], ['complete', { balance: 700, cost: 0 }]);
  }
  assert.equal((await holdsOf(house, client)).length, 1, 'that of the live report');
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 0, spent: 300 });
  assert.deepEqual([world.asked.length, world.sent.length], [3, 0]);
});

test('forty concurrent generates on one wallet are forty charges, and every answered balance was true at some moment', async () => {
  const rich = await newClient(house, 40_000);
  const answers = await Promise.all(Array.from({ length: 40 }, () => rich.generate(LIVE)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(await walletOf(house, rich), { available: 28_000, held: 0, spent: 12_000 });
  assert.equal(await countReports(house, rich.tenant.tenantId), 40);
  const balances = new Set(answers.map(({ body }) => body.meta.wallet.balance));
  const rows = await rich.get(`/${rich.tenant.tenantId}/v1/billing/transactions?pageSize=100`);
  const known = new Set(rows.body.items.map(({ balance }) => balance));
  for (const balance of balances) assert.ok(known.has(balance), `${balance} was never the balance`);
  assert.deepEqual(await problemsOf(house, rich.tenant.tenantId), []);
});
