// A report in the console: six accounts at a glance, opened without a jump, its views, the steps of its timeline, and the clock while it
// waits for a code.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { verifyPack } from '../../src/usecases/evidence/verify-pack.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { type ConsoleHouse, heading, openConsoleHouse, signInTo } from '../support/browser/console-house.ts';
import { createKeyboard } from '../support/browser/keyboard.ts';
import { type Client, clientOf, openChallenge, sql } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, openLiveChallenge } from '../support/money.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { createLookAt, watchContext } from './axe.ts';

let all: ConsoleHouse;
let browser: Browser;
let client: Client;
before(async () => {
  all = await openConsoleHouse();
  browser = await launchChromium();
  client = await clientOf(all.house, all.tenant);
});
after(async () => {
  await browser?.close();
  await all?.close();
});

const at = (id: string, mode = 'test'): string => `/app/${all.tenant.tenantId}/${mode}/reports/${id}`;
const idOf = (answer: { body: { data: { creditReportId: string } } }): string =>
  answer.body.data.creditReportId;
const DESK = { width: 1440, height: 900 };

async function open(path: string, viewport = DESK): Promise<Page> {
  return signInTo(browser, all.origin, all.owner, { path, options: { viewport, colorScheme: 'light' } });
}

const look = createLookAt('report');
/** And at 390 px, and at 200 % of a desk's width. */
const lookAt = (page: Page, name: string): Promise<void> => look(page, name, [390, 720]);

const GBP = (amount: number) => ({ amount, currency: 'GBP' });

/** As bureaus would have it: six open accounts, one in default and in dispute, one behind, one settled, in capitals. */
async function withSixAccounts(page: Page): Promise<void> {
  await page.route(/\/v1\/credit-reports\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { records } = body.data.creditReport.consumerData;
    const [car, , card] = records;
    const newest = new Date().toISOString().slice(0, 7);
    const bureaus = (ref: string) => [{ id: 'equifax', ref }];
    records.push(
      {
        ...card,
        companyName: 'GLEANER DEBT HOLDINGS LTD',
        accountNumber: '****9333',
        accountStatus: 'default',
        companyType: 'debt-purchaser',
        balance: GBP(311_600),
        creditLimit: GBP(320_000),
        defaultDate: '2023-11-11',
        history: { newest, months: 'd'.repeat(24) },
        bureaus: bureaus('EFX-G'),
        adverse: [{ bureau: 'transunion', status: 'default', date: '2023-11-11' }],
        disagreements: [
          {
            field: 'accountStatus',
            values: [
              { bureau: 'equifax', value: 'transferred' },
              { bureau: 'experian', value: 'transferred' },
              { bureau: 'transunion', value: 'default' },
            ],
          },
          {
            field: 'companyName',
            values: [
              { bureau: 'experian', value: 'MARRAM CARDS' },
              { bureau: 'transunion', value: 'GLEANER DEBT HOLDINGS LTD' },
            ],
          },
          {
            field: 'startDate',
            values: [
              { bureau: 'equifax', value: '2021-11-05' },
              { bureau: 'transunion', value: '2021-11-11' },
            ],
          },
        ],
      },
      {
        ...car,
        companyName: 'Bridlepath Personal Finance',
        accountType: 'unsecured-loan',
        accountStatus: 'delinquent',
        balance: GBP(400_100),
        startBalance: GBP(496_700),
        history: { newest, months: `321${'0'.repeat(12)}` },
        bureaus: bureaus('EFX-B'),
      },
      {
        ...car,
        companyName: 'Ended Motors',
        accountStatus: 'settled',
        balance: GBP(0),
        bureaus: bureaus('EFX-E'),
      },
    );
    await route.fulfill({ response: answer, json: body });
  });
}

const box = (page: Page, selector: string): Promise<{ top: number; bottom: number }[]> =>
  page.locator(selector).evaluateAll((found) => found.map((one) => one.getBoundingClientRect().toJSON()));

