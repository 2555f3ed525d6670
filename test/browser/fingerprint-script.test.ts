// The fingerprint script in a real browser, on a page of a foreign origin. Two small servers stand for the
// caller's site and for the service; what the service itself answers is tested with the service.

import assert from 'node:assert/strict';
import { once } from 'node:events';

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { fingerprintScript } from '../../web/build.mjs';
import { launchChromium } from '../support/chromium.ts';

const SCRIPT = fingerprintScript();

/** A page of the caller's. SERVICE in it stands for the service's address. */
type Site = { html: string; csp?: string; answers?: Answer[]; hasRealTimers?: true };
/** What the service answers to the first reports, before it opens sessions. */
type Answer = { status: number; body?: object; withoutCors?: true };
type Seen = { page: Page; calls: unknown[]; errors: string[]; reports: string[] };

const TAG = '<script src="SERVICE/v1/fingerprints/device"></script>';
const REGISTER = 'window.service = window.service || {}; service.deviceFingerprint = called;';
const REGISTERED = `<script>${REGISTER}</script>`;
const REGISTERED_LATE = `<script>setTimeout(() => { ${REGISTER} }, 500)</script>`;

const delivered: (Site & { when: string; reports?: number })[] = [
  { when: 'it is registered before the script loads', html: REGISTERED + TAG },
  { when: 'it is registered half a second after', html: TAG + REGISTERED_LATE },
  {
    when: 'window.service is there and the function comes half a second after',
    html: `<script>window.service = { theirs: true }</script>${TAG}${REGISTERED_LATE}`,
  },
  { when: 'the script is loaded twice', html: REGISTERED + TAG + TAG },
  { when: 'the script is deferred', html: REGISTERED + TAG.replace('src', 'defer src') },
  { when: 'the script is loaded as a module', html: REGISTERED + TAG.replace('src', 'type="module" src') },
  { when: 'the script address has a query', html: REGISTERED + TAG.replace('device', 'device?v=2#top') },
  { when: 'the service lives under a path', html: REGISTERED + TAG.replace('SERVICE', 'SERVICE/credit') },
  {
    when: 'the page has a strict content security policy',
    html: REGISTERED.replace('<script', '<script nonce="x"') + TAG,
    csp: "default-src 'none'; script-src SERVICE 'nonce-x'; connect-src SERVICE",
  },
  { when: 'the first report meets 503', html: REGISTERED + TAG, answers: [{ status: 503 }], reports: 2 },
  { when: 'the first report meets 429', html: REGISTERED + TAG, answers: [{ status: 429 }], reports: 2 },
  {
    when: 'the first report is lost on the way',
    html: REGISTERED + TAG,
    answers: [{ status: 201, withoutCors: true }],
    reports: 2,
  },
];

const undelivered: (Site & { when: string; reports: number; error: string })[] = [
  {
    when: 'five reports are lost',
    html: REGISTERED + TAG,
    answers: Array(5).fill({ status: 503 }),
    reports: 5,
    error: 'Device fingerprint: status 503',
  },
  {
    when: 'the service refuses the report',
    html: REGISTERED + TAG,
    answers: [{ status: 403 }],
    reports: 1,
    error: 'Device fingerprint: status 403',
  },
  {
    when: 'the service answers without a session id',
    html: REGISTERED + TAG,
    answers: [{ status: 201, body: {} }],
    reports: 1,
    error: 'Device fingerprint: no session id',
  },
  {
    when: 'the script is loaded from an address that is not its own',
    html: REGISTERED + TAG.replace('/v1/fingerprints/device', '/copy.js'),
    reports: 0,
    error: 'Device fingerprint: load this script from /v1/fingerprints/device',
  },
];

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

for (const { when, reports = 1, ...site } of delivered) {
  test(`the function is called once with the session id when ${when}`, () =>
    visit(site, 'call', async (seen) => {
      assert.deepEqual(seen.calls, [{ sessionId: `session-${reports}` }]);
      assert.equal(seen.reports.length, reports);
      assert.equal(new Set(seen.reports).size, 1, 'a report that is sent again says the same');
      assert.deepEqual(seen.errors, []);
    }));
}

