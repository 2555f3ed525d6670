// The console in states that mislead if they are wrong: a failure, no connection, no permission, signed out, a token that expires in two
// windows at once, a live report reached from test mode; and the words of a document and of the request log.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import {
  type ConsoleHouse,
  fillSignIn,
  heading,
  openConsoleHouse,
  signInTo,
} from '../support/browser/console-house.ts';
import { type Client, clientOf, createTenant, openChallenge, sql } from '../support/house.ts';
import { LIVE } from '../support/money.ts';
import { createPerson } from '../support/people.ts';
import { assertAccessible, assertNoSidewaysScroll, COLOUR_RULES, watchContext } from './axe.ts';

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

/** As bureaus would have it: two start dates, a search of another year, four years and nine months at an address. */
async function withOddDocument(page: Page): Promise<void> {
  await page.route('**/v1/credit-reports/*?reason=*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { residencies, consumerData, previousSearches } = body.data.creditReport;
    Object.assign(residencies[0], { yearsAtAddress: 4, monthsAtAddress: 9 });
    previousSearches.providers = [{ companyName: 'Looker', records: [{ date: '2024-03-05' }] }];
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
        await page.goto(`${all.origin}${at('requests')}`);
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
    await heading(page, 'Report');
    await page.locator('.chip', { hasText: 'Live' }).waitFor();
    assert.equal(await page.locator('.chip', { hasText: 'TEST' }).count(), 0, name);
    await page.getByRole('button', { name: 'Open the document' }).click();
    await page.getByRole('alert').getByText('Choose why you open it').waitFor();
  }
  await page.getByLabel('Reason').selectOption('complaint');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page
    .getByText('The bureaus disagree on the start date: Equifax 1 Feb 2021, Experian 1 Mar 2021')
    .waitFor();
  await page.getByText('The bureaus disagree on the type of account: Equifax hire purchase').waitFor();
  await page.getByText('Looker: 5 Mar 2024').waitFor();
  await page.getByText('4 years 9 months').waitFor();
  const seen = await sql(
    all.house,
    "select after::json->>'reason' as reason from audit_entries where tenant_id = $1 and action = 'report-seen' and object_id = $2",
    [tenantId, id],
  );
  assert.deepEqual(seen, [{ reason: 'complaint' }]);

  const tried: string = (await client.generate()).body.data.creditReportId;
  await page.goto(`${all.origin}${at(`reports/${tried}`, 'live')}`);
  await page.waitForURL(`**${at(`reports/${tried}`)}`);
  await page.locator('.chip', { hasText: 'TEST' }).waitFor();
  await page.context().close();
});

