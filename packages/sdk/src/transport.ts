// One call of the service: the token, the idempotency key, the tries. Everything above it knows operations and types alone.
import { readJson, readProblem } from './answers.ts';
import { ConnectionError, TrefoilError, toError } from './errors.ts';
import { type Operations, ROUTES } from './generated.ts';
import { pauseBefore } from './retry.ts';

export type TrefoilOptions = {
  /** Where the service is, such as https://reports.example.com. */
  baseUrl: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** Some of the credential's scopes, separated by blanks; all of them without it. */
  scope?: string;
  /** The longest that one try takes, and that work in progress is waited for. Default 30,000. */
  timeoutMs?: number;
  /** Default 2. */
  maxRetries?: number;
  /** In place of the global fetch: for a proxy, or a test. */
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** Cancels the call, its retries included. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
};
export type KeyedOptions = CallOptions & {
  /** Names this request: the same key and body again get the same answer. Made before the first try if you give none. */
  idempotencyKey?: string;
};

/** What a test sets in place of the clock and chance. */
export type Seams = {
  nowMs: () => number;
  random: () => number;
  pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};
const SEAMS: Seams = { nowMs: () => performance.now(), random: Math.random, pause };

export type OperationId = keyof typeof ROUTES;
export type Ask<Id extends OperationId> = {
  path?: Operations[Id]['path'];
  query?: Operations[Id]['query'];
  body?: Operations[Id]['body'];
};
export type Answered<Body> = { body: Body; requestId: string; idempotencyKey: string | undefined };

export type Transport = {
  call<Id extends OperationId>(
    id: Id,
    ask: Ask<Id>,
    options?: KeyedOptions,
  ): Promise<Answered<Operations[Id]['answer']>>;
  /** The body as it arrives: CSV, a PDF. */
  stream<Id extends OperationId>(
    id: Id,
    ask: Ask<Id>,
    accept: string,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
};

type Token = { value: string; renewAtMs: number; endsAtMs: number };
type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  isRepeatable: boolean;
  key?: string | undefined;
};

/** Node cancels a body that nobody reads yet when its response is collected as garbage: the one keeps the other. */
const RESPONSE_OF = new WeakMap<ReadableStream, Response>();

/** The part of a token's life after which it is renewed. */
const RENEW_AT = 0.8;

