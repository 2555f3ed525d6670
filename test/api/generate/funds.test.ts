// Funds are checked before any provider is called; prices are data; a retried request is charged once.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ProductCode } from '../../../src/domain/wallet/pricing.ts';
import { setPrice } from '../../../src/storage/wallet/prices.ts';
import { type Client, generateBody, type House, topUp } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import {
  holdsOf,
  LIVE,
  newClient,
  openHoldsOf,
  openLiveChallenge,
  openLiveHouse,
  problemsOf,
  WRONG_CODE,
  walletOf,
} from '../../support/money.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;

before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());
beforeEach(() => {
  house.travelTo(null);
  world.reset();
});

const priced = async (client: Client, prices: Partial<Record<ProductCode, number>>) => {
  for (const [product, credits] of Object.entries(prices)) {
    await setPrice(house.service.database, client.tenant.tenantId, product as ProductCode, credits);
  }
};
const nothingHappened = async (client: Client, available: number) => {
  assert.deepEqual([world.asked, world.sent], [[], []], 'no bureau was asked, nothing was sent');
  assert.deepEqual(await walletOf(house, client), { available, held: 0, spent: 0 });
  assert.deepEqual(await openHoldsOf(house, client), []);
};

test('a wallet with one credit less than the report costs: 402, no provider is called, no hold is left', async () => {
  const client = await newClient(house, 299);
  const answer = await client.generate(LIVE);
  assertProblem(answer, 402, 'insufficient-funds');
  assert.equal(
    answer.body.message,
    'This costs 300 credits; 299 are available. Top up the wallet and send it again.',
  );
  await nothingHappened(client, 299);
  assert.deepEqual(await holdsOf(house, client), []);
});

test('a wallet with exactly what the report costs pays for it and is empty', async () => {
  const client = await newClient(house, 300);
  assert.deepEqual((await client.generate(LIVE)).body.meta.wallet, { balance: 0, cost: 300 });
});

test('an empty wallet can neither hold nor buy, and says so', async () => {
  const client = await newClient(house, 0);
  assertProblem(await client.generate({ ...LIVE, bureaus: ['equifax'] }), 402, 'insufficient-funds');
  await nothingHappened(client, 0);
});

test('a wallet that can pay for the report but not for the message: 402, nothing is sent, and no report is left', async () => {
  const client = await newClient(house, 339);
  world.verdict = 'challenge';
  const key = { 'idempotency-key': 'one' };
  for (let n = 0; n < 2; n += 1) {
    const answer = await client.generate(LIVE, key);
    assertProblem(answer, 402, 'insufficient-funds');
    assert.match(answer.body.message, /^This costs 340 credits; 339 are available\./);
    await nothingHappened(client, 339);
    assert.deepEqual((await client.get(`/${client.tenant.tenantId}/v1/credit-reports`)).body.data.items, []);
  }
  await topUp(house, client.tenant.tenantId, 1);
  const { body } = await client.generate(LIVE, key);
  assert.deepEqual(
    [body.data.status, body.meta.wallet],
    ['authentication-required', { balance: 0, cost: 300 }],
  );
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a report whose message cannot be paid for returns its price to those who can: of thirty, three are challenged', async () => {
  const client = await newClient(house, 1_200);
  await priced(client, { 'sms-otp': 300 });
  world.verdict = 'challenge';
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => client.generate({ ...LIVE, bureaus: ['equifax'] })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(3).fill(200), ...Array(27).fill(402)]);
  assert.deepEqual(await walletOf(house, client), { available: 0, held: 1_200, spent: 0 });
  assert.equal(world.sent.length, 3);
  assert.equal((await client.get(`/${client.tenant.tenantId}/v1/credit-reports`)).body.data.items.length, 3);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a resend that the wallet cannot pay for: 402, nothing is counted, nothing is sent, the old code works', async () => {
  const client = await newClient(house, 379);
  const { reportId, challengeId, code } = await openLiveChallenge(client, world);
  const answer = await client.resend(reportId, challengeId);
  assertProblem(answer, 402, 'insufficient-funds');
  assert.match(answer.body.message, /^This costs 40 credits; 39 are available\./);
  assert.equal(world.sent.length, 1);
  assert.deepEqual(await walletOf(house, client), { available: 39, held: 340, spent: 0 });
  await topUp(house, client.tenant.tenantId, 1);
  const { body } = await client.resend(reportId, challengeId);
  assert.partialDeepStrictEqual(
    body.data,
    { remainingSmsCount: 1, smsSentCount: 2, sms: 'accepted' },
    'the refused one was not counted',
  );
  assert.equal(
    (await client.submit(reportId, challengeId, code)).body.data.status,
    'retry',
    'now a newer code',
  );
  const last = world.sent.at(-1)?.code;
  assert.equal((await client.submit(reportId, challengeId, last)).body.data.status, 'complete');
});

