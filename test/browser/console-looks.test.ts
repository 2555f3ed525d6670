// Every page of the console, with hostile names wherever a name can be, in light, in dark and at 320 px: no accessibility violation, no
// horizontal scrolling, no other host, no stray word, and no script injection. One walk: each page is opened once and checked in all three.
// Also the downloaded files.
// Alone: it takes long.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { CONSOLE_PAGES, consolePageOf } from '../support/browser/console-pages.ts';
import { fillWithHostileNames, HOSTILE, type HostileScene } from '../support/bureaus/hostile-names.ts';
import { askAt } from '../support/consumers/hosted.ts';
import { readCsv } from '../support/formats/csv.ts';
import { after, before, test } from '../support/long.ts';
import { openBrowser, PASSWORD, signIn } from '../support/people.ts';
import { assertEveryLook, COLOUR_RULES, dress, LOOKS, watchContext } from './axe.ts';

const BANNED = /\b(please|sorry|oops|invalid|successfully)\b|!/i;
const PAGES_SEEN = 73;

let all: ConsoleHouse;
let browser: Browser;
let scene: HostileScene;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
  scene = await fillWithHostileNames(all);
});
after(async () => {
  await browser?.close();
  await all?.close();
});

/** Checks the open page; `shows` are names that must be on it, as text. */
type LookAt = (name: string, shows?: readonly string[]) => Promise<void>;
/** Navigates within the console as its links do, without a reload. */
type Go = (path: string, title: string) => Promise<void>;
type Visit = { page: Page; go: Go; lookAt: LookAt; press: (name: string | RegExp) => Promise<void> };

const at = (path: string, mode = 'test'): string => `/app/${all.tenant.tenantId}/${mode}/${path}`;

