// A noisy neighbour: one tenant sends twenty times its limit; the others do not notice. Rounds with and without it alternate, so that a
// slow minute of the machine affects both, and medians are compared. NEIGHBOUR_ROUNDS and NEIGHBOUR_SECONDS set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { percentileOf } from '../../bench/arrivals.ts';
import { createPool, type Shot } from '../../bench/driver.ts';
import type { ServiceProcess } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { type Answered, figuresOf, flood, shotOf } from '../support/services/load.ts';
import { judgeTime } from '../support/services/time-limits.ts';

const ROUNDS = Number(process.env.NEIGHBOUR_ROUNDS ?? 5);
const SECONDS = Number(process.env.NEIGHBOUR_SECONDS ?? 10);
const LIMIT_PER_MINUTE = 600;
const TIMES = 20;
const OTHERS = 4;
const OTHERS_PER_SECOND = 20;
const WORSE_MAX = 1.3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: Fleet;
let service: ServiceProcess;
before(async () => {
  const settings = { LOG_LEVEL: 'error', RATE_LIMIT_PER_TENANT: String(LIMIT_PER_MINUTE) };
  fleet = await openFleet({ count: 1, world: 'stand-in', settings });
  [service] = fleet.processes as [ServiceProcess];
});
after(() => fleet?.close());

test(`a tenant at ${TIMES} times its limit costs the others nothing that they notice`, async (t) => {
  const { house } = fleet;
  const loud = await shotOf(house);
  // Each round has new quiet tenants, far below their limits.
  const quiet: Promise<Shot[]>[] = Array.from({ length: 2 * (ROUNDS + 1) }, () =>
    Promise.all(Array.from({ length: OTHERS }, () => shotOf(house))),
  );
  const pool = createPool(service.port);
  const loudPool = createPool(service.port);
  const durationMs = SECONDS * 1_000;
  const ask = async (round: number): Promise<Answered[]> =>
    flood({ pool, shots: (await quiet[round]) ?? [], perSecond: OTHERS_PER_SECOND, durationMs });

  const [alone, beside]: [Answered[][], Answered[][]] = [[], []];
  const shouted: Answered[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await ask(2 * round);
    // Not earlier: a connection that sends nothing for ten seconds is answered 408.
    if (round === 0) await loudPool.grow(100);
    const perSecond = (LIMIT_PER_MINUTE / 60) * TIMES;
    const [during, answered] = await Promise.all([
      ask(2 * round + 1),
      flood({ pool: loudPool, shots: [loud], perSecond, durationMs }),
    ]);
    shouted.push(...answered);
    // The first round warms up.
    if (round > 0) {
      alone.push(before);
      beside.push(during);
    }
  }
  const p99 = (rounds: Answered[][]): number =>
    percentileOf(
      rounds.map((one) => figuresOf(one).p99Ms),
      0.5,
    );
  const p50 = (rounds: Answered[][]): number =>
    percentileOf(
      rounds.map((one) => figuresOf(one).p50Ms),
      0.5,
    );
  const refused = shouted.filter(({ status }) => status === 429);
  say(
    `others: p50 ${p50(alone).toFixed(1)} ms alone, ${p50(beside).toFixed(1)} ms beside; p99 ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside (${(p99(beside) / p99(alone)).toFixed(2)} times); medians of ${ROUNDS} rounds`,
  );
  say(
    `  the loud one: ${shouted.length} requests, ${refused.length} refused (p50 ${figuresOf(refused).p50Ms.toFixed(1)} ms)`,
  );
  for (const one of [...alone, ...beside].flat()) assert.equal(one.status, 200);
  const heard = Map.groupBy(shouted, ({ status }) => status);
  assert.deepEqual(
    [...heard.keys()].filter((status) => status !== 200 && status !== 429),
    [],
    `the loud one heard ${[...heard].map(([status, those]) => `${status}: ${those.length}`).join(', ')}`,
  );
  assert.ok(refused.length > shouted.length / 2, 'most of it is refused');
  await judgeTime(t, {
    guarantee: `the 99th percentile of the others is at most ${WORSE_MAX} times as long beside the loud one`,
    isMet: p99(beside) <= WORSE_MAX * p99(alone),
    figures: `${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside`,
  });
});
