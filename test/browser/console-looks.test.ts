// Every page of the console, in light, in dark and at 320 px: no accessibility violation, nothing sideways, nothing from elsewhere,
// no word that does not belong; hostile names are text; and the first load is within the budget.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { insertMembership } from '../../src/storage/tenants.ts';
import { launchChromium } from '../support/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/console-house.ts';
import { clientOf, createCredential, createTenant, openChallenge, sql } from '../support/house.ts';
import { createPerson } from '../support/people.ts';
import { assertAccessible, assertNoSidewaysScroll, LOOKS, watchContext } from './axe.ts';

const JS_GZIP_BYTES_MAX = 120 * 1024;
const CSS_GZIP_BYTES_MAX = 15 * 1024;
const BANNED = /\b(please|sorry|oops|invalid|successfully)\b|!/i;
const HOSTILE = ['<b>bold</b><script>alert(1)</script>', '=1+1', `مرحبا ${'W'.repeat(54)}`];

let all: ConsoleHouse;
let browser: Browser;
let reportId: string;
let waitingId: string;
let freshId: string;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
  const client = await clientOf(all.house, all.tenant);
  for (const name of HOSTILE) {
    await createTenant(all.house, { name });
    await createCredential(all.house, all.tenant);
    const other = await createPerson(all.house, { tenantId: all.tenant.tenantId, role: 'viewer' });
    await sql(all.house, 'update people set first_name = $2, last_name = $2 where id = $1', [
      other.personId,
      name,
    ]);
    const answer = await client.generate({
      firstName: name.slice(0, 60),
      lastName: name.slice(0, 60),
      externalReference: name,
    });
    reportId = answer.body.data.creditReportId;
  }
  await sql(all.house, 'update credentials set name = $2 where tenant_id = $1', [
    all.tenant.tenantId,
    HOSTILE[0],
  ]);
  waitingId = (await openChallenge(client)).reportId;
  await client.resend(waitingId, 'not-a-challenge');
  await client.generate({ firstName: undefined });
  freshId = (await createTenant(all.house, { name: 'Fresh' })).tenantId;
  await insertMembership(all.house.service.database, {
    tenantId: freshId,
    personId: all.owner.personId,
    role: 'owner',
  });
  await sql(all.house, 'update people set is_operator = true where id = $1', [all.owner.personId]);
  all.world.verdict = 'challenge';
  await openChallenge(client, {
    test: undefined,
    challengeOptions: undefined,
    mobileNumber: '+447700900123',
  });
  all.world.verdict = 'allow';
  for (let count = 0; count < 3; count += 1) await client.generate({ test: undefined });
});
after(async () => {
  await browser?.close();
  await all?.close();
});

type LookAt = (name: string) => Promise<void>;

