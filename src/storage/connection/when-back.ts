// What a request leaves behind when the database goes away in the middle of it: a lease that should end, a hold that should go
// back. Each would end by itself within a minute; its caller, who was told to send again, need not wait for that.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from './database.ts';

const PAUSE_MS = 500;
/** After that the leases have run out, and whoever clears up was there. */
const GIVEN_UP_AFTER_MS = 60_000;

/**
 * Resolves after the first try, whatever came of it; when the database could not be reached, others follow. The write must be safe
 * to repeat, and do nothing once another took over.
 */
export async function writeWhenBack(write: () => Promise<unknown>, pauseMs = PAUSE_MS): Promise<void> {
  const isAway = await meetsNoDatabase(write);
  if (isAway) void goOn(write, pauseMs);
}

/** Undoes a step of which it is not known whether it was made, and fails as the step did. */
export async function orUndo<T>(step: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    // What never left us needs no undoing; while the database is away, that is all that happens.
    if (error instanceof DatabaseUnavailable && error.mayBeDone) await writeWhenBack(undo);
    throw error;
  }
}

async function goOn(write: () => Promise<unknown>, pauseMs: number): Promise<void> {
  const begunMs = performance.now();
  do await sleep(pauseMs, undefined, { ref: false });
  while (performance.now() - begunMs < GIVEN_UP_AFTER_MS && (await meetsNoDatabase(write)));
}

function meetsNoDatabase(write: () => Promise<unknown>): Promise<boolean> {
  return write().then(
    () => false,
    (error: unknown) => error instanceof DatabaseUnavailable,
  );
}
