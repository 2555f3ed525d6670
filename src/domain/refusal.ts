// A refusal: the caller asked for something that we will not do, and the caller can mend it. The domain knows the
// word; only http/problems.ts knows the number. Messages are written for a person and carry no personal data.

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
  'challenge-expired',
  'credit-report-purged',
  'payload-too-large',
  'unsupported-media-type',
  'idempotency-key-reused',
  'rate-limited',
  'internal-error',
  'service-unavailable',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** One thing that is wrong with a request body: a JSON pointer into it, and what to do about it. */
export type Problem = { path: string; message: string };

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    more: { details?: Problem[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}
