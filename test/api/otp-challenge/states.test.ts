// The interface's tables "States and transitions" and "Generate and OTP response data", row for row, and both sides of every limit of a
// challenge. The order of the guards is in guards.test.ts, the limit on sends in resend-sms/sends.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Charged,
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
} from '../../support/house.ts';

const RIGHT = '123456';
const WRONG = '654321';
const SENT_AT_MS = Date.parse('2026-03-01T12:00:00.000Z');
const LIFETIME_MS = 300_000;

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
beforeEach(() => travelBy(0));
after(() => house.close());

/** To this many milliseconds after the first send. */
const travelBy = (ms: number) => house.travelTo(new Date(SENT_AT_MS + ms));

const read = async (reportId: string) =>
  (await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${reportId}`)).body.data;

const keysOf = (value: object) => Object.keys(value).sort();

function assertCost(answer: Charged, cost: number): void {
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body.meta.wallet, { balance: 5_000, cost });
}

test('(new) | Generate request | Provider needs no verification | complete (challengeType `none`)', async () => {
  const answer = await client.generate({ challengeOptions: { status: 'allow' } });
  assertCost(answer, 0);
  const { status, challengeType, creditReport } = answer.body.data;
  assert.deepEqual({ status, challengeType }, { status: 'complete', challengeType: 'none' });
  assert.equal(creditReport.person.lastName, 'Sample');
});

test('(new) | Generate request | Provider requires verification | authentication-required (challengeType `otp`)', async () => {
  const answer = await client.generate({ challengeOptions: { status: 'challenge' } });
  assertCost(answer, 0);
  const { status, challengeType, challenge } = answer.body.data;
  assert.deepEqual({ status, challengeType }, { status: 'authentication-required', challengeType: 'otp' });
  assert.match(challenge.challengeId, /^[0-9a-f-]{36}$/);
});

test('(new) | Generate request | Provider risk assessment rejects | blocked | Cost 0. No report.', async () => {
  const answer = await client.generate({ challengeOptions: { status: 'block' } });
  assertCost(answer, 0);
  assert.deepEqual(keysOf(answer.body.data), ['creditReportId', 'reason', 'status']);
  assert.equal(answer.body.data.status, 'blocked');
});

test('authentication-required | OTP submit | Code correct | complete | Report data returned. Cost 0.', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const answer = await client.submit(reportId, challengeId, RIGHT);
  assertCost(answer, 0);
  assert.equal(answer.body.data.status, 'complete');
  assert.equal(answer.body.data.creditReportId, reportId);
  assert.equal(answer.body.data.creditReport.person.lastName, 'Sample');
});

test('authentication-required | OTP submit | Code wrong and attempts remain | retry | attemptsRemaining, errorMessage', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const answer = await client.submit(reportId, challengeId, WRONG);
  assertCost(answer, 0);
  const { status, attemptsRemaining, errorMessage } = answer.body.data;
  assert.deepEqual({ status, attemptsRemaining }, { status: 'retry', attemptsRemaining: 2 });
  assert.match(errorMessage, /wrong/);
});

test('retry | OTP submit | Code correct | complete | also as the third and last attempt', async () => {
  for (const wrongCodes of [1, 2]) {
    const { reportId, challengeId } = await openChallenge(client);
    for (let i = 0; i < wrongCodes; i += 1) await client.submit(reportId, challengeId, WRONG);
    const answer = await client.submit(reportId, challengeId, RIGHT);
    assert.equal(answer.body.data.status, 'complete');
    assert.ok(answer.body.data.creditReport);
  }
});

test('retry | OTP submit | Code wrong and attempts remain | retry | attemptsRemaining decreases', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, WRONG);
  const { status, attemptsRemaining } = (await client.submit(reportId, challengeId, WRONG)).body.data;
  assert.deepEqual({ status, attemptsRemaining }, { status: 'retry', attemptsRemaining: 1 });
});

test('authentication-required or retry | OTP submit | Third wrong code | failed | permanently, attempts exhausted', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, WRONG);
  await client.submit(reportId, challengeId, WRONG);
  const third = await client.submit(reportId, challengeId, WRONG);
  assertCost(third, 0);
  assert.equal(third.body.data.status, 'failed');
  assert.match(third.body.data.errorMessage, /3 times/);
  for (const code of [RIGHT, WRONG]) {
    const later = await client.submit(reportId, challengeId, code);
    assert.deepEqual(later.body.data, third.body.data);
  }
});

test('authentication-required or retry | Resend SMS | Fewer than 3 sends made | unchanged', async () => {
  for (const wrongCodes of [0, 1, 2]) {
    const { reportId, challengeId } = await openChallenge(client);
    for (let i = 0; i < wrongCodes; i += 1) await client.submit(reportId, challengeId, WRONG);
    const before = await read(reportId);
    const { expiresAt } = before.challenge;
    const answer = await client.resend(reportId, challengeId);
    const more = { sms: 'accepted', expiresAt, attemptsRemaining: 3 - wrongCodes };
    assert.deepEqual(answer.body.data, { remainingSmsCount: 1, smsSentCount: 2, ...more });
    assert.deepEqual(keysOf(answer.body.meta), ['request'], 'no meta.wallet');
    const challenge = { ...before.challenge, remainingSmsCount: 1 };
    assert.deepEqual(await read(reportId), { ...before, challenge }, 'one text less is left');
  }
});

test('authentication-required or retry | Time | More than 5 minutes since the last send | expired, HTTP 410', async () => {
  for (const wrongCodes of [0, 1]) {
    travelBy(0);
    const { reportId, challengeId } = await openChallenge(client);
    for (let i = 0; i < wrongCodes; i += 1) await client.submit(reportId, challengeId, WRONG);
    travelBy(LIFETIME_MS + 1);
    const answer = await client.submit(reportId, challengeId, RIGHT);
    assert.deepEqual([answer.status, answer.body.code], [410, 'challenge-expired']);
  }
});

const CHALLENGE_FIELDS = ['attemptsRemaining', 'challengeId', 'expiresAt', 'remainingSmsCount', 'sms'];

// "Generate and OTP response data": which fields are there, and that no other is. `bureaus`, `costCredits`, `reason` and all of a challenge but its id are our own
// additions.
const PRESENCE: [row: string, answer: () => Promise<Charged>, fields: string[]][] = [
  [
    'complete, on a generate response',
    () => client.generate(),
    ['bureaus', 'challengeType', 'costCredits', 'creditReport', 'creditReportId', 'status'],
  ],
  [
    'complete, on an OTP submit',
    () => guess(RIGHT),
    ['bureaus', 'costCredits', 'creditReport', 'creditReportId', 'status'],
  ],
  [
    'authentication-required',
    () => client.generate({ challengeOptions: { status: 'challenge' } }),
    ['challenge', 'challengeType', 'creditReportId', 'status'],
  ],
  [
    'blocked',
    () => client.generate({ challengeOptions: { status: 'block' } }),
    ['creditReportId', 'reason', 'status'],
  ],
  [
    'retry',
    () => guess(WRONG),
    ['attemptsRemaining', 'challenge', 'creditReportId', 'errorMessage', 'status'],
  ],
  ['failed', () => guess(WRONG, WRONG, WRONG), ['creditReportId', 'errorMessage', 'reason', 'status']],
];

async function guess(...codes: string[]): Promise<Charged> {
  const { reportId, challengeId } = await openChallenge(client);
  const answers: Charged[] = [];
  for (const code of codes) answers.push(await client.submit(reportId, challengeId, code));
  return answers.at(-1) as Charged;
}

for (const [row, answerOf, fields] of PRESENCE) {
  test(`status ${row}: data has exactly ${fields.join(', ')}`, async () => {
    const { body } = await answerOf();
    assert.equal(body.data.status, row.split(',')[0]);
    assert.deepEqual(keysOf(body.data), fields);
    if (body.data.challenge) assert.deepEqual(keysOf(body.data.challenge), CHALLENGE_FIELDS);
    assert.deepEqual(keysOf(body), ['data', 'meta']);
    assert.deepEqual(keysOf(body.meta), ['request', 'wallet']);
    assert.deepEqual(keysOf(body.meta.wallet), ['balance', 'cost']);
    assert.deepEqual(keysOf(body.meta.request), ['timeTakenMs']);
    assert.ok(Number.isInteger(body.meta.request.timeTakenMs));
  });
}

test('a challenge says until when, how often and where: on generate, after a wrong code, after a resend and read back', async () => {
  const mobileNumber = '+447700900123';
  const { body } = await client.generate({ challengeOptions: { status: 'challenge' }, mobileNumber });
  const { creditReportId: reportId, challenge } = body.data;
  const at = (ms: number) => new Date(SENT_AT_MS + ms + LIFETIME_MS).toISOString();
  const begun = {
    challengeId: challenge.challengeId,
    expiresAt: at(0),
    attemptsRemaining: 3,
    remainingSmsCount: 2,
    mobileNumber: '+*********123',
    sms: 'accepted',
  };
  assert.deepEqual(challenge, begun);
  travelBy(LIFETIME_MS);
  assert.deepEqual((await read(reportId)).challenge, begun, 'alive at the very moment that it names');
  const wrong = await client.submit(reportId, challenge.challengeId, WRONG);
  assert.deepEqual(wrong.body.data.challenge, { ...begun, attemptsRemaining: 2 });
  await client.resend(reportId, challenge.challengeId);
  const later = { ...begun, attemptsRemaining: 2, remainingSmsCount: 1, expiresAt: at(LIFETIME_MS) };
  assert.deepEqual((await read(reportId)).challenge, later);
});

test('blocked has a reason that names no rule', async () => {
  const { body } = await client.generate({ challengeOptions: { status: 'block' } });
  assert.equal(body.data.reason, 'risk-assessment');
});

const MOMENTS: [name: string, ms: number, isAlive: boolean][] = [
  ['299.999 s', LIFETIME_MS - 1, true],
  ['300.000 s', LIFETIME_MS, true],
  ['300.001 s', LIFETIME_MS + 1, false],
];

for (const [name, ms, isAlive] of MOMENTS) {
  test(`OTP challenge lifetime | 5 minutes: ${name} after the send it is ${isAlive ? 'alive' : 'expired'}`, async () => {
    const acts = [
      (reportId: string, challengeId: string) => client.submit(reportId, challengeId, RIGHT),
      (reportId: string, challengeId: string) => client.submit(reportId, challengeId, WRONG),
      (reportId: string, challengeId: string) => client.resend(reportId, challengeId),
    ];
    for (const act of acts) {
      travelBy(0);
      const { reportId, challengeId } = await openChallenge(client);
      travelBy(ms);
      assert.equal((await read(reportId)).status, isAlive ? 'authentication-required' : 'failed');
      assert.equal((await act(reportId, challengeId)).status, isAlive ? 200 : 410);
    }
  });

  test(`OTP challenge lifetime | each resend resets the timer: ${name} after a resend it is ${isAlive ? 'alive' : 'expired'}`, async () => {
    const { reportId, challengeId } = await openChallenge(client);
    travelBy(LIFETIME_MS);
    assert.equal((await client.resend(reportId, challengeId)).status, 200);
    travelBy(LIFETIME_MS + ms);
    const answer = await client.submit(reportId, challengeId, RIGHT);
    assert.equal(answer.status, isAlive ? 200 : 410);
  });
}

test('twenty concurrent wrong codes are three attempts: two answer retry, and all the others failed', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const guesses = Array.from({ length: 20 }, () => client.submit(reportId, challengeId, WRONG));
  const statuses = (await Promise.all(guesses)).map((answer) => answer.body.data.status);
  assert.equal(statuses.filter((status) => status === 'retry').length, 2);
  assert.equal(statuses.filter((status) => status === 'failed').length, 18);
});

test('twenty concurrent right codes complete once; the others answer 409', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const guesses = Array.from({ length: 20 }, () => client.submit(reportId, challengeId, RIGHT));
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [200, ...Array(19).fill(409)]);
});
