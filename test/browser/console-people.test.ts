// People in the console: a tenant that requires a second step, a member without one, a removed member and their credentials, a developer's
// credential; and forms, which keep their input when the service refuses it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { createTenant, generateBody, requestToken, send, sql } from '../support/house.ts';
import { createPerson, openBrowser, PASSWORD, signIn } from '../support/people.ts';
import { assertAccessible } from './axe.ts';

let all: ConsoleHouse;
let browser: Browser;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await all?.close();
});

const at = (path: string, tenantId = all.tenant.tenantId): string => `/app/${tenantId}/test/${path}`;
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

async function setUpAuthenticator(page: Page): Promise<void> {
  await press(page, 'Set up an authenticator');
  await page.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Go on');
  const secret = await page.locator('[data-totp]').innerText();
  await page.getByLabel('Code from the app').fill(generateSync({ secret }));
  await press(page, 'Confirm');
  await press(page, 'I have stored them');
  await page.getByText('10 recovery codes are left.').waitFor();
}

test('an owner requires a second step; a member without one is led to set it up, and then gets in', async () => {
  const { tenantId } = await createTenant(all.house);
  const owner = await createPerson(all.house, { tenantId, role: 'owner' });
  const member = await createPerson(all.house, { tenantId, role: 'admin' });
  const page = await signInTo(browser, all.origin, owner, { path: at('members', tenantId) });
  await press(page, 'Ask everybody for a second step');
  await page.getByText('3 of 3 members have no authenticator.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Ask from now on' }).count(), 0);
  await page.getByRole('link', { name: 'Set up yours first' }).click();
  await heading(page, 'Account');
  await setUpAuthenticator(page);
  await page.goto(`${all.origin}${at('members', tenantId)}`);
  await press(page, 'Ask everybody for a second step');
  await page.getByText('2 of 3 members have no authenticator.').waitFor();
  await press(page, 'Ask from now on');
  await page.getByText('● Asked for').waitFor();

  const theirs = await signInTo(browser, all.origin, member, { path: at('overview', tenantId) });
  await heading(theirs, 'This tenant asks for a second step');
  await assertAccessible(theirs);
  await theirs.getByRole('link', { name: 'Set up an authenticator' }).click();
  await heading(theirs, 'Account');
  await setUpAuthenticator(theirs);
  await theirs.getByRole('link', { name: 'Back to the tenant' }).click();
  await heading(theirs, 'Make your first call');
  await theirs.getByRole('link', { name: 'Members' }).click();
  await theirs.getByText('An owner can change it.').waitFor();
  await theirs.context().close();

  await press(page, 'Stop asking for a second step');
  await press(page, 'Stop asking');
  await page.getByText('○ Not asked for').waitFor();
  await page.context().close();
});

