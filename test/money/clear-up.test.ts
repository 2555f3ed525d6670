// Abandoned reports are ended once, by any process, and never by one whose lease has expired: leases with a fencing token, in real
// processes. CLEAR_UP_TRIALS says how often a code comes at the moment of expiry.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWallet } from '../../src/storage/wallet/ledger.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import {
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
  sql,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { openLiveChallenge, problemsOf } from '../support/money.ts';
import { call, jsonPost, until, untilReady } from '../support/processes.ts';
import { type LiveFleet, openHolds, openLiveFleet, startLive } from '../support/services/live-fleet.ts';
import { createHasten, createStubbornClient } from '../support/services/stubborn-client.ts';
import { consumerFor } from '../support/worlds/provider.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const ABANDONED = 200;
const TENANTS = 5;
const TRIALS = Number(process.env.CLEAR_UP_TRIALS ?? 200);
const PRICE = 300;

let fleet: LiveFleet;
let house: House;
before(async () => {
  fleet = await openLiveFleet(2);
  house = fleet.house;
});
after(() => fleet?.close());

const reportsOf = (tenantId: string) =>
  sql<{ id: string; status: string; failure_reason: string | null; challenge_state: string | null }>(
    house,
    'select id, status, failure_reason, challenge_state from reports where tenant_id = $1',
    [tenantId],
  );

const endingsOf = (tenantId: string) =>
  sql<{ kind: string; count: number }>(
    house,
    `select kind, count(*) as count from ledger_entries
     where tenant_id = $1 and kind in ('post', 'void', 'expire') group by kind order by kind`,
    [tenantId],
  );

test('200 abandoned reports that four processes clear up concurrently are ended once each', async () => {
  const tenants: Tenant[] = [];
  for (let n = 0; n < TENANTS; n += 1)
    tenants.push(await createTenant(house, { balanceCredits: ABANDONED * PRICE }));
  await abandon(tenants, ABANDONED);
  // Two real processes do it every two seconds, and two loops here without a pause.
  const other = await openHouse({}, house.database);
  try {
    await sql(
      house,
      `update reports set leased_until = clock_timestamp() - interval '1 second' where leased_until is not null`,
    );
    await until('nothing is held', async () => {
      await Promise.all([house, other, house, other].map((one) => one.service.clearUp()));
      const open = await Promise.all(tenants.map(({ tenantId }) => openHolds(house, tenantId)));
      return open.flat().length === 0;
    });
  } finally {
    await other.close();
  }
  for (const { tenantId } of tenants) {
    const reports = await reportsOf(tenantId);
    assert.equal(reports.length, ABANDONED / TENANTS);
    assert.ok(reports.every((one) => one.status === 'failed' && one.failure_reason === 'interrupted'));
    assert.deepEqual(await endingsOf(tenantId), [{ kind: 'expire', count: ABANDONED / TENANTS }]);
    const wallet = await findWallet(house.service.database, tenantId);
    assert.deepEqual([wallet?.available, wallet?.held, wallet?.spent], [ABANDONED * PRICE, 0, 0]);
    assert.deepEqual(await problemsOf(house, tenantId), []);
  }
});

test('a process that was paused past its lease writes nothing: what was cleared up stays so', async () => {
  const { provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: PRICE });
  const token = await tokenOf(house, tenant);
  const email = 'paused@example.com';
  const path = `/${tenant.tenantId}/v1/credit-reports` as const;
  const body = generateBody(consumerFor('allow', email));
  const paused = await startLive(provider, fleet.settings);
  await untilReady(paused);
  const silence = Promise.withResolvers<void>();
  provider.pause = (where, about) => (where === '/bureau' && about === email ? silence.promise : null);

  const request = jsonPost(path, token, body);
  const headers = { ...request.headers, 'idempotency-key': 'paused' };
  const late = call(paused.origin, { ...request, headers });
  await until('the bureaus are asked', () => provider.asks.filter((ask) => ask.email === email).length === 3);
  paused.signal('SIGSTOP');
  await createHasten(house, tenant.tenantId)(path, 'paused');
  await until('another clears up', async () => (await openHolds(house, tenant.tenantId)).length === 0);
  const cleared = await reportsOf(tenant.tenantId);
  assert.deepEqual([cleared[0]?.status, cleared[0]?.failure_reason], ['failed', 'interrupted']);

  // The bureaus have answered by the time that it resumes, and it continues as if nothing had happened.
  silence.resolve();
  paused.signal('SIGCONT');
  const { status, body: answered } = await late;
  assert.deepEqual([status, answered.data.status, answered.meta.wallet.cost], [200, 'failed', 0]);
  assert.deepEqual(await reportsOf(tenant.tenantId), cleared);
  assert.deepEqual(await endingsOf(tenant.tenantId), [{ kind: 'expire', count: 1 }]);
  assert.deepEqual(await problemsOf(house, tenant.tenantId), []);

  const client = createStubbornClient({ token, pick: () => fleet.processes[0], patienceMs: 10_000 });
  const again = await client.post(path, body, 'paused');
  assert.deepEqual([again.status, again.body.data.status], [200, 'failed']);
  assert.equal(provider.asks.filter((ask) => ask.email === email).length, 3);
});

