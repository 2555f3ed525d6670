// The hosted page in a real browser, in live mode against a stand-in world: sent there by the demo, with the device check, a code from the
// outbox, the report, and back. What needs no browser is in test/api/consumer-pages/.
import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { clientOf } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { watchContext } from './axe.ts';
import {
  agree,
  answer,
  answerAll,
  begin,
  enterCode,
  heading,
  readCode,
  takeExample,
} from './consumer-visitor.ts';

let pages: PagesHouse;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let watch: ReturnType<typeof watchContext>;
before(async () => {
  pages = await openPagesHouse();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await pages?.close();
});
beforeEach(async () => {
  pages.world.reset();
  pages.world.verdict = 'challenge';
  await pages.outbox.clear();
  pages.actAs(pages.tenant);
  context = await browser.newContext();
  watch = watchContext(context, pages.origin);
  page = await context.newPage();
});
afterEach(() => context.close());

const problem = (): Promise<string> => page.locator('.summary').innerText();

test('a wrong code, a new code and the right code lead to a report that a person can read, and back', async () => {
  await answerAll(page, pages.origin);
  await agree(page);
  await heading(page, 'Check your phone');
  const first = await readCode(pages);
  await enterCode(page, '999 999');
  assert.match(await problem(), /There is a problem\s+The code is not right. You have 2 tries left/);
  assert.match(await page.title(), /^Error: Check your phone/);
  await page.locator('.summary:focus').waitFor();
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  assert.match(await page.locator('main').innerText(), /number ending 982[\s\S]*Texts left: 2/);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByText('We sent a new code. The one before it no longer works.').waitFor();
  const second = await readCode(pages);
  assert.notEqual(second, first);
  await enterCode(page, `${second.slice(0, 3)}-${second.slice(3)}`);

  await heading(page, 'Your report');
  const cards = page.locator('article.card');
  assert.equal(await cards.count(), 4);
  await page
    .getByText(/^(All|None|\d) .*car-finance agreements began in the period of the FCA scheme$/)
    .waitFor();
  await page.getByText(/^Kept until \d\d:\d\d$/).waitFor();
  const car = cards.filter({ hasText: 'Car finance or hire purchase' }).first();
  await car.locator('summary').click();
  const card = await car.innerText();
  const words = ['Car finance or hire purchase', 'Left to pay', 'Each month', 'Started', 'Reported by'];
  for (const one of words) assert.ok(card.includes(one), `${one} is not in ${card}`);
  assert.match(card, /Account ending\s+\d{3,4}\s/);
  assert.match(card, /Payments, \w+ \d{4} to \w+ \d{4}: /);
  await page.getByRole('heading', { name: 'The rest of your file' }).click();
  await page.getByRole('heading', { name: 'Who has looked at your file' }).waitFor();
  await page.getByText('12 Example Street, Leeds, LS1 4AB', { exact: true }).last().waitFor();
  await page.getByText('you owe, on 4 accounts').waitFor();
  // Back, after the code: never a page that would ask for another report.
  await page.goBack();
  await heading(page, 'Your report');
  await page.getByRole('link', { name: 'Return to Northgate Claims' }).click();
  await heading(page, 'Welcome back');
  await page.getByText('Thank you. Your report is with us.').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Close and hide' }).click();
  await heading(page, 'Your report is closed');
  await page.goBack();
  await heading(page, 'Get your credit report');
  watch.assertClean();
});

