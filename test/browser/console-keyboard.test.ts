// The whole console by keyboard: every tab stop of every page, and every action. No mouse is used here.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { insertMembership } from '../../src/storage/people/tenants.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { createKeyboard, type Keyboard } from '../support/browser/keyboard.ts';
import { clientOf, createTenant, openChallenge, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, PASSWORD } from '../support/people.ts';

let all: ConsoleHouse;
let browser: Browser;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
  const { house, owner, tenant } = all;
  await sql(house, 'update people set is_operator = true where id = $1', [owner.personId]);
  const other = await createTenant(house, { name: 'Other Claims' });
  await insertMembership(house.service.database, {
    tenantId: other.tenantId,
    personId: owner.personId,
    role: 'owner',
  });
  const client = await clientOf(house, tenant);
  await client.generate({ test: undefined, externalReference: 'A-1' });
  await client.generate({ externalReference: 'A-2' });
  await openChallenge(client);
  await client.generate({ firstName: undefined });
  await house.service.flushed();
});
after(async () => {
  await browser?.close();
  await all?.close();
});

const at = (path: string, mode = 'test'): string => `/app/${all.tenant.tenantId}/${mode}/${path}`;

async function open(path: string, width = 1280): Promise<{ page: Page; keys: Keyboard }> {
  const options = { viewport: { width, height: 900 }, reducedMotion: 'reduce' as const };
  const page = await signInTo(browser, all.origin, all.owner, { path, options });
  await page.locator('h1').waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  return { page, keys: createKeyboard(page) };
}

const PAGES: [link: string, title: string][] = [
  ['Overview', 'Overview'],
  ['Reports', 'Reports'],
  ['Playground', 'Playground'],
  ['Messages', 'Messages'],
  ['Wallet', 'Wallet'],
  ['Credentials', 'Credentials'],
  ['Requests', 'Requests'],
  ['Webhooks', 'Webhooks'],
  ['Members', 'Members'],
  ['Settings', 'Settings'],
  ['Alerts', 'Alerts'],
  ['Audit log', 'Audit log'],
  ['Tenants', 'Tenants'],
  ['Providers', 'Providers'],
  ['Service audit log', 'Service audit log'],
];

test('every page is reached from the navigation, focuses its heading, and every tab stop on it has a focus ring', async () => {
  const { page, keys } = await open(at('wallet', 'live'));
  assert.equal((await keys.tab()).name, 'Skip to the page', 'the first page leaves the focus where it is');
  for (const [link, title] of PAGES) {
    await keys.choose(new RegExp(`^${link}$`));
    await keys.assertAt(title);
    await keys.assertAllReached();
  }
  await keys.choose(/^Petra Person$/);
  await keys.choose('Account');
  await keys.assertAt('Account');
  await keys.assertAllReached();
  await page.context().close();
});

test('the frame: the skip link, the menus, the modes, the command box', async () => {
  const { page, keys } = await open(at('wallet'));
  assert.equal((await keys.tab()).name, 'Skip to the page');
  await keys.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'main');
  await keys.reach('Earlier');

  await keys.choose('Tenant: Northgate Claims');
  assert.equal((await keys.tab()).name, 'All tenants (operator)');
  await keys.press('Escape');
  assert.equal(await keys.focused(), 'Tenant: Northgate Claims', 'Esc goes back to the button');
  assert.notEqual((await keys.tab()).name, 'All tenants (operator)', 'and the menu is closed');
  await keys.choose('Tenant: Northgate Claims');
  await keys.choose('Other Claims');
  await keys.assertAt('Wallet');
  await keys.choose('Tenant: Other Claims');
  await keys.choose('Northgate Claims');
  await keys.assertAt('Wallet');

  await keys.choose('Live');
  await page.waitForURL(/\/live\/wallet$/);
  await keys.assertAt('Wallet');
  await keys.choose('Test');
  await page.waitForURL(/\/test\/wallet$/);

  await keys.choose('Search');
  await keys.assertInDialog('Search');
  await keys.assertAllReached();
  await keys.press('Escape');
  assert.match(await keys.focused(), /^Search/, 'Esc goes back to what opened it');
  await keys.press('Control+`');
  await keys.assertInDialog('API calls on this page');
  await page.getByRole('row', { name: /^GET \/\{tenantId\}\/v1\/billing\/reports.* 200/ }).waitFor();
  await keys.assertAllReached();
  await keys.press('Escape');
  assert.match(await keys.focused(), /^Search/, 'wherever it was opened from');
  await keys.press('Control+k');
  await page.keyboard.type('e');
  await keys.press('ArrowDown');
  await keys.press('ArrowUp');
  await page.keyboard.type('quests');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('audit');
  await keys.press('Enter');
  await keys.assertAt('Audit log');
  await keys.choose('Petra Person');
  await keys.reach('Sign out');
  await keys.press('Escape');
  assert.equal(await keys.focused(), 'Petra Person');
  await page.context().close();
});

