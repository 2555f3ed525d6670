// A refusal: a request that is rejected for a reason that the caller can fix. The domain has the code; only http/problems.ts maps it
// to an HTTP status. Messages are written for a person; they contain no personal data
// and no text of the caller's, because the request log keeps them.
import { CHALLENGE_LIFETIME_MINUTES } from './reports/challenge.ts';

export const REFUSAL_CODES = [
  'validation-error',
  'unauthorized',
  'insufficient-funds',
  'forbidden',
  'not-found',
  'credit-report-not-found',
  'challenge-not-found',
  'method-not-allowed',
  'conflict',
  'request-in-progress',
  'challenge-already-completed',
  'challenge-closed',
  'credit-report-not-complete',
  'challenge-expired',
  'credit-report-purged',
  'payload-too-large',
  'unsupported-media-type',
  'idempotency-key-reused',
  'rate-limited',
  'no-sends-left',
  'internal-error',
  'service-unavailable',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** One problem of a request body: a JSON pointer into it, and how to fix it. */
export type Problem = { path: string; message: string };

/** Every 429 and 503 has a `Retry-After`: these seconds, unless the refusal gives its own. */
const WAITS: Partial<Record<RefusalCode, number>> = {
  'rate-limited': 1,
  'no-sends-left': CHALLENGE_LIFETIME_MINUTES * 60,
  'service-unavailable': 5,
};

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** A bad day that a test request asked for: nothing is the matter, so no alarm counts it. */
  readonly isRehearsed: boolean;

  constructor(
    code: RefusalCode,
    message: string,
    more: { details?: Problem[]; retryAfterSeconds?: number; isRehearsed?: true } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = more.details;
    this.isRehearsed = more.isRehearsed ?? false;
    this.retryAfterSeconds = more.retryAfterSeconds ?? WAITS[code];
  }
}
