// When two records are offered as one that may be the same, as a table: both sides of every border.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';
import { DAY, type Said, said } from '../../../test/support/bureaus/said.ts';
import { isNearMiss } from './account-near.ts';
import type { Comparable } from './comparable-account.ts';

type Case = [what: string, isSo: boolean, one: Said, other: Said];
const LENDER = { lender: 'Marlowick Bank' };
const pairOf = (one: Said, other: Said): [Comparable, Comparable] => [
  said({ ...LENDER, ...one }),
  said({ ...LENDER, bureau: 'experian', ...other }),
];

test('a near miss: by days, sums and lender, and never by another number', () => {
  const start = (days: number, more: Said = {}): Said => ({ startDay: DAY + days, ...more });
  const sum = { limit: 50_000 };
  const other = { lender: 'Corncrake Bank' };
  const cases: [...Case, onlyDays?: number][] = [
    ['a sum, seven days', true, start(0, { ...sum, ...other }), start(7, sum)],
    ['a sum, eight days, two lenders', false, start(0, { ...sum, ...other }), start(8, sum)],
    [
      'two sums, 31 days, two lenders',
      true,
      start(0, { ...sum, balance: 60_000, ...other }),
      start(31, { ...sum, balance: 60_000 }),
    ],
    [
      'two sums, 32 days, two lenders',
      false,
      start(0, { ...sum, balance: 60_000, ...other }),
      start(32, { ...sum, balance: 60_000 }),
    ],
    [
      'two sums, a year',
      true,
      start(0, { ...sum, balance: 60_000 }),
      start(400, { ...sum, balance: 60_000 }),
    ],
    ['one sum, a year', false, start(0, sum), start(400, sum)],
    ['one telling sum, a year', true, start(0, { balance: 70_234 }), start(400, { balance: 70_234 })],
    [
      'three sums, two lenders, a year',
      true,
      start(0, { ...sum, balance: 60_000, startBalance: 70_000, ...other }),
      start(400, { ...sum, balance: 60_000, startBalance: 70_000 }),
    ],
    [
      'two telling sums, two lenders, a year',
      true,
      start(0, { payment: 5_100, balance: 70_234, ...other }),
      start(400, { payment: 5_100, balance: 70_234 }),
    ],
    ['no sum, three days', true, start(0), start(3), 4],
    ['no sum, three days, others as near', false, start(0), start(3), 3],
    ['no sum, four days, others within a month', false, start(0), start(4), 31],
    ['no sum, 31 days, no other so near', true, start(0), start(31), 32],
    ['no sum, 32 days', false, start(0), start(32), 100],
    ['another kind of one lender, three days', true, start(0, { family: 'home' }), start(3), 4],
    ['another kind of one lender, four days', false, start(0, { family: 'home' }), start(4), 32],
    ['one end, a year apart', true, start(0, { endDay: DAY + 500 }), start(400, { endDay: DAY + 500 })],
    [
      'one end and another limit, a year apart',
      false,
      start(0, { endDay: DAY + 500, ...sum }),
      start(400, { endDay: DAY + 500, limit: 60_000 }),
    ],
    [
      'no name, one telling sum, a year',
      true,
      start(0, { balance: 70_234, lender: '' }),
      start(400, { balance: 70_234 }),
    ],
    ['no name, one round sum, a year', false, start(0, { ...sum, lender: '' }), start(400, sum)],
    ['an end three days off', true, start(0, { endDay: DAY }), start(32, { endDay: DAY + 3 })],
    ['an end four days off', false, start(0, { endDay: DAY }), start(32, { endDay: DAY + 4 })],
    ['one bureau, one day', true, start(0, sum), start(0, { ...sum, bureau: 'equifax' })],
    ['one bureau, the day after', false, start(0, sum), start(1, { ...sum, bureau: 'equifax' })],
    [
      'another part',
      false,
      start(0, { ...sum, number: '12345678-01' }),
      start(0, { ...sum, number: '12345678-02' }),
    ],
    [
      'another first name',
      false,
      start(0, { ...sum, firstName: 'Ada' }),
      start(0, { ...sum, firstName: 'Olive' }),
    ],
  ];
  for (const [what, isSo, one, two, onlyDays] of cases)
    assert.equal(isNearMiss(...pairOf(one, two), onlyDays), isSo, what);
});

const CARD: Changes = { accountType: 'credit-card', companyName: 'Corncrake Cards Ltd' };
const NEXT: Changes = { companyName: 'Lindenhall Loans', startDate: '2023-06-08', payment: pounds(17) };
const PHONE: Changes = { accountType: 'communications', companyName: 'Pellwick Telecom' };