for (const [look, options] of Object.entries(LOOKS)) {
  test(`every page of the console is accessible and fits in ${look}`, async () => {
    const page = await signInTo(browser, all.origin, all.owner, { options });
    const watch = watchContext(page.context(), all.origin);
    // What a name would open if it ran.
    page.on('dialog', (dialog) => assert.fail(dialog.message()));
    const seen: string[] = [];
    const lookAt: LookAt = async (name) => {
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${look}-${name}.png`, fullPage: true });
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
      const text = `${await page.title()}\n${await page.locator('body').innerText()}`;
      assert.doesNotMatch(text.replaceAll(HOSTILE[0] ?? '', ''), BANNED, name);
      seen.push(name);
    };
    await walkTheTenant(page, lookAt);
    await walkTheForms(page, lookAt);
    await walkTheRest(page, lookAt);
    assert.equal(new Set(seen).size, 34, seen.join());
    watch.assertClean();
    await page.context().close();
  });
}

const at = (path: string, mode = 'test'): string =>
  `${all.origin}/app/${all.tenant.tenantId}/${mode}/${path}`;

async function walkTheTenant(page: Page, lookAt: LookAt): Promise<void> {
  await page.goto(`${all.origin}/app/${freshId}/test/overview`);
  await heading(page, 'Make your first call');
  await lookAt('overview-first-day');
  await page.goto(at('overview'));
  await heading(page, 'Overview');
  await lookAt('overview');
  await page.goto(at('overview', 'live'));
  await heading(page, 'Overview');
  await lookAt('overview-live');
  await page.goto(at('wallet', 'live'));
  await heading(page, 'Wallet');
  await page.getByText('Show as a table').click();
  await lookAt('wallet');
  await page.goto(at('reports'));
  await heading(page, 'Reports');
  await lookAt('reports');
  await page.goto(at('reports', 'live'));
  await heading(page, 'Reports');
  await lookAt('reports-live');
  await page.goto(at(`reports/${reportId}`));
  await heading(page, 'Report');
  await lookAt('report');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByRole('heading', { name: 'JSON' }).waitFor();
  await lookAt('report-open');
  await page.goto(at(`reports/${waitingId}`));
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByRole('heading', { name: 'JSON' }).waitFor();
  await lookAt('report-waiting');
  await page.goto(at('messages'));
  await heading(page, 'Messages');
  await lookAt('messages-test');
  await page.goto(at('messages', 'live'));
  await page.getByRole('table').waitFor();
  await lookAt('messages');
  await page.goto(at('requests'));
  await page.getByText('What this means').first().click();
  await lookAt('requests');
  await page.goto(at('credentials'));
  await heading(page, 'Credentials');
  await lookAt('credentials');
  await page.goto(at('members'));
  await heading(page, 'Members');
  await lookAt('members');
  await page.goto(at('audit'));
  await heading(page, 'Audit log');
  await lookAt('audit');
}

async function walkTheForms(page: Page, lookAt: LookAt): Promise<void> {
  await page.goto(at('playground'));
  await heading(page, 'Playground');
  await lookAt('playground');
  await page.getByLabel('Body, as JSON').fill('{');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await lookAt('playground-wrong');
  await page.getByLabel('Challenge').check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Wrong code' }).click();
  await page.getByText('Retry (2 left)').waitFor();
  await lookAt('playground-code');
  await page.goto(at('playground', 'live'));
  await lookAt('playground-live');
  await page.goto(at('credentials'));
  await page.getByRole('button', { name: 'Make a credential' }).click();
  await page.getByRole('button', { name: 'Make it' }).click();
  await lookAt('credential-wrong');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Rotate the secret/ })
    .first()
    .click();
  await lookAt('rotate');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('heading', { name: 'The new secret' }).waitFor();
  await lookAt('secret');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Extend' }).first().waitFor();
  await lookAt('credentials-overlap');
  await page.goto(at('members'));
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await lookAt('invite-wrong');
}

async function walkTheRest(page: Page, lookAt: LookAt): Promise<void> {
  await page.goto(`${all.origin}/app/me`);
  await heading(page, 'Account');
  await lookAt('account');
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await page.getByLabel('Your password').fill('plum kettle orbit ninety');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByAltText('QR code for the authenticator app').waitFor();
  await lookAt('authenticator');
  await page.goto(at('reports'));
  await page.getByRole('button', { name: /^Search/ }).click();
  await lookAt('command-box');
  await page.keyboard.press('Escape');
  await walkTheOperator(page, lookAt);
  await page.goto(`${all.origin}/app/nowhere`);
  await heading(page, 'There is no such page');
  await lookAt('nowhere');
  await page.goto(`${all.origin}/app/signed-out`);
  await heading(page, 'You are signed out');
  await lookAt('signed-out');
}

async function walkTheOperator(page: Page, lookAt: LookAt): Promise<void> {
  await page.goto(`${all.origin}/app/operator/tenants`);
  await heading(page, 'Tenants');
  await lookAt('tenants');
  await page.getByRole('button', { name: 'Add credits to Fresh' }).click();
  await page.getByRole('button', { name: 'Add the credits' }).click();
  await lookAt('top-up-wrong');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Prices of Fresh' }).click();
  await page.getByLabel('Security code by SMS').waitFor();
  await lookAt('prices');
  await page.goto(`${all.origin}/app/operator/providers`);
  await heading(page, 'Providers');
  await lookAt('providers');
  await page.goto(`${all.origin}/app/operator/audit`);
  await heading(page, 'Service audit log');
  await lookAt('service-audit');
}

test('the first load of the console is within the budget', async () => {
  const page = await signInTo(browser, all.origin, all.owner);
  const urls = (await page.evaluate(
    '[...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href || one.src)',
  )) as string[];
  const sizes = { css: 0, js: 0 };
  for (const url of urls) {
    const answer = await page.request.get(url);
    assert.equal(answer.headers()['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers()['content-encoding'], 'gzip');
    sizes[url.endsWith('.css') ? 'css' : 'js'] += gzipSync(await answer.body()).length;
  }
  await page.context().close();
  process.stdout.write(`console: ${sizes.js} bytes of JS, ${sizes.css} bytes of CSS, gzipped\n`);
  assert.ok(sizes.js > 0 && sizes.js <= JS_GZIP_BYTES_MAX, `JS is ${sizes.js} bytes`);
  assert.ok(sizes.css > 0 && sizes.css <= CSS_GZIP_BYTES_MAX, `CSS is ${sizes.css} bytes`);
});
