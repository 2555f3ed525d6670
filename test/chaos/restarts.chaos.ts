// PostgreSQL is restarted under load, cleanly and as after a crash in turn, and its sessions are terminated at random. Two processes of
// the service and eight callers continue; the processes are never restarted. RESTARTS, TERMINATIONS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Verdict } from '../../src/domain/reports/report.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { liveAStory, type Story } from '../support/consumers/consumer-stories.ts';
import { createOwnPostgres, type OwnPostgres } from '../support/database/own-postgres.ts';
import { startPairs } from '../support/database/torn-transactions.ts';
import { createTenant, generateBody, tokenOf } from '../support/house.ts';
import { contradictions } from '../support/ledger/reconcile.ts';
import { call, endAll, jsonPost, type ServiceProcess, until } from '../support/processes.ts';
import { commandsOn } from '../support/services/commands.ts';
import { type LiveFleet, openHolds, openLiveFleet } from '../support/services/live-fleet.ts';
import { createStubbornClient, type StubbornClient } from '../support/services/stubborn-client.ts';
import { assertSoon, median } from '../support/services/time-limits.ts';

const RESTARTS = Number(process.env.RESTARTS ?? 4);
const TERMINATIONS = Number(process.env.TERMINATIONS ?? 40);
const SEED = process.env.TEST_SEED ?? '';
const CALLERS = 8;
const FUNDED = 1_000_000_000;
const HEALED_WITHIN_MS = 3_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

let server: OwnPostgres;
let fleet: LiveFleet;
before(async () => {
  server = await createOwnPostgres();
  await server.start();
  await server.ask('create database trefoil');
  await migrate({ connectionString: server.url('trefoil') });
  fleet = await openLiveFleet(2, { url: server.url('trefoil') });
});
after(async () => {
  await fleet?.close();
  await endAll();
});

test(`${RESTARTS} restarts and ${TERMINATIONS} terminated sessions lose nothing (TEST_SEED=${SEED})`, async (t) => {
  const { house, provider } = fleet;
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  const token = await tokenOf(house, tenant);
  const other = await createTenant(house);
  const prober = { tenantId: other.tenantId, token: await tokenOf(house, other) };
  const stories: Story[] = [];
  const clients: StubbornClient[] = [];
  let [isOver, longestMs] = [false, 0];
  const callers = Array.from({ length: CALLERS }, async (_none, n) => {
    const random = createRandom(`${SEED} ${n}`);
    const client = createStubbornClient({
      token,
      pick: () => random.pick(fleet.living()),
      patienceMs: 120_000,
    });
    clients.push(client);
    while (!isOver) {
      const verdict = random.pick<Verdict>(['allow', 'allow', 'block']);
      const sinceMs = performance.now();
      stories.push(await liveAStory({ client, provider, tenantId: tenant.tenantId, random, verdict }));
      longestMs = Math.max(longestMs, performance.now() - sinceMs);
    }
  });
  const pairs = await startPairs(server.url('trefoil'), SEED);
  const begunMs = performance.now();
  const healedMs: number[] = [];
  let ended = 0;
  try {
    for (let n = 0; n < RESTARTS; n += 1) {
      const wanted = Math.ceil((TERMINATIONS * (n + 1)) / RESTARTS);
      while (ended < wanted) ended += await endSessions(wanted - ended);
      await server.stop(n % 2 === 0 ? 'fast' : 'immediate');
      await sleep(chance.int(0, 500));
      await server.start();
      const readyMs = performance.now();
      const waits = fleet.processes.map((one) => untilWritten(one, prober, readyMs));
      healedMs.push(...(await Promise.all(waits)));
    }
  } finally {
    isOver = true;
    await Promise.allSettled([...callers, pairs.stop()]);
  }
  await Promise.all(callers);
  const tookS = (performance.now() - begunMs) / 1000;

  const { done, torn } = await pairs.stop();
  const retries = clients.reduce((sum, client) => sum + client.retries, 0);
  say(
    `${RESTARTS} restarts and ${ended} ended sessions in ${tookS.toFixed(0)} s, seed ${SEED}: ${stories.length} reports, ${retries} sent again,`,
  );
  say(
    `  ${done} transactions of two statements, ${torn.length} torn; writes back ${Math.round(median(healedMs))} ms (median), ${Math.round(Math.max(...healedMs))} ms (most) after the server answers; no caller waited longer than ${(longestMs / 1000).toFixed(1)} s`,
  );
  assert.deepEqual(torn, []);
  assert.deepEqual(
    fleet.processes.map((one) => one.hasEnded()),
    [false, false],
    fleet.processes.map((one) => one.stderr()).join(),
  );
  assert.deepEqual(
    clients.flatMap((client) => client.faults),
    [],
  );
  await until('nothing is held', async () => {
    await house.service.clearUp();
    return (await openHolds(house, tenant.tenantId)).length === 0;
  });
  const { tenantId } = tenant;
  const given = { house, provider, tenantId, fundedCredits: FUNDED, stories, delivered: new Set<string>() };
  assert.deepEqual(await contradictions(given), [], `TEST_SEED=${SEED}`);
  await commandsOn({ DATABASE_URL: server.url('trefoil') }).done('ledger', 'verify');
  await assertSoon(t, 'writes are back', healedMs, HEALED_WITHIN_MS, (all) => Math.max(...all));
});

/** Terminates some sessions, idle or active, at once. Answers how many. */
async function endSessions(most: number): Promise<number> {
  await sleep(chance.int(20, 150));
  const found = await server.ask<{ pid: number }>(
    `select pid from pg_stat_activity where datname = 'trefoil' and backend_type = 'client backend' order by pid`,
  );
  const pids = found.map(({ pid }) => pid);
  const count = Math.min(most, pids.length, chance.int(1, 6));
  const chosen = Array.from({ length: count }, () => pids.splice(chance.int(0, pids.length - 1), 1)[0]);
  const rows = await server.ask<{ ended: boolean }>(
    'select pg_terminate_backend(pid) as ended from unnest($1::int[]) as pid',
    [chosen],
  );
  return rows.filter(({ ended }) => ended).length;
}

type Prober = { tenantId: string; token: string };

/** How long after the server was up this process wrote again, in milliseconds. */
async function untilWritten(one: ServiceProcess, by: Prober, sinceMs: number): Promise<number> {
  const request = jsonPost(`/${by.tenantId}/v1/credit-reports`, by.token, generateBody());
  await until(
    'a process writes again',
    async () => (await call(one.origin, request).catch(() => null))?.status === 200,
    30_000,
  );
  return performance.now() - sinceMs;
}
