// GET …/changes over the API: its query, its rights, and which reports it compares. What counts as a change is tested beside the domain's
// files and, against the truth of the population, in test/merge/changes.test.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { UNSAID } from '../../../src/domain/agreements/unsaid-words.ts';
import { openKeyring } from '../../../src/storage/keys/root-key.ts';
import { createVault } from '../../../src/storage/keys/vault.ts';
import {
  type Client,
  clientOf,
  createTenant,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';
import { assertDocumented } from '../../support/staff.ts';

let house: House;
let client: Client;
let owner: Browser;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  const { tenantId } = client.tenant;
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId }));
});
after(() => house?.close());

const urlOf = (id: string, since: string, { tenantId } = client.tenant) =>
  `/${tenantId}/v1/credit-reports/${id}/changes?since=${since}` as const;

async function create(overrides: Record<string, unknown> = {}): Promise<string> {
  return (await client.generate(overrides)).body.data.creditReportId;
}

/** Two reports about one consumer. */
async function twoOf(overrides: Record<string, unknown> = {}): Promise<[earlier: string, later: string]> {
  return [await create(overrides), await create(overrides)];
}

test('the same request twice has the same record ids, and nothing changed', async () => {
  const [earlier, later] = await twoOf();
  const idsOf = async (id: string) => {
    const { body } = await client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);
    return body.data.creditReport.consumerData.records.map(({ recordId }) => recordId);
  };
  const ids = await idsOf(earlier);
  assert.ok(ids.length > 2 && ids.every((id) => id !== undefined));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(await idsOf(later), ids);
  const url = urlOf(later, earlier);
  const answer = await client.get(url);
  assert.equal(answer.status, 200, answer.text);
  assertDocumented('GET', url, answer);
  assert.deepEqual(answer.body.meta.wallet, { balance: 5_000, cost: 0 });
  const { records, searches, addresses, coverage, since } = answer.body.data;
  assert.equal(since, earlier);
  assert.equal(records.unchanged, ids.length);
  assert.deepEqual(
    [records.new, records.gone, searches.new, addresses.new, coverage.isSame],
    [[], [], [], [], true],
  );
  assert.doesNotMatch(answer.text, UNSAID);
});

test('another scenario of the same consumer: its accounts are new, the others are gone', async () => {
  const earlier = await create({ email: 'test002@example.com' });
  const later = await create({ email: 'test004@example.com' });
  const { records } = (await client.get(urlOf(later, earlier))).body.data;
  assert.deepEqual([records.new.length, records.gone.length, records.unchanged], [2, 1, 0]);
  assert.equal(records.gone[0]?.why, 'unknown');
});

test('a bureau that was not asked this time explains what is gone', async () => {
  const earlier = await create({ bureaus: ['equifax', 'experian'] });
  const later = await create({ bureaus: ['transunion'] });
  const { records, coverage } = (await client.get(urlOf(later, earlier))).body.data;
  assert.deepEqual(coverage.bureaus, [
    { id: 'equifax', before: 'file', now: 'not-asked' },
    { id: 'experian', before: 'file', now: 'not-asked' },
    { id: 'transunion', before: 'not-asked', now: 'file' },
  ]);
  assert.ok(records.gone.length > 0 && records.gone.every(({ why }) => why === 'bureau-not-heard-now'));
  assert.ok(records.new.every(({ why }) => why === 'bureau-not-heard-before'));
});

test('case, spacing and a former name are the same consumer; another name or birthday is not', async () => {
  const earlier = await create({ firstName: 'Ada', lastName: 'Sample' });
  const spelt = await create({ firstName: 'ADA ', lastName: 'sample' });
  assert.equal((await client.get(urlOf(spelt, earlier))).status, 200);
  const wed = await create({
    firstName: 'Ada',
    lastName: 'Married',
    previousNames: [{ firstName: 'Ada', lastName: 'Sample' }],
  });
  assert.equal((await client.get(urlOf(wed, earlier))).status, 200);
  const others = [
    await create({ firstName: 'Ada', lastName: 'Other' }),
    await create({ dateOfBirth: '1985-04-13' }),
  ];
  for (const other of others) {
    const { status, body } = await client.get(urlOf(other, earlier));
    assert.deepEqual([status, body.code, body.details[0]?.path], [400, 'validation-error', '/since']);
    assert.match(body.details[0]?.message ?? '', /same consumer/);
  }
});

test('a since that is missing, malformed, given twice, the same or newer is refused with what is wrong', async () => {
  const [earlier, later] = await twoOf();
  const base = `/${client.tenant.tenantId}/v1/credit-reports/${later}/changes` as const;
  const bad: [query: string, message: RegExp][] = [
    ['', /required|missing/i],
    ['?since=', /UUID/],
    ['?since=yesterday', /UUID/],
    [`?since=${earlier}&since=${earlier}`, /text/],
    [`?since=${later}`, /not the same one/],
    [`?since=${later.toUpperCase()}`, /not the same one/],
  ];
  for (const [query, message] of bad) {
    const { status, body } = await client.get(`${base}${query}`);
    assert.deepEqual([status, body.code, body.details[0]?.path], [400, 'validation-error', '/since'], query);
    assert.match(body.details[0]?.message ?? '', message, query);
  }
  const swapped = await client.get(urlOf(earlier, later));
  assert.deepEqual([swapped.status, swapped.body.details[0]?.path], [400, '/since']);
  assert.match(swapped.body.details[0]?.message ?? '', /older than the report/);
});

