// One call of the service: the token, the idempotency key, the tries. Everything above it knows operations and types alone.
import { readJson, readProblem } from './answers.ts';
import { Aborted, ConnectionError, TrefoilError, toError } from './errors.ts';
import { type Operations, ROUTES } from './generated.ts';
import {
  baseOf,
  type CallOptions,
  type FullOptions,
  type KeyedOptions,
  type OperationId,
  type Query,
} from './options.ts';
import { pauseBefore } from './retry.ts';
import { orAborted, pause } from './waits.ts';

export const VERSION = '0.1.0';

/** What a test sets in place of the clock and chance. */
export type Seams = {
  nowMs: () => number;
  random: () => number;
  pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};
const SEAMS: Seams = { nowMs: () => performance.now(), random: Math.random, pause };

export type Ask<Id extends OperationId> = {
  path?: Operations[Id]['path'];
  query?: Query<Id>;
  body?: Operations[Id]['body'];
};
export type Answered<Body> = {
  body: Body;
  requestId: string;
  idempotencyKey: string | undefined;
  /** It is the answer to an earlier request with this key: nothing was done and nothing was charged. */
  isReplayed: boolean;
};

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

type Read<Answer> = { answer: Answer; requestId: string; isReplayed: boolean };
type Token = { value: string; renewAtMs: number; endsAtMs: number };
type Request = {
  operation: OperationId | 'token';
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  isRepeatable: boolean;
  key?: string | undefined;
  /** A try of it may have been done. */
  isOpen: boolean;
};

/** Node cancels a body that nobody reads yet when its response is collected as garbage: the one keeps the other. */
const RESPONSE_OF = new WeakMap<ReadableStream, Response>();

/** The part of a token's life after which it is renewed. */
const RENEW_AT = 0.8;

export function createTransport(options: FullOptions, seams: Seams = SEAMS): Transport {
  const base = baseOf(options.baseUrl);
  const agent = [`trefoil-sdk/${VERSION}`, ...(options.userAgent ? [options.userAgent] : [])].join(' ');
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
      operation: 'token',
      method: 'POST',
      url: `${base}/v1/oauth/token`,
      headers: {
        authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: form.toString(),
      isRepeatable: true,
      isOpen: false,
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
    const ownError = (error: unknown): unknown => {
      const own = { idempotencyKey: request.key, isRead: isRead(request.method), isOpen: request.isOpen };
      if (given.signal?.aborted && error === given.signal.reason) {
        const aborted = { ...own, status: 0, code: 'aborted', message: 'The call was ended by its signal.' };
        return Object.assign(new Aborted({ ...aborted, isApart: true }), { cause: error });
      }
      if (!(error instanceof TrefoilError) || used !== '') return error;
      // Several calls share the token that could not be got; the error of each has its own key.
      const { status, code, message, requestId, help, retryAfter } = error;
      return toError({ status, code, message, requestId, help, retryAfter, ...own, isApart: true });
    };
    try {
      return await repeat(request, given, authorise, read);
    } catch (error) {
      if (!(error instanceof TrefoilError) || error.status !== 401 || used === '') throw ownError(error);
      // A secret or a signing key was rotated: one fresh token settles it, or nothing does.
      if (token?.value === used) token = null;
      return await repeat(request, given, authorise, read).catch((again: unknown) => {
        throw ownError(again);
      });
    }
  }

  async function repeat<Answer>(
    request: Request,
    given: CallOptions,
    authorise: () => Promise<Record<string, string>>,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Read<Answer>> {
    const { signal } = given;
    const patienceMs = given.timeoutMs ?? options.timeoutMs ?? 30_000;
    const maxRetries = given.maxRetries ?? options.maxRetries ?? 2;
    const { isRepeatable } = request;
    let inProgressSinceMs: number | null = null;
    for (let [retries, count] = [0, 1]; ; count += 1) {
      signal?.throwIfAborted();
      const headers = await orAborted(authorise(), signal);
      try {
        const authorised = { ...request, headers: { ...request.headers, ...headers } };
        return await attempt(authorised, count, patienceMs, signal, read);
      } catch (error) {
        const failure = error as TrefoilError;
        request.isOpen ||= failure.outcomeUnknown;
        signal?.throwIfAborted();
        const isInProgress = failure.code === 'request-in-progress';
        if (isInProgress) inProgressSinceMs ??= seams.nowMs();
        const inProgressMs = seams.nowMs() - (inProgressSinceMs ?? seams.nowMs());
        const tried = { retries, maxRetries, isRepeatable, inProgressMs, patienceMs, random: seams.random() };
        const pauseMs = pauseBefore(failure, tried);
        if (pauseMs === null) throw failure;
        if (!isInProgress) retries += 1;
        await seams.pause(pauseMs, signal);
      }
    }
  }

  async function attempt<Answer>(
    { operation, method, url, headers, body, key, isOpen }: Request,
    count: number,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Read<Answer>> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const facts = { idempotencyKey: key, isRead: isRead(method), isOpen };
    const begunMs = seams.nowMs();
    let answered: Response | null = null;
    const tell = (code?: string): void => {
      const requestId = answered?.headers.get('x-request-id') ?? undefined;
      const [status, ms] = [answered?.status ?? 0, seams.nowMs() - begunMs];
      const tried = { operation, attempt: count, status, code, ms, requestId, idempotencyKey: key };
      options.onTry?.({ ...tried, headers: answered?.headers ?? null });
    };
    try {
      const ends = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      const sent = { ...headers, 'user-agent': agent };
      const init = { method, headers: sent, redirect: 'error' as const, signal: ends };
      const response = await send(url, body === undefined ? init : { ...init, body });
      answered = response;
      const requestId = response.headers.get('x-request-id') ?? undefined;
      if (!response.ok) throw toError({ ...facts, requestId, ...(await readProblem(response)) });
      const isReplayed = response.headers.get('idempotent-replayed') === 'true';
      const answer = await read(response);
      tell();
      return { answer, requestId: requestId ?? '', isReplayed };
    } catch (error) {
      if (error instanceof TrefoilError) {
        tell(error.code);
        throw error;
      }
      const code = signal?.aborted ? 'aborted' : late.signal.aborted ? 'timeout' : 'no-answer';
      tell(code);
      const message =
        code === 'timeout'
          ? `The service at ${new URL(base).host} did not answer within ${timeoutMs} ms.`
          : `The service at ${new URL(base).host} could not be reached, or its answer broke off.`;
      // The cause is left out: it may quote the answer.
      throw new ConnectionError({ ...facts, status: 0, code, message });
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
      operation: id,
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
      isOpen: false,
    };
  }

  return {
    async call(id, ask, given = {}) {
      const request = requestOf(id, ask as Ask<OperationId>, 'application/json', given);
      const { answer, ...facts } = await withToken(request, given, readJson);
      return { body: answer as never, ...facts, idempotencyKey: request.key };
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

const isRead = (method: string): boolean => method === 'GET';
