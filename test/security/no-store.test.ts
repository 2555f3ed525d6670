// Whatever may contain personal data or a secret is not cached: every route, without a token, with a credential and as a signed-in person,
// answers no-store, refusals and redirects included. Public, identical answers are listed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, openHouse, send } from '../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../support/people.ts';
import { TABLE } from './route-rows.ts';

/** Public, and the same for every caller. */
const PUBLIC = [
  'GET /sign-in.css',
  'GET /sign-in.js',
  'GET /v1/fingerprints/device',
  'GET /docs/:page',
  'GET /docs/search',
  'GET /sdk/',
  'GET /llms.txt',
  'GET /llms-full.txt',
  'GET /.well-known/security.txt',
  'GET /widget.js',
  'GET /favicon.ico',
  'GET /openapi.json',
  'GET /openapi.programs.json',
  'GET /reference/',
  'GET /reference/js/scalar.js',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server',
];

let house: House;
let client: Client;
let browser: Browser;
let reportId: string;
before(async () => {
  house = await openHouse();
  const tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  browser = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
  reportId = (await client.generate()).body.data.creditReportId;
});
after(() => house?.close());

for (const row of Object.keys(TABLE)) {
  test(`${row} is not cached, for any caller`, async () => {
    const [method = '', pattern = ''] = row.split(' ');
    const url = pattern
      .replace(':tenantId', client.tenant.tenantId)
      .replace(':creditReportId', reportId)
      .replaceAll(/:\w+/g, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99');
    const body = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, payload: '{}' };
    const bearer = { authorization: `Bearer ${client.token}` };
    const answers = [
      await send(house, { method: method as 'GET', url, ...body }),
      await send(house, { method: method as 'GET', url, ...body, headers: { ...bearer, ...body.headers } }),
      // The same request again with a cache's revalidation headers.
      await send(house, { method: 'GET', url, headers: { ...bearer, 'if-none-match': '*' } }),
      method === 'GET' ? await browser.get(url) : await browser.copy().call(method, url, {}),
    ];
    for (const { status, headers } of answers) {
      const isPublic = PUBLIC.includes(row) && (status === 200 || status === 304);
      const kept = String(headers['cache-control']);
      if (isPublic) assert.match(kept, /public|no-cache|max-age|no-store/, row);
      else assert.equal(kept, 'no-store', `${row} answered ${status}`);
    }
    if (row === 'GET /:tenantId/v1/credit-reports/:creditReportId')
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 200, 200, 200],
        'a report is never "not modified"',
      );
  });
}