test('the request log says why each call was refused, and the owner who looks at the members is active', async () => {
  const client = await clientOf(all.house, all.tenant);
  await client.generate({ firstName: undefined });
  await client.get(`/${all.tenant.tenantId}/v1/credit-reports/no-such-report`);
  await all.house.service.flushed();
  const page = await signInTo(browser, all.origin, all.owner, { path: at('requests') });
  const row = (code: string) => page.getByRole('row').filter({ hasText: code }).first();
  await row('validation-error').getByText('/firstName is required').waitFor();
  await row('credit-report-not-found').getByText('There is no credit report with this id').waitFor();
  await page.getByRole('link', { name: 'Members' }).click();
  await heading(page, 'Members');
  await page.getByRole('columnheader', { name: 'Last active' }).waitFor();
  const own = page.getByRole('row').filter({ hasText: all.owner.email });
  assert.match(await own.innerText(), /\d{1,2} \w{3,4} 20\d\d, \d\d:\d\d/);
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

const pounds = (credits: number): string => `£${(credits / 1000).toFixed(2)}`;

/** A tenant with live reports of today: charged, with a text, refused. */
async function busyTenant(): Promise<{ client: Client; open: (path: string) => Promise<Page> }> {
  const tenant = await createTenant(all.house, { balanceCredits: 50_000 });
  const owner = await createPerson(all.house, { tenantId: tenant.tenantId, role: 'owner' });
  const client = await clientOf(all.house, tenant);
  for (const externalReference of ['case-1', 'case-2']) await client.generate({ ...LIVE, externalReference });
  all.world.verdict = 'challenge';
  await openChallenge(client, { ...LIVE, challengeOptions: undefined, externalReference: 'case-3' });
  all.world.verdict = 'block';
  await client.generate({ ...LIVE, externalReference: 'case-4' });
  all.world.reset();
  await all.house.service.flushed();
  const options = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' as const };
  return {
    client,
    open: (path) =>
      signInTo(browser, all.origin, owner, { path: `/app/${tenant.tenantId}/live/${path}`, options }),
  };
}

const read = async <Path extends string>({ tenant, get }: Client, path: Path) =>
  (await get(`/${tenant.tenantId}/v1/${path}` as `/${string}/v1/${Path}`)).body;
const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());

/** In dark, on a phone and at 200 %, as at first. */
async function assertLooks(page: Page): Promise<void> {
  await assertAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertAccessible(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [640, 390]) {
    await page.setViewportSize({ width, height: 450 });
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('the overview says what the statistics say, and what is shown stays until another period is there', async () => {
  const { client, open } = await busyTenant();
  const page = await open('overview');
  await heading(page, 'Overview');
  const { sum } = await read(client, 'stats');
  const figure = (name: string) => page.locator('.kpis > div', { hasText: name }).locator('.figure');
  await figure('Reports').getByText(String(sum.reports.total), { exact: true }).waitFor();
  const ended = sum.reports.total - sum.reports.waiting;
  assert.equal(
    await figure('Completed').innerText(),
    `${((sum.reports.complete / ended) * 100).toFixed(1)} %`,
  );
  assert.equal(
    await figure('Time to report').innerText(),
    `${((sum.latency?.p95Ms ?? 0) / 1000).toFixed(1)} s`,
  );
  const { balance } = await read(client, 'overview');
  assert.equal(await figure('Balance').innerText(), `£${(balance / 1000).toFixed(2)}`);

  const date = today();
  const usage = await read(client, `billing/credit-usage?dateFrom=${date.slice(0, 7)}-01&dateTo=${date}`);
  assert.ok(usage.totalCredits > 0);
  const spent = page.getByRole('region', { name: 'Spent this month' });
  await spent.getByText(pounds(usage.totalCredits), { exact: true }).first().waitFor();
  const box = await spent.locator('.meters').boundingBox();
  assert.ok(box !== null && box.y + box.height <= 900, `in sight without scrolling: ${JSON.stringify(box)}`);
  assert.deepEqual(
    await page
      .getByRole('region', { name: 'Latest reports', exact: true })
      .getByRole('rowheader')
      .allInnerTexts(),
    ['case-4', 'case-3', 'case-2', 'case-1'],
  );

  const chart = page.getByRole('img', { name: /^Reports by outcome/ });
  const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width - 4, y + height / 2);
  const { complete, waiting, failed, blocked } = sum.reports;
  const values = [complete, waiting, failed, blocked].map(String);
  assert.deepEqual(await page.locator('.tip div span:last-child').allInnerTexts(), values);
  await page.getByText('Show as a table').click();
  const row = page.getByRole('table').first().getByRole('row').last();
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), [...values, String(sum.reports.total)]);

  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/stats\?step=day/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: '7 days' }).click();
  await page.locator('.overview[aria-busy=true]').waitFor();
  assert.equal(await figure('Reports').innerText(), String(sum.reports.total));
  assert.equal(await chart.count(), 1);
  release();
  await page.locator('.overview[aria-busy=false]').waitFor();
  assert.equal(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current'), 'page');
  assert.match(page.url(), /\?period=7d$/);
  assert.equal(await row.page().getByRole('table').first().getByRole('rowheader').count(), 7);
  await assertLooks(page);

  await row.getByRole('link').click();
  await heading(page, 'Reports');
  assert.match(page.url(), new RegExp(`createdFrom=${date}&createdTo=${date}$`));
  await page.context().close();
});

test('the wallet says what a month cost and on what; a report is one line that opens by keyboard', async () => {
  const { client, open } = await busyTenant();
  const page = await open('wallet');
  const date = today();
  const usage = await read(client, `billing/credit-usage?dateFrom=${date.slice(0, 7)}-01&dateTo=${date}`);
  const spend = page.getByRole('region', { name: /^Spent in/ });
  await spend.locator('.meter').first().waitFor();
  const meters = await spend.locator('.meter').allInnerTexts();
  const charged = usage.usageByProduct.filter(({ credits }: { credits: number }) => credits > 0);
  assert.equal(meters.length, charged.length);
  for (const { credits } of charged) assert.ok(meters.some((text) => text.includes(pounds(credits))));
  const box = await spend.locator('.meters').boundingBox();
  assert.ok(box !== null && box.y + box.height <= 900, 'in sight without scrolling');

  const { items } = await read(client, 'billing/reports');
  const statement = page.getByRole('region', { name: 'Statement', exact: true });
  const rows = statement.getByRole('row');
  await statement.getByRole('button', { name: '340 on hold' }).waitFor();
  assert.equal(await rows.count(), 1 + items.length);
  const report = items.find(({ heldCredits }) => heldCredits === 340);
  const line = statement.getByRole('button', { name: '340 on hold' });
  await line.focus();
  await page.keyboard.press('Enter');
  assert.equal(await rows.count(), 1 + items.length + (report?.lines.length ?? 0));
  assert.equal(await line.getAttribute('aria-expanded'), 'true');
  await assertLooks(page);

  await page.getByRole('button', { name: 'Top up' }).first().click();
  await page.getByRole('dialog', { name: 'How to top up' }).getByText(client.tenant.tenantId).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Month' }).getByRole('link').nth(5).click();
  await statement.getByText(/^No credits moved in/).waitFor();
  await page.getByText(/^Nothing was spent in/).waitFor();
  await page.getByText('The wallet was empty all month.').waitFor();
  await page.context().close();
});
