// Time limits, each a subtest of its own. A limit missed on an overloaded machine says nothing about the service: the subtest is then
// skipped, with the reason and the figures. It passes only when the limit is met.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { RUNNABLE_PER_CORE_MAX, runnablePerCore } from '../waiting.ts';

export type TimeLimit = { guarantee: string; isMet: boolean; figures: string };

export async function judgeTime(
  t: Pick<TestContext, 'test'>,
  { guarantee, isMet, figures }: TimeLimit,
  perCore = runnablePerCore(),
): Promise<void> {
  await t.test(guarantee, (limit) => {
    if (isMet) return;
    if (perCore < RUNNABLE_PER_CORE_MAX) assert.fail(figures);
    limit.skip(`${perCore.toFixed(1)} processes want each core of this machine; ${figures}`);
  });
}

/** Half of them within the limit, or as `of` says. */
export function assertSoon(
  t: Pick<TestContext, 'test'>,
  what: string,
  tookMs: number[],
  withinMs: number,
  of = median,
): Promise<void> {
  return judgeTime(t, {
    guarantee: `${what} within ${withinMs} ms`,
    isMet: of(tookMs) < withinMs,
    figures: `${tookMs.map(Math.round).join(', ')} ms`,
  });
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
