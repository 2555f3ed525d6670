// Every page of the demo, of the hosted page and of the outbox, in light, in dark and at 320 px: no accessibility violation, no horizontal scrolling, no other host,
// no stray word, and within the size budget.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { TABLE } from '../security/route-rows.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { createTenant, type Tenant } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { assertEveryLook, assertNoSidewaysScroll, CONTRAST_RULES, LOOKS, watchContext } from './axe.ts';
import {
  agree,
  answer,
  enterCode,
  goOn,
  heading,
  none,
  PERSON,
  readCode,
  takeExample,
} from './consumer-visitor.ts';

const HTML_GZIP_BYTES_MAX = 10 * 1024;
const CSS_GZIP_BYTES_MAX = 5 * 1024;
const JS_BYTES_MAX = 5 * 1024;
/** Every page of a consumer. The rest are a picture, a file, an answer for scripts, and ways to another page. */
const HOSTED = Object.keys(TABLE)
  .filter((route) => route.startsWith('GET /c/:id'))
  .filter((route) => !/(logo\/:hash|report\.pdf|progress|next|return)$/.test(route))
  .map((route) => route.slice('GET '.length));
const BANNED = /\b(please|sorry|oops|invalid|successfully)\b|!/i;
const LONG = { ...PERSON, 'First name': 'Bartholomew', 'Last name': 'W'.repeat(60) };

let pages: PagesHouse;
let poor: Tenant;
let browser: Browser;
before(async () => {
  pages = await openPagesHouse();
  poor = await createTenant(pages.house, { balanceCredits: 0 });
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.close();
});

type LookAt = (name: string) => Promise<void>;

