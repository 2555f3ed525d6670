// The pages themselves: sign in, code, reset, invitation, and a page with one message. Text only; the decisions are in the use
// cases.
import { html } from '../../html/html.ts';
import { field, type Problems, page } from './layout.ts';

export function signInPage(given: { email: string; problems: Problems }): string {
  const { email, problems } = given;
  return page({
    title: 'Sign in',
    problems,
    body: html`<form method="post" novalidate>
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username', problems })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', problems })}
<button>Sign in</button>
</form>
<p><a href="/reset">Forgot your password?</a></p>`,
  });
}

export function codePage(given: { problems: Problems }): string {
  const { problems } = given;
  return page({
    title: 'Enter the code from your app',
    problems,
    body: html`<form method="post" novalidate>
${field({
  name: 'code',
  label: 'Code',
  hint: 'The 6 digits in your authenticator app, or a recovery code',
  autocomplete: 'one-time-code',
  problems,
})}
<button>Continue</button>
</form>`,
  });
}

export function askResetPage(given: { email: string; problems: Problems }): string {
  const { email, problems } = given;
  return page({
    title: 'Reset your password',
    problems,
    body: html`<p>We will e-mail you a link. It works once, for one hour.</p>
<form method="post" novalidate>
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'username', problems })}
<button>Send link</button>
</form>`,
  });
}

export function newPasswordPage(given: { problems: Problems }): string {
  const { problems } = given;
  return page({
    title: 'Choose a new password',
    problems,
    body: html`<form method="post" novalidate>
${newPasswordField(problems)}
<button>Save password</button>
</form>`,
  });
}

type InvitationForm = { firstName: string; lastName: string };

export function invitationPage(given: {
  tenantName: string;
  email: string;
  roleName: string;
  /** The person has an account: there is nothing to fill in. */
  isKnown: boolean;
  form: InvitationForm;
  problems: Problems;
}): string {
  const { problems, form } = given;
  const fields = html`
${field({ name: 'firstName', label: 'First name', value: form.firstName, autocomplete: 'given-name', problems })}
${field({ name: 'lastName', label: 'Last name', value: form.lastName, autocomplete: 'family-name', problems })}
${newPasswordField(problems)}`;
  return page({
    title: `Join ${given.tenantName}`,
    heading: html`<small>You are invited to join</small> <bdi>${given.tenantName}</bdi>`,
    problems,
    body: html`<p>Your role will be ${given.roleName}. You sign in as <strong>${given.email}</strong>.</p>
<form method="post" novalidate>
<input type="hidden" name="username" value="${given.email}" autocomplete="username">
${!given.isKnown && fields}
<button>Join</button>
</form>`,
  });
}

export function messagePage(given: {
  title: string;
  text: string;
  link?: { href: string; label: string };
}): string {
  const { link } = given;
  return page({
    title: given.title,
    body: html`<p>${given.text}</p>
${link !== undefined && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}`,
  });
}

function newPasswordField(problems: Problems) {
  return field({
    name: 'password',
    label: 'New password',
    hint: 'At least 12 characters. Three or four unrelated words make a good one.',
    type: 'password',
    autocomplete: 'new-password',
    problems,
  });
}
