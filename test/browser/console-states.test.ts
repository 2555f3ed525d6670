// The console in states that mislead if they are wrong: a failure, no connection, no permission, signed out, a token that expires in two
// windows at once, a live report reached from test mode; and the words of a document and of the request log.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import {
  type ConsoleHouse,
  fillSignIn,
  heading,
  openConsoleHouse,
  signInTo,
} from '../support/browser/console-house.ts';
import { clientOf, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE } from '../support/money.ts';
import { createPerson } from '../support/people.ts';
import { assertAccessible, createLookAt, watchContext } from './axe.ts';

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

test('the changes name judgments, insolvencies and notices that are new, and those that are gone', async () => {
  const client = await clientOf(all.house, all.tenant);
  const ids: string[] = [];
  for (const mobileNumber of ['+447700900123', '+447700900217', '+447700900123']) {
    const made = await client.generate({ firstName: 'Idwal', mobileNumber });
    ids.push(made.body.data.creditReportId);
  }
  for (const [id, words] of [
    [ids[1], ['New judgment', 'New insolvency', 'New notice']],
    [ids[2], ['Gone', 'Notice removed']],
  ] as const) {
    const page = await signInTo(browser, all.origin, all.owner, { path: at(`reports/${id}`) });
    await page.getByRole('button', { name: 'Open the document' }).click();
    await page.getByRole('link', { name: 'Changes' }).click();
    for (const word of words) await page.getByRole('rowheader', { name: word }).first().waitFor();
    await assertAccessible(page);
    await page.context().close();
  }
});

