// Text answers are compressed from a kilobyte on; never for another site that rides on a cookie, and never in what is kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { makeLink, publishedText } from '../../support/consumers/hosted.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  inject,
  openHouse,
  tokenOf,
} from '../../support/house.ts';

const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

let house: House;
let client: Client;
let authorization: string;
let reports: string;
before(async () => {
  house = await openHouse();
  const tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  authorization = `Bearer ${await tokenOf(house, tenant)}`;
  reports = `/${client.tenant.tenantId}/v1/credit-reports`;
});
after(() => house?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  inject(house, { method: 'GET', url, headers });

test('an answer of a kilobyte and more is compressed for whoever takes it, and says the same', async () => {
  for (let count = 0; count < 5; count += 1) await client.generate();
  const plain = await get(`${reports}?test=true`, { authorization });
  assert.equal(plain.headers['content-encoding'], undefined);
  const packed = await get(`${reports}?test=true`, { authorization, ...GZIP });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.match(String(packed.headers.vary), /accept-encoding/);
  assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length);
  assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2);
  const shown = (text: string) => JSON.parse(text).data;
  assert.deepEqual(shown(gunzipSync(packed.rawPayload).toString()), shown(plain.payload));

  const refused = await get(`${reports}?test=true`, { authorization, 'accept-encoding': 'gzip;q=0' });
  assert.equal(refused.headers['content-encoding'], undefined);
  const short = await get('/health/live', GZIP);
  assert.equal(short.headers['content-encoding'], undefined);
});

test('a page is compressed, and for a cookie only where our own page or its user asked for it', async () => {
  const link = await makeLink(client, await publishedText(house, client.tenant.tenantId));
  const url = `/c/${link.id}`;
  const cookie = `__Host-check-${link.id}=0123456789abcdef`;
  const encoding = async (headers: Record<string, string>) =>
    (await get(url, { ...GZIP, ...headers })).headers['content-encoding'];
  assert.equal(await encoding({}), 'gzip');
  assert.equal(await encoding({ 'sec-fetch-site': 'cross-site' }), 'gzip', 'nothing of anybody is in it');
  assert.equal(await encoding({ cookie, 'sec-fetch-site': 'same-origin' }), 'gzip');
  assert.equal(await encoding({ cookie, 'sec-fetch-site': 'none' }), 'gzip');
  assert.equal(await encoding({ cookie, 'sec-fetch-site': 'cross-site' }), undefined);
  assert.equal(await encoding({ cookie, 'sec-fetch-site': 'same-site' }), undefined);
  assert.equal(await encoding({ cookie }), undefined);
});

test('what is kept under an idempotency key is plain: a repeat gets it in its own form', async () => {
  const ask = (headers: Record<string, string>) =>
    inject(house, {
      method: 'POST',
      url: reports,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'packed', ...headers },
      payload: JSON.stringify(generateBody()),
    });
  const first = await ask(GZIP);
  assert.equal(first.headers['content-encoding'], 'gzip');
  const repeated = await ask({});
  assert.equal(repeated.headers['content-encoding'], undefined);
  assert.deepEqual(
    JSON.parse(repeated.payload).data,
    JSON.parse(gunzipSync(first.rawPayload).toString()).data,
  );
});
