// Webhooks, alerts and the bell of the console, in a real browser, with a real receiver: every action by keyboard alone, the secret shown once,
// and axe looks at each state.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { createKeyboard, type Keyboard } from '../support/browser/keyboard.ts';
import { type Client, clientOf, createTenant, sql, type Tenant } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson, type TestPerson } from '../support/people.ts';
import { until } from '../support/waiting.ts';
import { isSigned, ok, openReceiver, type Receiver, status } from '../support/webhooks/receiver.ts';
import { registerEndpoint } from '../support/webhooks/webhooks.ts';
import { createLookAt } from './axe.ts';

let all: ConsoleHouse;
let browser: Browser;
let receiver: Receiver;
let client: Client;
before(async () => {
  all = await openConsoleHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  browser = await launchChromium();
  receiver = await openReceiver();
  client = await clientOf(all.house, all.tenant);
});
after(async () => {
  await browser?.close();
  await receiver?.close();
  await all?.close();
});

const at = (path: string, mode = 'test', { tenantId } = all.tenant as Tenant): string =>
  `/app/${tenantId}/${mode}/${path}`;

async function open(path: string, who: TestPerson = all.owner, width = 1280) {
  const options = { viewport: { width, height: 900 }, reducedMotion: 'reduce' as const };
  const page = await signInTo(browser, all.origin, who, { path, options });
  await page.locator('h1').waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  return { page, keys: createKeyboard(page) };
}

/** Sends until nothing is due. */
async function deliver(): Promise<void> {
  await until('nothing is due', async () => (await all.house.service.deliverer.runOnce()) === 0);
}

const typesGot = (): string[] => receiver.got.map(({ body }) => body.type);

async function storeSecret(page: Page, keys: Keyboard): Promise<string> {
  await keys.assertInDialog('Your new secret');
  const secret = (await page.locator('[data-secret] code').textContent()) ?? '';
  await keys.press('Escape');
  await keys.press('Escape');
  await keys.assertInDialog('Your new secret');
  await keys.choose('Download .env');
  await keys.choose('I have stored it');
  return secret;
}

async function choose(keys: Keyboard, action: string): Promise<void> {
  await keys.choose('Actions for this endpoint');
  await keys.choose(new RegExp(`^${action}$`));
}

