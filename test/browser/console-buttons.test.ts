// The buttons that each page of the console offers to each role, those in its menus too, as a table: what a role may not do, it is not
// offered. A page that is not in the table fails the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { makeLink, publishedText } from '../support/consumers/hosted.ts';
import { clientOf } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { createPerson } from '../support/people.ts';

const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer', 'operator'] as const;

//                   owner admin dev fin viewer operator
const BUTTONS: Record<string, Record<string, string>> = {
  overview: {},
  reports: {},
  'a report': { 'Open the document': 'oad---', 'More about this report': 'oad-v-', Erase: 'oa----' },
  links: {
    'Create link': 'oad---',
    Actions: 'oad---',
    'Send the link': 'oad---',
    'Cancel the link': 'oad---',
  },
  complaints: {},
  messages: { 'See the live messages': 'oa----' },
  bureaus: { 'See the live figures': 'oadfvp' },
  wallet: {},
  playground: { Send: 'oad---' },
  // It has every scope, and one of them is for owners.
  credentials: {
    'Create credential': 'oad---',
    Actions: 'oa----',
    'Rotate secret': 'o-----',
    Revoke: 'oa----',
  },
  requests: {},
  webhooks: { 'Add endpoint': 'oad---' },
  'an endpoint': {
    'Send a test event': 'oad---',
    'Send all that failed yesterday': 'oad---',
    Actions: 'oad---',
    Edit: 'oad---',
    'Rotate secret': 'oad---',
    'Recover events': 'oad---',
    Disable: 'oad---',
    'Delete endpoint': 'oad---',
  },
  members: { 'Invite a person': 'oa----', Actions: 'oa----', 'Change role': 'oa----', Remove: 'oa----' },
  settings: { 'Save name': 'o-----', 'Save retention': 'o-----', 'Save allowed origins': 'o-----' },
  'the hosted page': {
    'Save your page': 'o-----',
    'Create a test link': 'oa----',
    'Create link': 'oa----',
    'Save websites': 'o-----',
  },
  security: { 'Require two-step verification': 'o-----' },
  consent: { 'Write a text': 'o-----' },
  'a consent text': { 'Save draft': 'o-----' },
  alerts: { 'Save alerts': 'oa----' },
  audit: {},
};

/** They change what is shown, and nothing else. */
const LOOKING =
  /^(Copy|Today|\d+ days|Any time|Created|Download|Top up|Version|First page|Agreement|Problem|Only (by|about)|.*choose other dates|.*copy the)/;

let all: ConsoleHouse;
let browser: Browser;
/** Read as text: the types of the console are those of a browser. */
const LISTED = readFileSync(new URL('../../console/frame/pages.ts', import.meta.url), 'utf8').matchAll(
  /^ {2}page\(\s*'(\w+)'/gm,
);
const paths: Record<string, string> = Object.fromEntries([...LISTED].map(([, path = '']) => [path, path]));
before(async () => {
  all = await openConsoleHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000' });
  browser = await launchChromium();
  const { tenantId } = all.tenant;
  const client = await clientOf(all.house, all.tenant);
  const textId = await publishedText(all.house, tenantId);
  await makeLink(client, textId);
  const hook = { url: 'https://example.com/hook', mode: 'test' };
  const endpoint = await client.post(`/${tenantId}/v1/webhook-endpoints`, hook);
  // Apart from the hosted page: a page is known to be there by another heading.
  paths.security = 'settings/security';
  paths['a report'] = `reports/${(await client.generate()).body.data.creditReportId}`;
  paths['an endpoint'] = `webhooks/${endpoint.body.endpoint.id}`;
  paths['a consent text'] = `consent/${textId}`;
  paths['the hosted page'] = 'settings/hosted';
});
after(async () => {
  await browser?.close();
  await all?.close();
});

test('every page is in the table', () => {
  assert.deepEqual(Object.keys(BUTTONS).toSorted(), Object.keys(paths).toSorted());
});

test('each page offers each role the buttons of its row', async () => {
  const found: typeof BUTTONS = Object.fromEntries(Object.keys(paths).map((name) => [name, {}]));
  const { tenantId } = all.tenant;
  for (const [place, role] of ROLES.entries()) {
    const isOperator = role === 'operator';
    const person = await createPerson(all.house, { isOperator, ...(!isOperator && { tenantId, role }) });
    const page = await signInTo(browser, all.origin, person, { path: '/app/account' });
    await page.locator('main h1').waitFor();
    for (const [name, path] of Object.entries(paths)) {
      const row = found[name] ?? {};
      for (const button of await buttonsOf(page, `/app/${tenantId}/test/${path}`)) {
        const letters = [...(row[button] ?? '------')];
        letters[place] = isOperator ? 'p' : (role[0] ?? '');
        row[button] = letters.join('');
      }
    }
    await page.context().close();
  }
  assert.deepEqual(found, BUTTONS);
});

/** Once the page is there, and everything on it is loaded. */
async function buttonsOf(page: Page, path: string): Promise<Set<string>> {
  const before = await page.locator('main h1').first().textContent();
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const titles = page.locator('main h1').filter({ hasNotText: 'Loading' });
  await titles
    .filter({ hasNotText: before ?? '' })
    .first()
    .waitFor();
  const loading = page.locator('main .loading, main .skeleton, main [aria-busy=true]');
  await loading.first().waitFor({ state: 'detached' });
  const names = await page
    .locator('main button, main a.button')
    .evaluateAll((buttons) =>
      buttons.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
    );
  const offered = names.filter((name) => !LOOKING.test(name));
  return new Set(offered.map((name) => name.replace(/^Actions for .*/, 'Actions')));
}
