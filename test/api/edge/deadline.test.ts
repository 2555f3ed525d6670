// The request deadline: a request that takes too long is answered 503 with Retry-After, its work goes on, and a retry with its key gets the
// result.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { type Client, type House, sql } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import { after, before, test } from '../../support/long.ts';
import { LIVE, newClient, openHoldsOf, openLiveHouse, problemsOf, walletOf } from '../../support/money.ts';
import { until } from '../../support/processes.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
let client: Client;
before(async () => {
  ({ house, world } = await openLiveHouse({ REQUEST_DEADLINE_MS: '3000', REQUESTS_IN_FLIGHT_MAX: '2' }));
  client = await newClient(house, 100_000);
});
after(() => house?.close());

/** The answer to a late request, once there is one. */
async function answerTo(headers: Record<string, string>) {
  let answer = await client.generate(LIVE, headers);
  await until('the work is over', async () => {
    answer = await client.generate(LIVE, headers);
    return answer.status === 200;
  });
  return answer;
}

test('a request whose bureaus do not answer gets 503 while its work goes on; a retry with the same key gets the one report that was charged', async () => {
  const bureaus = Promise.withResolvers<void>();
  world.waitFor = bureaus.promise;
  const headers = { 'idempotency-key': 'one-report' };
  const late = await client.generate(LIVE, headers);
  assertProblem(late, 503, 'service-unavailable');
  assert.match(late.body.message, /in time/);
  assert.equal(late.headers['retry-after'], '2');
  assertProblem(await client.generate(LIVE, headers), 409, 'request-in-progress');
  assert.equal((await openHoldsOf(house, client)).length, 1);
  const claims =
    'select leased_until > clock_timestamp() as is_ours from idempotency_keys where tenant_id = $1';
  assert.deepEqual(await sql(house, claims, [client.tenant.tenantId]), [{ is_ours: true }]);

  bureaus.resolve();
  const answer = await answerTo(headers);
  assert.equal(answer.body.data.status, 'complete');
  assert.equal(world.asked.length, 3, 'the bureaus were asked once');
  const rows = await sql(house, 'select id, status from reports where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  assert.deepEqual(rows, [{ id: answer.body.data.creditReportId, status: 'complete' }]);
  assert.equal((await walletOf(house, client)).spent, answer.body.meta.wallet.cost);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a late request whose work then fails can be retried, and the fault is in the log', async () => {
  const bureaus = Promise.withResolvers<void>();
  world.reset();
  world.waitFor = bureaus.promise;
  const headers = { 'idempotency-key': 'another-report' };
  assertProblem(await client.generate(LIVE, headers), 503, 'service-unavailable');
  const faults = () => house.logLines.filter((line) => line.includes('"msg":"fault"')).length;
  const before = faults();
  bureaus.reject(new Error('a bug'));
  await until('the fault is logged', () => faults() === before + 1);
  const answer = await answerTo(headers);
  assert.equal(answer.body.data.status, 'failed');
  assert.equal((await openHoldsOf(house, client)).length, 0);
  assert.deepEqual(await problemsOf(house, client.tenant.tenantId), []);
});

test('a late request keeps its slot until the work is done, although it was answered', async () => {
  const bureaus = Promise.withResolvers<void>();
  world.reset();
  world.waitFor = bureaus.promise;
  const late = await Promise.all([client.generate(LIVE), client.generate(LIVE)]);
  for (const answer of late) assert.match(answer.body.message, /in time/);
  assert.match((await client.get('/v1/my/profile')).body.message, /more requests at hand/);
  bureaus.resolve();
  await until('a place is free', async () => (await client.get('/v1/my/profile')).status === 200);
});
