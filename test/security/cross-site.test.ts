// Cross-site request forgery: every request that changes something, with the cookie of a person who may, as another site could send it:
// nothing is changed. The same request from our own pages does change something, which proves that the test can fail.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { operations } from '../fuzz/contract.ts';
import { orderOf } from '../support/consumers/hosted.ts';
import { checksumOf } from '../support/database/checksum.ts';
import {
  clientOf,
  createTenant,
  generateBody,
  type House,
  inject,
  openChallenge,
  openHouse,
  type Tenant,
} from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import {
  type Browser,
  beginSignIn,
  createPerson,
  mailTo,
  openBrowser,
  PASSWORD,
  signIn,
} from '../support/people.ts';
import { endpointOf } from '../support/webhooks/receiver.ts';

const EVIL = 'https://evil.example';
const PROOF = { 'x-trefoil-csrf': '1' };
const JSON_TYPE = { 'content-type': 'application/json' };

let house: House;
let tenant: Tenant;
let browser: Browser;
let values: Record<string, string>;
let ourOrigin: string;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  ourOrigin = house.config.publicUrl;
  tenant = await createTenant(house);
  const member = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  const owner = await createPerson(house, { tenantId: tenant.tenantId, isOperator: true });
  await signIn(openBrowser(house), owner);
  browser = await signIn(openBrowser(house), owner);
  const { reportId, challengeId } = await openChallenge(await clientOf(house, tenant));
  const url = `/${tenant.tenantId}/v1`;
  const invited = await browser.call('POST', `${url}/invitations`, {
    email: 'ivy@example.com',
    role: 'viewer',
  });
  const { body } = await browser.get('/v1/my/sessions');
  const other = body.items.find(({ isCurrent }) => !isCurrent) ?? assert.fail();
  values = {
    tenantId: tenant.tenantId,
    creditReportId: reportId,
    challengeId,
    personId: member.personId,
    invitationId: invited.body.id,
    credentialId: tenant.credentialId,
    sessionId: other.id,
    productCode: 'sms-otp',
    paymentId: randomUUIDv7(),
    paymentMethodId: randomUUIDv7(),
    ...(await endpointOf(house, await clientOf(house, tenant))),
  };
});
after(() => house?.close());