test('removing a member lists the credentials that they made, which are revoked unless one chooses otherwise', async () => {
  const { tenantId } = all.tenant;
  const page = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  for (const isKept of [false, true]) {
    const person = await createPerson(all.house, { tenantId, role: 'admin' });
    const theirs = await signIn(openBrowser(all.house), person);
    const made: { clientId: string; clientSecret: string }[] = [];
    for (const name of ['Website', 'Nightly run']) {
      const wanted = { name, scopes: ['wallet:read'] };
      made.push((await theirs.call('POST', `/${tenantId}/v1/credentials`, wanted)).body);
    }
    await page.reload();
    await press(page, `Remove ${person.email}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('They made 2 credentials: Nightly run, Website.').waitFor();
    if (isKept) await dialog.getByLabel('Revoke them, too').uncheck();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await page
      .getByRole('status')
      .getByText(isKept ? `${person.email} is removed.` : 'is removed, with 2 credentials.')
      .waitFor();
    for (const credential of made)
      assert.equal((await requestToken(all.house, credential)).status, isKept ? 200 : 401);
  }
  await page.context().close();
});

test('a developer makes credentials for test reports only, and rotates no other', async () => {
  const { tenantId } = all.tenant;
  const developer = await createPerson(all.house, { tenantId, role: 'developer' });
  const page = await signInTo(browser, all.origin, developer, { path: at('credentials') });
  await press(page, 'Make a credential');
  await page.getByText('It is for test reports only, as your role is.').waitFor();
  await page.getByLabel('Name').fill('Tried out');
  await press(page, 'Make it');
  await press(page, 'I have stored it');
  const own = page.locator('li.card', { hasText: 'Tried out' });
  await own.getByText('TEST only').waitFor();
  await own.getByRole('button', { name: /^Rotate/ }).waitFor();
  const live = page.locator('li.card', { hasText: 'test credential' });
  assert.equal(await live.getByText('TEST only').count(), 0);
  assert.equal(await live.getByRole('button', { name: /^Rotate/ }).count(), 0);
  await page.context().close();
});

const RUN: { language: string; says: string; command: string; args: string[] }[] = [
  { language: 'curl', says: 'curl -s', command: 'bash', args: ['-c'] },
  { language: 'Node', says: 'call.mjs', command: process.execPath, args: ['--input-type=module', '-e'] },
  { language: 'Python', says: 'call.py', command: 'python3', args: ['-c'] },
];

test('the first call runs as it is copied, in each language, and the first steps are ticked by themselves', async (context) => {
  const { tenantId } = await createTenant(all.house);
  const owner = await createPerson(all.house, { tenantId, role: 'owner' });
  const page = await signInTo(browser, all.origin, owner, { path: at('overview', tenantId) });
  await page.getByText('Waiting for your first request…').waitFor();
  const step = (title: string) => page.locator('.checklist .done', { hasText: title });
  assert.equal(
    await page.getByRole('heading', { name: 'Reports by outcome' }).count(),
    0,
    'no figures before it',
  );
  // The token is made on arrival.
  await step('Get a test token').waitFor();
  assert.equal(await step('Make a test report').count(), 0);
  const call = page.getByRole('region', { name: 'The call' });
  // Requests to this machine must not go through a proxy.
  const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' };
  for (const { language, says, command, args } of RUN) {
    await page.getByRole('link', { name: language, exact: true }).click();
    await call.filter({ hasText: says }).waitFor();
    const text = (await call.textContent()) ?? '';
    const ran = await promisify(execFile)(command, [...args, text], { env }).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      context.diagnostic(`${command} is not on this machine: the call in ${language} was not run`);
    });
    if (ran) assert.equal(JSON.parse(ran.stdout).data.status, 'complete', language);
  }
  await step('Make a test report').waitFor();
  assert.equal(await step('Try the code by SMS').count(), 0);
  await page.getByRole('img', { name: /^Reports by outcome/ }).waitFor();
  await press(page, 'Run it here');
  await page.getByText(/^200 in \d+ ms/).waitFor();

  const tokenIn = async (): Promise<string> => /eyJ[\w.-]+/.exec((await call.textContent()) ?? '')?.[0] ?? '';
  const first = await tokenIn();
  await press(page, 'New token');
  await call.filter({ hasNotText: first }).waitFor();
  await page.reload();
  await heading(page, 'Overview');
  await page.getByText('Show the call again').click();
  await call.filter({ hasText: 'eyJ' }).waitFor();
  const headers = { authorization: `Bearer ${await tokenIn()}` };
  const url = `/${tenantId}/v1/credit-reports`;
  const live = await send(all.house, {
    method: 'POST',
    url,
    headers,
    payload: generateBody({ test: false }),
  });
  assert.equal(live.status, 403, 'it is for test reports alone');
  const made = await sql(
    all.house,
    "select is_test_only from credentials where tenant_id = $1 and name = 'First call'",
    [tenantId],
  );
  assert.deepEqual(
    made.map((row) => row.is_test_only),
    [true],
    'a second visit makes no second credential',
  );
  await page.context().close();
});

/** A form that the service refuses: the error is in the summary and at the field, and the input is still there. */
async function assertRefused(page: Page, button: string, field: string, words: RegExp): Promise<void> {
  const typed = await page.getByLabel(field, { exact: true }).inputValue();
  await press(page, button);
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.getByText(words).waitFor();
  const box = page.getByLabel(field, { exact: true });
  assert.equal(await box.inputValue(), typed, 'what was typed stays');
  assert.equal(await box.getAttribute('aria-invalid'), 'true');
  const described = (await box.getAttribute('aria-describedby')) ?? '';
  const beside = page.locator(`#${described.split(' ').at(-1)}`);
  assert.match(await beside.innerText(), words);
}

test('what the service refuses is shown at its field and in the summary, and the input is kept', async () => {
  await sql(all.house, 'update people set is_operator = true where id = $1', [all.owner.personId]);
  const page = await signInTo(browser, all.origin, all.owner, { path: '/app/me' });
  await page.getByLabel('Password of now').fill('not the password');
  await page.getByLabel('New password').fill('a very long new password');
  await assertRefused(page, 'Change the password', 'Password of now', /Password of now is not your password/);
  assert.equal(await page.getByLabel('New password').inputValue(), 'a very long new password');
  await page.getByLabel('Password of now').fill(PASSWORD);
  await page.getByLabel('New password').fill('passwordpassword');
  await assertRefused(page, 'Change the password', 'New password', /common/);
  await page.reload();
  await press(page, 'Set up an authenticator');
  await page.getByLabel('Your password').fill('not the password');
  await assertRefused(page, 'Go on', 'Your password', /is not your password/);
  await page.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Go on');
  await page.getByLabel('Code from the app').fill('000000');
  await assertRefused(page, 'Confirm', 'Code from the app', /is not the code/);

  await page.goto(`${all.origin}${at('credentials')}`);
  await press(page, 'Make a credential');
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(101));
  await page.getByLabel('Read the wallet').uncheck();
  await assertRefused(page, 'Make it', 'Name', /100/);
  assert.ok(!(await page.getByLabel('Read the wallet').isChecked()), 'the choice stays too');

  await page.goto(`${all.origin}${at('members')}`);
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill(all.owner.email);
  await page.getByRole('combobox', { name: 'Role' }).selectOption('finance');
  await press(page, 'Send the invitation');
  await page.getByRole('alert').getByText('This person is a member already.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), all.owner.email);
  assert.equal(await page.getByRole('combobox', { name: 'Role' }).inputValue(), 'finance');

  await page.goto(`${all.origin}/app/operator/tenants`);
  await press(page, 'Make a tenant');
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(201));
  await assertRefused(page, 'Make it', 'Name', /200/);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Add credits/ })
    .first()
    .click();
  await page.getByLabel('Credits', { exact: true }).fill('5');
  await page.getByLabel('Reference').fill('r'.repeat(201));
  await page.getByLabel('Reason').fill('Paid');
  await assertRefused(page, 'Add the credits', 'Reference', /200/);
  assert.equal(await page.getByLabel('Reason').inputValue(), 'Paid');
  await page.context().close();
});
