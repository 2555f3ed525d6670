// The cookies of people who signed in, and the CSRF check of requests by cookie. Every cookie is bound to our host (`__Host-`), hidden
// from scripts, and sent over encrypted connections only; browsers treat a loopback address as one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

export const COOKIES = {
  /** The access token, 15 minutes. */
  access: '__Host-access',
  /** Exchanged for the next access token, once. */
  refresh: '__Host-refresh',
  /** State and PKCE verifier of a sign-in that was begun, sealed. */
  signIn: '__Host-sign-in',
  /** The embedded provider's own cookies, sealed. */
  flow: '__Host-flow',
  /** The password was right; the code is awaited. */
  step: '__Host-step',
  /** A browser that people have signed in with before. */
  device: '__Host-device',
} as const;
type CookieName = (typeof COOKIES)[keyof typeof COOKIES];

/** Another site cannot send it without a CORS preflight, which we never allow. */
const PROOF_HEADER = 'x-trefoil-csrf';
const COOKIE_LENGTH_MAX = 4_000;

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  const header = request.headers.cookie;
  if (header === undefined) return null;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return value === '' || value.length > COOKIE_LENGTH_MAX || !/^[\w.~-]+$/.test(value) ? null : value;
  }
  return null;
}

/** `Lax` where it must survive the redirect back from another provider; `Strict` otherwise. */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  value: string,
  options: { lifetimeSeconds: number; sameSite: 'Strict' | 'Lax' },
): void {
  const { lifetimeSeconds, sameSite } = options;
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; Secure; SameSite=${sameSite}`,
  );
}

export function clearCookies(reply: FastifyReply, ...names: CookieName[]): void {
  for (const name of names) {
    reply.header('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`);
  }
}

/** CSRF: refuses a state-changing request by cookie unless it comes from our own pages. */
export function refuseForeignRequest(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isFromOurPages(request, publicUrl) && request.headers[PROOF_HEADER] !== undefined) return;
  throw new Refusal(
    'forbidden',
    `A request by cookie must come from our own pages and carry the header ${PROOF_HEADER}. Others send a bearer token.`,
  );
}

/** CSRF for forms, which cannot set a header: the origin alone decides, and no page can forge it. */
export function refuseForeignForm(request: FastifyRequest, publicUrl: string): void {
  if (isFromOurPages(request, publicUrl)) return;
  throw new Refusal('forbidden', 'This form can be sent from our own pages only.');
}

function isFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site === 'same-origin' : origin === publicUrl;
}

/** Seals what a browser keeps for us; null for a value that is forged, altered, expired or from another cookie. */
export type CookieSeal = {
  seal(name: string, value: object): string;
  open(name: string, sealed: string): unknown;
};
