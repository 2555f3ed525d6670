// The interactive reference in a real browser: it shows the operations, fetches nothing from anywhere else, and runs
// nothing that its policy forbids.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { type House, openHouse } from '../support/house.ts';

let house: House;
let browser: Browser;
let page: Page;
let origin: string;
const requested: string[] = [];
const complaints: string[] = [];
before(async () => {
  house = await openHouse();
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(house.service.app.server.address() as AddressInfo).port}`;
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  page = await context.newPage();
  page.on('request', (request) => void requested.push(request.url()));
  page.on('pageerror', (error) => void complaints.push(error.message));
  // A violation of the policy shows here too, as an error of the console.
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${origin}/reference`);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

test('the reference shows the operations, with their fields and their examples', async () => {
  const generate = page.getByRole('heading', { name: 'Generate a credit report' });
  await generate.waitFor({ timeout: 30_000 });
  await page.screenshot({ path: '/tmp/reference-1.png' });
  await generate.scrollIntoViewIfNeeded();
  await page.getByText('challengeOptions').first().waitFor();
  await page.screenshot({ path: '/tmp/reference-2.png' });
});

test('nothing is asked of another host', () => {
  const foreign = requested.filter(
    (url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:') && !url.startsWith('blob:'),
  );
  assert.deepEqual(foreign, []);
  assert.ok(requested.includes(`${origin}/openapi.json`), requested.join('\n'));
});

test('the page has no error, and its policy was not offended', () => {
  assert.deepEqual(complaints, []);
});
