// The settings of a tenant: read by those who manage members, changed by an owner, each change an entry of the audit trail; and the same tenant
// as its operator sees it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTenant, type House, openHouse, type Tenant } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import type { Browser } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let tenant: Tenant;
let owner: Browser & { personId: string };
let operator: Browser;
let url: `/${string}/v1/settings`;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house, { name: 'Ash & Elm' });
  owner = await signedIn(house, { tenantId: tenant.tenantId });
  operator = await signedIn(house, { isOperator: true });
  url = `/${tenant.tenantId}/v1/settings`;
});
after(() => house?.close());

const change = (body: unknown) => ask(house, owner, 'PATCH', url, body);

test('an owner changes what they name, the rest stays, and the trail has before and after', async () => {
  const start = {
    ...{ name: 'Ash & Elm', retentionDays: 30, allowedOrigins: [] as string[] },
    ...{ returnOrigins: [] as string[], embedOrigins: [] as string[] },
  };
  assert.deepEqual((await ask(house, owner, 'GET', url)).body, start);
  const changed = await change({
    retentionDays: 60,
    allowedOrigins: ['https://Apply.example/', 'https://apply.example'],
  });
  assert.deepEqual(changed.body, { ...start, retentionDays: 60, allowedOrigins: ['https://apply.example'] });
  assert.deepEqual((await change({ name: 'Ash, Elm & Oak' })).body.name, 'Ash, Elm & Oak');
  assert.equal((await change({ name: 'Ash, Elm & Oak' })).status, 200, 'nothing to change');
  const trail =
    `/${tenant.tenantId}/v1/audit-entries?action=tenant-changed&objectId=${tenant.tenantId}` as const;
  const { items } = (await ask(house, owner, 'GET', trail)).body;
  assert.deepEqual(
    items.map(({ actorId, before: was, after: is }) => [actorId, was, is]),
    [
      [owner.personId, { name: 'Ash & Elm' }, { name: 'Ash, Elm & Oak' }],
      [
        owner.personId,
        { retentionDays: 30, allowedOrigins: [] },
        { retentionDays: 60, allowedOrigins: ['https://apply.example'] },
      ],
    ],
  );
  const none = `/${tenant.tenantId}/v1/audit-entries?objectId=${owner.personId}` as const;
  assert.deepEqual((await ask(house, owner, 'GET', none)).body.items, []);
  assert.deepEqual((await ask(house, owner, 'GET', `/${tenant.tenantId}/v1`)).body.retentionDays, 60);
});

test('what cannot be is refused, with the field that is wrong', async () => {
  for (const [body, path] of [
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ retentionDays: 0 }, '/retentionDays'],
    [{ retentionDays: 3651 }, '/retentionDays'],
    [{ allowedOrigins: ['https://apply.example/form'] }, '/allowedOrigins/0'],
    [{ allowedOrigins: ['apply.example'] }, '/allowedOrigins/0'],
    [{ allowedOrigins: Array.from({ length: 21 }, (_one, n) => `https://a${n}.example`) }, '/allowedOrigins'],
  ] as const)
    assertRefusedAt(await owner.call('PATCH', url, body), path);
  assert.equal((await owner.call('PATCH', url, {})).status, 400);
});

test('an operator sees the tenant whole, without its reports, and sets its pages', async () => {
  const path = `/v1/operator/tenants/${tenant.tenantId}` as const;
  await ask(house, owner, 'POST', `/${tenant.tenantId}/v1/invitations`, {
    email: 'ivy@example.com',
    role: 'viewer',
  });
  const { body } = await ask(house, operator, 'GET', path);
  assert.deepEqual([body.name, body.balance, body.retentionDays], ['Ash, Elm & Oak', 5_000, 60]);
  assert.deepEqual(body.spend, { credits: 0, byProduct: [] });
  assert.equal(body.prices.length, 4);
  assert.deepEqual(
    body.members.map(({ role }) => role),
    ['owner', 'owner'],
  );
  assert.ok(body.members.some(({ personId }) => personId === owner.personId));
  assert.deepEqual(
    body.invitations.map(({ email }) => email),
    ['ivy@example.com'],
  );
  const set = await ask(house, operator, 'PUT', `${path}/origins`, {
    allowedOrigins: ['http://localhost:3000'],
  });
  assert.deepEqual(set.body.allowedOrigins, ['http://localhost:3000']);
  assert.equal((await operator.get('/v1/operator/tenants/0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a01')).status, 404);
  assert.equal((await operator.get('/v1/operator/tenants/nobody')).status, 404);
});