export function createTransport(options: TrefoilOptions, seams: Seams = SEAMS): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? ((...given) => fetch(...given));
  let token: Token | null = null;
  let asked: Promise<Token> | null = null;

  /** One request for a token at a time, whoever waits for it. */
  async function currentToken(): Promise<string> {
    if (token !== null && seams.nowMs() < token.renewAtMs) return token.value;
    const old = token;
    asked ??= newToken().finally(() => {
      asked = null;
    });
    try {
      return (await asked).value;
    } catch (error) {
      // Renewed early, so that a service that is away for a moment costs nothing.
      if (error instanceof ConnectionError && old !== null && token === old && seams.nowMs() < old.endsAtMs)
        return old.value;
      throw error;
    }
  }

  async function newToken(): Promise<Token> {
    const { clientId, clientSecret, scope } = options;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
    const request: Request = {
      method: 'POST',
      url: `${base}/v1/oauth/token`,
      headers: {
        authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: form.toString(),
      isRepeatable: true,
    };
    const begunMs = seams.nowMs();
    const { answer } = await repeat(request, {}, async () => ({}), readJson);
    const { access_token, expires_in } = answer as { access_token: string; expires_in: number };
    const lifetimeMs = expires_in * 1000;
    token = {
      value: access_token,
      renewAtMs: begunMs + lifetimeMs * RENEW_AT,
      endsAtMs: begunMs + lifetimeMs,
    };
    return token;
  }

  async function withToken<Answer>(
    request: Request,
    given: CallOptions,
    read: (response: Response) => Promise<Answer>,
  ) {
    let used = '';
    const authorise = async (): Promise<Record<string, string>> => {
      // Empty while it is asked for: a 401 of the token endpoint is final.
      used = '';
      used = await currentToken();
      return { authorization: `Bearer ${used}` };
    };
    try {
      return await repeat(request, given, authorise, read);
    } catch (error) {
      if (!(error instanceof TrefoilError)) throw error;
      if (error.status !== 401 || used === '') throw withKey(error, request.key);
      // A secret or a signing key was rotated: one fresh token settles it, or nothing does.
      if (token?.value === used) token = null;
      return await repeat(request, given, authorise, read).catch((again: unknown) => {
        throw again instanceof TrefoilError ? withKey(again, request.key) : again;
      });
    }
  }

  async function repeat<Answer>(
    request: Request,
    given: CallOptions,
    authorise: () => Promise<Record<string, string>>,
    read: (response: Response) => Promise<Answer>,
  ): Promise<{ answer: Answer; requestId: string }> {
    const { signal } = given;
    const patienceMs = given.timeoutMs ?? options.timeoutMs ?? 30_000;
    const maxRetries = given.maxRetries ?? options.maxRetries ?? 2;
    const { isRepeatable } = request;
    const begunMs = seams.nowMs();
    for (let retries = 0; ; ) {
      signal?.throwIfAborted();
      const headers = await orAborted(authorise(), signal);
      try {
        return await attempt(
          { ...request, headers: { ...request.headers, ...headers } },
          patienceMs,
          signal,
          read,
        );
      } catch (error) {
        signal?.throwIfAborted();
        const failure = error as TrefoilError;
        const elapsedMs = seams.nowMs() - begunMs;
        const tried = { retries, maxRetries, isRepeatable, elapsedMs, patienceMs, random: seams.random() };
        const pauseMs = pauseBefore(failure, tried);
        if (pauseMs === null) throw failure;
        if (failure.code !== 'request-in-progress') retries += 1;
        await seams.pause(pauseMs, signal);
      }
    }
  }

  async function attempt<Answer>(
    { method, url, headers, body, key }: Request,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Answer>,
  ): Promise<{ answer: Answer; requestId: string }> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const facts = { idempotencyKey: key };
    try {
      const ends = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      const init = { method, headers, redirect: 'error' as const, signal: ends };
      const response = await send(url, body === undefined ? init : { ...init, body });
      const requestId = response.headers.get('x-request-id') ?? undefined;
      if (!response.ok) throw toError({ ...facts, requestId, ...(await readProblem(response)) });
      return { answer: await read(response), requestId: requestId ?? '' };
    } catch (error) {
      if (error instanceof TrefoilError) throw error;
      const isLate = late.signal.aborted;
      const message = isLate
        ? `The service did not answer within ${timeoutMs} ms.`
        : 'The service could not be reached, or its answer broke off.';
      // The cause is left out: it may quote the answer.
      throw new ConnectionError({ ...facts, status: 0, code: isLate ? 'timeout' : 'no-answer', message });
    } finally {
      clearTimeout(timer);
    }
  }

  function requestOf(id: OperationId, ask: Ask<OperationId>, accept: string, given: KeyedOptions): Request {
    const { method, path, keyed } = ROUTES[id];
    const names: Record<string, string> = { ...ask.path, tenantId: options.tenantId };
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
    const query = Object.entries(ask.query ?? {}).filter(([, value]) => value !== undefined);
    const texts = query.map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams(texts).toString();
    // Made here, before the first try, and never again.
    const key = keyed ? (given.idempotencyKey ?? crypto.randomUUID()) : undefined;
    return {
      method,
      url: `${base}${url}${search === '' ? '' : `?${search}`}`,
      headers: {
        accept,
        ...(ask.body != null && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: ask.body == null ? undefined : JSON.stringify(ask.body),
      isRepeatable: method !== 'POST' || key !== undefined,
      key,
    };
  }

  return {
    async call(id, ask, given = {}) {
      const request = requestOf(id, ask as Ask<OperationId>, 'application/json', given);
      const { answer, requestId } = await withToken(request, given, readJson);
      return { body: answer as never, requestId, idempotencyKey: request.key };
    },
    async stream(id, ask, accept, given = {}) {
      const request = requestOf(id, ask as Ask<OperationId>, accept, given);
      const read = async (response: Response) => {
        const body = response.body ?? new Blob([]).stream();
        RESPONSE_OF.set(body, response);
        return body;
      };
      return (await withToken(request, given, read)).answer;
    },
  };
}

/** What failed may be the token, which several calls share; the error of each has its own key. */
function withKey(error: TrefoilError, key: string | undefined): TrefoilError {
  if (key === undefined || error.idempotencyKey === key) return error;
  const { status, code, message, requestId, help, retryAfter } = error;
  return toError({ status, code, message, requestId, help, retryAfter, idempotencyKey: key });
}

/** The token may be waited for by several callers: one who is cancelled leaves the others waiting. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
