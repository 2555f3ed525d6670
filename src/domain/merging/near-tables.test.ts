// The sums of two records, and when two may be one agreement though nothing surely tells, as tables: both sides of every border, through
// merging's own functions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAR, merge } from '../../../test/support/bureaus/merged-rows.ts';
import { both, DAY, type Said, said } from '../../../test/support/bureaus/said.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { scoreBalance } from './account-balances.ts';
import { isUnround } from './account-lent.ts';
import { isOlderState } from './account-states.ts';
import { areTold, scoreTerms, tellingSums } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';
import { mayBeOne } from './link-records.ts';

test('terms: what equal, nearly equal and other sums count', () => {
  const rows: [what: string, loan: number, card: number, one: Said, other: Said][] = [
    ['start balance', 3, 3, ...both({ startBalance: 50_000 })],
    ['start balance, a pound apart', 2, 2, { startBalance: 50_000 }, { startBalance: 50_100 }],
    ['start balance, more', -5, -5, { startBalance: 50_000 }, { startBalance: 50_101 }],
    ['payment', 2, 2, ...both({ payment: 5_000 })],
    ['payment, a pound apart', 1, 1, { payment: 5_000 }, { payment: 4_900 }],
    ['payment, with a fee', 0, 0, { payment: 5_000 }, { payment: 4_700 }],
    ['payment, more', -3, 0, { payment: 5_000 }, { payment: 4_699 }],
    ['a hundredth of a large payment', 0, 0, { payment: 139_700 }, { payment: 141_100 }],
    ['more than that', -3, 0, { payment: 139_700 }, { payment: 141_200 }],
    ['limit', 2, 2, ...both({ limit: 50_000 })],
    ['limit, a pound apart', 1, 1, { limit: 50_000 }, { limit: 50_100 }],
    ['limit, more', -1, -1, { limit: 50_000 }, { limit: 50_101 }],
    ['number of payments', 1, 1, ...both({ account: { numberOfPayments: 48 } })],
    [
      'another number of payments',
      -3,
      -3,
      { account: { numberOfPayments: 48 } },
      { account: { numberOfPayments: 50 } },
    ],
    [
      'one payment more, which may be the fee to own the goods',
      0,
      0,
      { account: { numberOfPayments: 48 } },
      { account: { numberOfPayments: 49 } },
    ],
    [
      'one payment more of ten, which may be the deposit',
      0,
      0,
      { account: { numberOfPayments: 10 } },
      { account: { numberOfPayments: 11 } },
    ],
    [
      'one payment more of a few',
      -3,
      -3,
      { account: { numberOfPayments: 9 } },
      { account: { numberOfPayments: 10 } },
    ],
    ['nothing', 0, 0, {}, {}],
  ];
  for (const [what, loan, card, one, other] of rows) {
    const score = (family: 'loan' | 'card', isAnchored = false) =>
      scoreTerms(said({ ...one, family }), said({ ...other, family }), isAnchored);
    assert.deepEqual([score('loan'), score('card')], [loan, card], what);
    assert.equal(score('loan', true), loan === -5 ? -3 : loan, `${what}, one number`);
  }
});

test('balances: a pound, a twentieth, a payment of a loan, a quarter of a home', () => {
  const rows: [what: string, family: Comparable['family'], score: number, one: Said, other: Said][] = [
    ['a pound', 'card', 2, { balance: 1_000 }, { balance: 1_100 }],
    ['more than a pound', 'card', 0, { balance: 1_000 }, { balance: 1_101 }],
    ['a twentieth', 'card', 1, { balance: 100_000 }, { balance: 95_000 }],
    ['more than a twentieth', 'card', 0, { balance: 100_000 }, { balance: 94_999 }],
    ['a twentieth of the other', 'card', 1, { balance: 95_000 }, { balance: 100_000 }],
    ['more than that', 'card', 0, { balance: 94_999 }, { balance: 100_000 }],
    ['a payment', 'loan', 1, { balance: 100_000, payment: 20_000 }, { balance: 80_000 }],
    ['more than a payment', 'loan', 0, { balance: 100_000, payment: 20_000 }, { balance: 79_999 }],
    ['a payment of a card', 'card', 0, { balance: 100_000, payment: 20_000 }, { balance: 80_000 }],
    ['a quarter of a home', 'home', 0, { balance: 100_000 }, { balance: 75_000 }],
    ['more than a quarter of a home', 'home', -3, { balance: 100_000 }, { balance: 74_999 }],
    ['more than a quarter of a loan', 'loan', 0, { balance: 100_000 }, { balance: 74_999 }],
    ['a home that is paid', 'home', 0, { balance: 100_000 }, { balance: 0 }],
    ['nothing left', 'card', 0, { balance: 0 }, { balance: 0 }],
  ];
  for (const [what, family, score, one, other] of rows)
    assert.equal(scoreBalance(said({ ...one, family }), said({ ...other, family })), score, what);
});