// One walk: each page is opened once and checked in all three. It is left narrow, so every step is taken at 320 px.
test('every page is accessible and fits in light, in dark and at 320 px', async () => {
  pages.world.reset();
  pages.world.verdict = 'challenge';
  const context = await browser.newContext(LOOKS.light);
  const watch = watchContext(context, pages.origin);
  const page = await context.newPage();
  const seen: string[] = [];
  const paths: string[] = [];
  const lookAt: LookAt = async (name) => {
    await assertEveryLook(page, seen.push(name), CONTRAST_RULES, async (look) => {
      if (look === 'light') await assertFitsAtTwice(page);
      if (look === 'narrow') await assertLettersGrow(page);
      const text = `${await page.title()}\n${await page.locator('body').innerText()}`;
      assert.doesNotMatch(text, BANNED, name);
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${look}-${name}.png`, fullPage: true });
    });
    paths.push(new URL(page.url()).pathname);
  };
  const link = await walkTheQuestions(page, lookAt);
  await walkTheCode(page, lookAt, link);
  await walkTheEnds(page, lookAt);
  await walkTheOutbox(page, lookAt);
  assert.equal(new Set(seen).size, 51);
  const isSeen = (route: string): boolean => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
    return paths.some((path) => pattern.test(path));
  };
  assert.deepEqual(
    HOSTED.filter((route) => !isSeen(route)),
    [],
    'pages that no walk looks at',
  );
  // Of the link that somebody else has, and of the one that there is not.
  watch.assertClean(/status of (404|409)/);
  await context.close();
});

/** At 200 %, as a browser zooms. */
async function assertFitsAtTwice(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.style.zoom = '2'`);
  await assertNoSidewaysScroll(page);
  await page.evaluate(`document.documentElement.style.zoom = ''`);
}

/** Twice as large, as somebody sets them in their browser. */
async function assertLettersGrow(page: Page): Promise<void> {
  const sizes = (): Promise<number[]> =>
    page.evaluate(
      `[...document.querySelectorAll('p, label, .button, summary, .chip')].map((one) => parseFloat(getComputedStyle(one).fontSize))`,
    );
  const before = await sizes();
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const after = await sizes();
  assert.ok(
    before.every((size, at) => (after[at] ?? 0) > 1.9 * size),
    `${before} to ${after}`,
  );
  await assertNoSidewaysScroll(page);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
}

/** Answers the link. */
async function walkTheQuestions(page: Page, lookAt: LookAt): Promise<string> {
  await page.goto(`${pages.origin}/demo`);
  await lookAt('demo');
  await page.getByRole('button', { name: 'Get my report' }).click();
  await heading(page, 'Get your credit report');
  const link = page.url();
  await lookAt('start');
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'Your agreement');
  await lookAt('consent');
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await heading(page, 'What is your name?');
  await lookAt('name');
  await goOn(page);
  await lookAt('name-wrong');
  await answer(page, LONG, 'First name', 'Last name');
  await lookAt('other-names');
  await goOn(page);
  await lookAt('other-names-wrong');
  await page.getByLabel('Yes', { exact: true }).check();
  await goOn(page);
  await lookAt('other-name');
  await answer(
    page,
    { 'First name': 'Ada', 'Last name': `Z${'\u0301'.repeat(40)}` },
    'First name',
    'Last name',
  );
  await lookAt('other-names-list');
  await none(page);
  await lookAt('date-of-birth');
  await answer(page, { Day: '31', Month: '2', Year: '1985' }, 'Day', 'Month', 'Year');
  await lookAt('date-of-birth-wrong');
  await answer(page, LONG, 'Day', 'Month', 'Year');
  await lookAt('find-address');
  const find = () => page.getByRole('button', { name: 'Find address' }).click();
  await find();
  await page.getByRole('link', { name: 'Enter the postcode' }).waitFor();
  await lookAt('find-address-wrong');
  await page.getByLabel('Postcode').fill('za1 1ab');
  await find();
  await page.getByLabel('Select your address').waitFor();
  await lookAt('choose-address');
  await page.getByRole('link', { name: 'My address is not listed' }).click();
  await lookAt('address');
  await goOn(page);
  await lookAt('address-wrong');
  await answer(page, LONG, 'Building number or name', 'Street', 'Town or city', 'Postcode');
  await lookAt('other-addresses');
  await page.getByLabel('Yes', { exact: true }).check();
  await goOn(page);
  await lookAt('other-address');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await none(page);
  await lookAt('mobile');
  await answer(page, { 'What is your mobile number?': '0113 496 0000' }, 'What is your mobile number?');
  await lookAt('mobile-wrong');
  await answer(page, LONG, 'What is your mobile number?');
  await page.getByText('Read again what you agreed to').click();
  await lookAt('check');
  return link;
}

async function walkTheCode(page: Page, lookAt: LookAt, link: string): Promise<void> {
  await agree(page);
  await heading(page, 'Check your phone');
  await lookAt('code');
  await enterCode(page, '999999');
  await lookAt('code-wrong');
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  await lookAt('not-received');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await heading(page, 'Check your phone');
  await lookAt('code-again');
  const held = Promise.withResolvers<void>();
  pages.world.waitFor = held.promise;
  pages.world.outcomes = { transunion: 'unavailable' };
  await enterCode(page, await readCode(pages));
  await heading(page, 'Getting your report');
  await lookAt('wait');
  held.resolve();
  await heading(page, 'Your report');
  await lookAt('report-folded');
  await page.locator('article.card summary').first().click();
  await lookAt('report');
  await page.getByRole('link', { name: 'Something wrong?', exact: true }).click();
  await heading(page, 'What is wrong?');
  await lookAt('wrong');
  await page.locator('.added a').first().click();
  await heading(page, 'What is wrong with it?');
  await lookAt('wrong-why');
  await page.getByRole('link', { name: 'It is not mine' }).click();
  await heading(page, 'Your letters');
  await page.getByLabel('Your notice of correction').fill('word '.repeat(201));
  await page.getByText('201 of 200 words').waitFor();
  await lookAt('letters');
  for (let back = 0; back < 3; back++) await page.getByRole('link', { name: 'Back', exact: true }).click();
  await heading(page, 'Your report');
  await page.getByRole('link', { name: 'Withdraw your agreement, and other rights' }).click();
  await heading(page, 'Your rights');
  await lookAt('rights');
  await page.getByRole('link', { name: 'Make a complaint to Northgate Claims' }).click();
  await heading(page, 'Complain, or ask to erase your data');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('There is a problem').waitFor();
  await lookAt('ask-wrong');
  await page.getByLabel('What went wrong?').fill('This lender is not mine.');
  await page.getByLabel('How can they answer you?').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send' }).click();
  await heading(page, 'We have your complaint');
  await lookAt('asked');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await heading(page, 'Your report');
  await page.getByRole('link', { name: 'Return to Northgate Claims' }).click();
  await heading(page, 'Welcome back');
  await lookAt('demo-back');
  await page.goBack();
  await page.getByRole('button', { name: 'Close and hide' }).click();
  await heading(page, 'Your report is closed');
  await lookAt('closed');
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'This link is no longer in use');
  await lookAt('used-up');
  await page.getByRole('button', { name: 'Withdraw my agreement' }).click();
  await heading(page, 'You withdrew your agreement');
  await lookAt('withdrawn');
  await page.goto(link);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'The agreement was withdrawn');
  await lookAt('withdrawn-before');
}

