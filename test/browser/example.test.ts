// The example of an integration, in a real browser, from the SDK's own tarball: every outcome and every refusal, against the service in live
// mode with a stand-in world. What only a bad day answers (429, 503) is put in its way by a proxy.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { packSdk } from '../../scripts/pack-sdk.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { openPagesHouse, type PagesHouse } from '../support/browser/pages-house.ts';
import { countReports, createTenant, type Tenant } from '../support/house.ts';
import { freePort } from '../support/http/ports.ts';
import { after, before, test } from '../support/long.ts';
import { runToEnd } from '../support/runs/debian-packages.ts';
import { readCode } from './consumer-visitor.ts';

const ROOT = join(import.meta.dirname, '../..');
const LINES_MAX = 150;
const PERSON = {
  'First name': 'Ada',
  'Last name': 'Sample',
  'Date of birth': '1985-04-12',
  'House number': '12',
  'Town or city': 'Leeds',
  Postcode: 'LS1 4AB',
  'Mobile number': '+447700900982',
};

let pages: PagesHouse;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let folder: string;
let proxy: Server;
/** Answered in place of the service, to a request for a report. */
let instead: { status: number; code: string; retryAfter?: number } | null = null;
const running: ChildProcess[] = [];
let example: string;

before(async () => {
  pages = await openPagesHouse();
  browser = await launchChromium();
  proxy = createServer((request, response) => {
    if (instead !== null && request.method === 'POST' && request.url?.endsWith('/credit-reports')) {
      const { status, code, retryAfter } = instead;
      const more = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      return response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(JSON.stringify({ code, message: 'No.' }));
    }
    const { method, headers } = request;
    const passed = httpRequest(`${pages.origin}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'trefoil-example-'));
  const sdk = join(folder, 'node_modules/@trefoil/sdk');
  mkdirSync(sdk, { recursive: true });
  await runToEnd('tar', ['-xzf', await packSdk(folder), '-C', sdk, '--strip-components=1']);
  symlinkSync(join(ROOT, 'node_modules/express'), join(folder, 'node_modules/express'));
  cpSync(join(ROOT, 'examples/express'), join(folder, 'example'), { recursive: true });
  example = await start(pages.tenant);
});
after(async () => {
  for (const child of running) child.kill();
  await browser?.close();
  proxy?.close();
  await pages?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  pages.world.reset();
  pages.world.verdict = 'challenge';
  await pages.outbox.clear();
  instead = null;
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

/** The example's back end, with the credential of a tenant; its address. */
async function start({ tenantId, clientId, clientSecret }: Tenant): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'example/server.js')], {
    env: {
      PATH: process.env.PATH ?? '',
      TREFOIL_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      TREFOIL_TENANT: tenantId,
      TREFOIL_CLIENT_ID: clientId,
      TREFOIL_CLIENT_SECRET: clientSecret,
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  child.stderr.on('data', () => {});
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

async function ask(address = example, person: Record<string, string> = PERSON): Promise<void> {
  if (!page.url().startsWith(address)) await page.goto(address);
  for (const [label, value] of Object.entries(person)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Get my report' }).click();
}
/** A failure says what the page showed instead. */
async function says(words: string | RegExp): Promise<void> {
  const news = page.getByRole('status');
  await news
    .getByText(words)
    .waitFor()
    .catch(async () => assert.match(`${page.url()} ${await news.innerText()}`, new RegExp(words)));
}
async function enter(code: string): Promise<void> {
  await page.getByLabel('Security code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('the example is an afternoon’s work: 150 lines at most, back end and page', () => {
  const files = globSync('examples/express/{*.js,public/*}', { cwd: ROOT });
  assert.equal(files.length, 3);
  const lines = files.map((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1);
  assert.ok(lines.reduce((sum, count) => sum + count) <= LINES_MAX, String(lines));
});

test('a wrong code, new texts until there are none, and the right code', async () => {
  await ask();
  await says('We have sent you a code. You can ask for 2 more.');
  await enter('000000');
  await says('The code is not right. Tries left: 2.');
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await says(`We have sent you a code. You can ask for ${left} more.`);
  }
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await says('No more texts can be sent.');
  await enter(await readCode(pages));
  await says(/Your report is there: \d+ accounts/);
});

test('the third wrong code ends it', async () => {
  await ask();
  await says('We have sent you a code.');
  for (const words of ['Tries left: 2', 'Tries left: 1', 'We could not confirm it is you.']) {
    await enter('000000');
    await says(words);
  }
});

test('a code that is too late, and a text that no gateway took', async () => {
  await ask();
  await says('We have sent you a code.');
  pages.house.travelTo(new Date(Date.now() + 3_600_000));
  await enter('123456');
  await says('Your code has run out of time.');
  pages.house.travelTo(null);
});

test('a report at once; a request that is sent twice is one report', async () => {
  pages.world.verdict = 'allow';
  await ask();
  await says(/Your report is there/);
  const before = await countReports(pages.house, pages.tenant.tenantId);
  // As a page that lost the answer does it: the same attempt again.
  const person = {
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    mobileNumber: '+447700900982',
  };
  const address = { building: '12', town: 'Leeds', postcode: 'LS1 4AB' };
  const data = { attempt: randomUUID(), sessionId: 'a-session', ...person, ...address };
  const answers = [1, 2].map(async () => (await page.request.post(`${example}/report`, { data })).json());
  const [first, second] = await Promise.all(answers);
  assert.deepEqual(first, second);
  assert.equal(first.say, 'report');
  assert.equal(await countReports(pages.house, pages.tenant.tenantId), before + 1);
});

test('blocked says nothing of why', async () => {
  pages.world.verdict = 'block';
  await ask();
  await says('We cannot complete this check online.');
});

test('fields that are wrong are named; corrected, the report comes', async () => {
  pages.world.verdict = 'allow';
  await ask(example, { ...PERSON, Postcode: 'nowhere' });
  await says(/^postcode /);
  await page.getByLabel('Postcode').fill('LS1 4AB');
  await page.getByRole('button', { name: 'Get my report' }).click();
  await says(/Your report is there/);
});

test('an empty wallet is a problem of the service: the consumer never reads of credits', async () => {
  const poor = await start(await createTenant(pages.house, { balanceCredits: 0 }));
  await ask(poor);
  await says('There is a problem with the service.');
});

test('too many requests, and a service that is away, can be tried again', async () => {
  pages.world.verdict = 'allow';
  instead = { status: 429, code: 'rate-limited', retryAfter: 48 };
  await ask();
  await says('There are too many requests.');
  instead = { status: 503, code: 'service-unavailable', retryAfter: 60 };
  await page.getByRole('button', { name: 'Get my report' }).click();
  await says('There is a problem with the service.');
  instead = null;
  await page.getByRole('button', { name: 'Get my report' }).click();
  await says(/Your report is there/);
});

test('a device script that is blocked is said, and not waited for', async () => {
  await page.route('**/v1/fingerprints/device', (route) => route.abort());
  await ask();
  await says('is it blocked by an extension?');
});