/** A valid body, by operation; in an order in which all of them can succeed. */
const BODIES: Record<string, () => unknown> = {
  generateReport: () => generateBody(),
  resendSms: () => ({ challengeId: values.challengeId }),
  submitOtp: () => ({ challengeId: values.challengeId, code: '123456' }),
  eraseReport: () => undefined,
  selectTenant: () => ({ tenantId: tenant.tenantId }),
  inviteMember: () => ({ email: `x-${randomUUIDv7()}@example.com`, role: 'viewer' }),
  revokeInvitation: () => undefined,
  changeRole: () => ({ role: 'admin' }),
  removeMember: () => undefined,
  createConsumerSession: () => orderOf(values.consentTextId ?? ''),
  sendConsumerSession: () => ({ by: 'email', email: 'x@example.com' }),
  cancelConsumerSession: () => undefined,
  closeConsumerRequest: () => ({ outcome: 'accepted' }),
  createConsentText: () => ({ name: 'Made elsewhere' }),
  changeConsentText: () => ({ body: 'Other words.' }),
  publishConsentText: () => undefined,
  changeBranding: () => ({ name: 'Made elsewhere' }),
  triggerEvent: () => ({ type: 'report.completed' }),
  createTestClock: () => ({}),
  advanceTestClock: () => ({ by: 'PT1S' }),
  deleteTestClock: () => undefined,
  putLenders: () => ({ csv: 'name\r\nMarlowick\r\n' }),
  deleteLenders: () => undefined,
  changeTenantSecurity: () => ({ requiresTotp: false }),
  changeSettings: () => ({ retentionDays: 77 }),
  createCredential: () => ({ name: 'made elsewhere', scopes: ['reports:read'] }),
  rotateCredential: () => ({ overlap: '1h' }),
  setOverlap: () => ({ overlap: '24h' }),
  revokeCredential: () => undefined,
  setAlerts: () => ({ low: [500] }),
  createWebhookEndpoint: () => ({ url: 'https://example.com/elsewhere', mode: 'test' }),
  changeWebhookEndpoint: () => ({ ratePerSecond: 7 }),
  rotateWebhookEndpoint: () => ({ overlap: '1h' }),
  setWebhookOverlap: () => ({ overlap: '24h' }),
  replayEvent: () => ({ eventId: values.eventId }),
  sendTestEvent: () => undefined,
  recoverEvents: () => ({ since: '2026-01-01' }),
  cancelRecovery: () => undefined,
  disableWebhookEndpoint: () => undefined,
  enableWebhookEndpoint: () => ({ missed: 'skip' }),
  deleteWebhookEndpoint: () => undefined,
  createTenant: () => ({ name: 'Made elsewhere' }),
  setTenantPrices: () => ({ prices: [{ productCode: 'sms-otp', credits: 7 }] }),
  setTenantRetention: () => ({ retentionDays: 90 }),
  setTenantOrigins: () => ({ allowedOrigins: ['https://apply.example'] }),
  topUpTenant: () => ({ amount: 5, reference: 'made-elsewhere', reason: 'a gift' }),
  setBillingDetails: () => ({ name: 'Made elsewhere', address: '1 Example Street' }),
  notePayment: () => ({ credits: 10, reference: 'made-elsewhere' }),
  disableTenant: () => undefined,
  enableTenant: () => undefined,
  endMySession: () => undefined,
  beginTotp: () => ({ password: PASSWORD }),
  changeMyPassword: () => ({ currentPassword: PASSWORD, newPassword: 'hollow lantern sixty marsh' }),
  inviteOwner: () => ({ email: `x-${randomUUIDv7()}@example.com` }),
  refreshSession: () => undefined,
  signOut: () => undefined,
};
/** Changes nothing, or needs a code, an authenticator, a card or a report that failed, which is tested elsewhere. */
const ALSO_GUARDED: Record<string, () => unknown> = {
  resolvePrice: () => ({ bureaus: ['equifax'] }),
  renewLink: () => ({}),
  previewHostedPage: () => ({ page: 'start' }),
  confirmTotp: () => ({ code: '123456' }),
  disableTotp: () => ({ password: PASSWORD }),
  renewRecoveryCodes: () => ({ password: PASSWORD }),
  makeTopUp: () => ({ credits: 10_000 }),
  refreshPayment: () => undefined,
  resumePayment: () => undefined,
  refundPayment: () => ({ pence: 1, reference: 'made-elsewhere', reason: 'a gift' }),
  resolvePayment: () => ({ moneyReturned: false, reason: 'a gift' }),
  settleDebt: () => undefined,
  addPaymentMethod: () => undefined,
  removePaymentMethod: () => undefined,
  setAutomaticTopUp: () => ({ isOn: false, threshold: 1, credits: 10_000, paymentMethodId: randomUUIDv7() }),
};
/** Without a cookie: by a client's secret, or by any browser. */
const WITHOUT_COOKIE = ['issueToken', 'registerDevice'];