test("another tenant's report is not found, as since too, like one that does not exist", async () => {
  const other = await clientOf(house, await createTenant(house));
  const foreign = (await other.generate()).body.data.creditReportId;
  const own = await create();
  const answers = await Promise.all(
    [foreign, randomUUIDv7()].flatMap((id) => [client.get(urlOf(own, id)), client.get(urlOf(id, own))]),
  );
  for (const { status, body } of answers)
    assert.deepEqual([status, body.code], [404, 'credit-report-not-found']);
  assert.match(answers[0]?.body.message ?? '', /^The report in since: /);
  assert.equal(answers[2]?.text, answers[0]?.text);
  assert.equal((await other.get(urlOf(own, foreign))).status, 403);
});

test('a report without a document, or one that was removed, is refused, and which of the two it is', async () => {
  const own = await create();
  const { reportId: waiting } = await openChallenge(client);
  const blocked = await create({ challengeOptions: { status: 'block' } });
  for (const id of [waiting, blocked]) {
    const asSince = await client.get(urlOf(own, id));
    assert.deepEqual([asSince.status, asSince.body.code], [409, 'credit-report-not-complete']);
    assert.match(asSince.body.message, /^The report in since: /);
    const asReport = await client.get(urlOf(id, own));
    assert.deepEqual([asReport.status, asReport.body.code], [409, 'credit-report-not-complete']);
    assert.doesNotMatch(asReport.body.message, /since/);
  }
  const [earlier, later] = await twoOf();
  await sql(house, `update reports set created_at = now() - interval '31 days' where id = $1`, [earlier]);
  await house.service.keepHouse();
  const purged = await client.get(urlOf(later, earlier));
  assert.deepEqual([purged.status, purged.body.code], [410, 'credit-report-purged']);
});

test('a test report and a live one are not compared, in neither direction', async () => {
  const [earlier, later] = await twoOf();
  await sql(house, 'update reports set is_test = false where id = $1', [earlier]);
  const { status, body } = await client.get(urlOf(later, earlier));
  assert.deepEqual([status, body.details[0]?.path], [400, '/since']);
  assert.match(body.details[0]?.message ?? '', /same mode/);
  await sql(house, 'update reports set is_test = (id = $1) where id = any($2)', [earlier, [earlier, later]]);
  assert.match((await client.get(urlOf(later, earlier))).body.details[0]?.message ?? '', /same mode/);
});

test("a person's view is an entry of the trail for both reports; a viewer is refused; test-only callers see no live one", async () => {
  const [earlier, later] = await twoOf();
  const { tenantId } = client.tenant;
  const seen = async () =>
    (await owner.get(`/${tenantId}/v1/audit-entries?action=report-seen`)).body.items.map(
      ({ objectId, after: why }) => [objectId, why],
    );
  const before = await seen();
  assert.equal((await owner.get(`${urlOf(later, earlier)}&reason=casework`)).status, 200);
  const reason = { reason: 'casework' };
  assert.deepEqual(await seen(), [[later, reason], [earlier, reason], ...before]);
  assert.equal((await owner.get(`${urlOf(later, later)}&reason=casework`)).status, 400);
  assert.equal((await seen()).length, before.length + 2);

  const as = async (role: string) =>
    signIn(openBrowser(house), await createPerson(house, { tenantId, role }));
  assert.equal((await (await as('viewer')).get(urlOf(later, earlier))).status, 403);
  const developer = await as('developer');
  assert.equal((await developer.get(urlOf(later, earlier))).status, 200);
  await sql(house, 'update reports set is_test = false where id = any($1)', [[earlier, later]]);
  assert.equal((await developer.get(urlOf(later, earlier))).status, 403);
});

test('documents from before records had ids are compared by the ids that they would have had', async () => {
  const [first, second] = await twoOf({ firstName: 'Olden' });
  const third = await create({ firstName: 'Olden' });
  await storeWithoutIds(first, second);
  // Both without, and one without.
  for (const [earlier, later] of [
    [first, second],
    [second, third],
  ] as const) {
    const { records } = (await client.get(urlOf(later, earlier))).body.data;
    assert.deepEqual([records.unchanged, records.new, records.gone], [4, [], []]);
  }
});

/** As an earlier version wrote them. */
async function storeWithoutIds(...ids: string[]): Promise<void> {
  const { database } = house.service;
  const keyring = await openKeyring(database, { current: house.config.ENCRYPTION_KEY, former: null });
  const vault = await createVault({ database, keyring }).forTenant(client.tenant.tenantId);
  for (const rowId of ids) {
    const place = { column: 'reports.body', rowId };
    const [row] = await sql<{ body: Buffer }>(house, 'select body from reports where id = $1', [rowId]);
    const text = vault.open(place, row?.body as Buffer);
    assert.match(text, /"recordId"/);
    const sealed = vault.seal(place, text.replaceAll(/"recordId":"[^"]+",/g, ''));
    await sql(house, 'update reports set body = $2 where id = $1', [rowId, sealed]);
  }
}
