// Search for somebody who is on the phone: by the end of a number or by a surname, for people who may open documents, noted and limited.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { assertProblem } from '../../support/http/problem-shape.ts';
import { type Browser, createPerson, openBrowser, signIn } from '../../support/people.ts';

let house: House;
let client: Client;
let owner: Browser;
const reports: Record<string, string> = {};
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  owner = await signIn(openBrowser(house), await createPerson(house, { tenantId: client.tenant.tenantId }));
  for (const [name, more] of Object.entries({
    one: { mobileNumber: '+447700900435', lastName: "O'Canary-Finch" },
    two: { mobileNumber: '+447700910435', lastName: 'Other' },
  }))
    reports[name] = (await client.generate(more)).body.data.creditReportId;
});
after(() => house?.close());

const find = (who: string, { of = owner, tenantId = client.tenant.tenantId, test = 'true' } = {}) =>
  of.get(`/${tenantId}/v1/search/people?who=${encodeURIComponent(who)}&test=${test}`);
const itemsIn = (text: string): { creditReportId: string }[] => JSON.parse(text).items;
const idsOf = async (who: string): Promise<string[]> => {
  const { status, text } = await find(who);
  assert.equal(status, 200, text);
  return itemsIn(text).map(({ creditReportId }) => creditReportId);
};

test('the end of a number and a surname in any spelling find the reports, newest first and masked', async () => {
  assert.deepEqual(await idsOf('0435'), [reports.two, reports.one]);
  assert.deepEqual(
    await idsOf('… 900 435'),
    [reports.two, reports.one],
    'of more digits the last four count',
  );
  assert.deepEqual(await idsOf('ocanary finch'), [reports.one]);
  assert.deepEqual(await idsOf('Nobody'), []);
  const { text } = await find('Other', { test: 'false' });
  assert.deepEqual(itemsIn(text), [], 'live reports are others');
});

test('each search is in the audit log, by its kind and count alone', async () => {
  const { tenantId } = client.tenant;
  const entries = await sql<{ text: string }>(
    house,
    `select after::text as text from audit_entries where tenant_id = $1 and action = 'reports-searched' order by seq`,
    [tenantId],
  );
  assert.deepEqual(
    entries.slice(0, 3).map(({ text }) => JSON.parse(text)),
    [
      { by: 'phone-end', found: 2 },
      { by: 'phone-end', found: 2 },
      { by: 'surname', found: 1 },
    ],
  );
  assert.doesNotMatch(JSON.stringify(entries), /0435|canary/i);
});

test('too few digits are refused in words; a credential and another tenant find nothing', async () => {
  const short = await find('435');
  assertProblem(short, 400, 'validation-error');
  assert.match(short.text, /at least the last 4 digits/);
  assertProblem(await client.get(`/${client.tenant.tenantId}/v1/search/people?who=0435`), 403, 'forbidden');
  const other = await createTenant(house);
  const stranger = await signIn(openBrowser(house), await createPerson(house, { tenantId: other.tenantId }));
  const { text } = await find('0435', { of: stranger, tenantId: other.tenantId });
  assert.deepEqual(itemsIn(text), []);
});

test('an erased report is not found any more', async () => {
  await owner.call('DELETE', `/${client.tenant.tenantId}/v1/credit-reports/${reports.two}`);
  assert.deepEqual(await idsOf('Other'), []);
});

test('endings cannot be tried one after the other: at most ten searches a minute', async () => {
  const person = await createPerson(house, { tenantId: client.tenant.tenantId });
  const of = await signIn(openBrowser(house), person);
  const statuses: number[] = [];
  // A minute may end in between: of 25 searches at least three are refused.
  for (let ending = 0; ending < 25; ending++)
    statuses.push((await find(String(ending).padStart(4, '0'), { of })).status);
  const refused = statuses.filter((status) => status === 429).length;
  assert.ok(refused >= 3, String(statuses));
  assert.ok(statuses.indexOf(429) >= 10, 'ten are granted');
});
