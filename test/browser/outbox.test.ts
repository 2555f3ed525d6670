// The development outbox in a real browser: it shows texts as they arrive, the code can be copied, and its buttons work with and without
// JavaScript.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { afterEach, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { after, before, test } from '../support/long.ts';
import { watchContext } from './axe.ts';

let pages: PagesHouse;
let browser: Browser;
let context: BrowserContext;
let page: Page;
before(async () => {
  pages = await openPagesHouse();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.close();
});
beforeEach(async () => {
  await pages.outbox.clear();
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
});
afterEach(() => context.close());

const [ONE, TWO, THREE] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
const send = (smsId: string, code: string, to = '+447700900123') =>
  pages.outbox.send({
    tenantId: pages.tenant.tenantId,
    smsId,
    to,
    text: `${code} is your security code. Do not share it.`,
    validitySeconds: 300,
  });
const codes = (): Promise<string[]> => page.locator('.line strong').allInnerTexts();
const arrived = (code: string): Promise<void> => page.locator('.line strong', { hasText: code }).waitFor();

test('the page is fetched once, and again only for a change', async () => {
  let fetched = 0;
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/dev/outbox') fetched += 1;
  });
  await page.goto(`${pages.origin}/dev/outbox`);
  await page.getByText('Updating', { exact: true }).waitFor();
  // A change that nothing follows: a text would be delivered by itself.
  await pages.outbox.failNext('refused');
  await page.locator('[role=switch][aria-checked=true]').waitFor();
  assert.equal(fetched, 2);
});

test('a text appears by itself, newest first, with a code large enough to read and to copy', async () => {
  const watch = watchContext(context, pages.origin);
  await page.goto(`${pages.origin}/dev/outbox`);
  await page.getByText('No texts yet.').waitFor();
  await page.getByText('Updating', { exact: true }).waitFor();
  await send(ONE, '111111');
  await arrived('111111');
  await send(TWO, '222222', '+447700900982');
  await arrived('222222');
  assert.deepEqual(await codes(), ['222222', '111111']);
  const size = await page.evaluate('getComputedStyle(document.querySelector(".code strong")).fontSize');
  assert.equal(size, '32px');
  assert.equal(await page.locator('details[open]').count(), 1, 'the newest is open');
  await page.locator('.line', { hasText: '111111' }).click();
  await page.getByRole('button', { name: 'Copy the code 111111' }).click();
  await page.getByText('Copied 111111').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), '111111');
  await page.getByLabel('Number').fill('07700 900982');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Show all' }).waitFor();
  assert.deepEqual(await codes(), ['222222']);
  watch.assertClean();
});

for (const javaScriptEnabled of [true, false]) {
  test(`the buttons work ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const own = await browser.newContext({ javaScriptEnabled });
    page = await own.newPage();
    await send(ONE, '111111');
    await page.goto(`${pages.origin}/dev/outbox`);
    await page.getByRole('button', { name: 'Delay' }).click();
    await page.getByText('Delayed until you say').waitFor();
    await page.getByRole('button', { name: 'Not delivered' }).click();
    await page.locator('.chip', { hasText: 'Not delivered' }).waitFor();
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.locator('.chip', { hasText: '● Delivered' }).waitFor();
    assert.equal((await pages.outbox.list())[0]?.state, 'delivered');

    const fails = page.getByRole('switch', { name: 'Next message fails' });
    await fails.click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    assert.equal(await send(TWO, '222222'), 'refused');
    await page.reload();
    assert.equal(await fails.getAttribute('aria-checked'), 'false');
    await fails.click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    await fails.click();
    await page.locator('[role=switch][aria-checked=false]').waitFor();
    assert.equal(await send(THREE, '333333'), 'accepted');

    await page.getByRole('button', { name: 'Clear the outbox' }).click();
    await page.getByText('No texts yet.').waitFor();
    await own.close();
  });
}

test('an update of the page keeps the focus', async () => {
  await send(ONE, '111111');
  await page.goto(`${pages.origin}/dev/outbox`);
  await page.getByText('Updating', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not delivered' }).focus();
  await send(TWO, '222222');
  await arrived('222222');
  const focused = 'document.activeElement.closest(".message")?.id + " " + document.activeElement.value';
  assert.equal(await page.evaluate(focused), `${ONE} not-delivered`);
});

test('an open page does not delay the shutdown', async () => {
  const own = await openPagesHouse();
  await page.goto(`${own.origin}/dev/outbox`);
  await page.getByText('Updating', { exact: true }).waitFor();
  await own.close();
  await page.getByText('Not connected, trying again').waitFor();
});
