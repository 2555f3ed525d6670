// The console in a real browser, end to end: signing in with two-step verification, the first report, a challenge, the statement, a rotated secret,
// an invited person, and invalid cookies after signing out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
import { clientOf, createTenant, requestToken, send } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, mailTo, PASSWORD } from '../support/people.ts';
import { watchContext } from './axe.ts';

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

const at = (path: string, mode = 'test', tenantId = all.tenant.tenantId): string =>
  `/app/${tenantId}/${mode}/${path}`;
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

test('a person sets up two-step verification, signs out, finds every cookie invalid, and signs in with it', async () => {
  const person = await createPerson(all.house, { tenantId: all.tenant.tenantId, role: 'developer' });
  const page = await signInTo(browser, all.origin, person, { path: '/app/me' });
  await heading(page, 'Account');
  await press(page, 'Set up an authenticator');
  await page.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Continue');
  const secret = await page.locator('[data-totp]').innerText();
  await page.getByLabel('Code from the app').fill('12');
  await press(page, 'Confirm');
  await page.getByRole('alert').getByText('Enter the 6 numbers that the app shows').waitFor();
  await page.getByLabel('Code from the app').fill(generateSync({ secret }));
  await press(page, 'Confirm');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  await press(page, 'I have stored them');
  await page.getByText('10 recovery codes left.').waitFor();

  const kept = await page.context().cookies();
  assert.ok(
    kept.some(({ name }) => name === '__Host-access') && kept.some(({ name }) => name === '__Host-refresh'),
  );
  await press(page, 'Petra Person');
  await press(page, 'Sign out everywhere');
  await heading(page, 'You are signed out');
  const left = (await page.context().cookies()).map(({ name }) => name);
  assert.deepEqual(
    left.filter((name) => name === '__Host-access' || name === '__Host-refresh'),
    [],
  );
  const cookie = kept.map(({ name, value }) => `${name}=${value}`).join('; ');
  const asked = await send(all.house, { method: 'GET', url: '/v1/my/profile', headers: { cookie } });
  assert.equal(asked.status, 401, 'the access token of before');
  const headers = { cookie, origin: all.origin, 'sec-fetch-site': 'same-origin', 'x-trefoil-csrf': '1' };
  const renewed = await send(all.house, { method: 'POST', url: '/v1/auth/refresh', headers });
  assert.equal(renewed.status, 401, 'the refresh token of before');

  await page.goto(`${all.origin}${at('reports')}`);
  // A code works once, and the current one was used to confirm.
  const laterMs = Date.now() + 120_000;
  all.house.travelTo(new Date(laterMs));
  const code = (): string => generateSync({ secret, epoch: Math.floor(laterMs / 1000) });
  await fillSignIn(page, { email: person.email, code });
  await heading(page, 'Reports');
  all.house.travelTo(null);
  await page.goto(`${all.origin}/app/me`);
  await page.getByRole('row', { name: /Yes This session/ }).waitFor();
  await page.context().close();
});

test('the first report comes from the playground; a challenge is walked from a wrong code over a resend to the right one', async () => {
  const tenant = await createTenant(all.house);
  const owner = await createPerson(all.house, { tenantId: tenant.tenantId, role: 'owner' });
  const page = await signInTo(browser, all.origin, owner);
  const watch = watchContext(page.context(), all.origin);
  await heading(page, 'Make your first call');
  await page.getByText('Waiting for your first request…').waitFor();
  await page.getByRole('link', { name: 'Playground', exact: true }).click();
  await heading(page, 'Playground');
  await press(page, 'Send');
  await page.getByText(/^200 · complete · 0 credits/).waitFor();
  await page.getByLabel('Test data').selectOption('Default');
  await page.getByText('The first hire purchase is in default.').waitFor();
  await press(page, 'Send');
  await page.getByText('"accountStatus": "default"').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.locator('.checklist .done', { hasText: 'Make a test report' }).waitFor();

  await page.getByRole('link', { name: 'Try the code by SMS' }).click();
  await heading(page, 'Playground');
  await press(page, 'Send');
  await page.getByText(/^200 · authentication-required/).waitFor();
  await press(page, 'Submit code');
  await page.getByRole('alert').getByText('Enter the code').waitFor();
  await press(page, 'Wrong code');
  await page.getByText(/^200 · retry/).waitFor();
  await press(page, 'Resend');
  await page.getByText(/^200 · sent again, 1 left/).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await press(page, 'Submit code');
  await page.getByText(/^200 · complete/).waitFor();
  const walk = await page.getByRole('list', { name: 'States so far' }).getByRole('listitem').allInnerTexts();
  assert.deepEqual(
    walk.map((step) => step.replace(/^→\s*/, '')),
    ['● Sent', '◐ Waiting for code', '◑ Retry (2 left)', '◐ Text 2 of 3', '● Complete'],
  );
  await page.getByRole('link', { name: 'Open this report' }).click();
  await page.getByText('Code right, second try').waitFor();
  await page.getByText('Wrong code, 2 tries left').waitFor();
  await press(page, 'Open the document');
  await page.locator('.page-head').getByText('Ada Sample, born 12 April 1985').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('Petra Person opened the document of report').first().waitFor();
  watch.assertClean();
  await page.context().close();
});

