// Limits of merging that few files reach, through its own functions: each at its border, and one beyond.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, DAY, type Said, said } from '../../../test/support/bureaus/said.ts';
import { scoreBalance } from './account-balances.ts';
import { isOneOfBook } from './account-books.ts';
import { isNextLoan, isNextOfLender } from './account-ends.ts';
import { areBothSides, scoreSale } from './account-sales.ts';
import { scorePair } from './account-score.ts';
import { scoreTerms } from './account-sums.ts';

type Row = [what: string, score: number, one: Said, other: Said];

test('balances: one to three payments from £20, what late payments explain, the grid of few payments, a home paid too fast', () => {
  const paid = (count: number, payment = 20_100): [Said, Said] => [
    { balance: 100_000, payment },
    { balance: 100_000 + count * payment, payment },
  ];
  const owed = (pence: number): [Said, Said] => [
    { balance: 100_000, payment: 20_100 },
    { balance: 100_000 + pence, payment: 20_100 },
  ];
  const grid = (numberOfPayments: number): [Said, Said] => [
    { balance: 20_000, payment: 5_000, account: { numberOfPayments } },
    { balance: 27_000, payment: 5_000, account: { numberOfPayments } },
  ];
  const home = (payment: number): [Said, Said] => {
    const one = { family: 'home', payment, account: { accountType: 'mortgage' } } as const;
    return [
      { ...one, balance: 10_000_000 },
      { ...one, balance: 10_600_000 },
    ];
  };
  const rows: Row[] = [
    ['three payments', 2, ...paid(3)],
    ['four payments', -3, ...paid(4)],
    ['two payments of £20', 2, { balance: 10_900, payment: 2_000 }, { balance: 14_900, payment: 2_000 }],
    ['of a penny less', 0, { balance: 10_900, payment: 1_999 }, { balance: 14_898, payment: 1_999 }],
    ['nearly three months late', 0, ...owed(60_000)],
    ['more than three months late', -3, ...owed(60_500)],
    ['off the grid of twelve payments', -3, ...grid(12)],
    ['of thirteen, which may have interest', 0, ...grid(13)],
    ['a home that fell by three payments', 0, ...home(200_000)],
    ['by twelve in no time', -1, ...home(50_000)],
  ];
  for (const [what, score, one, other] of rows)
    assert.equal(
      scoreBalance(said({ ...one, updatedDay: DAY }), said({ ...other, updatedDay: DAY })),
      score,
      what,
    );
});

test('terms: one payment more or less says nothing from ten payments, and weeks are counted as 52 to a year', () => {
  const count = (numberOfPayments: number) => said({ account: { numberOfPayments } });
  assert.deepEqual(
    [scoreTerms(count(10), count(11), false), scoreTerms(count(9), count(10), false)],
    [0, -3],
  );
  assert.deepEqual(
    [60, 61, 62, 63].map((weeks) => scoreTerms(count(14), count(weeks), false)),
    [0, 0, -3, -3],
  );
});

test('the next loan began when the last had ended, more than a week after its start, and ended more than a week later', () => {
  const last = { startDay: DAY, endDay: DAY + 5 };
  const isNext = (next: Said, one: Said = last) => isNextLoan(said(next), said(one));
  assert.deepEqual(
    [4, 7, 8].map((days) => isNext({ startDay: DAY + days })),
    [false, false, true],
  );
  assert.deepEqual(
    [12, 13].map((days) => isNext({ startDay: DAY + 9, endDay: DAY + days })),
    [false, true],
  );
  assert.equal(isNext({ startDay: DAY + 8 }, { ...last, account: { accountStatus: 'transferred' } }), false);
  assert.equal(isNext({ startDay: DAY + 8, family: 'card' }), false);
  assert.equal(isNext({ startDay: DAY + 8 }, { endDay: DAY + 5 }), true);
});

test('a small loan is taken again after a fortnight, unless digits say that it is one', () => {
  const small = said({ account: { accountType: 'short-term-loan' } });
  const isAgain = (days: number | null, hasDigits = false) => isNextOfLender(small, small, days, hasDigits);
  assert.deepEqual([isAgain(null), isAgain(14), isAgain(15), isAgain(15, true)], [false, false, true, false]);
  assert.equal(isNextOfLender(small, said({}), 15, false), false);
});

test('a card of one lender with one balance that is not round is one account within 31 days of its start or default', () => {
  const isOne = (one: Said, other: Said) => {
    const card = { family: 'card', lender: 'Marlowick Bank', balance: 72_310 } as const;
    const account = { accountType: 'credit-card' } as const;
    return isOneOfBook(
      said({ ...card, account, ...one }),
      said({ ...card, account, bureau: 'experian', ...other }),
    );
  };
  for (const what of ['startDay', 'defaultDay'] as const)
    assert.deepEqual(
      [31, 32].map((days) => isOne(...apart(days, what))),
      [true, false],
      what,
    );
});

test('a number without its part is in doubt beside another account of its lender within 14 days, unless a sum agrees', () => {
  const score = (onlyDays: number, more: Said = {}) => {
    const one = { lender: 'Marlowick Bank', startDay: DAY, ...more };
    const parted = said({ ...one, bureau: 'experian', number: '12345678-01' });
    return scorePair(said({ ...one, number: '12345678' }), parted, onlyDays);
  };
  assert.deepEqual([score(14), score(15), score(14, { payment: 4_000 })], [7, 17, 19]);
});

test('a debt that its seller still has in default: a twentieth of it may be paid, and only the whole of it is listed twice', () => {
  const held = { maySell: true, balance: 50_000, account: { accountStatus: 'default' } } as const;
  const seller = said({ ...held, bureau: 'experian' });
  const buyer = (balance: number) => said({ isBuyer: true, balance, account: { accountType: 'other' } });
  const scores = [49_900, 47_500, 47_499].map((balance) => scoreSale(buyer(balance), seller));
  assert.deepEqual(scores, [3, 2, 0]);
  const twice = [49_900, 47_500].map((balance) => areBothSides(buyer(balance), said(held)));
  assert.deepEqual(twice, [true, false]);
});