test('all debts of a six-account file are on one screen; opening it moves neither the page nor the focus away', async () => {
  const id = idOf(await client.generate({ externalReference: 'case-1180' }));
  const page = await open(at(id), { width: 1280, height: 420 });
  const watch = watchContext(page.context(), all.origin);
  await withSixAccounts(page);
  await heading(page, 'case-1180');
  await page.locator('.page-head .chip', { hasText: 'Complete' }).waitFor();
  const button = page.getByRole('button', { name: 'Open the document' });
  await button.scrollIntoViewIfNeeded();
  const before = await page.evaluate('scrollY');
  const [pressed] = await box(page, '.open-document');
  await button.click();
  await page.getByText('Total debt').waitFor();
  assert.equal(await page.evaluate('scrollY'), before, 'the page did not scroll');
  assert.equal(
    await page.evaluate('document.activeElement.textContent'),
    'Document',
    'the focus is on what was opened',
  );
  await page.getByText(/^All accounts together, over \d+ months on file: /).waitFor();
  const [sums] = await box(page, '.kpis');
  assert.ok(Math.abs((sums?.top ?? 0) - (pressed?.top ?? 0)) <= 12, 'the sums stand where the button was');

  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('scrollTo(0, 0)');
    const rows = await box(page, '[aria-labelledby=open-accounts] .account');
    assert.equal(rows.length, 6);
    assert.ok((rows.at(-1)?.bottom ?? 901) <= 900, `at ${width} px the sixth ends at ${rows.at(-1)?.bottom}`);
  }
  const text = await page.locator('main').innerText();
  assert.match(text, /Gleaner Debt Holdings Ltd/);
  assert.match(text, /In default\s+1\s+£3,116 since 11 Nov 2023/);
  assert.match(text, /Behind with payments\s+1\s+Bridlepath Personal Finance, 3 months/);
  assert.match(text, /bought from Marram Cards/);
  assert.doesNotMatch(text, /may be the same|leaves out/);
  assert.equal(await page.locator('.account.danger').count(), 1);
  assert.equal(await page.locator('.account.warn').count(), 1);
  const red = await page.locator('.account.danger .month-default').count();
  assert.equal(red, 24);

  await page.getByRole('button', { name: 'Details of Gleaner Debt Holdings Ltd' }).click();
  await page.getByText('TransUnion: in default, 11 November 2023').waitFor();
  await page.getByRole('row', { name: /Started 5 November 2021 .* 11 November 2021/ }).waitFor();
  await lookAt(page, 'report');
  await page.getByRole('link', { name: 'Disagreements' }).click();
  await page.getByRole('cell', { name: 'Marram Cards' }).waitFor();
  await lookAt(page, 'report-disagreements');
  await page.getByRole('link', { name: 'Sources' }).click();
  await page.getByRole('cell', { name: 'EFX-G' }).waitFor();
  await lookAt(page, 'report-sources');
  await page.getByRole('link', { name: 'JSON', exact: true }).click();
  await page.getByRole('button', { name: /^Show all \d+ lines/ }).waitFor();
  await page.getByRole('button', { name: 'Copy JSON' }).waitFor();
  watch.assertClean();
  await page.context().close();
});

test('a fact about a lender stands with its page and day, or as not verified', async () => {
  const id = idOf(await client.generate({ externalReference: 'facts' }));
  const page = await open(`${at(id)}`);
  // The lenders of test mode are invented, and no page is about them.
  await page.route(/include=agreements/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    Object.assign(body.data.agreements.agreements[0].lender, {
      nowCalled: 'Larkfield Drive',
      group: 'Larkfield',
      movedTo: [
        { name: 'Wick Bank', on: '2024-05-01', what: 'its loans', isVerified: true },
        { name: 'Tern Bank', on: '2025-06-02', isVerified: false },
      ],
      seen: [{ where: 'https://lender.example/about', when: '2026-11-16', confirms: ['group', 'movedTo'] }],
      notVerified: ['nowCalled', 'movedTo'],
    });
    await route.fulfill({ response, json: body });
  });
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByRole('link', { name: 'Car finance' }).click();
  await page.getByText('Reasons, and what is not on file').first().click();
  const lines = page.getByRole('listitem');
  const line = async (text: RegExp) =>
    (await lines.filter({ hasText: text }).innerText()).replaceAll(/\s+/g, ' ');
  assert.match(await line(/now called/), /^A former name\. .* Larkfield Drive\. \(not verified\)$/);
  assert.match(await line(/belongs to/), /Larkfield\. lender\.example seen on 16 Nov(ember)? 2026$/);
  assert.match(await line(/Wick Bank/), /^To Wick Bank on 1 May 2024: its loans\..* seen on /);
  assert.match(await line(/Tern Bank/), /^To Tern Bank on 2 June 2025: accounts\..*\(not verified\)$/);
  await lookAt(page, 'report-lender-facts');
  await page.context().close();
});