test('the lines of the downloaded statement add up to the balance on the page', async () => {
  const tenant = await createTenant(all.house, { balanceCredits: 9_000 });
  const finance = await createPerson(all.house, { tenantId: tenant.tenantId, role: 'finance' });
  const client = await clientOf(all.house, tenant);
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await client.generate({ test: undefined })).status, 200);
  }
  const page = await signInTo(browser, all.origin, finance, { path: at('wallet', 'live', tenant.tenantId) });
  await heading(page, 'Wallet');
  const shown = Number(
    /([\d,]+) credits/
      .exec(await page.locator('.kpis dd', { hasText: 'credits' }).first().innerText())?.[1]
      ?.replaceAll(',', ''),
  );
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
  const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  const column = head.split(',').indexOf('change');
  const sum = lines.reduce((total, line) => total + Number(line.split(',')[column]), 0);
  assert.ok(lines.length >= 7, `${lines.length} lines`);
  assert.ok(shown < 9_000);
  assert.equal(sum, shown);
  await page.context().close();
});

test('a secret is rotated with an overlap: both work, then only the new one', async () => {
  const page = await signInTo(browser, all.origin, all.owner, { path: at('credentials') });
  await heading(page, 'Credentials');
  await press(page, 'Create credential');
  await page.getByLabel('Name').fill('Rotated');
  await page.getByRole('dialog').getByRole('button', { name: 'Create credential' }).click();
  const first = await readSecret(page);
  assert.equal((await requestToken(all.house, first)).status, 200);
  const row = page.getByRole('row', { name: /^Rotated/ });
  const strip = page.locator('.overlap', { hasText: 'Rotated' });
  await press(page, 'Actions for Rotated');
  await press(page, 'Rotate secret');
  await page.getByLabel('24 hours').check();
  await press(page, 'Create new secret');
  const second = await readSecret(page);
  assert.equal(first.clientId, second.clientId);
  assert.notEqual(first.clientSecret, second.clientSecret);
  assert.equal((await requestToken(all.house, first)).status, 200, 'the old one goes on');
  assert.equal((await requestToken(all.house, second)).status, 200);
  await strip.getByText(/stops in (1 day|23 h)/).waitFor();
  await strip.getByRole('button', { name: `Stop secret ending ${first.clientSecret.slice(-4)} now` }).click();
  await strip.waitFor({ state: 'detached' });
  assert.equal((await requestToken(all.house, first)).status, 401, 'the old one has ended');
  assert.equal((await requestToken(all.house, second)).status, 200);
  await press(page, 'Actions for Rotated');
  await press(page, 'Revoke');
  await press(page, /^Revoke secret ending/);
  await row.getByText('Revoked').waitFor();
  assert.equal((await requestToken(all.house, second)).status, 401);
  await page.context().close();
});

async function readSecret(page: Page): Promise<{ clientId: string; clientSecret: string }> {
  await page.getByRole('heading', { name: 'Your new secret' }).waitFor();
  const [clientId = '', clientSecret = ''] = await page.locator('dialog .copy-field code').allInnerTexts();
  const done = page.getByRole('button', { name: 'I have stored it' });
  assert.ok(await done.isDisabled(), 'a secret that nobody stored cannot be closed');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog .copy-field code').last().innerText(), clientSecret);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download .env')]);
  assert.match(readFileSync(await file.path(), 'utf8'), new RegExp(`^CLIENT_SECRET=${clientSecret}$`, 'm'));
  await done.click();
  return { clientId, clientSecret };
}

