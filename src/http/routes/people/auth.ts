// Signing in with a browser: redirect to the OpenID provider, callback with a code, tokens into cookies; refresh; sign out.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../domain/refusal.ts';
import { messagePage } from '../../../identity/pages/pages.ts';
import {
  ProviderUnavailable,
  type RelyingParty,
  type SignInAttempt,
  SignInFailed,
} from '../../../identity/relying-party.ts';
import type { Sessions } from '../../../usecases/people/sessions.ts';
import {
  COOKIES,
  type CookieSeal,
  clearCookies,
  readCookie,
  refuseForeignRequest,
  setCookie,
} from '../../edge/cookies.ts';
import { setTokens } from '../../edge/sign-in-cookies.ts';
import { sendPage } from '../../page-answers.ts';
import { fromOf } from '../../request.ts';
import { publicProblems } from '../../schemas/problems.ts';

export const SIGN_IN_SECONDS = 600;
/** Where a failed sign-in ends. */
export const OVER_PATH = '/sign-in/over';
export const UNKNOWN_PATH = '/sign-in/unknown-person';
const RETURN_TO_DEFAULT = '/app';
const RETURN_TO_MAX = 2_000;

export type AuthNeeds = {
  publicUrl: string;
  relyingParty: RelyingParty;
  sessions: Sessions;
  cookieSeal: CookieSeal;
};

/** Two slashes, or a slash and a backslash, begin the name of a host. */
const ONE_SLASH = /^\/(?![/\\])/;

export const Redirect = (description: string) => Type.Null({ description, examples: [null] });

export function authRoutes(app: FastifyInstance, needs: AuthNeeds): void {
  const tags = ['Signing in'];

  app.get<{ Querystring: { returnTo?: string } }>(
    '/v1/auth/login',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign a person in with their browser',
        description:
          'A page for browsers: redirects to the OpenID provider. The session comes back in HTTP-only cookies.',
        querystring: Type.Object({
          returnTo: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: RETURN_TO_MAX,
              description: 'Where to go afterwards: a path of this service. Default: /app.',
            }),
          ),
        }),
        response: {
          303: Redirect('To the OpenID provider, by authorization code with PKCE and state.'),
          ...publicProblems('validation-error'),
        },
      },
    },
    async (request, reply) => {
      const returnTo = ownPath(request.query.returnTo ?? RETURN_TO_DEFAULT, needs.publicUrl);
      const { url, attempt } = await needs.relyingParty.begin().catch((error: unknown) => {
        throw error instanceof ProviderUnavailable ? providerAway() : error;
      });
      const sealed = needs.cookieSeal.seal(COOKIES.signIn, { ...attempt, returnTo });
      setCookie(reply, COOKIES.signIn, sealed, { lifetimeSeconds: SIGN_IN_SECONDS, sameSite: 'Lax' });
      return reply.redirect(url, 303);
    },
  );

  app.get(
    '/v1/auth/callback',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'finishSignIn',
        summary: 'Where the OpenID provider sends the browser back to',
        description: 'Sets the access token and the refresh token as HTTP-only cookies.',
        response: {
          303: Redirect('To the page that the sign-in began from, or to one that says why it did not work.'),
          ...publicProblems(),
        },
      },
    },
    async (request, reply) => {
      const sealed = readCookie(request, COOKIES.signIn);
      const begun = sealed === null ? null : asAttempt(needs.cookieSeal.open(COOKIES.signIn, sealed));
      clearCookies(reply, COOKIES.signIn, COOKIES.flow, COOKIES.step);
      if (begun === null) return reply.redirect(OVER_PATH, 303);
      const query = new URL(request.url, needs.publicUrl).search;
      const who = await needs.relyingParty.finish(query, begun).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw providerAway();
        if (error instanceof SignInFailed) return null;
        throw error;
      });
      if (who === null) return reply.redirect(OVER_PATH, 303);
      const tokens = await needs.sessions.openFor(who, fromOf(request));
      if (tokens === null) return reply.redirect(UNKNOWN_PATH, 303);
      setTokens(reply, tokens);
      return reply.redirect(begun.returnTo, 303);
    },
  );

  sessionRoutes(app, needs, tags);
}

