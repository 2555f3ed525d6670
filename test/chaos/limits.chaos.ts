// The limits of the wall clock that the documents state and no everyday test judges, because a busy machine misses them: Ctrl-C ends the
// service, credits of an expired code come back, a gateway that hangs keeps nobody waiting, the largest files are merged. LIMIT_ROUNDS
// sets how often each is tried. That an erasure is quick is judged by test/scenarios/erase-many.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS_MAX } from '../../src/domain/reports/bureau-file.ts';
import type { Simulator } from '../../src/sms/simulator.ts';
import { startTwilioSimulator } from '../../src/sms/twilio/simulator.ts';
import { toCreditReport, toText } from '../../src/world/merged-report.ts';
import { manyAccounts } from '../support/bureaus/large-files.ts';
import { generateBody } from '../support/house.ts';
import { expireAll } from '../support/ledger/true-books.ts';
import { LIVE, newClient, openHoldsOf } from '../support/money.ts';
import { call, endingOf, jsonPost, type ServiceProcess, until } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { assertSoon } from '../support/services/time-limits.ts';
import { gatewaySettings, TWILIO_ACCOUNT } from '../support/worlds/sms-world.ts';

const ROUNDS = Number(process.env.LIMIT_ROUNDS ?? 5);
/** docs/operations.md: a signal drains within 9 seconds. */
const END_MS = 9_000;
/** docs/operations.md: a report's hold ends within 16 minutes, three codes of five minutes and clear-up. */
const CLEAR_UP_MS = 60_000;
/** docs/settings.md: SMS_DEADLINE_MS. A second more for the rest of the request. */
const GATEWAY_MS = 5_000 + 1_000;
/** docs/gaps.md: after five unknowns in a row callers do not wait for it. */
const UNKNOWNS = 5;
const AT_ONCE_MS = 1_000;
/** test/merge/largest-file.test.ts, there as CPU time. */
const MERGE_MS = 300;

const worst = (tookMs: number[]): number => Math.max(...tookMs);

let fleet: Fleet;
let twilio: Simulator;
let service: ServiceProcess;
before(async () => {
  twilio = await startTwilioSimulator(TWILIO_ACCOUNT);
  fleet = await openFleet({ count: 1, world: 'gateways', settings: gatewaySettings({ twilio: twilio.url }) });
  [service] = fleet.processes as [ServiceProcess];
});
after(async () => {
  await fleet?.close();
  await twilio?.close();
});

/** Answers how long it took. The report waits for its code. */
async function askForCode(client: Awaited<ReturnType<typeof newClient>>): Promise<number> {
  const path = `/${client.tenant.tenantId}/v1/credit-reports` as const;
  const begunMs = performance.now();
  const answer = await call(service.origin, jsonPost(path, client.token, generateBody(LIVE)));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.status, 'authentication-required');
  return performance.now() - begunMs;
}

test('the credits of a code that has expired come back', async (t) => {
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await newClient(fleet.house);
    await askForCode(client);
    const held = async () =>
      (await openHoldsOf(fleet.house, client)).some(({ purpose }) => purpose === 'report');
    assert.ok(await held());
    await expireAll(fleet, [client.tenant.tenantId]);
    const begunMs = performance.now();
    await until('the credits are back', async () => !(await held()));
    tookMs.push(performance.now() - begunMs);
  }
  t.diagnostic(`back after ${tookMs.map(Math.round).join(', ')} ms`);
  await assertSoon(t, 'the credits are back', tookMs, CLEAR_UP_MS, worst);
});

test('a gateway that hangs keeps nobody waiting beyond its deadline, and after five not even that long', async (t) => {
  twilio.fault = () => 'hang';
  const client = await newClient(fleet.house, 100_000);
  const hanging: number[] = [];
  for (let send = 0; send < UNKNOWNS; send += 1) hanging.push(await askForCode(client));
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) later.push(await askForCode(client));
  twilio.fault = () => null;
  t.diagnostic(`answered after ${[...hanging, ...later].map(Math.round).join(', ')} ms`);
  await assertSoon(t, 'a request beside a hanging gateway is answered', hanging, GATEWAY_MS, worst);
  await assertSoon(t, 'a request after five unknown sends is answered', later, AT_ONCE_MS, worst);
});

test('1,000 accounts at each of three bureaus are merged', async (t) => {
  const consumer = {
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    ipAddress: '192.0.2.7',
    addresses: [],
  };
  const files = manyAccounts(RECORDS_MAX);
  const tookMs: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const begunMs = performance.now();
    await toText(await toCreditReport(consumer, files));
    tookMs.push(performance.now() - begunMs);
  }
  t.diagnostic(`merged in ${tookMs.map(Math.round).join(', ')} ms`);
  await assertSoon(t, 'the largest files are merged', tookMs, MERGE_MS);
});

// The last: it ends the processes.
test('Ctrl-C ends the service', async (t) => {
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = round === 0 ? service : await fleet.start();
    const begunMs = performance.now();
    one.signal('SIGINT');
    const { code, stderr } = await endingOf(one);
    assert.deepEqual([code, stderr], [0, '']);
    tookMs.push(performance.now() - begunMs);
  }
  t.diagnostic(`ended after ${tookMs.map(Math.round).join(', ')} ms`);
  await assertSoon(t, 'the service has ended', tookMs, END_MS, worst);
});
