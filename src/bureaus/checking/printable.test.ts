// What may be printed of a reply, both sides of each rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { createPrintable, NOT_PRINTED } from './printable.ts';

const consumer: Consumer = {
  ...{ firstName: 'Ada', lastName: 'Hazelwick', dateOfBirth: '1985-04-12', ipAddress: '192.0.2.7' },
  addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'Leeds', postcode: 'ZZ1 1AA' } }],
};
const print = createPrintable({
  known: new Set(['townOrCity', 'puffin']),
  consumer,
  words: new Set(['puffin', 'cards', 'tidewrack', 'xy']),
});

test('a name is printed where a schema could have it and nobody bears it', () => {
  for (const name of [
    'newfield',
    'E5S051',
    'NoOfPayments',
    'adaptiveRate',
    '@declaredalias',
    'total_3m',
    'puffin',
  ])
    assert.equal(print.name(name), name);
  const hidden = [
    'Ms Ada',
    'Hazelwick',
    'adaRecord',
    'theHAZELWICKfile',
    'Tidewrack',
    'leeds',
    '12345678',
    'AC12345678',
    'a.b',
  ];
  for (const name of [...hidden, 'a1b2c3d4e5f6a7', 'x'.repeat(61), ''])
    assert.equal(print.name(name), NOT_PRINTED, name);
});

test('a code is printed where it could be of its list and is no word of the person or the reply', () => {
  const list = ['CP', 'HP'];
  assert.deepEqual(
    ['HP', 'Q7', 'QQQ', 'xy', 'XY', '12', 'q7', 'Q-'].map((code) => print.code(code, list)),
    ['HP', 'Q7', null, null, null, null, null, null],
  );
  assert.deepEqual(
    ['singleMatch', 'SOME', 'ADA', 'OTHER'].map((code) => print.code(code, ['singleMatch'])),
    ['singleMatch', 'SOME', null, null],
  );
});

test('a namespace is printed where it looks like one', () => {
  assert.equal(
    print.namespace('urn:callcredit.co.uk/soap:callreport8'),
    'urn:callcredit.co.uk/soap:callreport8',
  );
  assert.equal(print.namespace(''), 'no namespace');
  for (const uri of ['Ada Hazelwick', 'urn:hazelwick', 'urn:x 1', 'http://example/12345'])
    assert.equal(print.namespace(uri), NOT_PRINTED);
});