test('a list, one entry, the document, and back; a wide table on a narrow screen scrolls with the arrow keys', async () => {
  const { page, keys } = await open(at('overview', 'live'), 320);
  await keys.choose('Show as a table');
  await keys.reach('Reports by outcome, table');
  await keys.press('ArrowRight');
  await keys.until('document.querySelector(".chart .scroll").scrollLeft > 0');
  await page.goto(`${all.origin}${at('reports', 'live')}`);
  await keys.choose('A-1');
  await keys.assertAt('A-1');
  await keys.choose('Open the document');
  await assertMended(page, keys, 'Choose why you open it', 'Reason');
  await page.keyboard.type('Work');
  await keys.choose('Open the document');
  await keys.choose('Car finance');
  await page.getByRole('heading', { name: 'Car finance' }).waitFor();
  await keys.assertAllReached();
  await keys.choose('Reports');
  await keys.assertAt('Reports');
  await page.goBack();
  await keys.assertAt('A-1');
  const goTo = async (title: string): Promise<void> => {
    await keys.choose('Menu');
    await keys.choose(new RegExp(`^${title}$`));
    await keys.assertAt(title);
  };
  await goTo('Audit log');
  await keys.choose(/opened the document/);
  await page.getByText('casework').first().waitFor();

  await goTo('Wallet');
  await keys.choose('Show as a table');
  await page.getByRole('rowheader').first().waitFor();
  const assertDownload = async (name: string): Promise<void> => {
    const [file] = await Promise.all([page.waitForEvent('download'), keys.choose('Download CSV')]);
    assert.equal(file.suggestedFilename(), name);
  };
  await assertDownload('statement.csv');
  for (const title of ['Reports', 'Messages', 'Requests']) {
    await goTo(title);
    await assertDownload(`${title.toLowerCase()}.csv`);
  }
  await keys.choose('Test');
  await page.waitForURL(/\/test\/requests$/);
  await keys.choose(/^POST \/credit-reports$/);
  await keys.assertInDialog('POST /credit-reports');
  await page.getByRole('dialog').getByText('Fix each field listed below.').waitFor();
  await keys.assertAllReached();
  await keys.press('Escape');
  await keys.until('document.querySelector("dialog[open]") === null');
  assert.equal(await keys.focused(), 'POST /credit-reports', 'Esc goes back to the row');
  assert.match(page.url(), /\/test\/requests$/);
  await page.context().close();
});

/** An invalid form: the summary is focused, its link leads to the field, the input stays. */
async function assertMended(page: Page, keys: Keyboard, link: string, field: string): Promise<void> {
  await page.getByRole('alert').getByText('There is a problem').waitFor();
  assert.match(await keys.focused(), /^There is a problem/);
  assert.match(await page.title(), /^Error: /);
  await keys.choose(link);
  assert.ok((await keys.focused()).startsWith(field), `${await keys.focused()} is not ${field}`);
}