test('a text that is not sent leaves the limit of the day alone: no gateway took it, or nobody paid, whatever its price', async () => {
  const limited = await openLiveHouse({ SMS_DAILY_CREDITS_MAX: '80' });
  try {
    const { world } = limited;
    const ask = (client: Client) => client.generate({ ...LIVE, bureaus: ['equifax'] });
    const twoAreSent = async (client: Client) => {
      const statuses = [await ask(client), await ask(client), await ask(client)].map(({ status }) => status);
      assert.deepEqual(statuses, [200, 200, 429]);
    };
    world.verdict = 'challenge';
    for (const smsCredits of [40, 0]) {
      const client = await newClient(limited.house, 10_000);
      await setPrice(limited.house.service.database, client.tenant.tenantId, 'sms-otp', smsCredits);
      world.gateway = 'refused';
      for (let n = 0; n < 4; n += 1) assert.equal((await ask(client)).body.data.challenge.sms, 'refused');
      world.gateway = 'accepted';
      await twoAreSent(client);
    }
    const poor = await newClient(limited.house, 139);
    for (let n = 0; n < 4; n += 1) assertProblem(await ask(poor), 402, 'insufficient-funds');
    await topUp(limited.house, poor.tenant.tenantId, 1_000);
    await twoAreSent(poor);

    const again = await newClient(limited.house, 379);
    const { reportId, challengeId } = await openLiveChallenge(again, world);
    for (let n = 0; n < 4; n += 1)
      assertProblem(await again.resend(reportId, challengeId), 402, 'insufficient-funds');
    await topUp(limited.house, again.tenant.tenantId, 1);
    assert.equal((await again.resend(reportId, challengeId)).status, 200);
  } finally {
    await limited.house.close();
  }
});

test('an expired or closed challenge is refused as such before funds are checked', async () => {
  const client = await newClient(house, 340);
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  for (let i = 0; i < 3; i += 1) await client.submit(reportId, challengeId, WRONG_CODE);
  await client.generate({ ...LIVE, bureaus: ['equifax', 'experian', 'transunion'] });
  assert.equal((await client.resend(reportId, challengeId)).body.code, 'challenge-closed');
});

test('twenty concurrent generates on a wallet for seven: seven are charged, thirteen get 402 before any provider is called', async () => {
  const client = await newClient(house, 2_100);
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.generate(LIVE)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(7).fill(200), ...Array(13).fill(402)]);
  assert.equal(world.asked.length, 21);
  assert.deepEqual(await walletOf(house, client), { available: 0, held: 0, spent: 2_100 });
  assert.deepEqual(await openHoldsOf(house, client), []);
});

test("a tenant's own price overrides the default, for that tenant and that product only", async () => {
  const [client, other] = [await newClient(house), await newClient(house)];
  await priced(client, { 'credit-report-experian': 250, 'sms-otp': 5 });
  assert.deepEqual((await client.generate(LIVE)).body.meta.wallet, { balance: 550, cost: 450 });
  assert.deepEqual((await other.generate(LIVE)).body.meta.wallet, { balance: 700, cost: 300 });
  world.verdict = 'challenge';
  const { body } = await client.generate({ ...LIVE, bureaus: ['equifax'] });
  assert.deepEqual(body.meta.wallet, { balance: 550 - 100 - 5, cost: 100 });
});

