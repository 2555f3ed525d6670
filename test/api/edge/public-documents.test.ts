// What anybody can read is made once: shared bytes, compressed where the client takes it, with a tag that answers 304. Every public GET of
// the table of routes is asked, so a new document that is made for each reader fails here. Its CPU time is measured by bench/public.ts.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FONT_PATH } from '../../../src/html/font.ts';
import { TABLE } from '../../security/route-rows.ts';
import { type House, inject, openHouse } from '../../support/house.ts';
import { until } from '../../support/waiting.ts';

/** Small, and different from one reader or moment to the next. */
const MADE_EACH_TIME = [
  ...['/docs/search', '/.well-known/security.txt', '/c/colours/:light/:dark'],
  ...[
    '/.well-known/jwks.json',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ],
];
/** One of each kind. */
const NAMED: Record<string, string[]> = {
  '/docs/:page': ['/docs/start', '/docs/start.md', '/docs/trefoil.bruno.json'],
  '/fonts/:name': [FONT_PATH],
  '/c/colours/:light/:dark': ['/c/colours/0b5d51/7fd1c1'],
  '/openapi.json': ['/openapi.json'],
  '/sdk/:file': ['/sdk/browser.js', '/sdk/Trefoil.php', '/sdk/trefoil.py'],
};
const BYTES_MAX = 1_024;

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await inject(house, { url, headers: { accept: 'text/html,*/*', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

/** The addresses of files that pages name, by the pattern that serves them. */
async function namedFiles(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [page, folder] of [
    ['/docs/start', '/docs/assets/'],
    ['/app', '/app/assets/'],
    ['/c/none', '/c/assets/'],
  ] as const) {
    const text = (await ask(page)).bytes.toString();
    found[`${folder}:name`] = [...new Set(text.match(new RegExp(`${folder}[\\w.-]+`, 'g')) ?? [])];
    assert.notEqual(found[`${folder}:name`]?.length, 0, page);
  }
  return found;
}

test('every public document has a tag that answers 304, and comes compressed to whoever takes it', async () => {
  const named = { ...NAMED, ...(await namedFiles()) };
  let documents = 0;
  for (const row of Object.keys(TABLE).filter((one) => one.startsWith('GET '))) {
    const pattern = row.slice('GET '.length);
    for (const url of named[pattern] ?? [pattern.replaceAll(/:\w+/g, 'none')]) {
      const plain = await ask(url);
      const isKept = /public|no-cache/.test(String(plain.headers['cache-control']));
      if (plain.status !== 200 || MADE_EACH_TIME.includes(pattern)) {
        assert.equal(plain.headers.etag, undefined, url);
        continue;
      }
      if (!isKept) continue;
      documents += 1;
      const { etag } = plain.headers;
      assert.ok(
        etag,
        `${url} may be kept by a cache and has no tag: send it by sendDocument, or list it above`,
      );
      const again = await ask(url, { 'if-none-match': String(etag) });
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag], url);
      assert.equal((await ask(url, { 'if-none-match': '"another"' })).status, 200, url);
      const packed = await ask(url, { 'accept-encoding': 'br;q=0, gzip' });
      if (packed.headers['content-encoding'] === undefined) {
        assert.ok(plain.bytes.length < BYTES_MAX || /font/.test(String(plain.headers['content-type'])), url);
        continue;
      }
      assert.deepEqual(gunzipSync(packed.bytes), plain.bytes, url);
      assert.match(String(packed.headers.vary), /accept-encoding/, url);
      assert.equal((await ask(url, { 'if-none-match': String(packed.headers.etag) })).status, 304, url);
      const refused = await ask(url, { 'accept-encoding': 'gzip;q=0' });
      assert.equal(refused.headers['content-encoding'], undefined, url);
    }
  }
  assert.ok(documents > 15, `${documents} documents`);
});

test('twelve hundred answers that nobody reads share their bytes, and others are answered meanwhile', async () => {
  const { app } = house.service;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  let begun = 0;
  app.server.on('request', () => {
    begun += 1;
  });
  for (const query of ['', '?tenantId=0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01']) {
    const url = `/openapi.json${query}`;
    // Made once, before.
    await ask(url);
    begun = 0;
    const before = process.memoryUsage();
    const sockets = Array.from({ length: 75 }, () => connect({ port, host: '127.0.0.1' }));
    for (const socket of sockets)
      socket
        .on('error', () => {})
        .pause()
        .write(`GET ${url} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(16));
    await until('all are begun', () => begun === 1_200, 20_000);
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/live`)).status, 200);
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    const grownMb = (arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed) / 2 ** 20;
    for (const socket of sockets) socket.destroy();
    assert.ok(grownMb < 100, `${grownMb.toFixed(0)} MB for ${url}`);
  }
});
