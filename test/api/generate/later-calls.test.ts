// Bad days of the calls after generate, in test mode: a code, a resend, a read and a token that are refused or hang on purpose; a slow
// bureau; a text that is refused and then accepted; a wallet that moves. And that none of it does anything in live mode.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { TEST_ANSWERS, TEST_CODES } from '../../../src/domain/reports/test-options.ts';
import { type Answer, type Client, type House, send } from '../../support/house.ts';
import { assertProblem, assertRefusedAt } from '../../support/http/problem-shape.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse, walletOf } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const STATUS = {
  'insufficient-funds': 402,
  'rate-limited': 429,
  'internal-error': 500,
  'service-unavailable': 503,
} as const;
const REFUSALS = ['rate-limited', 'internal-error', 'service-unavailable'] as const;

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  ({ house, world } = await openLiveHouse({ SMS_RESEND_PAUSE_SECONDS: '0' }));
  client = await newClient(house, 100_000);
});
after(() => house.close());

async function challenged(testOptions: object = {}) {
  const { body } = await client.generate({ challengeOptions: { status: 'challenge' }, testOptions });
  return { id: body.data.creditReportId, challengeId: body.data.challenge.challengeId, body };
}
const read = (id: string) => client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

test('a code asks for its answer, and costs no attempt', async () => {
  const { id, challengeId } = await challenged();
  for (const [code, answer] of Object.entries(TEST_CODES)) {
    if (answer === 'hang') continue;
    const refused = await client.submit(id, challengeId, code);
    assertProblem(refused, STATUS[answer], answer);
    assert.equal(refused.headers['retry-after'], answer === 'internal-error' ? undefined : '2');
  }
  assert.equal((await client.submit(id, challengeId, '000000')).body.data.attemptsRemaining, 2);
  assert.equal((await client.submit(id, challengeId, '123456')).body.data.status, 'complete');
});

