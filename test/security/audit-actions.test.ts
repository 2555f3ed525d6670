// Every action that the audit trail can name is made here once, by whoever makes it, and read back: with its actor and its object, and without
// any secret that a caller was shown or gave. The table has every action, or it does not compile.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { generateSync } from 'otplib';
import {
  type AuditAction,
  SERVICE_ACTIONS,
  TENANT_ACTIONS,
} from '../../src/domain/activity/audit-actions.ts';
import { createHashing } from '../../src/identity/passwords.ts';
import { createNoMailer } from '../../src/mail/outbox.ts';
import { type Actor, SERVICE_TRAIL } from '../../src/storage/activity/audit.ts';
import { createEvidenceKeyStore } from '../../src/storage/keys/evidence-keys.ts';
import { openKeyring } from '../../src/storage/keys/root-key.ts';
import { createSigningKeyStore } from '../../src/storage/keys/signing-keys.ts';
import { newWrappedDataKey } from '../../src/storage/keys/vault.ts';
import { createVerifyAudit } from '../../src/usecases/activity/read-audit.ts';
import { createAddPerson } from '../../src/usecases/operating/operate-in-tenant.ts';
import { createOperateService } from '../../src/usecases/operating/operate-service.ts';
import { createOperator } from '../../src/usecases/operating/operate-tenants.ts';
import { createCanaries } from '../support/canaries/canaries.ts';
import { agreeAt, askAt, makeLink, publishedText, startLink, submitAt } from '../support/consumers/hosted.ts';
import { type Client, clientOf, createTenant, type House, openChallenge, sql } from '../support/house.ts';
import { openPayHouse, type PayHouse, payOn } from '../support/payments.ts';
import {
  type Browser,
  createPerson,
  mailTo,
  openBrowser,
  PASSWORD,
  signIn,
  type TestPerson,
} from '../support/people.ts';

const NEW_PASSWORD = 'hollow lantern sixty marsh';
const COMMAND: Actor = { kind: 'operator', id: null, address: 'command line' };

let pay: PayHouse;
let house: House;
let client: Client;
let tenantId: string;
let url: `/${string}/v1`;
let operated: `/v1/operator/tenants/${string}`;
let owner: Browser;
let operator: Browser;
let somebody: TestPerson;
/** What a step left for a later one. */
const left: Record<string, string> = {};
/** What callers were shown or gave, and nobody else may read; the fields that showed it. */
const canaries = createCanaries(randomBytes(4).toString('hex'));
const shown = new Set<string>();
for (const password of [PASSWORD, NEW_PASSWORD]) canaries.secret('a password', password);

before(async () => {
  pay = await openPayHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  ({ house } = pay);
  const tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  canaries.secret('a client secret', tenant.clientSecret);
  canaries.secret('an access token', client.token);
  ({ tenantId } = tenant);
  url = `/${tenantId}/v1`;
  operated = `/v1/operator/tenants/${tenantId}`;
  owner = heard(await signIn(openBrowser(house), await createPerson(house, { tenantId })));
  operator = heard(await signIn(openBrowser(house), await createPerson(house, { isOperator: true })));
  somebody = await createPerson(house, { tenantId, role: 'viewer' });
  left.text = await publishedText(house, tenantId);
  left.report = (await client.generate()).body.data.creditReportId;
});
after(() => pay?.close());

/** The secrets in what it is answered are looked for later. */
function heard(browser: Browser): Browser {
  const { call } = browser;
  const listening = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given);
    noteSecrets(answer.body, '');
    return answer;
  };
  return Object.assign(browser, { call: listening });
}

function noteSecrets(value: unknown, name: string): void {
  if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) noteSecrets(one, Array.isArray(value) ? name : key);
  if (typeof value !== 'string' || !/(secret|token|password|codes)$/i.test(name)) return;
  shown.add(name);
  canaries.secret(name, value.replace(/^whsec_/, ''));
}

/** As the commands do. */
async function operating(isNewKey = false) {
  const { database } = house.service;
  const known = house.config.ENCRYPTION_KEY;
  const masters = isNewKey
    ? { current: Buffer.alloc(32, 9), former: known }
    : { current: known, former: null };
  const keyring = await openKeyring(database, masters);
  return {
    tenants: createOperator({ database, newDataKey: (id) => newWrappedDataKey(keyring, id) }),
    addPerson: createAddPerson({
      ...{ database, mailer: createNoMailer() },
      hashPassword: createHashing({ workers: 1 }).hashPassword,
    }),
    service: createOperateService({
      ...{ database, keyring },
      signingKeys: createSigningKeyStore({ database, keyring }),
      evidenceKeys: createEvidenceKeyStore({ database, keyring }),
    }),
  };
}

