// Calls without a valid token in the request log: kept for the tenant that the path names, without a caller, a few a minute and for a day; so a
// stranger cannot fill the log. Also the filters by status and by mode.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openHouse,
  send,
  sql,
} from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import type { Browser } from '../../support/people.ts';
import { ask, signedIn } from '../../support/staff.ts';

let house: House;
let client: Client;
let owner: Browser;
let url: `/${string}/v1/requests`;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  owner = await signedIn(house, { tenantId: client.tenant.tenantId });
  url = `/${client.tenant.tenantId}/v1/requests`;
});
after(() => house?.close());

const unknown = (path: string, remoteAddress = '127.0.0.1') =>
  send(house, {
    method: 'GET',
    url: path,
    headers: { authorization: 'Bearer not-a-token' },
    remoteAddress,
  });
const list = async (query = '') => (await ask(house, owner, 'GET', `${url}${query}`)).body.items;
const countOf = async (tenantId: string) => {
  await house.service.flushed();
  const [row] = await sql<{ count: number }>(
    house,
    'select count(*) as count from requests where tenant_id = $1',
    [tenantId],
  );
  return row?.count;
};

test('a call with a bad token is in the log of the tenant it names, without a caller, and tied to no report', async () => {
  const made = await client.generate();
  const { tenantId } = client.tenant;
  const answer = await unknown(`/${tenantId}/v1/credit-reports/${made.body.data.creditReportId}`);
  assert.equal(answer.status, 401);
  const [row] = await list('?status=401');
  assert.deepEqual(
    [row?.id, row?.code, row?.credentialId, row?.personId, row?.reportId, row?.message],
    [String(answer.headers['x-request-id']), 'unauthorized', null, null, null, answer.body.message],
  );
  const { refusedLastDay } = {
    refusedLastDay: (await client.get(`/${tenantId}/v1/overview`)).body.attention,
  };
  assert.deepEqual(
    refusedLastDay.filter(({ kind }) => kind.includes('refus')),
    [],
  );
});

test('of a thousand of them ten a minute are kept, five of one address, and none of a tenant that does not exist', async () => {
  const [flooded, other] = [await createTenant(house), await createTenant(house)];
  const nowhere = randomUUIDv7();
  for (let n = 0; n < 30; n += 1) await unknown(`/${flooded.tenantId}/v1/products`, '198.51.100.1');
  // A minute may end in between.
  const ofStranger = (await countOf(flooded.tenantId)) ?? 0;
  assert.ok(ofStranger >= 5 && ofStranger <= 10, `${ofStranger} of one address are kept`);
  // The flood has left the tenant's own mistakes a place.
  await unknown(`/${flooded.tenantId}/v1/products`, '203.0.113.1');
  assert.equal(await countOf(flooded.tenantId), ofStranger + 1);
  for (let n = 0; n < 30; n += 1) await unknown(`/${other.tenantId}/v1/products`, `198.51.101.${n}`);
  await unknown(`/${nowhere}/v1/products`, '203.0.113.2');
  await unknown('/not-an-id/v1/products', '203.0.113.2');
  const kept = (await countOf(other.tenantId)) ?? 0;
  assert.ok(kept >= 10 && kept <= 20, `${kept} are kept`);
  assert.equal(await countOf(nowhere), 0);
  for (let n = 0; n < 200; n += 1) await unknown(`/${randomUUIDv7()}/v1/products`, `198.51.102.${n}`);
  const late = await createTenant(house);
  await unknown(`/${late.tenantId}/v1/products`, '203.0.113.3');
  assert.ok(((await countOf(late.tenantId)) ?? 0) <= 1);
});

test('they are gone after a day, and the calls of the tenant stay', async () => {
  const { tenantId } = client.tenant;
  const before = await countOf(tenantId);
  await sql(house, `update requests set at = now() - interval '25 hours' where tenant_id = $1`, [tenantId]);
  await house.service.keepHouse();
  const rows = await sql(
    house,
    'select 1 from requests where tenant_id = $1 and credential_id is null and person_id is null',
    [tenantId],
  );
  assert.equal(rows.length, 0);
  assert.equal(await countOf(tenantId), (before ?? 0) - 1);
});

test('the list is filtered by a status, a class and a mode; calls about no report are in both modes', async () => {
  const fresh = await clientOf(
    house,
    await createTenant(house, { scopes: ['reports:write', 'reports:read'] }),
  );
  const { tenantId } = fresh.tenant;
  const reader = await signedIn(house, { tenantId });
  await fresh.generate();
  await fresh.generate({ test: undefined });
  await fresh.get(`/${tenantId}/v1`);
  const path = `/${tenantId}/v1/requests` as const;
  const statuses = async (query: string) =>
    (await ask(house, reader, 'GET', `${path}${query}`)).body.items.map(({ status }) => status);
  assert.deepEqual(await statuses('?mode=test'), [403, 200]);
  assert.deepEqual(await statuses('?mode=live'), [403, 503]);
  assert.deepEqual(await statuses('?test=true'), [200]);
  assert.deepEqual(await statuses('?status=403'), [403]);
  assert.deepEqual(await statuses('?status=4xx'), [403]);
  assert.deepEqual(await statuses('?status=404'), []);
  for (const status of ['4x', '600', '1xx', 'ok'])
    assertRefusedAt(await reader.get(`${path}?status=${status}`), '/status');
  assertRefusedAt(await reader.get(`${path}?mode=both`), '/mode');
});
