// The overview and the wallet in a real browser: what they say is what the API says, nothing flashes empty while another period loads, a
// chart has a hover and a table, a report of the statement opens by keyboard, and both fit every look.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { type Client, clientOf, createTenant, openChallenge, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE } from '../support/money.ts';
import { createPerson } from '../support/people.ts';
import { createLookAt } from './axe.ts';

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

const look = createLookAt('figures');
/** And on a phone and at 200 %. */
const lookAt = (page: Page, name: string): Promise<void> => look(page, name, [640, 390]);

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
  const { p95Ms } = sum.latency ?? { p95Ms: 0 };
  const taken = p95Ms < 1000 ? `${Math.round(p95Ms)} ms` : `${(p95Ms / 1000).toFixed(1)} s`;
  assert.equal(await figure('Time to report').innerText(), taken);
  const { balance } = await read(client, 'overview');
  assert.equal(await figure('Balance').innerText(), `£${(balance / 1000).toFixed(2)}`);

  const date = today();
  const usage = await read(client, `billing/credit-usage?dateFrom=${date.slice(0, 7)}-01&dateTo=${date}`);
  assert.ok(usage.totalCredits > 0);
  const spent = page.getByRole('region', { name: 'Spent this month' });
  await spent.getByText(pounds(usage.totalCredits), { exact: true }).first().waitFor();
  const box = await spent.locator('.meters').boundingBox();
  assert.ok(box !== null && box.y + box.height <= 900, `in sight without scrolling: ${JSON.stringify(box)}`);
  const latest = page.getByRole('region', { name: 'Latest reports', exact: true });
  assert.deepEqual(await latest.getByRole('rowheader').allInnerTexts(), [
    'case-4',
    'case-3',
    'case-2',
    'case-1',
  ]);

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
  await lookAt(page, 'overview');

  await page.getByRole('button', { name: /choose other dates$/ }).click();
  await page.getByLabel('From').fill(date);
  await page.locator('.chart tbody tr').nth(1).waitFor({ state: 'detached' });
  assert.match(page.url(), new RegExp(`\\?from=${date}&to=${date}$`));
  assert.equal(await page.getByRole('group', { name: 'Period' }).locator('[aria-current]').count(), 0);
  await page.keyboard.press('Escape');

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
  await lookAt(page, 'wallet');

  // As the report's own page leads to it: its lines alone.
  await page.goto(`${page.url()}?reportId=${report?.reportId}`);
  await statement.getByRole('cell', { name: 'Held' }).first().waitFor();
  assert.equal(await rows.count(), 1 + (report?.lines.length ?? 0));
  await statement.getByRole('button', { name: /^Report: / }).click();
  await line.waitFor();
  assert.equal(await rows.count(), 1 + items.length);

  await page.getByRole('button', { name: 'Top up' }).first().click();
  await page.getByRole('dialog', { name: 'How to top up' }).getByText(client.tenant.tenantId).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Month' }).getByRole('link').nth(5).click();
  await statement.getByText(/^No credits moved in/).waitFor();
  await page.getByText(/^Nothing was spent in/).waitFor();
  await page.getByText('The wallet was empty all month.').waitFor();
  await page.context().close();
});

test('the bureaus page says who did not answer and when, in every look, and leads to those reports', async () => {
  const { client, open } = await busyTenant();
  const { tenantId } = client.tenant;
  // Of the first two, which are complete: one without an answer of Experian.
  await sql(
    all.house,
    `update reports set searches = 'equifax:ok:20 experian:' || case when n = 1 then 'unanswered:52' else 'ok:22' end || ' transunion:ok:21'
     from (select id, row_number() over (order by created_at) as n from reports where tenant_id = $1 and status = 'complete') c
     where reports.tenant_id = $1 and reports.id = c.id`,
    [tenantId],
  );
  const page = await open('bureaus');
  await heading(page, 'Bureaus');
  await page.getByText(/^Experian did not answer 1 of 2 calls \(from \d\d:\d\d to \d\d:\d\d\)$/).waitFor();
  const row = page.getByRole('row', { name: /^Experian/ });
  assert.match(await row.innerText(), /2\s.*50 %/);
  await lookAt(page, 'bureaus');
  await page.getByRole('link', { name: 'Show the report', exact: true }).click();
  await heading(page, 'Reports');
  await page.getByText('1–1 of 1').waitFor();
  assert.equal(await page.getByRole('link', { name: 'case-1', exact: true }).count(), 1);
  await page.getByLabel('Bureau').selectOption('');
  await page.getByText('1–4 of 4').waitFor();
  await page.context().close();
});
