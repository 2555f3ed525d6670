// What remains on both sides when all that is sure was joined, as a table: what is joined then, and what stays two rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const CARD: Changes = { accountType: 'credit-card', creditLimit: pounds(700) };
const SHOP: Changes = { companyName: 'Pellwick Sofas', numberOfPayments: 36 };
const FINANCIER: Changes = { companyName: 'Corncrake Finance', numberOfPayments: 36 };
const GAS: Changes = { accountType: 'utility', companyName: 'Moorgate Power' };
const FOUND: Changes = { ...CARD, startDate: '2023-05-01', accountNumber: '4477112233', balance: pounds(22) };
const METER: Changes = { ...GAS, startDate: '2023-05-01', accountNumber: '4477112233', balance: pounds(22) };
const PHONE: Changes = { accountType: 'communications', companyName: 'Skerrow Mobile', payment: pounds(34) };
const HANDSET: Changes = { accountType: 'unsecured-loan', payment: pounds(33), numberOfPayments: 24 };
const PART: Changes = { accountType: 'mortgage', balance: pounds(96_320), payment: pounds(874) };
const O2: Changes = { companyName: 'Virgin Media O2', payment: undefined };
const RUNG: Changes = { ...PHONE, startDate: '2023-05-01', accountNumber: '4477112233', balance: pounds(22) };
const LOAN: Changes = { startDate: '2023-05-01', accountNumber: '4477112233', balance: pounds(22) };
const LOST: Changes = { accountStatus: 'default', defaultDate: '2024-08-12' };
const CAR: Changes = { accountType: 'hire-purchase', companyName: undefined };
const NEWER: Changes = { lastUpdated: '2026-05-01' };
const FAILED: Changes = {
  ...LOST,
  accountType: 'mail-order',
  balance: pounds(951),
  creditLimit: pounds(1_550),
};
const SELLER: Changes = { ...LOST, balance: pounds(785), defaultBalance: pounds(923) };
const BUYER: Changes = {
  ...LOST,
  companyName: 'Lindenhall Portfolio 3 Limited',
  companyType: 'debt-purchaser',
  startDate: '2024-08-12',
  balance: pounds(653),
};

const SOLD_ON: Changes = {
  ...BUYER,
  startDate: '2024-12-08',
  lastUpdated: '2026-03-20',
  accountNumber: '379247851212',
  balance: pounds(303),
  defaultBalance: pounds(552),
};
const SMALL: Changes = { accountType: 'short-term-loan', companyName: 'Wrenlow Loans', balance: pounds(720) };
const OTHER_SMALL: Changes = { ...SMALL, companyName: 'Pikestaff Advance', balance: pounds(733) };

