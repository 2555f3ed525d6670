// The account endpoints: the caller's profile, their tenants, the selected tenant. Bare objects, without the envelope.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertMembership, setTenantEnabled } from '../../../src/storage/people/tenants.ts';
import {
  type Client,
  clientOf,
  createCredential,
  createTenant,
  type House,
  openHouse,
  sql,
} from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const newClient = async (name = 'Northgate Claims') => clientOf(house, await createTenant(house, { name }));
const select = (client: Client, tenantId: unknown) => client.post('/v1/my/tenants/select', { tenantId });

const lastAccessOf = async (client: Client) =>
  (await client.get('/v1/my/tenants')).body.items[0]?.lastAccessedAt;

test('Profile resource: id, firstName, lastName, email, totpEnabled, createdAt, and nothing else', async () => {
  const client = await newClient();
  const { status, body } = await client.get('/v1/my/profile');
  assert.equal(status, 200);
  const { createdAt, ...rest } = body;
  assert.match(createdAt, TIME);
  assert.deepEqual(rest, {
    id: client.tenant.personId,
    firstName: 'Olive',
    lastName: 'Tester',
    email: `${client.tenant.personId}@example.com`,
    totpEnabled: false,
  });
});

test("a credential's token answers for the credential's owner", async () => {
  const client = await newClient();
  const second = await createCredential(house, client.tenant);
  const other = await clientOf(house, { ...client.tenant, ...second });
  assert.equal((await other.get('/v1/my/profile')).text, (await client.get('/v1/my/profile')).text);
});

test('the account endpoints need a token, but no permission of any kind', async () => {
  for (const scope of ['reports:read', 'reports:write'] as const) {
    const caller = await clientOf(house, await createTenant(house, { scopes: [scope] }));
    assert.equal((await caller.get('/v1/my/profile')).status, 200);
    assert.equal((await caller.get('/v1/my/tenants')).status, 200);
    assert.equal((await select(caller, caller.tenant.tenantId)).status, 200);
  }
});

test('the tenant list is {items: [{id, name, isEnabled, createdAt, lastAccessedAt}], total, token}', async () => {
  const client = await newClient('Fernhill Loans');
  const { status, body } = await client.get('/v1/my/tenants');
  assert.equal(status, 200);
  const { items, ...rest } = body;
  assert.deepEqual(rest, { total: 1, token: null });
  assert.equal(items.length, 1);
  const { createdAt = '', ...item } = items[0] ?? {};
  assert.match(createdAt, TIME);
  const { tenantId: id } = client.tenant;
  assert.deepEqual(item, { id, name: 'Fernhill Loans', isEnabled: true, lastAccessedAt: null });
});

test("a credential's token lists only that credential's tenant, though its owner belongs to others", async () => {
  const client = await newClient();
  const { tenantId } = await createTenant(house);
  const { personId } = client.tenant;
  await insertMembership(house.service.database, { tenantId, personId, role: 'viewer' });
  const { body } = await client.get('/v1/my/tenants');
  assert.equal(body.total, 1);
  assert.deepEqual(
    body.items.map((item) => item.id),
    [client.tenant.tenantId],
  );
  assert.equal((await select(client, tenantId)).status, 403);
});

test('the tenant list is paged by the rules of every list', async () => {
  const client = await newClient();
  for (const size of ['1', '100']) {
    assert.equal((await client.get(`/v1/my/tenants?pageSize=${size}`)).body.items.length, 1);
  }
  for (const size of ['0', '101', 'x']) {
    assertRefusedAt(await client.get(`/v1/my/tenants?pageSize=${size}`), '/pageSize');
  }
  for (const token of ['x', '', Buffer.from('not-a-uuid').toString('base64url')]) {
    assertRefusedAt(await client.get(`/v1/my/tenants?pageToken=${token}`), '/pageToken');
  }
});

test('selecting a tenant answers its id and name and moves lastAccessedAt', async () => {
  const client = await newClient('Fernhill Loans');
  const { tenantId, personId } = client.tenant;
  const answer = await select(client, tenantId);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { id: tenantId, name: 'Fernhill Loans' });
  const first = await lastAccessOf(client);
  assert.match(String(first), TIME);

  await sql(
    house,
    `update memberships set last_accessed_at = now() - interval '1 day' where person_id = $1`,
    [personId],
  );
  assert.equal((await select(client, tenantId.toUpperCase())).status, 200);
  assert.ok(String(await lastAccessOf(client)) >= String(first));
});

test("selecting another's tenant, an unknown one, a disabled one or an invalid UUID answers the same 403 and changes nothing", async () => {
  const client = await newClient();
  const other = await newClient();
  const disabled = await newClient();
  await setTenantEnabled(house.service.database, disabled.tenant.tenantId, false);
  const answers = [
    await select(client, other.tenant.tenantId),
    await select(client, randomUUIDv7()),
    await select(client, 'acme'),
    await select(client, '\u{1F600}'.repeat(500)),
    await select(disabled, disabled.tenant.tenantId),
  ];
  for (const answer of answers) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
    assert.equal(answer.text, answers[0]?.text);
  }
  assert.equal(await lastAccessOf(client), null);
  assert.equal(await lastAccessOf(other), null);
});

test('| tenantId | string |: a missing, empty or non-string tenantId is a validation-error', async () => {
  const client = await newClient();
  for (const tenantId of [undefined, null, '', 5, true, [], {}]) {
    assertRefusedAt(await select(client, tenantId), '/tenantId');
  }
});

test('a tenant can only be selected by a person who still belongs to it', async () => {
  const client = await newClient();
  const { tenantId, personId } = client.tenant;
  await sql(house, 'delete from memberships where tenant_id = $1 and person_id = $2', [tenantId, personId]);
  assert.equal((await select(client, tenantId)).status, 403);
});
