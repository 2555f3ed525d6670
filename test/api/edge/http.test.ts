// HTTP behaviour that all endpoints share: methods, media types, sizes, request ids, caching.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { faultOf, operations } from '../../fuzz/contract.ts';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  send,
} from '../../support/house.ts';
import { assertProblem, REQUEST_ID } from '../../support/http/problem-shape.ts';
import { signedIn } from '../../support/staff.ts';

let house: House;
let client: Client;
let base: string;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  base = `/${client.tenant.tenantId}/v1/credit-reports`;
});
after(() => house.close());

test('a generate request of exactly 32 KiB is read', async () => {
  assert.equal((await client.post(base, JSON.stringify(generateBody()).padEnd(32 * 1024, ' '))).status, 200);
});

test('a body is read up to what its route needs: 16 KiB where it is no generate request', async () => {
  const challenge = await openChallenge(client);
  const url = `${base}/${challenge.reportId}/otp-challenge`;
  const body = JSON.stringify({ challengeId: challenge.challengeId, code: '123456' });
  assertProblem(await client.post(url, body.padEnd(16 * 1024 + 1)), 413, 'payload-too-large');
  assert.equal((await client.post(url, body.padEnd(16 * 1024))).status, 200);
});

test('of a list that is too long the length is told, and only its first entries are validated', async () => {
  const problemsOf = async (overrides: Record<string, unknown>): Promise<string[]> => {
    const { status, body } = await client.generate(overrides);
    assert.equal(status, 400);
    return body.details.map(({ path }: { path: string }) => path);
  };
  const bureaus = await problemsOf({ bureaus: Array(10_000).fill(1) });
  assert.ok(bureaus.includes('/bureaus') && bureaus.length <= 5, String(bureaus));
  const addresses = await problemsOf({ addresses: Array(5_000).fill({}) });
  assert.ok(addresses.includes('/addresses') && addresses.length <= 12, String(addresses));
});

test('413 names the limit of the very address: a body of that size is read, and one byte more is not', async () => {
  const form = 'application/x-www-form-urlencoded';
  for (const [url, type] of [
    [base, 'application/json'],
    [`${base}/${randomUUIDv7()}/resend-sms`, 'application/json'],
    ['/v1/fingerprints/sessions', 'application/json'],
    ['/v1/oauth/token', form],
  ] as const) {
    const post = (bytes: number) =>
      client.post(url, type === form ? 'x'.repeat(bytes) : ' '.repeat(bytes), { 'content-type': type });
    const { status, text } = await post(1024 * 1024);
    assert.equal(status, 413, url);
    const [, kib] = /this address takes (\d+) KiB at most/.exec(text) ?? assert.fail(text);
    assert.equal((await post(Number(kib) * 1024 + 1)).status, 413, `${url} ${kib}`);
    assert.notEqual((await post(Number(kib) * 1024)).status, 413, `${url} ${kib}`);
  }
});

test('application/json is accepted with a charset of utf-8, in any spelling, or without one', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ]) {
    assert.equal((await client.generate({}, { 'content-type': type })).status, 200, type);
  }
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const PATHS: [path: string, allow: string][] = [
  ['/{tenantId}/v1/credit-reports', 'GET, HEAD, POST'],
  ['/{tenantId}/v1/credit-reports/{creditReportId}', 'DELETE, GET, HEAD'],
  ['/{tenantId}/v1/credit-reports/{creditReportId}/otp-challenge', 'POST'],
  ['/{tenantId}/v1/credit-reports/{creditReportId}/resend-sms', 'POST'],
  ['/v1/my/profile', 'GET, HEAD'],
  ['/v1/my/tenants', 'GET, HEAD'],
  ['/v1/my/tenants/select', 'POST'],
  ['/v1/fingerprints/device', 'GET, HEAD'],
  ['/v1/oauth/token', 'POST'],
  ['/health/live', 'GET, HEAD'],
  // A path with a parameter there takes a POST.
  ['/sign-in/over', 'GET, HEAD'],
  // At one address with /{tenantId}/v1, which takes more.
  ['/app/x/v1', 'GET, HEAD'],
  ['/app/assets/v1', 'GET, HEAD'],
  ['/docs/search', 'GET, HEAD'],
  ['/%64ocs/search', 'GET, HEAD'],
];
for (const [path, allow] of PATHS) {
  test(`405 | ${path} takes ${allow}, and says so to every other method`, async () => {
    const url = path
      .replace('{tenantId}', client.tenant.tenantId)
      .replace('{creditReportId}', randomUUIDv7());
    for (const method of METHODS.filter((one) => !allow.split(', ').includes(one))) {
      const answer = await send(house, { method: method as InjectOptions['method'] & string, url });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.allow, allow);
      if (method !== 'HEAD') assertProblem(answer, 405, 'method-not-allowed');
    }
  });
}

test('a call with a wrong method is logged and counted for its path, without what stands in it', async () => {
  const creditReportId = randomUUIDv7();
  house.logLines.length = 0;
  await send(house, { method: 'PUT', url: `${base}/${creditReportId.toUpperCase()}/resend-sms?x=1` });
  const pattern = '/:tenantId/v1/credit-reports/:creditReportId/resend-sms';
  const line = house.logLines.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'request');
  assert.deepEqual([line.route, line.status, line.reportId], [pattern, 405, creditReportId]);
  const counted = await send(house, { url: '/metrics' });
  assert.match(counted.text, new RegExp(`route="${pattern}",method="PUT",status="405"`));
});

