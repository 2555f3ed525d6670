// Waits with a deadline: a mistake that keeps something from happening fails its test, and says what did not happen. Nothing here measures
// the service: the deadlines are far beyond what a loaded machine needs.
import { setTimeout as sleep } from 'node:timers/promises';

export const DEADLINE_MS = 300_000;

/** Polls until the condition holds. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = DEADLINE_MS,
): Promise<void> {
  for (const begunMs = performance.now(); !(await condition()); await sleep(20)) {
    if (performance.now() - begunMs > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}`);
  }
}

/** The promise's own outcome, or a failure that says what it was to be. */
export async function within<T>(what: string, promise: Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Not within ${withinMs} ms: ${what}`)), withinMs);
  // A test may abandon what it waits for: that must not keep its file from ending.
  timer.unref();
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
