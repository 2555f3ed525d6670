// The audit trail: every change has an entry with actor, address, before and after; reading a consumer's report is an entry; pages and CSV
// agree; entries cannot be changed, and a chain that was tampered with is detected.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SERVICE_TRAIL } from '../../../src/storage/activity/audit.ts';
import { createVerifyAudit } from '../../../src/usecases/activity/read-audit.ts';
import { readCsv } from '../../support/formats/csv.ts';
import { clientOf, createTenant, type House, openHouse, sql, type Tenant } from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn, type TestPerson } from '../../support/people.ts';

let house: House;
let tenant: Tenant;
let person: TestPerson;
let owner: Browser;
let url: string;
before(async () => {
  house = await openHouse();
  tenant = await createTenant(house);
  person = await createPerson(house, { tenantId: tenant.tenantId });
  owner = await signIn(openBrowser(house), person);
  url = `/${tenant.tenantId}/v1`;
});
after(() => house?.close());

const entries = async (query = '') => (await owner.get(`${url}/audit-entries${query}`)).body.items;

test('every change of members, credentials and the tenant is an entry with before and after', async () => {
  const member = await createPerson(house, { tenantId: tenant.tenantId, role: 'viewer' });
  await owner.call('PATCH', `${url}/members/${member.personId}`, { role: 'finance' });
  await owner.call('DELETE', `${url}/members/${member.personId}`);
  await owner.call('POST', `${url}/invitations`, { email: 'ivy@example.com', role: 'viewer' });
  const made = await owner.call('POST', `${url}/credentials`, { name: '=1+1', scopes: ['reports:read'] });
  await owner.call('POST', `${url}/credentials/${made.body.id}/rotate`, { overlap: '1h' });
  await owner.call('PUT', `${url}/credentials/${made.body.id}/overlap`, { overlap: 'now' });
  await owner.call('DELETE', `${url}/credentials/${made.body.id}`);
  await owner.call('PUT', `${url}/security`, { requiresTotp: false });
  const found = await entries();
  assert.deepEqual(
    found.map(({ action }) => action),
    [
      'tenant-changed',
      'credential-revoked',
      'credential-old-secret-ended',
      'credential-rotated',
      'credential-created',
      'member-invited',
      'member-removed',
      'member-role-changed',
    ],
  );
  const change = found.at(-1);
  assert.deepEqual([change?.before, change?.after], [{ role: 'viewer' }, { role: 'finance' }]);
  assert.deepEqual(
    [change?.actorKind, change?.actorId, change?.actorName, change?.address, change?.objectId],
    ['person', person.personId, 'Petra Person', '198.51.100.7', member.personId],
  );
  assert.ok(!JSON.stringify(found).includes(made.body.clientSecret));
});

test('what a body has beside its named fields is in no entry', async () => {
  const stray = { remark: 'stray', isTest: true, isOrdered: true, tenantName: 'stray' };
  await owner.call('PUT', `${url}/alerts`, { low: [500], ...stray });
  await owner.call('PATCH', `${url}/settings`, { retentionDays: 20, ...stray });
  await owner.call('PATCH', `${url}/branding`, { contact: 'help@northgate.example', ...stray });
  const hook = { url: 'https://example.com/hook', mode: 'live', ...stray };
  const made = await owner.call('POST', `${url}/webhook-endpoints`, hook);
  const endpoint = `${url}/webhook-endpoints/${made.body.endpoint.id}`;
  await owner.call('PATCH', endpoint, { description: 'Orders', ...stray });
  const found = (await entries()).slice(0, 5);
  assert.deepEqual(
    found.map(({ action, after }) => [action, Object.keys(after ?? {}).sort()]),
    [
      ['webhook-endpoint-changed', ['description']],
      [
        'webhook-endpoint-created',
        ['description', 'isOrdered', 'isTest', 'ratePerSecond', 'secret', 'types', 'url'],
      ],
      ['branding-changed', ['contact']],
      ['tenant-changed', ['retentionDays']],
      ['alerts-changed', ['low']],
    ],
  );
});

