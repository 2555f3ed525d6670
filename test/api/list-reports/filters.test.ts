// The entries of the list, and its filters. Pages are in pages.test.ts, the CSV in csv.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { BY_STATUS, createEveryKind } from '../../support/http/every-kind.ts';
import { assertRefusedAt } from '../../support/http/problem-shape.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');

let house: House;
before(async () => {
  house = await openHouse();
});
beforeEach(() => travelBy(0));
after(() => house.close());

const travelBy = (ms: number) => house.travelTo(new Date(NOON_MS + ms));
const newClient = async () => clientOf(house, await createTenant(house));

const list = (client: Client, query = '') =>
  client.get(`/${client.tenant.tenantId}/v1/credit-reports${query}`);

async function idsOf(client: Client, query = ''): Promise<string[]> {
  const answer = await list(client, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.items.map((item) => item.creditReportId);
}

async function create(client: Client, overrides: Record<string, unknown> = {}): Promise<string> {
  return (await client.generate(overrides)).body.data.creditReportId;
}

test("an entry has the report's fields and status, and nothing about the consumer", async () => {
  const client = await newClient();
  const id = await create(client, { bureaus: ['experian', 'equifax'], externalReference: 'case-1042' });
  const { body } = await list(client);
  assert.deepEqual(Object.keys(body.meta), ['request']);
  assert.deepEqual(body.data, {
    items: [
      {
        creditReportId: id,
        status: 'complete',
        test: true,
        bureaus: ['experian', 'equifax'],
        externalReference: 'case-1042',
        createdAt: '2026-03-01T12:00:00.000Z',
        updatedAt: '2026-03-01T12:00:00.000Z',
        purged: false,
      },
    ],
    token: null,
  });
});

test('filter status: each of the five finds its own, and an expired challenge reads as failed with that reason', async () => {
  const client = await newClient();
  const ids = await createEveryKind(house, client, NOON_MS);
  for (const [status, kinds] of Object.entries(BY_STATUS)) {
    const { items } = (await list(client, `?status=${status}`)).body.data;
    const found = items.map((item) => item.creditReportId);
    assert.deepEqual(found.sort(), kinds.map((kind) => ids[kind]).sort(), status);
    for (const item of items) {
      assert.equal(item.status, status);
      assert.equal('errorMessage' in item, status === 'failed');
    }
  }
  for (const [kind, reason] of [
    ['failed', /3 times/],
    ['expired', /expired/],
    ['expiredAfterRetry', /expired/],
  ] as const) {
    const { items } = (await list(client)).body.data;
    const item = items.find((one) => one.creditReportId === ids[kind]);
    assert.match(item?.errorMessage ?? '', reason);
  }
  for (const status of ['pending', 'expired', 'Complete', '']) {
    assertRefusedAt(await list(client, `?status=${status}`), '/status');
  }
});

test('filter test: only test reports, or only live ones', async () => {
  const client = await newClient();
  const [tested, live] = [await create(client), await create(client)];
  await sql(house, 'update reports set is_test = false where id = $1', [live]);
  assert.deepEqual(await idsOf(client, '?test=true'), [tested]);
  assert.deepEqual(await idsOf(client, '?test=false'), [live]);
  for (const value of ['1', 'yes', 'TRUE', ''])
    assertRefusedAt(await list(client, `?test=${value}`), '/test');
});

test("filter externalReference: the whole text, one's own tenant only", async () => {
  const [client, other] = [await newClient(), await newClient()];
  const id = await create(client, { externalReference: 'case/10 42&x' });
  await create(client, { externalReference: 'case/10 42' });
  await create(client);
  await create(other, { externalReference: 'case/10 42&x' });
  const query = (text: string) => `?externalReference=${encodeURIComponent(text)}`;
  assert.deepEqual(await idsOf(client, query('case/10 42&x')), [id]);
  assert.deepEqual(await idsOf(client, query('CASE/10 42&X')), []);
  assert.deepEqual(await idsOf(client, query('case')), []);
  assertRefusedAt(await list(client, query('')), '/externalReference');
});

test('filters createdFrom and createdTo are inclusive, to the millisecond', async () => {
  const client = await newClient();
  const ids: string[] = [];
  for (const ms of [0, 1_000, 2_000]) {
    travelBy(ms);
    ids.unshift(await create(client));
  }
  const at = (ms: number) => encodeURIComponent(new Date(NOON_MS + ms).toISOString());
  const rows: [query: string, found: string[]][] = [
    [`createdFrom=${at(1_000)}`, ids.slice(0, 2)],
    [`createdFrom=${at(1_001)}`, ids.slice(0, 1)],
    [`createdTo=${at(1_000)}`, ids.slice(1)],
    [`createdTo=${at(999)}`, ids.slice(2)],
    [`createdFrom=${at(1_000)}&createdTo=${at(1_000)}`, ids.slice(1, 2)],
    [`createdFrom=${at(2_000)}&createdTo=${at(0)}`, []],
    ['createdFrom=2026-03-01', ids],
    ['createdFrom=2026-03-02', []],
    ['createdTo=2026-03-01', ids],
    ['createdTo=2026-02-28', []],
    ['createdFrom=2026-03-01T14:00:01%2B02:00', ids.slice(0, 2)],
  ];
  for (const [query, found] of rows) assert.deepEqual(await idsOf(client, `?${query}`), found, query);
});

test('an invalid createdFrom or createdTo is refused', async () => {
  const client = await newClient();
  const bad = [
    '',
    'yesterday',
    '2026-02-29',
    '2026-13-01',
    '2026-03-01T25:00:00Z',
    '2026-03-01T12:00:00',
    '1772366400',
    '2026-3-1',
  ];
  for (const value of bad) {
    for (const name of ['createdFrom', 'createdTo']) {
      assertRefusedAt(await list(client, `?${name}=${value}`), `/${name}`);
    }
  }
});
