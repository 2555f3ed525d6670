// The interface's table "Errors", row for row as far as test mode reaches, with the codes that it leaves open, and what every error answer
// has in common. The order of the checks is in check-order.test.ts, HTTP itself in http.test.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { revokeCredential } from '../../../src/storage/people/credentials.ts';
import { setTenantEnabled } from '../../../src/storage/people/tenants.ts';
import {
  type Answer,
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  send,
  sql,
} from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

let house: House;
let client: Client;
let base: string;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  base = `/${client.tenant.tenantId}/v1/credit-reports`;
});
beforeEach(() => house.travelTo(null));
after(() => house.close());

const authorized = () => ({ authorization: `Bearer ${client.token}` });
const profile = (headers: Record<string, string>) =>
  send(house, { method: 'GET', url: '/v1/my/profile', headers });

/** A valid body of exactly this many bytes. */
const bodyOf = (bytes: number) => JSON.stringify(generateBody()).padEnd(bytes, ' ');

async function withChallenge(
  deed: (reportId: string, challengeId: string) => Promise<Answer>,
): Promise<Answer> {
  const { reportId, challengeId } = await openChallenge(client);
  return deed(reportId, challengeId);
}

const guess = (reportId: string, challengeId: string, code = '123456') =>
  client.submit(reportId, challengeId, code);

const ROWS: [row: string, status: number, code: string, ask: () => Promise<Answer>][] = [
  [
    '400 | validation-error | Missing fields in the request body',
    400,
    'validation-error',
    () => client.post(base, {}),
  ],
  [
    '400 | validation-error | Invalid fields',
    400,
    'validation-error',
    () => client.generate({ gender: 'X' }),
  ],
  ['400 | broken JSON', 400, 'validation-error', () => client.post(base, '{"sessionId":')],
  ['400 | an empty JSON body', 400, 'validation-error', () => client.post(base, '')],
  [
    '400 | no body at all',
    400,
    'validation-error',
    () => send(house, { method: 'POST', url: base, headers: authorized() }),
  ],
  ['400 | a bad query', 400, 'validation-error', () => client.get(`${base}?pageSize=0`)],
  ['401 | Missing token', 401, 'unauthorized', () => profile({})],
  ['401 | Invalid token: empty', 401, 'unauthorized', () => profile({ authorization: '' })],
  ['401 | Invalid token: no JWT', 401, 'unauthorized', () => profile({ authorization: 'Bearer abc' })],
  [
    '401 | Invalid token: another scheme',
    401,
    'unauthorized',
    () => profile({ authorization: 'Basic YTpi' }),
  ],
  [
    '401 | Invalid token: a signature with one letter changed',
    401,
    'unauthorized',
    () => profile({ authorization: `Bearer ${tamper(client.token)}` }),
  ],
  [
    '401 | Invalid token: unsigned',
    401,
    'unauthorized',
    () => profile({ authorization: unsigned(client.token) }),
  ],
  ['401 | Invalid token: its credential was revoked', 401, 'unauthorized', askRevoked],
  ["403 | another's tenant", 403, 'forbidden', () => askTenant((other) => other.tenantId)],
  ['403 | no such tenant', 403, 'forbidden', () => askTenant(() => randomUUIDv7())],
  ['403 | a tenant id that is not a UUID', 403, 'forbidden', () => askTenant(() => 'acme')],
  ['403 | a tenant id of 2,000 letters', 403, 'forbidden', () => askTenant(() => 'a'.repeat(2_000))],
  ['403 | a disabled tenant', 403, 'forbidden', askDisabled],
  [
    '403 | Insufficient permissions: write with a read token',
    403,
    'forbidden',
    () => askScope('reports:read'),
  ],
  [
    '403 | Insufficient permissions: read with a write token',
    403,
    'forbidden',
    () => askScope('reports:write'),
  ],
  [
    '404 | credit-report-not-found | on GET',
    404,
    'credit-report-not-found',
    () => client.get(`${base}/${randomUUIDv7()}`),
  ],
  ['404 | credit-report-not-found | no UUID', 404, 'credit-report-not-found', () => client.get(`${base}/1`)],
  [
    '404 | credit-report-not-found | 2,000 letters',
    404,
    'credit-report-not-found',
    () => client.get(`${base}/${'a'.repeat(2_000)}`),
  ],
  [
    '404 | credit-report-not-found | on OTP submit',
    404,
    'credit-report-not-found',
    () => guess(randomUUIDv7(), randomUUIDv7()),
  ],
  [
    '404 | challenge-not-found | The challenge id does not exist or does not belong to this report',
    404,
    'challenge-not-found',
    () => withChallenge((reportId) => guess(reportId, randomUUIDv7())),
  ],
  ['404 | unknown route', 404, 'not-found', () => client.get('/v1/nothing')],
  ['404 | unknown route below a known one', 404, 'not-found', () => client.post(`${base}/1/nothing`, {})],
  ['404 | an address that cannot be read', 404, 'not-found', () => client.get('/%E0%A4%A')],
  ['405 | wrong method', 405, 'method-not-allowed', () => send(house, { method: 'DELETE', url: base })],
  [
    '409 | challenge-already-completed | a passed challenge',
    409,
    'challenge-already-completed',
    () => withChallenge(async (...ids) => guess(...ids).then(() => guess(...ids))),
  ],
  [
    '409 | challenge-closed | a resend of a passed challenge',
    409,
    'challenge-closed',
    () => withChallenge(async (...ids) => guess(...ids).then(() => client.resend(...ids))),
  ],
  [
    '409 | credit-report-not-complete | the agreements of a report that waits for its code',
    409,
    'credit-report-not-complete',
    () => withChallenge((reportId) => client.get(`${base}/${reportId}/agreements`)),
  ],
  [
    '409 | request-in-progress | while the first is still running',
    409,
    'request-in-progress',
    askWhileRunning,
  ],
  [
    '410 | challenge-expired | The OTP challenge exceeded the 5-minute window',
    410,
    'challenge-expired',
    () =>
      withChallenge((...ids) => {
        house.travelTo(new Date(Date.now() + 600_000));
        return guess(...ids);
      }),
  ],
  [
    '413 | a generate request of 32 KiB and one byte',
    413,
    'payload-too-large',
    () => client.post(base, bodyOf(BODY_LIMIT_BYTES + 1)),
  ],
  ['415 | text/plain', 415, 'unsupported-media-type', () => postAs('text/plain')],
  ['415 | a form', 415, 'unsupported-media-type', () => postAs('application/x-www-form-urlencoded')],
  ['415 | multipart', 415, 'unsupported-media-type', () => postAs('multipart/form-data; boundary=x')],
  [
    '415 | application/json; charset=utf-16',
    415,
    'unsupported-media-type',
    () => postAs('application/json; charset=utf-16'),
  ],
  ['415 | another JSON', 415, 'unsupported-media-type', () => postAs('application/problem+json')],
  ['415 | no content type', 415, 'unsupported-media-type', () => postAs(undefined)],
  ['422 | idempotency-key-reused', 422, 'idempotency-key-reused', askWithUsedKey],
  [
    '429 | no-sends-left | the three sends are used',
    429,
    'no-sends-left',
    () => withChallenge(askFourthSend),
  ],
  ['500 | internal-error | a sealed value that does not open', 500, 'internal-error', askBrokenRow],
  [
    '503 | service-unavailable | live mode, for now',
    503,
    'service-unavailable',
    () => client.generate({ test: false }),
  ],
];

