// Errors as answers: one table from code to status, one shape of body. Any other error becomes a refusal of ours, without a stack, SQL
// or a library's own wording.
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { DatabaseUnavailable } from '../storage/engine/connection/database.ts';
import { JournalRefused } from '../usecases/reports/erasure-journal.ts';

export const STATUS_OF: Record<RefusalCode, number> = {
  'validation-error': 400,
  unauthorized: 401,
  'insufficient-funds': 402,
  forbidden: 403,
  'not-found': 404,
  'credit-report-not-found': 404,
  'challenge-not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'request-in-progress': 409,
  'challenge-already-completed': 409,
  'challenge-closed': 409,
  'credit-report-not-complete': 409,
  'challenge-expired': 410,
  'credit-report-purged': 410,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-key-reused': 422,
  'rate-limited': 429,
  'no-sends-left': 429,
  'internal-error': 500,
  'service-unavailable': 503,
};

type ProblemBody = {
  code: RefusalCode;
  message: string;
  details?: { path: string; message: string }[];
};

export function problemBody(refusal: Refusal): ProblemBody {
  const { code, message, details } = refusal;
  return code === 'validation-error' ? { code, message, details: details ?? [] } : { code, message };
}

/** Replaces the stored answers of the requests that made what was erased. */
export const PURGED_ANSWER = {
  status: STATUS_OF['credit-report-purged'],
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({
    code: 'credit-report-purged',
    message: 'What this request made was erased. Send a new request, with a new Idempotency-Key.',
  }),
};

/** A refusal for any error, of a route with this limit of its body; `fault` is the error itself when it must be logged. */
export function toRefusal(
  error: unknown,
  { bodyLimit }: { bodyLimit?: number } = {},
): { refusal: Refusal; fault?: unknown } {
  if (error instanceof Refusal) return { refusal: error };
  if (error instanceof DatabaseUnavailable) return { refusal: unavailable(error), fault: error };
  if (error instanceof JournalRefused) return { refusal: notNoted(), fault: error };
  const known = frameworkRefusal(errorCode(error), bodyLimit);
  if (known !== null) return { refusal: known };
  return {
    refusal: new Refusal(
      'internal-error',
      'Something went wrong on our side. Nothing more is known to the caller.',
    ),
    fault: error,
  };
}

/** What the database did not do, for the caller; the operator finds the same word in the log. */
const UNAVAILABLE: Record<DatabaseUnavailable['why'], string> = {
  unreachable: 'The service cannot reach its database right now. Try again shortly.',
  late: 'The service is busy: a step of this request did not get its turn at the database in time. Try again shortly.',
  full: 'The database of the service has no room right now. Try again shortly.',
};

function unavailable({ why }: DatabaseUnavailable): Refusal {
  return new Refusal('service-unavailable', UNAVAILABLE[why], { retryAfterSeconds: 2 });
}

function notNoted(): Refusal {
  return new Refusal(
    'service-unavailable',
    'Nothing was erased: the list that erasures are noted in first cannot be written. Try again when the operator has mended it.',
    { retryAfterSeconds: 60 },
  );
}

/** Fastify's own refusals in our words. */
function frameworkRefusal(code: string, bodyLimit?: number): Refusal | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(
        'payload-too-large',
        bodyLimit === undefined
          ? 'The request body is too large.'
          : `The request body is too large: this address takes ${bodyLimit / 1024} KiB at most.`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        'unsupported-media-type',
        'The request body must be JSON: send Content-Type: application/json.',
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badBody('The request body is empty; a JSON object is needed.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badBody('The request body is not as long as its Content-Length says.');
    // The client disconnected in mid-body: not a fault. Lost database connections have a type of their own.
    case 'ECONNRESET':
      return badBody('The request ended before its body did.');
    case 'FST_ERR_BAD_URL':
      return new Refusal('not-found', 'There is nothing at this address: its path is not well formed.');
    default:
      return null;
  }
}

export function badBody(message: string): Refusal {
  return new Refusal('validation-error', message, { details: [{ path: '', message }] });
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