const FORGERIES: Record<string, (own: string) => Record<string, string>> = {
  'no header of ours': (own) => ({ origin: own, 'sec-fetch-site': 'same-origin', ...JSON_TYPE }),
  'a foreign origin': () => ({ origin: EVIL, ...PROOF, ...JSON_TYPE }),
  'a foreign origin that calls itself ours': () => ({
    origin: EVIL,
    'sec-fetch-site': 'same-origin',
    ...PROOF,
    ...JSON_TYPE,
  }),
  'an origin of null': () => ({ origin: 'null', ...PROOF, ...JSON_TYPE }),
  'no origin at all': () => ({ ...PROOF, ...JSON_TYPE }),
  'cross-site': (own) => ({ origin: own, 'sec-fetch-site': 'cross-site', ...PROOF, ...JSON_TYPE }),
  'a sibling site': (own) => ({ origin: own, 'sec-fetch-site': 'same-site', ...PROOF, ...JSON_TYPE }),
  'our origin with another port': (own) => ({ origin: `${own}:8443`, ...PROOF, ...JSON_TYPE }),
  'our origin as a beginning': (own) => ({ origin: `${own}.evil.example`, ...PROOF, ...JSON_TYPE }),
  'text/plain': () => ({ origin: EVIL, 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }),
  'a form': () => ({ origin: EVIL, 'content-type': 'application/x-www-form-urlencoded' }),
  multipart: () => ({ origin: EVIL, 'content-type': 'multipart/form-data; boundary=x' }),
  'an overridden method': () => ({ origin: EVIL, 'x-http-method-override': 'DELETE', ...JSON_TYPE }),
};

const changing = operations.filter(({ method, id }) => method !== 'GET' && !WITHOUT_COOKIE.includes(id));

test('every operation that changes something is in one of the lists', () => {
  const listed = [...Object.keys(BODIES), ...Object.keys(ALSO_GUARDED)];
  assert.deepEqual(changing.map(({ id }) => id).sort(), listed.sort());
});

for (const { id, method, path } of changing) {
  test(`${id} by cookie from another site changes nothing`, async () => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const body = (BODIES[id] ?? ALSO_GUARDED[id])?.();
    const before = await checksumOf(house);
    for (const [what, headersOf] of Object.entries(FORGERIES)) {
      const headers = { ...headersOf(ourOrigin) };
      if (body === undefined) delete headers['content-type'];
      const forged = browser.copy();
      const answer = await inject(house, {
        method: method as 'POST',
        url,
        headers: {
          cookie: [...forged.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      assert.equal(answer.statusCode, 403, `${what}: ${answer.payload}`);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    assert.deepEqual(await checksumOf(house), before);
  });
}

test('the same requests from our own pages do change something', async () => {
  // Operators invite the first owner only.
  const { body: fresh } = await browser.call('POST', '/v1/operator/tenants', { name: 'Without an owner' });
  for (const [id, bodyOf] of Object.entries(BODIES)) {
    const { method, path } = operations.find((operation) => operation.id === id) ?? assert.fail(id);
    const given = id === 'inviteOwner' ? { ...values, tenantId: fresh.id } : values;
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
    const before = await checksumOf(house);
    const answer = await browser.call(method, url, bodyOf());
    assert.ok(answer.status < 300, `${id}: ${answer.status} ${answer.text}`);
    assert.notDeepEqual(await checksumOf(house), before, id);
  }
});

test('no page of ours accepts a form from another site', async () => {
  const victim = await createPerson(house);
  const visitor = openBrowser(house);
  const signInPage = await beginSignIn(visitor);
  await visitor.submit('/reset', { email: victim.email });
  const { path: reset } = await mailTo(house, victim.email);
  const { path: invite } = await mailTo(house, 'ivy@example.com');
  const fields = { email: victim.email, password: PASSWORD, firstName: 'A', lastName: 'B', code: '1' };
  const before = await checksumOf(house);
  for (const url of [signInPage, `${signInPage}/code`, '/reset', reset, invite]) {
    for (const headers of [
      { origin: EVIL, 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: ourOrigin, 'sec-fetch-site': 'same-site' },
    ]) {
      assert.equal((await visitor.copy().submit(url, fields, headers)).status, 403, url);
    }
  }
  assert.deepEqual(await checksumOf(house), before);
});

test('a bearer token needs no same-site proof, and takes precedence over the cookie', async () => {
  const client = await clientOf(house, await createTenant(house));
  const answer = await client.post(
    '/v1/my/tenants/select',
    { tenantId: client.tenant.tenantId },
    { origin: EVIL },
  );
  assert.equal(answer.status, 200);
});
