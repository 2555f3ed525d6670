// What a client is given, and what one call is.
import type { Operations, ROUTES } from './generated.ts';

export type OperationId = keyof typeof ROUTES;

/** All four are given, or all four are read from the environment. */
export type Access = {
  /** Where the service is, such as https://reports.example.invalid; `TREFOIL_URL`. */
  baseUrl: string;
  /** `TREFOIL_TENANT`. */
  tenantId: string;
  /** `TREFOIL_CLIENT_ID`. */
  clientId: string;
  /** `TREFOIL_CLIENT_SECRET`. */
  clientSecret: string;
};
type Habits = {
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

export type FullOptions = Habits & Access;
export type TrefoilOptions = Habits & (Access | { [Name in keyof Access]?: never });

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

const VARIABLES = {
  baseUrl: 'TREFOIL_URL',
  tenantId: 'TREFOIL_TENANT',
  clientId: 'TREFOIL_CLIENT_ID',
  clientSecret: 'TREFOIL_CLIENT_SECRET',
} as const;
const NAMES = Object.keys(VARIABLES) as (keyof Access)[];

/** Of the environment only where none is given: a secret must not go to the address of another. */
export function withAccess(options: TrefoilOptions): FullOptions {
  const isGiven = NAMES.some((name) => name in options);
  const { env = {} } =
    (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  const access = isGiven
    ? (options as Access)
    : (Object.fromEntries(NAMES.map((name) => [name, env[VARIABLES[name]]])) as Access);
  for (const name of NAMES)
    if (typeof access[name] !== 'string' || access[name] === '')
      throw new TypeError(`Trefoil needs ${isGiven ? name : VARIABLES[name]}: is its setting there?`);
  return { ...options, ...access };
}

/** Seen at once, not after the retries. */
export function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TypeError(
      'baseUrl must be the address of the service, such as https://reports.example.invalid.',
    );
  return given.replace(/\/+$/, '');
}
