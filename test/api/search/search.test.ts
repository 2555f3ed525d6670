// Search: reports by the beginning of a reference or of their id, calls by the beginning of theirs; the list's filter by a beginning, its
// count, order and details.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { RequestRow } from '../../../src/storage/activity/requests.ts';
import { shownTo } from '../../../src/usecases/activity/read-requests.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';
import { createPerson, openBrowser, signIn } from '../../support/people.ts';

let house: House;
let client: Client;
const ids: Record<string, string> = {};
const REFERENCES = ['case-1180', 'Case-1181', 'case-12', 'note', 'cas', 'a-reference-longer-than-its-path-1'];
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  for (const externalReference of REFERENCES)
    ids[externalReference] = (await client.generate({ externalReference })).body.data.creditReportId;
  await client.generate();
  await house.service.flushed();
});
after(() => house?.close());

const search = (q: string, of = client) =>
  of.get(`/${of.tenant.tenantId}/v1/search?q=${encodeURIComponent(q)}`);
const list = (query: string, of = client) => of.get(`/${of.tenant.tenantId}/v1/credit-reports?${query}`);
async function found(q: string): Promise<string[]> {
  const { status, body, text } = await search(q);
  assert.equal(status, 200, text);
  return body.reports.map(({ externalReference }) => externalReference);
}

test('four characters of a reference find it, in any case, newest first, and no other', async () => {
  assert.deepEqual(await found('case'), ['case-12', 'Case-1181', 'case-1180']);
  assert.deepEqual(await found('CASE-118'), ['Case-1181', 'case-1180']);
  assert.deepEqual(await found('case-1180'), ['case-1180']);
  assert.deepEqual(await found('case-11801'), []);
  assert.deepEqual(await found('note'), ['note']);
  assert.deepEqual(await found('a-reference-longer-than-its'), ['a-reference-longer-than-its-path-1']);
  assert.deepEqual(await found('a-reference-longer-but-another'), []);
});

test('the beginning of a report id finds it, and of a request id the call', async () => {
  const id = ids['case-1180'] as string;
  for (const q of [id, id.toUpperCase(), id.slice(0, 20)]) {
    assert.ok(
      (await search(q)).body.reports.some(({ creditReportId }) => creditReportId === id),
      q,
    );
  }
  const owner = await createPerson(house, { tenantId: client.tenant.tenantId });
  const browser = await signIn(openBrowser(house), owner);
  const refused = await client.generate({ addresses: [] });
  const requestId = String(refused.headers['x-request-id']);
  await house.service.flushed();
  const { requests } = (await browser.get(`/${client.tenant.tenantId}/v1/search?q=${requestId}`)).body;
  assert.deepEqual(
    requests.map(({ id: one, status }) => [one, status]),
    [[requestId, 400]],
  );
  assert.deepEqual((await search(requestId)).body.requests, requests);
  const byPerson = { ...requests[0], personName: 'Ada Owner' } as unknown as RequestRow;
  const nameFor = (sessionId: string | null) =>
    shownTo({ sessionId, role: null, isTestOnly: false, permissions: [] }, [byPerson])[0]?.personName;
  assert.equal(nameFor('s'), 'Ada Owner');
  assert.equal(nameFor(null), null, 'a credential is told no names');
});

test('the beginning of an event id finds the event and its report; a caller without webhooks:read finds none', async () => {
  const [event] = await sql<{ id: string; type: string; subject: string }>(
    house,
    'select id, type, subject_id as subject from events where tenant_id = $1 order by id limit 1',
    [client.tenant.tenantId],
  );
  assert.ok(event);
  const { events } = (await search(event.id)).body;
  assert.deepEqual(
    events.map(({ id, type, subjectId, test: isTest }) => [id, type, subjectId, isTest]),
    [[event.id, event.type, event.subject, true]],
  );
  const viewer = await createPerson(house, { tenantId: client.tenant.tenantId, role: 'viewer' });
  const browser = await signIn(openBrowser(house), viewer);
  const answer = await browser.get(`/${client.tenant.tenantId}/v1/search?q=${event.id}&test=true`);
  assert.deepEqual([answer.status, answer.body.events], [200, []], answer.text);
  const other = await clientOf(house, await createTenant(house));
  assert.deepEqual((await search(event.id, other)).body.events, []);
});