test('reading a report is an entry for a person, not for a credential, and not when it is refused', async () => {
  const client = await clientOf(house, tenant);
  const { body } = await client.generate();
  const id = body.data.creditReportId;
  await client.get(`${url}/credit-reports/${id}`);
  assert.deepEqual(await entries('?action=report-seen'), []);
  assert.equal((await owner.get(`${url}/credit-reports/${id}`)).status, 200);
  await owner.get(`${url}/credit-reports/0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a99`);
  const seen = await entries('?action=report-seen');
  assert.deepEqual(
    seen.map(({ objectKind, objectId, actorId, before, after }) => [
      objectKind,
      objectId,
      actorId,
      before,
      after,
    ]),
    [['report', id, person.personId, null, null]],
  );
  const [row] = await sql<{ hits: number }>(
    house,
    "select count(*) as hits from audit_entries e where e::text ilike '%sample%' or e::text like '%1985-04-12%'",
  );
  assert.equal(row?.hits, 0);
});

test('the reason that a person gives for opening a report is in the entry; one that is not on the list is refused', async () => {
  const client = await clientOf(house, tenant);
  const path = `${url}/credit-reports/${(await client.generate()).body.data.creditReportId}`;
  assert.equal((await owner.get(`${path}?reason=complaint`)).status, 200);
  const [seen] = await entries('?action=report-seen');
  assert.deepEqual(seen?.after, { reason: 'complaint' });
  const count = (await entries('?action=report-seen')).length;
  const bad = await owner.get(`${path}?reason=Ada+Sample`);
  assert.deepEqual([bad.status, bad.body.code], [400, 'validation-error']);
  assert.equal((await entries('?action=report-seen')).length, count, 'nothing was shown');
});

test('a person who generates a report that completes has an entry for seeing it', async () => {
  const count = (await entries('?action=report-seen')).length;
  const { generateBody } = await import('../../support/house.ts');
  assert.equal((await owner.call('POST', `${url}/credit-reports`, generateBody())).status, 200);
  assert.equal((await entries('?action=report-seen')).length, count + 1);
});

test('a replay of a document to a person is an entry like the first time, whoever made it', async () => {
  const key = { 'idempotency-key': 'report-2026-11' };
  const seen = async () => (await entries('?action=report-seen')).length;
  const { generateBody } = await import('../../support/house.ts');
  const count = await seen();
  const first = await owner.call('POST', `${url}/credit-reports`, generateBody(), key);
  const again = await owner.call('POST', `${url}/credit-reports`, generateBody(), key);
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(await seen(), count + 2);

  const challenge = { challengeOptions: { status: 'challenge' } };
  const asked = await owner.call('POST', `${url}/credit-reports`, generateBody(challenge), {
    'idempotency-key': 'asked',
  });
  await owner.call('POST', `${url}/credit-reports`, generateBody(challenge), { 'idempotency-key': 'asked' });
  assert.equal(await seen(), count + 2, 'a challenge shows no document');
  const { creditReportId, challenge: open } = asked.body.data;
  const guess = { challengeId: open?.challengeId, code: '123456' };
  for (let sent = 0; sent < 2; sent += 1)
    await owner.call('POST', `${url}/credit-reports/${creditReportId}/otp-challenge`, guess, key);
  assert.equal(await seen(), count + 4);
});

test('signing in and out is in the trail of the service, without a secret', async () => {
  const operator = await createPerson(house, { isOperator: true });
  const browser = await signIn(openBrowser(house), operator);
  const { body } = await browser.get('/v1/operator/audit-entries?action=signed-in');
  assert.equal(body.items[0]?.actorId, operator.personId);
  for (const secret of browser.cookies.values()) assert.ok(!JSON.stringify(body).includes(secret));
});

