// What each role is told inside an answer, by operation and kind of thing, as a table: a right that is checked inside an answer, and not at
// the door, is checked here. Live things, of which there is one of every kind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '../fuzz/contract.ts';
import {
  createCredential,
  createTenant,
  type House,
  openHouse,
  send,
  sql,
  tokenOf,
} from '../support/house.ts';
import { signedIn } from '../support/staff.ts';
import { type Ask, type Both, makeBoth, toldTo } from '../support/worlds/live-things.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

const WHO = ['owner', 'admin', 'developer', 'finance', 'viewer', 'operator', 'credential', 'narrow'] as const;
const LETTERS = 'oadfvpcn';

//  owner admin dev fin viewer operator, a credential with every scope, one with reports:read and wallet:read
const TABLE: Record<string, Record<string, string>> = {
  '/credit-reports': { report: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/credit-reports/{creditReportId}': { report: 'oa----cn', lastName: 'oa----cn' },
  '/credit-reports/{creditReportId}/agreements': { report: 'oa----cn' },
  '/credit-reports/{creditReportId}/attributes': { report: 'oa----cn' },
  '/credit-reports/{creditReportId}/changes': { report: 'oa----cn' },
  '/credit-reports/{creditReportId}/evidence': {
    ...{ report: 'oa----cn', externalReference: 'oa----cn', lastName: 'oa----cn', message: 'oa----cn' },
    ...{ request: 'oa----cn', 'credential name': 'oad---cn' },
  },
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
      'credential name': 'oa----c-',
    },
  },
  '/search/people': { report: 'oa------', externalReference: 'oa------' },
  '/consumer-sessions': { consumerSessionId: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/consumer-sessions/{consumerSessionId}': { consumerSessionId: 'oa--v-cn', externalReference: 'oa--v-cn' },
  '/requests': { request: 'oa----c-', report: 'oa----c-', 'credential name': 'oad---c-' },
  '/requests/errors': { request: 'oa----c-' },
  '/requests/{requestId}': { request: 'oa----c-', report: 'oa----c-', 'credential name': 'oad---c-' },
  '/messages': { message: 'oa----c-', report: 'oa----c-', mobileNumber: 'oa----c-', code: 'oa----c-' },
  '/events': {
    ...{ event: 'oa----c-', report: 'oa----c-', externalReference: 'oa----c-', message: 'oa----c-' },
    ...{ challengeId: 'oa----c-', consumerSessionId: 'oa----c-' },
  },
  '/webhook-endpoints': { endpointId: 'oa----c-', address: 'oa----c-', description: 'oa----c-' },
  '/webhook-endpoints/{endpointId}': {
    ...{ endpointId: 'oa----c-', address: 'oa----c-', description: 'oa----c-', recoveryId: 'oa----c-' },
  },
  '/webhook-endpoints/{endpointId}/deliveries': { delivery: 'oa----c-', event: 'oa----c-' },
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
    ...{ 'credential name': 'oa---p--' },
  },
};

let house: House;
let both: Both;
const asks = {} as Record<(typeof WHO)[number], Ask>;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000' }, undefined, createSmsWorld);
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  both = await makeBoth(house, tenant);
  await makeTrouble(tenantId);
  for (const who of WHO) {
    if (who === 'credential' || who === 'narrow') {
      const scopes = who === 'narrow' ? (['reports:read', 'wallet:read'] as const) : undefined;
      const authorization = `Bearer ${await tokenOf(house, await createCredential(house, tenant, scopes))}`;
      asks[who] = (_method, url, _body, headers) =>
        send(house, { url, headers: { authorization, ...headers } });
      continue;
    }
    const isOperator = who === 'operator';
    const { get } = await signedIn(house, { isOperator, ...(!isOperator && { tenantId, role: who }) });
    asks[who] = (_method, url, _body, headers) => get(url, headers);
  }
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
}

test('each role is told, inside each answer, of the kinds of its row', async () => {
  const found: typeof TABLE = {};
  for (const operation of operations) {
    const isRead = operation.method === 'GET' && operation.path.startsWith('/{tenantId}');
    if (!isRead) continue;
    const row: Record<string, string> = {};
    for (const [place, who] of WHO.entries()) {
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
