// The example client against a server that misbehaves on purpose: what it retries, with which key, and when it stops.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { type ApiRefusal, ApiUnreachable, createApiClient } from './api-client.ts';

type Scripted = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up';

let server: Server;
let script: Scripted[] = [];
let calls: { path: string; key: string | undefined; authorization: string | undefined }[] = [];
before(async () => {
  server = createServer((request, response) => {
    const isToken = request.url === '/v1/oauth/token';
    const { 'idempotency-key': key, authorization } = request.headers;
    calls.push({ path: request.url ?? '', key: key as string | undefined, authorization });
    const tokens = calls.filter(({ path }) => path.endsWith('/token')).length;
    const answer: Scripted = isToken
      ? { status: 200, body: { access_token: `token-${tokens}`, expires_in: 900 } }
      : (script.shift() ?? { status: 200, body: { data: { status: 'blocked', creditReportId: 'r' } } });
    if (answer === 'hang up') return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    return response.end(JSON.stringify(answer.body ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  script = [];
  calls = [];
});

const challenge = { creditReportId: 'report', challengeId: 'challenge' };
function client() {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApiClient({ baseUrl, credential: { tenantId: 't', clientId: 'c', clientSecret: 's' } });
}
const posts = () => calls.filter(({ path }) => !path.endsWith('/token'));

test('one token serves many calls', async () => {
  const api = client();
  await api.submitCode(challenge, '123456', 'one');
  await api.submitCode(challenge, '123456', 'two');
  assert.equal(calls.length - posts().length, 1);
  assert.equal(posts()[1]?.authorization, 'Bearer token-1');
  assert.equal(posts()[0]?.path, '/t/v1/credit-reports/report/otp-challenge');
});

test('a lost answer, a fault and a first try that still runs are retried with the same key', async () => {
  script = [
    'hang up',
    { status: 503, body: { code: 'service-unavailable' } },
    { status: 409, body: { code: 'request-in-progress' } },
  ];
  const outcome = await client().submitCode(challenge, '123456', 'the-key');
  assert.equal(outcome.status, 'blocked');
  assert.deepEqual(
    posts().map(({ key }) => key),
    Array(4).fill('the-key'),
  );
});

test('a token that is no longer good is replaced once', async () => {
  script = [{ status: 401, body: { code: 'unauthorized' } }];
  await client().resendSms(challenge, 'key');
  assert.deepEqual(
    posts().map(({ authorization }) => authorization),
    ['Bearer token-1', 'Bearer token-2'],
  );
  script = [
    { status: 401, body: { code: 'unauthorized' } },
    { status: 401, body: { code: 'unauthorized' } },
  ];
  await assert.rejects(client().resendSms(challenge, 'key'), (error: ApiRefusal) => error.status === 401);
});

for (const [status, code] of [
  [400, 'validation-error'],
  [402, 'insufficient-funds'],
  [402, 'insufficient-credits'],
  [410, 'challenge-expired'],
  [429, 'rate-limited'],
] as const) {
  test(`${status} ${code} is told at once, with its code`, async () => {
    script = [{ status, body: { code, message: 'm', details: [{ path: '/mobileNumber', message: 'm' }] } }];
    await assert.rejects(client().submitCode(challenge, '1', 'key'), (error: ApiRefusal) => {
      assert.deepEqual([error.status, error.code, error.paths], [status, code, ['/mobileNumber']]);
      return true;
    });
    assert.equal(posts().length, 1);
  });
}

test('an API that never answers is given up after four tries, and the error holds nothing of the request', async () => {
  script = Array(4).fill('hang up');
  await assert.rejects(client().submitCode(challenge, '654321', 'key'), (error: Error) => {
    assert.ok(error instanceof ApiUnreachable);
    assert.doesNotMatch(`${error.message} ${error.stack} ${error.cause}`, /654321/);
    return true;
  });
  assert.equal(posts().length, 4);
});

test('the client can be copied: it imports nothing', () => {
  const text = readFileSync(new URL('./api-client.ts', import.meta.url), 'utf8');
  assert.doesNotMatch(text, /^import|\bfrom '|require\(/m);
});