/** The rows that are offered as one. */
const linksOf = (equifax: Changes[], experian: Changes[], transunion: Changes[] = []): number =>
  mergeAs({ equifax, experian, transunion }, BARE_LOAN).filter(
    ({ possiblySame }) => possiblySame !== undefined,
  ).length;

test('two phones or fuels of one day are not offered as one, where a number, the fuel or the bureau tells them apart', () => {
  const ended: Changes = { ...PHONE, accountStatus: 'settled', balance: pounds(0), endDate: '2025-02-03' };
  const first = { ...ended, accountNumber: '4477112233', lastUpdated: '2025-02-05' };
  const second = { ...ended, accountNumber: '908765****', lastUpdated: '2025-02-28' };
  const third = { ...ended, accountNumber: '1028456677' };
  assert.equal(linksOf([first, third], [second, third]), 0);
  assert.equal(linksOf([first, { ...ended, accountNumber: undefined }], []), 0);
  // One without a number may be either of two; a card had twice on one day may be one twice.
  assert.equal(linksOf([PHONE], [PHONE, { ...PHONE, accountNumber: '4477112233', balance: pounds(22) }]), 3);
  const card = { ...CARD, payment: pounds(51) };
  assert.equal(
    linksOf(
      [
        { ...card, accountNumber: '4477112233' },
        { ...card, lastUpdated: '2026-02-20' },
      ],
      [],
    ),
    2,
  );
});

test('of two that cannot both be meant the one that fits clearly better is offered alone', () => {
  const rows = mergeAs(
    {
      equifax: [
        { companyName: 'HSBC', payment: pounds(51), numberOfPayments: 48 },
        { companyName: 'HSBC', payment: pounds(50), numberOfPayments: 36 },
      ],
      experian: [{ companyName: 'Barclays', payment: pounds(50), numberOfPayments: 36 }, NEXT],
    },
    BARE_LOAN,
  );
  const links = rows.map(({ bureaus, possiblySame = [] }) => [
    bureaus[0]?.ref,
    possiblySame.map(({ ref }) => ref),
  ]);
  assert.deepEqual(Object.fromEntries(links), {
    'equifax-0': [],
    'equifax-1': ['experian-0'],
    'experian-0': ['equifax-1'],
    'experian-1': [],
  });
});

test('what ended within a fortnight, or is without a start, and differs nowhere is a near miss', () => {
  const over = (days: number, ended: number, more: Said = {}): Said => ({
    startDay: DAY + days,
    endDay: DAY + 90 + ended,
    ...more,
  });
  const paid = { payment: 7_000 };
  const other = { lender: 'Corncrake Bank' };
  const undated = (more: Said = {}): Said => ({ startDay: null, ...more });
  const cases: [...Case, onlyDays?: number][] = [
    ['a month, a fortnight', true, over(0, 0), over(31, 14)],
    ['a month, fifteen days', false, over(0, 0), over(31, 15)],
    ['32 days', false, over(0, 0), over(32, 4)],
    ['another payment', false, over(0, 0, paid), over(31, 4, { payment: 9_000 })],
    ['two lenders, a sum', true, over(0, 0, { ...paid, ...other }), over(31, 14, paid)],
    ['two lenders, no sum', false, over(0, 0, other), over(31, 14)],
    ['undated, a sum', true, undated(paid), over(0, 0, paid)],
    ['undated, an end', true, undated({ endDay: DAY + 90 }), over(0, 0)],
    ['undated, nothing', false, undated(), over(0, 0)],
    ['undated, the only one of its lender', true, undated(), over(0, 0), Number.POSITIVE_INFINITY],
    ['undated, two lenders', false, undated({ ...paid, ...other }), over(0, 0, paid)],
    [
      'undated, another limit',
      false,
      undated({ ...paid, limit: 90_000 }),
      over(0, 0, { ...paid, limit: 50_000 }),
    ],
  ];
  for (const [what, isSo, one, two, onlyDays] of cases)
    assert.equal(isNearMiss(...pairOf(one, two), onlyDays), isSo, what);
});

test('two tokens of one bureau are two accounts, and not offered as one', () => {
  const loan: Changes = { ...BARE_LOAN, payment: pounds(137) };
  const token = (accountNumber: string): Changes => ({ ...loan, accountNumber });
  const links = (equifax: Changes[]) =>
    mergeAs({ equifax }, BARE_LOAN).flatMap(({ possiblySame = [] }) => possiblySame).length;
  assert.equal(links([token('2149E8C95ED1C340'), token('C03ABC90538EC876')]), 0);
  assert.equal(links([token('2149E8C95ED1C340'), loan]), 2);
});
