// Every route against every kind of caller, as a table. A route that is not in the table fails the test, and so does a row whose route is
// gone: a new route must say who may call it.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { Permission } from '../../src/domain/people/permissions.ts';
import { revokeCredential } from '../../src/storage/people/credentials.ts';
import { insertMembership, setTenantEnabled } from '../../src/storage/people/tenants.ts';
import { orderOf } from '../support/consumers/hosted.ts';
import { checksumOf } from '../support/database/checksum.ts';
import {
  type Answer,
  clientOf,
  createCredential,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  send,
  sql,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { openPayHouse, type PayHouse, paidThings } from '../support/payments.ts';
import { endpointOf } from '../support/webhooks/receiver.ts';
import { CALLERS, type Caller, OF_STAFF, ON_TENANT, TABLE } from './route-rows.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics';
/** Every field that a route of webhooks takes. */
const WEBHOOK = {
  url: 'https://example.com/hook',
  mode: 'test',
  overlap: '1h',
  missed: 'skip',
  since: '2026-01-01',
  ...{ low: [] },
};
type Identity = { tenant: Tenant; token: string; reportId: string; challengeId: string };

let pay: PayHouse;
let house: House;
let home: Tenant;
/** An endpoint of it, with a delivery, an event and a recovery; a test clock, a consent text and a link. */
let endpoint: Record<keyof Awaited<ReturnType<typeof endpointOf>>, string>;
/** A payment, a card and an invoice of it. */
let paid: Awaited<ReturnType<typeof paidThings>>;
/** A report of it that has a document. */
let earlierId: string;
let completeId: string;
let failedId: string;
/** Of a generate in test mode. */
let requestId: string;
const identities = {} as Record<Exclude<Caller, 'nobody' | 'garbage' | 'lacking'>, Identity>;
const lacking = {} as Record<Permission, Identity>;

before(async () => {
  pay = await openPayHouse({ METRICS_TOKEN });
  ({ house } = pay);
  home = await createTenant(house, { name: 'Home' });
  const [other, dark] = [await createTenant(house, { name: 'Other' }), await createTenant(house)];
  const ownHome = await openChallenge(await clientOf(house, home));
  earlierId = (await (await clientOf(house, home)).generate()).body.data.creditReportId;
  const complete = await (await clientOf(house, home)).generate();
  completeId = complete.body.data.creditReportId;
  requestId = String(complete.headers['x-request-id']);
  failedId = (await (await clientOf(house, home)).generate()).body.data.creditReportId;
  await sql(house, `update reports set status = 'failed', body = null where id = $1`, [failedId]);
  await house.service.flushed();
  endpoint = await endpointOf(house, await clientOf(house, home));
  paid = await paidThings(pay, await clientOf(house, home));
  const ownOther = await openChallenge(await clientOf(house, other));
  const ownDark = await openChallenge(await clientOf(house, dark));
  await insertMembership(house.service.database, {
    tenantId: other.tenantId,
    personId: home.personId,
    role: 'owner',
  });
  const withCredential = async (tenant: Tenant, ...scopes: Parameters<typeof createCredential>[2][]) => {
    const made = { ...tenant, ...(await createCredential(house, tenant, ...scopes)) };
    return { tenant: made, token: await tokenOf(house, made) };
  };
  identities.right = { ...(await withCredential(home)), ...ownHome };
  identities.foreign = { ...(await withCredential(other)), ...ownOther };
  identities.sameOwner = {
    ...(await withCredential({ ...other, personId: home.personId })),
    ...ownOther,
  };
  identities.revoked = { ...(await withCredential(home)), ...ownHome };
  identities.disabled = { ...(await withCredential(dark)), ...ownDark };
  // By the missing permission.
  lacking['reports:write'] = { ...(await withCredential(home, ['reports:read'])), ...ownHome };
  lacking['reports:read'] = { ...(await withCredential(home, ['reports:write'])), ...ownHome };
  lacking['wallet:read'] = {
    ...(await withCredential(home, ['reports:read', 'reports:write'])),
    ...ownHome,
  };
  assert.ok(await revokeCredential(house.service.database, identities.revoked.tenant.clientId));
  assert.ok(await setTenantEnabled(house.service.database, dark.tenantId, false));
});
after(() => pay?.close());

test('the table lists every route of the service, and no route that is gone', () => {
  const declared = new Set(Object.keys(TABLE).map((route) => route.split(' ')[1]));
  assert.deepEqual([...declared].sort(), [...registered().keys()].sort());
});

test('every operation of the OpenAPI document is in the table', () => {
  const { paths = {} } = house.service.app.swagger() as { paths?: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.ok(documented.length > 10);
  assert.deepEqual(
    documented.filter((route) => TABLE[route] === undefined),
    [],
  );
});

test('a method that is not in the table answers 405 on a known path, to every caller', async () => {
  for (const [pattern, methods] of registered()) {
    const declared = methods.filter((method) => isDeclared(method, pattern));
    for (const method of methods.filter((one) => !declared.includes(one))) {
      for (const caller of ['nobody', 'right'] as const) {
        const answer = await send(house, {
          ...requestFor(`GET ${pattern}`, caller),
          method: method as 'GET',
        });
        assert.equal(answer.status, 405, `${method} ${pattern} by ${caller}`);
        const allowed = String(answer.headers.allow).split(', ');
        assert.deepEqual(allowed.sort(), declared.sort(), `${method} ${pattern}`);
      }
    }
  }
});

for (const [route, row] of Object.entries(TABLE)) {
  test(`${route} answers each kind of caller as the table says`, async () => {
    const answered: Record<string, number> = {};
    for (const caller of CALLERS) {
      const answer = await send(house, requestFor(route, caller));
      answered[caller] = answer.status;
      if (
        !/\/token|oauth|webhook-keys|^\w+ \/(sign-in|reset|invite|app\/assets|docs|fonts|sdk|c\/)/.test(route)
      )
        assertPlainRefusal(answer);
      if (!route.startsWith('GET ')) continue;
      const head = await send(house, { ...requestFor(route, caller), method: 'HEAD' });
      assert.equal(head.status, answer.status, `HEAD by ${caller}`);
      assert.equal(head.text, '');
    }
    assert.deepEqual(answered, row);
  });
}

test('a refused caller changes nothing', async () => {
  const before = await checksumOf(house);
  for (const [route, row] of Object.entries(TABLE)) {
    for (const caller of CALLERS.filter((one) => row[one] >= 400)) {
      await send(house, requestFor(route, caller, { 'idempotency-key': 'of-a-refused-caller' }));
    }
  }
  assert.deepEqual(await checksumOf(house), before);
});

test('a refused caller learns nothing about its body', async () => {
  for (const [route, row] of Object.entries(TABLE)) {
    const isGuarded = (row === ON_TENANT || row === OF_STAFF) && route.startsWith('POST ');
    for (const caller of isGuarded ? CALLERS.filter((one) => row[one] >= 400) : []) {
      for (const payload of ['', '{"broken', '[]', 'x'.repeat(300 * 1024)]) {
        const answer = await send(house, { ...requestFor(route, caller), payload });
        assert.equal(answer.status, row[caller], `${route} by ${caller}: ${answer.text}`);
      }
    }
  }
});

test('a NUL in the query is a 400 on every route, for whoever passes its checks', async () => {
  for (const [route, row] of Object.entries(TABLE)) {
    for (const query of ['route=%00', '%00=1', 'a=1&b=x%00y']) {
      const asked = requestFor(route, 'right');
      const answer = await send(house, { ...asked, url: `${asked.url}?${query}` });
      const isForAnyone = new Set(Object.values(row)).size === 1;
      assert.equal(
        answer.status,
        isForAnyone || row.right < 400 ? 400 : row.right,
        `${route}?${query}: ${answer.text}`,
      );
    }
  }
});

test("another tenant's report is indistinguishable from one that does not exist", async () => {
  const { right, foreign } = identities;
  const forCredentials = Object.entries(TABLE).filter(([, row]) => row.right < 400);
  for (const [route] of forCredentials.filter(([one]) => one.includes(':creditReportId'))) {
    const unknown = [randomUUIDv7(), 'no-uuid', `${foreign.reportId}0`].map((reportId) => ({ reportId }));
    const answers = await Promise.all(
      [foreign, ...unknown].map(({ reportId }) => send(house, requestAs(route, { ...right, reportId }))),
    );
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, route);
    assert.equal(answers[0]?.body.code, 'credit-report-not-found');
  }
});

test("another report's challenge is indistinguishable from one that does not exist", async () => {
  const { right, foreign } = identities;
  const sibling = await openChallenge(await clientOf(house, home));
  for (const route of Object.keys(TABLE).filter((one) => /otp-challenge|resend-sms/.test(one))) {
    const ids = [foreign.challengeId, sibling.challengeId, randomUUIDv7(), 'no-uuid'];
    const answers = await Promise.all(
      ids.map((challengeId) => send(house, requestAs(route, { ...right, challengeId }))),
    );
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, route);
    assert.equal(answers[0]?.body.code, 'challenge-not-found');
  }
});

