// What stays when names, numbers and days are written otherwise: default sums, parts, the fuel, payments; and what tells two apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const HOME: Changes = { accountType: 'mortgage', payment: pounds(1_077), numberOfPayments: 420 };
const GAS: Changes = { accountType: 'utility', companyName: 'Moorgate Power' };
const SMALL: Changes = { accountType: 'short-term-loan', accountStatus: 'settled', payment: pounds(50) };
const OWED: Changes = { accountStatus: 'default', balance: pounds(1_088), defaultBalance: pounds(12_580) };
const BUYER: Changes = { companyType: 'debt-purchaser', companyName: 'Lindenhall Portfolio 3 Limited' };

const CARD: Changes = { accountType: 'credit-card', companyName: 'Corncrake Cards Ltd' };
const REISSUED: Changes = { ...CARD, accountStatus: 'default', defaultBalance: pounds(1_257) };
const PHONE: Changes = { accountType: 'communications', companyName: 'Pellwick Telecom' };
const SHOP: Changes = { ...CARD, companyName: 'Pellwick Stores', accountNumber: '****5678' };
const NEXT: Changes = { companyName: 'Lindenhall Loans', startDate: '2023-06-08', payment: pounds(17) };
const MOVED: Changes = { companyName: "Sainsbury's Bank", accountNumber: '969072832131' };
const MOVED_TO: Changes = { companyName: 'NatWest', accountNumber: '7471652233' };

