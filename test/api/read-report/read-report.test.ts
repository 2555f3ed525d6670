// Reading one report back: its last answer, and who may. The list is in list-reports/, the purge of a report in retention.test.ts.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import {
  type Charged,
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openChallenge,
  openHouse,
  sql,
} from '../../support/house.ts';
import { BY_STATUS, createEveryKind } from '../../support/http/every-kind.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');
const RIGHT = '123456';
const WRONG = '0';

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
const read = (client: Client, id: string) => client.get(`/${client.tenant.tenantId}/v1/credit-reports/${id}`);

async function idsOf(client: Client, query = ''): Promise<string[]> {
  const answer = await list(client, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.items.map((item) => item.creditReportId);
}

async function create(client: Client, overrides: Record<string, unknown> = {}): Promise<string> {
  return (await client.generate(overrides)).body.data.creditReportId;
}

test('get: each status reads as its last answer, and reading costs nothing', async () => {
  const client = await newClient();
  const ids = await createEveryKind(house, client, NOON_MS);
  for (const [status, kinds] of Object.entries(BY_STATUS)) {
    for (const kind of kinds) {
      const { body } = await read(client, ids[kind] as string);
      assert.deepEqual([body.data.status, body.data.creditReportId], [status, ids[kind]]);
      assert.deepEqual(body.meta.wallet, { balance: 5_000, cost: 0 });
    }
  }
  assert.match((await read(client, ids.expired as string)).body.data.errorMessage, /expired/);
});

test('get: the data is that of the last answer, field for field', async () => {
  const client = await newClient();
  for (const status of ['allow', 'block', 'challenge']) {
    const answer = await client.generate({ challengeOptions: { status } });
    const { creditReportId } = answer.body.data;
    assert.deepEqual((await read(client, creditReportId)).body.data, answer.body.data, status);
  }
  for (const codes of [[WRONG], [WRONG, WRONG], [WRONG, WRONG, WRONG], [RIGHT]]) {
    const { reportId, challengeId } = await openChallenge(client);
    const answers: Charged[] = [];
    for (const code of codes) answers.push(await client.submit(reportId, challengeId, code));
    assert.deepEqual((await read(client, reportId)).body.data, answers.at(-1)?.body.data);
  }
});

test('get: a report whose process died between the right code and the document is completed by the read', async () => {
  const client = await newClient();
  const { reportId, challengeId } = await openChallenge(client);
  const completed = await client.submit(reportId, challengeId, RIGHT);
  await sql(house, `update reports set status = 'pending', body = null where id = $1`, [reportId]);
  const answers = await Promise.all([1, 2, 3].map(() => read(client, reportId)));
  for (const { body } of answers) assert.deepEqual(body.data, completed.body.data);
  assert.deepEqual(await idsOf(client, '?status=complete'), [reportId]);
});

test("another tenant's reports are invisible: not listed, and read as if they did not exist", async () => {
  const [client, other] = [await newClient(), await newClient()];
  const id = await create(client, { externalReference: 'shared' });
  assert.deepEqual(await idsOf(other), []);
  assert.deepEqual(await idsOf(other, '?externalReference=shared'), []);
  const [foreign, unknown] = [await read(other, id), await read(other, randomUUIDv7())];
  assert.equal(foreign.status, 404);
  assert.equal(foreign.text, unknown.text);
  assert.equal((await read(client, id)).status, 200);
});

test("the consumer's data is stored encrypted: no name, address or reference is readable in the row", async () => {
  const client = await newClient();
  const id = await create(client, { lastName: 'Canarywright', externalReference: 'canary-reference' });
  const [row] = await sql<Record<string, unknown>>(house, 'select * from reports where id = $1', [id]);
  const bytes = Object.values(row ?? {})
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');
  assert.ok(bytes.includes(id));
  // Long enough that sealed bytes hardly hold it by chance.
  for (const secret of ['anary', 'Sample', 'Leeds', 'LS1 4AB', String(generateBody().ipAddress)]) {
    assert.ok(!bytes.includes(secret), secret);
  }
});