test('a sum tells: from 500 pounds where it is no multiple of 50, of 500 from 20,000; below, no multiple of five from 50', () => {
  const unround: [pence: number, isSo: boolean][] = [
    [40_000, false],
    [54_900, false],
    [54_899, true],
    [55_000, false],
    [55_100, false],
    [55_101, true],
    [1_005_000, false],
    [1_999_899, true],
    [2_005_000, true],
    [2_050_000, false],
    [2_050_101, true],
  ];
  for (const [pence, isSo] of unround) assert.equal(isUnround(pence), isSo, String(pence));
  const telling: [pounds: number, isSo: boolean][] = [
    [49, false],
    [51, true],
    [55, false],
    [499, true],
    [501, false],
    [502, true],
  ];
  for (const [pounds, isSo] of telling) {
    const one = said({ payment: pounds * 100 });
    assert.equal(tellingSums(one, one), Number(isSo), String(pounds));
  }
});

type Case = [what: string, isSo: boolean, one: Said, other: Said];
const LENDER = { lender: 'Marlowick Bank' };
const pairOf = (one: Said, other: Said): [Comparable, Comparable] => [
  said({ ...LENDER, ...one }),
  said({ ...LENDER, bureau: 'experian', ...other }),
];

test('two records tell that they are one within a week or a month, by two telling sums, or one and what goes with it', () => {
  const start = (days: number, more: Said): Said => ({ startDay: DAY + days, ...more });
  const odd = { payment: 5_100 };
  const cases: Case[] = [
    ['two, seven days', true, start(0, { ...odd, balance: 70_234 }), start(7, { ...odd, balance: 70_234 })],
    ['two, a month', true, start(0, { ...odd, balance: 70_234 }), start(31, { ...odd, balance: 70_234 })],
    [
      'two, a month and a day',
      false,
      start(0, { ...odd, balance: 70_234 }),
      start(32, { ...odd, balance: 70_234 }),
    ],
    [
      'two of two lenders, eight days',
      false,
      start(0, { ...odd, balance: 70_234, lender: 'Corncrake' }),
      start(8, { ...odd, balance: 70_234 }),
    ],
    [
      'two and a limit of two lenders, a month',
      true,
      start(0, { ...odd, balance: 70_234, limit: 50_000, lender: 'Corncrake' }),
      start(31, { ...odd, balance: 70_234, limit: 50_000 }),
    ],
    ['one, that day', true, start(0, odd), start(0, odd)],
    ['one, the day after', false, start(0, odd), start(1, odd)],
    ['one and a limit', true, start(0, { ...odd, limit: 50_000 }), start(7, { ...odd, limit: 50_000 })],
    ['a limit alone', false, start(0, { limit: 50_000 }), start(0, { limit: 50_000 })],
    ['one of two lenders', false, start(0, { ...odd, lender: 'Corncrake' }), start(0, odd)],
    [
      'three sums of two lenders',
      true,
      start(0, { ...odd, limit: 50_000, balance: 60_000, lender: 'Corncrake' }),
      start(7, { ...odd, limit: 50_000, balance: 60_000 }),
    ],
  ];
  for (const [what, isSo, one, other] of cases) assert.equal(areTold(...pairOf(one, other)), isSo, what);
});

