// A consumer's browser and its session: by a cookie, or in another site's frame, where cookies are blocked, by a bearer that the page keeps.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESUMABLE_HOURS } from '../../domain/hosted/consumer-session.ts';
import { isUuid } from '../../domain/ids.ts';
import type { Visit, Visitor } from '../../usecases/hosted/visit.ts';

/** A name for each session: two links may be open in one browser. Secure: browsers treat a loopback address as encrypted. */
const cookieName = (sessionId: string): string => `__Host-check-${sessionId}`;
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';
const SECRET = /^[\w.~-]{16,256}$/;

/** The session of the address; null when it cannot be one. */
export function sessionIdOf(request: FastifyRequest): string | null {
  const { id } = request.params as { id: string };
  return isUuid(id) ? id : null;
}

export function visitOf(request: FastifyRequest): Visit | null {
  const sessionId = sessionIdOf(request);
  if (sessionId === null) return null;
  const secret = bearerOf(request) ?? cookieOf(request, sessionId);
  return secret !== null && SECRET.test(secret) ? { sessionId, secret } : null;
}

export function visitorOf(request: FastifyRequest): Visitor {
  const { 'user-agent': userAgent = '', 'x-framed-by': framedBy } = request.headers;
  return { address: request.ip, userAgent, ...(typeof framedBy === 'string' && { framedBy }) };
}

/** The page in a frame asks for answers that it can read. */
export const isFramed = (request: FastifyRequest): boolean =>
  request.headers.accept?.startsWith('application/json') ?? false;

export function setVisit(reply: FastifyReply, { sessionId, secret }: Visit): void {
  const lifetime = RESUMABLE_HOURS * 3600;
  reply.header('set-cookie', `${cookieName(sessionId)}=${secret}; ${ATTRIBUTES}; Max-Age=${lifetime}`);
}

export function endVisit(reply: FastifyReply, sessionId: string): void {
  reply.header('set-cookie', `${cookieName(sessionId)}=; ${ATTRIBUTES}; Max-Age=0`);
}

function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
}

function cookieOf(request: FastifyRequest, sessionId: string): string | null {
  const name = `${cookieName(sessionId)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? null;
}
