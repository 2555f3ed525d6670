// Each message is charged on its own: its price is held when it is handed to the gateway, posted once when the gateway reports delivery,
// and released when it was refused, not delivered, or has no receipt for 72 hours.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { setPrice } from '../../../src/storage/wallet/prices.ts';
import { type Client, type House, sql, topUp } from '../../support/house.ts';
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

const tenantId = () => client.tenant.tenantId;
const receipt = (smsId: string, isDelivered: boolean, tenant = tenantId()) =>
  house.service.recordDelivery({
    tenantId: tenant,
    smsId,
    state: isDelivered ? 'delivered' : 'not-delivered',
  });
const smsHolds = async () => (await holdsOf(house, client)).filter(({ purpose }) => purpose === 'sms');
const smsLines = async () => {
  const { body } = await client.get(`/${tenantId()}/v1/billing/transactions?pageSize=100`);
  return body.items
    .filter((line) => line.smsId !== null)
    .map(({ kind, amount, smsId }) => [kind, amount, smsId])
    .reverse();
};
const age = (hours: number) => ageSeconds(hours * 3_600);
const ageSeconds = (seconds: number) =>
  pastTheRules(house.database, (query) =>
    query(
      `update holds set placed_at = placed_at - make_interval(secs => $2) where tenant_id = $1 and purpose = 'sms'`,
      [tenantId(), seconds],
    ),
  );

test('a complete report says what it cost with its delivered text, read back as well', async () => {
  const { smsId, reportId, challengeId, code } = await openLiveChallenge(client, world);
  await receipt(smsId, true);
  const { body } = await client.submit(reportId, challengeId, code);
  assert.equal(body.data.costCredits, 340);
  const read = await client.get(`/${tenantId()}/v1/credit-reports/${reportId}`);
  assert.deepEqual([read.body.data.costCredits, read.body.meta.wallet.cost], [340, 0]);
});

test('a delivered message is posted: its own entry, at its own price', async () => {
  const { smsId, wallet } = await openLiveChallenge(client, world);
  assert.equal(wallet.balance, 660);
  assert.equal(await receipt(smsId, true), 'charged');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  assert.deepEqual(await smsLines(), [
    ['hold', 40, smsId],
    ['post', 40, smsId],
  ]);
});

test('ten receipts for one message, concurrently and again later, post it once', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  const words = await Promise.all(Array.from({ length: 10 }, () => receipt(smsId, true)));
  assert.deepEqual(words.sort(), ['charged', ...Array(9).fill('known-before')]);
  assert.equal(await receipt(smsId, true), 'known-before');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  assert.equal((await smsLines()).length, 2);
});

test('concurrent receipts delivered and not delivered: delivered wins, once, and the books are true', async () => {
  for (let i = 0; i < 5; i += 1) {
    const one = await newClient(house);
    const { smsId } = await openLiveChallenge(one, world);
    const words = await Promise.all(
      Array.from({ length: 10 }, (_none, n) => receipt(smsId, n % 2 === 0, one.tenant.tenantId)),
    );
    assert.equal(words.filter((word) => word === 'charged').length, 1);
    assert.deepEqual(await walletOf(house, one), { available: 660, held: 300, spent: 40 });
    assert.deepEqual(await problemsOf(house, one.tenant.tenantId), []);
  }
});

test('a message that was not delivered is free; when a later receipt says delivered, it is charged once', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  assert.equal(await receipt(smsId, false), 'freed');
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
  assert.equal(await receipt(smsId, false), 'known-before');
  assert.equal(await receipt(smsId, true), 'charged');
  for (const isDelivered of [true, false]) assert.equal(await receipt(smsId, isDelivered), 'known-before');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  const lateId = `${smsId.slice(0, 14)}8${smsId.slice(15)}`;
  assert.deepEqual(await smsLines(), [
    ['hold', 40, smsId],
    ['void', 40, smsId],
    ['hold', 40, smsId],
    ['post', 40, lateId],
  ]);
  assert.deepEqual(await problemsOf(house, tenantId()), []);
});

