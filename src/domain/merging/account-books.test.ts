// Debts whose sums stay when a book moves: one row, however much else changed; and what is one point short of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Changes, merge as mergeAs, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';

const ACCOUNT: Omit<FileAccount, 'ref'> = {
  firstName: 'Ada',
  lastName: 'Sample',
  accountType: 'mortgage',
  accountStatus: 'open',
  companyType: 'mortgage-lender',
  companyName: 'Wherrygate Home Loans plc',
  startDate: '2012-04-07',
  lastUpdated: '2026-03-01',
};
const MOVED: Changes = {
  companyName: 'Silverpine Mortgages',
  startDate: '2025-05-29',
  accountNumber: '53019644',
  payment: pounds(2_466),
};
const KEPT: Changes = { accountNumber: '78960495', payment: pounds(2_466) };

const DEBT: Changes = {
  accountType: 'unsecured-loan',
  accountStatus: 'default',
  companyType: 'debt-purchaser',
  companyName: 'Lindenhall Portfolio 3 Limited',
  defaultDate: '2023-03-06',
  balance: pounds(300),
};
const RESOLD: Changes = { ...DEBT, accountType: 'other', startDate: '2023-11-24' };

const CARD: Changes = {
  accountType: 'credit-card',
  companyType: 'bank',
  companyName: 'Wherrygate Bank plc',
  balance: pounds(7_231),
};
const LATER: Changes = { ...CARD, startDate: '2025-09-10' };

const BOOK: Changes = {
  accountType: 'credit-card',
  companyType: 'bank',
  companyName: "SAINSBURY'S BANK",
  creditLimit: pounds(250),
  balance: pounds(120),
};
const SOLD_BOOK: Changes = { ...BOOK, companyName: 'NATWEST', balance: pounds(80) };
const SELLER: Changes = {
  accountType: 'store-card',
  accountStatus: 'default',
  companyType: 'retailer',
  companyName: 'Haberdash & Daughters',
  startDate: '2021-05-10',
  balance: pounds(4_707),
};

