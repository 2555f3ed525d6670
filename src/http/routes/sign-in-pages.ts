// The pages of the embedded OpenID provider: password, then code. A page belongs to one sign-in, which the browser proves with
// the sealed cookie of that flow; its forms are taken from our own pages only.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { householdOf } from '../../domain/network-address.ts';
import { STYLE_PATH } from '../../identity/pages/layout.ts';
import { codePage, messagePage, signInPage } from '../../identity/pages/pages.ts';
import { INTERACTION_COOKIE, type OpenIdProvider } from '../../identity/provider.ts';
import {
  DEVICE_SECONDS,
  type SignIn,
  type SignInOutcome,
  STEP_SECONDS,
} from '../../usecases/people/sign-in.ts';
import { spendAllowance } from '../edge/checks.ts';
import { COOKIES, type CookieSeal, readCookie, refuseForeignForm, setCookie } from '../edge/cookies.ts';
import type { RateLimiter } from '../edge/rate-limiter.ts';
import { sendPage } from '../page-answers.ts';
import { STATUS_OF, toRefusal } from '../problems.ts';
import { OVER_PATH, readJar, sendOver, sendUnknownPerson, UNKNOWN_PATH } from './auth.ts';

const STYLE_FILES = ['tokens.css', 'sign-in.css'].map((file) =>
  join(import.meta.dirname, '../../../web', file),
);
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_LIMIT_BYTES = 16 * 1024;
const EMAIL_MAX = 320;
export const PAGE = { config: { access: 'public' as const }, schema: { hide: true } };

// The same words whether the person is unknown, the password wrong, or the account being guessed at.
const WRONG =
  'The e-mail address or the password is not right. After several tries, wait a while or reset your password';
const WRONG_CODE = 'The code is not right. After several tries, wait fifteen minutes';

type Uid = { Params: { uid: string } };

export type SignInPageNeeds = {
  publicUrl: string;
  provider: OpenIdProvider;
  signIn: SignIn;
  cookieSeal: CookieSeal;
  limiter: RateLimiter;
  signInsPerAddress: number;
};

export function signInPages(app: FastifyInstance, needs: SignInPageNeeds): void {
  const style = STYLE_FILES.map((file) => readFileSync(file, 'utf8')).join('');
  app.get(STYLE_PATH, PAGE, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  );

  app.get(OVER_PATH, PAGE, async (_request, reply) => sendOver(reply));
  app.get(UNKNOWN_PATH, PAGE, async (_request, reply) => sendUnknownPerson(reply));

  /** The sign-in that the page is of; null when this browser is not in it. */
  const isIn = async (request: FastifyRequest<Uid>): Promise<boolean> => {
    const jar = readJar(request, needs.cookieSeal);
    const { uid } = request.params;
    return jar?.[INTERACTION_COOKIE] === uid && (await needs.provider.findInteraction(uid)) !== null;
  };
  const guard = (request: FastifyRequest, reply: FastifyReply) => guardForm(request, reply, needs);

  app.get<Uid>('/sign-in/:uid', PAGE, async (request, reply) => {
    if (!(await isIn(request))) return sendOver(reply);
    return sendPage(reply, signInPage({ email: '', problems: {} }));
  });

  app.post<Uid>('/sign-in/:uid', PAGE, async (request, reply) => {
    await guard(request, reply);
    if (!(await isIn(request))) return sendOver(reply);
    const form = formOf(request);
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? ''];
    const problems = {
      ...(!isEmail(email) && { email: 'Enter your e-mail address, such as name@example.com' }),
      ...(password === '' && { password: 'Enter your password' }),
    };
    if (Object.keys(problems).length > 0) return sendPage(reply, signInPage({ email, problems }), 400);
    const deviceToken = readCookie(request, COOKIES.device);
    const outcome = await needs.signIn.submitPassword({
      uid: request.params.uid,
      email,
      password,
      deviceToken,
    });
    return answer(reply, outcome, request.params.uid, () =>
      signInPage({ email, problems: { password: WRONG } }),
    );
  });

  app.get<Uid>('/sign-in/:uid/code', PAGE, async (request, reply) => {
    const step = readCookie(request, COOKIES.step);
    const isAwaited = step !== null && (await needs.signIn.isCodeAwaited(request.params.uid, step));
    if (!isAwaited || !(await isIn(request))) return sendOver(reply);
    return sendPage(reply, codePage({ problems: {} }));
  });

  app.post<Uid>('/sign-in/:uid/code', PAGE, async (request, reply) => {
    await guard(request, reply);
    const { uid } = request.params;
    const stepToken = readCookie(request, COOKIES.step);
    if (stepToken === null || !(await isIn(request))) return sendOver(reply);
    const code = formOf(request).get('code')?.trim() ?? '';
    if (code === '') return sendPage(reply, codePage({ problems: { code: 'Enter the code' } }), 400);
    const deviceToken = readCookie(request, COOKIES.device);
    const outcome = await needs.signIn.submitCode({ uid, stepToken, code, deviceToken });
    return answer(reply, outcome, uid, () => codePage({ problems: { code: WRONG_CODE } }));
  });
}

function answer(reply: FastifyReply, outcome: SignInOutcome, uid: string, again: () => string) {
  switch (outcome.outcome) {
    case 'wrong':
      return sendPage(reply, again(), 400);
    case 'gone':
      return sendOver(reply);
    case 'code-needed':
      setCookie(reply, COOKIES.step, outcome.stepToken, { lifetimeSeconds: STEP_SECONDS, sameSite: 'Lax' });
      return reply.redirect(`/sign-in/${uid}/code`, 303);
    case 'done':
      setKnownDevice(reply, outcome.deviceToken);
      return reply.redirect(outcome.goTo, 303);
  }
}

export function setKnownDevice(reply: FastifyReply, token: string): void {
  setCookie(reply, COOKIES.device, token, { lifetimeSeconds: DEVICE_SECONDS, sameSite: 'Lax' });
}

/** A form from elsewhere is refused; so is an address that sends too many. */
export async function guardForm(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: Pick<SignInPageNeeds, 'publicUrl' | 'limiter' | 'signInsPerAddress'>,
): Promise<void> {
  refuseForeignForm(request, needs.publicUrl);
  const key = `sign-in:${householdOf(request.ip)}`;
  await spendAllowance(needs.limiter, reply, 'sign-ins', key, needs.signInsPerAddress);
}

/** A room for pages: forms are read, and what goes wrong is told as a page. */
export function pageScope(
  app: FastifyInstance,
  logFault: (request: FastifyRequest, fault: unknown) => void,
  pages: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      const { refusal, fault } = toRefusal(error);
      if (fault !== undefined) logFault(request, fault);
      request.refusedAs = refusal.code;
      if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
      const text =
        refusal.code === 'unsupported-media-type' ? 'This page takes its own form only.' : refusal.message;
      return sendPage(reply, messagePage({ title: 'That did not work', text }), STATUS_OF[refusal.code]);
    });
    pages(scope);
  });
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '');
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+$/.test(text) && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
