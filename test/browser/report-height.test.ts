// The hosted report of a person with fourteen accounts, at the size of a usual phone: two screens, as in the mock, and what else stays in reach.
// The page and its styles are the real ones, without a service around them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { motorAgreements } from '../../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../../src/domain/agreements/motor-scheme.ts';
import type { AccountRecord, CreditReport } from '../../src/domain/reports/credit-report.ts';
import { createFrame } from '../../src/pages/hosted/frame.ts';
import { reportPage } from '../../src/pages/hosted/report-page.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { personaDocument } from '../support/bureaus/persona-document.ts';
import { after, before, test } from '../support/long.ts';
import { carRecord, documentOf, pounds } from '../support/merging/records.ts';

const PHONE = { width: 390, height: 844 };
const SCREENS_MAX = 2;
const TODAY = '2026-11-18';
const WEB = join(import.meta.dirname, '../../web');
const CSS = ['tokens.css', 'base.css', 'pages/base.css', 'pages/consumer.css'].map((file) =>
  readFileSync(join(WEB, file), 'utf8'),
);

const borrowed = (over: Partial<AccountRecord>): AccountRecord =>
  carRecord({ companyType: 'bank', accountType: 'unsecured-loan', ...over });
const ended = (companyName: string): AccountRecord =>
  borrowed({ companyName, accountStatus: 'settled', balance: pounds(0), endDate: '2024-05-01' });
const card = (companyName: string, balance: number, creditLimit: number): AccountRecord =>
  borrowed({
    companyName,
    accountType: 'credit-card',
    balance: pounds(balance),
    creditLimit: pounds(creditLimit),
  });

/** As in the mock: three cars, a default, five more debts, two at nothing, three that ended. */
const FOURTEEN: AccountRecord[] = [
  carRecord({
    companyName: 'Wherrygate Motor Finance',
    accountStatus: 'settled',
    startDate: '2023-02-18',
    endDate: '2025-12-21',
  }),
  carRecord({ companyName: 'Coppice Asset Finance', startDate: '2026-09-20', balance: pounds(12_241) }),
  carRecord({
    companyName: 'Stellenholm Financial Services',
    startDate: '2026-09-14',
    balance: pounds(7_883),
  }),
  borrowed({
    companyName: 'Tallow Home Credit',
    accountStatus: 'default',
    defaultDate: '2025-11-06',
    balance: pounds(100),
  }),
  borrowed({ companyName: 'Brackenmoor Bank', balance: pounds(15_751), payment: pounds(506) }),
  card('Haberdash & Daughters', 5_396, 5_600),
  card('Harrowgill Bank', 4_954, 8_000),
  borrowed({ companyName: 'Lindenwoods', balance: pounds(908) }),
  borrowed({ companyName: 'Millpond Water', balance: pounds(22) }),
  card('Pebblepay', 0, 1_000),
  card('Tollgate', 0, 500),
  ...['Sandpiper Bank', 'Trio Mobile', 'Skylight'].map(ended),
];

let browser: Browser;
let page: Page;
before(async () => {
  browser = await launchChromium();
  page = await (await browser.newContext({ viewport: PHONE })).newPage();
});
after(() => browser?.close());

const pageOf = (records: AccountRecord[]): string =>
  pageFor(documentOf(records, { searches: ['2026-10-01'] }));

function pageFor(document: CreditReport): string {
  const bureaus = (['equifax', 'experian', 'transunion'] as const).map((id) => ({
    id,
    status: 'ok' as const,
  }));
  const cars = motorAgreements(document, { asOf: TODAY, bureaus, scheme: SHIPPED_SCHEME });
  const brand = {
    name: 'Northgate Claims',
    ...{
      contact: null,
      regulatedAs: null,
      fcaNumber: null,
      privacyUrl: null,
      logoUrl: null,
      colourUrl: null,
    },
  };
  const show = createFrame({
    ...{ icon: '', baseCss: '', consumerCss: '', consumerJs: null },
  });
  return reportPage(
    {
      scene: { base: '/c/1', brand, notice: null, outbox: null, state: 'complete', isOver: false },
      show,
    },
    { document, cars, bureaus, atMs: Date.parse(`${TODAY}T18:13:00Z`), secondsLeft: 1_800, returns: null },
  ).text.replace('</head>', `<style>${CSS.join('\n')}</style></head>`);
}

const heightOf = (): Promise<number> => page.evaluate('document.documentElement.scrollHeight');

test('fourteen accounts take two screens of a phone, with the answer, the sums and what is wrong in them', async () => {
  await page.setContent(pageOf(FOURTEEN));
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/report-of-14.png`, fullPage: true });
  const height = await heightOf();
  assert.ok(height <= SCREENS_MAX * PHONE.height, `${height} px`);
  for (const one of [
    /^1 of your 3 car-finance agreements began/,
    /^Look at this first$/,
    /^Everything else$/,
  ])
    assert.ok(await page.getByRole('heading', { name: one }).isVisible(), String(one));
  // Save is in reach before anything is scrolled.
  const bar = await page.getByRole('link', { name: 'Save as PDF' }).boundingBox();
  assert.ok(bar !== null && bar.y + bar.height <= PHONE.height);
});

test('of many accounts that are behind the worst three are in sight, and the largest debt; no account is lost', async () => {
  const bad = FOURTEEN.map((record, index) =>
    index < 8 ? { ...record, accountStatus: 'default' as const, balance: pounds(100 + index) } : record,
  );
  await page.setContent(pageOf(bad));
  const seen = page.locator('.rows > article h3');
  assert.equal(await seen.count(), 4);
  assert.equal(await page.locator('article.card').count(), bad.length);
  await page.getByText('5 more', { exact: true }).click();
  assert.equal(await page.locator('details.fold[open] article:visible').count(), 5);
  assert.ok((await heightOf()) > 0);
});

test('what bureaus sent of other people is one line of the page, and opens to a sentence each', async () => {
  await page.setContent(pageFor(await personaDocument('Hester', TODAY)));
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/report-of-others.png`, fullPage: true });
  const height = await heightOf();
  assert.ok(height <= SCREENS_MAX * PHONE.height, `${height} px`);
  const notes = page.locator('.covered li');
  assert.deepEqual([await notes.count(), await notes.first().isVisible()], [3, false]);
  const line = page.getByText('3 notes on what may be missing');
  const box = await line.boundingBox();
  assert.ok(box !== null && box.height <= 20, 'on one line');
  await line.click();
  await notes.first().waitFor();
  if (folder) await page.screenshot({ path: `${folder}/report-of-others-open.png`, fullPage: true });
});
