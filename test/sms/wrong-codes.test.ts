// Wrong codes for one mobile number, over all its challenges: ten a day. A guess is checked only while the limit is not used up, a
// wrong one counts, a right one does not, and a rate limited try does not extend the window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, type House, sql } from '../support/house.ts';
import {
  LIVE,
  newClient,
  openLiveChallenge,
  openLiveHouse,
  problemsOf,
  WRONG_CODE,
} from '../support/money.ts';
import type { StandIn } from '../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse({
    SMS_WRONG_CODES_PER_NUMBER_DAY: '10',
    SMS_CHALLENGES_PER_NUMBER_HOUR: '20',
  }));
});
after(() => house.close());

const challenge = async (client: Client, mobileNumber: string) => {
  world.reset();
  return openLiveChallenge(client, world, { mobileNumber });
};
const aDayPasses = () =>
  sql(
    house,
    "update challenge_limits set times = (select coalesce(array_agg(t - interval '24 hours'), '{}') from unnest(times) t)",
  );

test('of 36 concurrent wrong codes for one number, over 12 challenges, exactly 10 are checked', async () => {
  const client = await newClient(house, 20_000);
  const number = '+447700900321';
  const opened = [];
  for (let n = 0; n < 12; n += 1) opened.push(await challenge(client, number));
  const guesses = opened.flatMap(({ reportId, challengeId }) =>
    [1, 2, 3].map(() => client.submit(reportId, challengeId, WRONG_CODE)),
  );
  const answers = await Promise.all(guesses);
  const checked = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([checked.length, refused.length], [10, 26]);
  for (const { body, headers } of refused) {
    assert.equal(body.code, 'rate-limited');
    assert.match(
      body.message,
      /^Too many wrong codes were entered for this mobile number today\. Try again in /,
    );
    assert.ok(Number(headers['retry-after']) > 86_000);
    assert.ok(!body.message.includes(number.slice(-6)));
  }
  const [attempts] = await sql<{ sum: number }>(
    house,
    'select sum(attempts)::bigint as sum from reports where tenant_id = $1',
    [client.tenant.tenantId],
  );
  assert.equal(attempts?.sum, 10);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a number whose limit is used up gets no new challenge and no right answer until a day later', async () => {
  const client = await newClient(house, 20_000);
  const number = '+447700900322';
  const waiting = await challenge(client, number);
  for (let n = 0; n < 4; n += 1) {
    const { reportId, challengeId } = await challenge(client, number);
    for (let guess = 0; guess < 3; guess += 1) await client.submit(reportId, challengeId, WRONG_CODE);
  }
  const { status: right } = await client.submit(waiting.reportId, waiting.challengeId, waiting.code);
  assert.equal(right, 429);
  const { status, body } = await client.generate({ ...LIVE, mobileNumber: number });
  assert.deepEqual([status, body.code], [429, 'rate-limited']);
  await aDayPasses();
  const { body: late } = await client.submit(waiting.reportId, waiting.challengeId, waiting.code);
  assert.equal(late.data.status, 'complete');
});

test('right codes do not count, and another number or tenant has a limit of its own', async () => {
  const client = await newClient(house, 20_000);
  const number = '+447700900323';
  for (let n = 0; n < 12; n += 1) {
    const { reportId, challengeId, code } = await challenge(client, number);
    const { body } = await client.submit(reportId, challengeId, code);
    assert.equal(body.data.status, 'complete');
  }
  for (const [other, its] of [
    [client, '+447700900324'],
    [await newClient(house), '+447700900321'],
  ] as const) {
    const { reportId, challengeId } = await challenge(other, its);
    assert.equal((await other.submit(reportId, challengeId, WRONG_CODE)).body.data.status, 'retry');
  }
});