test('a code that hangs is the right one: its key is in progress, then has the report', async () => {
  const { id, challengeId } = await challenged();
  const gate = Promise.withResolvers<void>();
  house.pauseFor = gate.promise;
  const begun = house.pauses.length;
  const key = { 'idempotency-key': randomUUID() };
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${id}/otp-challenge` as const;
  const submit = () => client.post(url, { challengeId, code: '000504' }, key);
  const first = submit();
  await until('it takes its time', () => house.pauses.length > begun);
  assert.equal(house.pauses.at(-1), 30_000);
  assertProblem(await submit(), 409, 'request-in-progress');
  gate.resolve();
  house.pauseFor = null;
  assert.equal((await first).body.data.status, 'complete');
  const again = await submit();
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('in live mode these codes are wrong ones', async () => {
  world.reset();
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  const begun = house.pauses.length;
  const [first, second] = Object.keys(TEST_CODES);
  for (const [code, left] of [
    [first, 2],
    [second, 1],
  ] as const)
    assert.equal((await client.submit(reportId, challengeId, code ?? '')).body.data.attemptsRemaining, left);
  assert.equal(house.pauses.length, begun);
});

test('a resend and a read answer what the report asked for, and count nothing', async () => {
  for (const answer of ['insufficient-funds', ...REFUSALS] as const) {
    const { id, challengeId } = await challenged({ on: { resendSms: answer } });
    assertProblem(await client.resend(id, challengeId), STATUS[answer], answer);
    const { body } = await read(id);
    assert.equal(body.data.challenge.remainingSmsCount, 2);
  }
  for (const answer of REFUSALS) {
    const { id, challengeId } = await challenged({ on: { read: answer } });
    assertProblem(await read(id), STATUS[answer], answer);
    assert.equal((await client.submit(id, challengeId, '123456')).body.data.status, 'complete');
    const base = `/${client.tenant.tenantId}/v1/credit-reports/${id}`;
    for (const part of ['agreements', 'attributes'])
      assertProblem(await client.get(`${base}/${part}`), STATUS[answer], answer);
  }
});

test('for so long after the report was made, and not an instant longer', async () => {
  const { body: clock } = await client.post(`/${client.tenant.tenantId}/v1/test-clocks`, {});
  const on = { read: 'service-unavailable', resendSms: 'rate-limited', forMs: 60_000 };
  const { id, challengeId } = await challenged({ clock: clock.id, on });
  assertProblem(await read(id), 503, 'service-unavailable');
  assertProblem(await client.resend(id, challengeId), 429, 'rate-limited');
  await client.post(`/${client.tenant.tenantId}/v1/test-clocks/${clock.id}/advance`, { by: 'PT1M' });
  assert.equal((await read(id)).body.data.status, 'authentication-required');
  assert.equal((await client.resend(id, challengeId)).body.data.smsSentCount, 2);
});

test('one that hangs is done when it is done', async () => {
  const { id, challengeId } = await challenged({ on: { resendSms: 'hang', read: 'hang' } });
  const begun = house.pauses.length;
  assert.equal((await client.resend(id, challengeId)).body.data.smsSentCount, 2);
  assert.equal((await read(id)).body.data.status, 'authentication-required');
  assert.deepEqual(house.pauses.slice(begun), [30_000, 30_000]);
});

test('a token asks for its answer by its scope, with the right secret alone', async () => {
  const { clientId, clientSecret } = client.tenant;
  const ask = (answer: string, secret: string) =>
    send(house, {
      method: 'POST',
      url: '/v1/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      payload: `grant_type=client_credentials&scope=test-answer:${answer}`,
    });
  for (const answer of REFUSALS) assert.equal((await ask(answer, clientSecret)).status, STATUS[answer]);
  const begun = house.pauses.length;
  const hung = await ask('hang', clientSecret);
  assert.deepEqual([hung.status, house.pauses.slice(begun)], [200, [30_000]]);
  assert.match(hung.text, /reports:write/);
  for (const answer of [...TEST_ANSWERS, 'other']) {
    const refused = await ask(answer, answer === 'other' ? clientSecret : 'wrong');
    assert.deepEqual([refused.status, JSON.parse(refused.text).error], [400, 'invalid_scope']);
  }
  assert.equal(house.pauses.length, begun + 1);
});

test('a slow bureau makes the report take as long, at once or after the code', async () => {
  const testOptions = { bureauDelayMs: { experian: 8_000, equifax: 50 } };
  const begun = house.pauses.length;
  assert.equal((await client.generate({ testOptions })).body.data.status, 'complete');
  const { id, challengeId } = await challenged(testOptions);
  assert.equal((await client.submit(id, challengeId, '123456')).body.data.status, 'complete');
  await client.generate({ bureaus: ['transunion'], testOptions });
  assert.deepEqual(house.pauses.slice(begun), [8_000, 8_000]);
});

test('a bureau that is slower than a live search may be is a timeout after that', async () => {
  const begun = house.pauses.length;
  const statusesAt = async (experian: number, more: object = {}) => {
    const { body } = await client.generate({ testOptions: { bureauDelayMs: { experian }, ...more } });
    return body.data.bureaus.map(({ status }: { status: string }) => status);
  };
  assert.deepEqual(await statusesAt(10_000), ['ok', 'ok', 'ok']);
  assert.deepEqual(await statusesAt(10_001), ['ok', 'timeout', 'ok']);
  assert.deepEqual(await statusesAt(25_000, { bureaus: { experian: 'no-trace' } }), ['ok', 'timeout', 'ok']);
  assert.deepEqual(house.pauses.slice(begun), [10_000, 10_000, 10_000]);
});

test('refused-first: the first text is refused, and each resend accepted', async () => {
  const { id, challengeId, body } = await challenged({ sms: 'refused-first' });
  assert.equal(body.data.challenge.sms, 'refused');
  const resent = await client.resend(id, challengeId);
  assert.deepEqual([resent.body.data.sms, resent.body.data.smsSentCount], ['accepted', 1]);
});

test('a wallet that moves: cost and balance as live mode has them, 402 below, and nothing charged', async () => {
  const before = await walletOf(house, client);
  const allowed = await client.generate({ testOptions: { walletBalance: 300 } });
  assert.deepEqual(allowed.body.meta.wallet, { balance: 0, cost: 300 });
  const down = await client.generate({
    testOptions: { walletBalance: 300, bureaus: { experian: 'timeout' } },
  });
  assert.deepEqual(down.body.meta.wallet, { balance: 100, cost: 200 });
  const poor = await client.generate({ testOptions: { walletBalance: 299 } });
  assertProblem(poor, 402, 'insufficient-funds');
  assert.match(poor.body.message, /300 credits; 299/);
  const { id, challengeId, body } = await challenged({ walletBalance: 1_000 });
  assert.deepEqual(body.meta.wallet, { balance: 660, cost: 300 });
  const done = await client.submit(id, challengeId, '123456');
  assert.deepEqual(done.body.meta.wallet, { balance: 660, cost: 0 });
  assert.deepEqual((await read(id)).body.meta.wallet, { balance: 660, cost: 0 });
  const tooFew = { challengeOptions: { status: 'challenge' }, testOptions: { walletBalance: 339 } };
  assertProblem(await client.generate(tooFew), 402, 'insufficient-funds');
  assert.deepEqual(await walletOf(house, client), before);
});

test('in live mode all of it is refused', async () => {
  for (const testOptions of [
    { on: { read: 'hang' } },
    { walletBalance: 5 },
    { bureauDelayMs: { experian: 5 } },
    { sms: 'refused-first' },
  ])
    assertRefusedAt(await client.generate({ ...LIVE, testOptions }), '/testOptions');
});

test('what the deadline answered is found with the same key, and takes its time once', async (t) => {
  const { house: hasty } = await openLiveHouse({ REQUEST_DEADLINE_MS: '1000' });
  t.after(() => hasty.close());
  const hurried = await newClient(hasty, 0);
  const reports = `/${hurried.tenant.tenantId}/v1/credit-reports` as const;
  const open = async (testOptions: object = {}) => {
    const { body } = await hurried.generate({ challengeOptions: { status: 'challenge' }, testOptions });
    return { id: body.data.creditReportId, challengeId: body.data.challenge.challengeId };
  };
  const [guessed, resent] = [await open(), await open({ on: { resendSms: 'hang' } })];
  const code = { challengeId: guessed.challengeId, code: '000504' };
  const slow = { bureauDelayMs: { equifax: 10_000 } };
  type Key = { 'idempotency-key': string };
  const calls: [takesMs: number, call: (key: Key) => Promise<Answer>, done: RegExp][] = [
    [30_000, (key) => hurried.generate({ mobileNumber: '+447700900504' }, key), /"complete"/],
    [10_000, (key) => hurried.generate({ testOptions: slow }, key), /"complete"/],
    [30_000, (key) => hurried.post(`${reports}/${guessed.id}/otp-challenge`, code, key), /"complete"/],
    [
      30_000,
      (key) => hurried.post(`${reports}/${resent.id}/resend-sms`, { challengeId: resent.challengeId }, key),
      /"smsSentCount":2/,
    ],
  ];
  for (const [takesMs, call, done] of calls) {
    const [begun, gate] = [hasty.pauses.length, Promise.withResolvers<void>()];
    hasty.pauseFor = gate.promise;
    const key = { 'idempotency-key': randomUUID() };
    assertProblem(await call(key), 503, 'service-unavailable');
    assertProblem(await call(key), 409, 'request-in-progress');
    gate.resolve();
    let found = await call(key);
    await until('the first is done', async () => {
      if (found.status === 409) found = await call(key);
      return found.status !== 409;
    });
    assert.equal(found.status, 200);
    assert.match(JSON.stringify(found.body), done);
    assert.deepEqual(hasty.pauses.slice(begun), [takesMs]);
  }
});
