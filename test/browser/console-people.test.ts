// People in the console: a new tenant and its first owner, a tenant that requires two-step verification, a member without one, a removed member and their credentials, a developer's
// credential; and forms, which keep their input when the service refuses it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import {
  type ConsoleHouse,
  fillSignIn,
  heading,
  openConsoleHouse,
  signInTo,
} from '../support/browser/console-house.ts';
import { createTenant, generateBody, requestToken, send, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, mailTo, openBrowser, PASSWORD, signIn } from '../support/people.ts';
import { assertAccessible, createLookAt } from './axe.ts';

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
  await press(page, 'Continue');
  const secret = await page.locator('[data-totp]').innerText();
  await page.getByLabel('Code from the app').fill(generateSync({ secret }));
  await press(page, 'Confirm');
  await press(page, 'I have stored them');
  await page.getByText('10 recovery codes left.').waitFor();
}

test('an owner requires two-step verification; a member without one is led to set it up, and then gets in', async () => {
  const { tenantId } = await createTenant(all.house);
  const owner = await createPerson(all.house, { tenantId, role: 'owner' });
  const member = await createPerson(all.house, { tenantId, role: 'admin' });
  const page = await signInTo(browser, all.origin, owner, { path: at('settings/security', tenantId) });
  await press(page, 'Require two-step verification');
  await page.getByText('3 of 3 members have not set it up.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Require it' }).count(), 0);
  await page.getByRole('link', { name: 'Set up yours first' }).click();
  await heading(page, 'Account');
  await setUpAuthenticator(page);
  await page.goto(`${all.origin}${at('settings/security', tenantId)}`);
  await press(page, 'Require two-step verification');
  await page.getByText('2 of 3 members have not set it up.').waitFor();
  await press(page, 'Require it');
  await page.getByText('● Required').waitFor();

  const theirs = await signInTo(browser, all.origin, member, { path: at('overview', tenantId) });
  await heading(theirs, 'This tenant requires two-step verification');
  await assertAccessible(theirs);
  await theirs.getByRole('link', { name: 'Set up an authenticator' }).click();
  await heading(theirs, 'Account');
  await setUpAuthenticator(theirs);
  await theirs.getByRole('link', { name: 'Back to the tenant' }).click();
  await heading(theirs, 'Make your first call');
  await theirs.getByRole('link', { name: 'Settings' }).click();
  await theirs.getByText('An owner can change these settings.').waitFor();
  assert.equal(await theirs.getByRole('textbox').count(), 0, 'an admin reads the settings');
  await theirs.getByRole('link', { name: 'Security' }).click();
  await theirs.getByText('An owner can change it.').waitFor();
  assert.equal(await theirs.getByRole('textbox').count(), 0, 'an admin reads the settings');
  await theirs.context().close();

  await press(page, 'Stop requiring it');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop requiring it' }).click();
  await page.getByText('○ Not required').waitFor();
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
    await press(page, `Actions for ${person.email}`);
    await press(page, 'Remove');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('They created 2 credentials: Nightly run, Website.').waitFor();
    if (isKept) await dialog.getByLabel('Revoke them too').uncheck();
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
  await press(page, 'Create credential');
  await page.getByText('Test reports only: your role does not include live reports.').waitFor();
  await page.getByLabel('Name').fill('Tried out');
  await page.getByRole('dialog').getByRole('button', { name: 'Create credential' }).click();
  await page.context().grantPermissions(['clipboard-write']);
  await press(page, 'Copy the client secret');
  await press(page, 'I have stored it');
  const own = page.getByRole('row', { name: /^Tried out/ });
  await own.getByText('Test only').waitFor();
  await own.getByRole('button', { name: /^Actions/ }).waitFor();
  const live = page.getByRole('row', { name: /^test credential/ });
  await live.getByText('Live and test').waitFor();
  assert.equal(await live.getByRole('button', { name: /^Actions/ }).count(), 0);
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
  const box = page.getByLabel(field, { exact: true }).and(page.locator('input, textarea, select'));
  const typed = await box.inputValue();
  // Behind a dialog, the page may have a button of the same name.
  await page.getByRole('button', { name: button, exact: true }).last().click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.getByText(words).waitFor();
  assert.equal(await box.inputValue(), typed, 'what was typed stays');
  assert.equal(await box.getAttribute('aria-invalid'), 'true');
  const described = (await box.getAttribute('aria-describedby')) ?? '';
  const beside = page.locator(`#${described.split(' ').at(-1)}`);
  assert.match(await beside.innerText(), words);
}

