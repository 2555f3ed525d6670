// The operators' endpoints over all tenants: every change is an entry in two trails, a top-up is booked once, and other roles are refused.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { clientOf, createTenant, type House, openHouse, sql, type Tenant } from '../../support/house.ts';
import { problemsOf } from '../../support/money.ts';
import { type Browser, mailTo, openBrowser, signIn } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';
import { createStandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let operator: Browser & { personId: string };
let tenant: Tenant;
let url: string;
before(async () => {
  const settings = {
    EQUIFAX_PASSWORD: 'a-word-that-nobody-may-see',
    SMTP_URL: 'smtp://who:shy-secret@localhost',
  };
  house = await openHouse(settings, undefined, createStandIn());
  operator = await signedIn(house, { isOperator: true });
  tenant = await createTenant(house, { name: 'Ash & Elm' });
  url = `/v1/operator/tenants/${tenant.tenantId}`;
});
after(() => house.close());

/** Of the tenant's own trail, and of the service's. */
async function lastEntries(tenantId: string) {
  const own = await ask(house, operator, 'GET', `/${tenantId}/v1/audit-entries?pageSize=1`);
  const service = await ask(house, operator, 'GET', '/v1/operator/audit-entries?pageSize=1');
  const [[mine], [ours]] = [own.body.items, service.body.items];
  assert.ok(mine && ours);
  return [mine, ours] as const;
}

test('every tenant is listed with its balance, and a new one has none', async () => {
  const made = await ask(house, operator, 'POST', '/v1/operator/tenants', { name: 'Fresh & Co' });
  assert.equal(made.status, 201);
  assert.deepEqual([made.body.name, made.body.balance, made.body.isEnabled], ['Fresh & Co', 0, true]);
  const { body } = await ask(house, operator, 'GET', '/v1/operator/tenants');
  const balances = body.items.map(({ id, balance }) => [id, balance]);
  assert.deepEqual(balances, [
    [tenant.tenantId, 5_000],
    [made.body.id, 0],
  ]);
  for (const entry of await lastEntries(made.body.id)) {
    assert.deepEqual(
      [entry.action, entry.actorKind, entry.actorId],
      ['tenant-created', 'operator', operator.personId],
    );
    assert.deepEqual([entry.objectId, entry.after], [made.body.id, { name: 'Fresh & Co' }]);
  }
});

test('a disabled tenant is refused, and accepted again once it is enabled', async () => {
  const dark = await createTenant(house);
  const path = `/v1/operator/tenants/${dark.tenantId}` as const;
  assert.equal((await ask(house, operator, 'POST', `${path}/disable`)).body.isEnabled, false);
  await assert.rejects(clientOf(house, dark), /invalid_client/);
  const [entry] = await lastEntries(dark.tenantId);
  assert.deepEqual(
    [entry.action, entry.before, entry.after],
    ['tenant-disabled', { isEnabled: true }, { isEnabled: false }],
  );
  // A repeat changes nothing, and makes no entry.
  await ask(house, operator, 'POST', `${path}/disable`);
  const entries = await ask(house, operator, 'GET', `/${dark.tenantId}/v1/audit-entries`);
  assert.equal(entries.body.items.length, 1);
  assert.equal((await ask(house, operator, 'POST', `${path}/enable`)).body.isEnabled, true);
  assert.equal((await (await clientOf(house, dark)).generate()).status, 200);
});

test('a price is set for the products that are named and kept for the others', async () => {
  const before = (await ask(house, operator, 'GET', `${url}/prices`)).body.items;
  const prices = [{ productCode: 'sms-otp', credits: 35 }];
  const { body } = await ask(house, operator, 'PUT', `${url}/prices`, { prices });
  const expected = before.map((one) => (one.code === 'sms-otp' ? { ...one, credits: 35 } : one));
  assert.deepEqual(body.items, expected);
  const [entry] = await lastEntries(tenant.tenantId);
  assert.deepEqual(
    [entry.action, entry.before, entry.after],
    ['prices-changed', { 'sms-otp': 40 }, { 'sms-otp': 35 }],
  );
  for (const credits of [-1, 1.5, 1_000_000_001, '5']) {
    const bad = { prices: [{ productCode: 'sms-otp', credits }] };
    assert.equal((await ask(house, operator, 'PUT', `${url}/prices`, bad)).status, 400, String(credits));
  }
  assert.equal((await ask(house, operator, 'PUT', `${url}/prices`, { prices: [] })).status, 400);
});

test('the retention of a tenant is set within bounds, shown to both sides, and is an entry', async () => {
  const path = `/v1/operator/tenants/${tenant.tenantId}/retention` as const;
  const { body } = await ask(house, operator, 'PUT', path, { retentionDays: 90 });
  assert.equal(body.retentionDays, 90);
  for (const entry of await lastEntries(tenant.tenantId)) {
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      ['retention-changed', { retentionDays: 30 }, { retentionDays: 90 }],
    );
  }
  for (const retentionDays of [0, -1, 3_651, 1.5, '90', null]) {
    const bad = await ask(house, operator, 'PUT', path, { retentionDays });
    assert.equal(bad.status, 400, String(retentionDays));
  }
  const client = await clientOf(house, tenant);
  const { tenantId } = tenant;
  assert.equal((await client.get(`/${tenantId}/v1`)).body.retentionDays, 90);
});

