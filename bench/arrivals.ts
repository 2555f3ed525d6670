// An open loop: requests arrive at a constant rate whether or not the last ones were answered. Each latency counts from when the request was
// due, so that a stalled server is charged for every request that arrives meanwhile (no coordinated omission).
import { setTimeout as passed } from 'node:timers/promises';

export async function arrive(options: {
  perSecond: number;
  durationMs: number;
  ask: (turn: number) => Promise<void>;
}): Promise<number[]> {
  const { perSecond, durationMs, ask } = options;
  const count = Math.max(1, Math.round((perSecond * durationMs) / 1000));
  const startedAt = performance.now();
  const underway: Promise<number>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const dueAt = startedAt + (turn * 1000) / perSecond;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await passed(earlyMs);
    underway.push(ask(turn).then(() => performance.now() - dueAt));
  }
  return Promise.all(underway);
}

/** The percentile of the values; `share` is from 0 to 1. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
