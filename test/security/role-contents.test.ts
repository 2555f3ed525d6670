// What each role is told inside an answer, by operation and kind of thing, as a table: a right that is checked inside an answer, and not at
// the door, is checked here. Live things, of which there is one of every kind. The rest of a credit file is a canary in every text: an associate's
// name, an alias, the words of a notice, a court and its case number stand in the document and what is made of it, and nowhere else.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { PERMISSIONS } from '../../src/domain/people/permissions.ts';
import { operations } from '../fuzz/contract.ts';
import { createCanaries } from '../support/canaries/canaries.ts';
import { createPlantedWorld } from '../support/canaries/planted-parts.ts';
import { searchTables } from '../support/canaries/where-canaries-may-be.ts';
import { createTenant, type House, openHouse, sql, type Tenant } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { askingRoles, askingWith, CALLERS, type Caller } from '../support/worlds/asking-roles.ts';
import { type Ask, type Both, makeBoth, toldTo, urlOf } from '../support/worlds/live-things.ts';

const canaries = createCanaries(randomBytes(4).toString('hex'));
/** What each canary is, by its text. */
const planted = new Map<string, string>();

const LETTERS = 'oadfvpcn';

const DOCUMENT = 'oa----cn';
const FILE_PARTS = Object.fromEntries(
  ['associate', 'alias', 'notice text', 'notice reference', 'court', 'case number']
    .concat(['fraud marker', 'scorecard', 'reference', 'trading name'])
    .map((what) => [what, DOCUMENT]),
);

