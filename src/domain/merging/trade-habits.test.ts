// What lenders and bureaus do that makes one debt look like two: each case beside the nearest one that is two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const LATE: Changes = { accountNumber: '002668168897', payment: pounds(857), startDate: '2026-02-12' };
const EARLY: Changes = { ...LATE, startDate: '2026-01-15', lastUpdated: '2026-01-30' };
const PAID: Changes = {
  ...LATE,
  accountNumber: undefined,
  startDate: '2026-01-15',
  lastUpdated: '2026-03-14',
};
const HOME: Changes = {
  accountType: 'mortgage',
  companyName: 'Wherrygate Home Loans plc',
  startDate: '2014-07-05',
};
const MOVED: Changes = {
  ...HOME,
  accountNumber: '3321788599',
  payment: pounds(1_005),
  balance: pounds(131_013),
  lastUpdated: '2026-01-31',
};
const KEPT: Changes = { ...HOME, accountNumber: 'xxxx1925', balance: pounds(129_809) };
const PART: Changes = { ...HOME, numberOfPayments: 240, payment: pounds(1_103) };
const NAMELESS: Changes = { ...PART, balance: pounds(214_549) };
const BEGUN: Changes = {
  ...HOME,
  numberOfPayments: 240,
  startBalance: pounds(216_000),
  balance: pounds(215_275),
};
const THIRD: Changes = {
  ...PART,
  payment: pounds(1_089),
  balance: pounds(206_085),
  accountNumber: 'XXXX/003',
};
const SHOP: Changes = { accountType: 'credit-card', companyName: 'Marigold', startDate: '2021-02-09' };
const SHOP_CARD: Changes = { ...SHOP, companyName: 'Ledbury Direct Ltd', accountNumber: 'XXXXXX406A' };
const BUDGET: Changes = { accountType: 'budget-account', accountNumber: 'Y470734XXXX', balance: pounds(130) };
const INSTALMENTS: Changes = { payment: pounds(10), balance: pounds(140) };

const ARRANGED: Changes = { accountStatus: 'arrangement', payment: pounds(11), balance: pounds(8_495) };
const AGREED: Changes = { accountNumber: '****0318', payment: pounds(208), balance: pounds(8_505) };
const BOUGHT: Changes = {
  ...{ accountStatus: 'default', companyType: 'debt-purchaser', companyName: 'Thornbeck Recoveries' },
  ...{
    accountNumber: '49929925',
    defaultDate: '2023-02-13',
    startDate: '2023-08-24',
    balance: pounds(2_139),
  },
};
const RESOLD: Changes = {
  ...BOUGHT,
  companyName: 'Lindenhall Portfolio 3',
  accountNumber: '586553578',
  startDate: '2021-02-08',
};
const LOST: Changes = {
  accountType: 'credit-card',
  creditLimit: pounds(4_800),
  accountNumber: '4243359067167602',
};
const REPLACED: Changes = { ...LOST, accountNumber: '4243352817465092', startDate: '2023-07-06' };
const OVERDRAWN: Changes = { companyName: undefined, creditLimit: pounds(2_200), balance: pounds(296) };
const BANKED: Changes = { accountType: 'current-account', creditLimit: pounds(2_200), balance: pounds(295) };
const PURCHASE: Changes = {
  companyName: undefined,
  startBalance: pounds(5_062),
  payment: pounds(120),
  balance: pounds(1_350),
};
const ANOTHER: Changes = {
  ...PURCHASE,
  startBalance: pounds(10_939),
  payment: pounds(505),
  balance: pounds(990),
};
const SPENT: Changes = {
  accountType: 'credit-card',
  companyName: undefined,
  creditLimit: pounds(5_800),
  balance: pounds(116),
};
const WHOLE: Changes = { ...HOME, accountNumber: '82466594' };
const ONE: Changes = { ...WHOLE, payment: pounds(1_861), balance: pounds(56_220) };
const TWO: Changes = { ...WHOLE, payment: pounds(2_205), balance: pounds(58_996) };

