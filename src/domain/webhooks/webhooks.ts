// The rules of webhooks, pure: when a delivery is tried again, what an answer means, when an endpoint has failed for too long, and which
// addresses can be registered at all. Whether an address is public is checked at each connection (outbound/guard.ts), not here.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ENDPOINTS_MAX = 20;
export const RATE_DEFAULT = 20;
/** How long a worker has for a try before another may take it. */
export const LEASE_MS = MINUTE_MS;
/** After 429, 502 and 504 the rate is halved for so long. */
export const THROTTLE_MS = 10 * MINUTE_MS;

/** The wait before each try. Standard Webhooks 1.0: ten tries over 75:35:05. In test mode nobody waits for three days. */
export const TRIES_LIVE_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
export const TRIES_TEST_MS = [0, 5 * SECOND_MS, 60 * SECOND_MS] as const;
const JITTER = 0.2;

/** What came of a try. */
export type Answered = {
  /** Null when there was no answer. */
  status: number | null;
  /** Of the header `webhook-delivery`. */
  wish: 'disable' | 'abort' | null;
  retryAfterMs: number | null;
};

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; waitMs: number; isThrottled: boolean }
  | { kind: 'failed'; reason: 'exhausted' | 'aborted' | 'gone' | 'asked'; isThrottled: boolean };

/** `attempts` includes this try. `chance` is between 0 and 1. */
export function judgeTry(
  answered: Answered,
  { attempts, isTest, chance }: { attempts: number; isTest: boolean; chance: number },
): Verdict {
  const { status, wish, retryAfterMs } = answered;
  if (wish === 'disable') return { kind: 'failed', reason: 'asked', isThrottled: false };
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'failed', reason: 'gone', isThrottled: false };
  const isThrottled = status === 429 || status === 502 || status === 504;
  if (wish === 'abort') return { kind: 'failed', reason: 'aborted', isThrottled };
  const tries: readonly number[] = isTest ? TRIES_TEST_MS : TRIES_LIVE_MS;
  const next = tries[attempts];
  if (next === undefined) return { kind: 'failed', reason: 'exhausted', isThrottled };
  const jittered = next * (1 - JITTER + 2 * JITTER * chance);
  // A receiver may ask for a longer wait, up to the one that would follow.
  const longest = tries[attempts + 1] ?? next;
  const waitMs = Math.max(jittered, Math.min(retryAfterMs ?? 0, longest));
  return { kind: 'retry', waitMs: Math.round(waitMs), isThrottled };
}

/** An endpoint is disabled after so long without a success, if it failed often enough. */
export const FAILING_MS = 5 * DAY_MS;
export const FAILURES_MIN = 10;
/** When people are told of it: after an hour, and a day before the end. */
export const TOLD_AFTER_MS = [HOUR_MS, FAILING_MS - DAY_MS] as const;

/** The bell says it sooner than mail: after ten minutes without a success, or so many failures. */
const NOTICED_AFTER_MS = 10 * 60_000;
const NOTICED_FAILURES = 20;
export const isFailing = (sinceMs: number, failures: number): boolean =>
  sinceMs >= NOTICED_AFTER_MS || failures >= NOTICED_FAILURES;

const URL_LENGTH_MAX = 2_000;

/** Why an address cannot be an endpoint's, in words that do not quote it; null when it can. */
export function whyUrlRefused(text: string, isPlainHttpAllowed: (host: string) => boolean): string | null {
  if (text.length > URL_LENGTH_MAX) return `must have at most ${URL_LENGTH_MAX} characters`;
  // The library would drop these without a word.
  if (!/^[!-~]*$/.test(text))
    return 'must be plain ASCII without blanks: write an international host in punycode';
  const url = /^[a-z]+:\/\/[^/\\]/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'must be an absolute https address, such as https://example.com/trefoil';
  if (url.protocol === 'http:' && isPlainHttpAllowed(url.hostname)) return partsRefused(url, text);
  if (url.protocol !== 'https:') return 'must begin with https://';
  return partsRefused(url, text);
}

function partsRefused({ username, password, hash, hostname }: URL, text: string): string | null {
  if (username !== '' || password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text))
    return 'must not have a user name or a password';
  if (hash !== '' || text.includes('#')) return 'must not have a fragment (#)';
  if (hostname === '') return 'must have a host';
  return null;
}