test('a message delivered after its price was released is charged at the price of its send, never by overdraft', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  await receipt(smsId, false);
  await setPrice(house.service.database, tenantId(), 'sms-otp', 90);
  world.verdict = 'allow';
  for (const left of [400, 100]) {
    const { body } = await client.generate({ test: undefined });
    assert.equal(body.meta.wallet.balance, left);
  }
  await client.generate({ test: undefined, bureaus: ['equifax'] });
  assert.equal((await walletOf(house, client)).available, 0);
  assert.equal(await receipt(smsId, true), 'unbilled');
  assert.deepEqual(await walletOf(house, client), { available: 0, held: 300, spent: 700 });
  await topUp(house, tenantId(), 50);
  assert.equal(await receipt(smsId, true), 'charged');
  assert.deepEqual(await walletOf(house, client), { available: 10, held: 300, spent: 740 });
  assert.deepEqual(await problemsOf(house, tenantId()), []);
});

test('the price of a message that was never handed over is released after a minute, of one that was after 72 hours', async () => {
  world.gateway = 'unknown';
  const { smsId } = await openLiveChallenge(client, world);
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
  await ageSeconds(59);
  assert.equal((await house.service.clearUp()).messages, 0);
  await ageSeconds(2);
  assert.equal((await house.service.clearUp()).messages, 1);
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
  assert.equal(await receipt(smsId, true), 'charged', 'it was handed over after all');
  assert.deepEqual(await problemsOf(house, tenantId()), []);
});

test('a receipt that a message is on its way proves the hand-over: its price stays held', async () => {
  world.gateway = 'unknown';
  const { smsId } = await openLiveChallenge(client, world);
  assert.equal(
    await house.service.recordDelivery({ tenantId: tenantId(), smsId, state: 'on-its-way' }),
    'noted',
  );
  await age(71);
  assert.equal((await house.service.clearUp()).messages, 0);
  await age(2);
  assert.equal((await house.service.clearUp()).messages, 1);
});

test("a message's row has its gateway and its state, and delivered is final", async () => {
  const { smsId } = await openLiveChallenge(client, world);
  const tell = (state: 'delivered' | 'not-delivered' | 'on-its-way') =>
    house.service.recordDelivery({ tenantId: tenantId(), smsId, state, gateway: 'twilio' });
  const kept = () => sql(house, 'select gateway, state from sms_messages where tenant_id = $1', [tenantId()]);
  await tell('on-its-way');
  // The hand-over and this receipt race, and so does which gateway is named.
  assert.deepEqual(
    (await kept()).map(({ state }) => state),
    ['on-its-way'],
  );
  await tell('not-delivered');
  assert.deepEqual(await kept(), [{ gateway: 'twilio', state: 'not-delivered' }]);
  for (const state of ['delivered', 'not-delivered', 'on-its-way'] as const) {
    await tell(state);
    assert.deepEqual(await kept(), [{ gateway: 'twilio', state: 'delivered' }]);
  }
});

test('a message that costs nothing has no hold, and its receipts are accepted', async () => {
  await setPrice(house.service.database, tenantId(), 'sms-otp', 0);
  const { smsId } = await openLiveChallenge(client, world);
  await house.service.clearUp();
  assert.equal(await receipt(smsId, true), 'noted');
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
});

test('a receipt for a message that was never sent, or was sent for another tenant, moves nothing', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  const other = await newClient(house);
  assert.equal(await receipt(randomUUIDv7(), true), 'unknown');
  assert.equal(await receipt(smsId, true, other.tenant.tenantId), 'unknown');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
});

test('a receipt can only ever end the hold of a message, never that of a report', async () => {
  const { reportId } = await openLiveChallenge(client, world);
  for (const isDelivered of [true, false]) assert.equal(await receipt(reportId, isDelivered), 'unknown');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
});

