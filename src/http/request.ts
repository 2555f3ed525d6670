// What routes read off a request: who calls, from where, which page of a list, and ids in their one spelling.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, From, Identified } from '../usecases/caller.ts';
import type { Page } from '../usecases/page.ts';

const PAGE_SIZE_DEFAULT = 50;

export function pageOf(query: { pageSize?: string; pageToken?: string }): Page {
  return { size: Number(query.pageSize ?? PAGE_SIZE_DEFAULT), token: query.pageToken ?? null };
}

/**
 * An id in its one spelling. Callers may send either case; further in, ids are compared as text. Those in the path are
 * lower-cased before the checks (`lowerCasePathIds`), those in a body or a query where a route reads them.
 */
export function toId(text: string): string {
  return text.toLowerCase();
}

/** Of a filter that a query may leave out. */
export function toIdOrNull(text: string | undefined): string | null {
  return text === undefined ? null : toId(text);
}

/** Of a filter that is true or false; null where a query leaves it out. */
export function toFlagOrNull(text: string | undefined): boolean | null {
  return text === undefined ? null : text === 'true';
}

/** These fields of a body, as far as they were sent: a field that its schema does not name goes no further. */
export function only<Body extends object, Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): Pick<Body, Name> {
  const sent = names.filter((name) => body[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, body[name]])) as Pick<Body, Name>;
}

/** Path parameters that hold an id end in `Id`; tokens and names keep their case. */
export function lowerCasePathIds(request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) if (name.endsWith('Id')) params[name] = toId(value);
}

/** A path whose percent signs encode nothing is taken as it stands: an id of such letters is not found by its own route, after the checks. */
export function readablePath(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

export function identifiedOf(request: FastifyRequest): Identified {
  if (request.identified === null) throw new Error('a route that needs a caller was reached without one');
  return request.identified;
}

/** Of a route on a tenant. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route that needs a caller was reached without one');
  return request.caller;
}

export function fromOf(request: FastifyRequest): From {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/**
 * RFC 9112, 3.2. Node joins two with a comma, and one may be a list: a proxy may have read another one of them. What follows on the
 * connection is not to be trusted either.
 */
export function requireOneHost({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  const isMissing = headers.host === undefined && raw.httpVersion === '1.1';
  if (!isMissing && !headers.host?.includes(',')) return;
  reply.header('connection', 'close');
  const what = isMissing ? 'no Host header' : 'more than one Host header';
  throw new Refusal('validation-error', `The request has ${what}. Send one.`, { details: [] });
}