const CASES: [what: string, rows: number, equifax: Changes, experian: Changes][] = [
  [
    'a mortgage that moved, with payment and balance',
    1,
    { ...MOVED, balance: pounds(110_454) },
    { ...KEPT, balance: pounds(110_454) },
  ],
  [
    'a mortgage that moved, with the payment and a balance within it',
    1,
    { ...MOVED, balance: pounds(110_454) },
    { ...KEPT, balance: pounds(107_988) },
  ],
  [
    'a mortgage that moved, with the payment alone',
    2,
    { ...MOVED, balance: pounds(110_454) },
    { ...KEPT, balance: pounds(107_980) },
  ],
  [
    'a mortgage under another name, with four digits and a balance within the payment of one',
    1,
    { ...MOVED, accountNumber: '****0495', payment: undefined, balance: pounds(110_454) },
    { ...KEPT, balance: pounds(109_141) },
  ],
  [
    'a mortgage that moved, with two round sums',
    2,
    { ...MOVED, payment: pounds(1_500), balance: pounds(110_000) },
    { ...KEPT, payment: pounds(1_500), balance: pounds(110_000) },
  ],
  [
    'two parts of one mortgage',
    2,
    { ...KEPT, accountNumber: '78960495-01', balance: pounds(110_454) },
    { ...KEPT, accountNumber: '78960495-02', balance: pounds(110_454) },
  ],
  [
    'a mortgage under another name, with the payment and the number of payments, within a week',
    1,
    { ...MOVED, startDate: '2012-04-14', numberOfPayments: 180 },
    { ...KEPT, numberOfPayments: 180 },
  ],
  [
    'the same a day more apart',
    2,
    { ...MOVED, startDate: '2012-04-15', numberOfPayments: 180 },
    { ...KEPT, numberOfPayments: 180 },
  ],
  [
    'a mortgage of one lender that names another start, with the payment and the number of payments',
    1,
    { startDate: '2025-05-29', payment: pounds(2_466), numberOfPayments: 180 },
    { ...KEPT, numberOfPayments: 180 },
  ],
  [
    'the same with another number of payments',
    2,
    { startDate: '2025-05-29', payment: pounds(2_466), numberOfPayments: 182 },
    { ...KEPT, numberOfPayments: 180 },
  ],
  [
    'a debt of one buyer, from two days, of two kinds, defaulted within three days',
    1,
    DEBT,
    { ...RESOLD, defaultDate: '2023-03-09' },
  ],
  ['defaulted a day more apart', 2, DEBT, { ...RESOLD, defaultDate: '2023-03-10' }],
  ['of two sums', 2, DEBT, { ...RESOLD, balance: pounds(302) }],
  ['of two numbers', 2, { ...DEBT, accountNumber: '49435852' }, { ...RESOLD, accountNumber: '68201734' }],
  [
    'a card from another day, with its limit',
    1,
    { ...CARD, creditLimit: pounds(10_000) },
    { ...LATER, creditLimit: pounds(10_000) },
  ],
  [
    'with another limit',
    2,
    { ...CARD, creditLimit: pounds(10_000) },
    { ...LATER, creditLimit: pounds(9_000) },
  ],
  [
    'with a round balance',
    2,
    { ...CARD, creditLimit: pounds(10_000), balance: pounds(7_250) },
    { ...LATER, creditLimit: pounds(10_000), balance: pounds(7_250) },
  ],
  [
    'defaulted within a month',
    1,
    { ...CARD, defaultDate: '2025-01-01' },
    { ...LATER, defaultDate: '2025-02-01' },
  ],
  [
    'a card that moved with its book, of one week and one limit',
    1,
    { ...SOLD_BOOK, startDate: '2018-07-17', accountNumber: '4856774369665220' },
    { ...BOOK, startDate: '2018-07-10', accountNumber: '7489830394162818' },
  ],
  [
    'the same a day more apart',
    2,
    { ...SOLD_BOOK, startDate: '2018-07-18', accountNumber: '4856774369665220' },
    { ...BOOK, startDate: '2018-07-10', accountNumber: '7489830394162818' },
  ],
  [
    'the same with the first of its month at one bureau',
    1,
    { ...SOLD_BOOK, startDate: '2018-07-01', accountNumber: '4856774369665220' },
    { ...BOOK, startDate: '2018-07-28', accountNumber: '7489830394162818' },
  ],
  [
    'the same with the day of the move, and its balance',
    1,
    { ...SOLD_BOOK, startDate: '2025-05-01', balance: pounds(195), accountNumber: '4856774369665220' },
    { ...BOOK, startDate: '2018-07-10', balance: pounds(195), accountNumber: '7489830394162818' },
  ],
  [
    'a debt of one buyer that begins on the day of its default at one bureau',
    1,
    { ...DEBT, companyName: 'Lindenhall No 2 Ltd', startDate: '2023-03-06', defaultDate: undefined },
    { ...DEBT, startDate: '2021-05-10' },
  ],
  [
    'the same four days off',
    2,
    { ...DEBT, companyName: 'Lindenhall No 2 Ltd', startDate: '2023-03-10', defaultDate: undefined },
    { ...DEBT, startDate: '2021-05-10' },
  ],
  [
    'a debt that its seller still shows, defaulted within a month',
    1,
    { ...RESOLD, balance: pounds(4_707) },
    { ...SELLER, defaultDate: '2023-04-06' },
  ],
  [
    'defaulted longer apart',
    2,
    { ...RESOLD, balance: pounds(4_707) },
    { ...SELLER, defaultDate: '2023-04-07' },
  ],
];

for (const [what, count, equifax, experian] of CASES)
  test(`${what}: ${count}`, () => {
    // A second account of the lender at each bureau: neither of the two is the only one.
    const more = {
      startDate: '2015-02-03',
      balance: pounds(41),
      payment: pounds(17),
      accountNumber: '11223344',
    };
    const other = (one: Changes) => ({
      ...one,
      ...more,
      numberOfPayments: 12,
      defaultDate: undefined,
      creditLimit: undefined,
    });
    // A seller has none: it would be sold too.
    const files = {
      equifax: [equifax, other(equifax)],
      experian: experian.companyType === 'retailer' ? [experian] : [experian, other(experian)],
    };
    assert.equal(mergeAs(files, ACCOUNT).length, count + 1);
  });

const SIDES = { accountNumber: '78960495', lastUpdated: '2026-03-01', defaultDate: '2023-04-06' };
for (const [what, count, balance] of [
  ['still shows', 1, 4_707],
  ['no longer shows', 2, 0],
] as const)
  test(`a debt of a buyer that its seller ${what}, both at one bureau: ${count}`, () => {
    const files = {
      equifax: [
        { ...SELLER, ...SIDES, balance: pounds(balance) },
        { ...RESOLD, ...SIDES, accountNumber: undefined, balance: pounds(4_707) },
      ],
    };
    assert.equal(mergeAs(files, ACCOUNT).length, count);
  });
