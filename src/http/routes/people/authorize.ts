// The authorization endpoint of the embedded OpenID provider, whose own cookies travel sealed in one of ours. Anyone can call it, and
// every call stores a record until the sign-in is over: its query is bounded, and it has a rate limit of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { householdOf } from '../../../domain/network-address.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type OpenIdProvider, PROVIDER_ROUTES } from '../../../identity/provider.ts';
import { spendAllowance } from '../../edge/allowances.ts';
import { COOKIES, type CookieSeal, setCookie } from '../../edge/cookies.ts';
import type { RateLimiter } from '../../edge/rate-limiter.ts';
import { readJar } from '../../edge/sign-in-cookies.ts';
import { toRefusal } from '../../problems.ts';
import { OAuthError } from '../../schemas/people/oauth.ts';
import { publicProblems } from '../../schemas/problems.ts';
import { Redirect, SIGN_IN_SECONDS, sendOver } from './auth.ts';
import { sendOAuthError } from './oauth.ts';

/** Path and query; our own pages need some 350 characters. */
const URL_LENGTH_MAX = 1_000;
/** Sign-ins that may be begun for each form that may be sent: people come back to the page, and reload it. */
const BEGUN_PER_FORM = 3;

export type AuthorizeNeeds = {
  provider: OpenIdProvider;
  cookieSeal: CookieSeal;
  limiter: RateLimiter;
  signInsPerAddress: number;
};

export function authorizeRoutes(app: FastifyInstance, needs: AuthorizeNeeds): void {
  const { provider, cookieSeal } = needs;
  const limitBegun = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const limit = BEGUN_PER_FORM * needs.signInsPerAddress;
    await spendAllowance(needs.limiter, reply, 'begun-sign-ins', householdOf(request.ip), limit);
    if (request.url.length > URL_LENGTH_MAX)
      throw new Refusal('validation-error', `The address is too long: ${URL_LENGTH_MAX} characters at most.`);
  };
  const ask = async (request: FastifyRequest, reply: FastifyReply, jar: Record<string, string>) => {
    const answer = await provider.handle({ method: 'GET', path: request.url, headers: {}, cookies: jar });
    const { location } = answer.headers;
    if (location === undefined) {
      return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
    }
    const kept = Object.entries({ ...jar, ...answer.cookies }).filter(([, value]) => value !== null);
    const sealed = cookieSeal.seal(COOKIES.flow, Object.fromEntries(kept));
    setCookie(reply, COOKIES.flow, sealed, { lifetimeSeconds: SIGN_IN_SECONDS, sameSite: 'Lax' });
    return reply.redirect(location, 303);
  };

  app.get(
    PROVIDER_ROUTES.authorization,
    {
      config: { access: 'public' },
      onRequest: limitBegun,
      errorHandler: (error, _request, reply) => {
        const { refusal } = toRefusal(error);
        if (refusal.code !== 'validation-error') throw error;
        return sendOAuthError(reply, refusal);
      },
      schema: {
        tags: ['Tokens'],
        operationId: 'authorize',
        summary: 'The authorization endpoint of the embedded OpenID provider',
        description: 'For our own pages only: authorization code, PKCE with S256.',
        response: {
          303: Redirect('To the sign-in page, or back to the client.'),
          ...publicProblems(),
          400: OAuthError('the request is not acceptable', 'invalid_request', 'invalid_redirect_uri'),
        },
      },
    },
    // A fresh start: cookies of an older sign-in are ignored.
    async (request, reply) => ask(request, reply, {}),
  );

  app.get(
    `${PROVIDER_ROUTES.authorization}/:uid`,
    { config: { access: 'public' }, onRequest: limitBegun, schema: { hide: true } },
    async (request, reply) => {
      const jar = readJar(request, cookieSeal);
      return jar === null ? sendOver(reply) : ask(request, reply, jar);
    },
  );
}