for (const [row, status, code, ask] of ROWS) {
  test(`${row}: answers ${status} ${code}, in the one shape of errors`, async () => {
    assertProblem(await ask(), status, code);
  });
}

function tamper(token: string): string {
  const last = token.at(-5) === 'A' ? 'B' : 'A';
  return `${token.slice(0, -5)}${last}${token.slice(-4)}`;
}

function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  return `Bearer ${header}.${token.split('.')[1]}.`;
}

async function askRevoked(): Promise<Answer> {
  const other = await clientOf(house, await createTenant(house));
  await revokeCredential(house.service.database, other.tenant.clientId);
  return other.get('/v1/my/profile');
}

async function askTenant(idOf: (other: { tenantId: string }) => string): Promise<Answer> {
  const id = idOf(await createTenant(house));
  return client.post(`/${id}/v1/credit-reports`, generateBody());
}

async function askDisabled(): Promise<Answer> {
  const other = await clientOf(house, await createTenant(house));
  await setTenantEnabled(house.service.database, other.tenant.tenantId, false);
  return other.generate();
}

async function askScope(scope: 'reports:read' | 'reports:write'): Promise<Answer> {
  const other = await clientOf(house, await createTenant(house, { scopes: [scope] }));
  return scope === 'reports:read'
    ? other.generate()
    : other.get(`/${other.tenant.tenantId}/v1/credit-reports`);
}

function postAs(type: string | undefined): Promise<Answer> {
  const headers = { ...authorized(), ...(type !== undefined && { 'content-type': type }) };
  return send(house, { method: 'POST', url: base, headers, payload: JSON.stringify(generateBody()) });
}

async function askWhileRunning(): Promise<Answer> {
  const key = { 'idempotency-key': randomUUIDv7() };
  await client.generate({}, key);
  await sql(house, `update idempotency_keys set answer = null, leased_until = now() + interval '1 minute'`);
  return client.generate({}, key);
}

async function askWithUsedKey(): Promise<Answer> {
  const key = { 'idempotency-key': randomUUIDv7() };
  await client.generate({}, key);
  return client.generate({ firstName: 'Grace' }, key);
}

async function askFourthSend(reportId: string, challengeId: string): Promise<Answer> {
  for (let i = 0; i < 2; i += 1) await client.resend(reportId, challengeId);
  return client.resend(reportId, challengeId);
}

async function askBrokenRow(): Promise<Answer> {
  const { creditReportId } = (await client.generate()).body.data;
  await sql(house, 'update reports set body = set_byte(body, 40, 255 - get_byte(body, 40)) where id = $1', [
    creditReportId,
  ]);
  return client.get(`${base}/${creditReportId}`);
}

test("another's tenant, an unknown one, a disabled one and an invalid UUID have the same error", async () => {
  const answers = [
    await askTenant((other) => other.tenantId),
    await askTenant(() => randomUUIDv7()),
    await askTenant(() => 'acme'),
    await askDisabled(),
  ];
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
});
