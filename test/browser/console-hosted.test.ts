// The hosted page as its tenant sets it up in the console: four steps beside a phone that shows the real page, with what was not saved yet.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { makeLink, publishedText } from '../support/consumers/hosted.ts';
import { clientOf, createTenant, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, openBrowser, signIn } from '../support/people.ts';
import { assertAccessible, createLookAt } from './axe.ts';

let all: ConsoleHouse;
let browser: Browser;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await all?.close();
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const lookAt = createLookAt('hosted');

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('a page is set up in four steps, and the phone shows it before anything is saved', async () => {
  const { tenantId } = await createTenant(all.house, { name: 'Ash and Elm' });
  const owner = await createPerson(all.house, { tenantId, role: 'owner' });
  const path = `/app/${tenantId}/test/settings/hosted`;
  const page = await signInTo(browser, all.origin, owner, {
    path,
    options: { viewport: { width: 1440, height: 900 } },
  });
  await heading(page, 'Settings');
  const phone = page.frameLocator('iframe[title^="Preview"]');
  await phone.getByRole('heading', { level: 1, name: 'Get your credit report' }).waitFor();

  await page.getByLabel('Name', { exact: true }).fill('Northgate Claims');
  await page.getByLabel('How to reach you').fill('020 7946 0000');
  await page.getByLabel('Regulated as').fill('a claims management company');
  await page.getByLabel('FCA firm reference number').fill('123456');
  await page.getByLabel('Privacy notice').fill('https://northgate.example/privacy');
  await page.getByLabel('Colour', { exact: true }).fill('#7a1f4a');
  await phone.getByText('firm number 123456').waitFor();
  await phone.locator('link[href^="/c/colours/7a1f4a/"]').waitFor({ state: 'attached' });
  assert.equal(
    await page.evaluate(
      "getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('button')).backgroundColor",
    ),
    'rgb(122, 31, 74)',
    'the colour of the real style sheet',
  );
  assert.equal(
    await page.getByLabel('Colour code').inputValue(),
    '#7a1f4a',
    'the picker and the digits agree',
  );
  await picture(page, 'set-up');
  const stored = await sql(all.house, 'select 1 from tenant_brands where tenant_id = $1', [tenantId]);
  assert.equal(stored.length, 0, 'a preview stores nothing');
  await press(page, 'Save your page');
  await page.getByText('Your page is saved.').waitFor();

  await press(page, 'Write a consent text');
  await page.getByLabel('Name of your firm').fill('Northgate Claims');
  await phone.getByText('Northgate Claims asks for your permission to get your credit report.').waitFor();
  await picture(page, 'set-up-consent');
  const blanks = page.getByRole('region', { name: 'Consent text' }).getByRole('textbox');
  for (let index = 1; index < (await blanks.count()); index += 1) await blanks.nth(index).fill('as agreed');
  await press(page, 'Publish the text');
  await page.getByText('The text is published. New links show it.').waitFor();
  await press(page, 'Create link');
  const form = page.getByRole('dialog');
  await form.getByLabel('Text the link to it').check();
  await form.getByRole('button', { name: 'Create link' }).click();
  await form.getByText('Enter the mobile number that the link goes to').first().waitFor();
  await form.getByLabel('Mobile number').fill('07700 900178');
  await form.getByRole('button', { name: 'Create link' }).click();
  await page
    .getByRole('dialog', { name: 'The link is sent' })
    .getByText('In test mode nothing is sent')
    .waitFor();
  await picture(page, 'link-sent');
  await press(page, 'Done');
  await press(page, 'Create a test link');
  const link = await page.getByRole('link', { name: /^Open your page/ }).getAttribute('href');
  await lookAt(page, 'set-up-done');

  const consumer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await consumer.goto(link ?? '');
  await consumer.getByText('Authorised and regulated by the Financial Conduct Authority').waitFor();
  await picture(consumer, 'start-390');
  const loaded = await consumer.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/fonts/'))",
  );
  assert.deepEqual(loaded, [], 'no font is loaded');
  await consumer.getByRole('button', { name: 'Start' }).click();
  await consumer.getByRole('heading', { name: 'Your agreement' }).waitFor();
  await consumer.context().close();
  await page.context().close();
});