type Case = [what: string, rows: number, equifax: Changes[], experian: Changes[], transunion?: Changes[]];
const CASES: Case[] = [
  ['a start after what another bureau last told', 2, [EARLY], [LATE]],
  [
    'the same where a third has that number and the other start',
    1,
    [EARLY],
    [LATE],
    [{ ...PAID, accountNumber: '8897' }],
  ],
  [
    'a mortgage with a new number, within a week and its payments',
    1,
    [MOVED],
    [{ ...KEPT, startDate: '2014-07-12' }],
  ],
  ['the same a day more apart', 2, [MOVED], [{ ...KEPT, startDate: '2014-07-13' }]],
  ['the same with a balance beyond the payments', 2, [MOVED], [{ ...KEPT, balance: pounds(126_900) }]],
  [
    'a part without a number, where another of its day and sums names another part',
    3,
    [],
    [NAMELESS, { ...NAMELESS, accountNumber: 'XXXX/002' }, THIRD],
    [{ ...BEGUN, accountNumber: '32033703/001' }],
  ],
  [
    'the same where nobody names a part',
    4,
    [],
    [NAMELESS, { ...NAMELESS, accountNumber: 'XXXX4405' }, { ...THIRD, accountNumber: 'XXXX9912' }],
    [{ ...BEGUN, accountNumber: '32033703' }],
  ],
  [
    'a brand and a catalogue, with the balance of one bureau and three digits',
    1,
    [{ ...SHOP_CARD, balance: pounds(170) }],
    [{ ...SHOP, balance: pounds(129) }],
    [{ ...SHOP, accountNumber: '123122406A', balance: pounds(170) }],
  ],
  [
    'the same with no balance in common',
    2,
    [{ ...SHOP_CARD, balance: pounds(182) }],
    [{ ...SHOP, balance: pounds(129) }],
    [{ ...SHOP, accountNumber: '123122406A', balance: pounds(170) }],
  ],
  [
    'instalments that a bureau files as a budget account',
    1,
    [INSTALMENTS],
    [{ ...BUDGET, numberOfPayments: 24 }],
  ],
  ['a loan and a budget account without a term', 2, [INSTALMENTS], [BUDGET]],
  [
    'what is paid in an arrangement, and what was agreed',
    1,
    [AGREED],
    [AGREED],
    [{ ...AGREED, ...ARRANGED }],
  ],
  [
    'another payment without an arrangement',
    2,
    [AGREED],
    [AGREED],
    [{ ...AGREED, ...ARRANGED, accountStatus: 'delinquent' }],
  ],
  ['a debt that its buyer sold on', 1, [BOUGHT], [{ ...RESOLD, defaultDate: '2023-02-16' }]],
  ['the same, defaulted a day more apart', 2, [BOUGHT], [{ ...RESOLD, defaultDate: '2023-02-17' }]],
  ['the same with another sum', 2, [BOUGHT], [{ ...RESOLD, balance: pounds(2_141) }]],
  [
    'the same with a round sum',
    2,
    [{ ...BOUGHT, balance: pounds(2_150) }],
    [{ ...RESOLD, balance: pounds(2_150) }],
  ],
  [
    'the same with the start, where one gives no default',
    1,
    [BOUGHT],
    [{ ...RESOLD, defaultDate: undefined, startDate: '2023-08-27' }],
  ],
  [
    'the same a day more apart',
    2,
    [BOUGHT],
    [{ ...RESOLD, defaultDate: undefined, startDate: '2023-08-28' }],
  ],
  ['a card that was replaced, begun within a month', 1, [LOST], [REPLACED]],
  ['the same a day more apart', 2, [LOST], [{ ...REPLACED, startDate: '2023-07-07' }]],
  [
    'the same with the number of another issuer',
    2,
    [LOST],
    [{ ...REPLACED, accountNumber: '4243362817465092' }],
  ],
  ['the same with another limit', 2, [LOST], [{ ...REPLACED, creditLimit: pounds(5_000) }]],
  [
    'two parts of one mortgage without a part at one bureau, by their balances',
    2,
    [ONE, TWO],
    [
      { ...HOME, accountNumber: '82466594001', balance: pounds(56_220) },
      { ...HOME, accountNumber: '82466594002', balance: pounds(58_996) },
    ],
  ],
  [
    'the same where no balance is another',
    4,
    [ONE, TWO],
    [
      { ...HOME, accountNumber: '82466594001', balance: pounds(57_100) },
      { ...HOME, accountNumber: '82466594002', balance: pounds(57_900) },
    ],
  ],
  ['an overdraft that a bureau without names has as a loan, with two sums', 1, [OVERDRAWN], [BANKED]],
  ['the same with one sum', 2, [{ ...OVERDRAWN, balance: pounds(141) }], [BANKED]],
  [
    'an older state without a name beside another loan of that day, with a sum that is not round',
    2,
    [PURCHASE, { ...PURCHASE, balance: pounds(2_193), lastUpdated: '2025-03-24' }, ANOTHER],
    [],
  ],
  [
    'the same with a round sum',
    3,
    [
      { ...PURCHASE, startBalance: pounds(5_000) },
      { ...PURCHASE, startBalance: pounds(5_000), balance: pounds(2_193), lastUpdated: '2025-03-24' },
      ANOTHER,
    ],
    [],
  ],
  [
    'an older state of a card without a name beside a card of somebody else of that day',
    2,
    [
      SPENT,
      { ...SPENT, balance: pounds(289), lastUpdated: '2025-05-07' },
      { ...SPENT, firstName: 'Rhona', balance: pounds(127) },
    ],
    [],
  ],
];

for (const [what, rows, equifax, experian, transunion = []] of CASES)
  test(`${what}: ${rows}`, () => {
    assert.equal(mergeAs({ equifax, experian, transunion }, BARE_LOAN).length, rows);
  });