test('an endpoint is added, tried, replayed, rotated, disabled, enabled, recovered and deleted by keyboard alone', async () => {
  const { page, keys } = await open(at('webhooks'));
  await keys.choose('Add endpoint');
  await keys.assertInDialog('Add endpoint');
  await keys.type('Address', 'https://10.0.0.1/hook');
  await keys.press('Enter');
  // The service's own words, beside the field and in the summary that has the focus.
  await page.getByRole('alert').getByText('Address must have a host with a public address').waitFor();
  await keys.choose('Address must have');
  await keys.press('Control+a');
  await page.keyboard.type(receiver.url);
  await keys.type('Description', 'Case system');
  await keys.reach('Test');
  await keys.press('Enter');
  const secret = await storeSecret(page, keys);
  await keys.assertAt('Case system');
  assert.match(secret, /^whsec_/);
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once');

  await keys.choose('Send a test event');
  await keys.assertInDialog('ping');
  await deliver();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('● Delivered').waitFor();
  await drawer.getByText('thanks').waitFor();
  assert.deepEqual(typesGot(), ['ping']);
  const [ping] = receiver.got;
  assert.ok(ping !== undefined && isSigned(secret, ping.text, ping.headers));
  await drawer.getByText(`webhook-id: ${ping.id}`).waitFor();
  await keys.assertAllReached();
  await keys.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await client.generate({ externalReference: 'case-7001' });
  await deliver();
  await page.getByRole('link', { name: 'report.completed' }).waitFor();
  await keys.choose(/^report\.completed$/);
  await keys.assertInDialog('report.completed');
  const address = page.url();
  await drawer.getByText('case-7001').waitFor();
  await keys.choose('Replay');
  // The replay is a delivery of its own.
  await page.waitForURL((url) => url.href !== address);
  await drawer.locator('.lead', { hasText: 'sent again' }).waitFor();
  await deliver();
  await drawer.getByText('● Delivered').waitFor();
  const [, first, again] = receiver.got;
  assert.equal(again?.id, first?.id, 'seen at the receiver, under the same id');
  await page.goto(address);
  await page.getByRole('dialog').getByText('case-7001').waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await choose(keys, 'Rotate secret');
  await keys.reach('24 hours');
  await keys.press('ArrowDown');
  await keys.choose('Create new secret');
  const next = await storeSecret(page, keys);
  await keys.choose('Extend the old secret');
  await keys.choose(/^Extend$/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.choose('Send a test event');
  await keys.assertInDialog('ping');
  await deliver();
  const both = receiver.got.at(-1);
  assert.ok(both && isSigned(secret, both.text, both.headers) && isSigned(next, both.text, both.headers));
  await keys.press('Escape');
  await keys.choose(/^Stop secret ending .... now/);
  await page.getByText('Both secrets sign').waitFor({ state: 'detached' });

  await choose(keys, 'Disable');
  await keys.choose(/^Disable$/);
  await page.getByText('Disabled by a person').waitFor();
  await client.generate();
  await client.generate();
  await page.reload();
  await page.getByText('2 events missed so far').waitFor();
  await keys.choose(/^Enable$/);
  await keys.assertInDialog('Enable Case system');
  await keys.choose(/^Enable$/);
  await page.getByRole('heading', { name: 'Recovery under way' }).waitFor();
  await page.getByText('0 of 2 delivered').waitFor();
  await deliver();
  await page.getByText('2 of 2 delivered').waitFor();
  await page.getByRole('heading', { name: 'Recovery finished' }).waitFor();

  const got = receiver.got.length;
  await choose(keys, 'Recover events');
  await keys.choose('Preview');
  await page.getByText('Nothing to send in this period.').waitFor();
  await keys.reach('Only what was never delivered');
  await keys.press('Space');
  await keys.choose('Preview');
  await page.getByText('3 events to send.').waitFor();
  await keys.choose('Send 3 events');
  await page.getByRole('progressbar', { name: 'Recovery under way' }).waitFor();
  await keys.choose('Cancel the recovery');
  await page.getByRole('heading', { name: 'Recovery cancelled' }).waitFor();
  await deliver();
  assert.equal(receiver.got.length, got, 'what was cancelled is not sent');

  await keys.choose('Delete endpoint');
  await keys.assertInDialog('Delete Case system');
  await keys.choose('Delete endpoint');
  await keys.assertAt('Webhooks');
  await page.getByText('No endpoints yet.').waitFor();
  await page.context().close();
});

const everyLook = createLookAt('webhooks');
async function look(page: Page, name: string): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await everyLook(page, name, [390]);
}

test('each state of an endpoint says what is the matter, is accessible, and its log is filtered', async () => {
  const { house } = all;
  const tenant = await createTenant(house, { balanceCredits: 100_000 });
  const owner = await createPerson(house, { tenantId: tenant.tenantId, role: 'owner' });
  const own = await clientOf(house, tenant);
  const { id } = await registerEndpoint(own, receiver.url, { mode: 'test', asymmetric: true });
  const live = await registerEndpoint(own, 'https://example.com/live', { types: ['report.completed'] });
  const twin = await registerEndpoint(own, 'https://example.com/live', { types: ['report.failed'] });
  receiver.answer = status(500);
  await own.generate();
  await deliver();
  receiver.answer = ok;
  await own.generate();
  await own.post(`/${tenant.tenantId}/v1/webhook-endpoints/${id}/test`, {});
  await sql(
    house,
    `update webhook_health set failing_since = clock_timestamp() - interval '2 hours', failures = 3 where endpoint_id = $1`,
    [id],
  );
  const { page } = await open(at('webhooks', 'live', tenant), owner);
  await page.getByText('▲ Failing').waitFor();
  await page.goto(`${all.origin}${at(`webhooks/${twin.id}`, 'live', tenant)}`);
  await page.getByText('has it too. It gets an event once for each endpoint.').waitFor();
  await page.getByRole('link', { name: `Endpoint ${live.id.slice(-4)}` }).click();
  await page.getByRole('link', { name: `Endpoint ${twin.id.slice(-4)}` }).waitFor();
  await page.goto(`${all.origin}${at('webhooks', 'live', tenant)}`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Choose').click();
  await page.getByText('The code was right.').waitFor();
  await look(page, 'webhook-add');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '127.0.0.1' }).click();
  await page.getByText('Failing since').waitFor();
  assert.match(page.url(), /\/test\/webhooks\//, 'an endpoint knows its own mode');
  await page.getByText('3 failed tries. Unless one succeeds, it is disabled on').waitFor();
  await look(page, 'webhook-failing');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('ping');
  await page.getByRole('link', { name: 'report.completed' }).first().waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'ping' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Result').selectOption('due');
  const retried = page.getByRole('row', { name: /report\.completed Trying again 500/ });
  await retried.getByRole('link').click();
  await page.getByRole('dialog').getByText('Try 1').waitFor();
  await look(page, 'delivery');
  await page.keyboard.press('Escape');
  await sql(
    house,
    `update webhook_endpoints set state = 'disabled', disabled_reason = 'failing', missed_since = clock_timestamp() - interval '1 day'
     where id = $1`,
    [id],
  );
  await page.reload();
  await page.getByText('Disabled after five days without a success').waitFor();
  await look(page, 'webhook-disabled');
  await page.context().close();

  // Who sees test mode only, and who sees none of it.
  const developer = await createPerson(house, { tenantId: tenant.tenantId, role: 'developer' });
  const dev = await open(at('webhooks', 'test', tenant), developer);
  await dev.page.getByText('■ Disabled').waitFor();
  assert.equal(await dev.page.getByText('example.com/live').count(), 0);
  await dev.page.getByRole('button', { name: 'Add endpoint' }).click();
  await dev.page.getByText('Test events only: your role does not include live mode.').waitFor();
  await dev.page.context().close();
  const viewer = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  const seen = await open(at('webhooks', 'test', tenant), viewer);
  await seen.page.getByText('cannot see webhooks').waitFor();
  assert.equal(await seen.page.getByRole('link', { name: 'Webhooks' }).count(), 0);
  await seen.page.context().close();
});

