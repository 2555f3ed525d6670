// What happens to a report when its tenant's retention is over: the personal parts are purged, the entry in the list stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

async function newClient(retentionDays: number): Promise<Client> {
  const client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  await sql(house, 'update tenants set retention_days = $2 where id = $1', [tenantId, retentionDays]);
  return client;
}

const list = async (client: Client, query = '') =>
  (await client.get(`/${client.tenant.tenantId}/v1/credit-reports${query}`)).body.data.items;
const read = (client: Client, id: string) => client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

const makeOld = (id: string, age: string) =>
  sql(house, 'update reports set created_at = now() - $2::interval where id = $1', [id, age]);

async function create(client: Client, overrides: Record<string, unknown> = {}): Promise<string> {
  return (await client.generate(overrides)).body.data.creditReportId;
}

test('after the retention the list shows the report as purged and GET answers 410 credit-report-purged', async () => {
  const client = await newClient(7);
  const id = await create(client, { externalReference: 'case-1' });
  await makeOld(id, '7 days 1 minute');
  assert.equal((await read(client, id)).status, 200, 'until housekeeping has run');
  await house.service.keepHouse();

  const [item] = await list(client);
  assert.ok(item);
  assert.deepEqual([item.creditReportId, item.status, item.purged], [id, 'complete', true]);
  assert.ok(!('externalReference' in item));
  assert.deepEqual(await list(client, '?externalReference=case-1'), []);
  const answer = await read(client, id);
  assert.deepEqual([answer.status, answer.body.code], [410, 'credit-report-purged']);
  const timeline = await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}/timeline`);
  assert.deepEqual([timeline.body.person, timeline.body.externalReference], [null, null]);
});

test('every column with personal data is null after a purge', async () => {
  const client = await newClient(7);
  const ids = [
    await create(client, { externalReference: 'case-2' }),
    await create(client, { externalReference: 'case-2', challengeOptions: { status: 'block' } }),
    (await openChallenge(client, { externalReference: 'case-2' })).reportId,
  ];
  for (const id of ids) await makeOld(id, '8 days');
  // Only live challenges have one.
  await sql(house, 'update reports set number_key = sha256(id::text::bytea) where id = any($1)', [ids]);
  await house.service.keepHouse();
  for (const id of ids) {
    const [row] = await sql(
      house,
      `select num_nonnulls(details, body, external_reference_hash, reference_path, number_key) as parts, purged_at is not null as purged
       from reports where id = $1`,
      [id],
    );
    assert.deepEqual({ ...row }, { parts: 0, purged: true });
  }
});

test('a report is kept until its retention is over, each tenant by its own', async () => {
  const [week, month] = [await newClient(7), await newClient(30)];
  const kept = [await create(week), await create(month)];
  await makeOld(kept[0] as string, '6 days 23 hours 59 minutes');
  await makeOld(kept[1] as string, '29 days 23 hours 59 minutes');
  const gone = await create(month);
  await makeOld(gone, '30 days 1 minute');
  await house.service.keepHouse();
  assert.equal((await read(week, kept[0] as string)).status, 200);
  assert.equal((await read(month, kept[1] as string)).status, 200);
  assert.equal((await read(month, gone)).status, 410);
});

test('a tenant keeps reports for 30 days by default', async () => {
  const { tenantId } = await createTenant(house);
  const [row] = await sql(house, 'select retention_days from tenants where id = $1', [tenantId]);
  assert.equal(row?.retention_days, 30);
});

test('a purged report without a document still answers how it ended, and an open challenge that it expired', async () => {
  const client = await newClient(7);
  const blocked = await create(client, { challengeOptions: { status: 'block' } });
  const { reportId, challengeId } = await openChallenge(client);
  for (const id of [blocked, reportId]) await makeOld(id, '8 days');
  await sql(house, `update reports set last_sent_at = now() - interval '8 days' where id = $1`, [reportId]);
  await house.service.keepHouse();
  assert.equal((await read(client, blocked)).body.data.status, 'blocked');
  assert.equal((await read(client, reportId)).body.data.status, 'failed');
  assert.equal((await client.submit(reportId, challengeId, '123456')).status, 410);
  assert.equal((await client.resend(reportId, challengeId)).status, 410);
});

test('a report abandoned between its code and its document is purged like a complete one', async () => {
  const client = await newClient(7);
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, '123456');
  await sql(house, `update reports set status = 'pending', body = null where id = $1`, [reportId]);
  await makeOld(reportId, '8 days');
  await house.service.keepHouse();
  assert.deepEqual((await read(client, reportId)).body.code, 'credit-report-purged');
});

test('housekeeping purges everything that is due, and does nothing the second time', async () => {
  const client = await newClient(7);
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status, details, created_at)
     select $1, gen_random_uuid(), true, '{equifax}', 'blocked', '\\x00', now() - interval '9 days'
     from generate_series(1, 1100)`,
    [client.tenant.tenantId],
  );
  assert.equal((await house.service.keepHouse()).reports, 1_100);
  assert.equal((await house.service.keepHouse()).reports, 0);
});

test('an accepted, withdrawn or unanswered invitation is deleted after 30 days, an open one stays', async () => {
  const { tenantId, personId } = await createTenant(house);
  const rows: [email: string, created: string, ended: string | null][] = [
    ['open@example.com', '1 day', null],
    ['never@example.com', '38 days', null],
    ['accepted@example.com', '38 days', 'accepted_at'],
    ['revoked@example.com', '38 days', 'revoked_at'],
    ['lately@example.com', '8 days', 'revoked_at'],
  ];
  for (const [email, created, ended] of rows)
    await sql(
      house,
      `insert into invitations (tenant_id, id, token_hash, email, role, created_at, expires_at, accepted_at, accepted_by, revoked_at)
       select $1, gen_random_uuid(), sha256($2::text::bytea), $2, 'viewer', at, at + interval '7 days',
              case when $4::text = 'accepted_at' then at end, case when $4 = 'accepted_at' then $5::uuid end,
              case when $4 = 'revoked_at' then at end
       from (select now() - $3::interval as at) given`,
      [tenantId, email, created, ended, personId],
    );
  await house.service.keepHouse();
  const left = await sql<{ email: string }>(
    house,
    'select email from invitations where tenant_id = $1 order by email',
    [tenantId],
  );
  assert.deepEqual(
    left.map(({ email }) => email),
    ['lately@example.com', 'open@example.com'],
  );
});
