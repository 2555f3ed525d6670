// What operators do over all tenants, by their session: the list, making and switching off, prices, credits, the first owner;
// each is in that tenant's audit trail, and nobody else gets in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clientOf, createTenant, type House, openHouse } from '../support/house.ts';
import {
  type Browser,
  createPerson,
  mailTo,
  openBrowser,
  signIn,
  type TestPerson,
} from '../support/people.ts';

const BASE = '/v1/operator/tenants';
let house: House;
let person: TestPerson;
let operator: Browser;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  person = await createPerson(house, { isOperator: true });
  operator = await signIn(openBrowser(house), person);
});
after(() => house?.close());

test('an operator makes a tenant, gives it credits and a price, and invites its owner', async () => {
  const made = await operator.call('POST', BASE, { name: 'Fernhill Loans' });
  assert.equal(made.status, 200, made.text);
  const url = `${BASE}/${made.body.id}`;
  const funds = { kind: 'top-up', amount: 5_000, reference: 'INV-1', reason: 'paid' };
  assert.deepEqual((await operator.call('POST', `${url}/funds`, funds)).body, {
    isRepeated: false,
    balance: 5_000,
  });
  assert.deepEqual((await operator.call('POST', `${url}/funds`, funds)).body, {
    isRepeated: true,
    balance: 5_000,
  });
  const other = { ...funds, amount: 6_000 };
  assert.equal((await operator.call('POST', `${url}/funds`, other)).body.code, 'conflict');
  const back = { kind: 'adjustment', amount: -9_000, reference: 'A-1', reason: 'too much' };
  assert.equal((await operator.call('POST', `${url}/funds`, back)).body.code, 'insufficient-funds');
  assert.equal((await operator.call('PUT', `${url}/prices/sms-otp`, { credits: 55 })).status, 204);
  const { body: products } = await operator.get(`${url}/products`);
  assert.equal(products.items.find(({ code }: { code: string }) => code === 'sms-otp').credits, 55);
  const listed = (await operator.get(BASE)).body.items.find(({ id }: { id: string }) => id === made.body.id);
  assert.deepEqual([listed.name, listed.balance, listed.isEnabled], ['Fernhill Loans', 5_000, true]);

  const email = 'first-owner@example.com';
  assert.equal((await operator.call('POST', `${url}/owners`, { email })).body.role, 'owner');
  const visitor = openBrowser(house);
  const fields = { firstName: 'Olive', lastName: 'Owner', password: 'hollow lantern sixty marsh' };
  assert.equal((await visitor.submit((await mailTo(house, email)).path, fields)).status, 200);
  const owner = await signIn(visitor, { email, password: fields.password });
  const trail = await owner.get(`/${made.body.id}/v1/audit-entries`);
  assert.deepEqual(
    trail.body.items.map(
      ({ action, actorKind }: { action: string; actorKind: string }) => `${action} ${actorKind}`,
    ),
    [
      'invitation-accepted person',
      'member-invited operator',
      'price-changed operator',
      'credits-moved operator',
      'tenant-created operator',
    ],
  );
});

test('a tenant that is switched off takes no calls, and takes them again when it is switched on', async () => {
  const tenant = await createTenant(house);
  const client = await clientOf(house, tenant);
  const set = (isEnabled: boolean) => operator.call('PUT', `${BASE}/${tenant.tenantId}/state`, { isEnabled });
  const until = async (status: number): Promise<void> => {
    const deadline = Date.now() + 5_000;
    while ((await client.get(`/${tenant.tenantId}/v1`)).status !== status) assert.ok(Date.now() < deadline);
  };
  await until(200);
  assert.equal((await set(false)).status, 204);
  await until(403);
  assert.equal((await set(true)).status, 204);
  await until(200);
});

test('a tenant that there is not, or no id at all, is not found', async () => {
  for (const id of ['0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99', 'no-uuid']) {
    const answers = [
      await operator.call('PUT', `${BASE}/${id}/state`, { isEnabled: true }),
      await operator.get(`${BASE}/${id}/products`),
      await operator.call('PUT', `${BASE}/${id}/prices/sms-otp`, { credits: 1 }),
      await operator.call('POST', `${BASE}/${id}/owners`, { email: 'a@b.c' }),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [404, 'not-found']);
  }
  const { tenantId } = await createTenant(house);
  assert.equal((await operator.call('PUT', `${BASE}/${tenantId}/prices/tea`, { credits: 1 })).status, 404);
});

test('whoever is no operator gets nothing of it, not even an owner', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  for (const { status, body } of [
    await owner.get(BASE),
    await owner.call('POST', BASE, { name: 'mine' }),
    await owner.call('PUT', `${BASE}/${tenantId}/state`, { isEnabled: false }),
    await owner.call('POST', `${BASE}/${tenantId}/funds`, {
      kind: 'top-up',
      amount: 1,
      reference: 'x',
      reason: 'x',
    }),
  ]) {
    assert.equal(status, 403);
    assert.match(body.message, /service:operate/);
  }
});