test('what the service refuses is shown at its field and in the summary, and the input is kept', async () => {
  await sql(all.house, 'update people set is_operator = true where id = $1', [all.owner.personId]);
  const page = await signInTo(browser, all.origin, all.owner, { path: '/app/me' });
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('a very long new password');
  await assertRefused(page, 'Change password', 'Current password', /Current password is not your password/);
  assert.equal(await page.getByLabel('New password').inputValue(), 'a very long new password');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('passwordpassword');
  await assertRefused(page, 'Change password', 'New password', /common/);
  await page.reload();
  await press(page, 'Set up an authenticator');
  await page.getByLabel('Your password').fill('not the password');
  await assertRefused(page, 'Continue', 'Your password', /is not your password/);
  await page.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Continue');
  await page.getByLabel('Code from the app').fill('000000');
  await assertRefused(page, 'Confirm', 'Code from the app', /is not the code/);

  await page.goto(`${all.origin}${at('credentials')}`);
  await press(page, 'Create credential');
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(101));
  await page.getByLabel('Read the wallet').uncheck();
  await assertRefused(page, 'Create credential', 'Name', /100/);
  assert.ok(!(await page.getByLabel('Read the wallet').isChecked()), 'the choice stays too');

  await page.goto(`${all.origin}${at('members')}`);
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill(all.owner.email);
  await page.getByRole('radio', { name: /^Finance/ }).check();
  await press(page, 'Send invitation');
  await page.getByRole('alert').getByText('This person is a member already.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), all.owner.email);
  assert.ok(await page.getByRole('radio', { name: /^Finance/ }).isChecked());

  await page.goto(`${all.origin}/app/operator/tenants`);
  await press(page, 'New tenant');
  await page.getByLabel('Name', { exact: true }).fill('n'.repeat(201));
  await assertRefused(page, 'Create tenant', 'Name', /200/);

  await page.goto(`${all.origin}/app/operator/tenants/${all.tenant.tenantId}`);
  await press(page, 'Add credits');
  await page.getByLabel('Credits', { exact: true }).fill('5');
  await page.getByLabel('Reference').fill('r'.repeat(201));
  await page.getByLabel('Reason').fill('Paid');
  await assertRefused(page, 'Add credits', 'Reference', /200/);
  assert.equal(await page.getByLabel('Reason').inputValue(), 'Paid');
  await page.context().close();
});

const look = createLookAt('people');
/** And on a phone, and on a screen of 1280 px at 200 %. */
const lookAt = (page: Page, name: string): Promise<void> => look(page, name, [390, 640]);

