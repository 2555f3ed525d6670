// Three processes on one PostgreSQL, killed at random under load. Eight callers with Idempotency-Keys retry until they are answered.
// Afterwards the ledger is reconciled with what callers, provider and gateway recorded. MONEY_KILLS and TEST_SEED set the run.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { createTenant, generateBody, type Tenant, tokenOf } from '../support/house.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { after, before, test } from '../support/long.ts';
import { pastTheRules } from '../support/money.ts';
import { until, untilReady } from '../support/processes.ts';
import { type LiveFleet, openHolds, openLiveFleet, startLive } from '../support/services/live-fleet.ts';
import {
  createHasten,
  createStubbornClient,
  type StubbornClient,
} from '../support/services/stubborn-client.ts';
import { assertSoon, median } from '../support/services/time-limits.ts';
import { consumerFor } from '../support/worlds/provider.ts';

const KILLS = Number(process.env.MONEY_KILLS ?? 4);
/** How soon is judged in a long run only: on a machine that does other things it says nothing. */
const IS_LONG = KILLS >= 50;
const SEED = process.env.TEST_SEED ?? '';
const PROCESSES = 3;
const CLIENTS = 8;
const TENANTS = 2;
const FUNDED = 1_000_000_000;
const SETTLED_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

let fleet: LiveFleet;
before(async () => {
  fleet = await openLiveFleet(PROCESSES);
  // Sometimes slow, so that a kill finds requests in every state.
  fleet.provider.pause = (path, email) => {
    if (path === '/bureau' && email === PATIENT) return silence.promise;
    return chance.chance(30) ? sleep(chance.int(1, 60)) : null;
  };
  fleet.provider.gateway = () => (chance.chance(5) ? 'refused' : 'accepted');
});
after(() => fleet?.close());

/** The consumer for whom the bureaus do not answer yet. */
const PATIENT = 'patient@example.com';
const silence = Promise.withResolvers<void>();

test(`${KILLS} kills under load lose no answer and no credit (TEST_SEED=${SEED})`, async (t) => {
  const { house, provider } = fleet;
  const tenants: Tenant[] = [];
  for (let n = 0; n < TENANTS; n += 1) tenants.push(await createTenant(house, { balanceCredits: FUNDED }));
  const stories: Story[] = [];
  const clients: StubbornClient[] = [];
  const receipts = startReceipts();
  let isOver = false;

  const callers = Array.from({ length: CLIENTS }, async (_none, n) => {
    const { tenantId } = tenants[n % TENANTS] as Tenant;
    const random = createRandom(`${SEED} ${n}`);
    const client = createStubbornClient({
      token: await tokenOf(house, tenants[n % TENANTS] as Tenant),
      pick: () => random.pick(fleet.living()),
      hasten: createHasten(house, tenantId),
      patienceMs: 120_000,
    });
    clients.push(client);
    while (!isOver) {
      const verdict = random.pick<Verdict>(['allow', 'allow', 'challenge', 'challenge', 'block']);
      stories.push(await liveAStory({ client, provider, tenantId, random, verdict }));
    }
  });
  const begunMs = performance.now();
  let tookS = 0;
  const kills = killNowAndThen(KILLS);
  const patient = waitItOut();
  // Awaited below, after everything else.
  patient.catch(() => {});
  try {
    await Promise.race([kills.done, Promise.all(callers)]);
  } finally {
    isOver = true;
    tookS = (performance.now() - begunMs) / 1000;
    await Promise.all([kills.stop(), Promise.allSettled(callers)]);
    await Promise.allSettled([receipts.stop(), patient]);
  }
  await Promise.all(callers);

  const unsent = await expireUnsentMessages(tenants);
  for (const { tenantId } of tenants) {
    assert.deepEqual(await openHolds(house, tenantId), []);
    const delivered = new Set(
      [...receipts.delivered].filter(([, tenant]) => tenant === tenantId).map(([id]) => id),
    );
    const given = { house, provider, tenantId, fundedCredits: FUNDED, stories, delivered };
    assert.deepEqual(await contradictions(given), [], `TEST_SEED=${SEED}`);
  }
  const steps = stories.reduce((sum, { guesses, resends }) => sum + 1 + guesses + resends, 0);
  const retries = clients.reduce((sum, client) => sum + client.retries, 0);
  say(
    `${kills.readyMs.length} kills in ${tookS.toFixed(0)} s, seed ${SEED}: ${stories.length} reports, ${steps} operations,`,
  );
  say(`  ${retries} sent again, ${unsent} messages never handed over; ${tally(stories)}`);
  say(
    `  ready again in ${Math.round(median(kills.readyMs))} ms (median), ${Math.round(Math.max(...kills.readyMs))} ms (most)`,
  );
  assert.deepEqual(
    clients.flatMap((client) => client.faults),
    [],
  );
  await patient;
  if (IS_LONG) await assertSoon(t, 'a killed process is replaced', kills.readyMs, READY_WITHIN_MS);
});

