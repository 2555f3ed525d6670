// What was lent in two ways, what lies between two balances, and days that tell one agreement from the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const merge = (equifax: Changes[], experian: Changes[], transunion: Changes[] = []) =>
  mergeAs({ equifax, experian, transunion }, BARE_LOAN);

const LOAN: Changes = { startBalance: pounds(7_415), payment: pounds(203), numberOfPayments: 48 };

test('what was lent and all that will be paid are one sum in two ways', () => {
  const isOne = (all: number, changes: Changes = {}) =>
    merge([LOAN], [{ payment: pounds(203), startBalance: pounds(all), ...changes }]).length === 1;
  // 48 payments of £203, each rounded to a pound, and one more as a fee.
  for (const all of [9_744, 9_720, 9_768, 9_947]) assert.equal(isOne(all), true, String(all));
  for (const all of [9_400, 10_050, 7_600]) assert.equal(isOne(all), false, String(all));
  assert.equal(isOne(12_744, { balloon: pounds(3_000) }), true);
  // Of whole years, where no bureau says how many.
  const uncounted = { ...LOAN, numberOfPayments: undefined };
  const other = { payment: pounds(203), numberOfPayments: undefined };
  assert.equal(merge([uncounted], [{ ...other, startBalance: pounds(9_744) }]).length, 1);
  assert.equal(merge([uncounted], [{ ...other, startBalance: pounds(9_338) }]).length, 2);
});

test('a payment with a fee is the one without it, three pounds or a hundredth apart, and one further away is another', () => {
  const rows = (payment: number, other: number): number =>
    merge(
      [{ ...LOAN, payment: pounds(payment) }],
      [{ ...LOAN, payment: pounds(other), startBalance: undefined }],
    ).length;
  for (const [payment, other] of [
    [203, 206],
    [203, 200],
    [1_397, 1_410],
  ] as const)
    assert.equal(rows(payment, other), 1, String(other));
  for (const [payment, other] of [
    [203, 207],
    [203, 199],
    [1_397, 1_412],
  ] as const)
    assert.equal(rows(payment, other), 2, String(other));
});

test('the only mortgages of a day are one where payments explain their balances, under a new number too', () => {
  const home: Changes = { accountType: 'mortgage', numberOfPayments: 420 };
  const old = { ...home, accountNumber: '4471924210', payment: pounds(681), balance: pounds(186_577) };
  const now = { ...home, accountNumber: '9630657801', balance: pounds(186_885), lastUpdated: '2026-02-11' };
  assert.equal(merge([old], [now]).length, 1);
  // More than two payments, or another mortgage beside it.
  assert.equal(merge([old], [{ ...now, balance: pounds(189_212) }]).length, 2);
  assert.equal(merge([old, { ...old, accountNumber: '7735028861' }], [now]).length, 3);
});

test('two loans of one day and payment are no two states of one, unless payments lie between them', () => {
  const order: Changes = { payment: pounds(64), balance: pounds(2_304), lastUpdated: '2026-02-02' };
  const later = { ...order, lastUpdated: '2026-03-04' };
  assert.equal(merge([order, { ...later, balance: pounds(128) }], []).length, 2);
  assert.equal(merge([order, { ...later, balance: pounds(2_240) }], []).length, 1);
});

test('a loan that began after another was last told of is the next one', () => {
  const number = '****5719';
  const first: Changes = { accountNumber: number, balance: pounds(456), payment: pounds(456) };
  const next = { ...first, startDate: '2023-06-10', lastUpdated: '2026-03-20' };
  assert.equal(merge([{ ...first, lastUpdated: '2023-06-02' }], [next]).length, 2);
  assert.equal(merge([{ ...first, lastUpdated: '2023-06-03' }], [next]).length, 1);
  // The first of a month may stand for all of it.
  assert.equal(merge([{ ...first, lastUpdated: '2023-06-01' }], [next]).length, 1);
});

test('what a lender was done with before a debt failed was not sold to its buyer', () => {
  const seller: Changes = { accountStatus: 'settled', balance: pounds(0), endDate: '2025-01-10' };
  const buyer: Changes = {
    accountStatus: 'default',
    companyName: 'Lindenhall Portfolio 3 Limited RE Brackenshaw Bank',
    companyType: 'debt-purchaser',
    startDate: '2025-01-26',
    balance: pounds(798),
  };
  assert.equal(merge([seller], [{ ...buyer, defaultDate: '2025-03-13' }]).length, 1);
  assert.equal(merge([seller], [{ ...buyer, defaultDate: '2025-03-14' }]).length, 2);
});

const PHONE: Changes = { accountType: 'communications', companyName: 'Skerrow Mobile' };
const [ONE, TWO] = [
  { ...PHONE, accountNumber: '43332264' },
  { ...PHONE, accountNumber: '50439349' },
];

test('a third record excuses two numbers only if it is surely both', () => {
  // A mask of the beginning is of the first, and a mask of the end of the second: which has what they share says their numbers.
  const shown = { ...PHONE, accountNumber: '4333xxxx', balance: pounds(38) };
  const end = { ...PHONE, accountNumber: '....9349', balance: pounds(38) };
  const rows = merge(
    [shown],
    [ONE, { ...TWO, balance: pounds(38) }],
    [{ ...PHONE, accountNumber: '....2264' }, end],
  );
  const all = rows.map(({ bureaus, accountNumber }) => `${bureaus.length} ${accountNumber}`).sort();
  assert.deepEqual(all, ['2 ****9349', '3 ****2264']);
  // Told by two sums it is both: the lender gave a new number.
  const sums = { balance: pounds(614), startBalance: pounds(1_127) };
  const loan = { ...BARE_LOAN, ...sums, accountNumber: '4477112233' };
  const [moved, bare] = [
    { ...loan, accountNumber: '9630771854' },
    { ...loan, accountNumber: undefined },
  ];
  assert.equal(merge([loan], [moved], [bare]).length, 1);
});

test('two phones are not paired off against a sum that two of them share', () => {
  const [paid, other] = [{ payment: pounds(168) }, { lastName: 'Other' }];
  const files = (own: Changes): [Changes[], Changes[]] => [
    [PHONE, { ...PHONE, ...own, ...other }],
    [
      { ...ONE, ...own },
      { ...TWO, ...other, numberOfPayments: 24 },
    ],
  ];
  assert.equal(merge(...files({})).length, 2);
  assert.equal(merge(...files(paid)).length, 4);
});
