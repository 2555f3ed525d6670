// Made-up events: one of every type, as its schema has it, in the feed and at the endpoints of test mode alone; about nothing of anybody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_TYPE_NAMES } from '../../../src/domain/webhooks/events.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';
import { eventFault } from '../../support/webhooks/webhooks.ts';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

const trigger = (body: object) => client.post(`/${client.tenant.tenantId}/v1/test-events`, body);

test('an event of every type is what its schema says, and is in the feed as it was answered', async () => {
  const made = [];
  for (const type of EVENT_TYPE_NAMES) {
    const { status, body } = await trigger({ type });
    assert.equal(status, 200, type);
    const { id: _id, ...event } = body;
    assert.equal(eventFault(event), null);
    assert.equal(body.data.test, true);
    made.push(body);
  }
  await feedSettled(house, client.tenant.tenantId);
  const { body } = await client.get(`/${client.tenant.tenantId}/v1/events?pageSize=100`);
  assert.deepEqual(body.items, made);
});

test('fields are set by name, each as its type has it; ids, mode and reference are not', async () => {
  const { body } = await trigger({ type: 'wallet.low', data: { available: 0, threshold: 10 } });
  assert.deepEqual(body.data, { test: true, available: 0, threshold: 10, alert: 'low' });
  const refused: [type: string, data: object, path: string][] = [
    ['wallet.low', { available: '0' }, '/data/available'],
    ['wallet.low', { alert: 'high' }, '/data/alert'],
    ['wallet.low', { other: 1 }, '/data'],
    ['report.completed', { creditReportId: client.tenant.tenantId }, '/data'],
    ['report.completed', { test: false }, '/data'],
    ['report.completed', { externalReference: 'case-1' }, '/data'],
    ['report.failed', { reason: 'bad luck' }, '/data/reason'],
    ['card.expiring', { last4: 'Ada Sample, 12 Orchard Street' }, '/data/last4'],
    ['report.completed', { bureaus: [{ id: 'Ada Sample', status: 'ok' }] }, '/data/bureaus/0/id'],
    ['report.completed', { bureaus: [{ status: 'ok' }] }, '/data/bureaus/0/id'],
    ['session.completed', { creditReportId: 'mine' }, '/data/creditReportId'],
    ['credential.expiring', { expiresAt: 'soon' }, '/data/expiresAt'],
    ['ping', { endpointId: client.tenant.tenantId }, '/data'],
  ];
  for (const [type, data, path] of refused) assertRefusedAt(await trigger({ type, data }), path);
  assertRefusedAt(await trigger({ type: 'wallet.high' }), '/type');
});

test('only endpoints of test mode get it, and nobody is mailed', async () => {
  const base = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const made: Record<string, string> = {};
  for (const mode of ['test', 'live']) {
    const url = `https://hooks.example.com/${mode}`;
    const { body } = await client.post(base, { url, mode, types: ['wallet.depleted'] });
    made[mode] = body.endpoint.id;
  }
  await trigger({ type: 'wallet.depleted' });
  const sent = await sql(house, 'select endpoint_id as id from deliveries where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  assert.deepEqual(sent, [{ id: made.test }]);
  const notices = await sql(house, 'select id from notices where tenant_id = $1', [client.tenant.tenantId]);
  assert.deepEqual(notices, []);
});