const SEEN_BY: Record<string, string[]> = {
  admin: [
    'Overview',
    'Reports',
    'Links',
    'Complaints',
    'Messages',
    'Bureaus',
    'Wallet',
    'Playground',
    'Credentials',
    'Requests',
    'Webhooks',
    'Members',
    'Settings',
    'Consent texts',
    'Alerts',
    'Audit log',
  ],
  developer: [
    ...[
      'Overview',
      'Reports',
      'Links',
      'Complaints',
      'Messages',
      'Bureaus',
      'Wallet',
      'Playground',
      'Credentials',
    ],
    ...['Requests', 'Webhooks', 'Consent texts', 'Alerts'],
  ],
  finance: ['Overview', 'Bureaus', 'Wallet', 'Alerts'],
  viewer: ['Overview', 'Reports', 'Links', 'Complaints', 'Bureaus', 'Wallet', 'Consent texts', 'Alerts'],
};

test('an invited person signs in, and sees what each role may see', async () => {
  const email = 'invited@example.com';
  const page = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('radio', { name: /^Admin/ }).check();
  await press(page, 'Send invitation');
  await page.getByRole('rowheader', { name: email }).waitFor();

  const { path } = await mailTo(all.house, email);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${all.origin}${path}`);
  for (const [name, value] of [
    ['firstName', 'Ina'],
    ['lastName', 'Vited'],
    ['password', PASSWORD],
  ] as const) {
    const field = guest.locator(`input[name=${name}]`);
    if ((await field.count()) > 0) await field.fill(value);
  }
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.goto(`${all.origin}${at('overview')}`);
  await fillSignIn(guest, { email });
  await heading(guest, 'Make your first call');

  for (const [role, names] of Object.entries(SEEN_BY)) {
    if (role !== 'admin') {
      await page.reload();
      await press(page, `Actions for ${email}`);
      await press(page, 'Change role');
      await page.locator(`dialog input[value=${role}]`).check();
      await press(page, 'Change role');
      await page.getByText(`${email} is now`).waitFor();
    }
    await guest.goto(`${all.origin}${at('overview')}`);
    await guest.getByRole('navigation').getByRole('link', { name: 'Overview' }).waitFor();
    const links = await guest.getByRole('navigation').getByRole('link').allInnerTexts();
    assert.deepEqual(
      links.filter((name) => !/^(Docs|Reference)/.test(name)),
      names,
      role,
    );
    if (names.includes('Credentials')) continue;
    await guest.goto(`${all.origin}${at('credentials')}`);
    await guest.getByText(/Your role \(\w+\) cannot see credentials\. Ask an owner/).waitFor();
  }
  await guest.context().close();
  await page.context().close();
});

test('a session that ends under a half-filled form is resumed without losing input', async () => {
  const page = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill('half@example.com');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await press(page, 'Send invitation');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.context().addCookies(cookies);
  const window = await page.context().newPage();
  await window.goto(`${all.origin}/app/signed-in`);
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('E-mail address').inputValue(), 'half@example.com');
  await press(page, 'Send invitation');
  await page.getByRole('rowheader', { name: 'half@example.com' }).waitFor();
  await page.context().close();
});

test('a challenge is completed with the keyboard only', async () => {
  const page = await signInTo(browser, all.origin, all.owner, { path: at('overview') });
  await heading(page, 'Make your first call');
  const reach = async (name: string): Promise<void> => {
    for (let steps = 0; steps < 80; steps += 1) {
      await page.keyboard.press('Tab');
      const focused = (await page.evaluate(
        '(document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? "").trim()',
      )) as string;
      if (focused.startsWith(name)) return;
    }
    assert.fail(`${name} is not reached by Tab`);
  };
  await page.keyboard.press('Control+k');
  await page.keyboard.type('playgr');
  await page.keyboard.press('Enter');
  await heading(page, 'Playground');
  await reach('Allow');
  await page.keyboard.press('ArrowDown');
  await reach('Body, as JSON');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^200 · authentication-required/).waitFor();
  await reach('Code');
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await page.getByText(/^200 · complete/).waitFor();
  await page.context().close();
});
