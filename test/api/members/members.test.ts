// Members of a tenant: inviting by mail, accepting, changing a role, removing, and what no role may do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTenant, type House, openHouse, sql, type Tenant } from '../../support/house.ts';
import {
  type Browser,
  createPerson,
  mailTo,
  openBrowser,
  signIn,
  type TestPerson,
} from '../../support/people.ts';

let house: House;
let tenant: Tenant;
let ownerPerson: TestPerson;
let owner: Browser;
let admin: Browser;
let url: string;
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  tenant = await createTenant(house);
  // createTenant made another owner.
  await sql(house, 'delete from memberships');
  url = `/${tenant.tenantId}/v1`;
  ownerPerson = await createPerson(house, { tenantId: tenant.tenantId });
  owner = await signIn(openBrowser(house), ownerPerson);
  admin = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId: tenant.tenantId, role: 'admin' }),
  );
});
after(() => house?.close());

const newcomer = { firstName: 'Ivy', lastName: 'Vited', password: 'hollow lantern sixty marsh' };

test('whoever reads the list of members is active in it, and whoever never came is not', async () => {
  const absent = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  const { items } = (await owner.get(`${url}/members`)).body;
  const activeAt = (personId: string) => items.find((one) => one.personId === personId)?.lastAccessedAt;
  assert.match(String(activeAt(ownerPerson.personId)), /^\d{4}-/);
  assert.equal(activeAt(absent.personId), null);
});