for (const { when, reports, error, ...site } of undelivered) {
  test(`the function is not called and the page gets an error when ${when}`, () =>
    visit(site, 'error', async (seen) => {
      assert.deepEqual(seen.calls, []);
      assert.equal(seen.reports.length, reports);
      assert.deepEqual(seen.errors, [error]);
    }));
}

test('what the function throws reaches the page as its own error, and it is not called again', () => {
  const html = `<script>
    window.onerror = (message) => { window.heard = message; };
    window.service = { deviceFingerprint(device) { called(device); throw new Error('a bug of the page'); } };
  </script>${TAG}`;
  return visit({ html, hasRealTimers: true }, 'error', async (seen) => {
    assert.deepEqual(seen.calls, [{ sessionId: 'session-1' }]);
    assert.deepEqual(seen.errors, ['a bug of the page']);
    assert.equal(await seen.page.evaluate('heard'), 'Uncaught Error: a bug of the page');
  });
});

test('a page that registers no function is left as it was', () =>
  visit({ html: `<script>window.names = Object.keys(window)</script>${TAG}` }, 'report', async (seen) => {
    const added = 'Object.keys(window).filter((name) => !names.includes(name))';
    assert.deepEqual(await seen.page.evaluate(added), ['names']);
    assert.deepEqual(seen.errors, []);
  }));

test('no cookie is set and nothing is stored', () =>
  visit({ html: REGISTERED + TAG }, 'call', async ({ page }) => {
    const stores = '[document.cookie, localStorage.length, sessionStorage.length]';
    assert.deepEqual(await page.evaluate(stores), ['', 0, 0]);
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), []);
    assert.deepEqual(await page.context().cookies(), []);
  }));

/** Opens the page, waits for what is to happen first, lets a minute of the page's clock pass, then looks. */
async function visit(site: Site, first: 'call' | 'error' | 'report', look: (seen: Seen) => Promise<void>) {
  const { answers = [] } = site;
  const reports: string[] = [];
  const service = await listen(serviceOf(reports, answers));
  const caller = await listen(callerOf(site, addressOf(service)));
  const context = await browser.newContext();
  const happened = Promise.withResolvers<void>();
  const deadline = setTimeout(() => happened.reject(new Error(`no ${first} came in 20 s`)), 20_000);
  try {
    const page = await context.newPage();
    const seen: Seen = { page, calls: [], errors: [], reports };
    const note = (what: typeof first) => what === first && happened.resolve();
    page.on('pageerror', ({ message }) => {
      seen.errors.push(message);
      note('error');
    });
    await page.exposeFunction('called', (device: unknown) => {
      seen.calls.push(device);
      note('call');
    });
    // Playwright's clock keeps what a timer throws to itself, so a test about that goes without.
    if (!site.hasRealTimers) await page.clock.install();
    page.on('requestfinished', async (request) => {
      if (request.method() !== 'POST') return;
      note('report');
      // Shortens the pause before the next report. The page may be closed by then: that does no harm, nor does
      // a turn of the clock that comes too early; the test is only slower.
      if (reports.length <= answers.length) await page.clock.runFor(5_000).catch(() => {});
    });
    await page.goto(addressOf(caller));
    await happened.promise;
    if (site.hasRealTimers) await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    else await page.clock.runFor(60_000);
    await look(seen);
  } finally {
    clearTimeout(deadline);
    await context.close();
    for (const server of [service, caller]) {
      server.close();
      server.closeAllConnections();
    }
  }
}

function callerOf({ html, csp }: Site, service: string): RequestListener {
  return (_request, response) => {
    if (csp) response.setHeader('content-security-policy', csp.replaceAll('SERVICE', service));
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Apply</title>${html.replaceAll('SERVICE', service)}`);
  };
}

function serviceOf(reports: string[], answers: Answer[]): RequestListener {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    if (/\/(v1\/fingerprints\/device|copy\.js)$/.test(pathname)) {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      return response.end(SCRIPT);
    }
    if (!pathname.endsWith('/v1/fingerprints/sessions')) return response.writeHead(404).end();
    if (request.method === 'OPTIONS') {
      const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
      return response.writeHead(204, allowed).end();
    }
    reports.push(await text(request));
    const session = { status: 201, body: { sessionId: `session-${reports.length}` } };
    const { status, body = {}, withoutCors }: Answer = answers[reports.length - 1] ?? session;
    if (!withoutCors) response.setHeader('access-control-allow-origin', '*');
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