test('a preview runs no script and sends no form, whatever the words are', async () => {
  const { tenantId } = all.tenant;
  const page = await signInTo(browser, all.origin, all.owner, {
    path: `/app/${tenantId}/test/settings/hosted`,
  });
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  await page
    .getByLabel('Name', { exact: true })
    .fill('<script>alert(1)</script><img src=x onerror=alert(1)>');
  const frame = page.locator('iframe[title^="Preview"]');
  assert.equal(await frame.getAttribute('sandbox'), 'allow-same-origin');
  const phone = page.frameLocator('iframe[title^="Preview"]');
  await phone.getByText('<script>alert(1)</script>').first().waitFor();
  await phone.getByRole('button', { name: 'Start' }).click();
  assert.equal(await phone.getByRole('heading', { level: 1 }).innerText(), 'Get your credit report');
  await page.context().close();
});

test('a link is sent by text from the list, and the list says where its consumer is', async () => {
  const { tenantId } = all.tenant;
  await publishedText(all.house, tenantId);
  const page = await signInTo(browser, all.origin, all.owner, { path: `/app/${tenantId}/live/links` });
  await press(page, 'Create link');
  await page.getByLabel('Your reference').fill('case-77');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog', { name: 'The link is ready' });
  await made.getByAltText('QR code of the link').waitFor();
  const url = (await made.getByText(/#t=/).innerText()).trim();
  await assertAccessible(page);
  await picture(page, 'link-made');
  await press(page, 'Send it');
  await page.getByLabel('Mobile number').fill('07700 900');
  await press(page, 'Send');
  await page.getByRole('alert').getByText('Enter a mobile number').waitFor();
  await page.getByLabel('Mobile number').fill('07700 900177');
  await press(page, 'Send');
  await page.getByText('The link is sent.').waitFor();
  const sent = await all.house.service.sms.outbox?.latest({ to: '+447700900177', waitMs: 0 });
  assert.ok(sent?.text.endsWith(url), 'the text has the link that was shown');
  const row = page.getByRole('row', { name: /case-77/ });
  await row.getByText(/sent by text .*, (on its way|delivered)/).waitFor();

  const consumer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await consumer.goto(url);
  await consumer.getByRole('button', { name: 'Start' }).click();
  await row.getByText(/opened .*, on Agreement/).waitFor();
  await consumer.getByRole('button', { name: 'I agree' }).click();
  await consumer.getByLabel('First name').fill('Ada');
  await consumer.getByLabel('Last name').fill('Sample');
  await consumer.getByRole('button', { name: 'Continue' }).click();
  await row.getByText(/opened .*, on Other names/).waitFor();
  await consumer.getByLabel('No').check();
  await consumer.getByRole('button', { name: 'Continue' }).click();
  await row.getByText(/opened .*, on Date of birth/).waitFor();
  await picture(page, 'links');
  await page.getByRole('link', { name: 'case-77' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^sent by text/)
    .waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await sql(all.house, 'update consumer_sessions set withdrawn_at = now() where tenant_id = $1', [tenantId]);
  await row.getByText(/agreement withdrawn/).waitFor();
  // What it cost is of no report, and says what it was for.
  await page.goto(`${all.origin}/app/${tenantId}/live/wallet`);
  await page.getByText('Held for a text').waitFor();
  await consumer.context().close();
  await page.context().close();
});

test('the mail of development is a page with links, and the icon is everywhere', async () => {
  const { tenantId } = all.tenant;
  const link = await makeLink(
    await clientOf(all.house, all.tenant),
    await publishedText(all.house, tenantId),
    {
      test: undefined,
    },
  );
  const owner = await signIn(openBrowser(all.house), all.owner);
  const to = { by: 'email', email: 'ada@example.com' };
  const sent = await owner.call('POST', `/${tenantId}/v1/consumer-sessions/${link.id}/send`, to);
  assert.equal(sent.status, 200, sent.text);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${all.origin}/dev/mail?to=ada@example.com`);
  assert.equal(await page.getByRole('link', { name: /#t=/ }).getAttribute('href'), link.url);
  await lookAt(page, 'mail');
  for (const [path, name] of [
    ['/', 'home'],
    ['/sign-in', 'sign-in'],
  ] as const) {
    await page.goto(`${all.origin}${path}`);
    await picture(page, name);
  }
  const icon = await page.request.get(`${all.origin}/favicon.ico`);
  assert.deepEqual([icon.status(), icon.headers()['content-type']], [200, 'image/svg+xml']);
  await page.context().close();
});
