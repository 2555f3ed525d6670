// How long one turn of the event loop blocks it, in CPU time of this thread: on a busy machine the wall clock also counts time in which
// other processes had the core.
import { setImmediate } from 'node:timers/promises';

const ROUNDS_MAX = 10;

export type LoopWatch = {
  /** Ends it; answers the longest turn, in milliseconds. */
  end(): number;
};

export function watchLoop(): LoopWatch {
  let longestMs = 0;
  let isOver = false;
  let before = cpuMs();
  const look = (): void => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    // A test that fails before it ends this one must still end.
    if (!isOver) globalThis.setImmediate(look).unref();
  };
  globalThis.setImmediate(look);
  return {
    end() {
      isOver = true;
      return Math.max(longestMs, cpuMs() - before);
    },
  };
}

/**
 * The longest turn of some work in the best of ten rounds: a garbage collection or a stall of the machine may fall into any one. What
 * `prepare` does is not counted.
 */
export async function leastBlockedMs<T = void>(
  enoughMs: number,
  work: (prepared: T) => Promise<unknown>,
  prepare: (round: number) => T = () => undefined as T,
): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_MAX && leastMs >= enoughMs; round += 1) {
    const prepared = prepare(round);
    const loop = watchLoop();
    await setImmediate();
    await work(prepared);
    await setImmediate();
    leastMs = Math.min(leastMs, loop.end());
  }
  return leastMs;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
