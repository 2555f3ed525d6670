// Each attribute by its definition in docs/attributes.md, on documents small enough to check by hand; every name has a row here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord, Residency } from '../reports/credit-report.ts';
import type { Judgment } from '../reports/file-parts.ts';
import { ATTRIBUTE_NAMES, attributesOf } from './attributes.ts';
import type { Figure } from './figure.ts';
import { publicRecordFigures } from './public-records.ts';

const DAY = '2026-03-31';
type Name = (typeof ATTRIBUTE_NAMES)[number];

const read = (records: AccountRecord[], more: { asOf?: string; income?: number; searches?: string[] } = {}) =>
  attributesOf(documentOf(records, { searches: more.searches ?? [] }), {
    asOf: more.asOf ?? DAY,
    day: DAY,
    incomePence: more.income ?? null,
  });
const shown = (figure: Figure) => ('value' in figure ? figure.value : figure.unknown);

const card = (overrides: Partial<AccountRecord> = {}): AccountRecord => ({
  accountType: 'credit-card',
  accountStatus: 'open',
  companyType: 'bank',
  balance: pounds(500),
  creditLimit: pounds(2_000),
  payment: pounds(25),
  startDate: '2020-01-15',
  history: { newest: '2026-03', months: '0'.repeat(72) },
  bureaus: [{ id: 'equifax', ref: 'c' }],
  ...overrides,
});
const of = (accountType: AccountRecord['accountType'], more: Partial<AccountRecord> = {}): AccountRecord =>
  card({ accountType, ...more });
const without = (record: AccountRecord, ...fields: (keyof AccountRecord)[]): AccountRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => !fields.includes(name as never)),
  ) as AccountRecord;

/** One of each class: 100, 200, … pounds of balance. */
const MIXED: AccountRecord[] = [
  of('mortgage', { balance: pounds(100_000), payment: pounds(600), isJoint: true, startDate: '2012-06-30' }),
  of('secured-loan', { balance: pounds(8_000), payment: pounds(150) }),
  card(),
  of('store-card', {
    balance: pounds(700),
    creditLimit: pounds(500),
    payment: pounds(40),
    startDate: '2025-11-01',
  }),
  of('unsecured-loan', { balance: pounds(3_000), payment: pounds(120), startDate: '2026-01-10' }),
  carRecord({ startDate: '2024-02-29', history: { newest: '2026-02', months: '0'.repeat(24) } }),
  without(of('current-account', { balance: pounds(90) }), 'payment', 'creditLimit'),
  of('communications', { balance: pounds(30), payment: pounds(30) }),
  of('other', { balance: pounds(10), payment: pounds(5) }),
  card({ accountStatus: 'settled', endDate: '2023-05-02', balance: pounds(0) }),
];
const mixed = read(MIXED, {
  income: 250_000,
  searches: [
    '2026-03-30T10:00:00.000Z',
    '2025-12-31T00:00:00.000Z',
    '2025-10-01T00:00:00.000Z',
    '2025-03-31T00:00:00.000Z',
  ],
}).figures;

const tested = new Set<string>();
after(() => {
  const missing = ATTRIBUTE_NAMES.filter((name) => !tested.has(name));
  assert.deepEqual(missing, [], 'every attribute has a test');
});

function figureTest(name: Name, what: string, figure: () => Figure, value: number | string): void {
  tested.add(name);
  test(`${name}: ${what}`, () => assert.equal(shown(figure()), value));
}