test('a top-up is booked once by its reference, its actor is on the statement, and the books stay true', async () => {
  const { tenantId } = await createTenant(house, { balanceCredits: 0 });
  const path = `/v1/operator/tenants/${tenantId}/top-ups`;
  const body = { amount: 500, reference: 'INV-1', reason: 'paid' };
  const first = await ask(house, operator, 'POST', path, body);
  assert.deepEqual(first.body, { balance: 500, isRepeated: false });
  const again = await Promise.all(Array.from({ length: 5 }, () => ask(house, operator, 'POST', path, body)));
  for (const one of again) assert.deepEqual(one.body, { balance: 500, isRepeated: true });
  const other = await ask(house, operator, 'POST', path, { ...body, amount: 501 });
  assert.deepEqual([other.status, other.body.code], [409, 'conflict']);
  const rows = await sql(
    house,
    'select person_id, amount, reference from ledger_entries where tenant_id = $1',
    [tenantId],
  );
  assert.deepEqual(rows, [{ person_id: operator.personId, amount: 500, reference: 'INV-1' }]);
  const entries = await ask(house, operator, 'GET', `/${tenantId}/v1/audit-entries`);
  assert.deepEqual(
    entries.body.items.map(({ action, after }) => [action, after]),
    [['wallet-topped-up', { amount: 500, reference: 'INV-1' }]],
  );
  assert.deepEqual(await problemsOf(house, tenantId), []);
  for (const amount of [0, -5, 1.5, 1_000_000_000_001, '5']) {
    assert.equal(
      (await ask(house, operator, 'POST', path, { ...body, reference: 'INV-2', amount })).status,
      400,
    );
  }
  for (const reference of ['', ' ', 'x'.repeat(201), 'a\u0000b']) {
    assert.equal((await ask(house, operator, 'POST', path, { ...body, reference })).status, 400);
  }
});

test('an unknown tenant is 404 on every operator endpoint', async () => {
  for (const id of [randomUUIDv7(), 'no-uuid']) {
    const path = `/v1/operator/tenants/${id}`;
    const answers = [
      await ask(house, operator, 'POST', `${path}/enable`),
      await ask(house, operator, 'POST', `${path}/disable`),
      await ask(house, operator, 'GET', `${path}/prices`),
      await ask(house, operator, 'PUT', `${path}/retention`, { retentionDays: 90 }),
      await ask(house, operator, 'PUT', `${path}/prices`, {
        prices: [{ productCode: 'sms-otp', credits: 1 }],
      }),
      await ask(house, operator, 'POST', `${path}/top-ups`, { amount: 1, reference: 'r', reason: 'r' }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      answers.map(() => [404, 'not-found']),
    );
  }
});

test('providers are listed as simulated or configured, with secrets as set or not set', async () => {
  const { body, text } = await ask(house, operator, 'GET', '/v1/operator/providers');
  const states = body.items.map(({ kind, id, state }) => [kind, id, state]);
  assert.deepEqual(states, [
    ['bureau', 'equifax', 'configured'],
    ['bureau', 'experian', 'configured'],
    ['bureau', 'transunion', 'configured'],
    ['risk', 'built-in', 'built-in'],
    ['sms', 'outbox', 'simulator'],
    ['mail', 'smtp', 'configured'],
  ]);
  const settings = body.items.flatMap((one) => one.settings);
  const seen = (wanted: string) => settings.find(({ name }) => name === wanted);
  assert.deepEqual([seen('EQUIFAX_PASSWORD')?.isSet, seen('EQUIFAX_PASSWORD')?.value], [true, null]);
  assert.deepEqual([seen('EXPERIAN_PASSWORD')?.isSet, seen('EXPERIAN_PASSWORD')?.value], [false, null]);
  assert.equal(seen('EQUIFAX_STYLE')?.value, house.config.EQUIFAX_STYLE);
  for (const secret of ['nobody-may-see', 'shy-secret', house.config.ENCRYPTION_KEY.toString('base64')]) {
    assert.ok(!text.includes(secret));
  }
});

test("no role of a tenant may call the operators' endpoints", async () => {
  for (const role of ['owner', 'admin', 'finance']) {
    const person = await signedIn(house, { tenantId: tenant.tenantId, role });
    const answers = [
      await ask(house, person, 'GET', '/v1/operator/tenants'),
      await ask(house, person, 'POST', '/v1/operator/tenants', { name: 'Mine' }),
      await ask(house, person, 'POST', `${url}/disable`),
      await ask(house, person, 'PUT', `${url}/prices`, { prices: [{ productCode: 'sms-otp', credits: 0 }] }),
      await ask(house, person, 'POST', `${url}/top-ups`, { amount: 1, reference: 'mine', reason: 'r' }),
      await ask(house, person, 'GET', '/v1/operator/providers'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 403),
      role,
    );
  }
});

test('the first owner is invited by mail, and takes it from there', async () => {
  const email = 'first-owner@example.com';
  const mailed = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  try {
    const boss = await signedIn(mailed, { isOperator: true });
    const tenantId = (await ask(mailed, boss, 'POST', '/v1/operator/tenants', { name: 'New' })).body.id;
    const path = `/v1/operator/tenants/${tenantId}/owners` as const;
    assert.equal((await ask(mailed, boss, 'POST', path, { email })).body.role, 'owner');
    const nowhere = `/v1/operator/tenants/${randomUUIDv7()}/owners`;
    assert.equal((await ask(mailed, boss, 'POST', nowhere, { email })).status, 404);
    const visitor = openBrowser(mailed);
    const fields = { firstName: 'Olive', lastName: 'Owner', password: 'hollow lantern sixty marsh' };
    assert.equal((await visitor.submit((await mailTo(mailed, email)).path, fields)).status, 200);
    const owner = await signIn(visitor, { email, password: fields.password });
    const { body } = await owner.get(`/${tenantId}/v1/audit-entries`);
    assert.deepEqual(
      body.items.map(({ action, actorKind }) => `${action} ${actorKind}`),
      ['invitation-accepted person', 'member-invited operator', 'tenant-created operator'],
    );
  } finally {
    await mailed.close();
  }
});