test('every page of the console is accessible, fits and stays text in light, in dark and at 320 px', async (t) => {
  const options = { ...LOOKS.light, userAgent: HOSTILE[1] ?? '' };
  const page = await signInTo(browser, all.origin, all.owner, { options, path: at('overview', 'live') });
  const watch = watchContext(page.context(), all.origin);
  // What a name would open if it were executed.
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  const seen: string[] = [];
  const paths = new Set<string>();
  const check = async (nth: number, name: string, shows: readonly string[] = []) => {
    await settled(page);
    await assertEveryLook(page, nth, COLOUR_RULES, async (look) => {
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/${look}-${name}.png`, fullPage: true });
    }).finally(() => dress(page, 'light'));
    const text = `${await page.title()}\n${await page.locator('body').innerText()}`;
    for (const one of shows) assert.ok(text.includes(one), `${one} is not on ${name}`);
    const own = HOSTILE.reduce((left, one) => left.replaceAll(one, ''), text);
    assert.doesNotMatch(own, BANNED, name);
  };
  // A subtest a page: one that fails keeps none of the others from being looked at.
  const lookAt: LookAt = (name, shows) => {
    const nth = seen.push(name);
    paths.add(consolePageOf(new URL(page.url()).pathname));
    return t.test(name, () => check(nth, name, shows));
  };
  const go: Go = async (path, title) => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await heading(page, title);
  };
  const press = (name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const visit: Visit = { page, go, lookAt, press };
  await walkTheReports(visit);
  await walkTheTenant(visit);
  await walkTheLinks(visit);
  await walkThePlayground(visit);
  await walkTheDialogs(visit);
  await walkTheAccount(visit);
  await walkTheOperator(visit);
  assert.equal(new Set(seen).size, PAGES_SEEN, seen.join());
  assert.ok(CONSOLE_PAGES.length > 20, 'the list is read');
  assert.deepEqual(
    CONSOLE_PAGES.filter((path) => !paths.has(path)),
    [],
    'pages that no walk looks at',
  );
  assert.equal(await page.locator('main b, main img').count(), 0, 'no name became an element');
  // An invalid id, and a refused request.
  watch.assertClean(/the server responded with a status of 40[04]/);
  await page.context().close();
});

async function settled(page: Page): Promise<void> {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

async function walkTheReports({ page, go, lookAt, press }: Visit): Promise<void> {
  await heading(page, 'Overview');
  await lookAt('overview-live');
  await go(at('overview'), 'Overview');
  await lookAt('overview');
  await go(`/app/${scene.freshId}/test/overview`, 'Make your first call');
  await lookAt('overview-first-day');
  await page.getByText(/^This made a test token/).waitFor();
  await press('Run it here');
  await page.getByText('Open this report').waitFor();
  await lookAt('overview-first-call');
  await go(at('reports'), 'Reports');
  await lookAt('reports', HOSTILE);
  await go(`${at('reports')}?referenceStart=${encodeURIComponent(HOSTILE[1] ?? '')}`, 'Reports');
  await lookAt('reports-found', [HOSTILE[1] ?? '']);
  await go(at('reports', 'live'), 'Reports');
  await lookAt('reports-live');
  await go(at(`reports/${scene.reportId}`), HOSTILE[4] ?? '');
  await lookAt('report');
  await go(at(`reports/${scene.waitingId}`), 'A. S—, 1985, LS1');
  await page.getByText('Waiting for the code').waitFor();
  await lookAt('report-waiting');
  for (const [name, id, mode, title, shows] of [
    ['report-open', scene.reportId, 'test', HOSTILE[4], HOSTILE.slice(4)],
    ['report-open-live', scene.liveId, 'live', HOSTILE[2], HOSTILE],
  ] as const) {
    await go(at(`reports/${id}`, mode), title ?? '');
    if (mode === 'live') {
      await press('Open the document');
      await page.getByRole('alert').getByText('Choose why you open it').waitFor();
      await lookAt('report-without-a-reason', HOSTILE.slice(2, 3));
      await page.getByLabel('Reason').selectOption('complaint');
    }
    await press('Open the document');
    await page.getByText('Total debt').waitFor();
    await lookAt(name, shows);
  }
  await go(at(`reports/${encodeURIComponent(HOSTILE[0] ?? '')}`), 'Report');
  await page.getByRole('alert').waitFor();
  await lookAt('report-of-no-id');
}

async function walkTheTenant({ page, go, lookAt }: Visit): Promise<void> {
  await go(at('wallet', 'live'), 'Wallet');
  await page.getByText('Show as a table').click();
  await page.getByText('Prices').click();
  await page.locator('button.opens-row').first().click();
  await lookAt('wallet', HOSTILE);
  await go(at('messages'), 'Messages');
  await lookAt('messages-test');
  await go(at('messages', 'live'), 'Messages');
  await page.getByRole('table').waitFor();
  await lookAt('messages');
  await go(at('bureaus'), 'Bureaus');
  await lookAt('bureaus-test');
  await go(at('bureaus', 'live'), 'Bureaus');
  await page.getByText('How each answered').waitFor();
  await lookAt('bureaus');
  await go(at('requests'), 'Requests');
  await page.locator('tbody .row-link').first().waitFor();
  await lookAt('requests', HOSTILE.slice(0, 1));
  await page
    .getByRole('row', { name: /firstName/ })
    .first()
    .getByRole('link')
    .click();
  await page.getByRole('heading', { name: /^\d problems?$/ }).waitFor();
  await lookAt('request', HOSTILE.slice(0, 1));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await go(`${at('requests')}?code=${encodeURIComponent(HOSTILE[0] ?? '')}`, 'Requests');
  await lookAt('requests-of-a-code', HOSTILE.slice(0, 1));
  await go(at('credentials'), 'Credentials');
  await lookAt('credentials', HOSTILE);
  await go(at('webhooks'), 'Webhooks');
  await lookAt('webhooks', HOSTILE);
  await page.getByRole('link', { name: HOSTILE[4] ?? '' }).click();
  await heading(page, HOSTILE[4] ?? '');
  await lookAt('webhook');
  await go(at('alerts'), 'Alerts');
  await lookAt('alerts');
  await page.getByRole('button', { name: /^Needs attention/ }).click();
  await page.locator('.bell').getByText('All clear.').waitFor();
  await lookAt('bell');
  await page.keyboard.press('Escape');
  await go(at('members'), 'Members');
  await lookAt('members', HOSTILE);
  await go(at('audit'), 'Audit log');
  await page.locator('table summary').first().click();
  await lookAt('audit', [HOSTILE[0] ?? '', ...HOSTILE.slice(2)]);
}

async function walkTheLinks({ page, go, lookAt, press }: Visit): Promise<void> {
  await go(at('links'), 'Links');
  await lookAt('links-first');
  await go(at('consent'), 'Consent texts');
  await press('Write a text');
  await page.getByLabel('Name').fill(HOSTILE[4] ?? '');
  await press('Continue');
  await heading(page, HOSTILE[4] ?? '');
  await page.getByText('Blanks are left').waitFor();
  await lookAt('consent-text');
  await page.getByLabel('Text', { exact: true }).fill(HOSTILE.join('\n\n'));
  await press('Save draft');
  await press('Publish as version 1');
  await page.getByRole('button', { name: 'Version 1' }).waitFor();
  await go(at('consent'), 'Consent texts');
  await lookAt('consent', HOSTILE.slice(4, 5));
  await go(at('links'), 'Links');
  await press('Create link');
  await page.getByLabel('Your reference').fill(HOSTILE[4] ?? '');
  await lookAt('link-form');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('heading', { name: 'The link is ready' }).waitFor();
  await lookAt('link-made');
  await press('Done');
  await page.locator('main td').getByText('Not opened').first().waitFor();
  await lookAt('links', HOSTILE.slice(4, 5));
  await page.locator('main tbody a').first().press('Enter');
  await page.getByText('Text shown').waitFor();
  await page.getByText('Changed by the consumer').waitFor();
  await lookAt('link');
  const linkId = new URL(page.url()).pathname.split('/').pop() ?? '';
  await page.keyboard.press('Escape');
  await go(at('complaints'), 'Complaints');
  await lookAt('complaints-none');
  await askAt(all.house, linkId, { text: HOSTILE.join('\n'), contact: HOSTILE[0] ?? '' });
  await page.reload();
  await page.locator('main tbody button').first().click();
  await press('Read what they wrote');
  await page.getByRole('heading', { name: 'What they wrote' }).waitFor();
  await lookAt('complaint', HOSTILE);
  await press('Close as rejected');
  await page.getByRole('dialog').getByText('Rejected').waitFor();
  await page.keyboard.press('Escape');
}

async function walkThePlayground({ page, go, lookAt, press }: Visit): Promise<void> {
  await go(at('playground'), 'Playground');
  await lookAt('playground');
  await page.getByLabel('Body, as JSON').fill('{');
  await press('Send');
  await lookAt('playground-wrong');
  await page.getByLabel('Body, as JSON').fill(JSON.stringify({ test: true, [HOSTILE[1] ?? '']: 1 }));
  await press('Send');
  await page.getByText(/^400 · validation-error/).waitFor();
  await lookAt('playground-refused');
  await page.getByLabel('Challenge').check();
  await press('Send');
  await press('Wrong code');
  await page.getByText('Retry (2 left)').waitFor();
  await lookAt('playground-code');
  await go(at('playground', 'live'), 'Playground');
  await lookAt('playground-live');
}

async function walkTheDialogs({ page, go, lookAt, press }: Visit): Promise<void> {
  const close = () => page.keyboard.press('Escape');
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  await go(at('credentials'), 'Credentials');
  await press('Create credential');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await inDialog('Create credential');
  await lookAt('credential-wrong');
  await close();
  await press(/^Actions for/);
  await lookAt('credentials-menu');
  await press('Rotate secret');
  await lookAt('rotate');
  await press('Create new secret');
  await page.getByRole('heading', { name: 'Your new secret' }).waitFor();
  await lookAt('secret');
  await press('Download .env');
  await press('I have stored it');
  await page.getByRole('button', { name: /^Extend/ }).waitFor();
  await lookAt('credentials-overlap');
  await press(/^Extend/);
  await lookAt('extend');
  await close();
  await press(/^Actions for/);
  await press('Revoke');
  await lookAt('revoke');
  await go(at('members'), 'Members');
  await press('Invite a person');
  await press('Send invitation');
  await lookAt('invite-wrong');
  await close();
  await press(/^Actions for/);
  await press('Change role');
  await lookAt('role');
  await close();
  await press(/^Actions for/);
  await press('Remove');
  await lookAt('remove-member', HOSTILE.slice(0, 1));
  await close();
  await go(at('settings'), 'Settings');
  await lookAt('settings');
  await page.getByLabel('Days').fill('1');
  await press('Save retention');
  await lookAt('retention-shorter');
  await close();
  await go(at('settings/hosted'), 'Settings');
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await lookAt('settings-hosted');
  await go(at('settings/security'), 'Settings');
  await press('Require two-step verification');
  await lookAt('require-two-step');
}

async function walkTheAccount({ page, go, lookAt, press }: Visit): Promise<void> {
  await go('/app/me', 'Account');
  await press('Change password');
  await lookAt('account', HOSTILE.slice(0, 2));
  await press('Set up an authenticator');
  await page.getByLabel('Your password').fill(PASSWORD);
  await press('Continue');
  await page.getByAltText('QR code for the authenticator app').waitFor();
  await lookAt('authenticator');
  await go(at('reports'), 'Reports');
  await press(/^Search/);
  await lookAt('command-box');
  await page.keyboard.press('Escape');
  await press('API calls on this page');
  await page.getByRole('row', { name: /credit-reports\?test=true.* 200/ }).waitFor();
  await lookAt('calls-of-the-page');
  await page.keyboard.press('Escape');
  await go('/app/nowhere', 'There is no such page');
  await lookAt('nowhere');
  await press(/^Tenant: /);
  await lookAt('tenant-menu', ['Fresh']);
}

async function walkTheOperator({ page, go, lookAt, press }: Visit): Promise<void> {
  await go('/app/operator/tenants', 'Tenants');
  await lookAt('tenants', HOSTILE);
  await press('New tenant');
  await press('Create tenant');
  await lookAt('tenant-wrong');
  await page.getByLabel('Name').fill(HOSTILE[1] ?? '');
  await press('Create tenant');
  await page.getByRole('heading', { name: 'Invite the owner' }).waitFor();
  await lookAt('tenant-owner', HOSTILE.slice(1, 2));
  await press('Skip for now');
  await heading(page, HOSTILE[1] ?? '');
  await lookAt('tenant-without-owner', HOSTILE.slice(1, 2));
  await go(`/app/operator/tenants/${all.tenant.tenantId}`, HOSTILE[4] ?? '');
  await lookAt('tenant', HOSTILE);
  await press('Add credits');
  await page.getByRole('dialog').getByRole('button', { name: 'Add credits' }).click();
  await lookAt('top-up-wrong');
  await page.keyboard.press('Escape');
  await press('Change prices');
  await page.getByLabel('Security code by SMS').fill('many');
  await press('Save prices');
  await lookAt('prices-wrong');
  await page.keyboard.press('Escape');
  await press('Switch off this tenant');
  await lookAt('switch-off', HOSTILE.slice(4));
  await go('/app/operator/providers', 'Providers');
  await lookAt('providers');
  await go('/app/operator/audit', 'Service audit log');
  await lookAt('service-audit', HOSTILE);
  await page.goto(`${all.origin}/app/signed-out`);
  await heading(page, 'You are signed out');
  await lookAt('signed-out');
}

test('no name in a downloaded file is a formula, and none breaks out of its cell', async () => {
  const person = await signIn(openBrowser(all.house), all.owner);
  const api = `/${all.tenant.tenantId}/v1`;
  for (const [path, column] of [
    [`${api}/billing/transactions`, 'reference'],
    [`${api}/audit-entries`, 'actorName'],
    [`${api}/credit-reports`, 'externalReference'],
    [`${api}/requests`, 'credentialName'],
    ['/v1/operator/audit-entries', 'actorName'],
  ] as const) {
    const { status, text } = await person.get(path, { accept: 'text/csv' });
    assert.equal(status, 200);
    const [head = [], ...rows] = readCsv(text);
    assert.ok(rows.length >= HOSTILE.length && head.includes(column), head.join());
    for (const row of rows) {
      assert.equal(row.length, head.length, row.join('|'));
      for (const cell of row) assert.ok(!/^[=+@\t\r]|^-(?!\d+$)/.test(cell), cell);
    }
    assert.ok(text.includes(HOSTILE[0] ?? ''), path);
  }
  const { text } = await person.get(`${api}/billing/transactions`, { accept: 'text/csv' });
  const cells = new Set(readCsv(text).flat());
  for (const name of HOSTILE) assert.ok(cells.has(name === '=1+1' ? "'=1+1" : name), name);
});