const judgment = (more: Partial<Judgment>): Judgment => ({
  ...{ kind: 'county-court-judgment', status: 'open', bureaus: [] },
  ...more,
});
const OF_PUBLIC = publicRecordFigures(
  {
    judgments: [
      judgment({ date: '2026-01-10', amount: pounds(410) }),
      judgment({ date: '2024-05-01', amount: pounds(1_840) }),
      judgment({ date: '2020-04-01', status: 'satisfied', satisfiedDate: '2020-06-01' }),
      judgment({ date: '2025-06-01', status: 'set-aside' }),
      judgment({ date: '2020-03-31', status: 'satisfied' }),
    ],
    insolvencies: [
      { kind: 'bankruptcy', status: 'ended', date: '2021-01-01', endDate: '2022-01-01', bureaus: [] },
      { kind: 'debt-relief-order', status: 'in-force', date: '2025-09-01', bureaus: [] },
      { kind: 'bankruptcy', status: 'annulled', date: '2025-09-01', bureaus: [] },
    ],
    associations: [{ name: 'A', bureaus: [] }],
    residencies: [
      { isCurrent: true, electoralRoll: [{ from: '2022-04' }, { from: '2019', to: '2021' }] } as Residency,
    ],
  },
  DAY,
);
const PUBLIC: [Name, string, number][] = [
  ['judgmentsTotal', 'all but those set aside', 4],
  ['judgmentsOpen', 'not paid', 2],
  ['judgmentsSatisfied', 'paid', 2],
  ['judgmentsOpenAmount', 'of the open ones', 225_000],
  ['judgments12Months', 'of a year', 1],
  ['judgments36Months', 'of three years', 2],
  ['judgments72Months', 'of six years, the day six years ago not among them', 3],
  ['insolvenciesInForce', 'orders that hold', 1],
  ['insolvenciesEnded', 'those that ended, not those annulled', 1],
  ['electoralRollMonths', 'at the current address, of the entry that goes on', 47],
  ['associationsTotal', 'people', 1],
];
for (const [name, what, value] of PUBLIC)
  figureTest(name, what, () => OF_PUBLIC[name as keyof typeof OF_PUBLIC], value);

const OF_MIXED: [Name, string, number | string][] = [
  ['balanceTotal', 'all open accounts', 11_833_000],
  ['balanceMortgages', 'open mortgages', 10_000_000],
  ['balanceSecuredLoans', 'open secured loans', 800_000],
  ['balanceCards', 'cards, mail order and budget accounts', 120_000],
  ['balanceLoans', 'loans without security', 300_000],
  ['balanceAssetFinance', 'hire purchase and leases', 600_000],
  ['balanceCurrentAccounts', 'bank accounts', 9_000],
  ['balanceHousehold', 'phones, supply, insurance, rent', 3_000],
  ['balanceOther', 'what bureaus file as other', 1_000],
  ['balanceUnsecured', 'cards, loans and bank accounts', 429_000],
  ['limitTotal', 'the limits of open cards', 250_000],
  ['limitUnused', 'limits less balances', 130_000],
  ['utilisationTotal', 'balances of limits', 48],
  ['utilisationHighest', 'of the card nearest to its limit or beyond', 140],
  ['cardsOverLimit', 'cards with more than their limit', 1],
  ['commitmentsTotal', 'all monthly payments', 121_300],
  ['commitmentsMortgages', 'of mortgages', 60_000],
  ['commitmentsSecuredLoans', 'of secured loans', 15_000],
  ['commitmentsCards', 'of cards', 6_500],
  ['commitmentsLoans', 'of loans', 12_000],
  ['commitmentsAssetFinance', 'of hire purchase and leases', 24_300],
  ['commitmentsHousehold', 'of phones, supply, insurance, rent', 3_000],
  ['commitmentsOther', 'of others', 500],
  ['debtToIncome', 'payments of the month’s income', 48.5],
  ['balanceToYearIncome', 'balances of the year’s income', 394.4],
  ['arrearsNow', 'none', 0],
  ['arrearsWorstNow', 'none', 'up-to-date'],
  ['arrearsWorst6Months', 'none', 'up-to-date'],
  ['arrangementsNow', 'none', 0],
  ['defaultsTotal', 'none', 0],
  ['defaultNewestMonths', 'none', 'No default with a date is on file.'],
  ['accountsTotal', 'all on file', 10],
  ['accountsOpen', 'those not ended', 9],
  ['accountsEnded', 'settled, closed, transferred', 1],
  ['accountsJoint', 'open ones with two holders', 1],
  ['accountOldestMonths', 'since 30 June 2012', 165],
  ['accountNewestMonths', 'since 10 January 2026', 2],
  ['newCredit6Months', 'a store card and a loan', 2],
  ['newCredit12Months', 'the same', 2],
  ['searches3Months', 'one of three months ago to the day does not count', 1],
  ['searches6Months', 'three', 3],
  ['searches12Months', 'one of twelve months ago to the day does not count', 3],
];
for (const [name, what, value] of OF_MIXED) figureTest(name, what, () => mixed[name], value);

