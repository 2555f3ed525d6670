// What the fingerprint script reads and sends, in a real browser: the signals that docs/device-signals.md lists and no others, only to the
// service, whatever the page and the browser restrict.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readSignals } from '../../src/domain/reports/device-signals.ts';
import { fingerprintScript } from '../../web/build.mjs';
import { launchChromium } from '../support/browser/chromium.ts';
import { REGISTERED, type Seen, TAG, type Visit, visitIn } from '../support/browser/fingerprint-page.ts';
import { after, before, test } from '../support/long.ts';

const LISTED = [
  ...readFileSync(join(import.meta.dirname, '../../docs/device-signals.md'), 'utf8').matchAll(
    /^\| `(\w+)` \|/gm,
  ),
].map(([, name = '']) => name);

let browser: Browser;
let visit: Visit;
before(async () => {
  browser = await launchChromium();
  visit = visitIn(browser);
});
after(() => browser.close());

function reported({ reports: [report = '{}'] }: Seen): Record<string, unknown> {
  return JSON.parse(report).signals;
}

test('what is reported is listed in the document, is understood by the service, and is small', () =>
  visit({ html: REGISTERED + TAG }, 'call', async (seen) => {
    const signals = reported(seen);
    const names = Object.keys(signals);
    assert.deepEqual(
      names.filter((name) => !LISTED.includes(name)),
      [],
    );
    // A machine without a graphics card has no graphics signals; every Chromium has all others.
    const optional = ['graphics', 'brandPlatform', 'memoryGb'];
    assert.deepEqual(
      LISTED.filter((name) => !names.includes(name) && !optional.includes(name)),
      [],
    );
    assert.deepEqual(readSignals(signals), signals);
    assert.ok((seen.reports[0] ?? '').length < 2_048);
  }));

test('an automated browser is detected', () =>
  visit({ html: REGISTERED + TAG }, 'call', async (seen) => {
    assert.ok((reported(seen).automation as string[]).length > 0);
  }));

test('two visits with one browser report the same of the device', async () => {
  const visits: unknown[] = [];
  for (const _visit of [1, 2]) {
    await visit({ html: REGISTERED + TAG }, 'call', async (seen) => void visits.push(reported(seen)));
  }
  assert.deepEqual(visits[0], visits[1]);
});

test("only the page and the service get requests, also when the libraries' sampled telemetry is on", () =>
  visit({ html: REGISTERED + TAG, first: 'Math.random = () => 0' }, 'call', async ({ page, requested }) => {
    const hosts = new Set(requested.map((url) => new URL(url).hostname));
    assert.deepEqual([...hosts], ['127.0.0.1']);
    const paths = requested.map((url) => new URL(url).pathname).filter((path) => path !== '/favicon.ico');
    assert.deepEqual([...new Set(paths)].sort(), [
      '/',
      '/v1/fingerprints/device',
      '/v1/fingerprints/sessions',
    ]);
    assert.equal(page.workers().length, 0);
    assert.equal(page.frames().length, 1);
  }));

test('the strictest policy sees no violation: no eval, no inline, no worker, no blob, no frame', () => {
  const html = `<script nonce="x">
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  </script>${REGISTERED.replace('<script', '<script nonce="x"')}${TAG}`;
  const csp =
    `default-src 'none'; script-src SERVICE 'nonce-x'; connect-src SERVICE; require-trusted-types-for 'script';
    trusted-types 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`.replace(/\s+/g, ' ');
  return visit({ html, csp }, 'call', async (seen) => {
    assert.deepEqual(await seen.page.evaluate('window.violations'), []);
    assert.equal(seen.calls.length, 1);
    assert.deepEqual(seen.errors, []);
  });
});

const BROKEN: Record<string, { first: string; without: string[] }> = {
  'the canvas throws': {
    first: "HTMLCanvasElement.prototype.getContext = () => { throw new Error('no'); }",
    without: ['canvas', 'graphics'],
  },
  'languages, time zone and screen throw': {
    first: `for (const [of, name] of [[navigator, 'languages'], [window, 'Intl'], [window, 'screen']])
      Object.defineProperty(of, name, { get() { throw new Error('no'); } })`,
    without: ['languages', 'timeZone', 'screen', 'colorDepth'],
  },
  'the canvas is drawn with noise': {
    first: "HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;' + Math.random()",
    without: ['canvas'],
  },
  'a question to the browser is never answered': {
    first: 'navigator.permissions.query = () => new Promise(() => {})',
    without: ['automation'],
  },
};

for (const [what, { first, without }] of Object.entries(BROKEN)) {
  test(`the session is opened without those signals when ${what}`, () =>
    visit({ html: REGISTERED + TAG, first }, 'call', async (seen) => {
      const names = Object.keys(reported(seen));
      assert.deepEqual(
        without.filter((name) => names.includes(name)),
        [],
      );
      assert.ok(names.includes('userAgent'));
      assert.equal(seen.calls.length, 1);
      assert.deepEqual(seen.errors, []);
    }));
}

test('nothing is left in the page: no element, no attribute, no name', () => {
  const count = 'document.querySelectorAll("*").length + document.documentElement.attributes.length';
  const html = `<p>A page</p>${REGISTERED}${TAG}<script>window.counted = ${count}</script>`;
  return visit({ html }, 'call', async ({ page }) => {
    assert.equal(await page.evaluate(count), await page.evaluate('window.counted'));
  });
});

test('the built script has nothing in it that stores, evaluates, or calls a foreign host, and no syntax after ES2017', () => {
  const code = fingerprintScript().replace(/\/\*\*.*?\*\//gs, '');
  for (const word of [
    'https:',
    'XMLHttpRequest',
    'sendBeacon',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    '.cookie',
    'eval(',
    'new Function',
    'Worker(',
    'createObjectURL',
    'srcdoc',
    'innerHTML',
  ])
    assert.ok(!code.includes(word), word);
  assert.doesNotMatch(code, /\?\.[a-z_$([]|\?\?|\.\.\.\w+\}|for await|catch\s*\{/i);
});

test('a build is cached for its sources, and made again when they change or the output is missing', () => {
  const product = join(import.meta.dirname, '../../dist/web/fingerprint.js');
  const script = fingerprintScript();
  assert.equal(readFileSync(product, 'utf8'), script);
  writeFileSync(product, '/* of other sources */');
  assert.equal(fingerprintScript(), script);
  rmSync(product);
  assert.equal(fingerprintScript(), script);
  assert.equal(readFileSync(product, 'utf8'), script);
});