const invite = async (email: string) => {
  const { id } = (await owner.call('POST', `${url}/invitations`, { email, role: 'viewer' })).body;
  left.invitation = id;
};
const credential = () => `${url}/credentials/${left.credential}` as const;
const hook = () => `${url}/webhook-endpoints/${left.endpoint}` as const;
const signedIn = async () => heard(await signIn(openBrowser(house), somebody));

/** In an order in which each can be done. */
const MAKES: Record<AuditAction, () => Promise<unknown>> = {
  'tenant-created': async () => {
    const made = await operator.call('POST', '/v1/operator/tenants', { name: 'Southgate' });
    operatedOn.push(made.body.id);
  },
  'prices-changed': () =>
    operator.call('PUT', `${operated}/prices`, { prices: [{ productCode: 'sms-otp', credits: 45 }] }),
  'origins-changed': () =>
    operator.call('PUT', `${operated}/origins`, { allowedOrigins: ['https://a.example'] }),
  'retention-changed': () => operator.call('PUT', `${operated}/retention`, { retentionDays: 90 }),
  'wallet-topped-up': () =>
    operator.call('POST', `${operated}/top-ups`, { amount: 100, reference: 'inv-1', reason: 'paid' }),
  'wallet-adjusted': async () =>
    (await operating()).tenants.moveFunds(COMMAND, tenantId, {
      ...{ kind: 'adjustment', amount: -5, reference: 'cor-1', reason: 'wrong' },
    }),
  'payment-noted': async () => {
    const given = { credits: 1_000, reference: 'bank-1' };
    left.payment = (await operator.call('POST', `${operated}/payments`, given)).body.paymentId;
  },
  'payment-refunded': () =>
    operator.call('POST', `${operated}/payments/${left.payment}/refunds`, {
      ...{ pence: 10, reference: 'ref-1', reason: 'twice' },
    }),
  'payment-resolved': async () => {
    const one = (await operator.call('POST', `${operated}/payments`, { credits: 1_000, reference: 'bank-2' }))
      .body;
    await sql(house, "update payments set state = 'needs-attention' where id = $1", [one.paymentId]);
    const given = { moneyReturned: true, reason: 'looked up' };
    await operator.call('POST', `${operated}/payments/${one.paymentId}/resolution`, given);
  },
  'payment-started': async () => {
    const made = await owner.call('POST', `${url}/payment-methods`, {});
    await payOn(made.body.url);
    await owner.call('POST', `${url}/payments/${made.body.paymentId}/refresh`, {});
    left.card = (await owner.call('GET', `${url}/payment-methods`)).body.items[0]?.paymentMethodId ?? '';
  },
  'automatic-top-up-changed': () =>
    owner.call('PUT', `${url}/automatic-top-up`, {
      ...{ isOn: false, threshold: 10, credits: 1_000, paymentMethodId: left.card },
    }),
  'card-removed': () => owner.call('DELETE', `${url}/payment-methods/${left.card}`),
  'billing-details-changed': () =>
    owner.call('PUT', `${url}/billing-details`, { name: 'Northgate Ltd', address: '1 Example Street' }),
  'tenant-disabled': () => operator.call('POST', `${operated}/disable`),
  'tenant-enabled': () => operator.call('POST', `${operated}/enable`),
  'tenant-changed': () => owner.call('PATCH', `${url}/settings`, { name: 'Northgate Two' }),
  'branding-changed': () => owner.call('PATCH', `${url}/branding`, { name: 'Northgate' }),
  'member-invited': () => invite('ivy@example.com'),
  'invitation-revoked': () => owner.call('DELETE', `${url}/invitations/${left.invitation}`),
  'invitation-accepted': async () => {
    await invite('ida@example.com');
    const { path } = await mailTo(house, 'ida@example.com');
    await openBrowser(house).submit(path, { firstName: 'Ida', lastName: 'New', password: NEW_PASSWORD });
  },
  'member-added': async () =>
    (await operating()).addPerson(COMMAND, {
      ...{ tenantId, email: 'abe@example.com', firstName: 'Abe', lastName: 'Added', role: 'viewer' },
    }),
  'member-role-changed': () =>
    owner.call('PATCH', `${url}/members/${somebody.personId}`, { role: 'finance' }),
  'member-removed': () => owner.call('DELETE', `${url}/members/${somebody.personId}`),
  'credential-created': async () => {
    const made = await owner.call('POST', `${url}/credentials`, { name: 'Web', scopes: ['reports:read'] });
    left.credential = made.body.id;
  },
  'credential-rotated': () => owner.call('POST', `${credential()}/rotate`, { overlap: '24h' }),
  'credential-overlap-extended': () => owner.call('PUT', `${credential()}/overlap`, { overlap: '7d' }),
  'credential-old-secret-ended': () => owner.call('PUT', `${credential()}/overlap`, { overlap: 'now' }),
  'credential-revoked': () => owner.call('DELETE', credential()),
  'lenders-changed': () => owner.call('PUT', `${url}/lenders`, { csv: 'name\nMarlowick\n' }),
  'alerts-changed': () => owner.call('PUT', `${url}/alerts`, { low: [100] }),
  'webhook-endpoint-created': async () => {
    const made = await owner.call('POST', `${url}/webhook-endpoints`, {
      url: 'https://example.com/',
      mode: 'test',
    });
    left.endpoint = made.body.endpoint.id;
  },
  'webhook-endpoint-changed': () => owner.call('PATCH', hook(), { ratePerSecond: 5 }),
  'webhook-endpoint-rotated': () => owner.call('POST', `${hook()}/rotate`, { overlap: '24h' }),
  'webhook-endpoint-overlap-extended': () => owner.call('PUT', `${hook()}/overlap`, { overlap: '7d' }),
  'webhook-endpoint-old-secret-ended': () => owner.call('PUT', `${hook()}/overlap`, { overlap: 'now' }),
  'webhook-event-replayed': async () => {
    const events = await client.get(`${url}/events`);
    await owner.call('POST', `${hook()}/replay`, { eventId: events.body.items[0]?.id });
  },
  'webhook-events-recovered': async () => {
    await owner.call('POST', `${hook()}/disable`);
    await client.generate();
    await owner.call('POST', `${hook()}/enable`, { missed: 'skip' });
    const made = await owner.call('POST', `${hook()}/recover`, { since: '2026-01-01' });
    left.recovery = made.body.recovery?.id ?? '';
  },
  'webhook-recovery-cancelled': () => owner.call('DELETE', `${hook()}/recoveries/${left.recovery}`),
  'webhook-endpoint-disabled': () => owner.call('POST', `${hook()}/disable`),
  'webhook-endpoint-enabled': () => owner.call('POST', `${hook()}/enable`, { missed: 'skip' }),
  'webhook-endpoint-deleted': () => owner.call('DELETE', hook()),
  'consent-text-created': async () => {
    const given = { name: 'Car finance', locale: 'en-GB', body: 'We ask for your permission.' };
    left.draft = (await owner.call('POST', `${url}/consent-texts`, given)).body.id;
  },
  'consent-text-changed': () => owner.call('PATCH', `${url}/consent-texts/${left.draft}`, { name: 'Cars' }),
  'consent-text-published': () => owner.call('POST', `${url}/consent-texts/${left.draft}/publish`),
  'consumer-session-cancelled': async () => {
    const { id } = await makeLink(client, left.text ?? '');
    await owner.call('POST', `${url}/consumer-sessions/${id}/cancel`);
  },
  'consumer-session-sent': async () => {
    const { id } = await makeLink(client, left.text ?? '', { test: undefined });
    const to = { by: 'email', email: 'ada@example.com' };
    await owner.call('POST', `${url}/consumer-sessions/${id}/send`, to);
  },
  'consent-given': async () =>
    agreeAt(house, await startLink(house, await makeLink(client, left.text ?? ''))),
  'consent-withdrawn': async () => {
    const visit = await startLink(house, await makeLink(client, left.text ?? ''));
    await agreeAt(house, visit);
    await submitAt(house, visit);
    assert.ok(await house.service.consumerVisits.withdraw(visit));
  },
  'consumer-request-received': async () => {
    left.asked = await askAt(house, (await makeLink(client, left.text ?? '')).id);
  },
  'consumer-request-seen': () => owner.get(`${url}/consumer-requests/${left.asked}`),
  'consumer-request-closed': () =>
    owner.call('POST', `${url}/consumer-requests/${left.asked}/close`, { outcome: 'accepted' }),
  'reports-searched': () => owner.get(`${url}/search/people?who=0123`),
  'report-seen': () => owner.get(`${url}/credit-reports/${left.report}`),
  'number-seen': () => owner.get(`${url}/credit-reports/${left.report}/mobile-number`),
  'code-resent': async () => {
    const { reportId, challengeId } = await openChallenge(client);
    await owner.call('POST', `${url}/credit-reports/${reportId}/resend-sms`, { challengeId });
  },
  'link-renewed': async () => {
    const { creditReportId } = (await client.generate({ bureaus: ['equifax'], test: true })).body.data;
    await sql(house, `update reports set status = 'failed', body = null where id = $1`, [creditReportId]);
    const consentTextId = await publishedText(house, tenantId);
    await owner.call('POST', `${url}/credit-reports/${creditReportId}/new-link`, { consentTextId });
  },
  'evidence-issued': () => owner.get(`${url}/credit-reports/${left.report}/evidence`),
  'report-erased': () => owner.call('DELETE', `${url}/credit-reports/${left.report}`),
  'signed-in': () => signedIn(),
  'signed-out': async () => (await signedIn()).call('POST', '/v1/auth/logout'),
  'signed-out-everywhere': async () => (await signedIn()).call('POST', '/v1/auth/logout?everywhere=true'),
  'session-ended': async () => {
    const [one] = [await signedIn(), await signedIn()];
    const { items } = (await one.get('/v1/my/sessions')).body;
    await one.call('DELETE', `/v1/my/sessions/${items.find(({ isCurrent }) => !isCurrent)?.id}`);
  },
  'session-ended-by-reuse': async () => {
    const browser = await signedIn();
    const thief = browser.copy();
    await browser.call('POST', '/v1/auth/refresh');
    await sql(
      house,
      `update refresh_tokens set consumed_at = consumed_at - interval '1 hour' where consumed_at is not null`,
    );
    await thief.call('POST', '/v1/auth/refresh');
  },
  'authenticator-set-up': async () => {
    const browser = await signedIn();
    const { secret } = (await browser.call('POST', '/v1/my/totp', { password: PASSWORD })).body;
    await browser.call('POST', '/v1/my/totp/confirm', { code: generateSync({ secret }) });
    withCode = browser;
  },
  'recovery-codes-renewed': () => withCode.call('POST', '/v1/my/totp/recovery-codes', { password: PASSWORD }),
  'authenticator-switched-off': () => withCode.call('POST', '/v1/my/totp/disable', { password: PASSWORD }),
  'password-changed': () =>
    withCode.call('POST', '/v1/my/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'password-reset': async () => {
    await openBrowser(house).submit('/reset', { email: somebody.email });
    const { path } = await mailTo(house, somebody.email);
    await openBrowser(house).submit(path, { password: PASSWORD });
  },
  'operator-made': async () => (await operating()).service.setOperator(COMMAND, somebody.email, true),
  'operator-unmade': async () => (await operating()).service.setOperator(COMMAND, somebody.email, false),
  'identities-unlinked': async () => {
    await sql(
      house,
      `insert into person_identities (issuer, subject, person_id) values ('https://id.example', 's', $1)`,
      [somebody.personId],
    );
    await (await operating()).service.unlinkIdentities(COMMAND, somebody.email);
  },
  'signing-key-rotated': async () => (await operating()).service.rotateSigningKey(COMMAND),
  'evidence-key-made': async () => (await operating()).service.rotateEvidenceKey(COMMAND),
  // Last: the house does not know the new key.
  'keys-rewrapped': async () => (await operating(true)).service.rewrapKeys(COMMAND),
};
let withCode: Browser;
/** A tenant that a step made has a trail of its own. */
const operatedOn: string[] = [];