test('a viewer sees what happened to a live report and its person masked; a developer sees no live report', async () => {
  const client = await clientOf(all.house, all.tenant);
  const made = await client.generate({ test: undefined, externalReference: 'case-7' });
  const path = at(`reports/${made.body.data.creditReportId}`, 'live');
  const { tenantId } = all.tenant;
  const viewer = await createPerson(all.house, { tenantId, role: 'viewer' });
  const page = await signInTo(browser, all.origin, viewer, { path });
  await page
    .locator('.timeline')
    .getByText(/^Complete, 300 credits/)
    .waitFor();
  await page.getByText('Your role cannot open documents.').waitFor();
  await page.getByText('A. S—, 1985, LS1').waitFor();
  await heading(page, 'case-7');
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

/**
 * As bureaus would have it: two start dates, a search of another year, four years and nine months at an address; a PCP with another
 * birthday at Equifax, which was asked for a folded name and sent records of other people.
 */
async function withOddDocument(page: Page): Promise<void> {
  await page.route('**/v1/credit-reports/*?reason=*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { residencies, consumerData, previousSearches, coverage } = body.data.creditReport;
    Object.assign(residencies[0], { yearsAtAddress: 4, monthsAtAddress: 9 });
    previousSearches.providers = [{ companyName: 'Looker', records: [{ date: '2024-03-05' }] }];
    const pence = { amount: 557_100, currency: 'GBP' };
    Object.assign(consumerData.records[0], { product: 'pcp', balloon: pence, defaultBalance: pence });
    consumerData.records[0].bureaus = [{ id: 'equifax', ref: 'E-1', typeCode: 'CP', birthdayDiffers: true }];
    Object.assign(coverage.bureaus[0], {
      altered: [{ field: '/firstName', sent: 'Zoe', change: 'folded' }],
      leftOut: [{ reason: 'another-person', accounts: 3, searches: 0 }],
      notes: ['records-missing'],
    });
    consumerData.records[0].disagreements = [
      {
        field: 'startDate',
        values: [
          { bureau: 'equifax', value: '2021-02-01' },
          { bureau: 'experian', value: '2021-03-01' },
        ],
      },
      { field: 'accountType', values: [{ bureau: 'equifax', value: 'hire-purchase' }] },
    ];
    await route.fulfill({ response: answer, json: body });
  });
}

test('a live report is live wherever it is opened from: badge, reason and audit entry', async () => {
  const { tenantId } = all.tenant;
  const client = await clientOf(all.house, all.tenant);
  const id: string = (await client.generate({ test: undefined })).body.data.creditReportId;
  await all.house.service.flushed();
  const page = await signInTo(browser, all.origin, all.owner, { path: at('wallet') });
  await withOddDocument(page);
  const link = () => page.locator(`a[href$="/reports/${id}"]`).first();
  const ways: [name: string, open: () => Promise<unknown>][] = [
    ['the wallet', () => link().click()],
    [
      'the request log',
      async () => {
        await page.goto(`${all.origin}${at(`requests?modes=both&reportId=${id}`)}`);
        await page.locator('tbody .row-link').first().click();
        await link().click();
      },
    ],
    [
      'the search',
      async () => {
        await page.goto(`${all.origin}${at('overview')}`);
        await page.getByRole('button', { name: /^Search/ }).click();
        await page.getByRole('combobox').fill(id);
        await page.keyboard.press('Enter');
      },
    ],
    ['the address bar', () => page.goto(`${all.origin}${at(`reports/${id}`)}`)],
  ];
  for (const [name, open] of ways) {
    await open();
    await page.waitForURL(`**${at(`reports/${id}`, 'live')}`);
    await page.locator('.modes [aria-current].live').waitFor();
    assert.equal(await page.locator('.frame.mode-test').count(), 0, name);
    await page.getByRole('button', { name: 'Open the document' }).click();
    await page.getByRole('alert').getByText('Choose why you open it').waitFor();
  }
  await page.getByLabel('Reason').selectOption('complaint');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByText('Looker 5 Mar 2024').waitFor();
  await page.getByText('4 years 9 months').waitFor();
  const account = page.locator('article.account').filter({ hasText: 'PCP (personal contract purchase)' });
  await account.getByText('Equifax has another date of birth on this account.').waitFor();
  await account.getByRole('button', { name: /^Details of/ }).click();
  assert.match(await account.innerText(), /Final payment\s+£5,571[\s\S]*Amount at default\s+£5,571/);
  await page.getByText('Equifax sent 3 accounts that it marks as other people’s.').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Sources' }).click();
  await page.getByText('Equifax was asked for “Zoe” as the first name').waitFor();
  await page.getByText('Equifax counts more records than it sent.').waitFor();
  await page.getByRole('row', { name: /PCP \(personal contract purchase\) Equifax E-1 CP/ }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Disagreements' }).click();
  await page.getByRole('row', { name: /Started 1 February 2021 1 March 2021/ }).waitFor();
  await page.getByRole('row', { name: /Type Car finance or hire purchase –/ }).waitFor();
  const seen = await sql(
    all.house,
    "select after::json->>'reason' as reason from audit_entries where tenant_id = $1 and action = 'report-seen' and object_id = $2",
    [tenantId, id],
  );
  assert.deepEqual(seen, [{ reason: 'complaint' }]);

  const tried: string = (await client.generate()).body.data.creditReportId;
  await page.goto(`${all.origin}${at(`reports/${tried}`, 'live')}`);
  await page.waitForURL(`**${at(`reports/${tried}`)}`);
  await page.locator('.modes [aria-current].test').waitFor();
  await page.context().close();
});

test('the request log says why each call was refused, and the owner who looks at the members is active', async () => {
  const client = await clientOf(all.house, all.tenant);
  await client.generate({ firstName: undefined });
  await client.get(`/${all.tenant.tenantId}/v1/credit-reports/no-such-report`);
  await all.house.service.flushed();
  const page = await signInTo(browser, all.origin, all.owner, { path: at('requests') });
  const row = (status: string) => page.getByRole('row').filter({ hasText: status }).first();
  await row('400').getByText('firstName: is required').waitFor();
  await row('404').getByText('There is no credit report with this id').waitFor();
  await page.getByRole('link', { name: 'Members' }).click();
  await heading(page, 'Members');
  await page.getByRole('columnheader', { name: 'Last active' }).waitFor();
  const own = page.getByRole('row').filter({ hasText: all.owner.email });
  assert.match(await own.innerText(), /just now|seconds? ago|minutes? ago/);
  await page.context().close();
});

const lookAt = createLookAt('states');
/** A phone, and a desk at 200 %. */
const WIDTHS = [390, 640];

test('a pasted request id opens its drawer, four characters of a reference their report; Back closes, focus returns', async () => {
  const client = await clientOf(all.house, all.tenant);
  const { creditReportId } = (await client.generate({ externalReference: 'Ward-1180' })).body.data;
  const refused = await client.generate({ firstName: undefined, addresses: [] });
  const id = String(refused.headers['x-request-id']);
  await all.house.service.flushed();
  const options = { viewport: { width: 1440, height: 900 } };
  const page = await signInTo(browser, all.origin, all.owner, { path: at('messages'), options });
  await heading(page, 'Messages');
  const search = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.locator('.command input').waitFor();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  };
  await search(id);
  await page.waitForURL(`**${at(`requests/${id}`)}`);
  const drawer = page.getByRole('dialog', { name: 'POST /credit-reports' });
  await drawer.getByText('The request body is not acceptable').waitFor();
  await drawer.getByRole('cell', { name: 'is required' }).waitFor();
  await drawer.getByRole('link', { name: 'Open in playground' }).waitFor();
  await lookAt(page, 'request', WIDTHS);
  await page.keyboard.press('Escape');
  await page.waitForURL(`**${at('requests')}`);
  const row = page.locator(`a[href$="/requests/${id}"]`);
  assert.ok(((await row.boundingBox())?.y ?? 900) < 700, 'the first rows are above the fold');
  await row.focus();
  await page.keyboard.press('Enter');
  await drawer.waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  assert.equal(
    await page.evaluate('document.activeElement.getAttribute("href")'),
    await row.getAttribute('href'),
  );
  await page.goForward();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(`**${at('requests')}`);
  await lookAt(page, 'requests', WIDTHS);
  await search('ward');
  await page.waitForURL(`**${at(`reports/${creditReportId}`)}`);
  await page.context().close();
});

test('typing a reference makes one call a pause, and rows stay until the new ones are there', async () => {
  const client = await clientOf(all.house, all.tenant);
  for (const end of ['1180', '1181', '2000']) await client.generate({ externalReference: `Quay-${end}` });
  const page = await signInTo(browser, all.origin, all.owner, { path: at('reports') });
  await page.getByRole('link', { name: 'Quay-2000' }).waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/credit-reports?')) calls.push(request.url());
  });
  // Every frame: a row is there, and no empty state.
  await page.evaluate(`(() => {
    window.flashes = 0;
    const look = () => {
      if (document.querySelector('.row-link') === null || document.querySelector('.empty')) window.flashes += 1;
      if (!window.hasSeen) requestAnimationFrame(look);
    };
    look();
  })()`);
  // All keys in one turn of the page: no pause between them, however slow the machine is.
  await page.getByLabel('Reference starts with').focus();
  await page.evaluate("for (const key of 'quay-118') document.execCommand('insertText', false, key)");
  await page.getByRole('link', { name: 'Quay-2000' }).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('window.hasSeen = true, window.flashes'), 0, 'never an empty list');
  assert.deepEqual(
    calls.map((url) => new URL(url).searchParams.get('referenceStart')),
    ['quay-118'],
  );
  await page.getByText('1–2 of 2').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Quay-1180' }).waitFor();
  await lookAt(page, 'reports-found', WIDTHS);
  await page.getByLabel('Reference starts with').fill('quay-999');
  await page.getByText('No reports match these filters.').waitFor();
  await page.locator('.empty').getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Quay-2000' }).waitFor();
  await page.context().close();
});

