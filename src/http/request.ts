// What routes read off a request: who calls, from where, which page of a list.

import type { FastifyRequest } from 'fastify';
import type { Caller, Identified } from '../usecases/caller.ts';

const PAGE_SIZE_DEFAULT = 50;

export function pageOf(query: { pageSize?: string; pageToken?: string }): {
  size: number;
  token: string | null;
} {
  return { size: Number(query.pageSize ?? PAGE_SIZE_DEFAULT), token: query.pageToken ?? null };
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

export function fromOf(request: FastifyRequest): { address: string; userAgent: string } {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
