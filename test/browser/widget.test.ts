// The widget in a real browser: the example's own site on another site than the service, with cookies of other sites blocked. The whole flow
// in the frame, forged messages in both directions, a frame that is blocked.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { widgetScript } from '../../web/build.mjs';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { hostPages, type MakeLink } from '../support/consumers/consumer-visitor.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { assertAccessible } from './axe.ts';
import { PERSON, readCode } from './consumer-visitor.ts';

const ROOT = join(import.meta.dirname, '../..');
const WIDGET_BYTES_MAX = 2 * 1024;
const FORGED = 20;

let pages: PagesHouse;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let child: ChildProcess;
let site: string;
let makeLink: MakeLink;
before(async () => {
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  pages = await openPagesHouse();
  makeLink = await hostPages(pages.house, pages.tenant, site);
  const { tenantId, clientId, clientSecret } = pages.tenant;
  child = spawn(process.execPath, ['examples/widget/server.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: port,
      TREFOIL_URL: pages.origin,
      TREFOIL_TENANT: tenantId,
      TREFOIL_CLIENT_ID: clientId,
      TREFOIL_CLIENT_SECRET: clientSecret,
      TREFOIL_CONSENT_TEXT: makeLink.consentTextId,
      TREFOIL_LIVE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout ?? assert.fail(), 'data');
  browser = await launchChromium('--test-third-party-cookie-phaseout');
  context = await browser.newContext();
  page = await context.newPage();
  // The links of a test's service name another host than it listens on.
  await page.route('**/session', async (route) => {
    const response = await route.fetch();
    const { url } = (await response.json()) as { url: string };
    const { pathname, hash } = new URL(url);
    await route.fulfill({ response, json: { url: `${pages.origin}${pathname}${hash}` } });
  });
});
after(async () => {
  child?.kill();
  await browser?.close();
  await pages?.close();
});

async function openFrame(): Promise<Frame> {
  await page.goto(site);
  await page.getByRole('button', { name: 'Get my report' }).click();
  await page.frameLocator('trefoil-check iframe').getByRole('button', { name: 'Start' }).waitFor();
  return page.frames().find((one) => one.url().startsWith(pages.origin)) ?? assert.fail('no frame');
}

test('the widget is 2 KB at most', () => {
  const bytes = Buffer.byteLength(widgetScript());
  assert.ok(bytes <= WIDGET_BYTES_MAX, `${bytes} bytes`);
});

test('the whole flow in a frame of another site, without a cookie; the page around it learns the status and no more', async () => {
  await page.addInitScript(`window.heard = [];
    for (const name of ['status', 'done', 'cancelled'])
      document.addEventListener('trefoil-check:' + name, ({ detail }) => window.heard.push([name, detail]));`);
  const frame = await openFrame();
  const see = (name: string) => frame.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const press = (name: string) => frame.getByRole('button', { name, exact: true }).click();
  const fill = async (...labels: (keyof typeof PERSON)[]): Promise<void> => {
    for (const label of labels) await frame.getByLabel(label, { exact: true }).fill(PERSON[label]);
    await press('Continue');
  };
  const no = async (): Promise<void> => {
    await frame.getByLabel('No', { exact: true }).check();
    await press('Continue');
  };
  await press('Start');
  await see('Your agreement');
  await assertAccessible(page);
  await press('I agree');
  await see('What is your name?');
  await press('Continue');
  await frame.locator('.summary:focus').waitFor();
  // A reload of the page around it goes on where the consumer was, in this tab.
  await fill('First name', 'Last name');
  await see('Have you had another name?');
  await no();
  // Back while the answer to a form is on its way: the consumer is where they went, and goes on from there.
  const held = Promise.withResolvers<void>();
  await page.route('**/date-of-birth', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue().catch(() => {});
  });
  await fill('Day', 'Month', 'Year');
  await frame.getByRole('link', { name: 'Back' }).click();
  await see('Have you had another name?');
  await no();
  await see('What is your date of birth?');
  held.resolve();
  await page.unroute('**/date-of-birth');
  await fill('Day', 'Month', 'Year');
  await see('Find your address');
  await frame.getByRole('link', { name: 'Back' }).click();
  await see('What is your date of birth?');
  await press('Continue');
  await frame.getByRole('link', { name: 'Enter the address yourself' }).click();
  await fill('Building number or name', 'Street', 'Town or city', 'Postcode');
  await no();
  await fill('What is your mobile number?');
  await see('Check your answers');
  await press('Agree and get my report');
  await see('Check your phone');
  const [sent] = await pages.outbox.list();
  assert.match(sent?.text ?? '', /\n@localhost #\d{6} @trefoil\.test$/);
  await frame.getByLabel('Security code').fill(await readCode(pages));
  await press('Continue');
  await see('Your report');
  await page.getByText('Thank you. We have your report.').waitFor();
  assert.equal(await frame.locator('.top-only').filter({ visible: true }).count(), 0);
  const height = await page
    .locator('trefoil-check iframe')
    .evaluate((one) => (one as unknown as { offsetHeight: number }).offsetHeight);
  assert.ok(Number(height) > 1_000 && Number(height) <= 6_000, `${height} px`);
  assert.deepEqual(await context.cookies(), []);
  const heard = (await page.evaluate('window.heard')) as [string, Record<string, string>][];
  const states = heard.filter(([name]) => name === 'status').map(([, { status }]) => status);
  assert.deepEqual([...new Set(states)], ['created', 'opened', 'consented', 'code', 'complete']);
  const ends = heard.filter(([name]) => name === 'done');
  assert.ok(ends.length >= 1);
  for (const [, detail] of ends) assert.deepEqual(Object.keys(detail).sort(), ['session', 'status']);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/widget.png`, fullPage: true });
});

test('forty forged messages are ignored, in both directions', async () => {
  const frame = await openFrame();
  await frame.getByRole('button', { name: 'Start' }).waitFor();
  const nonce = new URLSearchParams(new URL(await frame.evaluate('location.href')).hash.slice(1)).get('n');
  const iframe = page.locator('trefoil-check iframe');
  const heightOf = () =>
    iframe.evaluate((one) => (one as unknown as { style: { height: string } }).style.height);
  const before = await heightOf();
  assert.match(before, /^\d+px$/);
  await page.evaluate(`window.heard = [];
    for (const name of ['status', 'done', 'cancelled'])
      document.addEventListener('trefoil-check:' + name, ({ detail }) => window.heard.push([name, detail]));
    window.answers = [];
    addEventListener('message', ({ source, data }) => source === document.querySelector('trefoil-check iframe').contentWindow && window.answers.push(data));`);
  const forged = (index: number) => {
    const types = ['done', 'status', 'cancelled', 'resize', 'ready'];
    return {
      from: 'trefoil-check',
      nonce,
      type: types[index % 5],
      height: 5_999,
      session: 'x',
      status: 'complete',
    };
  };
  // From the page itself and from another frame, with the right nonce; from the frame itself with a wrong nonce, another word, or none.
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { name: 'other' }))`,
  );
  const other = page.frame({ name: 'other' }) ?? assert.fail('no other frame');
  for (let index = 0; index < FORGED; index++) {
    const message = forged(index);
    const kind = index % 4;
    if (kind === 0) await page.evaluate(`postMessage(${JSON.stringify(message)}, '*')`);
    if (kind === 1) await other.evaluate(`parent.postMessage(${JSON.stringify(message)}, '*')`);
    if (kind === 2)
      await frame.evaluate(`parent.postMessage(${JSON.stringify({ ...message, nonce: 'guess' })}, '*')`);
    if (kind === 3)
      await frame.evaluate(
        `parent.postMessage(${JSON.stringify({ ...message, type: index % 8 === 3 ? 'constructor' : 'navigate' })}, '*')`,
      );
  }
  assert.deepEqual(await page.evaluate('window.heard'), []);
  assert.equal(await heightOf(), before);
  // To the frame: before it met its page it says nothing, whoever asks; a second hello, a wrong nonce and other words are ignored.
  await page.evaluate('window.answers.length = 0');
  for (let index = 0; index < FORGED; index++) {
    const message = {
      nonce: index % 2 === 0 ? 'guess' : nonce,
      type: ['hello', 'open', 'submit', 'token'][index % 4],
    };
    await page.evaluate(
      `document.querySelector('trefoil-check iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`,
    );
  }
  await frame.evaluate('new Promise((done) => setTimeout(done, 50))');
  assert.deepEqual(await page.evaluate('window.answers'), []);
});

test('a frame that may not be shown is a link after eight seconds', async () => {
  const { url } = await makeLink({ embedOrigins: [] });
  const { pathname, hash } = new URL(url);
  const other = await context.newPage();
  await other.clock.install();
  await other.route('**/session', (route) =>
    route.fulfill({ json: { url: `${pages.origin}${pathname}${hash}` } }),
  );
  await other.goto(site);
  await other.getByRole('button', { name: 'Get my report' }).click();
  await other.locator('trefoil-check iframe').waitFor();
  await other.clock.runFor(8_001);
  const link = other.getByRole('link', { name: 'Your credit report: open it in a new page' });
  assert.equal(await link.getAttribute('href'), `${pages.origin}${pathname}${hash}`);
  await other.close();
});
