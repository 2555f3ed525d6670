// Every weight of merging as a table, through its own functions: what each finding adds, alone, on both sides of its border.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccountNumber } from './account-numbers.ts';
import { scoreSale } from './account-sales.ts';
import { scorePair } from './account-score.ts';
import { isUnround, scoreBalance, scoreTerms, tellingSums } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';
import { readFirstName } from './first-names.ts';
import { readLenderName } from './lender-names.ts';

type Said = Partial<Omit<Comparable, 'account' | 'number' | 'lender' | 'firstName'>> & {
  account?: Partial<Comparable['account']>;
  number?: string;
  lender?: string;
  firstName?: string;
};
const said = ({ account, number, lender, firstName, ...more }: Said): Comparable => ({
  ...{ bureau: 'equifax', family: 'loan', startDay: null, endDay: null, defaultDay: null, updatedDay: null },
  ...{ startBalance: null, payment: null, balance: null, limit: null, lastName: '' },
  ...{ isBuyer: false, maySell: false },
  ...more,
  account: { ref: '1', accountType: 'unsecured-loan', accountStatus: 'open', ...account },
  number: readAccountNumber(number),
  lender: lender === undefined ? null : readLenderName(lender),
  firstName: readFirstName(firstName),
});

type Row = [what: string, score: number, one: Said, other?: Said];
const NEVER = Number.NEGATIVE_INFINITY;
const UNLIKELY = -100;
/** Days, of anything. */
const DAY = 15_000;
const apart = (days: number, what: 'startDay' | 'endDay' | 'defaultDay' = 'startDay'): [Said, Said] => [
  { [what]: DAY },
  { [what]: DAY + days },
];
const both = (one: Said): [Said, Said] => [one, one];

test('a sold debt: what each finding counts, and that only some of them identify it', () => {
  const sold = (one: Said, other: Said = {}): number =>
    scoreSale(
      said({ isBuyer: true, ...one, account: { accountType: 'other', ...one.account } }),
      said({ bureau: 'experian', maySell: true, ...other }),
    );
  const held = { account: { accountStatus: 'default' } } as const;
  const gone = (status: 'transferred' | 'settled' | 'default', more: Said = {}): Said => ({
    ...more,
    account: { accountStatus: status },
  });
  const type = { account: { accountType: 'unsecured-loan' } } as const;
  /** Six points of terms and three of a status, none of which identifies it. */
  const terms = { startBalance: 70_000, limit: 30_000 };
  const rich = { ...terms, account: { ...type.account, ...held.account } };
  const poor = gone('transferred', terms);
  const rows: Row[] = [
    ['nothing', 0, {}],
    ['eight digits', 6, ...both({ number: '12345678' })],
    ['four digits', 6, { number: '12345678' }, { number: '****5678' }],
    ['three digits', 0, { number: '12345678' }, { number: '***678' }],
    ['the day of the start', 5, ...apart(0)],
    ['a day after', 3, ...apart(-1)],
    ['three days after', 3, ...apart(-3)],
    ['four days', 2, ...apart(4)],
    ['seven days', 2, ...apart(-7)],
    ['eight days', 0, ...apart(-8)],
    ['45 days before', 0, ...apart(45)],
    ['46 days before', NEVER, ...apart(46)],
    ['three days between defaults', 5, ...apart(3, 'defaultDay')],
    ['four days between defaults', 1, ...apart(4, 'defaultDay')],
    ['31 days between defaults', 1, ...apart(-31, 'defaultDay')],
    ['32 days between defaults', -5, ...apart(32, 'defaultDay')],
    ['handed over in 31 days', 3, { startDay: DAY }, { endDay: DAY - 31 }],
    ['handed over in 32 days', 0, { startDay: DAY }, { endDay: DAY - 32 }],
    ['the first lender named', 4, { lender: 'GULL RECOVERIES RE MARLOWICK' }, { lender: 'Marlowick Bank' }],
    ['another named', -3, { lender: 'GULL RECOVERIES RE MARLOWICK' }, { lender: 'Corncrake Bank' }],
    ['no other named', 0, { lender: 'Gull Recoveries Ltd' }, { lender: 'Corncrake Bank' }],
    ['a balance a pound apart', 3, { balance: 50_100 }, { balance: 50_000 }],
    ['a balance more than a pound apart', 0, { balance: 50_101 }, { balance: 50_000 }],
    ['bought for the balance', 3, { startBalance: 49_900 }, { balance: 50_000 }],
    ['nothing left', 0, ...both({ balance: 0 })],
    ['a start balance a pound apart', 3, { startBalance: 50_100 }, { startBalance: 50_000 }],
    ['a start balance more than that', 0, { startBalance: 50_101 }, { startBalance: 50_000 }],
    ['a limit a pound apart', 2, { limit: 50_100 }, { limit: 50_000 }],
    ['a limit more than that', 0, { limit: 50_101 }, { limit: 50_000 }],
    ['one type', 1, type],
    ['held and transferred', 3, held, gone('transferred')],
    ['held and settled after a default', 3, held, gone('settled', { defaultDay: DAY })],
    ['held and settled', 1, held, gone('settled')],
    ['held and held', 0, held, gone('default')],
    ['terms and status', 7, rich, poor],
    ['also the number', 8, { ...rich, number: '12345678' }, { ...poor, number: '12345678' }],
    ['also the default', 8, { ...rich, defaultDay: DAY }, { ...poor, defaultDay: DAY + 3 }],
    ['also a default of that month', 7, { ...rich, defaultDay: DAY }, { ...poor, defaultDay: DAY + 4 }],
    ['also the name', 8, { ...rich, lender: 'GULL RE MARLOWICK' }, { ...poor, lender: 'Marlowick' }],
    ['also the week', 8, { ...rich, startDay: DAY }, { ...poor, startDay: DAY - 7 }],
    ['also a start of that month', 7, { ...rich, startDay: DAY }, { ...poor, startDay: DAY - 8 }],
    ['the day and a status', 7, { ...held, startDay: DAY }, gone('transferred', { startDay: DAY })],
    ['also a handover', 7, { ...rich, startDay: DAY }, { ...poor, endDay: DAY }],
    [
      'a handover and the balance',
      8,
      { ...held, startDay: DAY, balance: 50_000 },
      gone('transferred', { endDay: DAY, balance: 50_000 }),
    ],
    [
      'the day, the type and a status',
      8,
      { startDay: DAY, account: { ...type.account, ...held.account } },
      gone('transferred', { startDay: DAY }),
    ],
  ];
  for (const [what, score, one, other] of rows) assert.equal(sold(one, other), score, what);
});

