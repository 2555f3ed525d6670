// What is worked out from a report's document is read under the rules of the document: the same permissions, the same trail, the same
// refusals. Each rule is tried on every such endpoint.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
  type Tenant,
} from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

const PARTS = ['agreements', 'attributes'] as const;

let house: House;
let tenant: Tenant;
let client: Client;
let owner: Browser;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  client = await clientOf(house, tenant);
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: tenant.tenantId }));
});
after(() => house?.close());

const urlOf = (id: string, part: string, { tenantId } = tenant) =>
  `/${tenantId}/v1/credit-reports/${id}/${part}` as const;

async function create(overrides: Record<string, unknown> = {}): Promise<string> {
  return (await client.generate(overrides)).body.data.creditReportId;
}

test('a report that is read with its agreements is one view, with what both reads say; without a document there is none', async () => {
  const { tenantId } = tenant;
  const path = (id: string) => `/${tenantId}/v1/credit-reports/${id}` as const;
  const id = await create();
  const seen = async () =>
    (await owner.get(`/${tenantId}/v1/audit-entries?action=report-seen`)).body.items.length;
  const plain: Record<string, unknown> = (await client.get(path(id))).body.data;
  const { creditReportId, bureaus, ...agreements } = (await client.get(urlOf(id, 'agreements'))).body.data;
  assert.deepEqual([creditReportId, bureaus], [id, plain.bureaus]);
  assert.ok(!('agreements' in plain), 'only on request');
  const before = await seen();
  const both = await owner.get(`${path(id)}?reason=casework&include=agreements`);
  assert.deepEqual(both.body.data, { ...plain, agreements });
  assert.equal(await seen(), before + 1);
  const blocked = await create({ challengeOptions: { status: 'block' } });
  const { status, body } = await client.get(`${path(blocked)}?include=agreements`);
  assert.deepEqual([status, body.data.status, 'agreements' in body.data], [200, 'blocked', false]);
  const wrong = await client.get(`${path(id)}?include=scores`);
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'validation-error']);
});

for (const part of PARTS) {
  test(`${part}: a credential with reports:read reads them, at no cost`, async () => {
    const { status, body, text } = await client.get(urlOf(await create(), part));
    assert.equal(status, 200, text);
    assert.deepEqual(body.meta.wallet, { balance: 5_000, cost: 0 });
  });

  test(`${part}: a person's view is an entry of the trail with its reason, as for the document; a refused one is none`, async () => {
    const id = await create();
    const seen = async () =>
      (await owner.get(`/${tenant.tenantId}/v1/audit-entries?action=report-seen`)).body.items;
    const before = (await seen()).length;
    assert.equal((await owner.get(`${urlOf(id, part)}?reason=casework`)).status, 200);
    const [entry, ...rest] = await seen();
    assert.deepEqual([entry?.objectId, entry?.after], [id, { reason: 'casework' }]);
    assert.equal(rest.length, before);
    await client.get(urlOf(id, part));
    assert.equal((await owner.get(`${urlOf(id, part)}?reason=curious`)).status, 400);
    const blocked = await create({ challengeOptions: { status: 'block' } });
    assert.equal((await owner.get(urlOf(blocked, part))).status, 409);
    assert.equal((await seen()).length, before + 1);
  });

  test(`${part}: a viewer is refused, and who sees test reports only is refused a live one`, async () => {
    const { tenantId } = tenant;
    const as = async (role: string) =>
      signIn(openBrowser(house), await createPerson(house, { tenantId, role }));
    const viewed = await (await as('viewer')).get(urlOf(await create(), part));
    assert.deepEqual([viewed.status, viewed.body.code], [403, 'forbidden']);
    const live = randomUUIDv7();
    await sql(
      house,
      `insert into reports (tenant_id, id, is_test, bureaus, status, failure_reason) values ($1, $2, false, '{equifax}', 'failed', 'no-bureau')`,
      [tenantId, live],
    );
    const developer = await as('developer');
    assert.equal((await developer.get(urlOf(await create(), part))).status, 200);
    const testOnly = { name: 'Test', scopes: ['reports:read'], testOnly: true };
    const made = await owner.call('POST', `/${tenantId}/v1/credentials`, testOnly);
    const program = await clientOf(house, { ...tenant, ...made.body });
    assert.equal((await program.get(urlOf(await create(), part))).status, 200);
    for (const caller of [developer, program]) {
      const { status, body } = await caller.get(urlOf(live, part));
      assert.deepEqual([status, body.code], [403, 'forbidden']);
    }
  });

  test(`${part}: another tenant's report is not found, like one that does not exist`, async () => {
    const other = await clientOf(house, await createTenant(house));
    const id = await create();
    const answers = [id, randomUUIDv7(), 'no-uuid'].map((one) => other.get(urlOf(one, part, other.tenant)));
    const [foreign, ...unknown] = await Promise.all(answers);
    assert.deepEqual([foreign?.status, foreign?.body.code], [404, 'credit-report-not-found']);
    for (const one of unknown) assert.equal(one.text, foreign?.text);
    assert.equal((await other.get(urlOf(id, part))).status, 403);
  });

  test(`${part}: a report without a document answers 409 and says why`, async () => {
    const { reportId, challengeId } = await openChallenge(client);
    const waiting = await client.get(urlOf(reportId, part));
    assert.deepEqual([waiting.status, waiting.body.code], [409, 'credit-report-not-complete']);
    assert.match(waiting.body.message, /waits for its code/);
    await client.submit(reportId, challengeId, '0');
    assert.match((await client.get(urlOf(reportId, part))).body.message, /waits for its code/);
    const blocked = await client.get(urlOf(await create({ challengeOptions: { status: 'block' } }), part));
    assert.match(blocked.body.message, /blocked/);
    for (const code of ['1', '2']) await client.submit(reportId, challengeId, code);
    assert.match((await client.get(urlOf(reportId, part))).body.message, /failed/);
  });

  test(`${part}: after the retention the answer is 410, as for the document`, async () => {
    const id = await create();
    await sql(house, `update reports set created_at = now() - interval '31 days' where id = $1`, [id]);
    await house.service.keepHouse();
    const { status, body } = await client.get(urlOf(id, part));
    assert.deepEqual([status, body.code], [410, 'credit-report-purged']);
  });
}