test('a challenge that expires releases its credits without a request', async () => {
  const { provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: 1_000 });
  const request = jsonPost(
    `/${tenant.tenantId}/v1/credit-reports`,
    await tokenOf(house, tenant),
    generateBody(consumerFor('challenge', 'expiring@example.com')),
  );
  const { body } = await call(fleet.processes[0]?.origin ?? '', request);
  assert.deepEqual(body.meta.wallet, { balance: 1_000 - PRICE - 40, cost: PRICE });
  const { smsId = '' } = provider.sends.at(-1) ?? {};
  await house.service.recordDelivery({ tenantId: tenant.tenantId, smsId, state: 'delivered' });
  await sql(
    house,
    `update reports set last_sent_at = clock_timestamp() - interval '5 minutes' where tenant_id = $1`,
    [tenant.tenantId],
  );
  const begunMs = performance.now();
  await until('the credits are back', async () => {
    const wallet = await findWallet(house.service.database, tenant.tenantId);
    return wallet?.available === 960 && wallet.held === 0 && wallet.spent === 40;
  });
  process.stdout.write(`credits back ${Math.round(performance.now() - begunMs)} ms after the end\n`);
  const [report] = await reportsOf(tenant.tenantId);
  assert.deepEqual([report?.status, report?.failure_reason], ['failed', 'challenge-expired']);
  assert.deepEqual(await problemsOf(house, tenant.tenantId), []);
});

test('a right code at the moment of expiry is charged or released, never both', async () => {
  const world = createStandIn();
  const live = await openHouse({}, house.database, world);
  const random = createRandom('boundary');
  const counts = { complete: 0, expired: 0 };
  // How long the challenge still lives when the code is on its way: longer after one that came too late, so that it stays at the border
  // on a machine of any speed.
  let leftMs = 6;
  try {
    const client = await clientOf(live, await createTenant(live, { balanceCredits: TRIALS * 1_000 }));
    const { tenantId } = client.tenant;
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { reportId, challengeId, code, smsId } = await openLiveChallenge(client, world);
      await live.service.recordDelivery({ tenantId, smsId, state: 'not-delivered' });
      const asked = world.asked.length;
      await sql(
        live,
        `update reports set last_sent_at = date_trunc('milliseconds', clock_timestamp())
           - interval '5 minutes' + make_interval(secs => $2) where id = $1`,
        [reportId, leftMs / 1_000],
      );
      const lead = random.int(0, 6);
      const [answer] = await Promise.all([
        sleep(lead).then(() => client.submit(reportId, challengeId, code)),
        sleep(6 - lead).then(() => live.service.clearUp()),
        live.service.clearUp(),
      ]);
      const isComplete = answer.status === 200 && answer.body.data.status === 'complete';
      assert.ok(isComplete || answer.status === 410, `trial ${trial}: ${answer.text}`);
      counts[isComplete ? 'complete' : 'expired'] += 1;
      leftMs = isComplete ? leftMs * 0.7 : leftMs * 1.4 + 1;
      assert.equal(world.asked.length - asked, isComplete ? 3 : 0, `trial ${trial}`);
    }
    await until('nothing is held', async () => {
      await live.service.clearUp();
      return (await openHolds(live, tenantId)).length === 0;
    });
    const wallet = await findWallet(live.service.database, tenantId);
    assert.deepEqual([wallet?.held, wallet?.spent], [0, counts.complete * PRICE]);
    const endings = await endingsOf(tenantId);
    const ended = (kind: string) => endings.find((one) => one.kind === kind)?.count ?? 0;
    assert.deepEqual([ended('post'), ended('expire')], [counts.complete, counts.expired]);
    assert.deepEqual(await problemsOf(live, tenantId), []);
  } finally {
    await live.close();
  }
  process.stdout.write(`${TRIALS} trials: ${counts.complete} complete, ${counts.expired} expired\n`);
  assert.ok(counts.complete > 0 && counts.expired > 0);
});

/** Reports with a hold, left by a process that died. */
async function abandon(tenants: Tenant[], count: number): Promise<void> {
  const never = (): Promise<never> => new Promise(() => {});
  const dying = await openHouse({}, house.database, { ...createStandIn(), assess: never });
  const clients = await Promise.all(tenants.map((tenant) => clientOf(dying, tenant)));
  for (let n = 0; n < count; n += 1) {
    const asked = clients[n % clients.length]?.generate(
      { test: undefined },
      { 'idempotency-key': randomUUIDv7() },
    );
    // Nobody answers it: the deadline of the call comes long after, and counts for nothing by then.
    asked?.catch(() => {});
  }
  await until('all are open', async () => {
    const open = await Promise.all(tenants.map(({ tenantId }) => openHolds(house, tenantId)));
    return open.flat().length === count;
  });
  await dying.close();
}
