// The pages of the embedded OpenID provider: password, then code. A page belongs to one sign-in, which the browser proves with the
// sealed cookie of that flow; forms from other sites are refused.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentOf, sendDocument } from '../../../html/document.ts';
import { FONT_CSS } from '../../../html/font.ts';
import { SCRIPT_PATH, STYLE_PATH } from '../../../identity/pages/layout.ts';
import { codePage, signInPage } from '../../../identity/pages/pages.ts';
import { INTERACTION_COOKIE, type OpenIdProvider } from '../../../identity/provider.ts';
import { type SignIn, type SignInOutcome, STEP_SECONDS } from '../../../usecases/people/sign-in.ts';
import { spendAllowance } from '../../edge/allowances.ts';
import { COOKIES, type CookieSeal, readCookie, setCookie } from '../../edge/cookies.ts';
import { formOf } from '../../edge/form-body.ts';
import { readJar, setKnownDevice } from '../../edge/sign-in-cookies.ts';
import { type FormNeeds, guardForm, isEmail, PAGE, sendPage } from '../../page-answers.ts';
import { OVER_PATH, sendOver, sendUnknownPerson, UNKNOWN_PATH } from './auth.ts';

const readWeb = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../web', file), 'utf8');

// The same words whether the person is unknown, the password wrong, or the account rate limited.
const WRONG =
  'The e-mail address or password is wrong. After several tries, wait a while or reset your password';
const WRONG_CODE = 'The code is wrong. After several tries, wait fifteen minutes';

type Uid = { Params: { uid: string } };

export type SignInPageNeeds = FormNeeds & {
  provider: OpenIdProvider;
  signIn: SignIn;
  cookieSeal: CookieSeal;
  /** Passwords a minute from browsers on which the person is not known, of the whole service. */
  signInsInAll: number;
};

export function signInPages(app: FastifyInstance, needs: SignInPageNeeds): void {
  const style = FONT_CSS + readWeb('tokens.css') + readWeb('sign-in.css');
  const files = {
    [STYLE_PATH]: documentOf('text/css; charset=utf-8', style),
    [SCRIPT_PATH]: documentOf('text/javascript; charset=utf-8', readWeb('sign-in.js')),
  };
  for (const [path, file] of Object.entries(files))
    app.get(path, PAGE, async (request, reply) => sendDocument(request, reply, file, 'public, max-age=300'));

  app.get(OVER_PATH, PAGE, async (_request, reply) => sendOver(reply));
  app.get(UNKNOWN_PATH, PAGE, async (_request, reply) => sendUnknownPerson(reply));

  /** Whether this browser began the sign-in that the page belongs to. */
  const isItsOwn = (request: FastifyRequest<Uid>): boolean =>
    readJar(request, needs.cookieSeal)?.[INTERACTION_COOKIE] === request.params.uid;
  const isIn = async (request: FastifyRequest<Uid>): Promise<boolean> =>
    isItsOwn(request) && (await needs.provider.findInteraction(request.params.uid)) !== null;
  const guard = (request: FastifyRequest, reply: FastifyReply) => guardForm(request, reply, needs);

  app.get<Uid>('/sign-in/:uid', PAGE, async (request, reply) => {
    if (!(await isIn(request))) return sendOver(reply);
    return sendPage(reply, signInPage({ email: '', problems: {} }));
  });

  app.post<Uid>('/sign-in/:uid', PAGE, async (request, reply) => {
    await guard(request, reply);
    if (!isItsOwn(request)) return sendOver(reply);
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
      admitStranger: () => spendAllowance(needs.limiter, reply, 'new-browsers', 'all', needs.signInsInAll),
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
