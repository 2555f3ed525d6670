// A sandbox: every page and the health say that nothing is real, and a tenant's texts are read by its own people alone, whichever process
// took them. Outside of one nothing is marked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createCredential, type House, openHouse, send, tokenOf } from '../../support/house.ts';
import { LIVE, newClient } from '../../support/money.ts';
import { createSmsWorld } from '../../support/worlds/sms-world.ts';

const NOTICE = /<body[^>]*><p class="sandbox-notice" role="note">Sandbox: nothing here is real\./;
const PAGES = [
  '/',
  '/docs',
  '/docs/webhooks',
  '/reference/',
  '/app/signed-out',
  '/sign-in',
  '/reset',
  '/docs/no-such-page',
];

let house: House;
let other: House;
before(async () => {
  house = await openHouse({ SANDBOX: 'true' }, undefined, createSmsWorld);
  // Another process of the same sandbox.
  other = await openHouse({ SANDBOX: 'true' }, house.database, createSmsWorld);
});
after(async () => {
  await other?.close();
  await house?.close();
});

const page = (of: House, url: string) =>
  send(of, { url, headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' } });

test('every page has the bar with its style sheet, and the health says so', async () => {
  for (const url of PAGES) {
    const { text, headers } = await page(house, url);
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    assert.match(text, NOTICE, url);
    assert.ok(text.includes('<link rel="stylesheet" href="/sandbox.css"></head>'), url);
    assert.equal(Number(headers['content-length'] ?? Buffer.byteLength(text)), Buffer.byteLength(text), url);
  }
  assert.match(String((await send(house, { url: '/sandbox.css' })).headers['content-type']), /^text\/css/);
  assert.equal(JSON.parse((await send(house, { url: '/health/live' })).text).sandbox, true);
  assert.equal(JSON.parse((await send(house, { url: '/health/ready' })).text).sandbox, true);
  assert.equal((await send(house, { url: '/dev/outbox' })).status, 404, 'no open outbox');
});

test('texts are read by their own tenant, in every process, with the scope for it', async () => {
  const [client, stranger] = [await newClient(house), await newClient(house)];
  const { body } = await client.generate({ ...LIVE, externalReference: 'case-9' });
  await stranger.generate({ ...LIVE, mobileNumber: '+447700900456' });
  await house.service.flushed();

  const path = `/${client.tenant.tenantId}/v1/messages` as const;
  const token = await tokenOf(other, client.tenant);
  const read = await send(other, { url: path, headers: { authorization: `Bearer ${token}` } });
  assert.equal(read.body.items.length, 1);
  const [{ to, text = '', externalReference, mobileEnding } = assert.fail('a text')] = read.body.items;
  assert.equal(to, LIVE.mobileNumber);
  assert.deepEqual([externalReference, mobileEnding], ['case-9', to?.slice(-4)]);
  const [code = ''] = /^\d{6}/.exec(text) ?? [];
  const { creditReportId, challenge } = body.data;
  assert.equal(
    (await client.submit(creditReportId, challenge.challengeId, code)).body.data.status,
    'complete',
  );

  const narrow = { ...client.tenant, ...(await createCredential(house, client.tenant, ['reports:read'])) };
  const headers = { authorization: `Bearer ${await tokenOf(house, narrow)}` };
  assert.equal((await send(house, { url: path, headers })).status, 403);
  assert.equal((await stranger.get(path)).status, 403);
});

test('outside of a sandbox no page is marked', async () => {
  const plain = await openHouse({}, house.database);
  try {
    for (const url of ['/docs', '/sign-in'])
      assert.doesNotMatch((await page(plain, url)).text, /[Ss]andbox-notice/);
    assert.equal(JSON.parse((await send(plain, { url: '/health/live' })).text).sandbox, false);
    assert.equal((await send(plain, { url: '/sandbox.css' })).status, 404);
  } finally {
    await plain.close();
  }
});
