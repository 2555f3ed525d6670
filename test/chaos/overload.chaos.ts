// Overload: five times the capacity of one process. It keeps its goodput, sheds the rest at once with Retry-After, and recovers within
// seconds. OVERLOAD_SECONDS and OVERLOAD_TIMES set the run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createPool, type Shot } from '../../bench/driver.ts';
import { call, type ServiceProcess } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { type Answered, capacityOf, figuresOf, flood, shotOf } from '../support/services/load.ts';
import { judgeTime } from '../support/services/time-limits.ts';

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60);
const TIMES = Number(process.env.OVERLOAD_TIMES ?? 5);
/** About as many as a process behind a load balancer has. */
const CONNECTIONS = 1_500;
const TENANTS = 10;
const GOODPUT_MIN = 0.8;
const REFUSED_WITHIN_MS = 50;
const RECOVERED_WITHIN_MS = 5_000;
const MEMORY_MAX_MB = 512;
const WELL_IN_A_ROW = 20;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: Fleet;
let service: ServiceProcess;
before(async () => {
  fleet = await openFleet({ count: 1, world: 'stand-in', settings: { LOG_LEVEL: 'error' } });
  [service] = fleet.processes as [ServiceProcess];
});
after(() => fleet?.close());

test(`${SECONDS} seconds at ${TIMES} times its capacity: the excess is shed at once`, async (context) => {
  const { house } = fleet;
  const shots = await Promise.all(Array.from({ length: TENANTS }, () => shotOf(house)));
  await capacityOf(service, shots, 5_000);
  const before = await capacityOf(service, shots, 5_000);
  const pool = createPool(service.port);
  await pool.grow(CONNECTIONS);
  const memory = watchMemory(service.pid);
  const begunMs = performance.now();
  const flooded = flood({ pool, shots, perSecond: before * TIMES, durationMs: SECONDS * 1_000 });
  const told = watchRefusals(shots, () => performance.now() - begunMs < SECONDS * 1_000);
  const answered = await flooded;
  const endedMs = performance.now();
  const recoveredMs = await untilWell(shots, endedMs);
  pool.close();
  // Capacity is measured again, because the machine may have been busy the first time.
  const afterwards = await capacityOf(service, shots, 5_000);

  const byStatus = Map.groupBy(answered, ({ status }) => status);
  const good = byStatus.get(200) ?? [];
  const refused = answered.filter(({ status }) => status === 429 || status === 503);
  const goodput = (good.length * 1_000) / answered.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  say(
    `capacity ${before.toFixed(0)} a second before, ${afterwards.toFixed(0)} after; asked ${(answered.length / SECONDS).toFixed(0)} a second`,
  );
  say(`  ${[...byStatus].map(([status, those]) => `${status}: ${inWords(those)}`).join('; ')}`);
  say(
    `  goodput ${goodput.toFixed(0)} a second (${((100 * goodput) / before).toFixed(0)} % of capacity), recovered after ${recoveredMs.toFixed(0)} ms, at most ${memory.stop().toFixed(0)} MB`,
  );
  // A machine that cannot generate this load proves nothing.
  if (answered.length / SECONDS < 0.6 * TIMES * before) {
    say(`  NOT A MEASUREMENT: this machine cannot generate the load`);
    return context.skip('this machine cannot send that many requests beside the service');
  }
  assert.equal(answered.length, good.length + refused.length, 'answers are 200, 429 or 503');
  assert.ok(goodput >= GOODPUT_MIN * Math.min(before, afterwards), `goodput ${goodput.toFixed(0)} a second`);
  assert.ok(refused.length > 0, 'it was never overloaded');
  assert.ok(recoveredMs <= RECOVERED_WITHIN_MS, `recovered after ${recoveredMs.toFixed(0)} ms`);
  assert.ok(memory.stop() < MEMORY_MAX_MB);
  const hints = await told;
  assert.ok(hints.length > 0 && hints.every((hint) => /^[1-9]\d?$/.test(hint)), `Retry-After: ${hints}`);
  await judgeTime(context, {
    guarantee: `half of the refusals within ${REFUSED_WITHIN_MS} ms`,
    isMet: figuresOf(refused).p50Ms <= REFUSED_WITHIN_MS,
    figures: `refused: ${inWords(refused)}`,
  });
});

function inWords(answered: Answered[]): string {
  const { count, p50Ms, p99Ms } = figuresOf(answered);
  return `${count} (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms)`;
}

/** Samples the Retry-After of refusals. */
async function watchRefusals(shots: Shot[], isOn: () => boolean): Promise<string[]> {
  const hints: string[] = [];
  while (isOn()) {
    const answer = await call(service.origin, shots[0] as Shot);
    if (answer.status === 503) hints.push(String(answer.headers['retry-after']));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return hints;
}

/** How long after the end of the flood the first of twenty consecutive 200 answers was requested. */
async function untilWell(shots: Shot[], endedMs: number): Promise<number> {
  for (let row = 0, sinceMs = endedMs; ; ) {
    const sentMs = performance.now();
    const { status } = await call(service.origin, shots[row % shots.length] as Shot);
    if (status !== 200) row = 0;
    else if (row++ === 0) sinceMs = sentMs;
    if (row === WELL_IN_A_ROW || sentMs - endedMs > 6 * RECOVERED_WITHIN_MS) return sinceMs - endedMs;
  }
}

function watchMemory(pid: number) {
  let mostMb = 0;
  const timer = setInterval(() => {
    const rssKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    mostMb = Math.max(mostMb, rssKb / 1024);
  }, 250).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return mostMb;
    },
  };
}
