// Pagination of the list of reports: newest first, every report once, whatever arrives in between.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';
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

test('reports are listed newest first, whatever order they were stored in', async () => {
  const client = await newClient();
  const created = new Map<number, string>();
  for (const ms of [3_000, 1_000, 2_000, 0, 5_000, 4_000]) {
    travelBy(ms);
    created.set(ms, await create(client));
  }
  const expected = [5_000, 4_000, 3_000, 2_000, 1_000, 0].map((ms) => created.get(ms));
  assert.deepEqual(await idsOf(client), expected);
});

test('pageSize takes 1 to 100 and nothing else', async () => {
  const client = await newClient();
  await Promise.all(Array.from({ length: 101 }, () => create(client)));
  for (const size of [1, 2, 50, 99, 100])
    assert.equal((await idsOf(client, `?pageSize=${size}`)).length, size);
  assert.equal((await idsOf(client)).length, 50, 'the default');
  for (const size of ['0', '101', 'x', '', '-1', '1.5', '01', '1e1', '%2010', '１']) {
    assertRefusedAt(await list(client, `?pageSize=${size}`), '/pageSize');
  }
});

for (const pageSize of [1, 4, 5, 23]) {
  test(`pages of ${pageSize} show every report once to the last page, though new ones arrive in between`, async () => {
    const client = await newClient();
    for (let i = 0; i < 20; i += 1) {
      // Several with the same time: then the id decides.
      travelBy(Math.floor(i / 4) * 1_000);
      await create(client);
    }
    travelBy(60_000);
    const expected = await idsOf(client, '?pageSize=100');
    const seen: string[] = [];
    let token: string | null = '';
    let pages = 0;
    while (token !== null) {
      const page = await list(client, `?pageSize=${pageSize}${token && `&pageToken=${token}`}`);
      seen.push(...page.body.data.items.map((item) => item.creditReportId));
      token = page.body.data.token;
      pages += 1;
      await create(client);
    }
    assert.deepEqual(seen, expected);
    assert.equal(pages, Math.ceil(20 / pageSize), 'no empty page at the end');
  });
}

test('a page token is bound to its filter', async () => {
  const client = await newClient();
  for (let i = 0; i < 12; i += 1) {
    travelBy(i * 1_000);
    await create(client, { challengeOptions: { status: i % 3 === 0 ? 'block' : 'allow' } });
  }
  const blocked = await idsOf(client, '?status=blocked');
  const first = await list(client, '?status=blocked&pageSize=3');
  const rest = await idsOf(client, `?status=blocked&pageSize=3&pageToken=${first.body.data.token}`);
  assert.equal(blocked.length, 4);
  assert.deepEqual(rest, blocked.slice(3));
});

test('a page token that this service did not issue is refused', async () => {
  const client = await newClient();
  for (let i = 0; i < 2; i += 1) await create(client);
  const { token } = (await list(client, '?pageSize=1')).body.data;
  const made = (text: string) => Buffer.from(text).toString('base64url');
  const bad = [
    '',
    'x',
    String(token).slice(0, -4),
    made(`${NOON_MS}.not-a-uuid`),
    made(`-1.${randomUUIDv7()}`),
    made(`1e9.${randomUUIDv7()}`),
    made(randomUUIDv7()),
    made(`9${'0'.repeat(18)}.${randomUUIDv7()}`),
    'x'.repeat(201),
    '%00',
    "'%20or%201=1",
  ];
  for (const pageToken of bad) assertRefusedAt(await list(client, `?pageToken=${pageToken}`), '/pageToken');
});