/** A request that waits for the bureaus when its process dies, and whose lease expires in real time. */
async function waitItOut(): Promise<void> {
  const { house, provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: 300 });
  const victim = await startLive(provider, fleet.settings);
  await untilReady(victim);
  let isFirst = true;
  const client = createStubbornClient({
    token: await tokenOf(house, tenant),
    pick: () => {
      const first = isFirst ? victim : chance.pick(fleet.living());
      isFirst = false;
      return first;
    },
    patienceMs: 90_000,
  });
  const path = `/${tenant.tenantId}/v1/credit-reports` as const;
  const answer = client.post(path, generateBody(consumerFor('allow', PATIENT)));
  const asked = (): number => provider.asks.filter((ask) => ask.email === PATIENT).length;
  await until('the bureaus are asked', () => asked() === 3);
  victim.signal('SIGKILL');
  const killedMs = performance.now();
  silence.resolve();
  const sinceKill = (): number => performance.now() - killedMs;
  const isSettled = async () => (await openHolds(house, tenant.tenantId)).length === 0;
  assert.equal(await isSettled(), false);
  await until('the hold is settled', isSettled, SETTLED_WITHIN_MS - sinceKill());
  const settledMs = sinceKill();
  const { status, body } = await answer;
  say(
    `  waited out: hold back after ${Math.round(settledMs / 1000)} s, answered after ${Math.round(sinceKill() / 1000)} s`,
  );
  assert.deepEqual([status, body.data.status, body.meta.wallet], [200, 'failed', { balance: 300, cost: 0 }]);
  assert.equal(asked(), 3);
  assert.deepEqual(client.faults, []);
}

/** Kills a random process now and then, in a long run about every two seconds, and starts another in its place. */
function killNowAndThen(count: number) {
  const ending = new AbortController();
  const readyMs: number[] = [];
  const done = (async () => {
    const starting: Promise<unknown>[] = [];
    for (let n = 0; n < count && !ending.signal.aborted; n += 1) {
      await sleep(IS_LONG ? chance.int(1_500, 2_500) : chance.int(300, 700), undefined, {
        signal: ending.signal,
      }).catch(() => {});
      // One process must stay alive, however slowly this machine starts them.
      await until('two live', () => fleet.living().length >= 2, 60_000);
      const victim = chance.pick(fleet.living());
      await victim.kill();
      starting.push(fleet.start().then((one) => readyMs.push(one.readyMs)));
    }
    await Promise.all(starting);
  })();
  return {
    readyMs,
    done,
    stop: () => {
      ending.abort();
      return done;
    },
  };
}

/** A receipt for each message, some of them twice: nine of ten are delivered. */
function startReceipts() {
  const { house, provider } = fleet;
  const delivered = new Map<string, string>();
  let reported = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver || reported < provider.sends.length) {
      const send = provider.sends[reported];
      if (send === undefined) {
        await sleep(20);
        continue;
      }
      reported += 1;
      const { tenantId, smsId } = send;
      const isDelivered = chance.chance(90);
      const words = [];
      for (let times = chance.int(1, 2); times > 0; times -= 1)
        words.push(
          house.service.recordDelivery({
            tenantId,
            smsId,
            state: isDelivered ? 'delivered' : 'not-delivered',
          }),
        );
      const heard = await Promise.all(words);
      assert.ok(!heard.includes('unknown'));
      if (heard.includes('charged')) delivered.set(smsId, tenantId);
    }
  })();
  return {
    delivered,
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

/** Messages without a receipt expire after 72 hours, or after a minute when they were never handed over; here at once. */
async function expireUnsentMessages(tenants: Tenant[]): Promise<number> {
  const { house } = fleet;
  const { rowCount } = await pastTheRules(house.database, (query) =>
    query(
      `update holds set placed_at = placed_at - interval '73 hours'
       where state = 'open' and purpose = 'sms' and tenant_id = any($1)`,
      [tenants.map(({ tenantId }) => tenantId)],
    ),
  );
  await until('they are expired', async () => {
    await house.service.clearUp();
    const open = await Promise.all(tenants.map(({ tenantId }) => openHolds(house, tenantId)));
    return open.flat().every(({ purpose }) => purpose !== 'sms');
  });
  return rowCount ?? 0;
}

function tally(stories: Story[]): string {
  const counts = Map.groupBy(stories, ({ status }) => status);
  return [...counts].map(([status, those]) => `${those.length} ${status}`).join(', ');
}
