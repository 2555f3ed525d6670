// Whoever is kept to test mode reads nothing of live mode and changes nothing of it, in any operation: a credential made for test mode, and
// a person whose role is without reports:live. Each operation is decided about here; one that is not fails the test.
import assert from 'node:assert/strict';
import { type Operation, operations } from '../fuzz/contract.ts';
import { orderOf } from '../support/consumers/hosted.ts';
import { liveRowsOf } from '../support/database/live-rows.ts';
import {
  type Answer,
  clientOf,
  createCredential,
  createTenant,
  generateBody,
  type House,
  openHouse,
  sql,
  type Tenant,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import type { Browser } from '../support/people.ts';
import { signedIn } from '../support/staff.ts';
import { askingAs } from '../support/worlds/asking-roles.ts';
import { type Ask, type Both, makeBoth, type Things, toldTo, urlOf } from '../support/worlds/live-things.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

/**
 * What each operation is, for a credential of test mode and then for a developer:
 * `a` live things are in it, and kept apart; `s` it has nothing of live mode that could be told, not even for an owner; `r` refused.
 */
const READS: Record<string, string> = {
  'GET /{tenantId}/v1/credit-reports': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/evidence': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/agreements': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/attributes': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/changes': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/timeline': 'aa',
  'GET /{tenantId}/v1/credit-reports/{creditReportId}/mobile-number': 'ra',
  'GET /{tenantId}/v1/consumer-sessions': 'aa',
  'GET /{tenantId}/v1/consumer-sessions/{consumerSessionId}': 'aa',
  'GET /{tenantId}/v1/consumer-requests': 'aa',
  'GET /{tenantId}/v1/consumer-requests/{consumerRequestId}': 'aa',
  'GET /{tenantId}/v1/search': 'aa',
  'GET /{tenantId}/v1/search/people': 'ra',
  'GET /{tenantId}/v1/requests': 'aa',
  'GET /{tenantId}/v1/requests/errors': 'aa',
  'GET /{tenantId}/v1/requests/{requestId}': 'aa',
  'GET /{tenantId}/v1/requests/{requestId}/exchange': 'ss',
  'GET /{tenantId}/v1/messages': 'aa',
  'GET /{tenantId}/v1/events': 'aa',
  'GET /{tenantId}/v1/webhook-endpoints': 'aa',
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}': 'aa',
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries': 'aa',
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}': 'aa',
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/histogram': 'ss',
  'GET /{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}': 'aa',
  'GET /{tenantId}/v1/billing/transactions': 'aa',
  'GET /{tenantId}/v1/billing/reports': 'aa',
  // Sums and settings of the tenant: what was spent, how many there were, what is asked for. No report, person, number or call.
  'GET /{tenantId}/v1': 'ss',
  'GET /{tenantId}/v1/products': 'ss',
  'GET /{tenantId}/v1/billing/credit-usage': 'ss',
  'GET /{tenantId}/v1/overview': 'ss',
  'GET /{tenantId}/v1/attention': 'ss',
  'GET /{tenantId}/v1/stats': 'ss',
  'GET /{tenantId}/v1/bureaus': 'ss',
  'GET /{tenantId}/v1/alerts': 'ss',
  'GET /{tenantId}/v1/payment-settings': 'ss',
  'GET /{tenantId}/v1/payments': 'rr',
  'GET /{tenantId}/v1/payments/{paymentId}': 'rr',
  'GET /{tenantId}/v1/payment-methods': 'rr',
  'GET /{tenantId}/v1/automatic-top-up': 'rr',
  'GET /{tenantId}/v1/billing-details': 'rr',
  'GET /{tenantId}/v1/invoices': 'rr',
  'GET /{tenantId}/v1/invoices/{invoiceId}': 'rr',
  'GET /{tenantId}/v1/lenders': 'ss',
  'GET /{tenantId}/v1/consent-texts': 'ss',
  'GET /{tenantId}/v1/consent-texts/{consentTextId}': 'ss',
  'GET /{tenantId}/v1/test-clocks': 'ss',
  'GET /{tenantId}/v1/test-clocks/{clockId}': 'ss',
  'GET /{tenantId}/v1/access': 'ss',
  'GET /{tenantId}/v1/credentials': 'rs',
  'GET /{tenantId}/v1/branding': 'sr',
  'GET /{tenantId}/v1/branding/logo': 'rr',
  'GET /{tenantId}/v1/members': 'rr',
  'GET /{tenantId}/v1/invitations': 'rr',
  'GET /{tenantId}/v1/security': 'rr',
  'GET /{tenantId}/v1/settings': 'rr',
  'GET /{tenantId}/v1/audit-entries': 'rr',
  'GET /v1/my/profile': 'ss',
  'GET /v1/my/tenants': 'ss',
  'GET /v1/my/access': 'rs',
  'GET /v1/my/console': 'rs',
  'GET /v1/my/sessions': 'rs',
  'GET /v1/my/totp': 'rs',
};

