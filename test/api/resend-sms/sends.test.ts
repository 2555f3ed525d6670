// How many times a code is sent, and what a resend changes. What a resend refuses, and in which order, is in
// otp-challenge/guards.test.ts; what it costs is in messages/charging.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
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
const expiryAt = (ms: number) => new Date(SENT_AT_MS + ms + LIFETIME_MS).toISOString();

test('OTP SMS sends | 3 per challenge (1 initial plus 2 resends): the third is sent, the fourth is not', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const answers = [];
  for (let i = 0; i < 4; i += 1) answers.push(await client.resend(reportId, challengeId));
  const [second, third, ...beyond] = answers;
  const more = { sms: 'accepted', expiresAt: expiryAt(0), attemptsRemaining: 3 };
  assert.deepEqual(second?.body.data, { remainingSmsCount: 1, smsSentCount: 2, ...more });
  assert.deepEqual(third?.body.data, { remainingSmsCount: 0, smsSentCount: 3, ...more });
  for (const answer of beyond) {
    assert.deepEqual([answer.status, answer.body.code], [429, 'no-sends-left']);
    assert.match(answer.body.message, /three sends/);
    assert.equal(answer.headers['retry-after'], '300', 'then the challenge is over');
  }
  assert.equal((await client.submit(reportId, challengeId, RIGHT)).body.data.status, 'complete');
});

test('a send that was refused does not restart the timer', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await client.resend(reportId, challengeId);
  await client.resend(reportId, challengeId);
  travelBy(LIFETIME_MS);
  assert.equal((await client.resend(reportId, challengeId)).status, 429);
  travelBy(LIFETIME_MS + 1);
  assert.equal((await client.submit(reportId, challengeId, RIGHT)).status, 410);
});

test('a resend does not give attempts back', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, WRONG);
  await client.resend(reportId, challengeId);
  assert.equal((await client.submit(reportId, challengeId, WRONG)).body.data.attemptsRemaining, 1);
  await client.resend(reportId, challengeId);
  assert.equal((await client.submit(reportId, challengeId, WRONG)).body.data.status, 'failed');
});

test('a resend with a new key is one more text, with the old key nothing is sent again', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const path = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/resend-sms` as const;
  const sent = [];
  for (const key of ['first', 'first', 'second'])
    sent.push(await client.post(path, { challengeId }, { 'idempotency-key': key }));
  assert.deepEqual(
    sent.map(({ body, headers }) => [body.data.smsSentCount, headers['idempotent-replayed']]),
    [
      [2, undefined],
      [2, 'true'],
      [3, undefined],
    ],
  );
});

test('ten concurrent resends are two sends', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const resends = Array.from({ length: 10 }, () => client.resend(reportId, challengeId));
  const statuses = (await Promise.all(resends)).map((answer) => answer.status).sort();
  assert.deepEqual(statuses, [200, 200, ...Array(8).fill(429)]);
});