test("another's tenant, a disabled one and one that does not exist are indistinguishable", async () => {
  const { right, foreign, disabled } = identities;
  const ids = [foreign.tenant.tenantId, disabled.tenant.tenantId, randomUUIDv7(), 'no-uuid'];
  for (const route of Object.keys(TABLE).filter((one) => /:tenantId|select/.test(one))) {
    const answers = await Promise.all(
      ids.map((tenantId) => send(house, requestAs(route, { ...right, tenant: { ...home, tenantId } }))),
    );
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, route);
    assert.equal(answers[0]?.status, 403);
  }
});

test('an unknown address is 404 for every caller alike', async () => {
  for (const caller of CALLERS) {
    const { headers = {} } = requestFor('GET /v1/my/profile', caller);
    for (const url of ['/v1', '/v2/my/profile', `/${home.tenantId}/v1/wallets`, '/admin', '/.env']) {
      const answer = await send(house, { method: 'GET', url, headers });
      assert.deepEqual([answer.status, answer.body.code], [404, 'not-found'], `${url} by ${caller}`);
    }
  }
});

test('the metrics accept only their own token', async () => {
  const ask = (authorization: string) =>
    send(house, { method: 'GET', url: '/metrics', headers: { authorization } });
  assert.equal((await ask(`Bearer ${METRICS_TOKEN}`)).status, 200);
  for (const wrong of [METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, 'Bearer ', `Basic ${METRICS_TOKEN}`]) {
    assert.equal((await ask(wrong)).status, 401);
  }
});

