// What happens to a held price: a right code posts it, a third wrong code or expiry releases it, each of them once. Messages have their own
// entries (messages/charging.test.ts).
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setPrice } from '../../../src/storage/wallet/prices.ts';
import { type Client, clientOf, type House, openHouse } from '../../support/house.ts';
import {
  holdsOf,
  LIVE,
  newClient,
  openLiveChallenge,
  openLiveHouse,
  pastTheRules,
  problemsOf,
  WRONG_CODE,
  walletOf,
} from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');

let house: House;
let world: StandIn;
let client: Client;

before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());
beforeEach(async () => {
  house.travelTo(new Date(NOON_MS));
  world.reset();
  client = await newClient(house);
});

const travelBy = (ms: number) => house.travelTo(new Date(NOON_MS + ms));
const listed = async (id: string) => {
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/credit-reports`);
  const found = body.data.items.find((item) => item.creditReportId === id);
  assert.ok(found, `${id} is not in the list`);
  return found;
};
const reportHold = async () => (await holdsOf(house, client)).find(({ purpose }) => purpose === 'report');

test('a right code posts the held price and answers cost 0', async () => {
  const { reportId, challengeId, code, wallet } = await openLiveChallenge(client, world);
  assert.deepEqual(wallet, { balance: 660, cost: 300 });
  const { body } = await client.submit(reportId, challengeId, code);
  assert.equal(body.data.status, 'complete');
  assert.deepEqual(body.meta.wallet, { balance: 660, cost: 0 });
  assert.equal(body.data.costCredits, 300, 'what the report cost in all');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 40, spent: 300 });
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a right code never fails for lack of funds: what was held is enough', async () => {
  const poor = await newClient(house, 340);
  const { reportId, challengeId, code, wallet } = await openLiveChallenge(poor, world);
  assert.deepEqual(wallet, { balance: 0, cost: 300 });
  const { status, body } = await poor.submit(reportId, challengeId, code);
  assert.deepEqual([status, body.data.status, body.meta.wallet.balance], [200, 'complete', 0]);
});

test('after a right code only the bureaus that answered are charged; the rest of the hold is released', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  world.outcomes = { equifax: 'timeout' };
  const { body } = await client.submit(reportId, challengeId, code);
  assert.deepEqual(body.meta.wallet, { balance: 760, cost: 0 });
  assert.deepEqual(await walletOf(house, client), { available: 760, held: 40, spent: 200 });
});

test('after a right code, when no bureau answers, the report fails and its price is released in the same answer', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  world.outcomes = { equifax: 'timeout', experian: 'timeout', transunion: 'timeout' };
  const { body } = await client.submit(reportId, challengeId, code);
  assert.equal(body.data.status, 'failed');
  assert.deepEqual(body.meta.wallet, { balance: 960, cost: 0 });
  assert.equal((await reportHold())?.state, 'voided');
  assert.match((await listed(reportId)).errorMessage, /None of the bureaus answered/);
});

for (const [what, breakIt] of [
  [
    'no bureau answers',
    () => {
      world.outcomes = { equifax: 'timeout', experian: 'timeout', transunion: 'timeout' };
    },
  ],
  [
    'the connection breaks',
    () => {
      world.fetchCreditReport = () => Promise.reject(new Error('broken'));
    },
  ],
] as const) {
  test(`a report that fails because ${what} after a delivered message never says that nothing was charged`, async () => {
    const { reportId, challengeId, code, smsId } = await openLiveChallenge(client, world);
    const { tenantId } = client.tenant;
    await house.service.recordDelivery({ tenantId, smsId, state: 'delivered' });
    const { fetchCreditReport } = world;
    breakIt();
    await client.submit(reportId, challengeId, code);
    Object.assign(world, { fetchCreditReport });
    assert.deepEqual(await walletOf(house, client), { available: 960, held: 0, spent: 40 });
    const { status, errorMessage } = await listed(reportId);
    assert.equal(status, 'failed');
    assert.match(errorMessage, /not charged; send the request again/);
    assert.doesNotMatch(errorMessage, /nothing was charged/i);
  });
}

test('after a right code, a broken connection releases the price', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  const { fetchCreditReport } = world;
  world.fetchCreditReport = () => Promise.reject(new Error('broken'));
  const answer = await client.submit(reportId, challengeId, code);
  Object.assign(world, { fetchCreditReport });
  assert.equal(answer.status, 500);
  assert.deepEqual(await walletOf(house, client), { available: 960, held: 40, spent: 0 });
  assert.match((await listed(reportId)).errorMessage, /interrupted/);
});

test('two concurrent right codes buy and post once', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.submit(reportId, challengeId, code)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
  assert.equal(world.asked.length, 3);
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 40, spent: 300 });
});

test('wrong codes keep the price held; the third releases it in the same answer', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  for (const [status, balance] of [
    ['retry', 660],
    ['retry', 660],
    ['failed', 960],
    ['failed', 960],
  ] as const) {
    const { body } = await client.submit(reportId, challengeId, WRONG_CODE);
    assert.deepEqual([body.data.status, body.meta.wallet], [status, { balance, cost: 0 }]);
  }
  assert.deepEqual(await walletOf(house, client), { available: 960, held: 40, spent: 0 });
  assert.equal((await reportHold())?.state, 'voided');
  assert.deepEqual([world.asked, await problemsOf(house, client.tenant.tenantId)], [[], []]);
});

test('ten concurrent wrong codes release the price once', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  await Promise.all(Array.from({ length: 10 }, () => client.submit(reportId, challengeId, WRONG_CODE)));
  assert.deepEqual(await walletOf(house, client), { available: 960, held: 40, spent: 0 });
});

test('a challenge that expired is ended by the next round of clearing up: credits back, listed as failed, 410', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  travelBy(300_000);
  assert.deepEqual((await house.service.clearUp()).reports, 0, 'at exactly 5:00 it is alive');
  travelBy(300_001);
  assert.deepEqual((await house.service.clearUp()).reports, 1);
  assert.deepEqual(await walletOf(house, client), { available: 960, held: 40, spent: 0 });
  assert.equal((await reportHold())?.state, 'expired');
  const entry = await listed(reportId);
  assert.equal(entry.status, 'failed');
  assert.match(entry.errorMessage, /The challenge expired/);
  const answer = await client.submit(reportId, challengeId, code);
  assert.deepEqual([answer.status, answer.body.code], [410, 'challenge-expired']);
  assert.deepEqual((await client.resend(reportId, challengeId)).status, 410);
  assert.deepEqual((await house.service.clearUp()).reports, 0, 'there is nothing left to do');
  assert.deepEqual([world.asked, await problemsOf(house, client.tenant.tenantId)], [[], []]);
});

test('an expired challenge answers 410 and reads as failed before the clear-up', async () => {
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  travelBy(300_001);
  assert.equal((await client.submit(reportId, challengeId, code)).status, 410);
  assert.match((await listed(reportId)).errorMessage, /The challenge expired/);
  await house.service.clearUp();
});

test('several concurrent clear-ups end each challenge once', async () => {
  const rich = await newClient(house, 20_000);
  for (let i = 0; i < 30; i += 1) await openLiveChallenge(rich, world);
  travelBy(300_001);
  const rounds = await Promise.all(Array.from({ length: 4 }, () => house.service.clearUp()));
  const last = await house.service.clearUp();
  assert.equal(
    [...rounds, last].reduce((sum, { reports }) => sum + reports, 0),
    30,
  );
  assert.deepEqual(await walletOf(house, rich), { available: 20_000 - 30 * 40, held: 30 * 40, spent: 0 });
  assert.deepEqual(await problemsOf(house, rich.tenant.tenantId), []);
});

test('a report whose process died fails and releases its hold once its lease has expired, not before', async (t) => {
  house.travelTo(null);
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  world.waitFor = gate.promise;
  const asked = client.generate(LIVE);
  await until('the bureaus are asked', () => world.asked.length > 0);
  assert.deepEqual((await house.service.clearUp()).reports, 0, 'its process still works on it');

  await pastTheRules(house.database, (query) =>
    query(`update reports set leased_until = now() - interval '1 second' where tenant_id = $1`, [
      client.tenant.tenantId,
    ]),
  );
  assert.deepEqual((await house.service.clearUp()).reports, 1);
  assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });

  // The process was only slow: it finds its lease lost, must not charge, and answers how the report ended.
  gate.resolve();
  const answer = await asked;
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'failed']);
  assert.deepEqual(answer.body.meta.wallet, { balance: 1_000, cost: 0 });
  assert.deepEqual(await walletOf(house, client), { available: 1_000, held: 0, spent: 0 });
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/credit-reports`);
  assert.match(body.data.items[0]?.errorMessage ?? '', /interrupted .* It was not charged/);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

for (const [name, credits] of [
  ['dearer', 150],
  ['cheaper', 60],
] as const) {
  test(`a price that becomes ${name} after the challenge began changes nothing: the held price is posted`, async () => {
    const { reportId, challengeId, code } = await openLiveChallenge(client, world);
    for (const bureau of ['equifax', 'experian', 'transunion'] as const) {
      await setPrice(house.service.database, client.tenant.tenantId, `credit-report-${bureau}`, credits);
    }
    // Another process, without the old prices in its cache.
    const other = await openHouse({}, house.database, world);
    other.travelTo(new Date(NOON_MS));
    try {
      const { status, body } = await (await clientOf(other, client.tenant)).submit(
        reportId,
        challengeId,
        code,
      );
      assert.deepEqual([status, body.data?.status], [200, 'complete']);
      assert.deepEqual(body.meta.wallet, { balance: 660, cost: 0 });
      assert.deepEqual(await walletOf(house, client), { available: 660, held: 40, spent: 300 });
    } finally {
      await other.close();
    }
  });
}