test('car finance names its period, reasons and gaps; the changes are those since the earlier report; a PDF is a document', async () => {
  await client.generate({ externalReference: 'first' });
  const id = idOf(await client.generate({ externalReference: 'second' }));
  const page = await open(at(id));
  const keys = createKeyboard(page);
  await heading(page, 'second');
  // With the keyboard alone.
  await keys.choose('Open the document');
  await keys.choose('Car finance');
  const chips = page.locator('.car-row').getByText(/^(In the period|After it|Before it)$/);
  await chips.first().waitFor();
  await page.getByText(/^This is not a decision about a claim\..*suspended until a hearing/).waitFor();
  await keys.choose('Reasons, and what is not on file');
  await page.getByText('Not on file: commission, APR, dealer, vehicle.').first().waitFor();
  await keys.assertAllReached();
  await lookAt(page, 'report-cars');
  await keys.choose('Changes');
  await page.getByText(/^Since \d+ \w+ 20\d\d: nothing changed; 4 agreements unchanged/).waitFor();
  await lookAt(page, 'report-changes');
  const [file] = await Promise.all([page.waitForEvent('download'), keys.choose('Download PDF')]);
  assert.match(file.suggestedFilename(), /^report-\w{4}\.pdf$/);
  assert.deepEqual(checkPdf(readFileSync(await file.path())).faults, []);
  await page.context().close();
});

test('rows that may be one agreement say so on both, among car finance too, and the total says what it leaves out', async () => {
  const id = idOf(await client.generate({ mobileNumber: '+447700900216', externalReference: 'doubtful' }));
  const page = await open(at(id));
  await heading(page, 'doubtful');
  await page.getByRole('button', { name: 'Open the document' }).click();
  const doubts = page.getByText(/^This may be the same agreement as .*, car finance or hire purchase, /);
  await doubts.nth(1).waitFor();
  assert.equal(await doubts.count(), 2);
  const text = await page.locator('main').innerText();
  assert.match(text, /The debt total and the monthly total leave out 1 account that may be/);
  assert.doesNotMatch(text, /without a (balance|payment)/);
  await lookAt(page, 'report-doubtful');
  await page.getByRole('link', { name: 'Car finance' }).click();
  await page.locator('.car-row').first().waitFor();
  assert.equal(await doubts.count(), 2);
  await lookAt(page, 'report-doubtful-cars');
  await page.context().close();
});

test('a file of a thousand records opens with its first fifty, and shows more of them on request', async () => {
  const id = idOf(await client.generate({ mobileNumber: '+447700900200', externalReference: 'many' }));
  const page = await open(at(id));
  await heading(page, 'many');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.locator('.account').nth(49).waitFor();
  // By the keyboard: far rows get their height when they are scrolled to, and on a busy machine the button moves away under a mouse that is as quick.
  await page.getByRole('button', { name: 'Show 100 more of 1,000' }).press('Enter');
  await page.locator('.account').nth(149).waitFor({ state: 'attached' });
  await page.context().close();
});