test('an older state of one account: how old, and what may differ', () => {
  const state = (days: number, more: Said = {}): Said => ({
    bureau: 'equifax',
    updatedDay: DAY + days,
    ...more,
  });
  const sure = { number: '12345678' };
  const masked = { number: '****5678' };
  const card = { family: 'card', lender: '', startDay: DAY } as const;
  const home = { family: 'home', ...sure } as const;
  // The newer first.
  const cases: Case[] = [
    ['20 days older', true, state(20, sure), state(0, sure)],
    ['19 days older', false, state(19, sure), state(0, sure)],
    [
      'starts 45 days apart',
      true,
      state(66, { ...sure, startDay: DAY }),
      state(46, { ...sure, startDay: DAY + 45 }),
    ],
    [
      'starts 46 days apart',
      false,
      state(66, { ...sure, startDay: DAY }),
      state(46, { ...sure, startDay: DAY + 46 }),
    ],
    [
      'a start balance a pound apart',
      true,
      state(20, { ...sure, startBalance: 50_000 }),
      state(0, { ...sure, startBalance: 50_100 }),
    ],
    [
      'a start balance more than that',
      false,
      state(20, { ...sure, startBalance: 50_000 }),
      state(0, { ...sure, startBalance: 50_101 }),
    ],
    [
      'four digits, three days apart',
      true,
      state(20, { ...sure, startDay: DAY }),
      state(0, { ...masked, startDay: DAY + 3 }),
    ],
    [
      'four digits, four days apart',
      false,
      state(20, { ...sure, startDay: DAY }),
      state(0, { ...masked, startDay: DAY + 4 }),
    ],
    [
      'three digits, one day',
      true,
      state(20, { ...sure, startDay: DAY }),
      state(0, { number: '***678', startDay: DAY }),
    ],
    [
      'three digits, the day after',
      false,
      state(20, { ...sure, startDay: DAY }),
      state(0, { number: '***678', startDay: DAY + 1 }),
    ],
    ['of a home that may have parts, 90 days', true, state(90, home), state(0, home)],
    ['of a home that may have parts, 89 days', false, state(89, home), state(0, home)],
    [
      'two sums, 90 days',
      true,
      state(90, { ...card, payment: 4_000, balance: 60_000 }),
      state(0, { ...card, payment: 4_000, balance: 60_000 }),
    ],
    [
      'two sums, 89 days',
      false,
      state(89, { ...card, payment: 4_000, balance: 60_000 }),
      state(0, { ...card, payment: 4_000, balance: 60_000 }),
    ],
    ['one sum, 90 days', true, state(90, { ...card, payment: 4_000 }), state(0, { ...card, payment: 4_000 })],
    ['no sum, 90 days', false, state(90, card), state(0, card)],
    [
      'a payment of the lender, 90 days',
      true,
      state(90, { ...card, ...LENDER, payment: 4_000 }),
      state(0, { ...card, ...LENDER, payment: 4_000 }),
    ],
    [
      'a payment of the lender, 89 days',
      false,
      state(89, { ...card, ...LENDER, payment: 4_000 }),
      state(0, { ...card, ...LENDER, payment: 4_000 }),
    ],
  ];
  for (const [what, isSo, one, other] of cases) assert.equal(isOlderState(...pairOf(one, other)), isSo, what);
});

type Fields = Partial<AccountRecord>;
const dayOf = (days: number): string => new Date((DAY + days) * 86_400_000).toISOString().slice(0, 10);
const money = (amount: number) => ({ amount, currency: 'GBP' });

