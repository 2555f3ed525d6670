// An Idempotency-Key is its caller's own: whoever else of the tenant knows it gets neither the secret nor the document of the stored answer,
// does not learn that the key was used, and cannot use it up before its owner.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  clientOf,
  countReports,
  createTenant,
  generateBody,
  type House,
  openHouse,
  sql,
} from '../support/house.ts';
import { signedIn } from '../support/staff.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const key = { 'idempotency-key': 'rotate-2026-11' };

/** Refused, without a word of the first answer. */
function assertRefused(answer: { status: number; text: string; body: unknown }): void {
  assert.equal(answer.status, 422, answer.text);
  assert.equal((answer.body as { code: string }).code, 'idempotency-key-reused');
}

test('the secret of a live credential is not replayed to another person who knows the key: theirs is another request', async () => {
  const { tenantId } = await createTenant(house);
  const url = `/${tenantId}/v1/credentials` as const;
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  const body = { name: 'Live', scopes: ['reports:read'], testOnly: false };
  const made = await admin.call('POST', url, body, key);
  const rotated = await admin.call('POST', `${url}/${made.body.id}/rotate`, { overlap: '24h' }, key);
  assert.deepEqual([made.status, rotated.status], [200, 200]);
  for (const role of ['developer', 'admin', 'owner']) {
    const other = await signedIn(house, { tenantId, role });
    const used = await other.call('POST', url, body, key);
    const unused = await other.call('POST', url, body, { 'idempotency-key': `${role}-2` });
    assert.deepEqual([used.status, used.body.code], [unused.status, unused.body.code]);
    assert.equal(used.headers['idempotent-replayed'], undefined);
    assert.ok(!used.text.includes(made.body.id) && !used.text.includes(String(made.body.clientSecret)));
  }
  const again = await admin.call('POST', url, body, key);
  assert.deepEqual([again.status, again.text], [200, made.text], 'the admin gets it again');
  const [row] = await sql<{ generation: number }>(house, 'select generation from credentials where id = $1', [
    made.body.id,
  ]);
  assert.equal(row?.generation, 1, 'rotated once by the admin');
});

test('a person who lost the role that they asked in does not get the answer of then', async () => {
  const { tenantId } = await createTenant(house);
  const url = `/${tenantId}/v1/credentials` as const;
  const owner = await signedIn(house, { tenantId });
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  const body = { name: 'Live', scopes: ['reports:read'], testOnly: false };
  assert.equal((await admin.call('POST', url, body, key)).status, 200);
  await owner.call('PATCH', `/${tenantId}/v1/members/${admin.personId}`, { role: 'developer' });
  assertRefused(await admin.call('POST', url, body, key));
});

test('a report is not replayed to another credential or person of the tenant, who may use the key first or last', async () => {
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  const url = `/${tenantId}/v1/credit-reports` as const;
  const developer = await signedIn(house, { tenantId, role: 'developer' });
  const owner = await signedIn(house, { tenantId });
  const client = await clientOf(house, tenant);
  const answers = [
    await developer.call('POST', url, generateBody({ firstName: 'Grace' }), key),
    await owner.call('POST', url, generateBody(), key),
    await client.generate({}, key),
  ];
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
  assert.equal(await countReports(house, tenantId), 3);
  // Each finds their own again, and nothing is made.
  assert.equal((await owner.call('POST', url, generateBody(), key)).text, answers[1]?.text);
  assert.equal((await client.generate({}, key)).text, answers[2]?.text);
  assertRefused(await client.generate({ firstName: 'Grace' }, key));
  assert.equal(await countReports(house, tenantId), 3);
});
