// Live mode out of the box: the service started without configuration, the demo page in a real browser, the real device script, the code from
// the outbox, three simulated bureaus over HTTP, one merged report.
// Alone: it starts processes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PERSONAS } from '../../src/bureaus/simulation/population/personas.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { prepareDataDir } from '../support/database/new-cluster.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import {
  call,
  endAll,
  newPath,
  type ServiceProcess,
  startService,
  until,
  untilReady,
} from '../support/processes.ts';
import { assertAccessible, watchContext } from './axe.ts';
import { agree, enterCode, heading, takeExample } from './consumer-visitor.ts';

const ADA = PERSONAS[0]?.person ?? assert.fail();

let service: ServiceProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let dataDir: string;
before(async () => {
  dataDir = newPath('data');
  await prepareDataDir(dataDir);
  service = await startService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  await untilReady(service, 60_000);
  browser = await launchChromium();
  context = await browser.newContext();
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await endAll();
});

/** `ending`: of the example's number, which the page shows no more of. */
const codeOf = async (ending: string): Promise<string> => {
  const to = encodeURIComponent(`+447700900${ending}`);
  const answer = await fetch(`${service.origin}/dev/outbox/latest?to=${to}&wait=20`);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { code: string }).code;
};

test('the start says where the pages are, and loudly what is simulated', () => {
  const said = service.stdout();
  assert.match(said, new RegExp(`Demo page +${service.origin}/demo\n`));
  assert.match(said, new RegExp(`Outbox +${service.origin}/dev/outbox\n`));
  assert.match(said, /Bureaus +SIMULATED: equifax, experian, transunion\./);
  assert.match(said, /SMS +SIMULATED: outbox\. No phone rings\./);
});

test('an example person gets a code on the outbox and a report merged from three bureaus', async () => {
  const watch = watchContext(context, service.origin);
  await takeExample(page, service.origin, `${ADA.forename} ${ADA.surname}`);
  const [, ending = ''] = /Ending (\d{3})/.exec(await page.locator('main').innerText()) ?? [];
  assert.equal(await page.getByRole('link', { name: 'Change mobile number' }).count(), 0, 'it is locked');
  await agree(page);
  await heading(page, 'Check your phone');
  await enterCode(page, await codeOf(ending));
  await heading(page, 'Your report');

  // Of folded ones too.
  const cards = await page.locator('article.card').allTextContents();
  assert.ok(cards.length >= 6, `${cards.length} cards`);
  const cars = cards.filter((card) =>
    /Car finance or hire purchase|PCP|Hire purchase|Conditional sale/.test(card),
  );
  assert.equal(cars.length, 2, 'two agreements, however many bureaus know of them');
  assert.ok(
    cards.some((card) => /Equifax, Experian and TransUnion/.test(card)),
    'one record from all three',
  );
  await page
    .getByText('12 Orchard Street, Nether Applewick, ZZ1 1AA', { exact: true })
    .last()
    .waitFor({ state: 'attached' });
  await assertAccessible(page);
  watch.assertClean();
  await page.getByRole('link', { name: 'Return to Northgate Claims' }).click();
  await heading(page, 'Welcome back');
  await page.getByText('Thank you. Your report is with us.').waitFor();
});

test('the wallet paid for three bureaus and one text, and the answer says that they were simulated', async () => {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
  const token = await call(service.origin, {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const headers = { authorization: `Bearer ${token.body.access_token}` };
  const read = async <Path extends string>(path: Path) => {
    const answer = await call(service.origin, { path: `/${demo.tenantId}/v1${path}`, headers });
    assert.equal(answer.status, 200);
    return answer.body;
  };
  const { data } = await read('/credit-reports?test=false');
  const { data: report } = await read(`/credit-reports/${data.items[0]?.creditReportId}`);
  assert.equal(report.status, 'complete');
  assert.deepEqual(
    report.bureaus.map(({ id, status, simulated }) => [id, status, simulated]),
    ['equifax', 'experian', 'transunion'].map((id) => [id, 'ok', true]),
  );
  let spent: Record<string, number> = {};
  // The outbox marks the text as delivered two seconds after it was sent.
  await until('the text is paid for', async () => {
    const { items } = await read('/billing/transactions');
    spent = Object.assign({}, ...items.map(({ products }) => products ?? {}));
    return spent['sms-otp'] !== undefined;
  });
  assert.deepEqual(spent, {
    'credit-report-equifax': 100,
    'credit-report-experian': 100,
    'credit-report-transunion': 100,
    'sms-otp': 40,
  });
});
