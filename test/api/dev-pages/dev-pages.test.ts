// The development pages as HTTP: the endpoints for scripts, cross-site protection, caching and cookies, and that none of them exists in
// production or on a database by address.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { refuseUnknownHost } from '../../../src/domain/known-host.ts';
import { describeStart, openToOthers } from '../../../src/start/announce.ts';
import { developmentPages } from '../../../src/start/development-pages.ts';
import { openPagesHouse, type PagesHouse } from '../../support/browser/pages-house.ts';
import { openHouse, send as sendTo } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import { after, before, test } from '../../support/long.ts';
import { gatewaySettings } from '../../support/worlds/sms-world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PRODUCTION = {
  NODE_ENV: 'production',
  EMBEDDED_DATABASE_IN_PRODUCTION: 'true',
  PUBLIC_URL: 'https://reports.example.com',
  ENCRYPTION_KEY: createHash('sha256').update('a key').digest('base64'),
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SIMULATED_BUREAUS_IN_PRODUCTION: 'true',
  ...gatewaySettings({ twilio: 'https://twilio.example.com' }),
};

let pages: PagesHouse;
before(async () => {
  pages = await openPagesHouse();
});
after(() => pages?.close());
beforeEach(() => pages.outbox.clear());

const ask = <Url extends string>(url: Url, more: object = {}) => sendTo(pages.house, { url, ...more });
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  sendTo(pages.house, { method: 'POST', url, payload, headers: { ...FORM, ...headers } });
const text = (smsId: string, code: string, to = '+447700900123') =>
  pages.outbox.send({
    tenantId: pages.tenant.tenantId,
    smsId,
    to,
    text: `${code} is your security code.`,
    validitySeconds: 300,
  });

test('the latest text to a number is answered in one call, with its code', async () => {
  await text('one', '111111');
  await text('two', '222222', '+447700900456');
  for (const to of ['%2B447700900123', '+447700900123', '447700900123']) {
    const { status, body, headers } = await ask(`/dev/outbox/latest?to=${to}`);
    assert.equal(status, 200);
    const { sentAt, ...rest } = body;
    assert.match(sentAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(rest, {
      to: '+447700900123',
      text: '111111 is your security code.',
      code: '111111',
      smsId: 'one',
      state: 'on-its-way',
    });
    assert.equal(headers['cache-control'], 'no-store');
  }
  assert.equal((await ask('/dev/outbox/latest')).body.code, '222222');
});

test('a text that has not come yet is waited for', async () => {
  const waiting = ask('/dev/outbox/latest?to=447700900123&wait=30');
  await text('other', '222222', '+447700900456');
  await text('one', '111111');
  assert.equal((await waiting).body.code, '111111');
});

test('when none comes the answer is a 404 error', async () => {
  const answer = await ask('/dev/outbox/latest?to=447700900123&wait=0.05');
  assertProblem(answer, 404, 'not-found');
});

for (const wait of ['31', '-1', 'ten', 'Infinity']) {
  test(`a wait of ${wait} seconds is refused`, async () => {
    const answer = await ask(`/dev/outbox/latest?wait=${wait}`);
    assertProblem(answer, 400, 'validation-error');
    assert.equal(answer.body.details[0]?.path, '/wait');
  });
}

test('the outbox is emptied by a script, for one number or for all', async () => {
  await text('one', '111111');
  await text('two', '222222', '+447700900456');
  const one = await ask('/dev/outbox?to=%2B447700900123', { method: 'DELETE' });
  assert.deepEqual([one.status, one.text], [204, '']);
  assert.deepEqual(
    (await pages.outbox.list()).map(({ smsId }) => smsId),
    ['two'],
  );
  assert.equal((await ask('/dev/outbox', { method: 'DELETE' })).status, 204);
  assert.deepEqual(await pages.outbox.list(), []);
});

test('a page of another site can submit no form and empty nothing', async () => {
  await text('one', '111111');
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    for (const url of ['/dev/outbox/clear', '/dev/outbox/mark', '/demo/start']) {
      const answer = await post(url, 'smsId=one&as=delivered&example=0', headers);
      assert.equal(answer.status, 403, `${url} ${JSON.stringify(headers)}`);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    assert.equal((await ask('/dev/outbox', { method: 'DELETE', headers })).status, 403);
  }
  assert.equal((await pages.outbox.list())[0]?.state, 'on-its-way');
});

test('a name that was made to point at this machine opens no development page and no open metrics', async () => {
  await text('one', '111111');
  const paths = ['/demo', '/dev/outbox', '/dev/outbox/latest', '/dev/mail', '/metrics'];
  const statuses = async (host: string): Promise<number[]> =>
    Promise.all(paths.map(async (url) => (await ask(url, { headers: { host } })).status));
  for (const host of [
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '192.0.2.7:8080',
  ]) {
    assert.deepEqual(
      await statuses(host),
      paths.map(() => 403),
      host,
    );
  }
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:9', '[::1]:8080', 'trefoil.test']) {
    assert.deepEqual(
      await statuses(host),
      paths.map(() => 200),
      host,
    );
  }
  const { text: words } = await ask('/dev/outbox', { headers: { host: 'evil.example' } });
  assert.doesNotMatch(words, /111111/);
});

test('the host of PUBLIC_URL opens them, whatever the port', () => {
  const at = (host: string) => () => refuseUnknownHost(host, 'https://trefoil.example:8443');
  for (const host of ['trefoil.example', 'trefoil.example:8443', 'TREFOIL.example:1']) {
    assert.doesNotThrow(at(host), host);
  }
  for (const host of ['other.example', 'x.trefoil.example', '']) assert.throws(at(host), /PUBLIC_URL/, host);
});