test('a row has its cost, time, masked person and bureaus; the plain list has none of them', async () => {
  const [row] = (await search('case-1180')).body.reports;
  assert.deepEqual([row?.costCredits, row?.answered.length], [0, 3]);
  assert.ok(Number.isInteger(row?.tookMs) && (row?.tookMs ?? -1) >= 0, String(row?.tookMs));
  assert.match(row?.person ?? '', /^A\. S/);
  assert.ok(!JSON.stringify(row).includes('Sample'));
  const [plain] = (await list('referenceStart=case-1180')).body.data.items;
  assert.ok(plain !== undefined && !('person' in plain) && !('costCredits' in plain));
  const [detailed] = (await list('referenceStart=case-1180&details=true')).body.data.items;
  assert.deepEqual(detailed, row);
});

test('a live row has the bureaus that answered, as the event of its end has them', async () => {
  const id = ids['case-1180'];
  const setTest = (isTest: boolean) =>
    sql(house, 'update reports set is_test = $2 where id = $1', [id, isTest]);
  const bureaus = [
    { id: 'equifax', status: 'ok' },
    { id: 'experian', status: 'no-trace' },
    { id: 'transunion', status: 'timeout' },
  ];
  await setTest(false);
  await sql(house, 'delete from events where subject_id = $1', [id]);
  await sql(
    house,
    `insert into events (tenant_id, id, at, type, is_test, subject_id, facts)
     values ($1, $2, now(), 'report.completed', false, $3, $4)`,
    [client.tenant.tenantId, randomUUIDv7(), id, JSON.stringify({ bureaus })],
  );
  const [row] = (await list('referenceStart=case-1180&details=true&test=false')).body.data.items;
  assert.deepEqual(row?.answered, ['equifax', 'experian']);
  await setTest(true);
});

test('the list by a beginning has pages, filters, an order and a count', async () => {
  const first = (await list('referenceStart=case&pageSize=2&count=true')).body.data;
  assert.deepEqual(first.total, { count: 3, isCapped: false });
  assert.deepEqual(
    first.items.map(({ externalReference }) => externalReference),
    ['case-12', 'Case-1181'],
  );
  const second = (await list(`referenceStart=case&pageSize=2&pageToken=${first.token}`)).body.data;
  assert.deepEqual(
    second.items.map(({ externalReference }) => externalReference),
    ['case-1180'],
  );
  assert.equal(second.token, null);
  for (const [query, count] of [
    ['referenceStart=case&status=complete', 3],
    ['referenceStart=case&status=failed', 0],
    ['referenceStart=case&test=false', 0],
    ['referenceStart=case&externalReference=case-12', 1],
    ['test=true', 7],
    ['status=complete', 7],
  ] as const)
    assert.equal((await list(query)).body.data.items.length, count, query);
  assert.equal((await list('count=true&status=blocked')).body.data.total.count, 0);
  const oldest = (await list('sort=oldest&pageSize=2')).body.data;
  assert.deepEqual(
    oldest.items.map(({ externalReference }) => externalReference),
    ['case-1180', 'Case-1181'],
  );
  const next = (await list(`sort=oldest&pageSize=2&pageToken=${oldest.token}`)).body.data;
  assert.deepEqual(
    next.items.map(({ externalReference }) => externalReference),
    ['case-12', 'note'],
  );
});