/** Arrears and defaults. */
const TROUBLED: AccountRecord[] = [
  card({ accountStatus: 'delinquent', history: { newest: '2026-02', months: `2100003${'0'.repeat(65)}` } }),
  card({ accountStatus: 'arrangement', history: { newest: '2026-03', months: `aa${'0'.repeat(70)}` } }),
  of('unsecured-loan', { accountStatus: 'default', defaultDate: '2024-03-31', balance: pounds(900) }),
  card({ accountStatus: 'settled', endDate: '2025-01-01', defaultDate: '2023-07-01' }),
];
const troubled = read(TROUBLED).figures;
figureTest('arrearsNow', 'accounts that are delinquent', () => troubled.arrearsNow, 1);
figureTest('arrearsWorstNow', 'by their newest month', () => troubled.arrearsWorstNow, '2');
figureTest('arrangementsNow', 'accounts in an arrangement', () => troubled.arrangementsNow, 1);
figureTest('defaultsTotal', 'satisfied ones too', () => troubled.defaultsTotal, 2);
figureTest('defaults12Months', 'none so young', () => troubled.defaults12Months, 0);
figureTest(
  'defaults24Months',
  'of two years ago to the day does not count',
  () => troubled.defaults24Months,
  0,
);
figureTest('defaults36Months', 'both', () => troubled.defaults36Months, 2);
figureTest('defaults72Months', 'both', () => troubled.defaults72Months, 2);
figureTest('defaultNewestMonths', 'whole months', () => troubled.defaultNewestMonths, 24);
figureTest('defaultsBalance', 'of those still open', () => troubled.defaultsBalance, 90_000);
const late = read(TROUBLED.slice(0, 1)).figures;
figureTest(
  'arrearsWorst6Months',
  'the month of the report and five before',
  () => late.arrearsWorst6Months,
  '2',
);
figureTest('arrearsWorst12Months', 'the seventh month back was 3', () => late.arrearsWorst12Months, '3');
figureTest('arrearsWorst24Months', 'the same', () => late.arrearsWorst24Months, '3');
figureTest('arrearsWorst72Months', 'a default in 72 months', () => troubled.arrearsWorst72Months, 'default');

test('what an account lacks leaves it out by name, and where none has it the figure is unknown', () => {
  const { figures, cards } = read([
    card(),
    without(card(), 'balance', 'creditLimit', 'payment', 'startDate'),
  ]);
  assert.deepEqual(figures.balanceTotal, {
    value: 50_000,
    unit: 'pence',
    basis: [0],
    asOf: DAY,
    leftOut: [{ record: 1, why: 'no-balance' }],
  });
  const why = (figure: Figure) => figure.leftOut?.map(({ record, why }) => `${record} ${why}`).join();
  assert.equal(why(figures.limitTotal), '1 no-limit');
  assert.equal(why(figures.commitmentsCards), '1 no-payment');
  assert.equal(why(figures.accountOldestMonths), '1 no-start-date');
  assert.equal('unknown' in (cards[1]?.utilisation ?? {}), true);
  const bare = read([without(card(), 'balance', 'creditLimit', 'payment', 'startDate', 'history')]).figures;
  for (const name of [
    'balanceTotal',
    'limitTotal',
    'utilisationTotal',
    'utilisationHighest',
    'limitUnused',
    'cardsOverLimit',
    'commitmentsTotal',
    'accountOldestMonths',
    'arrearsWorst12Months',
  ] as const)
    assert.ok('unknown' in bare[name], name);
  const dollars = read([card({ balance: { amount: 5, currency: 'USD' } })]).figures;
  assert.ok('unknown' in dollars.balanceTotal);
  assert.equal(why(dollars.balanceTotal), '0 other-currency');
});

