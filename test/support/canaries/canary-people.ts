// What people do in the canary tests: they are invited, sign in, mistype, forget their password, set up an authenticator and create
// credentials, with a canary in every field. Each of their passwords, cookies, tokens, links and codes is a canary too.
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import type { Answer, House, Tenant } from '../house.ts';
import { type Browser, beginSignIn, createPerson, mailTo, openBrowser, signIn } from '../people.ts';
import type { Canaries } from './canaries.ts';

/** Answers the refusals, as pages or as JSON. */
export async function tellPeoplesStories(
  house: House,
  canaries: Canaries,
  tenant: Tenant,
  n: number,
): Promise<{ text: string; isPage: boolean }[]> {
  const refused: { text: string; isPage: boolean }[] = [];
  const keep = <Kept extends Answer>(answer: Kept): Kept => {
    if (answer.status >= 400)
      refused.push({ text: answer.text, isPage: !String(answer.headers['content-type']).includes('json') });
    return answer;
  };
  const address = canaries.personAddress(n);
  const url = `/${tenant.tenantId}/v1`;
  const owner = await signIn(openBrowser(house, { address }), await createPerson(house, tenant));
  const email = `${canaries.ofPerson('Mail')}${n}@example.com`;
  await owner.call('POST', `${url}/invitations`, { email, role: 'owner' });
  keep(
    await owner.call('POST', `${url}/invitations`, { email: canaries.ofPerson('NoMail'), role: 'nobody' }),
  );
  const invitation = await mailTo(house, email);
  canaries.secret('an invitation', invitation.path.split('/').at(-1) ?? '');

  const password = canaries.secret('a password', `${canaries.ofPerson('Password')} kettle orbit ${n}`);
  const names = { firstName: canaries.ofPerson('First'), lastName: canaries.ofPerson('Last') };
  const visitor = openBrowser(house, { address });
  await visitor.get(invitation.path);
  keep(await visitor.submit(invitation.path, { ...names, lastName: ' ', password: canaries.word('Short') }));
  keep(await visitor.submit(invitation.path, { ...names, password }));
  keep(await visitor.submit(invitation.path, { ...names, password }));

  const page = await beginSignIn(visitor);
  keep(await visitor.submit(page, { email, password: canaries.word('Wrong') }));
  keep(await visitor.submit(page, { email: `${canaries.ofPerson('Nobody')}@example.com`, password }));
  keep(await visitor.submit(page, { email: canaries.ofPerson('Broken'), password: '' }));
  const browser = await signIn(visitor, { email, password });
  keep(
    await browser.call('POST', '/v1/my/password', {
      currentPassword: canaries.word('Wrong'),
      newPassword: 'x',
    }),
  );

  const { secret, recoveryCodes } = await setUpSecondStep(browser, password, keep);
  canaries.secret('a TOTP secret', secret);
  for (const code of recoveryCodes) canaries.secret('a recovery code', code);
  keep(await browser.call('POST', '/v1/my/totp/disable', { password: canaries.word('Wrong') }));

  const made = keep(
    await browser.call('POST', `${url}/credentials`, {
      name: canaries.ofPerson('Credential'),
      scopes: ['reports:read'],
    }),
  );
  canaries.secret('a client secret', made.body.clientSecret);
  const rotated = keep(
    await browser.call('POST', `${url}/credentials/${made.body.id}/rotate`, { overlap: '24h' }),
  );
  canaries.secret('a client secret', rotated.body.clientSecret);
  keep(await browser.call('POST', `${url}/credentials/${canaries.word('Id')}/rotate`, { overlap: 'now' }));

  for (const [name, value] of browser.cookies)
    canaries.secret(`the cookie ${name}`, value.split('.').at(-1) ?? '');
  keep(await browser.call('POST', '/v1/auth/refresh'));
  for (const [name, value] of browser.cookies)
    canaries.secret(`the cookie ${name}`, value.split('.').at(-1) ?? '');
  keep(await browser.get(`/v1/my/sessions`));
  keep(await browser.get(`${url}/audit-entries?action=${canaries.word('Action')}`));
  keep(await browser.get(`/v1/auth/callback?code=${canaries.word('Code')}&state=${canaries.word('State')}`));

  await visitor.submit('/reset', { email });
  const reset = await mailTo(house, email, 2);
  canaries.secret('a reset link', reset.path.split('/').at(-1) ?? '');
  const newPassword = canaries.secret('a password', `${canaries.ofPerson('NewPassword')} lantern ${n}`);
  keep(await visitor.submit(reset.path, { password: canaries.word('x') }));
  keep(await visitor.submit(reset.path, { password: newPassword }));
  keep(await visitor.submit(reset.path, { password: newPassword }));
  return refused;
}

async function setUpSecondStep(
  browser: Browser,
  password: string,
  keep: <Kept extends Answer>(answer: Kept) => Kept,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: setUp } = keep(await browser.call('POST', '/v1/my/totp', { password }));
  keep(await browser.call('POST', '/v1/my/totp/confirm', { code: '000000' }));
  const code = generateSync({ secret: setUp.secret });
  const confirmed = keep(await browser.call('POST', '/v1/my/totp/confirm', { code }));
  assert.equal(confirmed.status, 200, confirmed.text);
  return { secret: setUp.secret, recoveryCodes: confirmed.body.recoveryCodes };
}