test('a message without a receipt for 72 hours is released, not an hour sooner', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  await age(71);
  assert.equal((await house.service.clearUp()).messages, 0);
  await age(2);
  assert.equal((await house.service.clearUp()).messages, 1);
  assert.deepEqual((await smsHolds())[0]?.state, 'expired');
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
  assert.equal(await receipt(smsId, true), 'charged', 'the gateway spoke after all');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
  assert.equal((await house.service.clearUp()).messages, 0);
  assert.deepEqual(await problemsOf(house, tenantId()), []);
});

test('a message that the gateway refuses is released at once; the challenge goes on', async () => {
  world.gateway = 'refused';
  const { reportId, challengeId, code, wallet } = await openLiveChallenge(client, world);
  assert.deepEqual(wallet, { balance: 700, cost: 300 });
  assert.deepEqual(
    (await smsHolds()).map(({ state }) => state),
    ['voided'],
  );
  assert.deepEqual(await walletOf(house, client), { available: 700, held: 300, spent: 0 });
  const { body } = await client.submit(reportId, challengeId, code);
  assert.deepEqual([body.data.status, body.meta.wallet.balance], ['complete', 700]);
});

test('a gateway that throws accepted nothing: released at once', async () => {
  const { sendCode } = world;
  world.sendCode = (message) => {
    world.sent.push(message);
    return Promise.reject(new Error('broken'));
  };
  const { wallet } = await openLiveChallenge(client, world);
  Object.assign(world, { sendCode });
  assert.deepEqual(wallet, { balance: 700, cost: 300 });
  assert.deepEqual(
    (await smsHolds()).map(({ state }) => state),
    ['voided'],
  );
});

test('a resend has its own entry, and only delivered messages are charged', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  for (const left of [1, 0]) {
    const { body } = await client.resend(reportId, challengeId);
    assert.equal(body.data.remainingSmsCount, left);
    assert.deepEqual(Object.keys(body.meta), ['request'], 'no wallet');
  }
  assert.deepEqual(await walletOf(house, client), { available: 580, held: 420, spent: 0 });
  const [first, second, third] = world.sent.map(({ smsId }) => smsId);
  await receipt(first ?? '', false);
  await receipt(second ?? '', true);
  await receipt(third ?? '', true);
  assert.deepEqual(await walletOf(house, client), { available: 620, held: 300, spent: 80 });
  assert.equal((await client.resend(reportId, challengeId)).status, 429);
  assert.deepEqual([world.sent.length, (await smsHolds()).length], [3, 3]);
});

test('a first text that no gateway took is told, costs nothing and is none of the three sends', async () => {
  world.verdict = 'challenge';
  world.gateway = 'refused';
  const { body } = await client.generate(LIVE);
  const { creditReportId: reportId, challenge } = body.data;
  assert.equal(challenge.sms, 'refused');
  assert.deepEqual(body.meta.wallet, { balance: 700, cost: 300 });
  const read = await client.get(`/${tenantId()}/v1/credit-reports/${reportId}`);
  assert.deepEqual(read.body.data.challenge, challenge);
  world.gateway = 'accepted';
  const counts = [];
  for (let i = 0; i < 4; i += 1) counts.push(await client.resend(reportId, challenge.challengeId));
  assert.deepEqual(
    counts.map(({ status, body: { data } }) => [status, data?.smsSentCount, data?.sms]),
    [
      [200, 1, 'accepted'],
      [200, 2, 'accepted'],
      [200, 3, 'accepted'],
      [429, undefined, undefined],
    ],
  );
  const done = await client.submit(reportId, challenge.challengeId, world.sent.at(-1)?.code);
  assert.equal(done.body.data.status, 'complete');
  assert.deepEqual(await problemsOf(house, tenantId()), []);
});