test('the timeline of a challenged report is five steps in order, with offsets, names and costs', async () => {
  const { reportId, challengeId, smsId } = await openLiveChallenge(client, all.world, {
    externalReference: 'challenged',
  });
  const { tenantId } = all.tenant;
  const page = await open(at(reportId, 'live'));
  await heading(page, 'challenged');
  await page.locator('.page-head .chip', { hasText: 'Waiting for code' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Open the document' }).count(), 0, 'there is none yet');
  await page.getByText('3 tries and 2 texts left').waitFor();
  const clock = page.locator('[data-countdown]');
  const first = await clock.innerText();
  assert.match(first, /^[45]:\d\d left$/);
  await clock.filter({ hasNotText: first }).waitFor();
  await lookAt(page, 'report-waiting');

  await all.house.service.recordDelivery({ tenantId, smsId, gateway: 'twilio', state: 'delivered' });
  await client.submit(reportId, challengeId, all.world.sent.at(-1)?.code);
  await all.house.service.flushed();
  // By itself: the page watches.
  await page.getByRole('button', { name: 'Open the document' }).waitFor();
  await page.locator('.timeline').getByText('Complete, 300 credits').waitFor();
  const told = await page
    .locator('.timeline > li')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('strong')?.textContent?.replace(/[\d.]+\sm?s/, 'N s'),
        row.querySelector('.at')?.textContent?.replace(/\d+(\.\d)?/g, 'N'),
      ]),
    );
  assert.deepEqual(told, [
    ['Request received', 'N:N:N'],
    ['Text sent, delivered N s later', '+N s'],
    ['Code right, first try', '+N s'],
    ['3 of 3 bureaus answered', '+N s'],
    ['Complete, 300 credits', '+N s'],
  ]);
  const side = await page.locator('.report-side').innerText();
  assert.match(side, /340 credits/);
  assert.match(side, /40 credits · messages/i);
  await lookAt(page, 'report-closed');
  await page.context().close();
});

test('a text that no gateway took is red with what to do; an expired report offers no document', async () => {
  Object.assign(all.world, { verdict: 'challenge', gateway: 'refused' });
  const id = idOf(await client.generate({ ...LIVE, externalReference: 'no-text' }));
  all.world.reset();
  const page = await open(at(id, 'live'));
  await page.locator('.page-head .chip.danger', { hasText: 'Text not delivered' }).waitFor();
  const told = page.locator('.callout.danger', { hasText: 'Ask for another code' });
  await told.getByText(/Is that your number today/).waitFor();
  await page.locator('.timeline > .danger', { hasText: 'Text not sent' }).waitFor();
  await lookAt(page, 'report-no-text');

  const { reportId } = await openChallenge(client, { externalReference: 'expired' });
  all.house.travelTo(new Date(Date.now() + 6 * 60_000));
  await page.goto(`${all.origin}${at(reportId)}`);
  await page
    .locator('.callout', { hasText: 'Time ran out' })
    .getByText(/I can send you a new link/)
    .waitFor();
  await page.locator('.timeline > .danger', { hasText: 'Time ran out' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Open the document' }).count(), 0);
  all.house.travelTo(null);
  await page.context().close();
});

test('evidence is downloaded for a reason, and erasing names what follows and is typed', async () => {
  const id = idOf(await client.generate(LIVE));
  const page = await open(at(id, 'live'));
  const more = page.getByRole('button', { name: 'More about this report' });
  const dialog = page.getByRole('dialog');
  await more.click();
  await page.getByRole('button', { name: 'Download evidence' }).click();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await dialog.getByRole('alert').getByText('Choose why you need it').waitFor();
  await lookAt(page, 'evidence-dialog');
  await dialog.getByLabel('Reason').selectOption('complaint');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), `evidence-${id}.zip`);
  const { keys } = await (await page.request.get(`${all.origin}/.well-known/evidence-keys.json`)).json();
  assert.equal(verifyPack(readFileSync(await file.path()), keys).manifest.creditReportId, id);

  await more.click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  for (const said of [
    /cannot be undone/,
    /evidence pack: they answer 410/,
    /charges, which are not paid back/,
    /can still be confirmed/,
    /report\.erased/,
  ])
    await dialog.getByText(said).waitFor();
  await lookAt(page, 'erase-dialog');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog
    .getByRole('alert')
    .getByText(`Type ${id.slice(-4)} to erase this report`)
    .waitFor();
  await dialog.getByLabel('Last four characters of the report id').fill(id.slice(-4));
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('The document was erased').waitFor();
  assert.equal(await dialog.count(), 0);
  await more.click();
  for (const name of ['Download evidence', 'Erase'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, 'nothing is left of it');
  const entries = await sql(
    all.house,
    'select action from audit_entries where tenant_id = $1 and object_id = $2 order by seq',
    [all.tenant.tenantId, id],
  );
  assert.deepEqual(entries, [{ action: 'evidence-issued' }, { action: 'report-erased' }]);
  await page.context().close();
});
