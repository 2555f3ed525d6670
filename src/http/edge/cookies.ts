// The cookies of people who signed in, and the proof that a request by cookie came from our own pages. Every cookie is tied to
// our very host, out of reach of scripts, and sent over encrypted connections only; browsers take a loopback address for one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

export const COOKIES = {
  /** The access token, 15 minutes. */
  access: '__Host-access',
  /** Buys the next access token, once. */
  refresh: '__Host-refresh',
  /** What we sent the browser off to the provider with, sealed. */
  signIn: '__Host-sign-in',
  /** What the embedded provider wants the browser to keep meanwhile, sealed. */
  flow: '__Host-flow',
  /** The password was right, the code is awaited. */
  step: '__Host-step',
  /** People have signed in here before. */
  device: '__Host-device',
} as const;
type CookieName = (typeof COOKIES)[keyof typeof COOKIES];

/** A page elsewhere cannot send it without asking us first, which we never allow. */
export const PROOF_HEADER = 'x-trefoil-csrf';
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

/** Strict, unless it has to survive the way back from a provider elsewhere. */
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

/** Refuses a state-changing request by cookie unless it is proven to come from our own pages. */
export function refuseForeignRequest(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isFromOurPages(request, publicUrl) && request.headers[PROOF_HEADER] !== undefined) return;
  throw new Refusal(
    'forbidden',
    `A request by cookie must come from our own pages and carry the header ${PROOF_HEADER}. Others send a bearer token.`,
  );
}

/** A form of ours cannot set a header; where it was sent from, no page can change. */
export function refuseForeignForm(request: FastifyRequest, publicUrl: string): void {
  if (isFromOurPages(request, publicUrl)) return;
  throw new Refusal('forbidden', 'This form can be sent from our own pages only.');
}

function isFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site === 'same-origin' : origin === publicUrl;
}

/** Seals what a browser keeps for us; null for what it made up, altered, or took from another cookie. */
export type CookieSeal = {
  seal(name: string, value: object): string;
  open(name: string, sealed: string): unknown;
};