test('a file without accounts has zero of each total, and no age and no use of limits', () => {
  const { figures } = read([]);
  assert.deepEqual(figures.balanceTotal, { value: 0, unit: 'pence', basis: [], asOf: DAY });
  for (const name of [
    'utilisationTotal',
    'accountOldestMonths',
    'debtToIncome',
    'arrearsWorstNow',
    'arrearsWorst72Months',
  ] as const)
    assert.ok('unknown' in figures[name], name);
});

test('weekly payments are counted by the month, a card without balance takes none, a default has no payments', () => {
  const weekly = of('home-credit', { payment: pounds(10), numberOfPayments: 52, repaymentPeriod: 12 });
  const idle = without(card({ balance: pounds(0) }), 'payment');
  const { figures } = read([weekly, idle, card({ accountStatus: 'default' })]);
  assert.equal(shown(figures.commitmentsTotal), 4_333);
  assert.deepEqual('basis' in figures.commitmentsTotal && figures.commitmentsTotal.basis, [0, 1]);
});

test('a day in the past is read from dates and histories; amounts are unknown, and what cannot be known is named', () => {
  const records = [
    card({ history: { newest: '2026-03', months: `00${'3'.repeat(10)}${'0'.repeat(40)}` } }),
    card({ startDate: '2025-09-02' }),
    card({ accountStatus: 'settled', endDate: '2025-07-01' }),
    card({ accountStatus: 'settled' }),
    without(card(), 'startDate'),
    of('unsecured-loan', { accountStatus: 'default', defaultDate: '2025-08-01' }),
  ];
  const { figures, notes, cards } = read(records, { asOf: '2025-06-30', income: 100_000 });
  for (const name of [
    'balanceTotal',
    'utilisationTotal',
    'commitmentsTotal',
    'debtToIncome',
    'defaultsBalance',
  ] as const)
    assert.match(String(shown(figures[name])), /day of the report only/, name);
  assert.deepEqual([cards, notes.length], [[], 2]);
  assert.equal(shown(figures.accountsOpen), 3);
  assert.deepEqual(figures.accountsOpen.leftOut, [
    { record: 3, why: 'no-end-date' },
    { record: 4, why: 'no-start-date' },
  ]);
  assert.equal(shown(figures.accountsEnded), 0);
  assert.equal(shown(figures.arrearsNow), 1);
  assert.equal(shown(figures.arrearsWorstNow), '3');
  assert.equal(shown(figures.arrearsWorst6Months), '3');
  assert.equal(shown(figures.defaultsTotal), 0);
  assert.match(String(shown(figures.searches6Months)), /12 months only/);
});

test('on 29 February months and years end on the last day of February', () => {
  const asOf = '2024-02-29';
  const born = attributesOf(
    documentOf([card({ startDate: '2023-02-28' }), card({ startDate: '2023-03-01' })]),
    {
      asOf,
      day: asOf,
      incomePence: null,
    },
  );
  assert.equal(shown(born.figures.newCredit12Months), 1);
  assert.equal(shown(born.figures.accountOldestMonths), 12);
});

test('a month that bureaus tell differently counts as the worst of them; one that none tells leaves the account out', () => {
  const history = {
    newest: '2026-03',
    months: '000000',
    bureaus: [{ bureau: 'experian' as const, newest: '2026-02', months: '04' }],
  };
  const { figures } = read([card({ history })]);
  assert.equal(shown(figures.arrearsWorst6Months), '4');
  assert.equal(figures.arrearsWorst6Months.leftOut, undefined);
  assert.deepEqual(figures.arrearsWorst12Months.leftOut, [{ record: 0, why: 'part-history' }]);
  const stale = read([card({ history: { newest: '2025-12', months: '0000000' } })]).figures;
  assert.deepEqual(stale.arrearsWorst6Months.leftOut, [{ record: 0, why: 'part-history' }]);
  const silent = read([card({ history: { newest: '2026-03', months: 'l.....' } })]).figures;
  assert.equal(shown(silent.arrearsWorst6Months), 'late');
});