/** Path patterns and their methods, as the router itself prints them: a tree with four columns to a level. */
function registered(): Map<string, string[]> {
  const routes = new Map<string, string[]>();
  const parents: string[] = [];
  for (const line of house.service.app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')) {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? assert.fail(line);
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = part;
    if (methods !== undefined) routes.set(parents.join(''), methods.split(', '));
  }
  return routes;
}

function isDeclared(method: string, pattern: string): boolean {
  return TABLE[`${method === 'HEAD' ? 'GET' : method} ${pattern}`] !== undefined;
}

type Asked = InjectOptions & { method: string; url: string };

function requestFor(route: string, caller: Caller, more: Record<string, string> = {}): Asked {
  const ofReports = route.startsWith('GET ') ? 'reports:read' : 'reports:write';
  const missing =
    /\/(credit-reports|consumer-sessions|consumer-requests|consent-texts|test-clocks|lenders|search)/.test(
      route,
    )
      ? ofReports
      : 'wallet:read';
  const { right } = identities;
  const who =
    caller === 'nobody' || caller === 'garbage'
      ? right
      : caller === 'lacking'
        ? lacking[missing]
        : identities[caller];
  // A foreign caller calls our tenant; a disabled tenant's credential its own.
  const { tenant, reportId: ownId, challengeId } = caller === 'disabled' ? who : right;
  const isFailed = route.endsWith('/new-link') && caller !== 'disabled';
  const reportId = /agreements|attributes|changes|evidence/.test(route)
    ? completeId
    : isFailed
      ? failedId
      : ownId;
  const target = { tenant: { ...who.tenant, tenantId: tenant.tenantId }, reportId, challengeId };
  const request = requestAs(route, { ...target, token: who.token });
  const headers: Record<string, string> = { ...(request.headers as Record<string, string>), ...more };
  if (caller === 'nobody') delete headers.authorization;
  if (caller === 'garbage')
    headers.authorization = route.endsWith('/token') ? 'Basic Z2FyOmJhZ2U=' : 'Bearer garbage';
  return { ...request, headers };
}