//  owner admin dev fin viewer operator, a credential with every scope, one with reports:read and wallet:read
const TABLE: Record<string, Record<string, string>> = {
  '/credit-reports': { report: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/credit-reports/{creditReportId}': { report: DOCUMENT, lastName: DOCUMENT, ...FILE_PARTS },
  '/credit-reports/{creditReportId}/agreements': { report: 'oa----cn' },
  '/credit-reports/{creditReportId}/attributes': { report: 'oa----cn' },
  '/credit-reports/{creditReportId}/changes': {
    ...{ report: DOCUMENT, court: DOCUMENT, 'case number': DOCUMENT, 'notice reference': DOCUMENT },
  },
  '/credit-reports/{creditReportId}/evidence': {
    ...{ report: 'oa----cn', externalReference: 'oa----cn', lastName: 'oa----cn', message: 'oa----cn' },
    ...{ request: 'oa----cn', 'credential name': 'oad---cn' },
    ...FILE_PARTS,
  },
  '/credit-reports/{creditReportId}/mobile-number': { mobileNumber: 'oa------' },
  // The calls of one report are a part of its story, for whoever may read that.
  '/credit-reports/{creditReportId}/timeline': {
    ...{ report: 'oa--v-cn', externalReference: 'oa--v-cn', message: 'oa--v-cn', request: 'oa--v-cn' },
    ...{ 'credential name': 'oad-v-cn', 'risk reasons': 'oa------' },
  },
  '/search': {
    ...{
      report: 'oa--v-cn',
      externalReference: 'oa--v-cn',
      request: 'oa----c-',
      event: 'oa----c-',
      'credential name': 'oa----c-',
    },
  },
  '/search/people': { report: 'oa------', externalReference: 'oa------' },
  '/consumer-sessions': { consumerSessionId: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/consumer-sessions/{consumerSessionId}': { consumerSessionId: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/consumer-requests': {
    ...{ consumerRequestId: 'oa--v-cn', consumerSessionId: 'oa--v-cn', 'number of a request': 'oa--v-cn' },
  },
  '/consumer-requests/{consumerRequestId}': {
    ...{ consumerRequestId: 'oa----cn', consumerSessionId: 'oa----cn', 'number of a request': 'oa----cn' },
    ...{ 'words of a request': 'oa----cn' },
  },
  '/requests': { request: 'oa----c-', report: 'oa----c-', 'credential name': 'oad---c-' },
  '/requests/errors': { request: 'oa----c-' },
  '/requests/{requestId}': { request: 'oa----c-', report: 'oa----c-', 'credential name': 'oad---c-' },
  '/messages': {
    ...{ message: 'oa----c-', report: 'oa----c-', mobileNumber: 'oa----c-', code: 'oa----c-' },
    externalReference: 'oa----c-',
  },
  '/events': {
    ...{ event: 'oa----c-', report: 'oa----c-', externalReference: 'oa----c-', message: 'oa----c-' },
    ...{ challengeId: 'oa----c-', consumerSessionId: 'oa----c-', consumerRequestId: 'oa----c-' },
  },
  '/webhook-endpoints': { endpointId: 'oa----c-', address: 'oa----c-', description: 'oa----c-' },
  '/webhook-endpoints/{endpointId}': {
    ...{ endpointId: 'oa----c-', address: 'oa----c-', description: 'oa----c-', recoveryId: 'oa----c-' },
  },
  '/webhook-endpoints/{endpointId}/deliveries': {
    ...{ delivery: 'oa----c-', event: 'oa----c-', externalReference: 'oa----c-' },
  },
  '/webhook-endpoints/{endpointId}/deliveries/{deliveryId}': {
    ...{ delivery: 'oa----c-', event: 'oa----c-', report: 'oa----c-', message: 'oa----c-' },
    ...{ challengeId: 'oa----c-', externalReference: 'oa----c-' },
  },
  '/webhook-endpoints/{endpointId}/recoveries/{recoveryId}': { recoveryId: 'oa----c-' },
  '/billing/transactions': { report: 'oa-fvpcn', message: 'oa-fvpcn' },
  '/billing/reports': { report: 'oa-fvpcn', message: 'oa-fvpcn' },
  '/payments': { paymentId: 'oa-fvpcn' },
  '/payments/{paymentId}': { paymentId: 'oa-fvpcn' },
  '/invoices': { paymentId: 'oa-fvpcn', invoiceId: 'oa-fvpcn' },
  '/invoices/{invoiceId}': { paymentId: 'oa-fvpcn', invoiceId: 'oa-fvpcn' },
  // Of what each may see elsewhere.
  '/overview': { endpointId: 'oa----c-', address: 'oa----c-', 'credential name': 'oad-----' },
  '/attention': { endpointId: 'oa----c-', address: 'oa----c-', 'credential name': 'oad-----' },
  '/credentials': { 'credential name': 'oad-----', 'member name': 'oad-----' },
  '/audit-entries': {
    ...{ report: 'oa---p--', endpointId: 'oa---p--', address: 'oa---p--', description: 'oa---p--' },
    ...{ 'credential name': 'oa---p--', consumerSessionId: 'oa---p--', consumerRequestId: 'oa---p--' },
  },
};

let house: House;
let tenant: Tenant;
let both: Both;
let asks: Record<Caller, Ask>;
before(async () => {
  house = await openHouse(
    { RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000', LOG_LEVEL: 'debug' },
    undefined,
    createPlantedWorld(canaries, planted),
  );
  tenant = await createTenant(house);
  const { tenantId } = tenant;
  both = await makeBoth(house, tenant);
  await makeTrouble(tenantId);
  asks = await askingRoles(house, tenant);
});
after(() => house?.close());

/** A secret that ends, an endpoint that was switched off for failing: what the bell tells of. */
async function makeTrouble(tenantId: string): Promise<void> {
  await sql(
    house,
    `update credentials set name = 'the ending key', old_secret_hash = secret_hash, old_secret_hint = '0000',
       old_expires_at = now() + interval '1 day', old_warned_at = now(), secret_created_at = now() where tenant_id = $1`,
    [tenantId],
  );
  await sql(
    house,
    `update webhook_endpoints set state = 'disabled', disabled_reason = 'failing', missed_since = now()
     where tenant_id = $1 and not is_test`,
    [tenantId],
  );
  both.secrets.set('the ending key', 'credential name');
  both.secrets.set('Olive Tester', 'member name').set('"reasons"', 'risk reasons');
  for (const [text, what] of planted) both.secrets.set(text, what);
}

test('each role is told, inside each answer, of the kinds of its row', async () => {
  const found: typeof TABLE = {};
  for (const operation of operations) {
    const isRead = operation.method === 'GET' && operation.path.startsWith('/{tenantId}');
    if (!isRead) continue;
    const row: Record<string, string> = {};
    for (const [place, who] of CALLERS.entries()) {
      for (const what of await toldTo(asks[who], operation, both)) {
        const letters = [...(row[what] ?? '--------')];
        letters[place] = LETTERS[place] ?? '';
        row[what] = letters.join('');
      }
    }
    if (Object.keys(row).length > 0) found[operation.path.replace('/{tenantId}/v1', '')] = row;
  }
  assert.deepEqual(found, TABLE);
});

/** What a scope opens inside answers whose door is another's. */
const INSIDE: Record<string, Record<string, string>> = {
  'webhooks:read': { '/search': 'event' },
  'requests:read': { '/search': 'credential name, request' },
};

test('each scope alone opens what is its own inside the answers of others', async () => {
  const without = new Map<string, Ask>();
  for (const scope of PERMISSIONS.filter((one) => one.endsWith(':read'))) {
    const others = PERMISSIONS.filter((one) => one !== scope);
    without.set(scope, await askingWith(house, tenant, others));
  }
  const found: typeof INSIDE = {};
  for (const operation of operations) {
    const path = operation.path.replace('/{tenantId}/v1', '');
    if (operation.method !== 'GET' || TABLE[path] === undefined) continue;
    const all = await toldTo(asks.credential, operation, both);
    for (const [scope, ask] of without) {
      const told = await toldTo(ask, operation, both);
      const lost = [...all].filter((what) => !told.has(what));
      // Without any, the door is closed: that is the table of route-roles.test.ts.
      if (lost.length > 0 && told.size > 0)
        found[scope] = { ...found[scope], [path]: lost.sort().join(', ') };
    }
  }
  assert.deepEqual(found, INSIDE);
});

test('nobody is found by an associate’s name, an alias, a court or a case number', async () => {
  const base = `/${both.live.tenantId}/v1`;
  const lists = ['search?q=', 'search/people?test=false&who=', 'credit-reports?externalReference='];
  for (const what of ['associate', 'alias', 'court', 'case number']) {
    const [text] = [...planted].find(([, is]) => is === what) ?? assert.fail(what);
    for (const list of lists) {
      const { status, text: answered } = await asks.owner('GET', `${base}/${list}${text}`);
      assert.equal(status, 200, answered);
      assert.ok(!answered.includes(both.live.creditReportId ?? ''), `${list} by ${what}`);
    }
  }
});

test('no call that changes something tells of the file whoever may not read documents', async () => {
  const things = { ...both.live, credentialId: randomUUIDv7() };
  const found: string[] = [];
  for (const operation of operations) {
    const { id, method, path, body } = operation;
    if (method === 'GET' || !path.startsWith('/{tenantId}')) continue;
    for (const who of ['developer', 'finance', 'viewer', 'operator', 'narrow'] as const) {
      const { headers, text } = await asks[who](method, urlOf(operation, things), body?.example);
      if (canaries.find(JSON.stringify(headers) + text).length > 0) found.push(`${id} by ${who}`);
    }
  }
  assert.deepEqual(found, []);
});

test('no log line, metric, event, audit entry or other row has a text of the file', async () => {
  await house.service.flushed();
  assert.ok(house.logLines.length > 100, `${house.logLines.length} lines`);
  assert.deepEqual(canaries.find(house.logLines.join('')), []);
  const metrics = await house.service.app.inject({ method: 'GET', url: '/metrics' });
  assert.deepEqual(canaries.find(metrics.payload), []);
  const { rows, leaks } = await searchTables(house, canaries);
  assert.deepEqual(leaks, []);
  assert.ok(rows > 100, `${rows} rows`);
});
