// The fingerprint script in a real browser, on a page of another origin. Two small servers play the caller's site and the service; the
// service's own answers are tested with the service.

import assert from 'node:assert/strict';

import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import {
  REGISTER,
  REGISTERED,
  type Site,
  TAG,
  type Visit,
  visitIn,
} from '../support/browser/fingerprint-page.ts';
import { after, before, test } from '../support/long.ts';
import { until } from '../support/waiting.ts';

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
let visit: Visit;
before(async () => {
  browser = await launchChromium();
  visit = visitIn(browser);
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

test('an error thrown by the function reaches the page as its own, and the function is not called again', () => {
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

test('a page that registers no function is unchanged', () =>
  visit({ html: `<script>window.names = Object.keys(window)</script>${TAG}` }, 'report', async (seen) => {
    const added = 'Object.keys(window).filter((name) => !names.includes(name))';
    assert.deepEqual(await seen.page.evaluate(added), ['names']);
    assert.deepEqual(seen.errors, []);
  }));

test('a page that stays open can ask for a new session, and one is opened at a time', () =>
  visit({ html: REGISTERED + TAG, hasRealTimers: true }, 'call', async (seen) => {
    const asked = await seen.page.evaluate('Promise.all([trefoil.newSession(), trefoil.newSession()])');
    assert.deepEqual(asked, [{ sessionId: 'session-2' }, { sessionId: 'session-2' }]);
    await until('it is handed over', () => seen.calls.length === 2);
    assert.deepEqual(seen.calls, [{ sessionId: 'session-1' }, { sessionId: 'session-2' }]);
    assert.equal(seen.reports.length, 2);
  }));

test('a page whose session could not be opened can ask again, and only the newest session is handed over', () =>
  visit({ html: TAG, answers: [{ status: 403 }], hasRealTimers: true }, 'error', async (seen) => {
    assert.deepEqual(seen.errors, ['Device fingerprint: status 403']);
    // Nobody takes the first of these two; whoever registers late gets the second.
    await seen.page.evaluate('trefoil.newSession()');
    const asked = await seen.page.evaluate('trefoil.newSession()');
    assert.deepEqual(asked, { sessionId: 'session-3' });
    await seen.page.evaluate(`${REGISTER} null`);
    await until('it is handed over', () => seen.calls.length > 0);
    assert.deepEqual(seen.calls, [{ sessionId: 'session-3' }]);
  }));

test('no cookie is set and nothing is stored', () =>
  visit({ html: REGISTERED + TAG }, 'call', async ({ page }) => {
    const stores = '[document.cookie, localStorage.length, sessionStorage.length]';
    assert.deepEqual(await page.evaluate(stores), ['', 0, 0]);
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), []);
    assert.deepEqual(await page.context().cookies(), []);
  }));
