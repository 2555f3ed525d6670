// Equifax's errors: SOAP faults by the code in their detail, the JSON gateway's by their number, and what the operator is told of the
// password. The twins stand beside this file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const { ada, nobody } = TWIN_PEOPLE;
const IN_JSON = { settings: { EQUIFAX_STYLE: 'json' as const } };

test('faults are read by the code in their detail, whatever the fault calls itself', async () => {
  const outcome = async (text: string, status = 500) =>
    (await answerToTwin('equifax', text, { reportId: 'any', consumer: ada }, { status })).answer.status;
  const credentials = readTwin('equifax-fault-credentials.xml');
  const validation = readTwin('equifax-fault-validation.xml');
  assert.equal(await outcome(credentials), 'rejected-credentials');
  assert.equal(await outcome(validation), 'rejected-request');
  assert.equal(await outcome(validation, 200), 'rejected-request');
  const otherwise = (text: string) =>
    text.replaceAll('ns2:creditQuotationSearchFault', 'x:serviceFault').replaceAll('xmlns:ns2', 'xmlns:x');
  const wordless = (text: string) =>
    text.replace(/User authentication error|Validation error/, 'Error').replace(/<message>.*<\/message>/, '');
  assert.equal(await outcome(wordless(otherwise(credentials))), 'rejected-credentials');
  assert.equal(await outcome(wordless(otherwise(validation))), 'rejected-request');
  assert.equal(await outcome(validation.replace('EWSC0004', 'EWSC0999')), 'rejected-request', 'by its words');
  const unknown = wordless(validation).replace('EWSC0004', 'EWSC0999');
  assert.equal(await outcome(unknown), 'unavailable');
});

test('an expired password is said to the operator in words, and the search is answered', async () => {
  const twin = readTwin('equifax-password-expired.xml');
  const read = (text: string) =>
    answerToTwin('equifax', text, { reportId: 'wires-eq-password', consumer: nobody });
  const { answer, notices } = await read(twin);
  assert.equal(answer.status, 'no-trace');
  assert.deepEqual(notices, ['Equifax: the password has to be changed now (EQUIFAX_PASSWORD).']);
  const early = await read(twin.replace('2026-11-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'));
  assert.equal(early.notices.length, 1, 'mustChangePassword alone is enough');
  const fault = readTwin('equifax-fault-credentials.xml').replace('Bad credentials', 'Password has expired');
  const refused = await answerToTwin('equifax', fault, { reportId: 'any', consumer: ada }, { status: 500 });
  assert.equal(refused.answer.status, 'rejected-credentials');
  assert.deepEqual(refused.notices, ['Equifax: the password has expired: change it (EQUIFAX_PASSWORD).']);
});

test('errors of the JSON gateway are read by their number, under any HTTP status', async () => {
  const table: [code: unknown, status: number, outcome: string][] = [
    ['401.01', 200, 'rejected-credentials'],
    ['400.10', 200, 'rejected-request'],
    [404.2, 200, 'rejected-request'],
    ['429.01', 200, 'unavailable'],
    ['500.00', 200, 'unavailable'],
    ['503', 404, 'unavailable'],
    ['400.01', 500, 'rejected-request'],
    ['401.03', 400, 'rejected-credentials'],
    ['?', 200, 'unavailable'],
  ];
  for (const [efxErrorCode, status, expected] of table) {
    const text = JSON.stringify({ efxErrorCode, description: 'no' });
    const enquiry = { reportId: 'any', consumer: ada };
    const { answer } = await answerToTwin('equifax', text, enquiry, { ...IN_JSON, status });
    assert.equal(answer.status, expected, `${efxErrorCode} under ${status}`);
  }
});
