// Waits with a deadline: a mistake that keeps something from happening fails its test, and says what did not happen. Nothing here measures
// the service. On an overloaded machine a wait that has no deadline of its own is given more time, since its length says nothing there.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a long run (scripts/chaos.ts) may take; 0 in `npm test`. */
export const RUN_MS = Number(process.env.LONG_RUN_MINUTES ?? 0) * 60_000;
/** Less than the 30 seconds of a test (scripts/test.ts): who waits says what for, before the test's own time is up. */
const DEADLINE_MS = RUN_MS > 0 ? 300_000 : 20_000;
const OVERLOADED_MS = 300_000;
export const RUNNABLE_PER_CORE_MAX = 3;

/** Polls until the condition holds. One that never answers is late as well. */
export function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs?: number,
): Promise<void> {
  const look = deadline(what, withinMs);
  const poll = async (): Promise<void> => {
    while (!(await condition())) {
      look();
      await sleep(20);
    }
  };
  return orLate(look, poll(), withinMs);
}

/** The promise's own outcome, or a failure that says what it was to be. */
export function within<T>(what: string, promise: Promise<T>, withinMs?: number): Promise<T> {
  return orLate(deadline(what, withinMs), promise, withinMs);
}

async function orLate<T>(look: () => void, promise: Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const lookAgain = () => void Promise.try(look).catch(late.reject);
  const timer = setInterval(lookAgain, Math.min(withinMs, 1_000));
  // A test may abandon what it waits for: that must not keep its file from ending.
  timer.unref();
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearInterval(timer);
  }
}

export function runnablePerCore(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}

/** A function that throws when it is too late. Who is given more time says what for, in case the test's own time is up before. */
function deadline(what: string, withinMs = DEADLINE_MS): () => void {
  const begunMs = performance.now();
  const isOwn = withinMs !== DEADLINE_MS;
  let isTold = false;
  return () => {
    const waitedMs = performance.now() - begunMs;
    if (waitedMs <= withinMs) return;
    const said = `Not within ${withinMs} ms: ${what}`;
    if (isOwn || waitedMs > OVERLOADED_MS || runnablePerCore() < RUNNABLE_PER_CORE_MAX) throw new Error(said);
    if (!isTold) process.stderr.write(`${said}. The machine is busy: going on.\n`);
    isTold = true;
  };
}
