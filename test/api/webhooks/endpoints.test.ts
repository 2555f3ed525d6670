// Webhook endpoints as their tenant manages them: what is accepted, who may, what the audit trail says, and a secret that is shown once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_TYPE_NAMES } from '../../../src/domain/webhooks/events.ts';
import { recordEvents } from '../../../src/storage/webhooks/record-events.ts';
import {
  clientOf,
  createCredential,
  createTenant,
  type House,
  openHouse,
  send,
  sql,
} from '../../support/house.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
before(async () => {
  house = await openHouse({ WEBHOOK_SOURCE_ADDRESSES: '198.51.100.0/28, 2001:db8::7' });
});
after(() => house.close());

const HOOK = { url: 'https://example.com/hook', mode: 'live' };

test('an endpoint is made with a secret that no later answer has, changed, rotated and deleted, each in the audit trail', async () => {
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  const client = await clientOf(house, tenant);
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  const url = `/${tenantId}/v1/webhook-endpoints` as const;
  const made = await ask(house, owner, 'POST', url, { ...HOOK, description: 'Cases' });
  assert.equal(made.status, 200, made.text);
  const { secret, endpoint } = made.body;
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  const one = `${url}/${endpoint.id}` as const;
  const changed = await ask(house, owner, 'PATCH', one, { ratePerSecond: 5, types: ['report.failed'] });
  assert.deepEqual([changed.body.ratePerSecond, changed.body.types], [5, ['report.failed']]);
  const rotated = await ask(house, owner, 'POST', `${one}/rotate`, { overlap: '24h' });
  assert.notEqual(rotated.body.secret, secret);
  assert.equal(rotated.body.endpoint.oldSecret?.hint, endpoint.secret.hint);
  assert.equal((await ask(house, owner, 'PUT', `${one}/overlap`, { overlap: 'now' })).status, 204);
  assert.equal((await ask(house, owner, 'PUT', `${one}/overlap`, { overlap: 'now' })).status, 409);
  for (const answer of [await client.get(url), await client.get(one)])
    assert.ok(!answer.text.includes(secret) && !answer.text.includes(rotated.body.secret));
  assert.equal((await client.get(url)).body.items.length, 1);
  assert.equal((await ask(house, owner, 'DELETE', one)).status, 204);
  assert.equal((await client.get(one)).status, 404);
  assert.deepEqual((await client.get(url)).body.items, []);
  const { items } = (await ask(house, owner, 'GET', `/${tenantId}/v1/audit-entries`)).body;
  assert.deepEqual(
    items.map(({ action }) => action).filter((action) => action.startsWith('webhook')),
    [
      'webhook-endpoint-deleted',
      'webhook-endpoint-old-secret-ended',
      'webhook-endpoint-rotated',
      'webhook-endpoint-changed',
      'webhook-endpoint-created',
    ],
  );
  // Which secret ended, and until when it would have signed.
  const { hint, expiresAt } = rotated.body.endpoint.oldSecret ?? {};
  const ended = items.find(({ action }) => action === 'webhook-endpoint-old-secret-ended');
  assert.deepEqual(
    [ended?.before, ended?.after],
    [{ oldSecret: hint, until: expiresAt }, { overlap: 'now' }],
  );
  assert.ok(!JSON.stringify(items).includes(secret.slice(6, 40)));
  const stored = JSON.stringify(
    await sql(house, 'select * from webhook_endpoints where tenant_id = $1', [tenantId]),
  );
  assert.ok(!stored.includes(secret.slice(6)));
});

test('all types are those of later versions too, and are told from a list of today', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  const url = `/${tenantId}/v1/webhook-endpoints` as const;
  const all = (await client.post(url, { ...HOOK, mode: 'test' })).body.endpoint;
  const some = await client.post(url, { ...HOOK, mode: 'test', types: [...EVENT_TYPE_NAMES] });
  assert.deepEqual([all.types, some.body.endpoint.types], [['*'], EVENT_TYPE_NAMES]);
  // As a later version, which knows one type more, records it.
  const later = `select $1::uuid as tenant_id, clock_timestamp() as at, 'report.amended' as type, true as is_test,
    null::uuid as subject_id, '{}'::jsonb as facts`;
  await house.service.database.query(
    { name: 'a-later-type', text: `with ${recordEvents('made', later)} select 1` },
    [tenantId],
  );
  const sent = 'select endpoint_id as id from deliveries where tenant_id = $1';
  assert.deepEqual(await sql(house, sent, [tenantId]), [{ id: all.id }]);
  const { body: missed } = await client.post(`${url}/${all.id}/recover`, {
    since: '2026-01-01',
    preview: true,
  });
  assert.equal(missed.count, 0);
});