type Entry = { action: string; actorKind: string; objectKind: string; objectId: string; whole: string };
const entries = (): Promise<Entry[]> =>
  sql<Entry>(
    house,
    `select action, actor_kind as "actorKind", object_kind as "objectKind", object_id as "objectId",
       to_jsonb(audit_entries)::text as whole from audit_entries
     where tenant_id = any($1) order by tenant_id, seq`,
    [[tenantId, SERVICE_TRAIL, ...operatedOn]],
  );

for (const [action, make] of Object.entries(MAKES)) {
  test(`${action} is made, and names who did what to what`, async () => {
    const count = (found: Entry[]) => found.filter((entry) => entry.action === action).length;
    const before = count(await entries());
    await make();
    const found = await entries();
    assert.ok(count(found) > before, `no entry of ${action}`);
    for (const { actorKind, objectKind, objectId, whole } of found.filter(
      (entry) => entry.action === action,
    )) {
      assert.ok(actorKind !== '' && objectKind !== '' && objectId !== '');
      assert.deepEqual(canaries.find(whole), []);
    }
  });
}

test('the trails of all this verify, and no entry has an action that is not listed', async () => {
  const verify = createVerifyAudit({ database: house.service.database });
  for (const trail of [tenantId, SERVICE_TRAIL, ...operatedOn])
    assert.deepEqual((await verify(trail)).problems, []);
  const known: readonly string[] = [...TENANT_ACTIONS, ...SERVICE_ACTIONS];
  assert.deepEqual(
    (await entries()).filter(({ action }) => !known.includes(action)),
    [],
  );
});

test('secrets of every kind were shown, so that the search had what to look for', () => {
  assert.deepEqual([...shown].sort(), ['clientSecret', 'recoveryCodes', 'secret']);
});

test('an entry that says what was before says something else of after', async () => {
  const same = await sql<{ action: string }>(
    house,
    'select distinct action from audit_entries where tenant_id = any($1) and before = after order by action',
    [[tenantId, SERVICE_TRAIL, ...operatedOn]],
  );
  assert.deepEqual(same, []);
});