/** `t` done to what is of test mode, refused for what is live; `r` refused for both. In an order in which each can succeed. */
const WRITES: Record<string, string> = {
  'POST /{tenantId}/v1/credit-reports': 'tt',
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/otp-challenge': 'tt',
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/resend-sms': 'tt',
  'POST /{tenantId}/v1/credit-reports/{creditReportId}/new-link': 'tt',
  'DELETE /{tenantId}/v1/credit-reports/{creditReportId}': 'rr',
  'POST /{tenantId}/v1/consumer-sessions': 'tt',
  'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/send': 'tt',
  'POST /{tenantId}/v1/consumer-sessions/{consumerSessionId}/cancel': 'tt',
  'POST /{tenantId}/v1/consumer-requests/{consumerRequestId}/close': 'tt',
  'POST /{tenantId}/v1/test-clocks': 'tt',
  'POST /{tenantId}/v1/test-clocks/{clockId}/advance': 'tt',
  'DELETE /{tenantId}/v1/test-clocks/{clockId}': 'tt',
  'POST /{tenantId}/v1/test-events': 'tt',
  'POST /{tenantId}/v1/products/resolve-price': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints': 'tt',
  'PATCH /{tenantId}/v1/webhook-endpoints/{endpointId}': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/rotate': 'tt',
  'PUT /{tenantId}/v1/webhook-endpoints/{endpointId}/overlap': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/test': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/replay': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/recover': 'tt',
  'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}/recoveries/{recoveryId}': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/disable': 'tt',
  'POST /{tenantId}/v1/webhook-endpoints/{endpointId}/enable': 'tt',
  'DELETE /{tenantId}/v1/webhook-endpoints/{endpointId}': 'tt',
  'POST /{tenantId}/v1/credentials': 'rt',
  'POST /{tenantId}/v1/credentials/{credentialId}/rotate': 'rt',
  'PUT /{tenantId}/v1/credentials/{credentialId}/overlap': 'rt',
  'DELETE /{tenantId}/v1/credentials/{credentialId}': 'rt',
  // They stand for live mode as a whole.
  'PUT /{tenantId}/v1/alerts': 'rr',
  'POST /{tenantId}/v1/top-ups': 'rr',
  'POST /{tenantId}/v1/settlements': 'rr',
  'POST /{tenantId}/v1/payments/{paymentId}/refresh': 'rr',
  'POST /{tenantId}/v1/payments/{paymentId}/resume': 'rr',
  'POST /{tenantId}/v1/payment-methods': 'rr',
  'DELETE /{tenantId}/v1/payment-methods/{paymentMethodId}': 'rr',
  'PUT /{tenantId}/v1/automatic-top-up': 'rr',
  'PUT /{tenantId}/v1/billing-details': 'rr',
  'PUT /{tenantId}/v1/lenders': 'rr',
  'DELETE /{tenantId}/v1/lenders': 'rr',
  'POST /{tenantId}/v1/consent-texts': 'rr',
  'PATCH /{tenantId}/v1/consent-texts/{consentTextId}': 'rr',
  'POST /{tenantId}/v1/consent-texts/{consentTextId}/publish': 'rr',
  'PATCH /{tenantId}/v1/branding': 'rr',
  'POST /{tenantId}/v1/branding/preview': 'rr',
  'PATCH /{tenantId}/v1/settings': 'rr',
  'PUT /{tenantId}/v1/security': 'rr',
  'PATCH /{tenantId}/v1/members/{personId}': 'rr',
  'DELETE /{tenantId}/v1/members/{personId}': 'rr',
  'POST /{tenantId}/v1/invitations': 'rr',
  'DELETE /{tenantId}/v1/invitations/{invitationId}': 'rr',
  'POST /v1/my/tenants/select': 'tt',
};

/** Of the person's own account or the operator's: no tenant is in them. */
const ELSEWHERE = /^\w+ \/v1\/(operator|auth|my\/(sessions|password|totp))/;

const KEPT = ['credential', 'developer'] as const;
type Who = (typeof KEPT)[number] | 'owner';

let house: House;
let tenant: Tenant;
let both: Both;
const asks = {} as Record<Who, Ask>;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000' }, undefined, createSmsWorld);
  tenant = await createTenant(house);
  both = await makeBoth(house, tenant);
  const { tenantId } = tenant;
  await sql(house, `insert into alerts values ($1, 'low', 100, 110, 'ok', now())`, [tenantId]);
  const ofTest = { ...tenant, ...(await createCredential(house, tenant)) };
  both.test.credentialId = (await createCredential(house, tenant, ['reports:read'])).credentialId;
  await sql(house, 'update credentials set is_test_only = true where id = any($1)', [
    [ofTest.credentialId, both.test.credentialId],
  ]);
  both.live.credentialId = tenant.credentialId;
  const failing = await (await clientOf(house, tenant)).generate();
  both.test.failedId = failing.body.data.creditReportId;
  await sql(
    house,
    `update reports set status = 'failed', failure_reason = 'no-bureau-answered', body = null where id = $1`,
    [both.test.failedId],
  );
  asks.credential = await askingAs(house, ofTest);
  const by =
    (browser: Browser): Ask =>
    (method, url, body, headers) =>
      browser.call(method, url, body, headers);
  asks.developer = by(await signedIn(house, { tenantId, role: 'developer' }));
  asks.owner = by(await signedIn(house, { tenantId, role: 'owner' }));
});
after(() => house?.close());