function sessionRoutes(app: FastifyInstance, needs: AuthNeeds, tags: string[]): void {
  app.post(
    '/v1/auth/refresh',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'refreshSession',
        summary: 'A new access token for the refresh token in the cookie',
        description:
          'Both cookies are replaced. A refresh token works once; one that comes back ends the session, unless the same browser ' +
          'sends it again within 10 seconds: that gets the same new cookies. ' +
          'Needs the header `X-Trefoil-Csrf` and an Origin of our own.',
        response: {
          204: Redirect('Both cookies are new.'),
          ...publicProblems('unauthorized', 'forbidden'),
        },
      },
    },
    async (request, reply) => {
      refuseForeignRequest(request, needs.publicUrl);
      const token = readCookie(request, COOKIES.refresh);
      if (token === null) throw new Refusal('unauthorized', 'There is no session here. Sign in.');
      const by = { ...fromOf(request), device: readCookie(request, COOKIES.device) };
      setTokens(reply, await needs.sessions.refresh(token, by));
      return reply.code(204).send();
    },
  );

  app.post<{ Querystring: { everywhere?: string } }>(
    '/v1/auth/logout',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'End the session, or all sessions of the person',
        description: 'Needs the header `X-Trefoil-Csrf` and an Origin of our own.',
        querystring: Type.Object({
          everywhere: Type.Optional(
            Type.String({ format: 'true-or-false', description: 'End every session of the person.' }),
          ),
        }),
        response: {
          204: Redirect('The session is over and its cookies are gone.'),
          ...publicProblems('validation-error', 'forbidden'),
        },
      },
    },
    async (request, reply) => {
      refuseForeignRequest(request, needs.publicUrl);
      const token = readCookie(request, COOKIES.refresh);
      const isEverywhere = request.query.everywhere === 'true';
      if (token !== null) await needs.sessions.signOut(token, isEverywhere, fromOf(request));
      clearCookies(reply, COOKIES.access, COOKIES.refresh);
      return reply.code(204).send();
    },
  );
}

export function sendOver(reply: FastifyReply) {
  return sendPage(
    reply,
    messagePage({
      title: 'This sign-in is over',
      text: 'It took too long, was used before, or another one was begun in this browser.',
      link: { href: '/v1/auth/login', label: 'Sign in again' },
    }),
    400,
  );
}

export function sendUnknownPerson(reply: FastifyReply) {
  return sendPage(
    reply,
    messagePage({
      title: 'You have no account here',
      text: 'Ask an owner of your tenant for an invitation to the address that you sign in with. If you signed in before and your account at the provider is a new one, ask the operator of this service to unlink the old one.',
    }),
    403,
  );
}

function providerAway(): Refusal {
  return new Refusal(
    'service-unavailable',
    'The OpenID provider cannot be reached right now. Try again shortly.',
    {
      retryAfterSeconds: 5,
    },
  );
}

function asAttempt(value: unknown): (SignInAttempt & { returnTo: string }) | null {
  return value === null ? null : (value as SignInAttempt & { returnTo: string });
}

/**
 * A path of ours in canonical form; refuses anything that a browser would resolve to another site (open redirect). What is answered
 * is judged, not only what came: the canonical form of `/.//evil.example` is `//evil.example`, another site.
 */
function ownPath(returnTo: string, publicUrl: string): string {
  const isPath = ONE_SLASH.test(returnTo) || returnTo.startsWith(`${publicUrl}/`);
  const url = isPath && URL.canParse(returnTo, publicUrl) ? new URL(returnTo, publicUrl) : null;
  const path = url === null ? '' : `${url.pathname}${url.search}${url.hash}`;
  if (!ONE_SLASH.test(path) || new URL(path, publicUrl).href !== url?.href) {
    throw new Refusal(
      'validation-error',
      'The query is not acceptable: returnTo must be a path of this service.',
      {
        details: [{ path: '/returnTo', message: 'must be a path of this service, such as /app' }],
      },
    );
  }
  return path;
}
