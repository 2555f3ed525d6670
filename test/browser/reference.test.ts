// The interactive reference in a real browser: it shows the operations, fetches nothing from other hosts, and violates no policy.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { document } from '../fuzz/contract.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { TEST_ORIGIN } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { until } from '../support/waiting.ts';

let pages: PagesHouse;
let browser: Browser;
let page: Page;
let origin: string;
const requested: string[] = [];
const complaints: string[] = [];
before(async () => {
  pages = await openPagesHouse();
  origin = pages.origin;
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  page = await context.newPage();
  // The test's public address is a name that leads nowhere: calls go to where the service listens.
  await context.route('**/openapi.json*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(TEST_ORIGIN, origin);
    await route.fulfill({ response: answer, body });
  });
  // The library takes its time where the machine is busy.
  page.setDefaultTimeout(180_000);
  page.on('request', (request) => void requested.push(request.url()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  // A policy violation is here too, as a console error.
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  // The library is large: on a loaded machine it is not there within the deadline of the first request.
  await until('the reference is loaded', async () => (await fetch(`${origin}/reference/`)).ok, 240_000);
  await page.goto(`${origin}/reference`);
});
after(async () => {
  await browser?.close();
  await pages?.close();
});

test('the reference shows the operations, with their fields and an example to send', async () => {
  // A section is drawn when somebody goes there.
  await page.getByText('Generate a credit report').first().click();
  const generate = page.getByRole('heading', { name: 'Generate a credit report' });
  await generate.waitFor();
  await generate.scrollIntoViewIfNeeded();
  await page.getByText('dateOfBirth').first().waitFor();
  await page.getByText('curl').first().waitFor();
  for (const { name } of document.tags) await page.getByText(name).first().waitFor();
});

test('in development a call can be sent at once: the demo tenant and a token of it are filled in', async () => {
  await page.getByText(`/${pages.tenant.tenantId}/v1/credit-reports`).first().waitFor();
  const sent = page.waitForRequest((request) => request.url().endsWith('/v1/credit-reports'));
  await page.getByRole('heading', { name: 'Generate a credit report' }).scrollIntoViewIfNeeded();
  await page
    .getByRole('button', { name: /^Test Request.*credit-reports\)?$/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/i }).first().click();
  const answer = await (await sent).response();
  assert.equal(answer?.status(), 200, await answer?.text());
  await page.keyboard.press('Escape');
});

test('the reference has the colours of the console, and a way back to it', async () => {
  const colours = (await page.evaluate(`[
    getComputedStyle(document.querySelector('.light-mode, .dark-mode')).getPropertyValue('--scalar-color-accent'),
    getComputedStyle(document.querySelector('.bar a')).color,
  ]`)) as string[];
  assert.match(colours[0] ?? '', /#0b5d51/);
  assert.equal(colours[1], 'rgb(11, 93, 81)');
  const back = page.getByRole('link', { name: 'Back to the console' });
  assert.equal(await back.getAttribute('href'), '/app');
  const docs = page.getByRole('banner').getByRole('link', { name: 'Documentation' });
  assert.equal(await docs.getAttribute('href'), '/docs');
  assert.ok(await back.isVisible());
});

test('text uses a font that exists, so that it is readable', async () => {
  const widths = await page.evaluate(`['WWWW', 'iiii'].map((text) => {
    const span = document.body.appendChild(Object.assign(document.createElement('span'), { textContent: text }));
    const { width } = span.getBoundingClientRect();
    span.remove();
    return width;
  })`);
  const [wide = 0, narrow = 0] = widths as number[];
  assert.ok(wide > 2 * narrow && narrow > 0, `widths ${widths}`);
});

test('no request goes to another host, and no link prefetches from one', async () => {
  const isForeign = (url: string) => /^(https?|wss?):/.test(url) && !url.startsWith(`${origin}/`);
  assert.deepEqual(requested.filter(isForeign), []);
  const { tenantId } = pages.tenant;
  assert.ok(requested.includes(`${origin}/openapi.json?tenantId=${tenantId}`), requested.join('\n'));
  assert.equal(await page.getByText('Open API Client').count(), 0);
});

test('the policy of the page allows nothing from outside, and only its own scripts', async () => {
  const answer = await page.request.get(`${origin}/reference/`);
  const policy = answer.headers()['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /connect-src 'self'(;|$)/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe|https?:|\*/);
});

test('the page has no error and no policy violation', () => {
  assert.deepEqual(complaints, []);
});