test('from a link that is over, and from one that was withdrawn, a complaint and a wish to erase come to the firm', async () => {
  pages.world.verdict = 'allow';
  const client = await clientOf(pages.house, pages.tenant);
  const numbers: string[] = [];
  const ask = async (kind: string, text: string, title: string): Promise<void> => {
    // With Start before and Send after it, three presses.
    await page.getByRole('link', { name: kind }).click();
    await heading(page, 'Complain, or ask to erase your data');
    await page.getByLabel('What went wrong?').fill(text);
    await page.getByLabel('How can they answer you?').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await heading(page, title);
    numbers.push(await page.locator('.lead strong').innerText());
  };
  await page.goto(`${pages.origin}/demo`);
  await page.getByRole('button', { name: 'Use the answers of Ada Sample' }).click();
  await heading(page, 'Get your credit report');
  const link = page.url();
  const start = async (): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Start' }).click();
  };
  await begin(page, 'Check your answers');
  await agree(page);
  await heading(page, 'Your report');
  await page.getByRole('button', { name: 'Close and hide' }).click();
  await heading(page, 'Your report is closed');
  await start();
  await heading(page, 'This link is no longer in use');
  await ask('Make a complaint', 'Nobody answered me.', 'We have your complaint');
  await start();
  await page.getByRole('button', { name: 'Withdraw my agreement' }).click();
  await heading(page, 'You withdrew your agreement');
  await ask('Ask to erase your data', '', 'We have your request');
  await start();
  await heading(page, 'The agreement was withdrawn');
  await ask('Make a complaint', 'Erase it, all of it.', 'We have your complaint');

  const base = `/${pages.tenant.tenantId}/v1/consumer-requests` as const;
  const { items } = (await client.get(`${base}?status=open`)).body;
  const sent = numbers.map((number) => items.find((one) => one.number === number));
  assert.deepEqual(
    sent.map((one) => one?.kind),
    ['complaint', 'erasure', 'complaint'],
  );
  const read = await Promise.all(sent.map(async (one) => (await client.get(`${base}/${one?.id}`)).body));
  assert.deepEqual(
    read.map(({ text, contact }) => [text, contact]),
    ['Nobody answered me.', '', 'Erase it, all of it.'].map((text) => [text, 'ada@example.com']),
  );
});

test('the whole page works with the keyboard only', async () => {
  const keys = async (...pressed: string[]): Promise<void> => {
    for (const key of pressed) await (key.length === 1 ? page.keyboard.type(key) : page.keyboard.press(key));
  };
  const type = async (...texts: string[]): Promise<void> => {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await keys('Tab');
      await page.keyboard.type(text);
    }
    await keys('Enter');
  };
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let tabs = 0; tabs < 30; tabs++) {
      await keys('Tab');
      const label = await page.evaluate(
        'document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText',
      );
      if (name.test(String(label).trim())) return;
    }
    throw new Error(`${name} cannot be reached by keyboard on ${page.url()}`);
  };
  const press = async (name: RegExp): Promise<void> => {
    await tabTo(name);
    await keys('Enter');
  };
  const sayNo = async (): Promise<void> => {
    await tabTo(/^(Yes|No)$/);
    await keys('ArrowDown', 'Enter');
  };
  await page.goto(`${pages.origin}/demo`);
  await press(/^Get my report/);
  await heading(page, 'Get your credit report');
  await press(/^Start/);
  await heading(page, 'Your agreement');
  await press(/^I agree/);
  await heading(page, 'What is your name?');
  await tabTo(/^First name/);
  await type('Ada', 'Sample');
  await heading(page, 'Have you had another name?');
  await sayNo();
  await heading(page, 'What is your date of birth?');
  await tabTo(/^Day/);
  await type('12', '4', '1985');
  await heading(page, 'Find your address');
  await tabTo(/^Postcode/);
  await type('LS1 4AB');
  await heading(page, 'Select your address');
  await tabTo(/^Select your address/);
  await keys('ArrowDown');
  await press(/^Continue/);
  await heading(page, 'Have you lived anywhere else in the last 6 years?');
  await sayNo();
  await heading(page, 'What is your mobile number?');
  await tabTo(/mobile number/);
  await type('+44 7700 900982');
  await heading(page, 'Check your answers');
  await press(/^Agree and get/);
  await heading(page, 'Check your phone');
  await tabTo(/^Security code/);
  await type(await readCode(pages));
  await heading(page, 'Your report');
  await press(/^Close and hide/);
  await heading(page, 'Your report is closed');
});

