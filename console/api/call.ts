// How the console calls the API, by the ids of its operations: same origin, by cookie, with the CSRF header. An expired access token is
// refreshed once and the call retried; if that fails too, the session is over and the listeners are notified.
import { noteCall } from './calls.ts';
import { ROUTES } from './generated.ts';
import type { Answer, Given, OperationId, Query } from './operations.ts';

type AnyGiven = { params?: Record<string, string>; query?: Query; body?: unknown };

type Problem = { code: string; message: string; details?: { path: string; message: string }[] };

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { path: string; message: string }[];
  readonly requestId: string | null;
  readonly headers: Header[];
  constructor(status: number, problem: Problem, requestId: string | null, headers: Header[] = []) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.details = problem.details ?? [];
    this.requestId = requestId;
    this.headers = headers;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

export type Header = [name: string, value: string];
export type Answered<T> = {
  status: number;
  body: T;
  requestId: string | null;
  tookMs: number;
  headers: Header[];
};

type Options = { method?: string; body?: unknown; headers?: Record<string, string> };

const REFRESHED_AT = 'trefoil-refreshed-at';
let onEnded: () => void = () => {};

export function whenSessionEnds(tell: () => void): void {
  onEnded = tell;
}

/** Where an operation is, as far as it is known without its parameters. */
export const startOf = (id: OperationId, tenantId: string): string =>
  templateOf(id, tenantId).replace(/\{.*/, '');

export function pathOf<Id extends OperationId>(id: Id, given?: Given<Id>, tenantId = ''): string {
  const { params = {}, query = {} } = (given ?? {}) as AnyGiven;
  const path = templateOf(id, tenantId).replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

const templateOf = (id: OperationId, tenantId: string): string =>
  ROUTES[id].replace(/^\w+ /, '').replace(/^\/\{tenantId\}/, `/${encodeURIComponent(tenantId)}`);

export async function call<Id extends OperationId>(
  id: Id,
  given?: Given<Id>,
  tenantId = '',
): Promise<Answer<Id>> {
  return (await callWhole(id, given, tenantId)).body;
}

/** The answer with its status, time and headers. */
export function callWhole<Id extends OperationId>(
  id: Id,
  given?: Given<Id>,
  tenantId = '',
): Promise<Answered<Answer<Id>>> {
  const [method = ''] = ROUTES[id].split(' ');
  return ask(pathOf(id, given, tenantId), { method, body: (given as AnyGiven | undefined)?.body });
}

/** Throws an ApiError for a refusal. The key of a POST stays the same when it is sent again with a new token. */
export async function ask<T>(path: string, options: Options = {}): Promise<Answered<T>> {
  const headers = options.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const response = await fetchSignedIn(path, { ...options, headers });
  const requestId = idOf(response);
  const answered = [...response.headers];
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body = isJson && text !== '' ? JSON.parse(text) : null;
  if (!response.ok) {
    const problem = isProblem(body)
      ? body
      : { code: 'unreadable', message: `The service answered ${response.status}.` };
    throw new ApiError(response.status, problem, requestId, answered);
  }
  return { status: response.status, body, requestId, tookMs: tookMsOf.get(response) ?? 0, headers: answered };
}

/** Downloads what an operation answers as a file. */
export async function download(path: string, name: string, type = 'text/csv'): Promise<void> {
  const response = await fetchSignedIn(path, { headers: { accept: type } });
  if (!response.ok) {
    throw new ApiError(response.status, await response.json(), idOf(response));
  }
  saveFile(await response.blob(), name);
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function fetchSignedIn(path: string, options: Options): Promise<Response> {
  const startedMs = Date.now();
  const response = await send(path, options);
  if (response.status !== 401) return response;
  if (await renew(startedMs)) {
    const again = await send(path, options);
    if (again.status !== 401) return again;
  }
  onEnded();
  return response;
}

const tookMsOf = new WeakMap<Response, number>();
const idOf = (response: Response): string | null => response.headers.get('x-request-id');

async function send(path: string, { method = 'GET', body, headers = {} }: Options): Promise<Response> {
  const startedMs = performance.now();
  const page = location.pathname;
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method !== 'GET' && { 'x-trefoil-csrf': '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const tookMs = Math.round(performance.now() - startedMs);
    tookMsOf.set(response, tookMs);
    noteCall({ method, path, status: response.status, tookMs, requestId: idOf(response), page });
    return response;
  } catch {
    throw new Unreachable('The service cannot be reached. Check the connection, then try again.');
  }
}

/**
 * A refresh token works once, and reuse ends the session: so one tab refreshes while the others wait (Web Locks), and a tab that
 * finds it done since its own call began skips its refresh.
 */
async function renew(startedMs: number): Promise<boolean> {
  return navigator.locks.request('trefoil-refresh', async () => {
    if (Number(localStorage.getItem(REFRESHED_AT)) > startedMs) return true;
    const response = await send('/v1/auth/refresh', { method: 'POST' });
    if (response.ok) localStorage.setItem(REFRESHED_AT, String(Date.now()));
    return response.ok;
  });
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
