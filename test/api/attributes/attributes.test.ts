// GET …/attributes over the API: its query, and that its figures are those of the document. The definitions are tested beside the domain's
// files, the rights in test/api/agreements/rights.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { UNSAID } from '../../../src/domain/agreements/unsaid-words.ts';
import { ATTRIBUTE_NAMES } from '../../../src/domain/attributes/attributes.ts';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';

let house: House;
let client: Client;
let base: `/${string}/credit-reports/${string}`;
let day: string;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
  const made = await client.generate({ dateOfBirth: '1988-02-29' });
  base = `/${client.tenant.tenantId}/v1/credit-reports/${made.body.data.creditReportId}`;
  day = (await client.get(`${base}/attributes`)).body.data.reportDay;
});
after(() => house?.close());

const read = (query: string) => client.get(`${base}/attributes${query}`);

test('the figures are those of the document, on its own day', async () => {
  const { creditReport } = (await client.get(base)).body.data;
  const { body, text } = await read('?incomePence=250000');
  const { figures, asOf } = body.data;
  assert.deepEqual(Object.keys(figures).sort(), [...ATTRIBUTE_NAMES].sort());
  assert.equal(asOf, day);
  const ids = creditReport.consumerData.records.map(({ recordId }) => recordId);
  assert.deepEqual(body.data.recordIds, ids);
  const { agreements } = (await client.get(`${base}/agreements`)).body.data;
  assert.ok(agreements.length > 0 && agreements.every(({ record, recordId }) => recordId === ids[record]));
  const open = creditReport.consumerData.records.filter(({ accountStatus }) => accountStatus === 'open');
  const sum = open.reduce((total, { balance }) => total + balance.amount, 0);
  assert.deepEqual([figures.balanceTotal.value, figures.balanceTotal.unit], [sum, 'pence']);
  assert.equal(typeof figures.debtToIncome.value, 'number');
  assert.match((await read('')).body.data.figures.debtToIncome.unknown, /incomePence/);
  assert.doesNotMatch(text, UNSAID);
});

const BAD: [query: string, path: string, message: RegExp][] = [
  ['?asOf=2999-01-01', '/asOf', /must not be after the day of the report, \d{4}-\d{2}-\d{2}/],
  ['?asOf=2026-02-30', '/asOf', /real date/],
  ['?asOf=2023-02-29', '/asOf', /real date/],
  ['?asOf=yesterday', '/asOf', /real date/],
  ['?asOf=2024-2-9', '/asOf', /real date/],
  ['?asOf=', '/asOf', /real date/],
  ['?asOf=2024-02-29T00:00:00Z', '/asOf', /real date/],
  ['?asOf=0000-01-01', '/asOf', /real date/],
  ['?asOf=1988-02-28', '/asOf', /before the person was born/],
  ['?incomePence=0', '/incomePence', /whole number of pence/],
  ['?incomePence=-1', '/incomePence', /whole number of pence/],
  ['?incomePence=12.5', '/incomePence', /whole number of pence/],
  ['?incomePence=1e5', '/incomePence', /whole number of pence/],
  ['?incomePence=9999999999999', '/incomePence', /whole number of pence/],
  ['?asOf=2024-02-29&asOf=2024-03-01', '/asOf', /must be text/],
];
test('a day that does not exist, of the future or before birth, and an income that is none, are refused with what is wrong', async () => {
  for (const [query, path, message] of BAD) {
    const { status, body } = await read(query);
    assert.deepEqual([status, body.code, body.details[0]?.path], [400, 'validation-error', path], query);
    assert.match(body.details[0]?.message ?? '', message, query);
  }
});

test('29 February, the day of birth and the day of the report are days like any other', async () => {
  for (const asOf of ['2024-02-29', '1988-02-29', day]) {
    const { status, body, text } = await read(`?asOf=${asOf}`);
    assert.equal(status, 200, text);
    assert.equal(body.data.asOf, asOf);
  }
});
