// The manual in a real browser, in light, in dark and at 320 px: no accessibility violation, no horizontal scrolling, no other host; search
// and contents by the keyboard; code that is copied as it is.
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { after, before, test } from '../support/long.ts';
import { assertEveryLook, assertNoSidewaysScroll, COLOUR_RULES, dress, LOOKS, watchContext } from './axe.ts';

/** One of each shape: the doors, long code, tables with a quote, results, nothing found. axe takes its time with long pages. */
const SEEN = [
  '/',
  '/docs/quickstart-curl',
  '/docs/device-signals',
  '/docs/search?q=retry',
  '/docs/nothing',
  '/sdk/',
];
/** Wide tables and long words, where only the width matters. */
const WIDE = ['/docs/settings', '/docs/errors', '/docs/gaps', '/docs/attributes'];

let pages: PagesHouse;
let browser: Browser;
before(async () => {
  pages = await openPagesHouse();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.close();
});

test('every kind of page is accessible and fits, in light, in dark and at 320 px', async () => {
  const context = await browser.newContext(LOOKS.light);
  const watch = watchContext(context, pages.origin);
  const page = await context.newPage();
  for (const [nth, address] of SEEN.entries()) {
    await dress(page, 'light');
    await page.goto(`${pages.origin}${address}`);
    await assertEveryLook(page, nth, COLOUR_RULES);
  }
  for (const address of WIDE) {
    await page.goto(`${pages.origin}${address}`);
    await assertNoSidewaysScroll(page);
  }
  // The page that is not there says so with its status.
  watch.assertClean(/404/);
  await context.close();
});

test('a reader without a mouse gets from the contents to a page, and by the slash key to what they search', async () => {
  const context = await browser.newContext(LOOKS.light);
  const page = await context.newPage();
  await page.goto(`${pages.origin}/docs`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to main content');
  await page.keyboard.press('/');
  await page.keyboard.type('challenge-expired');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
  await page.locator('.hits a').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/errors#challenge-expired$/);
  assert.equal(await page.locator('nav.contents [aria-current=page]').innerText(), 'Every error code');
  await context.close();
});

test('code is copied letter by letter, and pages work without a script', async () => {
  const context = await browser.newContext({
    ...LOOKS.light,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`${pages.origin}/docs/quickstart-node`);
  const block = page.locator('.code').nth(1);
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await block.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(copied, await block.locator('code').textContent());
  await context.close();

  const plain = await browser.newContext({ ...LOOKS.narrow, javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(`${pages.origin}/docs/start`);
  await bare.getByText('Contents', { exact: true }).click();
  await bare.getByRole('link', { name: 'Limits', exact: true }).click();
  await bare.getByRole('searchbox').fill('token');
  await bare.getByRole('button', { name: 'Search' }).click();
  assert.ok((await bare.locator('.hits li').count()) > 3);
  await plain.close();
});
