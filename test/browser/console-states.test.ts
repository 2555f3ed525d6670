// The console in error states: a failure, no connection, no permission, a token that expires in two windows at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { clientOf } from '../support/house.ts';
import { LIVE } from '../support/money.ts';
import { createPerson } from '../support/people.ts';
import { assertAccessible } from './axe.ts';

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

const at = (path: string, mode = 'test'): string => `/app/${all.tenant.tenantId}/${mode}/${path}`;

test('a failed read is shown with its request id, and works at the next try', async () => {
  const page = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  await page.route('**/v1/members', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'content-type': 'application/json', 'x-request-id': 'the-request' },
      body: JSON.stringify({ code: 'conflict', message: 'Not now.' }),
    }),
  );
  await page.reload();
  await page.getByRole('alert').getByText('Not now.').waitFor();
  await page.getByText('the-request').waitFor();
  await assertAccessible(page);
  await page.unroute('**/v1/members');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('rowheader', { name: 'Olive Tester' }).waitFor();
  await page.context().close();
});

test('without a connection the page says so and keeps what it shows', async () => {
  const page = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  await page.getByRole('rowheader', { name: 'Olive Tester' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^You are offline\. What you see is as of/).waitFor();
  await page.getByRole('rowheader', { name: 'Olive Tester' }).waitFor();
  await assertAccessible(page);
  await page.context().setOffline(false);
  await page.getByText(/^You are offline/).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a viewer sees what happened to a live report and its person masked; a developer sees no live report', async () => {
  const client = await clientOf(all.house, all.tenant);
  const made = await client.generate({ test: undefined, externalReference: 'case-7' });
  const path = at(`reports/${made.body.data.creditReportId}`, 'live');
  const { tenantId } = all.tenant;
  const viewer = await createPerson(all.house, { tenantId, role: 'viewer' });
  const page = await signInTo(browser, all.origin, viewer, { path });
  await page.getByText('Ended: complete').waitFor();
  await page.getByText('Your role cannot open documents.').waitFor();
  await page.getByText('A. S—, 1985, LS1').waitFor();
  await page.getByText('case-7').waitFor();
  assert.doesNotMatch(await page.locator('body').innerText(), /Ada|Sample|04-12|4AB/);
  await assertAccessible(page);
  await page.context().close();

  const developer = await createPerson(all.house, { tenantId, role: 'developer' });
  const other = await signInTo(browser, all.origin, developer, { path: at('reports', 'live') });
  await other.getByText('Your role sees test reports only.').waitFor();
  await other.goto(`${all.origin}${path}`);
  await other.getByRole('alert').getByText('reports:live').first().waitFor();
  await other.context().close();
});

test('a text that no gateway took is red, with what to do, among the messages and in the timeline of its report', async () => {
  const { world, house, tenant, origin, owner } = all;
  Object.assign(world, { verdict: 'challenge', gateway: 'refused' });
  const { data } = (await (await clientOf(house, tenant)).generate(LIVE)).body;
  world.reset();
  const path = `/app/${tenant.tenantId}/live`;
  const page = await signInTo(browser, origin, owner, { path: `${path}/messages` });
  await page.locator('.danger', { hasText: 'Not sent' }).waitFor();
  await page.getByText(/the consumer has no code.*Ask for another code/).waitFor();
  await page.goto(`${origin}${path}/reports/${data.creditReportId}`);
  await page
    .locator('.timeline .danger', { hasText: 'SMS: not sent' })
    .getByText(/Ask for another code/)
    .waitFor();
  await page.context().close();
});

test('two windows whose token expires at once refresh it one after the other, and stay signed in', async () => {
  const first = await signInTo(browser, all.origin, all.owner, { path: at('members') });
  await heading(first, 'Members');
  const second = await first.context().newPage();
  await second.goto(`${all.origin}${at('wallet')}`);
  await heading(second, 'Wallet');
  for (let round = 0; round < 3; round += 1) {
    await first.context().clearCookies({ name: '__Host-access' });
    await Promise.all([first.reload(), second.reload()]);
    await first.getByRole('rowheader', { name: 'Olive Tester' }).waitFor();
    await second.getByRole('heading', { name: 'Statement' }).waitFor();
  }
  await first.context().close();
});