const CASES: [what: string, rows: number, equifax: Changes[], experian: Changes[], transunion?: Changes[]][] =
  [
    [
      'a purchase under two names, one payment apart, once the one of the week before has its partner',
      2,
      [
        { ...SHOP, payment: pounds(31), balance: pounds(589) },
        { ...SHOP, startDate: '2023-05-29', accountNumber: '62616730', balance: pounds(140) },
      ],
      [
        { ...FINANCIER, payment: pounds(31), balance: pounds(620), lastUpdated: '2026-02-01' },
        { ...FINANCIER, startDate: '2023-05-29', accountNumber: '62616730', balance: pounds(140) },
      ],
    ],
    [
      'the same with another number of payments',
      2,
      [{ ...SHOP, payment: pounds(31), balance: pounds(589) }],
      [{ ...FINANCIER, payment: pounds(31), balance: pounds(620), numberOfPayments: 24 }],
    ],
    [
      'two names that owe otherwise',
      2,
      [{ ...SHOP, balance: pounds(589) }],
      [{ ...FINANCIER, balance: pounds(1_400) }],
    ],
    [
      'two known lenders of one day',
      2,
      [{ companyName: 'HSBC Bank plc', balance: pounds(589) }],
      [{ companyName: 'Barclays Bank plc', balance: pounds(589) }],
    ],
    ['two supplies of one day', 2, [GAS], [{ ...GAS, companyName: 'Pellwick Energy' }]],
    [
      'the same with an equal sum',
      1,
      [{ ...GAS, balance: pounds(133) }],
      [{ ...GAS, companyName: 'Pellwick Energy', balance: pounds(133) }],
    ],
    [
      'a card whose limit was raised, with another balance, without a number',
      1,
      [{ ...CARD, balance: pounds(460) }],
      [{ ...CARD, creditLimit: pounds(950), balance: pounds(612), startDate: '2023-06-08' }],
    ],
    [
      'a card of the next fortnight with another balance, beside another card of that lender',
      3,
      [{ ...CARD, creditLimit: undefined, balance: pounds(460) }, FOUND],
      [{ ...CARD, creditLimit: undefined, balance: pounds(612), startDate: '2023-06-15' }, FOUND],
    ],
    [
      'the same without a balance',
      2,
      [{ ...CARD, creditLimit: undefined, balance: pounds(460) }, FOUND],
      [{ ...CARD, creditLimit: undefined, startDate: '2023-06-15' }, FOUND],
    ],
    [
      'a meter that runs and one in default, beside another of that company',
      3,
      [{ ...GAS, balance: pounds(141) }, METER],
      [{ ...GAS, ...LOST, balance: pounds(501), startDate: '2023-06-10' }, METER],
    ],
    [
      'two that run',
      2,
      [{ ...GAS, balance: pounds(141) }, METER],
      [{ ...GAS, balance: pounds(501), startDate: '2023-06-10' }, METER],
    ],
    [
      'another number of that day, with an equal sum',
      1,
      [{ accountNumber: '****0500', balance: pounds(600) }],
      [{ accountNumber: '****8121', balance: pounds(600), startDate: '2023-06-08' }],
    ],
    [
      'another number of that day, without one',
      2,
      [{ accountNumber: '****0500', balance: pounds(600) }],
      [{ accountNumber: '****8121', balance: pounds(630), startDate: '2023-06-08' }],
    ],
    [
      'without a start, with an equal sum',
      1,
      [{ payment: pounds(130), balance: pounds(650) }],
      [{ payment: pounds(130), balance: pounds(650), startDate: undefined, accountNumber: '****4687' }],
    ],
    [
      'without a start and an equal sum',
      2,
      [{ ...CARD, balance: pounds(650) }],
      [
        {
          ...CARD,
          balance: pounds(900),
          startDate: undefined,
          accountNumber: '****4687',
          creditLimit: undefined,
        },
      ],
    ],
    [
      'a phone and its handset of one lender, day and payment',
      2,
      [{ ...PHONE, balance: pounds(0), accountNumber: '****0437' }],
      [{ ...PHONE, ...HANDSET, balance: pounds(693), accountNumber: '901114640438' }],
    ],
    [
      'two phones of one day and bill',
      2,
      [{ ...PHONE, companyName: 'O2 UK', balance: pounds(34), accountNumber: '272718989845' }],
      [{ ...PHONE, ...O2, balance: pounds(34), accountNumber: '0308' }],
    ],
    [
      'two phones taken out nine days apart, one of them paid',
      3,
      [{ ...PHONE, payment: undefined, balance: pounds(0) }, RUNG],
      [{ ...PHONE, balance: pounds(39), startDate: '2023-06-14' }, RUNG],
    ],
    [
      'a meter with nothing to pay and one in default, beside another of that company',
      3,
      [{ ...GAS, balance: pounds(0) }, METER],
      [{ ...GAS, ...LOST, balance: pounds(501), startDate: '2023-06-10' }, METER],
    ],
    [
      'two loans of one lender and day that owe otherwise',
      3,
      [{ balance: pounds(460) }, LOAN],
      [{ balance: pounds(1_612), startDate: '2023-06-10' }, LOAN],
    ],
    [
      'a card that agrees with one of two, and has another name and limit than the other',
      2,
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811' }],
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811', creditLimit: undefined }],
      [{ ...CARD, companyName: 'Corncrake Finance', creditLimit: pounds(950) }],
    ],
    [
      'the same with that limit',
      1,
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811' }],
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811', creditLimit: undefined }],
      [{ ...CARD, companyName: 'Corncrake Finance' }],
    ],
    [
      'a card that agrees with one of two, and has another first name than the other',
      2,
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811' }],
      [{ ...CARD, companyName: 'Pellwick Sofas', accountNumber: '4477998811', firstName: undefined }],
      [{ ...CARD, companyName: 'Corncrake Finance', creditLimit: undefined, firstName: 'Brian' }],
    ],
    [
      'a nameless account that agrees with one of two, and has another number than the other',
      2,
      [{ ...CARD, accountNumber: '4477998811' }],
      [{ ...CARD, accountNumber: undefined }],
      [{ ...CARD, companyName: undefined, accountNumber: '3390112266', creditLimit: undefined }],
    ],
    [
      'two parts of a mortgage, of which one bureau shows one without its number',
      2,
      [{ ...PART, accountNumber: '4477112233/1' }],
      [PART],
      [{ ...PART, accountNumber: '4477112233/2' }],
    ],
    [
      'a kind that one bureau does not say, with its last digits and two payments less, under no name',
      1,
      [{ ...CAR, accountType: 'other', accountNumber: '#ENDING 9956', balance: pounds(41_557) }],
      [{ ...CAR, payment: pounds(604), accountNumber: '42489956', balance: pounds(40_349), ...NEWER }],
    ],
    [
      'without a start, under two names, with the last digits and a sum',
      1,
      [{ ...FAILED, companyName: 'Home Retail Group Card Services Ltd', accountNumber: 'xxxxxx9914' }],
      [{ ...FAILED, companyName: 'Argos', accountNumber: '3607599914', startDate: undefined }],
    ],
    [
      'the same without digits',
      2,
      [{ ...FAILED, companyName: 'Home Retail Group Card Services Ltd' }],
      [{ ...FAILED, companyName: 'Argos', accountNumber: '3607599914', startDate: undefined }],
    ],
    ['what its buyer and its seller say of a default of one day', 1, [SELLER], [BUYER]],
    [
      'what a buyer and a seller say of two defaults, though a third bureau gives the buyer no day',
      2,
      [{ ...SOLD_ON, defaultDate: undefined }],
      [SOLD_ON],
      [
        {
          ...SELLER,
          startDate: '2021-06-05',
          defaultDate: '2022-03-12',
          balance: pounds(372),
          payment: pounds(69),
        },
      ],
    ],
    ['small loans of two lenders of one week, of which both are owed', 2, [SMALL], [OTHER_SMALL]],
    [
      'the same with a number in common',
      1,
      [{ ...SMALL, accountNumber: '61284455' }],
      [{ ...OTHER_SMALL, accountNumber: '****455' }],
    ],
    [
      'the same, both paid off',
      1,
      [{ ...SMALL, balance: pounds(0) }],
      [{ ...OTHER_SMALL, balance: pounds(0) }],
    ],
    [
      'what they say of two days',
      2,
      [SELLER],
      [{ ...BUYER, startDate: '2024-10-12', defaultDate: '2024-10-12' }],
    ],
    [
      'a budget account and a loan of one lender, with an equal sum',
      1,
      [{ payment: pounds(16), balance: pounds(400) }],
      [{ accountType: 'budget-account', payment: pounds(16), balance: pounds(400), numberOfPayments: 48 }],
      [{ balance: pounds(416), lastUpdated: '2026-02-01' }],
    ],
  ];

for (const [what, count, equifax, experian, transunion = []] of CASES)
  test(`${what}: ${count}`, () =>
    assert.equal(mergeAs({ equifax, experian, transunion }, BARE_LOAN).length, count));