test('a credential is made, rotated, ended and revoked', async () => {
  const { page, keys } = await open(at('credentials'));
  await keys.choose('Create credential');
  await keys.assertInDialog('Create credential');
  await keys.assertAllReached();
  await keys.press('Escape');
  assert.equal(await keys.focused(), 'Create credential');
  await keys.press('Enter');
  for (const scope of ['Create reports', 'Read and list', 'Read the wallet']) {
    await keys.reach(scope);
    await keys.press('Space');
  }
  await keys.choose('Create credential');
  await assertMended(page, keys, 'Choose at least one', 'Create reports');
  await keys.press('Space');
  await keys.type('Name', 'By keyboard');
  await keys.press('Enter');
  await keys.assertInDialog('Your new secret');
  await keys.press('Escape');
  await keys.press('Escape');
  await keys.assertInDialog('Your new secret');
  await storeSecret(keys);
  assert.equal(await keys.focused(), 'Create credential');

  await keys.choose('Actions for By keyboard');
  await keys.choose('Rotate secret');
  await keys.reach('24 hours');
  await keys.press('ArrowDown');
  await keys.choose('Create new secret');
  await keys.assertInDialog('Your new secret');
  await storeSecret(keys);
  assert.equal(await keys.focused(), 'Actions for By keyboard', 'back to the menu of its row');
  await keys.choose('Extend the old secret');
  await keys.choose(/^Extend$/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.choose(/^Stop secret ending .... now/);
  await page.getByRole('button', { name: /^Extend/ }).waitFor({ state: 'detached' });
  await keys.until('document.activeElement?.tagName === "H1"');
  await keys.choose('Actions for By keyboard');
  await keys.choose(/^Revoke$/);
  await keys.choose('Revoke secret ending');
  await page.getByText('■ Revoked').waitFor();
  await keys.until('document.activeElement?.tagName === "H1"');
  await page.context().close();
});

async function storeSecret(keys: Keyboard): Promise<void> {
  await keys.choose('Download .env');
  await keys.choose('I have stored it');
}

test('a person is invited, uninvited, given another role and removed; the tenant requires two-step verification', async () => {
  const { tenantId } = all.tenant;
  const member = await createPerson(all.house, { tenantId, role: 'viewer', email: 'member@example.com' });
  const { page, keys } = await open(at('members'));
  await keys.choose('Invite a person');
  await keys.choose('Send invitation');
  await assertMended(page, keys, 'Enter an e-mail address', 'E-mail address');
  await page.keyboard.type('by-keyboard@example.com');
  await keys.reach('Developer');
  await keys.press('ArrowDown');
  await keys.choose('Send invitation');
  const invited = page.getByRole('row', { name: /by-keyboard@example\.com Finance Invited, 6 days left/ });
  await invited.waitFor();
  await keys.choose('Actions for by-keyboard@example.com');
  await keys.choose('Resend');
  await page.getByText('The earlier link no longer works.').waitFor();
  await keys.until(
    'document.activeElement?.getAttribute("aria-label") === "Actions for by-keyboard@example.com"',
  );
  await keys.press('Enter');
  await keys.choose('Cancel invitation');
  await invited.waitFor({ state: 'detached' });
  await keys.until('document.activeElement?.tagName === "H1"');
  await keys.choose(`Actions for ${member.email}`);
  await keys.choose('Change role');
  await keys.reach('Viewer');
  await keys.press('ArrowUp');
  await keys.press('ArrowUp');
  await keys.choose('Change role');
  await page.getByRole('row', { name: /member@example\.com Developer/ }).waitFor();
  await keys.choose(`Actions for ${member.email}`);
  await keys.choose(/^Remove$/);
  await keys.assertInDialog(`Remove ${member.email}`);
  await keys.choose(`Remove ${member.email}`);
  await page.getByRole('row', { name: /member@example\.com/ }).waitFor({ state: 'detached' });
  await keys.until('document.activeElement?.tagName === "H1"');
  await keys.choose(/^Settings$/);
  await keys.assertAt('Settings');
  await keys.choose('Security');
  await keys.choose('Require two-step verification');
  await keys.assertInDialog('Require two-step verification');
  await keys.choose('Set up yours first');
  await keys.assertAt('Account');
  await keys.choose('Set up an authenticator');
  await keys.type('Your password', PASSWORD);
  await keys.press('Enter');
  await keys.assertInDialog('Scan this with your authenticator app');
  await keys.choose('Confirm');
  await assertMended(page, keys, 'Enter the 6 numbers', 'Code from the app');
  await keys.press('Escape');
  assert.equal(await keys.focused(), 'Set up an authenticator');
  await keys.type('Current password', 'not it');
  await keys.choose('Change password');
  await assertMended(page, keys, 'Enter a new password', 'New password');
  await keys.reach('Match system');
  await keys.press('ArrowDown');
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'light');
  await page.context().close();
});

test('a tenant is made, topped up, priced, disabled and enabled', async () => {
  const { page, keys } = await open('/app/operator/tenants');
  await keys.choose('New tenant');
  await keys.choose('Create tenant');
  await assertMended(page, keys, 'Enter the name', 'Name');
  await page.keyboard.type('Keys Ltd');
  await keys.press('Enter');
  await keys.assertInDialog('Invite the owner');
  await keys.choose('Send invitation');
  await assertMended(page, keys, 'Enter an e-mail address', 'E-mail address of the owner');
  await keys.press('Escape');
  await keys.assertAt('Keys Ltd');
  await keys.assertAllReached();
  await keys.choose('Add credits');
  await keys.type('Credits', '1000');
  await keys.type('Reference', 'K-1');
  await keys.press('Enter');
  await assertMended(page, keys, 'Enter a reason', 'Reason');
  await page.keyboard.type('Paid');
  await keys.press('Enter');
  await page.getByRole('status').getByText('The balance is now 1,000 credits.').waitFor();
  await keys.choose('Change prices');
  await keys.reach('Security code by SMS');
  await keys.press('Control+a');
  await page.keyboard.type('35');
  await keys.press('Enter');
  await page.getByRole('status').getByText('apply within seconds').waitFor();
  for (const [button, state] of [
    ['Switch off', '■ Off'],
    ['Switch on', '● On'],
  ] as const) {
    await keys.choose(`${button} this tenant`);
    await keys.assertInDialog(`${button} Keys Ltd`);
    await keys.choose(`${button} Keys Ltd`);
    await page.getByText(state).waitFor();
  }
  await keys.choose(/^Tenants$/);
  await page.getByRole('row', { name: /^Keys Ltd On 1,000/ }).waitFor();
  await page.context().close();
});
