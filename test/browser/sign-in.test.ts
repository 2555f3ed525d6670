// The sign-in pages in a real browser: password and code give a session with HttpOnly cookies, signing out invalidates them; every page
// passes axe in light, dark and at 320 px, by keyboard, and makes no request to another host.
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { createTenant, type House, openHouse } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, mailTo, PASSWORD, type TestPerson } from '../support/people.ts';
import { assertAccessible, assertEveryLook, assertNoSidewaysScroll, CONTRAST_RULES, LOOKS } from './axe.ts';

let house: House;
let browser: Browser;
let origin: string;
let tenantId: string;
before(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  house = await openHouse({ PUBLIC_URL: origin, RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  await house.service.app.listen({ host: '127.0.0.1', port });
  // A hostile name, which is in the heading of the invitation.
  ({ tenantId } = await createTenant(house, {
    name: `<img src=x onerror=alert(1)> "=1+1" ${'W'.repeat(60)}`,
  }));
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

type Watched = { page: Page; context: BrowserContext; complaints: string[]; foreign: string[] };

async function open(): Promise<Watched> {
  const context = await browser.newContext(LOOKS.light);
  // A stand-in for the console, where signing in leads to.
  const body = '<!doctype html><title>Console</title>';
  await context.route(`${origin}/app`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const page = await context.newPage();
  const [complaints, foreign]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('console', (message) => {
    // An invalid form is answered 400, which the browser logs as an error.
    if (message.type() === 'error' && !/status of 40[04]/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) foreign.push(request.url());
  });
  return { page, context, complaints, foreign };
}

async function signIn(page: Page, who: { email: string }): Promise<void> {
  await page.goto(`${origin}/v1/auth/login?returnTo=/app`);
  await page.getByLabel('E-mail address').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Where signing in led to; loaded again, because the target of a redirect cannot be intercepted. */
async function toConsole(page: Page): Promise<void> {
  await page.waitForURL(`${origin}/app`);
  await page.goto(`${origin}/app`);
}

/** A request as our own pages' scripts make it. */
function callFrom(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: string }> {
  return page.evaluate(
    async ([how, where, text]) => {
      const answer = await fetch(where, {
        method: how,
        headers: { 'x-trefoil-csrf': '1', ...(text !== null && { 'content-type': 'application/json' }) },
        ...(text !== null && { body: text }),
      });
      return { status: answer.status, body: await answer.text() };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

async function withAuthenticator(person: TestPerson): Promise<string> {
  const { page, context } = await open();
  await signIn(page, person);
  await toConsole(page);
  const setUp = JSON.parse((await callFrom(page, 'POST', '/v1/my/totp', { password: PASSWORD })).body);
  // The code of the previous time step, so that the current one stays unused. When the step changes on the way, it is one too old.
  const confirm = async (): Promise<number> => {
    const code = generateSync({ secret: setUp.secret, epoch: Math.floor(Date.now() / 1000) - 30 });
    return (await callFrom(page, 'POST', '/v1/my/totp/confirm', { code })).status;
  };
  const status = await confirm();
  assert.equal(status === 400 ? await confirm() : status, 200);
  await context.close();
  return setUp.secret;
}

test('a person signs in with password and code by keyboard, is signed in, and after signing out every cookie is invalid', async () => {
  const person = await createPerson(house, { tenantId });
  const secret = await withAuthenticator(person);
  const { page, context, complaints, foreign } = await open();
  await page.goto(`${origin}/v1/auth/login?returnTo=/app`);
  for (const text of [person.email, 'a wrong password']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), person.email);
  assert.equal(await page.title(), 'Error: Sign in – Trefoil');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  await toConsole(page);

  const cookies = await context.cookies();
  assert.deepEqual(cookies.map(({ name }) => name).sort(), [
    '__Host-access',
    '__Host-device',
    '__Host-refresh',
  ]);
  for (const cookie of cookies)
    assert.ok(cookie.httpOnly && cookie.secure && cookie.path === '/', cookie.name);
  assert.equal(await page.evaluate('document.cookie'), '');
  assert.equal(JSON.parse((await callFrom(page, 'GET', '/v1/my/profile')).body).totpEnabled, true);
  assert.equal((await callFrom(page, 'POST', '/v1/auth/refresh')).status, 204);

  const kept = await context.cookies();
  assert.equal((await callFrom(page, 'POST', '/v1/auth/logout')).status, 204);
  assert.equal((await callFrom(page, 'GET', '/v1/my/profile')).status, 401);
  await context.addCookies(kept);
  assert.equal((await callFrom(page, 'GET', '/v1/my/profile')).status, 401);
  assert.equal((await callFrom(page, 'POST', '/v1/auth/refresh')).status, 401);
  assert.deepEqual([complaints.filter((text) => !/status of 401/.test(text)), foreign], [[], []]);
  await context.close();
});

// One walk: each page is opened once and checked in all four. It is left dark and narrow, so every step is taken so.
test('every page passes axe and fits, in light and in dark, at 1280 px and at 320 px', async () => {
  const person = await createPerson(house, { tenantId });
  await withAuthenticator(person);
  const { page, context, complaints, foreign } = await open();
  const seen: string[] = [];
  const check = async (name: string): Promise<void> => {
    await assertEveryLook(page, seen.push(name), CONTRAST_RULES);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertAccessible(page, CONTRAST_RULES);
    await assertNoSidewaysScroll(page);
  };
  await page.goto(`${origin}/v1/auth/login?returnTo=/app`);
  await check('sign in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await check('sign in, with problems');
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code').fill('1');
  await check('code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await check('code, with problems');
  await page.goto(`${origin}/reset`);
  await check('reset');
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await check('mail sent');
  await page.goto(`${origin}${(await mailTo(house, person.email)).path}`);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('alert').waitFor();
  await check('new password, with problems');
  await page.goto(`${origin}/sign-in/over`);
  await check('over');
  const owner = await open();
  const boss = await createPerson(house, { tenantId });
  await signIn(owner.page, boss);
  await toConsole(owner.page);
  const email = 'invited@example.com';
  const invited = await callFrom(owner.page, 'POST', `/${tenantId}/v1/invitations`, {
    email,
    role: 'viewer',
  });
  assert.equal(invited.status, 200, invited.body);
  await owner.context.close();
  await page.goto(`${origin}${(await mailTo(house, email)).path}`);
  await check('invitation');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('alert').waitFor();
  await check('invitation, with problems');
  assert.equal(seen.length, 10);
  assert.deepEqual([complaints, foreign], [[], []]);
  await context.close();
});
