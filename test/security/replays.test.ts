// The stored answer of an Idempotency-Key is for the caller who made the request: whoever else knows the key gets neither the secret nor the
// document in it, and nothing is done a second time.
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

test('the secret of a live credential is not replayed to a developer, or to another admin, who knows the key', async () => {
  const { tenantId } = await createTenant(house);
  const url = `/${tenantId}/v1/credentials` as const;
  const admin = await signedIn(house, { tenantId, role: 'admin' });
  const body = { name: 'Live', scopes: ['reports:read'], testOnly: false };
  const made = await admin.call('POST', url, body, key);
  const rotated = await admin.call('POST', `${url}/${made.body.id}/rotate`, { overlap: '24h' }, key);
  assert.deepEqual([made.status, rotated.status], [200, 200]);
  for (const role of ['developer', 'admin', 'owner']) {
    const other = await signedIn(house, { tenantId, role });
    assertRefused(await other.call('POST', url, body, key));
    assertRefused(await other.call('POST', `${url}/${made.body.id}/rotate`, { overlap: '24h' }, key));
  }
  const again = await admin.call('POST', url, body, key);
  assert.deepEqual([again.status, again.text], [200, made.text], 'the admin gets it again');
  const [row] = await sql<{ generation: number }>(house, 'select generation from credentials where id = $1', [
    made.body.id,
  ]);
  assert.equal(row?.generation, 1, 'rotated once');
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

test('a report is not replayed to another credential or person of the tenant, and not made a second time', async () => {
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  const url = `/${tenantId}/v1/credit-reports` as const;
  const owner = await signedIn(house, { tenantId });
  const first = await owner.call('POST', url, generateBody(), key);
  assert.equal(first.status, 200, first.text);
  const developer = await signedIn(house, { tenantId, role: 'developer' });
  assertRefused(await developer.call('POST', url, generateBody(), key));
  const client = await clientOf(house, tenant);
  assertRefused(await client.generate({}, key));
  assert.equal(await countReports(house, tenantId), 1);
  assert.equal((await owner.call('POST', url, generateBody(), key)).text, first.text);
});
