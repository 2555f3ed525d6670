// The demo in a real browser, in live mode against a stand-in world: questions, device check, a code from the outbox, report, every ending.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { createTenant } from '../support/house.ts';
import { watchContext } from './axe.ts';
import {
  agree,
  answer,
  answerAll,
  enterCode,
  goOn,
  heading,
  PERSON,
  readCode,
  takeExample,
} from './demo-visitor.ts';

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

test('a wrong code, a new code and the right code lead to a report that a person can read', async () => {
  await answerAll(page, pages.origin);
  await agree(page);
  await heading(page, 'Check your phone');
  const first = await readCode(pages);
  await enterCode(page, '999 999');
  assert.match(await problem(), /There is a problem\s+The code is not right. You have 2 tries left/);
  assert.match(await page.title(), /^Error: Check your phone/);

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
  const card = await cards.first().innerText();
  for (const words of [
    'Car finance or hire purchase',
    'Left to pay',
    'Each month',
    'Started',
    'Reported by',
  ]) {
    assert.ok(card.includes(words), `${words} is not in ${card}`);
  }
  assert.match(card, /Account ending\s+\d{3,4}\s/);
  await page.getByRole('heading', { name: 'Who has looked at your file' }).waitFor();
  await page.getByText('12 Example Street, LEEDS, LS1 4AB').waitFor();
  await page.getByText(/^You owe £[\d,.]+ on 4 of 4 open accounts\.$/).waitFor();
  assert.match(card, /Payments, \w+ \d{4} to \w+ \d{4}: /);
  assert.deepEqual(await page.locator('.ends .button').allInnerTexts(), [
    'Print or save as PDF',
    'Close and hide',
  ]);

  // Back, after the code: never a page that would ask for another report without saying that there is one.
  await page.goBack();
  await heading(page, 'Your report');
  await page.goto(`${pages.origin}/demo/check`);
  await page.getByRole('link', { name: 'See your report' }).click();
  await heading(page, 'Your report');

  await page.getByRole('button', { name: 'Close and hide' }).click();
  await heading(page, 'Your report is closed');
  await page.goto(`${pages.origin}/demo/report`);
  await heading(page, 'Get your credit report');
  watch.assertClean();
});

test('Back and Change keep every answer, and lead back to the summary', async () => {
  await answerAll(page, pages.origin);
  await page.getByRole('link', { name: 'Change address' }).click();
  assert.equal(await page.getByLabel('Postcode').inputValue(), 'ls1-4ab');
  await page.getByLabel('Street').fill('Another Road');
  await goOn(page);
  await heading(page, 'Check your answers');
  assert.match(await page.locator('.answers').innerText(), /12 Another Road[\s\S]*LS1\s4AB/);
  await page.getByRole('link', { name: 'Change name' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await heading(page, 'Check your answers');
  await page.goBack();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
});

test('an error is shown at the top with focus and at the field, in the same words, and the input stays', async () => {
  await page.goto(`${pages.origin}/demo/date-of-birth`);
  await answer(page, { Day: '31', Month: 'feb', Year: '1985' }, 'Day', 'Month', 'Year');
  assert.match(await page.title(), /^Error: What is your date of birth\?/);
  const words = 'Date of birth must be a real date';
  assert.equal(await page.getByText(words).count(), 2);
  // The page's script moves the focus once it has loaded.
  await page.locator('.summary:focus').waitFor();
  assert.equal(await page.getByLabel('Month').inputValue(), 'feb');
  await page.getByRole('link', { name: words }).click();
  assert.equal(await page.evaluate('document.activeElement.id'), 'day');
});

test('the whole demo works with the keyboard only', async () => {
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
      if (name.test(String(label))) return;
    }
    throw new Error(`${name} cannot be reached by keyboard on ${page.url()}`);
  };
  await page.goto(`${pages.origin}/demo`);
  await tabTo(/^Start now/);
  await keys('Enter');
  await heading(page, 'What is your name?');
  await tabTo(/^First name/);
  await type('Ada', 'Sample');
  await heading(page, 'What is your date of birth?');
  await tabTo(/^Day/);
  await type('12', '4', '1985');
  await heading(page, 'What is your address?');
  await tabTo(/^Building/);
  await type('12', 'Example Street', 'Leeds', 'LS1 4AB');
  await heading(page, 'What is your mobile number?');
  await tabTo(/mobile number/);
  await type('+44 7700 900982');
  await heading(page, 'Check your answers');
  await tabTo(/^Agree/);
  await keys('Enter');
  await heading(page, 'Check your phone');
  await tabTo(/^Security code/);
  await type(await readCode(pages));
  await heading(page, 'Your report');
  await tabTo(/^Close and hide/);
  await keys('Space');
  await heading(page, 'Your report is closed');
});