test('terms: what equal, nearly equal and other sums count', () => {
  const rows: [what: string, loan: number, card: number, one: Said, other: Said][] = [
    ['start balance', 3, 3, ...both({ startBalance: 50_000 })],
    ['start balance, a pound apart', 2, 2, { startBalance: 50_000 }, { startBalance: 50_100 }],
    ['start balance, more', -5, -5, { startBalance: 50_000 }, { startBalance: 50_101 }],
    ['payment', 2, 2, ...both({ payment: 5_000 })],
    ['payment, a pound apart', 1, 1, { payment: 5_000 }, { payment: 4_900 }],
    ['payment, more', -3, 0, { payment: 5_000 }, { payment: 4_899 }],
    ['limit', 2, 2, ...both({ limit: 50_000 })],
    ['limit, a pound apart', 1, 1, { limit: 50_000 }, { limit: 50_100 }],
    ['limit, more', -1, -1, { limit: 50_000 }, { limit: 50_101 }],
    ['number of payments', 1, 1, ...both({ account: { numberOfPayments: 48 } })],
    [
      'another number of payments',
      -3,
      -3,
      { account: { numberOfPayments: 48 } },
      { account: { numberOfPayments: 49 } },
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

/** One lender and one type, which are four points and one, and all that is said of both. */
function pair(one: Said, other: Said = {}, onlyDays = 0, soleDays = 0): number {
  const lender = 'Marlowick Bank';
  return scorePair(
    said({ lender, ...one }),
    said({ lender, bureau: 'experian', ...other }),
    onlyDays,
    soleDays,
  );
}
const LENDER = 5;

test('two records: what the days of start, end and default count, up to where they are unlikely', () => {
  const starts = [0, 1, 3, 4, 7, 8, 31, 32, 45, 46].map((days) => pair(...apart(days)));
  assert.deepEqual(starts, [4, 3, 3, 2, 2, 1, 1, 0, 0].map((points) => LENDER + points).concat(UNLIKELY));
  const only = (days: number, onlyDays: number) => pair(...apart(days), onlyDays);
  assert.deepEqual([only(46, 62), only(46, 63), only(62, 63), only(63, 63)], [UNLIKELY, 7, 7, UNLIKELY]);
  for (const what of ['endDay', 'defaultDay'] as const) {
    const days = [0, 3, 4, 31, 32].map((count) => pair(...apart(count, what)));
    assert.deepEqual(
      days,
      [2, 2, 0, 0, -3].map((points) => LENDER + points),
      what,
    );
  }
});

test('two records: what number, name, type, company and holder count', () => {
  const rows: Row[] = [
    ['lender and type', LENDER, {}],
    ['six digits', LENDER + 8, ...both({ number: '123456' })],
    ['four digits', LENDER + 6, { number: '12345678' }, { number: '****5678' }],
    ['three digits', LENDER + 4, { number: '12345678' }, { number: '***678' }],
    ['a suffix', LENDER + 4, { number: '12345678' }, { number: '1234567801' }],
    ['two digits changed places', LENDER + 4, { number: '12345678' }, { number: '12354678' }],
    ['a part of each', LENDER - 4, { number: '12345678-2' }, { number: '12345678 001' }],
    ['another part', NEVER, { number: '12345678-01' }, { number: '12345678-02' }],
    ['another number', -1_000, { number: '12345678' }, { number: '12349679' }],
    ['a similar name', 2 + 1, { lender: 'Marlowick Motor Finance' }, { lender: 'Marlowick Home Loans' }],
    ['another name', -4 + 1, { lender: 'Corncrake Bank' }],
    ['no name', 1, ...both({ lender: '' })],
    [
      'another name, six digits',
      8 - 2 + 1,
      { lender: 'Corncrake Bank', number: '123456' },
      { number: '123456' },
    ],
    ['another type of the family', 4 - 1, { account: { accountType: 'lease' } }],
    ['one kind of company, no name', 1 + 1, ...both({ lender: '', account: { companyType: 'bank' } })],
    [
      'another kind',
      0,
      { lender: '', account: { companyType: 'bank' } },
      { account: { companyType: 'communications' } },
    ],
    ['joint and not', LENDER - 2, { account: { isJoint: true } }, { account: { isJoint: false } }],
    ['another surname', LENDER - 2, { lastName: 'SAMPLE' }, { lastName: 'EXAMPLE' }],
    ['another first name', UNLIKELY, { firstName: 'Ada' }, { firstName: 'Olive' }],
    [
      'another first name, six digits',
      LENDER + 8 - 6,
      { firstName: 'Ada', number: '123456' },
      { firstName: 'Olive', number: '123456' },
    ],
    [
      'another first name, joint',
      LENDER - 3,
      { firstName: 'Ada', account: { isJoint: true } },
      { firstName: 'Olive', account: { isJoint: true } },
    ],
    ['an initial', LENDER, { firstName: 'Ada' }, { firstName: 'A' }],
    ['one bureau', NEVER, { bureau: 'experian' }],
  ];
  for (const [what, score, one, other] of rows) assert.equal(pair(one, other), score, what);
});

test('two families: one agreement within seven days, with an equal sum', () => {
  const card = { family: 'card', account: { accountType: 'credit-card' } } as const;
  const other = (days: number, sums: Said) =>
    pair({ ...card, startDay: DAY, ...sums }, { startDay: DAY + days, ...sums });
  assert.equal(other(7, { limit: 50_000 }), 4 + 2 + 2 - 2);
  assert.equal(other(8, { limit: 50_000 }), UNLIKELY);
  assert.equal(other(7, {}), UNLIKELY);
  const unknown = { family: 'other', account: { accountType: 'other' } } as const;
  assert.equal(pair({ ...unknown, startDay: DAY }, { startDay: DAY + 7 }), 4 + 2);
  assert.equal(pair({ ...unknown, startDay: DAY }, { startDay: DAY + 8 }), UNLIKELY);
});
