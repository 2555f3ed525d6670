// The cookies that signing in sets: the tokens of a session, the known browser, and what the embedded provider keeps in between.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_LIFETIME_SECONDS } from '../../identity/access-tokens.ts';
import { REFRESH_SECONDS, type Tokens } from '../../usecases/people/sessions.ts';
import { DEVICE_SECONDS } from '../../usecases/people/sign-in.ts';
import { COOKIES, type CookieSeal, readCookie, setCookie } from './cookies.ts';

export function setTokens(reply: FastifyReply, tokens: Tokens): void {
  const sameSite = 'Strict';
  setCookie(reply, COOKIES.access, tokens.accessToken, { lifetimeSeconds: TOKEN_LIFETIME_SECONDS, sameSite });
  setCookie(reply, COOKIES.refresh, tokens.refreshToken, { lifetimeSeconds: REFRESH_SECONDS, sameSite });
}

export function setKnownDevice(reply: FastifyReply, token: string): void {
  setCookie(reply, COOKIES.device, token, { lifetimeSeconds: DEVICE_SECONDS, sameSite: 'Lax' });
}

/** What the embedded provider keeps in the browser; null when there is nothing of ours. */
export function readJar(request: FastifyRequest, cookieSeal: CookieSeal): Record<string, string> | null {
  const sealed = readCookie(request, COOKIES.flow);
  return sealed === null ? null : (cookieSeal.open(COOKIES.flow, sealed) as Record<string, string> | null);
}