for (const name of [
  "O'Brien",
  '<b>Łukasz</b>',
  '=1+1',
  'W'.repeat(60),
  'عبد الله',
  '"><script>alert(1)</script>',
]) {
  test(`the name ${name.slice(0, 30)} is shown as it was typed`, async () => {
    await answerAll(page, pages.origin, { ...PERSON, 'First name': 'Ada', 'Last name': name });
    await page.getByText(`Ada ${name}`, { exact: true }).waitFor();
    pages.world.verdict = 'allow';
    await agree(page);
    await heading(page, 'Your report');
    await page.getByText(`Ada ${name}`, { exact: true }).waitFor();
    watch.assertClean();
  });
}

test('three wrong codes end it with a message, and the answers are kept', async () => {
  await takeExample(page, pages.origin);
  await agree(page);
  await enterCode(page, '999991');
  await enterCode(page, '999992');
  assert.match(await problem(), /You have 1 try left. If it is wrong we have to start again/);
  await enterCode(page, '999993');
  await heading(page, 'We could not confirm it is you');
  await page.getByRole('button', { name: 'Start again' }).click();
  assert.match(await page.locator('.answers').innerText(), /Ada Sample/);
});

test('input that cannot be a code is rejected, and uses no attempt', async () => {
  await takeExample(page, pages.origin);
  await agree(page);
  for (const [typed, words] of [
    ['', 'Enter the security code'],
    ['12345', 'You’ve not entered enough numbers, the code must be 6 numbers'],
    ['1234567', 'You’ve entered too many numbers, the code must be 6 numbers'],
    ['12a456', 'The code must be 6 numbers'],
  ] as const) {
    await enterCode(page, typed);
    assert.equal(await page.getByRole('link', { name: words, exact: true }).count(), 1, words);
  }
  await enterCode(page, '999999');
  assert.match(await problem(), /You have 2 tries left/);
});

test('after three texts the page says so, and the last code still works', async () => {
  await takeExample(page, pages.origin);
  await agree(page);
  for (const left of [2, 1]) {
    await page.getByRole('link', { name: 'Not received a text message?' }).click();
    await page.getByText(`Texts left: ${left}`).waitFor();
    await page.getByRole('button', { name: 'Send a new code' }).click();
  }
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  await heading(page, 'We have sent 3 texts');
  await page.getByRole('link', { name: 'Enter a code' }).click();
  await enterCode(page, await readCode(pages));
  await heading(page, 'Your report');
});

test('after a text that the gateway refuses the next one works', async () => {
  await pages.outbox.failNext('refused');
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Check your phone');
  assert.deepEqual(await pages.outbox.list(), []);
  await page.getByText('We could not send a text').waitFor();
  assert.equal(await page.getByText('We sent a 6-digit security code').count(), 0);
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await enterCode(page, await readCode(pages));
  await heading(page, 'Your report');
});

test('another number can be used: the next text goes there, and the other answers are kept', async () => {
  await takeExample(page, pages.origin);
  await agree(page);
  await page.getByRole('link', { name: 'Not received a text message?' }).click();
  await page.getByRole('button', { name: 'Use a different number' }).click();
  await answer(page, { 'What is your mobile number?': '07700 900 456' }, 'What is your mobile number?');
  await agree(page);
  await page.getByText('the number ending 456').waitFor();
  await enterCode(page, await readCode(pages, '+447700900456'));
  await heading(page, 'Your report');
});