test('an id is the same in capitals, and the audit trail has it in small letters', async () => {
  const { tenantId } = client.tenant;
  const [owner, operator, member] = [
    await signedIn(house, { tenantId }),
    await signedIn(house, { isOperator: true }),
    await signedIn(house, { tenantId, role: 'viewer' }),
  ];
  const [caps, person] = [tenantId.toUpperCase(), member.personId.toUpperCase()];
  const { creditReportId } = (await client.generate()).body.data;
  const report = `/${caps}/v1/credit-reports/${creditReportId.toUpperCase()}` as const;
  assert.equal((await client.get(report)).body.data.creditReportId, creditReportId);
  assert.equal((await client.get(`${report}/timeline`)).body.creditReportId, creditReportId);
  assert.equal((await owner.call('GET', report)).status, 200);
  assert.equal((await operator.call('GET', `/v1/operator/tenants/${caps}/prices`)).status, 200);
  const changed = await owner.call('PATCH', `/${caps}/v1/members/${person}`, { role: 'developer' });
  assert.equal(changed.status, 204);
  // Seen at once by this process, which forgets what it knew of the member.
  assert.equal((await member.call('GET', `/${caps}/v1/access`)).body.role, 'developer');
  const [session] = (await member.call('GET', '/v1/my/sessions')).body.items;
  assert.equal((await member.call('DELETE', `/v1/my/sessions/${session?.id.toUpperCase()}`)).status, 204);
  const of = `?actorId=${owner.personId.toUpperCase()}`;
  const { items } = (await owner.call('GET', `/${caps}/v1/audit-entries${of}`)).body;
  assert.deepEqual(
    items.map(({ objectId }: { objectId: string }) => objectId),
    [member.personId, creditReportId],
  );
});

test('every answer has a unique X-Request-Id, which a caller cannot choose', async () => {
  const own = { 'x-request-id': 'mine' };
  const answers = [
    await client.generate({}, own),
    await client.get(base, own),
    await client.get('/v1/my/profile', own),
    await client.get('/health/live', own),
    await client.get('/health/ready', own),
    await client.get('/v1/fingerprints/device', own),
    await client.get('/.well-known/openid-configuration', own),
    await client.get('/v1/nothing', own),
    await client.get('/%', own),
    await client.post('/v1/oauth/token', {}, own),
  ];
  const ids = answers.map((answer) => String(answer.headers['x-request-id']));
  for (const id of ids) assert.match(id, REQUEST_ID);
  assert.equal(new Set(ids).size, ids.length);
});

test('malformed HTTP is answered with an error of the same shape, and the connection is closed', async () => {
  const [head = '', body = ''] = (await hear('HELLO\r\n\r\n')).split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 400 /);
  assert.match(head, /\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  assert.equal(JSON.parse(body).code, 'validation-error');
});

test('an address in the form that proxies use is read without its host, and one without a host is refused', async () => {
  const ask = async (method: string, target: string) => {
    const answer = await hear(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const [, status, allow = ''] = /^HTTP\/1\.1 (\d+) (?:[\s\S]*?\r\nallow: ([^\r]+))?/.exec(answer) ?? [];
    const [, message = ''] = /"message":"([^"]+)"/.exec(answer) ?? [];
    return [status, allow, message];
  };
  const wrong = ['405', 'GET, HEAD', 'This address takes GET, HEAD only.'];
  const unreadable = ['404', '', 'There is nothing at this address: its path is not well formed.'];
  for (const [target, expected] of [
    ['http://a/docs/search?x=/y', wrong],
    ['HTTPS://a/docs/%73earch', wrong],
    ['http://a', wrong],
    ['*', wrong],
    ['http:///docs', unreadable],
    ['http://a:99999/docs', unreadable],
  ] as const)
    assert.deepEqual(await ask('PUT', target), expected, target);
});

test('nothing with personal data may be cached', async () => {
  const { reportId, challengeId } = await openChallenge(client);
  const answers = [
    await client.generate(),
    await client.submit(reportId, challengeId, '0'),
    await client.resend(reportId, challengeId),
    await client.submit(reportId, challengeId, '123456'),
    await client.get(base),
    await client.get(`${base}/${reportId}`),
    await client.get('/v1/my/profile'),
    await client.get('/v1/my/tenants'),
  ];
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test('a path whose percent signs encode nothing is answered by its own operation, as the OpenAPI document says', async () => {
  const { tenantId } = client.tenant;
  for (const operation of operations) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const bad of names) {
      for (const text of ['%', '%zz', 'a%ffb']) {
        const url = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name) =>
          name === bad ? text : name === 'tenantId' ? tenantId : randomUUIDv7(),
        );
        const { body } = operation;
        const answer = await send(house, {
          method: operation.method,
          url,
          headers: {
            authorization: `Bearer ${client.token}`,
            ...(body !== null && { 'content-type': body.type }),
          },
          ...(body !== null && { payload: JSON.stringify(body.example) }),
        });
        assert.equal(
          faultOf(operation, answer),
          null,
          `${operation.method} ${url} answered ${answer.status}`,
        );
        // Whoever has no token learns nothing of the path.
        const { status } = await send(house, { method: operation.method, url });
        if (operation.needsToken) assert.equal(status, 401, url);
      }
    }
  }
});

let listening: Promise<string> | null = null;

/** What the service answers to these bytes, until it closes the connection. */
async function hear(bytes: string): Promise<string> {
  listening ??= house.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port, hostname } = new URL(await listening);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => (heard += part));
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}
