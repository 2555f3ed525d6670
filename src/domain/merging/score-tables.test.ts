// Every weight of merging as a table, through its own functions: what each finding adds, alone, on both sides of its border.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, both, DAY, type Said, said } from '../../../test/support/bureaus/said.ts';
import { scoreSale } from './account-sales.ts';
import { scorePair } from './account-score.ts';

type Row = [what: string, score: number, one: Said, other?: Said];
const NEVER = Number.NEGATIVE_INFINITY;
const UNLIKELY = -100;

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
    ['handed over in 31 days', 4, { startDay: DAY }, { endDay: DAY - 31 }],
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
    ['a short form of the first name', LENDER - 1, { firstName: 'Robert' }, { firstName: 'Bob' }],
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

test('two records: what stands for a moved start, and what only caps the score', () => {
  const rows: Row[] = [
    // Four digits without a lender, 46 days apart.
    [
      'a start balance',
      10,
      { ...far, ...digits[0], startBalance: 50_000 },
      { ...later, ...digits[1], startBalance: 50_000 },
    ],
    [
      'a start balance a pound apart',
      UNLIKELY,
      { ...far, ...digits[0], startBalance: 50_000 },
      { ...later, ...digits[1], startBalance: 50_100 },
    ],
    // Another first name on four digits: within the week a payment makes it a slip.
    ['within the week', 5, { ...holder('Ada', 0), ...digits[0] }, { ...holder('Olive', 7), ...digits[1] }],
    [
      'after the week',
      UNLIKELY,
      { ...holder('Ada', 0), ...digits[0] },
      { ...holder('Olive', 8), ...digits[1] },
    ],
    // One lender and no number, 46 days apart.
    [
      'lent and paid',
      9,
      { startDay: DAY, startBalance: 70_234, payment: 4_000 },
      { startDay: DAY + 46, startBalance: 70_234, payment: 4_100 },
    ],
    [
      'nearly lent and nearly paid',
      UNLIKELY,
      { startDay: DAY, startBalance: 70_234, payment: 4_000 },
      { startDay: DAY + 46, startBalance: 70_134, payment: 4_100 },
    ],
    [
      'owed and paid',
      8,
      { startDay: DAY, balance: 70_234, payment: 4_000 },
      { startDay: DAY + 46, balance: 70_234, payment: 4_100 },
    ],
    ['owed alone', UNLIKELY, { startDay: DAY, balance: 70_234 }, { startDay: DAY + 46, balance: 70_234 }],
    [
      'ended and paid',
      8,
      { startDay: DAY, endDay: DAY + 400, payment: 4_000 },
      { startDay: DAY + 46, endDay: DAY + 403, payment: 4_100 },
    ],
    [
      'ended another day',
      UNLIKELY,
      { startDay: DAY, endDay: DAY + 400, payment: 4_000 },
      { startDay: DAY + 46, endDay: DAY + 404, payment: 4_100 },
    ],
    [
      'lent and paid, a year apart',
      8,
      { startDay: DAY, startBalance: 70_234, payment: 4_000 },
      { startDay: DAY + 400, startBalance: 70_234, payment: 4_100 },
    ],
    [
      'six digits, a year apart',
      LENDER + 8 - 3,
      { startDay: DAY, number: '123456' },
      { startDay: DAY + 400, number: '123456' },
    ],
    // Two digits changed places, no lender: one sale only with the day and a sum.
    [
      'swapped, three days, paid',
      4 + 3 + 1 + 1,
      { ...swapped(0), payment: 4_000 },
      { ...swapped(3), payment: 4_100 },
    ],
    ['swapped, four days, paid', 7, { ...swapped(0), payment: 4_000 }, { ...swapped(4), payment: 4_000 }],
    ['swapped, three days', 7, swapped(0), swapped(3)],
    // Four digits and a company of the group.
    ['of the group, eight days', 7, { ...group[0], startDay: DAY }, { ...group[1], startDay: DAY + 8 }],
    [
      'of the group, seven days',
      6 + 2 + 2 + 1,
      { ...group[0], startDay: DAY },
      { ...group[1], startDay: DAY + 7 },
    ],
    [
      'of the group, eight days, paid',
      6 + 2 + 1 + 1 + 1,
      { ...group[0], startDay: DAY, payment: 4_000 },
      { ...group[1], startDay: DAY + 8, payment: 4_100 },
    ],
    ['another name, four digits', 6 - 3 + 1, { lender: 'Corncrake Bank', ...digitsOf[0] }, digitsOf[1]],
    // Neither lender nor number: five points are enough, and known by the week or by two sums.
    [
      'silent, seven days, paid',
      2 + 2 + 1,
      { ...silent(0), payment: 4_000 },
      { ...silent(7), payment: 4_000 },
    ],
    [
      'silent, eight days, two sums',
      1 + 4 + 1,
      { ...silent(0), payment: 4_000, limit: 50_000 },
      { ...silent(8), payment: 4_000, limit: 50_000 },
    ],
    [
      'silent, eight days, nearly two',
      4,
      { ...silent(0), payment: 4_000, limit: 50_000 },
      { ...silent(8), payment: 4_000, limit: 50_100 },
    ],
  ];
  for (const [what, score, one, other] of rows) assert.equal(pair(one, other), score, what);
});

test('two records: the only account of its family for so many days has two points more', () => {
  const paid = (days: number, soleDays: number, lender?: string) =>
    pair(
      { startDay: DAY, payment: 4_000, ...(lender !== undefined && { lender }) },
      { startDay: DAY + days, payment: 4_000 },
      0,
      soleDays,
    );
  assert.deepEqual([paid(10, 27), paid(10, 28)], [4 + 1 + 1 + 2, 4 + 1 + 1 + 2 + 2]);
  const bare = (days: number, soleDays: number) => pair(...apart(days), 0, soleDays);
  assert.deepEqual([bare(7, 90), bare(7, 91), bare(8, 91)], [7, 9, 6]);
  assert.deepEqual(
    [paid(7, 1_000, 'Corncrake Bank'), paid(8, 1_000, 'Corncrake Bank')],
    [1 + 2 + 2 + 2, -4 + 1 + 1 + 2],
  );
});

const digits = [
  { lender: '', number: '12345678' },
  { lender: '', number: '****5678' },
] as const;
const digitsOf = [{ number: '12345678' }, { number: '****5678' }] as const;
const [far, later] = [{ startDay: DAY }, { startDay: DAY + 46 }];
const group = [
  { lender: 'Marlowick Motor Finance', number: '12345678' },
  { lender: 'Marlowick Home Loans', number: '****5678' },
] as const;
const holder = (firstName: string, days: number): Said => ({
  firstName,
  startDay: DAY + days,
  payment: 4_000,
});
const swapped = (days: number): Said => ({
  ...{ lender: '', startDay: DAY + days },
  number: days === 0 ? '12345678' : '12354678',
});
const silent = (days: number): Said => ({ lender: '', startDay: DAY + days });
