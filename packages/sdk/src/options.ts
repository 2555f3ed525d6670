// What a client is given, and what one call is.
import type { Operations, ROUTES } from './generated.ts';

export type OperationId = keyof typeof ROUTES;

export type TrefoilOptions = {
  /** Where the service is, such as https://reports.example.invalid. */
  baseUrl: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** Some of the credential's scopes, separated by blanks; all of them without it. */
  scope?: string | undefined;
  /** The longest that one try takes, and that work in progress is waited for. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Default 2. */
  maxRetries?: number | undefined;
  /** In place of the global fetch: for a proxy, or a test. */
  fetch?: typeof fetch | undefined;
  /** Added to the user agent, such as the name and version of your program. */
  userAgent?: string | undefined;
  /** Called after each try, for your log. It holds no personal data: no body, and no path with what was searched for. */
  onTry?: ((tried: TryFacts) => void) | undefined;
};

/** What became of one try. */
export type TryFacts = {
  operation: OperationId | 'token';
  /** 1 for the first. */
  attempt: number;
  /** 0 where no answer came. */
  status: number;
  /** The code of a refusal. */
  code?: string | undefined;
  ms: number;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Of the answer, such as `RateLimit` and `Retry-After`; null where none came. */
  headers: Headers | null;
};

export type CallOptions = {
  /** Cancels the call, its retries included. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
};
export type KeyedOptions = CallOptions & {
  /** Names this request: the same key and body again get the same answer. Made before the first try if you give none. */
  idempotencyKey?: string | undefined;
};

/** What an operation is asked with. `undefined` leaves a value out, under exactOptionalPropertyTypes too. */
export type Query<Id extends keyof Operations> = Operations[Id] extends { query: infer Taken }
  ? { [Name in keyof Taken]: object extends Pick<Taken, Name> ? Taken[Name] | undefined : Taken[Name] }
  : never;

/** Seen at once, not after the retries. */
export function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TypeError(
      'baseUrl must be the address of the service, such as https://reports.example.invalid.',
    );
  return given.replace(/\/+$/, '');
}
