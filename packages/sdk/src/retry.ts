// When a failed try is repeated, and after which pause. packages/retry-cases.json has the cases; the Python client runs the same ones.
import type { TrefoilError } from './errors.ts';

const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 8_000;
/** A longer wait is the caller's to decide on: the error says how long. */
const ASKED_SECONDS_MAX = 20;

export type Tried = {
  /** Repeats so far, without those for work in progress. */
  retries: number;
  maxRetries: number;
  /** Doing it twice does no harm: it only reads or sets, or it has an idempotency key. */
  isRepeatable: boolean;
  /** Since the service first said that the work is in progress. */
  inProgressMs: number;
  /** How long work in progress is waited for. */
  patienceMs: number;
  /** 0 to 1. */
  random: number;
};

/** Milliseconds until the next try; null when there is none. */
export function pauseBefore(failure: TrefoilError, tried: Tried): number | null {
  const { status, code, retryAfter } = failure;
  // Our own first try is at work: its answer is what we want, so this is no failure and no retry.
  if (code === 'request-in-progress') {
    const pauseMs = (retryAfter ?? 1) * 1000;
    return tried.inProgressMs + pauseMs <= tried.patienceMs ? pauseMs : null;
  }
  if (tried.retries >= tried.maxRetries) return null;
  // Full jitter: clients that failed together must not come back together.
  const ownMs = tried.random * Math.min(FIRST_PAUSE_MS * 2 ** tried.retries, PAUSE_MS_MAX);
  // Where waiting does not help, such as no texts left, the code says so.
  if (status === 429)
    return !failure.retryable || retryAfter === undefined ? null : askedPause(retryAfter, ownMs);
  if (!tried.isRepeatable) return null;
  if (status === 0) return ownMs;
  if (status === 503 && retryAfter !== undefined) return askedPause(retryAfter, ownMs);
  return status >= 500 ? ownMs : null;
}

function askedPause(seconds: number, ownMs: number): number | null {
  return seconds > ASKED_SECONDS_MAX ? null : Math.max(seconds * 1000, ownMs);
}