async function walkTheEnds(page: Page, lookAt: LookAt): Promise<void> {
  pages.world.reset();
  pages.world.verdict = 'block';
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'We cannot complete this check online');
  await lookAt('blocked');
  pages.actAs(poor);
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'There is a problem with the service');
  await lookAt('service-problem');
  pages.actAs(pages.tenant);
  await takeExample(page, pages.origin);
  await lookAt('check-locked');
  await page.goto(page.url().replace(/check$/, 'mobile'));
  await lookAt('locked');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'These are not my details' }).click();
  await heading(page, 'You stopped');
  await lookAt('stopped-by-consumer');
  await takeExample(page, pages.origin);
  // As under a content blocker.
  await page.evaluate(`((form) => {
    form.elements.script.value = 'ran';
    form.submit();
  })(document.querySelector('form[data-device]'))`);
  await heading(page, 'We need to check your device');
  await lookAt('device');
  await page.goto(`${pages.origin}/demo`);
  await page.getByRole('button', { name: 'Get my report' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'I do not agree' }).click();
  await heading(page, 'You did not agree');
  await lookAt('declined');
  await page.goto(`${pages.origin}/demo`);
  await page.getByRole('button', { name: 'Get my report' }).click();
  await heading(page, 'Get your credit report');
  // Somebody to whom the link was forwarded is faster.
  const { origin, pathname, hash } = new URL(page.url());
  const body = new URLSearchParams({ token: hash.slice('#t='.length) });
  await fetch(`${origin}${pathname}/start`, { method: 'POST', body, redirect: 'manual' });
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'This link was opened in another browser');
  await lookAt('elsewhere');
  await page.goto(`${pages.origin}/c/nothing`);
  await lookAt('unknown');
}

async function walkTheOutbox(page: Page, lookAt: LookAt): Promise<void> {
  const outbox = pages.outbox;
  await outbox.clear();
  await page.goto(`${pages.origin}/dev/outbox`);
  await page.getByText('Updating', { exact: true }).waitFor();
  await lookAt('outbox-empty');
  const sent: string[] = [];
  for (const code of ['111111', '222222', '333333', '444444']) {
    const text = `${code} is your Northgate Claims security code. Do not share it.\n\n@127.0.0.1 #${code}`;
    const { tenantId } = pages.tenant;
    const smsId = randomUUIDv7();
    sent.push(smsId);
    await outbox.send({ tenantId, smsId, to: '+447700900123', text, validitySeconds: 300 });
  }
  const [delivered = '', lost = '', late = ''] = sent;
  await outbox.mark(delivered, 'delivered');
  await outbox.mark(lost, 'not-delivered');
  await outbox.delay(late);
  await page.goto(`${pages.origin}/dev/outbox`);
  await lookAt('outbox');
  await outbox.failNext('refused');
  await page.locator('[role=switch][aria-checked=true]').waitFor();
  await lookAt('outbox-failing');
}

test('pages, styles and scripts are within the budget', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sizes = { css: 0, js: 0 };
  const html: Record<string, number> = {};
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!response.ok() || !response.url().startsWith(pages.origin)) return;
    const path = new URL(response.url()).pathname;
    const body = await response.body().catch(() => Buffer.alloc(0));
    if (type.startsWith('text/html')) html[path] = gzipSync(body).length;
  });
  pages.world.reset();
  await takeExample(page, pages.origin);
  const assets = await page.evaluate(
    '[...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href || one.src)',
  );
  for (const url of assets as string[]) {
    if (url.endsWith('/v1/fingerprints/device')) continue;
    const bytes = await (await page.request.get(url)).body();
    if (url.endsWith('.js')) sizes.js += bytes.length;
    else sizes.css += gzipSync(bytes).length;
  }
  await agree(page);
  await heading(page, 'Your report');
  await context.close();
  assert.ok(sizes.css > 0 && sizes.css <= CSS_GZIP_BYTES_MAX, `CSS is ${sizes.css} bytes`);
  assert.ok(sizes.js > 0 && sizes.js <= JS_BYTES_MAX, `JS is ${sizes.js} bytes`);
  assert.ok(Object.keys(html).length >= 3, JSON.stringify(html));
  for (const [path, bytes] of Object.entries(html))
    assert.ok(bytes <= HTML_GZIP_BYTES_MAX, `${path} is ${bytes} bytes`);
});
