// GET …/agreements: the motor finance of a report, over the API. The rules themselves are tested beside the domain's files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SHIPPED_SCHEME } from '../../../src/domain/agreements/motor-scheme.ts';
import { UNSAID } from '../../../src/domain/agreements/unsaid-words.ts';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house?.close());

async function agreementsOf(email: string, query = '') {
  const { body } = await client.generate({ email });
  const { creditReportId, creditReport } = body.data;
  const path = `/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}/agreements${query}` as const;
  const answer = await client.get(path);
  assert.equal(answer.status, 200, answer.text);
  return { ...answer, data: answer.body.data, creditReport, creditReportId };
}

test('the agreements are the hire purchase of the document, record by record, with the scheme they are judged by', async () => {
  for (const [email, count] of [
    ['test001@example.com', 0],
    ['test002@example.com', 1],
    ['test003@example.com', 1],
    ['test004@example.com', 1],
    ['ada@example.com', 2],
  ] as const) {
    const { data, creditReport, creditReportId, text } = await agreementsOf(email, '?kind=motor');
    assert.equal(data.agreements.length, count, email);
    assert.equal(data.creditReportId, creditReportId);
    assert.deepEqual(data.scheme, SHIPPED_SCHEME);
    for (const agreement of data.agreements) {
      const record = creditReport.consumerData.records[agreement.record] ?? assert.fail();
      assert.equal(record.accountType, 'hire-purchase');
      assert.deepEqual(agreement.bureaus, record.bureaus);
      assert.deepEqual(agreement.startBalance, record.startBalance);
      assert.equal(agreement.lender.name, record.companyName);
      assert.equal(agreement.last4, record.accountNumber?.slice(-4));
      assert.deepEqual(agreement.unknown.slice(0, 4), ['commission', 'apr', 'dealer', 'vehicle']);
    }
    assert.match(data.notes.join(' '), /no longer on file/);
    assert.doesNotMatch(text, UNSAID);
  }
});

test('without a kind the agreements are those of motor finance; another kind is refused with the list', async () => {
  assert.equal((await agreementsOf('test002@example.com')).data.kind, 'motor');
  const { creditReportId } = (await client.generate()).body.data;
  const base = `/${client.tenant.tenantId}/v1/credit-reports/${creditReportId}/agreements`;
  for (const query of ['?kind=boats', '?kind=', '?kind=motor&kind=motor']) {
    const { status, body } = await client.get(`${base}${query}`);
    assert.deepEqual([status, body.code, body.details[0]?.path], [400, 'validation-error', '/kind'], query);
  }
});
