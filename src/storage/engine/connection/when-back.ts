// Cleaning up after a request whose database became unavailable halfway: a lease to end, a hold to void. Such writes are retried in
// the background. Leases and holds also expire within a minute, but the caller was told to retry and need not wait for that.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from './database.ts';

const RETRY_PAUSE_MS = 500;
/** By then the leases have expired, and the periodic clear-up has run. */
const RETRIES_END_AFTER_MS = 60_000;

/**
 * Resolves after the first try, whatever its outcome; if the database was unavailable, it is retried in the background. The write
 * must be safe to repeat, and have no effect once another request has taken over.
 */
export async function writeWhenBack(write: () => Promise<unknown>, pauseMs = RETRY_PAUSE_MS): Promise<void> {
  if (await isUnavailableFor(write)) void retry(write, pauseMs);
}

/** Undoes a step that failed and may have been executed all the same; rejects with the step's own error. */
export async function orUndo<T>(step: Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    // A statement that was never sent needs no undo.
    if (error instanceof DatabaseUnavailable && error.mayBeDone) await writeWhenBack(undo);
    throw error;
  }
}

async function retry(write: () => Promise<unknown>, pauseMs: number): Promise<void> {
  const begunMs = performance.now();
  do await sleep(pauseMs, undefined, { ref: false });
  while (performance.now() - begunMs < RETRIES_END_AFTER_MS && (await isUnavailableFor(write)));
}

function isUnavailableFor(write: () => Promise<unknown>): Promise<boolean> {
  return write().then(
    () => false,
    (error: unknown) => error instanceof DatabaseUnavailable,
  );
}
