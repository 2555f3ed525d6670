// Whether an attack harms others: the same load in quiet and beside the attack, in alternate rounds of one run, so that a slow minute
// of the machine affects both.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { percentileOf } from '../../../bench/arrivals.ts';
import { type Answered, figuresOf } from './load.ts';
import { judgeTime } from './time-limits.ts';

const WORSE_MAX = 2;
/** Of a machine whose cores the load, the attack and the service share. */
const NOISE_MS = 15;

export type Attack = { end(): Promise<void> };

export async function judgeBeside(
  t: TestContext,
  run: {
    rounds: number;
    ask: () => Promise<Answered[]>;
    attack: () => Promise<Attack>;
    expectStatus: number;
  },
): Promise<void> {
  const [quiet, beside]: [Answered[][], Answered[][]] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= run.rounds; round += 1) {
    const before = await run.ask();
    const attack = await run.attack();
    const during = await run.ask();
    await attack.end();
    if (round === 0) continue;
    quiet.push(before);
    beside.push(during);
  }
  const figures = `others: p50 ${medianOf(quiet, 'p50Ms').toFixed(1)} ms quiet, ${medianOf(beside, 'p50Ms').toFixed(1)} ms beside the attack; p99 ${medianOf(quiet, 'p99Ms').toFixed(1)} ms quiet, ${medianOf(beside, 'p99Ms').toFixed(1)} ms beside; ${beside.flat().length} answers beside, medians of ${run.rounds} rounds`;
  process.stdout.write(`${figures}\n`);
  assert.deepEqual(othersThan(run.expectStatus, quiet), [], 'quiet: the service is well');
  assert.deepEqual(
    othersThan(run.expectStatus, beside),
    [],
    'beside the attack: the others hear nothing of it',
  );
  const limitMs = Math.max(WORSE_MAX * medianOf(quiet, 'p99Ms'), medianOf(quiet, 'p99Ms') + NOISE_MS);
  await judgeTime(t, {
    guarantee: `the 99th percentile of the others is at most ${WORSE_MAX} times their quiet one, or ${NOISE_MS} ms more`,
    isMet: medianOf(beside, 'p99Ms') <= limitMs,
    figures,
  });
}

/** Each with what it was told and when, in seconds from the beginning of its round. */
function othersThan(expected: number, rounds: Answered[][]): string[] {
  return rounds.flatMap((answered, round) =>
    answered
      .filter(({ status }) => status !== expected)
      .map(
        ({ status, why, path, tookMs, atMs }) =>
          `${status} ${why} to ${path} after ${tookMs.toFixed(0)} ms, at ${(atMs / 1_000).toFixed(2)} s of round ${round + 1}`,
      ),
  );
}

function medianOf(rounds: Answered[][], figure: 'p50Ms' | 'p99Ms'): number {
  return percentileOf(
    rounds.map((one) => figuresOf(one)[figure]),
    0.5,
  );
}