test('what was called new or gone may be one agreement: one fact of its lender, two or three of another', () => {
  const record = (fields: Fields): AccountRecord =>
    ({
      accountType: 'unsecured-loan',
      accountStatus: 'open',
      companyName: 'Marlowick Bank',
      bureaus: [],
      ...fields,
    }) as never;
  const other = { companyName: 'Corncrake Bank' };
  const none = { companyName: '' };
  const card = { accountType: 'credit-card' } as const;
  const two = { payment: money(4_000), balance: money(60_000) };
  const three = { ...two, creditLimit: money(90_000) };
  const bought = { companyType: 'debt-purchaser', ...other } as const;
  const cases: [what: string, isSo: boolean, one: Fields, two: Fields][] = [
    ['nothing', false, {}, {}],
    ['starts seven days apart', true, { startDate: dayOf(0) }, { startDate: dayOf(7) }],
    ['starts eight days apart', false, { startDate: dayOf(0) }, { startDate: dayOf(8) }],
    ['ends three days apart', true, { endDate: dayOf(0) }, { endDate: dayOf(3) }],
    ['ends four days apart', false, { endDate: dayOf(0) }, { endDate: dayOf(4) }],
    ['defaults three days apart', true, { defaultDate: dayOf(0) }, { defaultDate: dayOf(3) }],
    ['defaults four days apart', false, { defaultDate: dayOf(0) }, { defaultDate: dayOf(4) }],
    ...(['startBalance', 'creditLimit', 'payment', 'balance'] as const).flatMap((field) => [
      [
        `${field} a pound apart`,
        true,
        { [field]: money(50_000) },
        { [field]: money(50_100) },
      ] as (typeof cases)[number],
      [
        `${field} more`,
        false,
        { [field]: money(50_000) },
        { [field]: money(50_101) },
      ] as (typeof cases)[number],
    ]),
    ['nothing left', false, { balance: money(0) }, { balance: money(0) }],
    ['no lender, one fact', true, { ...none, payment: money(4_000) }, { ...none, payment: money(4_000) }],
    [
      'no lender, another family, one fact',
      false,
      { ...none, ...card, payment: money(4_000) },
      { ...none, payment: money(4_000) },
    ],
    ['no lender, another family, two', true, { ...none, ...card, ...two }, { ...none, ...two }],
    [
      'no lender, four digits',
      true,
      { ...none, ...card, accountNumber: '****5678' },
      { ...none, accountNumber: '12345678' },
    ],
    ['another lender, one fact', false, { ...other, payment: money(4_000) }, { payment: money(4_000) }],
    ['another lender, two', true, { ...other, ...two }, two],
    ['another lender and type, two', false, { ...other, ...card, ...two }, two],
    ['another lender and type, three', true, { ...other, ...card, ...three }, three],
    ['sold, nothing', false, bought, { accountStatus: 'default' }],
    [
      'sold, one fact',
      true,
      { ...bought, balance: money(60_000) },
      { accountStatus: 'default', balance: money(60_000) },
    ],
    [
      'begun 30 days after the end',
      true,
      { startDate: dayOf(30), payment: money(4_000) },
      { endDate: dayOf(0), payment: money(4_000) },
    ],
    [
      'begun 31 days after the end',
      false,
      { startDate: dayOf(31), payment: money(4_000) },
      { endDate: dayOf(0), payment: money(4_000) },
    ],
  ];
  for (const [what, isSo, one, two_] of cases) assert.equal(mayBeOne(record(one), record(two_)), isSo, what);
});

test('balances of two months and starts of a month are no news, up to a quarter, a payment a month, 31 days', () => {
  const fieldsOf = (one: Fields, two: Fields): string[] => {
    const [row, ...more] = merge(
      { equifax: [one], experian: [two] },
      { ...CAR, accountType: 'unsecured-loan', companyType: 'bank' },
    );
    assert.equal(more.length, 0);
    return row?.disagreements?.map(({ field }) => field) ?? [];
  };
  const owes = (amount: number, days: number, payment = 0): Fields => ({
    ...{ balance: money(amount), payment: money(payment), lastUpdated: dayOf(days) },
  });
  assert.deepEqual(fieldsOf(owes(100_000, 0), owes(75_000, 15)), []);
  assert.deepEqual(fieldsOf(owes(100_000, 0), owes(74_999, 15)), ['balance']);
  assert.deepEqual(fieldsOf(owes(100_000, 0), owes(75_000, 14)), ['balance']);
  assert.deepEqual(fieldsOf(owes(100_000, 0, 29_950), owes(40_000, 31, 29_950)), []);
  assert.deepEqual(fieldsOf(owes(100_000, 0, 29_950), owes(40_000, 30, 29_950)), ['balance']);
  assert.deepEqual(fieldsOf({ startDate: dayOf(0) }, { startDate: dayOf(31) }), []);
  assert.deepEqual(fieldsOf({ startDate: dayOf(0) }, { startDate: dayOf(32) }), ['startDate']);
});
