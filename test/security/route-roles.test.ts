// Every route of a tenant against every role, with the cookie of a signed-in person, as a table. A tenant's route that is not in it fails the
// test. A refusal names the missing permission, and changes nothing.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { PERMISSIONS, PERMISSIONS_OF, type Role } from '../../src/domain/people/permissions.ts';
import { operations } from '../fuzz/contract.ts';
import { orderOf, publishedText } from '../support/consumers/hosted.ts';
import {
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  sql,
  type Tenant,
  tokenOf,
} from '../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../support/people.ts';

const WHO = ['owner', 'admin', 'developer', 'finance', 'viewer', 'operator', 'stranger', 'removed'] as const;
type Who = (typeof WHO)[number];

//                                    owner admin dev fin viewer operator
const TABLE: Record<string, [needs: string, allowed: string]> = {
  'POST /{tenantId}/v1/credit-reports': ['reports:write', 'oad---'],
  'GET /{tenantId}/v1/credit-reports': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/evidence': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/agreements': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/attributes': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/changes': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/timeline': ['reports:read', 'oad-v-'],
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/otp-challenge': ['reports:write', 'oad---'],
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/resend-sms': ['reports:write', 'oad---'],
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/new-link': ['reports:write', 'oad---'],
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/mobile-number': ['reports:reveal', 'oad---'],
  'POST /{tenantId}/v1/consumer-sessions': ['reports:write', 'oad---'],
  'GET /{tenantId}/v1/consumer-sessions': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/consumer-sessions/{consumerSessionId}': ['reports:read', 'oad-v-'],
  'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/cancel': ['reports:write', 'oad---'],
  'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/send': ['reports:write', 'oad---'],
  'GET /{tenantId}/v1/consumer-requests': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/consumer-requests/{consumerRequestId}': ['reports:reveal', 'oad---'],
  'POST /{tenantId}/v1/consumer-requests/{consumerRequestId}/close': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/consent-texts': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/consent-texts/{consentTextId}': ['reports:read', 'oad-v-'],
  'POST /{tenantId}/v1/consent-texts': ['tenant:manage', 'o-----'],
  'PATCH /{tenantId}/v1/consent-texts/{consentTextId}': ['tenant:manage', 'o-----'],
  'POST /{tenantId}/v1/consent-texts/{consentTextId}/publish': ['tenant:manage', 'o-----'],
  'GET /{tenantId}/v1/branding': ['members:manage', 'oa----'],
  'PATCH /{tenantId}/v1/branding': ['tenant:manage', 'o-----'],
  'GET /{tenantId}/v1/branding/logo': ['members:manage', 'oa----'],
  'POST /{tenantId}/v1/branding/preview': ['members:manage', 'oa----'],
  'DELETE /{tenantId}/v1/credit-reports/{creditReportId}': ['reports:erase', 'oa----'],
  'POST /{tenantId}/v1/test-clocks': ['reports:write', 'oad---'],
  'GET /{tenantId}/v1/test-clocks': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/test-clocks/{clockId}': ['reports:read', 'oad-v-'],
  'POST /{tenantId}/v1/test-clocks/{clockId}/advance': ['reports:write', 'oad---'],
  'DELETE /{tenantId}/v1/test-clocks/{clockId}': ['reports:write', 'oad---'],
  'POST /{tenantId}/v1/test-events': ['webhooks:write', 'oad---'],
  'GET /{tenantId}/v1/lenders': ['reports:read', 'oad-v-'],
  'PUT /{tenantId}/v1/lenders': ['lenders:write', 'o-----'],
  'DELETE /{tenantId}/v1/lenders': ['lenders:write', 'o-----'],
  'GET /{tenantId}/v1': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/products': ['wallet:read', 'oadfvp'],
  'POST /{tenantId}/v1/products/resolve-price': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/billing/transactions': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/billing/credit-usage': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/billing/reports': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/overview': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/attention': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/stats': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/bureaus': ['wallet:read', 'oadfvp'],
  'GET /{tenantId}/v1/settings': ['members:manage', 'oa----'],
  'PATCH /{tenantId}/v1/settings': ['tenant:manage', 'o-----'],
  'GET /{tenantId}/v1/search': ['reports:read', 'oad-v-'],
  'GET /{tenantId}/v1/search/people': ['reports:reveal', 'oad---'],
  'GET /{tenantId}/v1/requests': ['requests:read', 'oad---'],
  'GET /{tenantId}/v1/requests/errors': ['requests:read', 'oad---'],
  'GET /{tenantId}/v1/requests/{requestId}': ['requests:read', 'oad---'],
  'GET /{tenantId}/v1/requests/{requestId}/exchange': ['requests:read', 'oad---'],
  'GET /{tenantId}/v1/messages': ['requests:read', 'oad---'],
  'GET /{tenantId}/v1/access': ['', 'oadfvp'],
  'GET /{tenantId}/v1/members': ['members:manage', 'oa----'],
  'PATCH /{tenantId}/v1/members/{personId}': ['members:manage', 'oa----'],
  'DELETE /{tenantId}/v1/members/{personId}': ['members:manage', 'oa----'],
  'GET /{tenantId}/v1/invitations': ['members:manage', 'oa----'],
  'POST /{tenantId}/v1/invitations': ['members:manage', 'oa----'],
  'DELETE /{tenantId}/v1/invitations/{invitationId}': ['members:manage', 'oa----'],
  'GET /{tenantId}/v1/security': ['members:manage', 'oa----'],
  'PUT /{tenantId}/v1/security': ['tenant:manage', 'o-----'],
  'GET /{tenantId}/v1/credentials': ['credentials:manage', 'oad---'],
  'POST /{tenantId}/v1/credentials': ['credentials:manage', 'oad---'],
  'POST /{tenantId}/v1/credentials/{credentialId}/rotate': ['credentials:manage', 'oad---'],
  'PUT /{tenantId}/v1/credentials/{credentialId}/overlap': ['credentials:manage', 'oad---'],
  'DELETE /{tenantId}/v1/credentials/{credentialId}': ['credentials:manage', 'oad---'],
  'GET /{tenantId}/v1/alerts': ['wallet:read', 'oadfvp'],
  // A developer has webhooks:write, and alerts are of live mode.
  'PUT /{tenantId}/v1/alerts': ['webhooks:write|reports:live', 'oa----'],
  'GET /{tenantId}/v1/payment-settings': ['wallet:read', 'oadfvp'],
  'POST /{tenantId}/v1/top-ups': ['wallet:manage', 'o--f--'],
  'POST /{tenantId}/v1/settlements': ['wallet:manage', 'o--f--'],
  'GET /{tenantId}/v1/payments': ['wallet:read|reports:live', 'oa-fvp'],
  'GET /{tenantId}/v1/payments/{paymentId}': ['wallet:read|reports:live', 'oa-fvp'],
  'POST /{tenantId}/v1/payments/{paymentId}/refresh': ['wallet:manage', 'o--f--'],
  'POST /{tenantId}/v1/payments/{paymentId}/resume': ['wallet:manage', 'o--f--'],
  'GET /{tenantId}/v1/payment-methods': ['wallet:manage', 'o--f--'],
  'POST /{tenantId}/v1/payment-methods': ['wallet:manage', 'o--f--'],
  'DELETE /{tenantId}/v1/payment-methods/{paymentMethodId}': ['wallet:manage', 'o--f--'],
  'GET /{tenantId}/v1/automatic-top-up': ['wallet:manage', 'o--f--'],
  'PUT /{tenantId}/v1/automatic-top-up': ['wallet:manage', 'o--f--'],
  'GET /{tenantId}/v1/billing-details': ['wallet:manage', 'o--f--'],
  'PUT /{tenantId}/v1/billing-details': ['wallet:manage', 'o--f--'],
  'GET /{tenantId}/v1/invoices': ['wallet:read|reports:live', 'oa-fvp'],
  'GET /{tenantId}/v1/invoices/{invoiceId}': ['wallet:read|reports:live', 'oa-fvp'],
  'GET /{tenantId}/v1/events': ['webhooks:read', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints': ['webhooks:read', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints': ['webhooks:write', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}': ['webhooks:read', 'oad---'],
  'PATCH /{tenantId}/v1/webhook-endpoints/{endpointId}': ['webhooks:write', 'oad---'],
  'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}': ['webhooks:write', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/rotate': ['webhooks:write', 'oad---'],
  'PUT /{tenantId}/v1/webhook-endpoints/{endpointId}/overlap': ['webhooks:write', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/disable': ['webhooks:write', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/enable': ['webhooks:write', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries': ['webhooks:read', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}': ['webhooks:read', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/histogram': ['webhooks:read', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/replay': ['webhooks:write', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/test': ['webhooks:write', 'oad---'],
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/recover': ['webhooks:write', 'oad---'],
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}': ['webhooks:read', 'oad---'],
  'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}': [
    'webhooks:write',
    'oad---',
  ],
  'GET /{tenantId}/v1/audit-entries': ['audit:read', 'oa---p'],
};

let house: House;
let tenant: Tenant;
let ids: Record<string, string>;
let textId: string;
const browsers = {} as Record<Who, Browser>;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
  const { tenantId } = tenant;
  const { reportId, challengeId } = await openChallenge(await clientOf(house, tenant));
  textId = await publishedText(house, tenantId);
  // Unknown ids: a change of them is 404, which is after the permission check.
  const unknown = randomUUIDv7();
  ids = {
    tenantId,
    creditReportId: reportId,
    challengeId,
    personId: unknown,
    invitationId: unknown,
    credentialId: unknown,
    requestId: unknown,
    endpointId: unknown,
    deliveryId: unknown,
    recoveryId: unknown,
    clockId: unknown,
    consumerSessionId: unknown,
    consumerRequestId: unknown,
    consentTextId: unknown,
    ...{ paymentId: unknown, paymentMethodId: unknown, invoiceId: unknown },
  };
  for (const who of WHO) {
    const isMember = who !== 'operator' && who !== 'stranger';
    const role = who === 'removed' ? 'owner' : who;
    const person = await createPerson(house, {
      ...(isMember && { tenantId, role }),
      isOperator: who === 'operator',
    });
    browsers[who] = await signIn(openBrowser(house), person);
    if (who === 'removed')
      await sql(house, 'delete from memberships where person_id = $1', [person.personId]);
  }
});
after(() => house?.close());

test('the table lists every route of a tenant', () => {
  const routes = operations
    .filter(({ path }) => path.startsWith('/{tenantId}'))
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(Object.keys(TABLE).sort(), routes.sort());
});

for (const [route, [permission, allowed]] of Object.entries(TABLE)) {
  test(`${route} accepts the roles of its row, and names the missing permission to the others`, async () => {
    for (const [index, who] of WHO.entries()) {
      const answer = await ask(route, browsers[who]);
      const isMember = index < 6;
      if (isMember && allowed[index] !== '-') {
        assert.ok(
          answer.status < 300 || answer.status === 404 || answer.status === 409,
          `${who}: ${answer.status} ${answer.text}`,
        );
        continue;
      }
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], `${who}: ${answer.text}`);
      const missing = isMember
        ? new RegExp(`the permission (${permission}), which your role`)
        : /You do not have access to this tenant\./;
      assert.match(answer.body.message, missing, who);
    }
  });
}

test('no role gives a credential what it may not do itself, nor takes the secret of one that has it', async () => {
  const url = `/${tenant.tenantId}/v1/credentials` as const;
  for (const who of WHO.slice(0, 6)) {
    const held: readonly string[] = PERMISSIONS_OF[who as Role];
    for (const scope of PERMISSIONS) {
      const isHeld = held.includes('credentials:manage') && held.includes(scope);
      const asked = { name: 'of a test', scopes: [scope], testOnly: true };
      const made = await browsers[who].call('POST', url, asked);
      assert.equal(made.status, isHeld ? 200 : 403, `${who} makes one with ${scope}: ${made.text}`);
      const byOwner = await browsers.owner.call('POST', url, asked);
      const rotate = `${url}/${byOwner.body.id}/rotate` as const;
      const rotated = await browsers[who].call('POST', rotate, { overlap: 'now' });
      assert.equal(rotated.status, isHeld ? 200 : 403, `${who} rotates one with ${scope}: ${rotated.text}`);
      assert.equal(rotated.body.clientSecret === undefined, !isHeld);
    }
  }
});

test('what a role is refused by session, a credential that it makes is refused too', async () => {
  for (const [index, who] of WHO.slice(0, 6).entries()) {
    const held: readonly string[] = PERMISSIONS_OF[who as Role];
    if (!held.includes('credentials:manage')) continue;
    const scopes = PERMISSIONS.filter((scope) => held.includes(scope));
    const made = await browsers[who].call('POST', `/${tenant.tenantId}/v1/credentials`, {
      name: 'x',
      scopes,
    });
    const authorization = `Bearer ${await tokenOf(house, made.body)}`;
    // By header alone, as a program.
    const program = openBrowser(house);
    const call: Browser['call'] = (method, url, body) => program.call(method, url, body, { authorization });
    const by = { ...program, call, get: (url: string) => call('GET', url) } as Browser;
    for (const [route, [, allowed]] of Object.entries(TABLE)) {
      if (allowed[index] !== '-') continue;
      const { status, text } = await ask(route, by);
      assert.equal(status, 403, `${route} by a credential of ${who}: ${text}`);
    }
  }
});

test('a developer makes, lists and reads test reports, and no others', async () => {
  const { developer, viewer } = browsers;
  const url = `/${tenant.tenantId}/v1/credit-reports` as const;
  const made = await developer.call('POST', url, generateBody());
  assert.equal(made.status, 200, made.text);
  assert.equal((await developer.get(`${url}/${made.body.data.creditReportId}`)).status, 200);
  const live = randomUUIDv7();
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status, failure_reason) values ($1, $2, false, '{equifax}', 'failed', 'no-bureau')`,
    [tenant.tenantId, live],
  );
  const ofLive = [
    await developer.call('POST', url, generateBody({ test: undefined })),
    await developer.call('POST', url, generateBody({ test: false })),
    await developer.get(`${url}?test=false`),
    await developer.get(`${url}/${live}`),
    await developer.call('POST', `${url}/${live}/otp-challenge`, { challengeId: live, code: '1' }),
    await developer.call('POST', `${url}/${live}/resend-sms`, { challengeId: live }),
  ];
  for (const { status, body } of ofLive) {
    assert.deepEqual([status, body.code], [403, 'forbidden']);
    assert.match(body.message, /reports:live, which your role \(Developer\)/);
  }
  const idsOf = async (browser: Browser): Promise<string[]> =>
    (await browser.get(url)).body.data.items.map((item) => item.creditReportId);
  assert.ok(!(await idsOf(developer)).includes(live));
  assert.ok((await idsOf(viewer)).includes(live));
});

test('operators read a disabled tenant; its members do not', async () => {
  const other = await createTenant(house);
  const member = await createPerson(house, { tenantId: other.tenantId });
  await sql(house, 'update tenants set is_enabled = false where id = $1', [other.tenantId]);
  const browser = await signIn(openBrowser(house), member);
  assert.equal((await browser.get(`/${other.tenantId}/v1`)).status, 403);
  assert.equal((await browsers.operator.get(`/${other.tenantId}/v1`)).status, 200);
});

test('only operators read the trail of the service', async () => {
  for (const who of WHO) {
    const { status } = await browsers[who].get('/v1/operator/audit-entries');
    assert.equal(status, who === 'operator' ? 200 : 403, who);
  }
});

function ask(route: string, browser: Browser) {
  const [method = '', path = ''] = route.split(' ');
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  if (method === 'GET') {
    if (url.endsWith('/search')) return browser.get(`${url}?q=case-1`);
    if (url.endsWith('/search/people')) return browser.get(`${url}?who=0123&test=true`);
    if (url.endsWith('credit-usage')) return browser.get(`${url}?dateFrom=2026-11-01&dateTo=2026-11-30`);
    return browser.get(url.endsWith('/changes') ? `${url}?since=${randomUUIDv7()}` : url);
  }
  if (url.endsWith('/v1/consumer-sessions')) return browser.call(method, url, orderOf(textId));
  if (url.endsWith('/send')) return browser.call(method, url, { by: 'email', email: 'ada@example.com' });
  if (method === 'DELETE') return browser.call(method, url);
  const body = url.endsWith('/v1/credit-reports')
    ? generateBody()
    : {
        challengeId: ids.challengeId,
        code: '000000',
        bureaus: ['equifax'],
        email: `${randomUUIDv7()}@example.com`,
        role: 'viewer',
        name: 'of a test',
        scopes: ['reports:read'],
        overlap: '1h',
        requiresTotp: false,
        csv: 'name\r\nMarlowick\r\n',
        url: 'https://example.com/hook',
        mode: 'test',
        missed: 'skip',
        since: '2026-01-01',
        ...{ low: [] },
        eventId: ids.creditReportId,
        outcome: 'accepted',
        page: 'start',
        by: 'PT1S',
        type: 'ping',
        ...{ credits: 1_000, threshold: 10, isOn: true, paymentMethodId: ids.challengeId },
        address: '1 Example Street',
      };
  return browser.call(method, url, body);
}
