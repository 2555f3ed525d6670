// SOAP replies that are not an answer: each becomes an outcome that carries nothing of what the bureau said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from '../bureau.ts';
import { askSoap, saysWhoAreYou, toEnvelope, toFault } from './soap.ts';
import { toXml } from './xml-writer.ts';

const TELLTALE = 'Nobody may read this';

const FAULT_OF_1_2 = toXml({
  'env:Envelope': {
    '@xmlns:env': 'http://www.w3.org/2003/05/soap-envelope',
    'env:Body': {
      'env:Fault': {
        'env:Code': { 'env:Value': 'env:Sender', 'env:Subcode': { 'env:Value': 'Login' } },
        'env:Reason': { 'env:Text': TELLTALE },
      },
    },
  },
});

const REPLIES: [what: string, status: number, text: string, outcome: CallFailed['outcome']][] = [
  ['a fault of ours under 500', 500, toFault('Client', TELLTALE), 'rejected-request'],
  ['a fault of ours under 200', 200, toFault('Client', TELLTALE), 'rejected-request'],
  ['a fault of theirs under 200', 200, toFault('Server', TELLTALE), 'unavailable'],
  ['a fault about the login', 500, toFault('Server', `${TELLTALE}: login`), 'rejected-credentials'],
  ['a fault of SOAP 1.2', 400, FAULT_OF_1_2, 'rejected-credentials'],
  ['a page with 200', 200, `<html>${TELLTALE}</html>`, 'unavailable'],
  ['a page with 403', 403, `<p>${TELLTALE}`, 'rejected-credentials'],
  ['a page with 404', 404, TELLTALE, 'rejected-request'],
  ['too many requests', 429, TELLTALE, 'unavailable'],
  ['a good body with 502', 502, toEnvelope({}, { a: TELLTALE }), 'unavailable'],
];

for (const [what, status, text, outcome] of REPLIES) {
  test(`${what} is ${outcome}, in words of ours`, async () => {
    const asked = askSoap({
      call: async () => ({ status, headers: {}, text }),
      url: 'http://127.0.0.1/',
      action: 'ask',
      envelope: '',
      arrays: new Set(),
      outcomeOf: ({ words, isOurs }) =>
        saysWhoAreYou(words) ? 'rejected-credentials' : isOurs ? 'rejected-request' : 'unavailable',
    });
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof CallFailed);
      assert.equal(error.outcome, outcome);
      assert.ok(error.mayHaveArrived, 'it must not be asked again blindly');
      assert.ok(!JSON.stringify([error.message, error.stack, error.cause]).includes(TELLTALE));
      return true;
    });
  });
}

test('words about a login or a password mean rejected credentials, and a surname does not', () => {
  assert.ok(saysWhoAreYou('Invalid username or password'));
  assert.ok(saysWhoAreYou('Login failed.'));
  assert.ok(!saysWhoAreYou('The surname is missing'));
  assert.ok(!saysWhoAreYou('The service is busy.'));
});