test('a person is invited by mail, chooses a password, signs in and may do what the role says', async () => {
  const email = 'ivy@example.com';
  const made = await owner.call('POST', `${url}/invitations`, { email, role: 'finance' });
  assert.deepEqual([made.status, made.body.email, made.body.role], [200, email, 'finance']);
  assert.ok(!JSON.stringify(made.body).includes('token'));
  const { text, path } = await mailTo(house, email);
  assert.match(text, /as Finance/);
  const visitor = openBrowser(house);
  const page = await visitor.get(path);
  assert.match(page.text, /Join Northgate Claims/);
  const wrong = await visitor.submit(path, { ...newcomer, lastName: ' ', password: 'short' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /value="Ivy"/);
  assert.match(wrong.text, /<a href="#lastName">Enter your last name/);
  assert.equal((await visitor.submit(path, newcomer)).status, 200);
  assert.equal((await visitor.submit(path, newcomer)).status, 404);
  const browser = await signIn(visitor, { email, password: newcomer.password });
  assert.deepEqual((await browser.get(`${url}/access`)).body, {
    role: 'finance',
    permissions: ['wallet:read', 'wallet:manage'],
  });
  const listed = await owner.get(`${url}/members`);
  assert.ok(
    listed.body.items.some(
      (item: { email: string; role: string }) => item.email === email && item.role === 'finance',
    ),
  );
  assert.deepEqual((await owner.get(`${url}/invitations`)).body.items, []);
});

test('a person with an account joins without a new password, and keeps theirs', async () => {
  const known = await createPerson(house);
  await owner.call('POST', `${url}/invitations`, { email: known.email, role: 'viewer' });
  const { path } = await mailTo(house, known.email);
  const visitor = openBrowser(house);
  assert.doesNotMatch((await visitor.get(path)).text, /type="password"/);
  assert.equal((await visitor.submit(path, {})).status, 200);
  const browser = await signIn(visitor, known);
  assert.equal((await browser.get(`${url}/access`)).body.role, 'viewer');
});

test('a second invitation of an address replaces the first; a withdrawn one does not work', async () => {
  const email = 'twice@example.com';
  await owner.call('POST', `${url}/invitations`, { email, role: 'viewer' });
  const first = await mailTo(house, email);
  const second = await owner.call('POST', `${url}/invitations`, { email, role: 'admin' });
  const { path } = await mailTo(house, email, 2);
  assert.equal((await openBrowser(house).get(first.path)).status, 404);
  assert.equal((await openBrowser(house).get(path)).status, 200);
  assert.equal((await owner.call('DELETE', `${url}/invitations/${second.body.id}`)).status, 204);
  assert.equal((await openBrowser(house).submit(path, newcomer)).status, 404);
  assert.equal((await owner.call('DELETE', `${url}/invitations/${second.body.id}`)).status, 404);
});

test('an expired, a forged and a used invitation are answered alike', async () => {
  await owner.call('POST', `${url}/invitations`, { email: 'late@example.com', role: 'viewer' });
  const { path } = await mailTo(house, 'late@example.com');
  await sql(house, 'update invitations set expires_at = now() where accepted_at is null');
  const [late, madeUp] = [
    await openBrowser(house).get(path),
    await openBrowser(house).get('/invite/made-up'),
  ];
  assert.deepEqual([late.status, late.text], [madeUp.status, madeUp.text]);
});

test('only owners make, change and remove owners; a tenant keeps one', async () => {
  const refused = [
    await admin.call('POST', `${url}/invitations`, { email: 'boss@example.com', role: 'owner' }),
    await admin.call('PATCH', `${url}/members/${ownerPerson.personId}`, { role: 'viewer' }),
    await admin.call('DELETE', `${url}/members/${ownerPerson.personId}`),
  ];
  for (const { status, body } of refused) assert.deepEqual([status, body.code], [403, 'forbidden']);
  const last = [
    await owner.call('PATCH', `${url}/members/${ownerPerson.personId}`, { role: 'admin' }),
    await owner.call('DELETE', `${url}/members/${ownerPerson.personId}`),
  ];
  for (const { status, body } of last) assert.deepEqual([status, body.code], [409, 'conflict']);
});

test('of two owners who remove each other concurrently, one stays', async () => {
  const other = await createTenant(house);
  await sql(house, 'delete from memberships where tenant_id = $1', [other.tenantId]);
  const people = await Promise.all([1, 2].map(() => createPerson(house, { tenantId: other.tenantId })));
  const browsers = await Promise.all(people.map((person) => signIn(openBrowser(house), person)));
  const answers = await Promise.all(
    browsers.map((browser, n) =>
      browser.call('DELETE', `/${other.tenantId}/v1/members/${people[1 - n]?.personId}`),
    ),
  );
  assert.ok(answers.some(({ status }) => status === 204));
  const [row] = await sql(
    house,
    "select count(*) as count from memberships where tenant_id = $1 and role = 'owner'",
    [other.tenantId],
  );
  assert.deepEqual(row, { count: 1 });
});

test('a role that was changed and a member who was removed take effect at once in this process', async () => {
  const person = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  const browser = await signIn(openBrowser(house), person);
  assert.equal((await browser.get(`${url}/credentials`)).status, 403);
  assert.equal(
    (await owner.call('PATCH', `${url}/members/${person.personId}`, { role: 'developer' })).status,
    204,
  );
  assert.equal((await browser.get(`${url}/credentials`)).status, 200);
  assert.equal((await owner.call('DELETE', `${url}/members/${person.personId}`)).status, 204);
  assert.equal((await browser.get(`${url}/credentials`)).status, 403);
  assert.equal((await browser.get('/v1/my/tenants')).body.total, 0);
});

test('the credentials of a removed member stay, or go with them when that is asked for', async () => {
  for (const [query, isRevoked] of [
    ['', false],
    ['?revokeCredentials=false', false],
    ['?revokeCredentials=true', true],
  ] as const) {
    const person = await createPerson(house, { tenantId: tenant.tenantId, role: 'admin' });
    const browser = await signIn(openBrowser(house), person);
    const wanted = { name: `Of a removed one ${query}`, scopes: ['wallet:read'] };
    const { body: made } = await browser.call('POST', `${url}/credentials`, wanted);
    assert.equal((await owner.call('DELETE', `${url}/members/${person.personId}${query}`)).status, 204);
    const { body } = await owner.get(`${url}/credentials`);
    const found = body.items.find(({ id }) => id === made.id);
    assert.equal(found?.ownerId, person.personId);
    assert.equal(found?.revokedAt !== null, isRevoked, query);
    const others = body.items.filter(({ ownerId }) => ownerId !== person.personId);
    assert.ok(others.some(({ revokedAt }) => revokedAt === null));
    const { body: trail } = await owner.get(`${url}/audit-entries?action=credential-revoked`);
    assert.equal(trail.items.filter(({ objectId }) => objectId === made.id).length, isRevoked ? 1 : 0);
  }
  const unclear = await owner.call('DELETE', `${url}/members/${ownerPerson.personId}?revokeCredentials=yes`);
  assert.equal(unclear.status, 400);
});

test('a member of another tenant, an unknown one and an invalid id are answered 404 alike', async () => {
  const foreign = await createPerson(house, { tenantId: (await createTenant(house)).tenantId });
  for (const id of [foreign.personId, '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99', 'no-uuid']) {
    assert.equal((await owner.call('PATCH', `${url}/members/${id}`, { role: 'viewer' })).status, 404);
    assert.equal((await owner.call('DELETE', `${url}/members/${id}`)).status, 404);
  }
});

test('inviting a member again is answered as such', async () => {
  const answer = await owner.call('POST', `${url}/invitations`, {
    email: ownerPerson.email.toUpperCase(),
    role: 'viewer',
  });
  assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
});