test('a second endpoint of one address and mode is told', async () => {
  const client = await clientOf(house, await createTenant(house));
  const url = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const first = (await client.post(url, HOOK)).body.endpoint;
  assert.deepEqual(first.sameAddressAs, []);
  const second = (await client.post(url, HOOK)).body.endpoint;
  assert.deepEqual(second.sameAddressAs, [first.id]);
  assert.deepEqual((await client.get(`${url}/${first.id}`)).body.sameAddressAs, [second.id]);
  const other = (await client.post(url, { ...HOOK, mode: 'test' })).body.endpoint;
  assert.deepEqual(other.sameAddressAs, []);
});

test('the addresses that requests come from are those that the operator publishes', async () => {
  const told = await send(house, { method: 'GET', url: '/.well-known/webhook-sources.json' });
  assert.deepEqual([told.status, told.body], [200, { addresses: ['198.51.100.0/28', '2001:db8::7'] }]);
});

test('the same request twice makes one endpoint with one secret', async () => {
  const client = await clientOf(house, await createTenant(house));
  const url = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const answers = [];
  for (const _time of [1, 2])
    answers.push(await client.post(url, HOOK, { 'idempotency-key': 'one-endpoint' }));
  assert.equal(answers[0]?.body.secret, answers[1]?.body.secret);
  assert.equal((await client.get(url)).body.items.length, 1);
});

/** What neither making nor changing an endpoint takes. */
const REFUSED: [field: string, value: unknown][] = [
  ...[
    'http://example.com/hook',
    'https://user:pass@example.com/',
    'https://example.com/#x',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'http://localhost/hook',
    'https://exämple.com/',
    'ftp://example.com',
    'example.org',
    '',
    5,
    null,
  ].map((url): [string, unknown] => ['url', url]),
  ...[0, 101, 1.5, '5', null].map((rate): [string, unknown] => ['ratePerSecond', rate]),
  ...[[], ['report.finished'], ['ping', 'ping'], 'ping'].map((types): [string, unknown] => ['types', types]),
  ...['x'.repeat(201), 'a\u001b[31m', 'a\u202eb', 5].map((text): [string, unknown] => ['description', text]),
  ...['yes', 1, null].map((ordered): [string, unknown] => ['ordered', ordered]),
];

test('what an endpoint may not have is refused with what to mend, by POST and by PATCH alike, and is not quoted', async () => {
  const tenant = await createTenant(house);
  const owner = await signedIn(house, { tenantId: tenant.tenantId, role: 'owner' });
  const url = `/${tenant.tenantId}/v1/webhook-endpoints` as const;
  const made = await ask(house, owner, 'POST', url, HOOK);
  const one = `${url}/${made.body.endpoint.id}` as const;
  const before = (await ask(house, owner, 'GET', one)).text;
  for (const [field, value] of REFUSED) {
    const answers = [
      await ask(house, owner, 'POST', url, { ...HOOK, [field]: value }),
      await ask(house, owner, 'PATCH', one, { [field]: value }),
    ];
    for (const { status, body, text } of answers) {
      const told = `${field} = ${JSON.stringify(value)}: ${text}`;
      assert.deepEqual([status, body.details?.[0]?.path.split('/')[1]], [400, field], told);
      assert.ok(typeof value !== 'string' || value === '' || !text.includes(value), told);
    }
  }
  assert.equal((await ask(house, owner, 'GET', one)).text, before);
  assert.equal((await ask(house, owner, 'GET', url)).body.items.length, 1);
});

test('twenty endpoints are a tenant’s most, also when many are asked for at once', async () => {
  const client = await clientOf(house, await createTenant(house));
  const url = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const answers = await Promise.all(Array.from({ length: 24 }, () => client.post(url, HOOK)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array(20).fill(200),
    ...Array(4).fill(409),
  ]);
});

test('one who sees test mode only makes, sees and changes endpoints of test mode only', async () => {
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  const url = `/${tenantId}/v1/webhook-endpoints` as const;
  const live = (await (await clientOf(house, tenant)).post(url, HOOK)).body.endpoint;
  const developer = await signedIn(house, { tenantId, role: 'developer' });
  assert.equal((await ask(house, developer, 'POST', url, HOOK)).status, 403);
  assert.equal((await ask(house, developer, 'POST', url, { ...HOOK, mode: 'test' })).status, 200);
  assert.deepEqual(
    (await ask(house, developer, 'GET', url)).body.items.map(({ mode }) => mode),
    ['test'],
  );
  assert.equal((await ask(house, developer, 'GET', `${url}/${live.id}`)).status, 404);
  assert.equal((await ask(house, developer, 'DELETE', `${url}/${live.id}`)).status, 403);
  const reader = await clientOf(house, {
    ...tenant,
    ...(await createCredential(house, tenant, ['webhooks:read'])),
  });
  assert.equal((await reader.post(url, HOOK)).status, 403);
  assert.equal((await reader.get(url)).status, 200);
  const stranger = await clientOf(house, await createTenant(house));
  assert.equal(
    (await stranger.get(`/${stranger.tenant.tenantId}/v1/webhook-endpoints/${live.id}`)).status,
    404,
  );
});