test('every adverse word counts: a default that a settled record has in adverse, arrears in their month, none of a later day', () => {
  const word = (status: 'default' | 'delinquent' | 'arrangement', date?: string) => ({
    bureau: 'experian' as const,
    status,
    ...(date !== undefined && { date }),
  });
  const settled = (...adverse: ReturnType<typeof word>[]) =>
    card({ accountStatus: 'settled', endDate: '2025-12-31', adverse });
  const fallen = read([settled(word('default', '2025-06-10'))]).figures;
  assert.deepEqual(
    [fallen.defaultsTotal, fallen.arrearsWorst12Months, fallen.arrearsWorst6Months].map(shown),
    [1, 'default', 'up-to-date'],
  );
  assert.deepEqual(fallen.defaults12Months.leftOut, [{ record: 0, why: 'no-default-date' }]);
  assert.equal(shown(read([settled(word('delinquent', '2025-11-10'))]).figures.arrearsWorst6Months), 'late');
  assert.equal(
    shown(read([settled(word('arrangement', '2024-05-01'))]).figures.arrearsWorst24Months),
    'arrangement',
  );
  const before = (date?: string) => read([settled(word('default', date))], { asOf: '2025-07-31' }).figures;
  assert.equal(shown(before('2025-06-10').defaultsTotal), 1);
  for (const figures of [before('2025-08-01'), before()]) {
    assert.equal(shown(figures.defaultsTotal), 0);
    assert.deepEqual(figures.defaultsTotal.leftOut, [{ record: 0, why: 'no-default-date' }]);
    assert.equal(shown(figures.arrearsWorst12Months), 'up-to-date');
  }
});

test('docs/attributes.md defines every attribute, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/attributes.md'), 'utf8');
  const defined = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(defined.filter((name) => /[A-Z]/.test(name ?? '')).sort(), [...ATTRIBUTE_NAMES].sort());
});

test('arrears that a bureau counts beyond its months are in the worst of 72 months, and of no other period', () => {
  const counting = (
    arrears: NonNullable<AccountRecord['bureaus'][0]['arrears']>,
    more: Partial<AccountRecord> = {},
  ) =>
    read([
      card({
        history: { newest: '2026-03', months: '0'.repeat(12) },
        bureaus: [{ id: 'experian', ref: 'x', arrears }],
        ...more,
      }),
    ]).figures;
  const figures = counting({ months: 36, oneOrTwo: 2, threeOrMore: 1, worst: '4' });
  assert.deepEqual([figures.arrearsWorst72Months, figures.arrearsWorst24Months].map(shown), [
    '4',
    'up-to-date',
  ]);
  const worst = (...given: Parameters<typeof counting>) => shown(counting(...given).arrearsWorst72Months);
  assert.equal(worst({ months: 36, oneOrTwo: 2, threeOrMore: 0 }), 'late');
  assert.equal(worst({ months: 36, oneOrTwo: 0, threeOrMore: 1 }), '3');
  assert.equal(worst({ months: 36, oneOrTwo: 0, threeOrMore: 0, worst: '0' }), 'up-to-date');
  // Counted back from an end so long ago that some of the months are outside.
  const ended = { accountStatus: 'settled', history: { newest: '2023-02', months: 's' } } as const;
  assert.equal(
    worst({ months: 36, oneOrTwo: 2, threeOrMore: 0 }, { ...ended, endDate: '2023-02-01' }),
    'up-to-date',
  );
  assert.equal(
    worst({ months: 35, oneOrTwo: 2, threeOrMore: 0 }, { ...ended, endDate: '2023-02-01' }),
    'late',
  );
});

test('a final payment and the amount at a default add nothing: the balance has what is left', () => {
  const both = { balloon: pounds(5_000), defaultBalance: pounds(800), product: 'pcp' } as const;
  for (const record of [
    carRecord(),
    carRecord({ accountStatus: 'default', defaultDate: '2025-01-01' }),
    carRecord({ accountStatus: 'settled', defaultDate: '2025-01-01', balance: pounds(0) }),
    without(carRecord({ accountStatus: 'default', defaultDate: '2025-01-01' }), 'balance'),
  ])
    assert.deepEqual(read([{ ...record, ...both }]).figures, read([record]).figures);
});