test('pages have no gap, and the CSV has the same entries', async () => {
  const all = await entries('?pageSize=100');
  const paged: string[] = [];
  let token: string | null = '';
  while (token !== null) {
    const more: string = token === '' ? '' : `&pageToken=${token}`;
    const { body } = await owner.get(`${url}/audit-entries?pageSize=3${more}`);
    paged.push(...body.items.map(({ id }) => id));
    token = body.token;
  }
  assert.deepEqual(
    paged,
    all.map(({ id }) => id),
  );
  const csv = await owner.get(`${url}/audit-entries`, { accept: 'text/csv' });
  assert.match(String(csv.headers['content-type']), /^text\/csv/);
  const [head, ...rows] = readCsv(csv.text);
  assert.deepEqual(
    rows.map(([id]) => id),
    [...paged].reverse(),
  );
  assert.equal(
    head?.join(),
    'id,at,actorKind,actorId,actorName,action,objectKind,objectId,address,before,after',
  );
  const bad = await owner.get(`${url}/audit-entries?pageToken=made-up`);
  assert.equal(bad.status, 400);
});

test('more entries than are read at once are verified, and are in the CSV, to the last one', async () => {
  const { tenantId } = await createTenant(house);
  const person = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
  // A thousand are a page.
  for (const count of [1_000, 1_500])
    await sql(
      house,
      `select audit_append($1::uuid, 'system', null, 'alerts-changed', 'tenant', $1::uuid::text, null, null, n::text) from generate_series(1, $2::int) n`,
      [tenantId, count],
    );
  const found = await createVerifyAudit({ database: house.service.database })(tenantId);
  assert.deepEqual(found, { entries: 2_500, problems: [] });
  const { text } = await person.get(`/${tenantId}/v1/audit-entries`, { accept: 'text/csv' });
  assert.equal(readCsv(text).length, 1 + 2_500);
});

test('a tenant reads only its own trail', async () => {
  const other = await createTenant(house);
  const stranger = await signIn(openBrowser(house), await createPerson(house, { tenantId: other.tenantId }));
  assert.deepEqual((await stranger.get(`/${other.tenantId}/v1/audit-entries`)).body.items, []);
  assert.equal((await stranger.get(`${url}/audit-entries`)).status, 403);
});

test('entries cannot be changed or removed, and every chain verifies', async () => {
  for (const change of [
    "update audit_entries set action = 'nothing'",
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await assert.rejects(sql(house, change), /only ever added/);
  }
  const verify = createVerifyAudit({ database: house.service.database });
  for (const trail of [tenant.tenantId, SERVICE_TRAIL]) {
    const { entries: count, problems } = await verify(trail);
    assert.ok(count > 1);
    assert.deepEqual(problems, []);
  }
});

test('fifty concurrent changes are fifty entries of one chain', async () => {
  const before = (await entries('?pageSize=100')).length;
  const changes = Array.from({ length: 50 }, (_, n) =>
    owner.call('PUT', `${url}/security`, { requiresTotp: n % 2 === 9 }),
  );
  await Promise.all(changes);
  assert.equal((await entries('?pageSize=100')).length, before + 50);
  const { problems } = await createVerifyAudit({ database: house.service.database })(tenant.tenantId);
  assert.deepEqual(problems, []);
});

const FORGERIES: Record<string, [change: string, found: RegExp]> = {
  'altered text': [
    "update audit_entries set after = '{}' where tenant_id = $1 and seq = 2",
    /entry 2 is not as it was written/,
  ],
  'another actor': [
    'update audit_entries set actor_id = null where tenant_id = $1 and seq = 2',
    /entry 2 is not/,
  ],
  'a removed entry': ['delete from audit_entries where tenant_id = $1 and seq = 2', /entry 2 is missing/],
  'a removed end': [
    'delete from audit_entries where tenant_id = $1 and seq = (select max(seq) from audit_entries where tenant_id = $1)',
    /should end with entry/,
  ],
};
for (const [what, [change, found]] of Object.entries(FORGERIES)) {
  test(`${what}, by someone who can disable the triggers, is detected`, async () => {
    const { database } = house.service;
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.query({ name: `off-${what}`, text: 'alter table audit_entries disable trigger user' }, []);
        await tx.query({ name: what, text: change }, [tenant.tenantId]);
        const within = { ...database, snapshot: <T>(work: (db: typeof tx) => Promise<T>) => work(tx) };
        const { problems } = await createVerifyAudit({ database: within })(tenant.tenantId);
        assert.ok(
          problems.some((problem) => found.test(problem)),
          problems.join(),
        );
        throw new Error('undo');
      }),
      /undo/,
    );
  });
}
