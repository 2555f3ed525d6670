// The sums that people see: what may be one agreement counts once, and what is left out is said with its reason and never with another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { sumsOf, tilesOf } from './report-sums.ts';

const DAY = '2026-03-31';
type Ref = AccountRecord['bureaus'][number];
const at = (ref: string, more: Partial<AccountRecord> = {}): AccountRecord =>
  carRecord({ bureaus: [{ id: 'experian', ref }], startDate: '2024-01-01', ...more });
const same = (...refs: string[]) => ({ possiblySame: refs.map((ref) => ({ id: 'experian' as const, ref })) });
const silent = (ref: string, more: Partial<AccountRecord> = {}): AccountRecord => {
  const { balance, ...rest } = at(ref, more);
  return rest;
};
const sums = (...records: AccountRecord[]) => sumsOf(documentOf(records), DAY);
const debt = (...records: AccountRecord[]) => tilesOf(documentOf(records), DAY);
const note = (name: string, ...records: AccountRecord[]) => {
  const found = sums(...records).sums.find((one) => one.name === name);
  return [found?.value, found?.note];
};

const TWO = [
  at('a', { balance: pounds(6_000), payment: pounds(200), ...same('b') }),
  at('b', { balance: pounds(500), payment: pounds(243), ...same('a') }),
];

test('a possible double counts once, the larger; the sentence has how many, how much and the other total', () => {
  const { sums: figures, leftOut } = sums(...TWO, at('c', { balance: pounds(200), payment: pounds(10) }));
  assert.deepEqual(
    figures.slice(0, 2).map(({ value, note: words }) => [value, words]),
    [
      ['£6,200', '2 of 3 open accounts'],
      ['£253', 'car finance £253'],
    ],
  );
  assert.deepEqual(leftOut, [
    'The debt total leaves out 1 account that may be the same agreement as one that is counted: £500. If it is another agreement, the total is £6,700.',
    'The monthly total leaves out 1 account that may be the same agreement as one that is counted: £200. If it is another agreement, the total is £453.',
  ]);
  const three = sums(
    at('a', { balance: pounds(100), payment: pounds(10), ...same('b', 'c') }),
    at('b', { balance: pounds(90.5), payment: pounds(10), ...same('a', 'c') }),
    at('c', { balance: pounds(80), payment: pounds(10), ...same('a', 'b') }),
  );
  assert.equal(
    three.leftOut[0],
    'The debt total leaves out 2 accounts that may be the same agreements as others that are counted: £170.50 together. If they are other agreements, the total is £270.50.',
  );
});

test('the hosted page has the same total and the same sentences', () => {
  const records = [...TWO, silent('c')];
  const { tiles, leftOut } = debt(...records) ?? {};
  assert.deepEqual(tiles?.[0], { value: '£6,000', words: 'you owe, on 1 account' });
  assert.deepEqual(leftOut, sums(...records).leftOut);
  assert.equal(leftOut?.[1], 'The debt total leaves out 1 account because no bureau gives its balance.');
  assert.equal(debt(at('a', { accountStatus: 'settled' })), null);
  assert.deepEqual(debt(silent('a'))?.tiles[0], { value: '–', words: 'what you owe is not given' });
});

const WITHHELD: Ref = Object.assign({ id: 'equifax' as const, ref: 'w' }, { balanceWithheld: true as const });
const REASONS: [string, AccountRecord[], string][] = [
  ['no balance', [silent('a'), silent('b')], '2 accounts because no bureau gives their balances.'],
  [
    'a balance that is withheld',
    [silent('a', { bureaus: [WITHHELD] })],
    '1 account because Equifax withholds its balance.',
  ],
  [
    'balances that two bureaus withhold',
    [
      silent('a', { bureaus: [WITHHELD, { ...WITHHELD, id: 'experian' }] }),
      silent('b', { bureaus: [WITHHELD] }),
    ],
    '2 accounts because Equifax and Experian withhold their balances.',
  ],
  [
    'rent',
    [
      at('a', { accountType: 'rental', balance: pounds(900) }),
      at('b', { accountType: 'rental', balance: pounds(0) }),
    ],
    '1 account because rent is not borrowing.',
  ],
  [
    'another currency',
    [at('a', { balance: { amount: 100, currency: 'EUR' } })],
    '1 account because it is not in pounds.',
  ],
  [
    'a possible double without a balance',
    [silent('a', same('z'))],
    '1 account that may be the same agreement as one that is counted, and whose amount no bureau gives.',
  ],
];
for (const [name, records, words] of REASONS) {
  test(`${name} is said as such`, () => {
    const said = debt(...records, at('z'))?.leftOut.filter((one) => one.startsWith('The debt total'));
    assert.deepEqual(said, [`The debt total leaves out ${words}`]);
  });
}

test('what is out of both totals for one reason is said once', () => {
  const { payment, ...unpaid } = silent('a', same('z'));
  assert.deepEqual(sums(unpaid, at('z')).leftOut, [
    'The debt total and the monthly total leave out 1 account that may be the same agreement as one that is counted, and whose amount no bureau gives.',
  ]);
});

test('a balance that one bureau withholds and another gives is counted, and nothing is said', () => {
  assert.deepEqual(debt(at('a', { bureaus: [WITHHELD, { id: 'experian', ref: 'a' }] }))?.leftOut, []);
});

test('rows in default or behind count once too, and the other is said', () => {
  const twice = (accountStatus: AccountRecord['accountStatus']) =>
    TWO.map((record) => ({ ...record, accountStatus }));
  assert.deepEqual(note('In default', ...twice('default')), [1, '£6,000 · 1 more may be the same']);
  assert.deepEqual(note('Behind with payments', ...twice('delinquent')), [
    1,
    'Larkfield Motor Finance, Behind with payments · 1 more may be the same',
  ]);
  const tile = (records: AccountRecord[], at: number) => debt(...records)?.tiles[at];
  assert.deepEqual(tile(twice('default'), 2), {
    value: '1',
    words: 'in default, £6,000 · 1 more may be the same',
    isBad: true,
  });
  assert.deepEqual(tile(TWO, 2), { value: '0', words: 'in default', isBad: false });
  assert.deepEqual(tile(twice('delinquent'), 3), {
    value: '1',
    words: 'behind or in an arrangement · 1 more may be the same',
    isBad: true,
  });
  assert.deepEqual(note('Behind with payments', ...TWO), [0, 'No open account is behind']);
});