function requestAs(route: string, who: Identity): Asked {
  const [method, pattern = ''] = route.split(' ');
  const { tenant, reportId, challengeId, token } = who;
  const url = pattern
    .replace(':tenantId', tenant.tenantId)
    .replace(':creditReportId', reportId)
    .replace(':requestId', requestId)
    .replace(/:(paymentId|paymentMethodId|invoiceId)/, (_, name: 'paymentId') => paid[name])
    .replace(
      /:(endpointId|deliveryId|recoveryId|clockId|consumerSessionId|consumerRequestId|consentTextId)/g,
      (_, name: 'endpointId') => endpoint[name],
    );
  if (pattern.endsWith('/oauth/token')) {
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers, payload: 'grant_type=client_credentials' };
  }
  if (method === 'POST' && /^\/(sign-in|reset|invite|c)\//.test(`${pattern}/`)) {
    return {
      method,
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40b.c',
    };
  }
  const authorization = `Bearer ${token}`;
  const query = pattern.endsWith('/credit-usage')
    ? '?dateFrom=2026-11-01&dateTo=2026-11-30'
    : pattern.endsWith('/search')
      ? '?q=case-1'
      : pattern.endsWith('/changes')
        ? `?since=${earlierId}`
        : '';
  const hasBody =
    method === 'POST' ||
    method === 'PUT' ||
    (/webhook|alerts|branding|consent/.test(pattern) && method === 'PATCH');
  if (!hasBody) return { method: method as 'GET', url: `${url}${query}`, headers: { authorization } };
  const headers = { authorization, 'content-type': 'application/json' };
  const body = pattern.endsWith('/v1/credit-reports')
    ? generateBody()
    : pattern.endsWith('/v1/consumer-sessions')
      ? orderOf(endpoint.consentTextId)
      : /webhook|alerts/.test(pattern)
        ? { ...WEBHOOK, eventId: endpoint.eventId }
        : {
            challengeId,
            code: '000000',
            tenantId: tenant.tenantId,
            bureaus: ['equifax'],
            csv: 'name\nWick',
            ...(pattern.endsWith('/send') ? { by: 'email', email: 'ada@example.com' } : { by: 'PT1S' }),
            type: 'ping',
            outcome: 'accepted',
            ...{ credits: 1_000, threshold: 10, isOn: true, paymentMethodId: paid.paymentMethodId },
            ...{ name: 'Northgate Ltd', address: '1 Example Street' },
          };
  return { method: method as 'POST', url, headers, payload: JSON.stringify(body) };
}

function assertPlainRefusal(answer: Answer): void {
  if (answer.status < 400) return;
  assert.deepEqual(Object.keys(answer.body), ['code', 'message']);
  assert.equal(answer.body.code, answer.status === 401 ? 'unauthorized' : 'forbidden');
  assert.equal(answer.headers['www-authenticate'], answer.status === 401 ? 'Bearer' : undefined);
}