test('counting stops at a thousand, with every filter', async () => {
  const many = await clientOf(house, await createTenant(house));
  const { creditReportId } = (await many.generate({ externalReference: 'many-1' })).body.data;
  const plant = (count: number) =>
    sql(
      house,
      `insert into reports (tenant_id, id, is_test, bureaus, status, purged_at, reference_path, external_reference_hash)
       select r.tenant_id, gen_random_uuid(), true, '{equifax}', 'complete', now(), r.reference_path, r.external_reference_hash
       from reports r, generate_series(1, $3::int) where r.tenant_id = $1 and r.id = $2`,
      [many.tenant.tenantId, creditReportId, count],
    );
  const totals = async (): Promise<Set<string>> => {
    const found = new Set<string>();
    for (const filter of [
      '',
      'test=true',
      'status=complete',
      'externalReference=many-1',
      'referenceStart=many',
    ])
      found.add(JSON.stringify((await list(`count=true&pageSize=1&${filter}`, many)).body.data.total));
    return found;
  };
  const total = (count: number, isCapped: boolean) => new Set([JSON.stringify({ count, isCapped })]);
  await plant(998);
  assert.deepEqual(await totals(), total(999, false));
  await plant(1);
  assert.deepEqual(await totals(), total(1_000, false));
  await plant(1);
  assert.deepEqual(await totals(), total(1_000, true));
});

test('eight are found of as many as there are, by reference and by id together', async () => {
  const several = await clientOf(house, await createTenant(house));
  const { creditReportId } = (await several.generate({ externalReference: 'first' })).body.data;
  const begins = creditReportId.slice(0, 8);
  const count = async () => (await search(begins, several)).body.reports.length;
  for (let made = 0; made < 7; made += 1) await several.generate({ externalReference: `${begins}-${made}` });
  assert.equal(await count(), 8, 'seven by their reference, one by its id');
  await several.generate({ externalReference: `${begins}-7` });
  await several.generate({ externalReference: 'last' });
  assert.equal(await count(), 8, 'eight by their reference, and one more by its id');
});

test('of calls and of events eight are found too, the newest', async () => {
  const many = await clientOf(house, await createTenant(house));
  const { tenantId } = many.tenant;
  const begins = '0199d1c2';
  const ids = Array.from({ length: 9 }, (_, n) => `${begins}-0000-7000-8000-00000000000${n}`);
  await sql(
    house,
    `insert into requests (tenant_id, id, at, method, route, status, ms, is_test)
     select $1, id, now(), 'GET', '/', 200, 1, true from unnest($2::uuid[]) as g (id)`,
    [tenantId, ids],
  );
  await sql(
    house,
    `insert into events (tenant_id, id, at, type, is_test, facts)
     select $1, id, now(), 'ping', true, '{}' from unnest($2::uuid[]) as g (id)`,
    [tenantId, ids],
  );
  const { requests, events } = (await search(begins, many)).body;
  assert.deepEqual(
    [requests, events].map((found) => found.map(({ id }) => id)),
    Array(2).fill(ids.slice(1).reverse()),
  );
});

test('a report without a path, from before, is found by its whole reference', async () => {
  const id = ids.note as string;
  await sql(house, 'update reports set reference_path = null where tenant_id = $1 and id = $2', [
    client.tenant.tenantId,
    id,
  ]);
  assert.deepEqual(await found('note'), ['note']);
});

test('another tenant finds nothing, a developer no live reports, and a short text is refused', async () => {
  const stranger = await clientOf(house, await createTenant(house));
  assert.deepEqual((await search('case', stranger)).body, { reports: [], requests: [], events: [] });
  assert.deepEqual((await search(ids['case-12'] as string, stranger)).body, {
    reports: [],
    requests: [],
    events: [],
  });
  const { tenantId } = client.tenant;
  const developer = await signIn(
    openBrowser(house),
    await createPerson(house, { tenantId, role: 'developer' }),
  );
  const live = randomUUIDv7();
  await sql(
    house,
    `insert into reports (tenant_id, id, is_test, bureaus, status) values ($1, $2, false, '{equifax}', 'failed')`,
    [tenantId, live],
  );
  assert.deepEqual((await search(live)).body.reports.length, 1);
  assert.deepEqual((await developer.get(`/${tenantId}/v1/search?q=${live}`)).body.reports, []);
  assert.equal((await developer.get(`/${tenantId}/v1/search?q=${live}&test=false`)).status, 403);
  for (const q of ['abc', '', '   a']) assertRefusedAt(await search(q), '/q');
  assertRefusedAt(await list('referenceStart=abc'), '/referenceStart');
  assertRefusedAt(await list('sort=cost'), '/sort');
});