test('from a new tenant to its first owner without a command: created, invited, joined, and the owner changes its settings', async () => {
  const operator = await createPerson(all.house, { isOperator: true });
  const page = await signInTo(browser, all.origin, operator);
  await heading(page, 'Tenants');
  await press(page, 'New tenant');
  await page.getByLabel('Name').fill('=1+1 <b>Ltd</b>');
  await press(page, 'Create tenant');
  await page.getByRole('heading', { name: 'Invite the owner' }).waitFor();
  const email = 'first-owner@example.com';
  await page.getByLabel('E-mail address of the owner').fill(email);
  await press(page, 'Send invitation');
  await heading(page, '=1+1 <b>Ltd</b>');
  await page.getByText(`${email} has not accepted yet: 6 days left.`).waitFor();
  await page.getByRole('row', { name: /first-owner@example.com Owner Invited, 6 days left/ }).waitFor();
  await lookAt(page, 'tenant');
  const tenantId = page.url().split('/').at(-1) ?? '';

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${all.origin}${(await mailTo(all.house, email)).path}`);
  await heading(guest, 'You are invited to join =1+1 <b>Ltd</b>');
  await guest.getByLabel('First name').fill('Fay');
  await guest.getByLabel('Last name').fill('First');
  await guest.getByLabel('New password').fill(PASSWORD);
  await press(guest, 'Show password');
  assert.equal(await guest.getByLabel('New password').getAttribute('type'), 'text');
  await press(guest, 'Hide password');
  assert.equal(await guest.getByLabel('New password').getAttribute('type'), 'password');
  await press(guest, 'Join');
  await guest.goto(`${all.origin}${at('settings', tenantId)}`);
  await fillSignIn(guest, { email });
  await heading(guest, 'Settings');
  await guest.getByLabel('Name of the tenant').fill('Fernhill Loans');
  await press(guest, 'Save name');
  await guest.getByRole('button', { name: 'Tenant: Fernhill Loans' }).waitFor();
  await guest.getByRole('textbox', { name: 'Allowed origins' }).fill('not an origin');
  await assertRefused(guest, 'Save allowed origins', 'Allowed origins', /origin/i);
  await guest
    .getByRole('textbox', { name: 'Allowed origins' })
    .fill('https://apply.example\nhttps://www.apply.example');
  await press(guest, 'Save allowed origins');
  await guest.getByText('The allowed origins are saved.').waitFor();
  await guest.getByLabel('Days', { exact: true }).fill('7');
  await press(guest, 'Save retention');
  await guest.getByRole('heading', { name: 'Keep personal data for 7 days' }).waitFor();
  const settings = async () =>
    (
      await sql(all.house, 'select name, retention_days, allowed_origins from tenants where id = $1', [
        tenantId,
      ])
    )[0];
  assert.notEqual((await settings())?.retention_days, 7, 'nothing is deleted before it is confirmed');
  await press(guest, 'Delete older personal data');
  await guest.getByText('Personal data is kept for 7 days.').waitFor();
  assert.deepEqual(await settings(), {
    name: 'Fernhill Loans',
    retention_days: 7,
    allowed_origins: ['https://apply.example', 'https://www.apply.example'],
  });
  await lookAt(guest, 'settings');
  await guest.context().close();

  await page.reload();
  await heading(page, 'Fernhill Loans');
  await page.getByRole('row', { name: /Fay First first-owner@example.com Owner/ }).waitFor();
  assert.equal(await page.getByText('has not accepted yet').count(), 0);
  await page.context().close();
});

test('an operator tops a tenant up once by a reference, sets a price, and switches it off in a dialog that names it', async () => {
  const operator = await createPerson(all.house, { isOperator: true });
  const { tenantId } = await createTenant(all.house, { name: 'Priced Ltd', balanceCredits: 0 });
  const page = await signInTo(browser, all.origin, operator);
  await page.getByRole('link', { name: 'Priced Ltd' }).click();
  await heading(page, 'Priced Ltd');
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  for (const balance of [
    'The balance is now 12,000 credits.',
    'This reference was used before. No credits were added.',
  ]) {
    await press(page, 'Add credits');
    await page.getByLabel('Credits', { exact: true }).fill('12000');
    await page.getByLabel('Reference').fill('INV-1');
    await inDialog('Add credits');
    await page.getByRole('alert').getByText('Enter a reason for the statement').waitFor();
    assert.equal(await page.getByLabel('Credits', { exact: true }).inputValue(), '12000', 'it stays');
    await page.getByLabel('Reason').fill('Paid');
    await inDialog('Add credits');
    await page.getByRole('status').getByText(balance).waitFor();
  }
  await press(page, 'Change prices');
  await page.getByLabel('Security code by SMS').fill('35');
  await press(page, 'Save prices');
  await page.getByRole('row', { name: /^Security code by SMS 35 40/ }).waitFor();
  await press(page, 'Switch off this tenant');
  const { y, height } = (await page.locator('dialog').boundingBox()) ?? { y: 0, height: 0 };
  assert.ok(Math.abs(y + height / 2 - 360) <= 1, `the middle of the dialog is at ${y + height / 2} of 720`);
  await inDialog('Switch off Priced Ltd');
  await page.getByText('■ Off').waitFor();
  await page.getByRole('link', { name: 'Tenants', exact: true }).first().click();
  await page.getByRole('row', { name: /^Priced Ltd Off 12,000 £12.00 0 £0.00/ }).waitFor();
  await page.goto(`${all.origin}/app/${tenantId}/live/wallet`);
  await heading(page, 'Wallet');
  assert.equal(await page.getByRole('link', { name: 'Reports', exact: true }).count(), 0, 'no reports');
  await page.goto(`${all.origin}/app/operator/providers`);
  await page.getByText(/^\d of \d providers (is|are) simulated$/).waitFor();
  await lookAt(page, 'providers');
  await page.context().close();

  const outsider = await createPerson(all.house, { tenantId: all.tenant.tenantId, role: 'owner' });
  const theirs = await signInTo(browser, all.origin, outsider, { path: `/app/operator/tenants/${tenantId}` });
  await heading(theirs, 'For operators');
  await theirs.context().close();
});