test('the bell tells what needs attention, once to each person, as the overview does; alerts are set by keyboard', async () => {
  const { house } = all;
  const tenant = await createTenant(house, { balanceCredits: 1_000 });
  const { tenantId } = tenant;
  const owner = await createPerson(house, { tenantId, role: 'owner' });
  const { page, keys } = await open(at('alerts', 'test', tenant), owner);
  await page.getByText('No thresholds are set.').waitFor();
  await keys.type('Credits', 'many');
  await keys.choose('Save alerts');
  await page.getByRole('alert').getByText('Enter up to 10 numbers').waitFor();
  await keys.choose('Enter up to 10');
  await keys.press('Control+a');
  await page.keyboard.type('2000, 500');
  await keys.type('Credits within an hour', '5000');
  await keys.type('Percent not delivered', '20');
  await keys.choose('Save alerts');
  await page.getByRole('row', { name: 'Fewer than 2,000 credits available Fired' }).waitFor();
  await page.getByRole('row', { name: '20 % or more of the texts of an hour not delivered Clear' }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const bell = page.getByRole('button', { name: /^Needs attention/ });
  const badge = page.locator('.badge');
  await badge.waitFor();
  await page
    .getByRole('status')
    .getByText(/new, needs attention$/)
    .waitFor({ state: 'attached' });
  await keys.choose(/^Needs attention: \d+, \d+ new$/);
  await page.getByRole('link', { name: 'The balance runs low' }).waitFor();
  const items = await page.locator('.bell .attention li').allInnerTexts();
  await look(page, 'bell');
  await keys.press('Escape');
  assert.match(await keys.focused(), /^Needs attention: \d+$/, 'seen, and back at the bell');
  await page.reload();
  await bell.waitFor();
  assert.equal(await badge.count(), 0, 'it stays seen');

  const own = await clientOf(house, tenant);
  const { id } = await registerEndpoint(own, 'https://example.com/hook');
  await sql(
    house,
    `update webhook_endpoints set state = 'disabled', disabled_reason = 'gone', missed_since = clock_timestamp() where id = $1`,
    [id],
  );
  await page.reload();
  await page.getByRole('button', { name: `Needs attention: ${items.length + 1}, 1 new` }).waitFor();
  await keys.choose(/^Needs attention/);
  await keys.choose('A webhook endpoint is disabled');
  await heading(page, 'example.com');
  assert.match(page.url(), new RegExp(`/live/webhooks/${id}$`));
  await page.goto(`${all.origin}${at('overview', 'live', tenant)}`);
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await until('the overview has the same', async () => {
    const shown = await page.locator('main .attention li').allInnerTexts();
    return shown.length === items.length + 1;
  });
  await page.context().close();

  const finance = await createPerson(house, { tenantId, role: 'finance' });
  const read = await open(at('alerts', 'live', tenant), finance);
  await read.page.getByRole('row', { name: /2,000 credits/ }).waitFor();
  assert.equal(await read.page.getByRole('button', { name: 'Save alerts' }).count(), 0);
  await read.page.context().close();
});