test('a start on an address of the network names what other machines can open', () => {
  const named = (settings: Record<string, string>) => openToOthers(readConfig(settings));
  const metrics = '/metrics (METRICS_TOKEN locks it)';
  assert.deepEqual(named({}), []);
  for (const HOST of ['localhost', '::1']) assert.deepEqual(named({ HOST }), [], HOST);
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5']) {
    assert.deepEqual(named({ HOST }), ['the demo', 'the outbox with its codes', metrics], HOST);
  }
  const DATABASE_URL = 'postgres://u:p@127.0.0.1/trefoil';
  assert.deepEqual(named({ HOST: '0.0.0.0', DATABASE_URL }), [metrics]);
  assert.deepEqual(named({ ...PRODUCTION, HOST: '0.0.0.0' }), []);
  const printed = (settings: Record<string, string>) =>
    describeStart(readConfig(settings), { description: '' }, pages.house.service, { tookMs: 1 });
  assert.match(
    printed({ HOST: '0.0.0.0' }),
    /^ {2}Warning {4}HOST 0\.0\.0\.0 lets other machines open the demo and the outbox .* Set HOST to 127\.0\.0\.1/m,
  );
  for (const settings of [{}, { ...PRODUCTION, HOST: '0.0.0.0' }])
    assert.doesNotMatch(printed(settings), /Warning/);
});

test('our own pages and plain scripts may', async () => {
  const allowed: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:8080', host: 'localhost:8080' },
    {},
  ];
  for (const headers of allowed) {
    assert.equal((await post('/dev/outbox/clear', '', headers)).status, 303, JSON.stringify(headers));
  }
});

test('a page is not cached, runs nothing inline, and cannot be framed', async () => {
  for (const url of ['/dev/outbox', '/demo']) {
    const { status, headers, text: page } = await ask(url);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(page, /<style|style=|<script(?![^>]*src=)|\son\w+=/);
    assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
  }
});

test('styles and scripts are immutable, under an address that changes with their content', async () => {
  const { text: page } = await ask('/demo');
  const addresses = [...page.matchAll(/(?:src|href)="(\/dev\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  assert.equal(addresses.length, 3);
  for (const url of addresses) {
    const { status, headers } = await ask(url);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(url, /-[\w-]{12}\.(css|js|svg)$/);
  }
});

test('the demo makes a session through the API and sends the consumer to its link; back, it asks the service', async () => {
  const sent = await post('/demo/start', 'example=0');
  assert.equal(sent.status, 303);
  const link = /^\/c\/([\w-]{36})#t=[\w-]{20,}$/.exec(String(sent.headers.location));
  assert.ok(link, String(sent.headers.location));
  assert.equal((await ask(`/c/${link[1]}`)).status, 200);
  // Whatever the address says: the session is not complete.
  const back = await ask(`/demo/done?session=${link[1]}&status=complete`);
  assert.match(back.text, /The check is not finished/);
  for (const query of ['', '?session=x', '?session=a&session=b'])
    assert.equal((await ask(`/demo/done${query}`)).headers.location, '/demo', query);
  assert.equal((await post('/demo/start', `example=${'x'.repeat(20_000)}`)).status, 413);
});

test('neither a number nor a code reaches the log', async () => {
  await text('logged', '918273', '+447700900777');
  await ask('/dev/outbox/latest?to=447700900777');
  const log = pages.house.logLines.join('\n');
  assert.match(log, /\/dev\/outbox\/latest/);
  assert.doesNotMatch(log, /900777|918273/);
});

test('the API document does not list the pages', () => {
  const { paths = {} } = pages.house.service.app.swagger() as { paths?: object };
  assert.deepEqual(
    Object.keys(paths).filter((path) => /^\/(dev|demo|c)\b/.test(path)),
    [],
  );
});

test('in production and on a database by address there are no such pages', async () => {
  const given = { outbox: pages.outbox, hostDemo: async () => '', examples: [], credential: () => null };
  const embedded = readConfig({});
  assert.notEqual(developmentPages(embedded, given), undefined);
  assert.equal(developmentPages(readConfig(PRODUCTION), given), undefined);
  const url = 'postgres://someone@localhost/trefoil';
  assert.equal(developmentPages(readConfig({ DATABASE_URL: url }), given), undefined);
  for (const settings of [{}, PRODUCTION]) {
    const house = await openHouse(settings);
    for (const path of ['/demo', '/demo/done', '/dev/outbox', '/dev/outbox/latest', '/dev/outbox/changes']) {
      assert.equal((await sendTo(house, { url: path })).status, 404, path);
    }
    await house.close();
  }
});

test('the reference has a token of the demo tenant, for names of this machine alone, and none without one', async () => {
  const jwt = /"token": "eyJ[\w.-]+"/;
  const { text: page, headers } = await ask('/reference/');
  assert.match(page, jwt);
  assert.ok(page.includes(`/openapi.json?tenantId=${pages.tenant.tenantId}`));
  assert.equal(headers['cache-control'], 'no-store');
  const { text: foreign } = await ask('/reference/', { headers: { host: 'evil.example' } });
  assert.doesNotMatch(foreign, jwt);
  assert.ok(foreign.includes('"token": ""') && foreign.includes('"/openapi.json"'));
  pages.actAs(null);
  assert.doesNotMatch((await ask('/reference/')).text, jwt);
  pages.actAs(pages.tenant);
});

test('the document takes the id of a tenant for its examples, and nothing else', async () => {
  const { tenantId } = pages.tenant;
  const { text: own } = await ask(`/openapi.json?tenantId=${tenantId}`);
  assert.ok(own.includes(`"example":"${tenantId}"`));
  for (const wrong of ['x', '%22%7D', '', `${tenantId}&tenantId=${tenantId}`])
    assertProblem(await ask(`/openapi.json?tenantId=${wrong}`), 400, 'validation-error');
});
