// What is done in the console is said after it is on the page, and the focus stays where it was done.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { publishedText } from '../support/consumers/hosted.ts';
import { clientOf, createTenant } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { openLiveChallenge } from '../support/money.ts';
import { createPerson } from '../support/people.ts';

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

const open = (path: string): Promise<Page> =>
  signInTo(browser, all.origin, all.owner, { path: `/app/${all.tenant.tenantId}/test/${path}` });
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate('document.activeElement?.textContent');

test('a cancelled invitation is gone from the list before it is said, however long the list takes', async () => {
  const page = await open('members');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('E-mail address').fill('guest@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('button', { name: 'Actions for guest@example.com' }).click();
  // Whether the row stands on the page at the moment at which it is said.
  await page.evaluate(`new MutationObserver(() => {
    if (!document.querySelector('.toasts')?.textContent.includes('no longer works')) return;
    window.listedWhenSaid ??= document.querySelector('tbody').textContent.includes('guest@example.com');
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`);
  let release: (() => void) | undefined;
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/v1/invitations', (route) => {
      release = () => void route.continue();
      resolve();
    });
  });
  await page.getByRole('button', { name: 'Cancel invitation' }).click();
  await isAsked;
  release?.();
  await page.getByText('The invitation to guest@example.com no longer works.').waitFor();
  assert.equal(await page.evaluate('window.listedWhenSaid'), false);
  await page.context().close();
});

test('alerts are saved as the service writes them, and the focus stays on the button', async () => {
  const page = await open('alerts');
  await page.getByLabel('Credits', { exact: true }).fill('500 2000');
  await page.getByRole('button', { name: 'Save alerts' }).press('Enter');
  await page.getByText('The alerts are saved.').waitFor();
  await page.getByRole('rowheader', { name: 'Fewer than 2,000 credits available' }).waitFor();
  assert.equal(await page.getByLabel('Credits', { exact: true }).inputValue(), '2000, 500');
  assert.equal(await focused(page), 'Save alerts');
  await page.context().close();
});

test('a draft is saved and can be published at once, and the focus stays on the button', async () => {
  const page = await open('consent');
  await page.getByRole('button', { name: 'Write a text' }).click();
  await page.getByLabel('Name').fill('Car finance');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByLabel('Text', { exact: true })
    .fill('We ask for your credit report.\n\n\n\nYou may say no.  ');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await page.getByText('The draft is saved.').waitFor();
  assert.equal(await focused(page), 'Save draft');
  await page.getByRole('button', { name: 'Publish as version 1' }).click();
  await page.getByText('The text is published. New links show it.').waitFor();
  await page.getByText('This is version 1.').waitFor();
  await page.context().close();
});

test('a report without a code leads to a new link, which two presses send to the number of before', async () => {
  const tenant = await createTenant(all.house, { balanceCredits: 10_000 });
  const owner = await createPerson(all.house, { tenantId: tenant.tenantId, role: 'owner' });
  const client = await clientOf(all.house, tenant);
  const { reportId } = await openLiveChallenge(client, all.world);
  all.house.travelTo(new Date(Date.now() + 6 * 60_000));
  const path = `/app/${tenant.tenantId}/live/reports/${reportId}`;
  const page = await signInTo(browser, all.origin, owner, { path });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Send a new link');
  await press('Send the link');
  await page.getByRole('alert').getByText('Write one and publish it first').waitFor();
  await publishedText(all.house, tenant.tenantId);
  await page.reload();
  await press('Send a new link');
  await press('Send the link');
  await page.getByRole('dialog', { name: 'The link is sent' }).waitFor();
  const { sends } = (await client.get(`/${tenant.tenantId}/v1/consumer-sessions`)).body.items[0] ?? {};
  assert.deepEqual(
    sends?.map(({ by, state }) => [by, state]),
    [['sms', 'on-its-way']],
  );
  await press('Done');
  await press('Send a new link');
  await page.getByLabel('I pass it on').check();
  await press('Create the link');
  await page.getByRole('dialog', { name: 'The link is ready' }).waitFor();
  await press('Send it');
  await page.getByLabel('Mobile number').fill('07700 900177');
  await press('Send');
  await page.getByText('The link is sent.').waitFor();
  all.house.travelTo(null);
  await page.context().close();
});