test('a resend that no gateway took is told and free, and the code before it works on, no longer than before', async () => {
  const sentAtMs = Date.parse('2026-03-01T12:00:00.000Z');
  const lifetimeMs = 300_000;
  for (const [isLate, status] of [
    [false, 200],
    [true, 410],
  ] as const) {
    house.travelTo(new Date(sentAtMs));
    const one = await newClient(house);
    const { reportId, challengeId, code } = await openLiveChallenge(one, world);
    world.gateway = 'refused';
    house.travelTo(new Date(sentAtMs + lifetimeMs));
    const { body } = await one.resend(reportId, challengeId);
    const expiresAt = new Date(sentAtMs + lifetimeMs).toISOString();
    const more = { sms: 'refused', expiresAt, attemptsRemaining: 3 };
    assert.deepEqual(body.data, { remainingSmsCount: 2, smsSentCount: 1, ...more });
    assert.deepEqual(await walletOf(house, one), { available: 660, held: 340, spent: 0 });
    if (isLate) house.travelTo(new Date(sentAtMs + lifetimeMs + 1));
    assert.equal((await one.submit(reportId, challengeId, code)).status, status);
    world.gateway = 'accepted';
  }
});

test('texts that no gateway took have a bound of their own', async () => {
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  world.gateway = 'refused';
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push(await client.resend(reportId, challengeId));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(5).fill(200), 429],
  );
  assert.match(answers.at(-1)?.body.message ?? '', /No gateway took the last five texts/);
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 340, spent: 0 });
});

test('a text that a gateway may have taken is told as unknown, and counts', async () => {
  world.verdict = 'challenge';
  world.gateway = 'unknown';
  const { data } = (await client.generate(LIVE)).body;
  assert.equal(data.challenge.sms, 'unknown');
  const again = await client.resend(data.creditReportId, data.challenge.challengeId);
  assert.partialDeepStrictEqual(again.body.data, { remainingSmsCount: 1, smsSentCount: 2, sms: 'unknown' });
});

test('a text that no gateway took and was delivered after all is charged once', async () => {
  world.verdict = 'challenge';
  world.gateway = 'refused';
  await client.generate(LIVE);
  const smsId = world.sent.at(-1)?.smsId ?? '';
  assert.equal(await receipt(smsId, false), 'known-before');
  assert.equal(await receipt(smsId, true), 'charged');
  assert.equal(await receipt(smsId, true), 'known-before');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
});

for (const [name, finish] of [
  [
    'fails',
    (id: string, challengeId: string) =>
      Promise.all([1, 2, 3].map(() => client.submit(id, challengeId, WRONG_CODE))),
  ],
  ['completes', (id: string, challengeId: string, code: string) => client.submit(id, challengeId, code)],
] as const) {
  test(`the message is charged whether or not its report ${name}`, async () => {
    const { reportId, challengeId, code, smsId } = await openLiveChallenge(client, world);
    await finish(reportId, challengeId, code);
    const before = await walletOf(house, client);
    assert.equal(before.held, 40);
    assert.equal(await receipt(smsId, true), 'charged');
    assert.deepEqual(await walletOf(house, client), { ...before, held: 0, spent: before.spent + 40 });
  });
}

test('a message costs what it cost when it was sent, whatever the price is when it is delivered', async () => {
  const { smsId } = await openLiveChallenge(client, world);
  await setPrice(house.service.database, tenantId(), 'sms-otp', 90);
  assert.equal(await receipt(smsId, true), 'charged');
  assert.deepEqual(await walletOf(house, client), { available: 660, held: 300, spent: 40 });
});

test('a wallet emptied between sending and delivery does not matter: the price was held', async () => {
  const poor = await newClient(house, 680);
  const { smsId } = await openLiveChallenge(poor, world);
  world.verdict = 'allow';
  assert.equal((await poor.generate({ test: undefined })).body.meta.wallet.balance, 40);
  assert.equal(await receipt(smsId, true, poor.tenant.tenantId), 'charged');
  assert.deepEqual(await walletOf(house, poor), { available: 40, held: 300, spent: 340 });
});
