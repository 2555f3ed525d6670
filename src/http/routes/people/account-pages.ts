// The pages that mailed links lead to: resetting a password, accepting an invitation. The token in the address is the proof. A GET
// changes nothing, so a mail scanner that opens every link uses none of them up.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { roleName } from '../../../domain/people/permissions.ts';
import { askResetPage, invitationPage, messagePage, newPasswordPage } from '../../../identity/pages/pages.ts';
import type { Invitations } from '../../../usecases/people/invitations.ts';
import type { Passwords } from '../../../usecases/people/passwords.ts';
import { formOf } from '../../edge/form-body.ts';
import { setKnownDevice } from '../../edge/sign-in-cookies.ts';
import { type FormNeeds, guardForm, isEmail, PAGE, sendPage } from '../../page-answers.ts';
import { fromOf } from '../../request.ts';

type Token = { Params: { token: string } };

const SIGN_IN = { href: '/v1/auth/login', label: 'Sign in' };
const LINK_GONE = {
  title: 'This link no longer works',
  text: 'It was used before, has expired, or was replaced by a newer one.',
};

export type AccountPageNeeds = FormNeeds & { passwords: Passwords; invitations: Invitations };

export function accountPages(app: FastifyInstance, needs: AccountPageNeeds): void {
  app.get('/reset', PAGE, async (_request, reply) =>
    sendPage(reply, askResetPage({ email: '', problems: {} })),
  );

  app.post('/reset', PAGE, async (request, reply) => {
    await guardForm(request, reply, needs);
    const email = formOf(request).get('email')?.trim() ?? '';
    if (!isEmail(email)) {
      const problems = { email: 'Enter your e-mail address, such as name@example.com' };
      return sendPage(reply, askResetPage({ email, problems }), 400);
    }
    await needs.passwords.askForReset(email);
    const text = 'If there is an account with this address, a link is on its way. It works for one hour.';
    return sendPage(reply, messagePage({ title: 'Check your e-mail', text, link: SIGN_IN }));
  });

  app.get<Token>('/reset/:token', PAGE, async (request, reply) => {
    if (!(await needs.passwords.isResetOpen(request.params.token))) return sendResetGone(reply);
    return sendPage(reply, newPasswordPage({ problems: {} }));
  });

  app.post<Token>('/reset/:token', PAGE, async (request, reply) => {
    await guardForm(request, reply, needs);
    const password = formOf(request).get('password') ?? '';
    const result = await needs.passwords.reset(request.params.token, password, fromOf(request));
    if (result.outcome === 'gone') return sendResetGone(reply);
    if (result.outcome === 'refused')
      return sendPage(reply, newPasswordPage({ problems: { password: result.why } }), 400);
    setKnownDevice(reply, result.deviceToken);
    const text =
      'You can sign in with it now. Everyone who was signed in with the old password has been signed out.';
    return sendPage(reply, messagePage({ title: 'Your password is changed', text, link: SIGN_IN }));
  });

  app.get<Token>('/invite/:token', PAGE, async (request, reply) => {
    const invitation = await needs.invitations.find(request.params.token);
    if (invitation === null) return sendInvitationGone(reply);
    const form = { firstName: '', lastName: '' };
    const shown = { ...invitation, roleName: roleName(invitation.role) };
    return sendPage(reply, invitationPage({ ...shown, form, problems: {} }));
  });

  app.post<Token>('/invite/:token', PAGE, async (request, reply) => {
    await guardForm(request, reply, needs);
    const { token } = request.params;
    const invitation = await needs.invitations.find(token);
    if (invitation === null) return sendInvitationGone(reply);
    const given = formOf(request);
    const form = {
      firstName: given.get('firstName')?.trim() ?? '',
      lastName: given.get('lastName')?.trim() ?? '',
    };
    const password = given.get('password') ?? '';
    const result = await needs.invitations.accept(token, { ...form, password }, fromOf(request));
    if (result === null) return sendInvitationGone(reply);
    if ('problems' in result) {
      const shown = { ...invitation, roleName: roleName(invitation.role), form, problems: result.problems };
      return sendPage(reply, invitationPage(shown), 400);
    }
    const text = `You are now a member of ${invitation.tenantName}.`;
    return sendPage(reply, messagePage({ title: 'Welcome', text, link: SIGN_IN }));
  });
}

function sendResetGone(reply: FastifyReply) {
  const link = { href: '/reset', label: 'Send a new link' };
  return sendPage(reply, messagePage({ ...LINK_GONE, link }), 404);
}

function sendInvitationGone(reply: FastifyReply) {
  return sendPage(reply, messagePage({ ...LINK_GONE, link: SIGN_IN }), 404);
}