test('an expired code leads to a new one', async () => {
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Check your phone');
  const code = await readCode(pages);
  pages.house.travelTo(new Date(Date.now() + 5 * 60_000 + 2_000));
  try {
    await enterCode(page, code);
    await heading(page, 'Your code has run out of time');
  } finally {
    pages.house.travelTo(null);
  }
  await page.getByRole('button', { name: 'Get a new code' }).click();
  await agree(page);
  await heading(page, 'Check your phone');
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

test('blocked shows no reason and nothing about credit, and where to get a free report', async () => {
  pages.world.verdict = 'block';
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'We cannot complete this check online');
  const text = await page.locator('main').innerText();
  assert.match(text, /not a decision about credit/);
  assert.match(text, /statutory credit report. It is free/);
  assert.doesNotMatch(text, /risk|fraud|device|wrong/i);
});

test('an empty wallet is shown as a problem of the service: the consumer never reads about credits', async () => {
  pages.actAs(await createTenant(pages.house, { balanceCredits: 0 }));
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'There is a problem with the service');
  const text = await page.locator('main').innerText();
  assert.match(text, /Your answers are saved/);
  assert.doesNotMatch(text, /credits|wallet|fund/i);
});

test('when no bureau answers it says so, and when one is unavailable it names it', async () => {
  pages.world.verdict = 'allow';
  pages.world.outcomes = { equifax: 'timeout', experian: 'timeout', transunion: 'timeout' };
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'We could not get your report');
  pages.world.outcomes = { transunion: 'unavailable' };
  await page.getByRole('button', { name: 'Try again' }).click();
  await agree(page);
  await page.getByText('We could not reach TransUnion. The other two answered').waitFor();
});

test('a person whom no bureau knows is told what to check', async () => {
  pages.world.verdict = 'allow';
  pages.world.outcomes = { equifax: 'no-trace', experian: 'no-trace', transunion: 'no-trace' };
  await takeExample(page, pages.origin);
  await agree(page);
  await page.getByText('The bureaus hold no accounts for these details.').waitFor();
});

test('a report of three accounts is printed on one page, without the frame of the demonstration', async () => {
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
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.test-bar, .ends').filter({ visible: true }).count(), 0);
  await page.emulateMedia({ media: null });
});

test('a slow answer has a waiting page, which continues by itself', async () => {
  const held = Promise.withResolvers<void>();
  pages.world.verdict = 'allow';
  pages.world.waitFor = held.promise;
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'Getting your report');
  assert.deepEqual(
    await page.locator('.steps li').evaluateAll((steps) => steps.map((one) => one.className)),
    ['done', 'now', 'later'],
  );
  await page.locator('[aria-current=step]', { hasText: 'asking Equifax, Experian and TransUnion' }).waitFor();
  held.resolve();
  await heading(page, 'Your report');
  watch.assertClean();
});

test('a content blocker that stops the device check is named at once, and no report is requested', async () => {
  await page.route('**/v1/fingerprints/device', (route) => route.abort());
  await takeExample(page, pages.origin);
  await agree(page);
  await heading(page, 'We need to check your device');
  await page.getByText('often an ad blocker').waitFor();
  assert.deepEqual([pages.world.asked, pages.world.sent], [[], []]);
  await page.unroute('**/v1/fingerprints/device');
  await page.getByRole('link', { name: 'Try again' }).click();
  await agree(page);
  await heading(page, 'Check your phone');
});

test('a device check that never answers times out after eight seconds', async () => {
  await page.clock.install();
  await page.route('**/v1/fingerprints/sessions', () => {});
  await takeExample(page, pages.origin);
  await agree(page);
  await page.getByText('Checking your device…').waitFor();
  await page.clock.runFor(8_001);
  await heading(page, 'We need to check your device');
});

test('without JavaScript every page can be read and filled in, and the last one says that it needs JavaScript', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const old = await plain.newPage();
  await answerAll(old, pages.origin);
  await old.getByText('This check needs JavaScript for a security check.').waitFor();
  await agree(old);
  await heading(old, 'We need to check your device');
  await old.getByText('This check needs JavaScript for a security check.').waitFor();
  await plain.close();
});