test('what costs nothing needs no hold: an empty wallet generates, is challenged and completes', async () => {
  const client = await newClient(house, 0);
  await priced(client, {
    'credit-report-equifax': 0,
    'credit-report-experian': 0,
    'credit-report-transunion': 0,
    'sms-otp': 0,
  });
  const free = { balance: 0, cost: 0 };
  assert.deepEqual((await client.generate(LIVE)).body.meta.wallet, free);
  const { reportId, challengeId, wallet, smsId } = await openLiveChallenge(client, world);
  assert.deepEqual(wallet, free);
  // Known or not yet: the hand-over is written behind. Either way there is nothing to charge.
  assert.match(
    await house.service.recordDelivery({ tenantId: client.tenant.tenantId, smsId, state: 'delivered' }),
    /^(noted|unknown)$/,
  );
  assert.equal((await client.resend(reportId, challengeId)).status, 200);
  const { body } = await client.submit(reportId, challengeId, world.sent.at(-1)?.code);
  assert.deepEqual([body.data.status, body.meta.wallet], ['complete', free]);
  assert.deepEqual(await holdsOf(house, client), []);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a free and a priced bureau: when only the free one answers, the report completes, costs nothing, and the books are true', async () => {
  const client = await newClient(house);
  await priced(client, { 'credit-report-experian': 0 });
  world.outcomes = { equifax: 'timeout' };
  const { body } = await client.generate({ ...LIVE, bureaus: ['equifax', 'experian'] });
  assert.deepEqual([body.data.status, body.meta.wallet], ['complete', { balance: 1_000, cost: 0 }]);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a retry with the same key gets the same answer and is charged once', async () => {
  const client = await newClient(house);
  const key = { 'idempotency-key': 'order-1' };
  const first = await client.generate(LIVE, key);
  for (let i = 0; i < 5; i += 1) {
    const again = await client.generate(LIVE, key);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.text, first.text);
  }
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 0, spent: 300 });
  assert.equal(world.asked.length, 3);
});

test('ten concurrent requests with the same key are one report and one charge', async () => {
  const client = await newClient(house);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.generate(LIVE, { 'idempotency-key': 'order-2' })),
  );
  const told = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
  assert.equal(told.size, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 0, spent: 300 });
});

test('a resend and a submit with a key are charged once too', async () => {
  const client = await newClient(house);
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  const base = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}`;
  const twice = async (path: string, body: unknown) => {
    const first = await client.post(`${base}/${path}`, body, { 'idempotency-key': path });
    const again = await client.post(`${base}/${path}`, body, { 'idempotency-key': path });
    assert.deepEqual([first.status, again.text], [200, first.text]);
  };
  await twice('resend-sms', { challengeId });
  assert.deepEqual([world.sent.length, (await walletOf(house, client)).held], [2, 380]);
  await twice('otp-challenge', { challengeId, code: world.sent.at(-1)?.code });
  assert.deepEqual(await walletOf(house, client), { available: 620, held: 80, spent: 300 });
});

test('a request refused with 402 can be retried with its key after a top-up', async () => {
  const client = await newClient(house, 10);
  const key = { 'idempotency-key': 'order-3' };
  assert.equal((await client.generate(LIVE, key)).status, 402);
  await topUp(house, client.tenant.tenantId, 990);
  assert.deepEqual((await client.generate(LIVE, key)).body.meta.wallet, { balance: 700, cost: 300 });
});

test('another request with the same key is refused and costs nothing', async () => {
  const client = await newClient(house);
  const url = `/${client.tenant.tenantId}/v1/credit-reports`;
  await client.post(url, generateBody(LIVE), { 'idempotency-key': 'order-4' });
  const answer = await client.post(url, generateBody({ ...LIVE, firstName: 'Eve' }), {
    'idempotency-key': 'order-4',
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 0, spent: 300 });
});
