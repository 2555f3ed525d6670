// A primary and a synchronous standby; the primary is killed, the standby promoted, the old primary made a standby of the new one, ten
// times under load. The processes of the service know both hosts and are never restarted. In every other failover the replication is
// stalled first, so that commits hang: those must not be acknowledged. The same with asynchronous commits must lose writes, which proves
// that this test can fail. FAILOVERS, FAILOVER_WRITES and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signal } from '../../src/storage/engine/embedded/processes.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { type AcknowledgedWrites, startWriting } from '../support/database/acknowledged-writes.ts';
import { createOwnPostgres, type OwnPostgres } from '../support/database/own-postgres.ts';
import { endAll, until } from '../support/processes.ts';
import { commandsOn } from '../support/services/commands.ts';
import { type LiveFleet, openLiveFleet } from '../support/services/live-fleet.ts';
import { assertSoon, median } from '../support/services/time-limits.ts';

const FAILOVERS = Number(process.env.FAILOVERS ?? 2);
const WRITES = Number(process.env.FAILOVER_WRITES ?? 400);
const SEED = process.env.TEST_SEED ?? '';
const DATABASE = 'trefoil';
const LIVE_CALLERS = 6;
const TEST_CALLERS = 18;
const BACK_WITHIN_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);

type Pair = { primary: OwnPostgres; standby: OwnPostgres };

let pair: Pair;
let fleet: LiveFleet;
let url: string;
before(async () => {
  pair = { primary: await createOwnPostgres(), standby: await createOwnPostgres('copy') };
  const { primary, standby } = pair;
  await primary.start();
  await primary.ask(`create database ${DATABASE}`);
  await migrate({ connectionString: primary.url(DATABASE) });
  await standby.becomeStandbyOf(primary);
  await primary.waitForStandby(true);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join();
  url = `postgres://trefoil@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  fleet = await openLiveFleet(2, { url });
});
after(async () => {
  await fleet?.close();
  await endAll();
});

test(`${FAILOVERS} failovers lose nothing that was acknowledged (TEST_SEED=${SEED})`, async (t) => {
  const writes = await startWriting(fleet, {
    seed: SEED,
    liveCallers: LIVE_CALLERS,
    testCallers: TEST_CALLERS,
  });
  const begunMs = performance.now();
  const backMs: number[] = [];
  let [hung, returned] = [0, 0];
  try {
    for (let n = 0; n < FAILOVERS; n += 1) {
      const due = Math.ceil((WRITES * (n + 1)) / FAILOVERS);
      await until(`${due} writes`, () => writes.count() >= due, 600_000);
      const isStalled = n % 2 === 0;
      if (isStalled) hung += await stall(writes);
      const old = await failOver(writes, backMs);
      // Twice the old primary comes back unchanged, as a rebooted machine does.
      if (n < 2) returned += await comeBackAsItWas(old, writes);
      await old.becomeStandbyOf(pair.primary);
      await pair.primary.waitForStandby(true);
      const [row] = await old.ask<{ is: boolean }>('select pg_is_in_recovery() as is');
      assert.equal(row?.is, true, 'the old primary follows the new one');
    }
  } finally {
    await writes.stop();
  }
  const tookS = (performance.now() - begunMs) / 1000;
  say(`${FAILOVERS} failovers in ${tookS.toFixed(0)} s, seed ${SEED}: ${writes.count()} acknowledged writes`);
  say(
    `  (${writes.describe()}), ${writes.retries()} sent again, ${hung} hung in stalled replication, none of those acknowledged`,
  );
  say(
    `  writes back ${Math.round(median(backMs))} ms (median), ${Math.round(Math.max(...backMs))} ms (most) after the promotion; no caller waited longer than ${(writes.longestMs() / 1000).toFixed(1)} s`,
  );
  say(
    `  ${returned} times the old primary came back unchanged: nothing was acknowledged there, and no caller used it`,
  );
  assert.deepEqual(
    fleet.processes.map((one) => one.hasEnded()),
    [false, false],
    'no process was restarted',
  );
  assert.ok(writes.count() >= WRITES);
  assert.deepEqual(await writes.problems(), [], `TEST_SEED=${SEED}`);
  assert.deepEqual(writes.faults(), []);
  await commandsOn({ DATABASE_URL: url }).done('ledger', 'verify');
  await assertSoon(t, 'writes are back', backMs, BACK_WITHIN_MS, (all) => Math.max(...all));
});

test('when commits do not wait for the standby, a failover loses writes, and the check finds them missing', async () => {
  await pair.primary.waitForStandby(false);
  const writes = await startWriting(fleet, { seed: `${SEED} async`, liveCallers: 2, testCallers: 8 });
  try {
    await until('some writes', () => writes.count() >= 20, 120_000);
    const sinceMs = await stopSending();
    await until('some more that the standby never receives', () => writes.begunSince(sinceMs) >= 20, 120_000);
    await failOver(writes, []);
  } finally {
    await writes.stop();
  }
  const problems = await writes.problems();
  const lost = problems.filter((problem) => /is lost|acknowledged and is not there/.test(problem));
  say(`without waiting for the standby: ${lost.length} acknowledged writes lost, as it must be`);
  assert.ok(lost.length > 0, `the checker missed the loss; it says: ${problems.join('; ')}`);
});

/** Once this resolves, the standby receives nothing. */
async function stopSending(): Promise<number> {
  const senders = await pair.primary.ask<{ pid: number }>('select pid from pg_stat_replication');
  assert.equal(senders.length, 1);
  for (const { pid } of senders) signal(pid, 'SIGSTOP');
  await sleep(50);
  return performance.now();
}

/** Answers how many writes hung; none of them was acknowledged. */
async function stall(writes: AcknowledgedWrites): Promise<number> {
  const sinceMs = await stopSending();
  await sleep(chance.int(400, 1_000));
  assert.equal(writes.begunSince(sinceMs), 0, 'nothing is acknowledged that the standby has not got');
  return writes.underWay();
}

/** Kills the primary and promotes the standby. Answers the old primary, which is down. */
async function failOver(writes: AcknowledgedWrites, backMs: number[]): Promise<OwnPostgres> {
  const { primary: old, standby: promoted } = pair;
  await old.kill();
  const killedMs = performance.now();
  const [row] = await promoted.ask<{ is: boolean }>('select pg_promote() as is');
  assert.equal(row?.is, true);
  const promotedMs = performance.now();
  pair = { primary: promoted, standby: old };
  await until('writes are back', () => writes.begunSince(killedMs) > 0, 120_000);
  backMs.push(performance.now() - promotedMs);
  return old;
}

/** It believes to be the primary, but waits for a standby that it does not have: it acknowledges nothing. */
async function comeBackAsItWas(old: OwnPostgres, writes: AcknowledgedWrites): Promise<number> {
  await old.start();
  const sinceMs = performance.now();
  const client = new pg.Client({ connectionString: old.url() });
  client.on('error', () => {});
  await client.connect();
  const written = client.query('create table believed (n int)').then(
    () => 'acknowledged',
    () => 'broken off',
  );
  // Meanwhile the service works with the new primary.
  await until('writes go on', () => writes.begunSince(sinceMs) >= 20, 120_000);
  assert.equal(await Promise.race([written, sleep(1_000, 'waits')]), 'waits');
  const visitors = await old.ask('select pid from pg_stat_activity where datname = $1', [DATABASE]);
  assert.deepEqual(visitors, []);
  await old.kill();
  assert.equal(await written, 'broken off');
  await client.end().catch(() => {});
  return 1;
}
