// The failover variant of docs/deploy: Patroni decides and promotes, HAProxy leads the service to the primary. The machine of the leader is killed
// under charged reports, again and again; it comes back and follows the new one. Nothing that was acknowledged may be lost, the books hold, and no
// process of the service is restarted. PATRONI_KILLS, PATRONI_WRITES and TEST_SEED set the run. Skipped with the reason where the programs are
// not installed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { migrate } from '../../src/storage/migrate.ts';
import { startWriting } from '../support/database/acknowledged-writes.ts';
import { type PatroniCluster, startPatroni, whyNoPatroni } from '../support/database/patroni.ts';
import { endAll, until } from '../support/processes.ts';
import { commandsOn } from '../support/services/commands.ts';
import { type LiveFleet, openLiveFleet } from '../support/services/live-fleet.ts';
import { median } from '../support/services/time-limits.ts';

const KILLS = Number(process.env.PATRONI_KILLS ?? 3);
const WRITES = Number(process.env.PATRONI_WRITES ?? 600);
const SEED = process.env.TEST_SEED ?? '';
const LONG_MS = 300_000;
/** The lease of a dead primary runs for 20 seconds, then another one is promoted. */
const BACK_WITHIN_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let cluster: PatroniCluster | undefined;
let fleet: LiveFleet | undefined;
after(async () => {
  await fleet?.close();
  await cluster?.close();
  await endAll();
});

const missing = whyNoPatroni();
test(`${KILLS} kills of the leader lose nothing that was acknowledged (TEST_SEED=${SEED})`, {
  skip: missing ?? false,
}, async () => {
  cluster = await startPatroni();
  const { url, whole, leader } = cluster;
  await until('a leader and two standbys', whole, LONG_MS);
  await until(
    'HAProxy leads to it',
    () =>
      migrate({ connectionString: url }).then(
        () => true,
        () => false,
      ),
    LONG_MS,
  );
  fleet = await openLiveFleet(2, { url });
  const writes = await startWriting(fleet, { seed: SEED, liveCallers: 6, testCallers: 10 });
  const backMs: number[] = [];
  const leaders: string[] = [];
  try {
    for (let n = 0; n < KILLS; n += 1) {
      const due = Math.ceil((WRITES * (n + 1)) / KILLS);
      await until(`${due} writes`, () => writes.count() >= due, LONG_MS);
      const old = await leader();
      assert.ok(old, 'there is a leader');
      leaders.push(old);
      await cluster.kill(old);
      const killedMs = performance.now();
      await until('writes are back', () => writes.begunSince(killedMs) > 0, LONG_MS);
      backMs.push(performance.now() - killedMs);
      assert.notEqual(await leader(), old);
      cluster.start(old);
      await until(`${old} follows the new leader`, whole, LONG_MS);
    }
  } finally {
    await writes.stop();
  }
  say(
    `${KILLS} kills of the leader (${leaders.join(', ')}), seed ${SEED}: ${writes.count()} acknowledged writes`,
  );
  say(`  (${writes.describe()}), ${writes.retries()} sent again after a 503 or a lost answer;`);
  say(
    `  writes back ${(median(backMs) / 1000).toFixed(1)} s (median), ${(Math.max(...backMs) / 1000).toFixed(1)} s (most) after the kill; no caller waited longer than ${(writes.longestMs() / 1000).toFixed(1)} s`,
  );
  assert.deepEqual(await writes.problems(), [], `TEST_SEED=${SEED}`);
  assert.deepEqual(writes.faults(), []);
  assert.deepEqual(
    fleet.processes.map((one) => one.hasEnded()),
    [false, false],
    'no process was restarted',
  );
  await commandsOn({ DATABASE_URL: url }).done('ledger', 'verify');
  assert.ok(Math.max(...backMs) < BACK_WITHIN_MS, `${backMs.join(', ')}`);
});