const known = operations.filter(({ needsToken }) => needsToken).map(nameOf);

test('every operation is decided about', () => {
  const decided = [...Object.keys(READS), ...Object.keys(WRITES)];
  assert.deepEqual(
    decided.toSorted(),
    known.filter((name) => READS[name] !== undefined || !ELSEWHERE.test(name)).toSorted(),
  );
});

test('no answer to a read has anything of live mode for whoever is kept to test mode', async () => {
  const found: string[] = [];
  const known = new Set<string>();
  for (const [name, decision] of Object.entries(READS)) {
    const operation = operationOf(name);
    const toldToOwner = await toldTo(asks.owner, operation, both);
    for (const what of toldToOwner) known.add(what);
    assert.equal(
      toldToOwner.size > 0 || decision === 'rr',
      decision.includes('a') || decision === 'rr',
      name,
    );
    for (const [place, who] of KEPT.entries()) {
      const seen = await toldTo(asks[who], operation, both);
      if (seen.size > 0) found.push(`${name} tells a ${who}: ${[...seen].join(', ')}`);
      const { status } = await ask(operation, who, both.test);
      assert.equal(status, decision[place] === 'r' ? 403 : 200, `${name} by a ${who}`);
    }
  }
  assert.deepEqual(found, []);
  const unknown = [...new Set(both.secrets.values())].filter((what) => !known.has(what));
  assert.deepEqual(unknown, [], 'the owner is told of each: the walk looks for what there is');
});

test('no call of whoever is kept to test mode changes anything of live mode', async () => {
  const before = await liveRowsOf(house, tenant.tenantId);
  for (const [name, decision] of Object.entries(WRITES)) {
    const operation = operationOf(name);
    for (const [place, who] of KEPT.entries()) {
      const isAllowed = decision[place] === 't';
      const onLive = await ask(operation, who, both.live, 'live');
      if (!isAllowed || hasSides(operation))
        assert.ok([403, 404].includes(onLive.status), `${name} on live by a ${who}: ${onLive.text}`);
      const onTest = await ask(operation, who, both.test);
      // The second caller may find it gone, or done.
      const isDone = onTest.status < 300 || (place > 0 && [404, 409].includes(onTest.status));
      assert.ok(isAllowed ? isDone : onTest.status === 403, `${name} by a ${who}: ${onTest.text}`);
    }
  }
  await house.service.flushed();
  assert.deepEqual(await liveRowsOf(house, tenant.tenantId), before);
});

function ask(operation: Operation, who: Who, given: Things, mode: 'live' | 'test' = 'test'): Promise<Answer> {
  const { id, method, body } = operation;
  const isAboutCode = id === 'submitOtp' || id === 'resendSms';
  const things: Things = {
    ...given,
    ...(isAboutCode && { creditReportId: given.waitingId ?? '' }),
    ...(id === 'renewLink' && given.failedId !== undefined && { creditReportId: given.failedId }),
  };
  const sent = body === null ? undefined : { ...body.example, ...BODIES[id]?.(things, mode) };
  return asks[who](method, urlOf(operation, things), sent);
}

/** What the examples of the document do not fit. */
const BODIES: Record<string, (things: Things, mode: 'live' | 'test') => object> = {
  generateReport: (_, mode) => generateBody(mode === 'live' ? { test: undefined } : {}),
  submitOtp: ({ challengeId }) => ({ challengeId, code: '000000' }),
  resendSms: ({ challengeId }) => ({ challengeId }),
  createConsumerSession: ({ consentTextId = '' }, mode) => ({
    ...{ returnUrl: undefined, embedOrigins: undefined, testOptions: undefined, challengeOptions: undefined },
    ...orderOf(consentTextId, { test: mode === 'test' ? true : undefined }),
  }),
  renewLink: ({ consentTextId }) => ({ consentTextId }),
  createCredential: (_, mode) => ({ scopes: ['reports:read'], testOnly: mode === 'test' }),
  createWebhookEndpoint: (_, mode) => ({ mode }),
  enableWebhookEndpoint: () => ({ missed: 'skip' }),
  replayEvent: ({ eventId }) => ({ eventId }),
  recoverEvents: () => ({ since: '2026-01-01' }),
  selectTenant: ({ tenantId }) => ({ tenantId }),
};

/** Whether it is about something that is of one mode or of the other. */
function hasSides({ id, path }: Operation): boolean {
  if (path.includes('clockId') || id === 'selectTenant') return false;
  return /\{(?!tenantId)\w+\}/.test(path) || BODIES[id] !== undefined;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function operationOf(name: string): Operation {
  return operations.find((one) => nameOf(one) === name) ?? assert.fail(`${name} is not in the document`);
}
