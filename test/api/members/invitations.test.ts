// Who may be invited by whom: never an operator into a tenant, nothing that displaces a higher invitation, few mails to one address, and no
// address in the audit trail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTenant, type House, openHouse, send, sql } from '../../support/house.ts';
import { type Browser, mailTo, openBrowser, PASSWORD } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let boss: Browser & { personId: string };
before(async () => {
  house = await openHouse({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '1000000' });
  boss = await signedIn(house, { isOperator: true });
});
after(() => house?.close());

const join = async (email: string, count = 1) => {
  const { path } = await mailTo(house, email, count);
  return openBrowser(house).submit(path, { firstName: 'Ivy', lastName: 'Invited', password: PASSWORD });
};
const roleOf = async (tenantId: string, email: string) =>
  (
    await sql<{ role: string }>(
      house,
      'select m.role from memberships m join people p on p.id = m.person_id where m.tenant_id = $1 and p.email = $2',
      [tenantId, email],
    )
  )[0]?.role;

test('an operator invites no operator, and nobody into a tenant that has an owner', async () => {
  const { tenantId } = await createTenant(house);
  const path = `/v1/operator/tenants/${tenantId}/owners` as const;
  const other = await signedIn(house, { isOperator: true });
  for (const { personId } of [boss, other]) {
    for (const email of [`p-${personId}@example.com`, `P-${personId}@EXAMPLE.com`]) {
      const answer = await ask(house, boss, 'POST', path, { email });
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
    }
  }
  await signedIn(house, { tenantId });
  const late = await ask(house, boss, 'POST', path, { email: 'late@example.com' });
  assert.deepEqual([late.status, late.body.code], [409, 'conflict']);
  assert.match(late.body.message, /has an owner/);
  assert.deepEqual(await sql(house, 'select 1 from invitations where tenant_id = $1', [tenantId]), []);
});

test('of the first owners that an operator invited, one joins: the other invitation ends with it', async () => {
  const tenantId = (await ask(house, boss, 'POST', '/v1/operator/tenants', { name: 'New & Co' })).body.id;
  const path = `/v1/operator/tenants/${tenantId}/owners` as const;
  for (const email of ['one@first.example', 'two@first.example'])
    assert.equal((await ask(house, boss, 'POST', path, { email })).status, 200);
  await Promise.all([join('one@first.example'), join('two@first.example')]);
  const owners = await sql(house, "select 1 from memberships where tenant_id = $1 and role = 'owner'", [
    tenantId,
  ]);
  assert.equal(owners.length, 1);
});

test('an invitation ends with the right of whoever made it', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signedIn(house, { tenantId });
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  const url = `/${tenantId}/v1/invitations` as const;
  assert.equal(
    (await ask(house, admin, 'POST', url, { email: 'alias@example.com', role: 'admin' })).status,
    200,
  );
  await owner.call('DELETE', `/${tenantId}/v1/members/${admin.personId}`);
  await join('alias@example.com');
  assert.equal(await roleOf(tenantId, 'alias@example.com'), undefined);
});

test('an invitation does not displace one that its maker could not revoke, in any spelling', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signedIn(house, { tenantId });
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  const url = `/${tenantId}/v1/invitations` as const;
  const email = 'next.owner@example.com';
  const first = await ask(house, owner, 'POST', url, { email, role: 'owner' });
  for (const spelling of [email, 'Next.Owner@Example.com']) {
    for (const role of ['viewer', 'admin']) {
      const answer = await ask(house, admin, 'POST', url, { email: spelling, role });
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
    }
  }
  assert.equal((await admin.call('DELETE', `${url}/${first.body.id}`)).status, 403);
  await join(email);
  assert.equal(await roleOf(tenantId, email), 'owner');
});

test('an address gets three invitations, then waits, and a tenant sends fifty', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signedIn(house, { tenantId });
  const invite = async (email: string) =>
    owner.call('POST', `/${tenantId}/v1/invitations`, { email, role: 'viewer' });
  const statuses: number[] = [];
  for (const email of [
    'm@cannon.example',
    'M@cannon.example',
    'm@CANNON.example',
    'm@cannon.example',
    'M@CANNON.example',
  ])
    statuses.push((await invite(email)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.ok(Number((await invite('m@cannon.example')).headers['retry-after']) > 0);
  const { body } = await send(house, { method: 'GET', url: '/dev/mail' });
  const mails = body.items as unknown as { to: string }[];
  assert.equal(mails.filter(({ to }) => /@cannon\.example$/i.test(to)).length, 3);
  for (let n = 0; n < 60; n += 1) statuses.push((await invite(`m+${n}@cannon.example`)).status);
  assert.equal(statuses.filter((status) => status === 200).length, 50);
  await sql(house, 'update guesses set blocked_until = null');
  assert.equal((await invite('later@cannon.example')).status, 200);
});

test('the audit trail names an invitation by its id, and never the address', async () => {
  const { tenantId } = await createTenant(house);
  const owner = await signedIn(house, { tenantId });
  const url = `/${tenantId}/v1/invitations` as const;
  const email = 'quietly@invited.example';
  const first = await ask(house, owner, 'POST', url, { email, role: 'viewer' });
  await ask(house, owner, 'DELETE', `${url}/${first.body.id}`);
  await ask(house, owner, 'POST', url, { email, role: 'finance' });
  await join(email, 2);
  const { body } = await owner.get(`/${tenantId}/v1/audit-entries`);
  assert.deepEqual(
    body.items.map(({ action }) => action),
    ['invitation-accepted', 'member-invited', 'invitation-revoked', 'member-invited'],
  );
  assert.equal(body.items.at(-1)?.objectId, first.body.id);
  const rows = await sql(house, "select 1 from audit_entries e where e::text ilike '%quietly%'");
  assert.deepEqual(rows, []);
});