test('a browser that is signed out goes to the sign-in, and its console has no error', async () => {
  const context = await browser.newContext();
  const watch = watchContext(context, all.origin);
  const page = await context.newPage();
  const answers: number[] = [];
  page.on('response', (response) => void answers.push(response.status()));
  for (const path of ['/app', at('reports?status=failed', 'live')]) {
    await page.goto(`${all.origin}${path}`);
    await page.getByLabel('E-mail address').waitFor();
  }
  assert.ok(!answers.includes(401), answers.join());
  watch.assertClean();
  await fillSignIn(page, all.owner);
  await page.waitForURL(`**${at('reports?status=failed', 'live')}`);
  await page.goto(`${all.origin}/app/signed-out`);
  await heading(page, 'You are signed out');
  await context.close();
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
    .locator('.timeline .danger', { hasText: 'Text not sent' })
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

test('accounts at £0 are folded under the others, and one above nine tenths of its limit is amber', async () => {
  const client = await clientOf(all.house, all.tenant);
  const made = await client.generate();
  const id = (made.body as unknown as { data: { creditReportId: string } }).data.creditReportId;
  const page = await signInTo(browser, all.origin, all.owner, { path: at(`reports/${id}`) });
  await page.route(/\/v1\/credit-reports\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { consumerData } = json.data.creditReport;
    const GBP = (amount: number) => ({ amount, currency: 'GBP' });
    const card = { ...consumerData.records[0], accountType: 'credit-card', creditLimit: GBP(100_000) };
    consumerData.records = [
      { ...card, companyName: 'Dormant Bank', balance: GBP(0) },
      { ...card, companyName: 'Idle Bank', balance: GBP(0) },
      { ...card, companyName: 'Nearly Full', balance: GBP(96_000) },
    ];
    await route.fulfill({ response, json });
  });
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByText('limit £1,000 · 96 %').waitFor();
  assert.deepEqual(await page.locator('.account h3 bdi').allInnerTexts(), ['Nearly Full']);
  assert.equal(await page.locator('.account .meter .fill-warn').count(), 1);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Show 2 more at £0 or without a balance' }).click();
  assert.equal(await page.locator('.account').count(), 3);
  await page.context().close();
});