test('what a firm filled in is shown as text, cannot be changed, and wrong details have a way out', async () => {
  await takeExample(page, pages.origin);
  const rows = page.locator('.answers > div');
  assert.match(await rows.last().innerText(), /^Mobile number\s+Ending 982\s*$/);
  assert.deepEqual(await page.getByRole('link', { name: /^Change/ }).allTextContents(), [
    'Change other names',
    'Change other addresses',
  ]);
  await page.getByText('Something wrong? Tell Northgate Claims').waitFor();
  await page.goto(page.url().replace(/check$/, 'mobile'));
  await heading(page, 'Your mobile number cannot be changed here');
  assert.equal(await page.locator('main input').count(), 0);
  await page.getByRole('link', { name: 'Continue' }).click();
  await agree(page);
  await heading(page, 'Check your phone');
  assert.equal(pages.world.sent.length, 1);
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  await page.getByText('filled it in, and it cannot be changed here').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Use a different number' }).count(), 0);

  await takeExample(page, pages.origin);
  await page.getByRole('button', { name: 'These are not my details' }).click();
  await heading(page, 'You stopped');
  watch.assertClean();
});

test('a minute before expiry the page offers a new code, once', async () => {
  await page.clock.install();
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Check your phone');
  assert.equal(await page.getByText('One minute left.').count(), 0);
  await page.clock.runFor(4 * 60_000 + 1_000);
  await page.getByText('One minute left. You can ask for a new code.').waitFor();
});

test('a report of three accounts is printed on two pages at most, without what is for the screen', async () => {
  pages.world.verdict = 'allow';
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Your report');
  // As of a person with three accounts.
  await page
    .locator('article.card')
    .last()
    .evaluate((one) => one.remove());
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.ok((pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 9) <= 2);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.test-bar, .ends, .no-print').filter({ visible: true }).count(), 0);
  await page.emulateMedia({ media: null });
});

test('a slow answer has a waiting page, which survives a refresh and continues by itself', async () => {
  const held = Promise.withResolvers<void>();
  pages.world.verdict = 'allow';
  pages.world.waitFor = held.promise;
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Getting your report');
  await page.reload();
  await page.locator('[aria-current=step]', { hasText: 'Asking Equifax' }).waitFor();
  held.resolve();
  await heading(page, 'Your report');
  watch.assertClean();
});

test('a content blocker that stops the device check is named at once, and nothing is asked', async () => {
  await page.route('**/v1/fingerprints/device', (route) => route.abort());
  await page.goto(`${pages.origin}/demo`);
  await page.getByRole('button', { name: 'Get my report' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await heading(page, 'We need to check your device');
  await page.getByText('often an ad blocker').waitFor();
  assert.deepEqual([pages.world.asked, pages.world.sent], [[], []]);
  await page.unroute('**/v1/fingerprints/device');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await heading(page, 'What is your name?');
});

test('a device check that never answers times out after eight seconds', async () => {
  await takeExample(page, pages.origin);
  await page.clock.install();
  await page.route('**/v1/fingerprints/sessions', () => {});
  await page.reload();
  await agree(page);
  await page.getByText('Checking your device…').waitFor();
  await page.clock.runFor(8_001);
  await heading(page, 'We need to check your device');
});

test('without JavaScript the link is pasted, and every page up to the report works', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const old = await plain.newPage();
  await old.goto(`${pages.origin}/demo`);
  await old.getByRole('button', { name: 'Use the answers of Ada Sample' }).click();
  const link = old.url();
  await old.getByRole('button', { name: 'Start' }).click();
  assert.match(await old.locator('.summary').innerText(), /Enter the code from your link/);
  await old.getByLabel('Code from your link').fill(link);
  await old.getByRole('button', { name: 'Start' }).click();
  await old.getByRole('button', { name: 'I agree', exact: true }).click();
  const next = (): Promise<void> => old.getByRole('button', { name: 'Continue' }).click();
  const no = (): Promise<void> => old.getByLabel('No', { exact: true }).check();
  for (const list of ['other names', 'other addresses']) {
    await old.getByRole('link', { name: `Change ${list}` }).click();
    await no();
    await next();
  }
  await agree(old);
  await heading(old, 'Check your phone');
  await answer(old, { 'Security code': await readCode(pages) }, 'Security code');
  await heading(old, 'Your report');
  await plain.close();
});