const CASES: [what: string, rows: number, equifax: Changes[], experian: Changes[], transunion?: Changes[]][] =
  [
    [
      'a part joined on behind a dash within the number, in one digit and in two',
      1,
      [{ accountNumber: '48/831768-602' }],
      [{ accountNumber: '4883176862' }],
    ],
    ['another part of it', 2, [{ accountNumber: '48/831768-602' }], [{ accountNumber: '4883176861' }]],
    [
      'a part behind a number that is filled up with zeros',
      1,
      [{ accountNumber: '000620008094' }],
      [{ accountNumber: '6200080941' }],
    ],
    [
      'one bureau, halves of a mortgage of which it heard a month apart',
      2,
      [
        { ...HOME, balance: pounds(171_450) },
        { ...HOME, balance: pounds(171_697), accountNumber: '****4604', lastUpdated: '2026-01-30' },
      ],
      [],
    ],
    [
      'one bureau, a loan that began when the one before had ended',
      2,
      [
        {
          ...SMALL,
          accountNumber: '4872696',
          startDate: '2023-11-24',
          endDate: '2023-12-24',
          lastUpdated: '2023-12-26',
        },
        {
          ...SMALL,
          accountNumber: '4872696',
          startDate: '2023-12-25',
          endDate: '2024-01-24',
          lastUpdated: '2024-02-23',
        },
      ],
      [],
    ],
    [
      'one bureau, two tokens',
      2,
      [
        { accountNumber: '33B42370736C7AEA', startBalance: pounds(9_793), lastUpdated: '2026-01-30' },
        { accountNumber: '8924B11B076E59CE', startBalance: pounds(9_793) },
      ],
      [],
    ],
    [
      'a debt that was sold and owed the same at the default',
      1,
      [{ ...OWED, balance: pounds(12_580), accountNumber: '1834893063', lastUpdated: '2024-02-13' }],
      [{ ...OWED, ...BUYER, accountNumber: '****6231', defaultDate: '2025-11-01' }],
    ],
    [
      'another sum at the default',
      2,
      [{ ...OWED, balance: pounds(12_580), accountNumber: '1834893063', startDate: '2023-05-01' }],
      [{ ...OWED, ...BUYER, defaultBalance: pounds(9_307), accountNumber: '****6231' }],
    ],
    [
      'gas and electricity of one day, by the codes of two bureaus',
      2,
      [],
      [{ ...GAS, typeCode: '40', balance: pounds(138) }],
      [{ ...GAS, typeCode: 'EE', balance: pounds(138) }],
    ],
    [
      'the same fuel',
      1,
      [],
      [{ ...GAS, typeCode: '40', balance: pounds(138) }],
      [{ ...GAS, companyName: 'Moorgate Energy', typeCode: 'GE', balance: pounds(138) }],
    ],
    [
      'two purchases of one day, apart by no whole payment',
      2,
      [{ payment: pounds(288), balance: pounds(864), numberOfPayments: 3 }],
      [{ balance: pounds(686), numberOfPayments: 3 }],
    ],
    [
      'a loan without a start, which is owed the same to the pound',
      1,
      [{ startDate: undefined, balance: pounds(15_147), numberOfPayments: 48 }],
      [{ balance: pounds(15_147), numberOfPayments: 48, accountNumber: '38759934' }],
    ],
    [
      'a card that was issued again, by what was owed at the default',
      1,
      [{ ...REISSUED, accountNumber: '5204494127240733', balance: pounds(1_000) }],
      [{ ...REISSUED, accountNumber: '5204497700318824', balance: pounds(400) }],
    ],
    [
      'a card that was issued again, and another sum',
      2,
      [{ ...REISSUED, accountNumber: '5204494127240733', balance: pounds(1_000) }],
      [
        {
          ...REISSUED,
          accountNumber: '5204497700318824',
          balance: pounds(400),
          defaultBalance: pounds(1_263),
        },
      ],
    ],
    ['a premium in instalments, of which one bureau makes a loan', 1, [{ accountType: 'insurance' }], [{}]],
    [
      'a premium, and a purchase on credit',
      2,
      [{ accountType: 'insurance' }],
      [{ accountType: 'hire-purchase' }],
    ],
    [
      "four digits under a shop's name, two days apart",
      1,
      [SHOP],
      [{ ...SHOP, companyName: 'Corncrake Cards Ltd', startDate: '2023-06-07' }],
    ],
    [
      "four digits under a shop's name, seven days apart, beside another that they may be",
      3,
      [SHOP],
      [
        { ...SHOP, companyName: 'Corncrake Cards Ltd', startDate: '2023-06-12' },
        { ...SHOP, companyName: 'Lindenhall Cards', accountNumber: '****5678', startDate: '2023-06-12' },
      ],
    ],
    [
      'the first of a month stands for a day of it',
      1,
      [
        {
          accountNumber: '12345678',
          payment: pounds(243),
          startBalance: pounds(9_800),
          startDate: '2023-06-01',
        },
      ],
      [
        {
          accountNumber: '87654321',
          payment: pounds(243),
          startBalance: pounds(9_800),
          startDate: '2023-06-25',
        },
      ],
    ],
    [
      'the second of a month stands for itself',
      2,
      [
        {
          accountNumber: '12345678',
          payment: pounds(243),
          startBalance: pounds(9_800),
          startDate: '2023-06-02',
        },
      ],
      [
        {
          accountNumber: '87654321',
          payment: pounds(243),
          startBalance: pounds(9_800),
          startDate: '2023-06-25',
        },
      ],
    ],
    [
      'a book that moved to another lender, with its number',
      1,
      [{ ...MOVED, balance: pounds(6_124) }],
      [{ ...MOVED_TO, balance: pounds(6_000) }],
    ],
    [
      'another number of the lender itself',
      2,
      [{ ...MOVED, balance: pounds(6_124) }],
      [{ ...MOVED, accountNumber: '7471652233', balance: pounds(6_000) }],
    ],
    [
      'a loan that ended with one lender and began with the one that took it over',
      1,
      [
        {
          ...MOVED,
          accountStatus: 'settled',
          endDate: '2025-05-01',
          payment: pounds(384),
          startBalance: pounds(13_000),
        },
      ],
      [{ ...MOVED_TO, startDate: '2025-05-01', payment: pounds(384), startBalance: pounds(13_000) }],
    ],
    [
      'two names of one group, another number and two sums',
      1,
      [{ companyName: 'HSBC', accountNumber: '12345678', payment: pounds(243), balance: pounds(6_124) }],
      [{ companyName: 'M&S Bank', accountNumber: '87654321', payment: pounds(243), balance: pounds(6_124) }],
    ],
    [
      'two names of two groups, another number and two sums',
      2,
      [{ companyName: 'HSBC', accountNumber: '12345678', payment: pounds(243), balance: pounds(6_124) }],
      [{ companyName: 'Halifax', accountNumber: '87654321', payment: pounds(243), balance: pounds(6_124) }],
    ],
    [
      'the Power and the Energy of one company',
      1,
      [{ ...GAS, startDate: '2023-06-06' }],
      [{ ...GAS, companyName: 'Moorgate Energy' }],
    ],
    [
      'the Power and the Water of one town',
      2,
      [{ ...GAS, startDate: '2023-06-06' }],
      [{ ...GAS, companyName: 'Moorgate Water' }],
    ],
    [
      'the only card of its lender, before and after its limit was raised',
      1,
      [{ ...CARD, creditLimit: pounds(2_250), balance: pounds(1_633) }],
      [{ ...CARD, creditLimit: pounds(1_688), balance: pounds(1_600) }],
      [{ ...CARD, creditLimit: pounds(2_250), balance: pounds(1_633) }],
    ],
    [
      'a card of another limit beside another of its lender, which it is less likely',
      2,
      [
        { ...CARD, creditLimit: pounds(2_250), balance: pounds(1_633) },
        { ...CARD, startDate: '2023-07-05', creditLimit: pounds(500), balance: pounds(60) },
      ],
      [{ ...CARD, creditLimit: pounds(1_688), balance: pounds(1_600) }],
      [{ ...CARD, creditLimit: pounds(2_250), balance: pounds(1_633) }],
    ],
    [
      'a phone that fits two of one day',
      3,
      [PHONE],
      [PHONE, { ...PHONE, accountNumber: '4477112233', balance: pounds(22) }],
    ],
    [
      'a card that fits two records of one day, which may be one twice',
      2,
      [CARD],
      [CARD, { ...CARD, accountNumber: '4477112233', balance: pounds(22) }],
    ],
    [
      'four digits, two sums and one payment more',
      1,
      [{ accountNumber: '350104121096', payment: pounds(221), balance: pounds(1_310), numberOfPayments: 10 }],
      [{ accountNumber: '****1096', payment: pounds(221), balance: pounds(1_310), numberOfPayments: 10 }],
      [{ accountNumber: '****1096', payment: pounds(221), balance: pounds(1_310), numberOfPayments: 11 }],
    ],
    [
      "a shop's name, and a balance one payment lower, beside another loan of those days",
      2,
      [
        {
          companyName: 'Pellwick Sofas',
          numberOfPayments: 48,
          payment: pounds(63),
          balance: pounds(2_520),
          lastUpdated: '2026-02-01',
        },
        NEXT,
      ],
      [{ companyName: 'Corncrake Finance', balance: pounds(2_457), numberOfPayments: 48 }],
    ],
    [
      "a shop's name, and a balance lower by something else",
      3,
      [
        {
          companyName: 'Pellwick Sofas',
          numberOfPayments: 48,
          payment: pounds(63),
          balance: pounds(2_533),
          lastUpdated: '2026-02-01',
        },
        NEXT,
      ],
      [{ companyName: 'Corncrake Finance', balance: pounds(2_457), numberOfPayments: 48 }],
    ],
    [
      "a shop's name, and the same balance, beside another loan of those days",
      2,
      [{ companyName: 'Pellwick Sofas', balance: pounds(2_457), numberOfPayments: 48 }, NEXT],
      [{ companyName: 'Corncrake Finance', balance: pounds(2_457), numberOfPayments: 48 }],
    ],
    [
      'a loan without a start beside another of its lender',
      2,
      [{ startDate: undefined, balance: pounds(15_147), numberOfPayments: 48 }, { startDate: '2020-01-10' }],
      [{ balance: pounds(15_147), numberOfPayments: 48, accountNumber: '38759934' }],
    ],
    [
      'the only card of its lender, whose limit one of two bureaus has not heard of',
      1,
      [{ ...CARD, creditLimit: pounds(1_313), balance: pounds(1_078) }],
      [{ ...CARD, companyName: 'Corncrake Direct', creditLimit: pounds(1_750), balance: pounds(970) }],
    ],
    [
      'a card of another limit, begun a month and a day later',
      2,
      [{ ...CARD, creditLimit: pounds(1_313), balance: pounds(1_078) }],
      [
        {
          ...CARD,
          companyName: 'Corncrake Direct',
          startDate: '2023-07-07',
          creditLimit: pounds(1_750),
          balance: pounds(970),
        },
      ],
    ],
  ];

for (const [what, count, equifax, experian, transunion = []] of CASES)
  test(`${what}: ${count}`, () =>
    assert.equal(mergeAs({ equifax, experian, transunion }, BARE_LOAN).length, count));
