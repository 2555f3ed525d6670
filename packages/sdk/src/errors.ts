// What a call can fail with. An error has the code, the request id and the key that a later attempt must use, and never the body of a
// request or an answer: it may be logged as it is.
import { HELP, HELP_BY_MESSAGE } from './generated.ts';

/** One problem of a request: a JSON pointer to the field, and what it must be. Never what was sent. */
export type Problem = { path: string; message: string };

export type ErrorFacts = {
  /** 0 where no answer came. */
  status: number;
  code: string;
  message: string;
  requestId?: string | undefined;
  help?: string | undefined;
  idempotencyKey?: string | undefined;
  retryAfter?: number | undefined;
  details?: Problem[] | undefined;
  /** The call only reads: nothing hangs on whether it was done. */
  isRead?: boolean | undefined;
  /** An earlier try of the call may have been done. */
  isOpen?: boolean | undefined;
  /** It is no answer to the call: there was no token, or its signal ended it. */
  isApart?: boolean | undefined;
};

export class TrefoilError extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** An error code of the service: decide by it, not by the message. */
  readonly code: string;
  /** Quote it when you ask the operator of the service. */
  readonly requestId: string | undefined;
  /** What to do about it: by the code, and by its cause where the message tells one. It names fields, never what was sent. */
  readonly help: string | undefined;
  /** Send it with the same body to repeat the request without paying twice. */
  readonly idempotencyKey: string | undefined;
  /** Seconds that the service asked to wait for. */
  readonly retryAfter: number | undefined;
  /** The same request may succeed later: with the same `idempotencyKey`, where there is one. */
  readonly retryable: boolean;
  /** Whether the work was done, by this try or an earlier one, is not known. The same key and body get its answer, and never do it twice. */
  readonly outcomeUnknown: boolean;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.name = new.target.name;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.help = facts.help ?? helpOf(facts);
    this.idempotencyKey = facts.idempotencyKey;
    this.retryAfter = facts.retryAfter;
    const isCutOff = facts.status === 0 || facts.status >= 500 || facts.code === 'request-in-progress';
    this.retryable = isCutOff || facts.code === 'rate-limited' || facts.code === 'temporarily_unavailable';
    const mayBeDone = facts.isOpen && (facts.isApart || isUnheard(facts));
    this.outcomeUnknown = !facts.isRead && (mayBeDone || (isCutOff && !facts.isApart));
  }

  override toString(): string {
    const request = this.requestId === undefined ? '' : ` (request ${this.requestId})`;
    return `${this.name}: ${this.status || ''} ${this.code}${request}: ${this.message}`.replace(':  ', ': ');
  }
}

/** Refused before the service looked at what is asked, or by a proxy: it does not say what became of an earlier try. */
function isUnheard({ status, code }: ErrorFacts): boolean {
  return (
    status === 401 || status === 403 || (status === 429 && code !== 'no-sends-left') || code === 'unknown'
  );
}

/** Fields that the help names; `details` has them all. */
const NAMED_MAX = 5;

function helpOf({ code, message, retryAfter, details = [] }: ErrorFacts): string | undefined {
  const [, , told] = HELP_BY_MESSAGE.find(([own, said]) => own === code && message.includes(said)) ?? [];
  const help = told ?? HELP[code];
  const seconds = retryAfter === undefined ? 'Retry-After' : `${retryAfter} seconds`;
  // What a proxy answers may have another form.
  const paths = details.map((one: Problem | null) => one?.path).filter((path) => typeof path === 'string');
  if (code !== 'validation-error' || paths.length === 0) return help?.replace('Retry-After', seconds);
  const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : '';
  return `Fix each field listed in details: ${paths.slice(0, NAMED_MAX).join(', ')}${more}.`;
}

/** 400: `details` has every field that is wrong; of a token's `invalid_scope` it is empty. */
export class ValidationError extends TrefoilError {
  readonly details: Problem[];
  constructor(facts: ErrorFacts) {
    super(facts);
    this.details = facts.details ?? [];
  }
}
/** 401: the client id or secret is wrong, or was revoked. */
export class Unauthorized extends TrefoilError {}
/** 402: the tenant's wallet is empty. Never show it to a consumer. */
export class InsufficientFunds extends TrefoilError {}
/** 403: the message says whether a scope is missing or the tenant is out of reach: another's, none or disabled, which are not told apart. */
export class Forbidden extends TrefoilError {}
/** 404: no such report, challenge, endpoint… of this tenant. */
export class NotFound extends TrefoilError {}
/** 409: it does not go with the present state. */
export class Conflict extends TrefoilError {}
/** 409 `request-in-progress`: the first try is still at work after the time that you gave it. Ask again with the same `idempotencyKey`. */
export class OutcomeUnknown extends TrefoilError {}
/** 410: no right code came in time. A new generate is needed. */
export class ChallengeExpired extends TrefoilError {}
/** 410: the report was deleted when its time was over, or on request. */
export class Gone extends TrefoilError {}
/** 422: this idempotency key was sent before with another body. A new request needs a new key. */
export class KeyReused extends TrefoilError {}
/** 429 `rate-limited`, of the token endpoint `temporarily_unavailable`: too many requests; `retryAfter` says when to send the next. */
export class RateLimited extends TrefoilError {}
/** 429 `no-sends-left`: no more texts for this challenge, because all were sent (the last code still works) or no gateway took them: `help` says which. */
export class NoSendsLeft extends RateLimited {}
/** 5xx, after the retries. Whether the work was done is unknown: try later with the same `idempotencyKey`. */
export class Unavailable extends TrefoilError {}
/** No answer, after the retries. Whether the work was done is unknown: try later with the same `idempotencyKey`. */
export class ConnectionError extends TrefoilError {}
/** Your signal ended the call. `outcomeUnknown` says whether a try of it was sent that may have been done; `cause` is the signal's reason. */
export class Aborted extends TrefoilError {}

export function toError(facts: ErrorFacts): TrefoilError {
  const { status, code } = facts;
  if (status === 0) return new ConnectionError(facts);
  if (code === 'request-in-progress') return new OutcomeUnknown(facts);
  if (code === 'challenge-expired') return new ChallengeExpired(facts);
  if (code === 'no-sends-left') return new NoSendsLeft(facts);
  if (status === 400) return new ValidationError(facts);
  if (status === 401) return new Unauthorized(facts);
  if (status === 402) return new InsufficientFunds(facts);
  if (status === 403) return new Forbidden(facts);
  if (status === 404) return new NotFound(facts);
  if (status === 409) return new Conflict(facts);
  if (status === 410) return new Gone(facts);
  if (status === 422) return new KeyReused(facts);
  if (status === 429) return new RateLimited(facts);
  if (status >= 500) return new Unavailable(facts);
  return new TrefoilError(facts);
}
