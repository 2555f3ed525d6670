// The fingerprint script as the service serves it, on a page of another origin, in a real browser: the page gets a session id of the service,
// and generate accepts it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openRiskHouse, type RiskHouse } from '../support/consumers/devices.ts';
import { clientOf, createTenant, type House, send } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE } from '../support/money.ts';

const SCRIPT = '/v1/fingerprints/device';
const SESSIONS = '/v1/fingerprints/sessions';
const GZIP_BYTES_MAX = 10 * 1024;

let risk: RiskHouse;
let house: House;
let browser: Browser;
let origin: string;
before(async () => {
  risk = await openRiskHouse();
  house = risk.house;
  await house.service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = addressOf(house.service.app.server as Server);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

test('on a page of another origin with a strict policy the function is called once, with a session id that generate accepts, in test mode and live', async () => {
  const html = `<!doctype html><title>Apply</title>
    <script nonce="page">
      window.calls = [];
      window.service = { deviceFingerprint: (device) => { window.calls.push(device); called(); } };
    </script>
    <script src="${origin}${SCRIPT}"></script>`;
  const policy = `default-src 'none'; script-src 'nonce-page' ${origin}; connect-src ${origin}; require-trusted-types-for 'script'`;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', policy);
    // The strictest embedder policy: every resource must opt in.
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end(html);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const context = await browser.newContext();
  const complaints: string[] = [];
  const reports: string[] = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('request', (request) => {
      if (request.method() === 'POST') reports.push(new URL(request.url()).pathname);
    });
    const called = Promise.withResolvers<void>();
    await page.exposeFunction('called', () => called.resolve());
    // Another host name of the same machine is another origin and another site.
    await page.goto(addressOf(site).replace('127.0.0.1', 'localhost'));
    await called.promise;
    const calls = (await page.evaluate('window.calls')) as { sessionId: string }[];
    assert.equal(calls.length, 1);
    const { sessionId = '' } = calls[0] ?? {};
    assert.match(sessionId, /^ds_[0-9a-f-]{36}\.[\w-]{20,}$/);
    assert.deepEqual(reports, [SESSIONS]);
    assert.deepEqual(complaints, []);
    assert.deepEqual(await context.cookies(), []);

    const client = await clientOf(house, await createTenant(house));
    const answer = await client.generate({ sessionId });
    assert.equal(answer.body.data.status, 'complete');

    const live = await client.generate({ ...LIVE, sessionId });
    assert.equal(live.body.data.status, 'authentication-required');
    assert.equal(risk.world.sent.length, 1, 'the device is verified, so a code is sent');
    const session = await risk.sessions.findSession(sessionId.slice(3, 39));
    assert.match(session?.signals?.userAgent ?? '', /Chrome/);
    // A browser under automation, truthful otherwise.
    assert.deepEqual(session?.flags, ['automation']);
    assert.equal(session?.origin, addressOf(site).replace('127.0.0.1', 'localhost'));
  } finally {
    await context.close();
    site.close();
    site.closeAllConnections();
  }
});

test('two pages get two session ids', async () => {
  const answers = await Promise.all([1, 2].map(() => report({})));
  const [one, other] = answers.map(({ body }) => body.sessionId);
  assert.notEqual(one, other);
});

test('the script may be embedded anywhere, is never sniffed as another type, and sets no cookie', async () => {
  const { status, headers } = await send(house, { url: SCRIPT });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('a browser caches the script for minutes, then revalidates it with a 304', async () => {
  const { headers, text } = await send(house, { url: SCRIPT });
  assert.match(String(headers['cache-control']), /^public, max-age=\d{2,3}, must-revalidate$/);
  const etag = String(headers.etag);
  const again = await send(house, { url: SCRIPT, headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal(again.headers.etag, etag);
  for (const known of [`W/${etag}`, `"another", ${etag}`, '*']) {
    const { status } = await send(house, { url: SCRIPT, headers: { 'if-none-match': known } });
    assert.equal(status, 304, known);
  }
  assert.equal(again.headers['cross-origin-resource-policy'], 'cross-origin');
  const changed = await send(house, { url: SCRIPT, headers: { 'if-none-match': '"another"' } });
  assert.deepEqual([changed.status, changed.text], [200, text]);
});

test(`the script is small: under ${GZIP_BYTES_MAX / 1024} KiB when compressed`, async () => {
  const { text } = await send(house, { url: SCRIPT });
  assert.ok(gzipSync(text).length < GZIP_BYTES_MAX);
});

test('HEAD has the same headers without the body', async () => {
  const get = await send(house, { url: SCRIPT });
  const head = await send(house, { method: 'HEAD', url: SCRIPT });
  assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', get.headers.etag]);
});

test('the report may come from any origin: the preflight allows it, for a day, without credentials', async () => {
  const { status, headers } = await send(house, {
    method: 'OPTIONS',
    url: SESSIONS,
    headers: {
      origin: 'https://apply.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  assert.equal(status, 204);
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(String(headers['access-control-allow-methods']), /POST/);
  assert.match(String(headers['access-control-allow-headers']), /content-type/);
  assert.equal(headers['access-control-max-age'], '86400');
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('a refusal can be read by the page too, so that the script knows whether to retry', async () => {
  const { status, headers } = await report([]);
  assert.equal(status, 400);
  assert.equal(headers['access-control-allow-origin'], '*');
});

function report(body: unknown) {
  return send(house, {
    method: 'POST',
    url: SESSIONS,
    headers: { 'content-type': 'application/json', origin: 'https://apply.example' },
    payload: JSON.stringify(body),
  });
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
