// A soak test: one process at 100 requests a second of mixed traffic for half an hour, bureaus and gateway over HTTP. Memory, files, sockets
// and connections stay at their level after the warm-up, and no caller gets a fault. V8 touches its reserved memory bit by bit while the
// heap does not grow: so the warm-up, at twice the rate, lasts until the memory has settled, twenty minutes at most. SOAK_MINUTES,
// SOAK_PER_SECOND and TEST_SEED set the run. Below ten minutes the slope of the memory is printed, and its check skipped.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { arrive, percentileOf } from '../../bench/arrivals.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { createTenant, sql, tokenOf } from '../support/house.ts';
import { type Caller, createMixedTraffic } from '../support/services/mixed-traffic.ts';
import { type Minute, slopeOf, watchProcess } from '../support/services/process-watch.ts';
import { openWholeHouse, type WholeHouse } from '../support/services/whole-house.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const PER_SECOND = Number(process.env.SOAK_PER_SECOND ?? 100);
const SEED = process.env.TEST_SEED ?? '';
const WARM_UP_MAX = Math.min(20, MINUTES);
const WARM_UP_TIMES = 2;
/** It has settled when this many minutes are as flat as the run must be. */
const SETTLED_MINUTES = 6;
const TENANTS = 5;
const FUNDED = 1_000_000_000;
const SLOPE_MAX_MB_IN_TEN_MINUTES = 1;
const JUDGED_FROM_MINUTES = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let whole: WholeHouse;
before(async () => {
  whole = await openWholeHouse();
});
after(() => whole?.close());

test(`${MINUTES} minutes at ${PER_SECOND} requests a second leak nothing (TEST_SEED=${SEED})`, async (t) => {
  const { house } = whole;
  const callers: Caller[] = [];
  for (let n = 0; n < TENANTS; n += 1) {
    const tenant = await createTenant(house, { balanceCredits: FUNDED });
    callers.push({ tenant, token: await tokenOf(house, tenant) });
  }
  const service = await whole.start({ LOG_LEVEL: 'info' });
  const random = createRandom(SEED);
  const traffic = createMixedTraffic({
    callers,
    random,
    origin: () => service.origin,
    codeFor: whole.codeFor,
  });
  const ask = async (): Promise<void> => void (await traffic.step());
  say(`warming up, for ${WARM_UP_MAX} minutes at most`);
  const warming: Minute[] = [];
  while (warming.length < WARM_UP_MAX && !hasSettled(warming)) {
    const [, seen] = await Promise.all([
      arrive({ perSecond: PER_SECOND * WARM_UP_TIMES, durationMs: 60_000, ask }),
      watchProcess(service, 1, (seen) => report({ ...seen, minute: warming.length + 1 })),
    ]);
    warming.push(...seen);
  }
  say(`warm after ${warming.length} minutes, at ${warming.at(-1)?.rssMb.toFixed(1)} MB`);
  const [tookMs, minutes] = await Promise.all([
    arrive({ perSecond: PER_SECOND, durationMs: MINUTES * 60_000, ask }),
    watchProcess(service, MINUTES, report),
  ]);
  traffic.close();
  say(
    `${tookMs.length} requests: ${[...traffic.counts].map(([name, count]) => `${name}: ${count}`).join(', ')}`,
  );
  say(
    `  p50 ${percentileOf(tookMs, 0.5).toFixed(1)} ms, p99 ${percentileOf(tookMs, 0.99).toFixed(1)} ms from when each was due`,
  );
  assert.deepEqual(traffic.faults, []);
  await t.test('the resident memory does not grow', (part) => judgeMemory(part, minutes));
  for (const name of ['fds', 'sockets', 'pool'] as const) {
    await t.test(`${name} do not grow`, (part) => judgeFlat(part, name, minutes));
  }
});

const inTenMinutes = (values: number[]): number => slopeOf(values) * 10;

function hasSettled(minutes: Minute[]): boolean {
  const last = minutes.slice(-SETTLED_MINUTES).map(({ rssMb }) => rssMb);
  return last.length === SETTLED_MINUTES && inTenMinutes(last) < SLOPE_MAX_MB_IN_TEN_MINUTES;
}

async function report(minute: Minute): Promise<void> {
  const { rssMb, heapMb, reservedMb, fds, sockets, pool, lagP99Ms } = minute;
  const [tuples] = await sql<{ live: number; dead: number; worst: string }>(
    whole.house,
    `select sum(n_live_tup)::int as live, sum(n_dead_tup)::int as dead,
       (select relname || ' ' || n_dead_tup from pg_stat_user_tables order by n_dead_tup desc limit 1) as worst
     from pg_stat_user_tables`,
  );
  say(
    `minute ${minute.minute}: ${rssMb.toFixed(1)} MB resident, ${heapMb.toFixed(1)} MB heap (${reservedMb.toFixed(1)} MB with room and buffers), ${fds} files, ${sockets} sockets, ${pool} connections, loop lag p99 ${lagP99Ms.toFixed(1)} ms; rows ${tuples?.live}, dead ${tuples?.dead} (${tuples?.worst})`,
  );
}

function judgeMemory(t: TestContext, minutes: Minute[]): void {
  const rss = inTenMinutes(minutes.map(({ rssMb }) => rssMb));
  const heap = inTenMinutes(minutes.map(({ heapMb }) => heapMb));
  say(`  memory: resident ${rss.toFixed(2)} MB in ten minutes, heap ${heap.toFixed(2)} MB in ten minutes`);
  if (MINUTES < JUDGED_FROM_MINUTES) t.skip(`it is judged from ${JUDGED_FROM_MINUTES} minutes on`);
  else assert.ok(rss < SLOPE_MAX_MB_IN_TEN_MINUTES, `memory grows by ${rss.toFixed(2)} MB in ten minutes`);
}

/** The second half holds no more than the first at its maximum, but for a few that a slow second opens. */
function judgeFlat(t: TestContext, name: 'fds' | 'sockets' | 'pool', minutes: Minute[]): void {
  const values = minutes.map((minute) => minute[name]);
  const half = Math.ceil(values.length / 2);
  const [before, after] = [percentileOf(values.slice(0, half), 0.5), percentileOf(values.slice(half), 0.5)];
  say(`  ${name}: ${before} in the first half, ${after} in the second (medians of the minutes' most)`);
  if (values.length < 2) t.skip('it takes two minutes to compare');
  else assert.ok(after <= before * 1.2 + 8, `${name} grew from ${before} to ${after}`);
}
