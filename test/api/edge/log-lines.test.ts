// The line that the log has of each request: fields from an allow list, with the report that the request is about.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  type Client,
  clientOf,
  createTenant,
  generateBody,
  type House,
  openHouse,
} from '../../support/house.ts';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

type Line = { requestId: string; route: string; status: number; reportId?: string };
const lastLine = (): Line => JSON.parse(house.logLines.at(-1) ?? '');

test('a line names the report that the request made or is about, and no other line names one', async () => {
  const reports = `/${client.tenant.tenantId}/v1/credit-reports`;
  const body = generateBody({ challengeOptions: { status: 'challenge' } });
  const key = { 'idempotency-key': randomUUIDv7() };
  const made = await client.generate({ challengeOptions: { status: 'challenge' } }, key);
  const { creditReportId: id, challenge } = made.body.data;
  assert.deepEqual([lastLine().route, lastLine().reportId], ['/:tenantId/v1/credit-reports', id]);
  await client.submit(id, challenge.challengeId, '000000');
  assert.equal(lastLine().reportId, id, 'a guess');
  await client.get(`${reports}/${id}`);
  assert.equal(lastLine().reportId, id, 'read again');
  await client.get(`${reports}/${id}/agreements`);
  assert.deepEqual([lastLine().status, lastLine().reportId], [409, id], 'refused');
  const unknown = randomUUIDv7();
  await client.get(`${reports}/${unknown}`);
  assert.deepEqual([lastLine().status, lastLine().reportId], [404, unknown]);

  for (const [what, path] of [
    ['a list', reports],
    ['an id of another form', `${reports}/CANARY-1`],
    ['no report', `/${client.tenant.tenantId}/v1`],
  ] as const) {
    await client.get(path);
    assert.equal(lastLine().reportId, undefined, what);
  }
  await client.post(reports, { ...generateBody(), searchType: 5 });
  assert.deepEqual([lastLine().status, lastLine().reportId], [400, undefined], 'none was made');
  await client.post(reports, body, key);
  assert.equal(lastLine().reportId, undefined, 'a replay: the id of this request was not used');
});
