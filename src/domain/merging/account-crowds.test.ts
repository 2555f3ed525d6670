// Three accounts or more of one lender and day, of which a bureau lacks one or does not say the number: what looks like a partner may be
// another one of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BARE_LOAN,
  type Changes,
  merge as mergeAs,
  pounds,
} from '../../../test/support/bureaus/merged-rows.ts';

const PHONE: Changes = { accountType: 'communications', companyName: 'Skerrow Mobile' };
const BILL: Changes = { ...PHONE, payment: pounds(34) };
const ONE: Changes = { accountNumber: '4477112233' };
const TWO: Changes = { accountNumber: '9630771854' };
const THREE: Changes = { accountNumber: '1028456677' };
const CARD: Changes = { accountType: 'credit-card', creditLimit: pounds(700) };

/** Both have the first two; the third record of each has no number, or another one's. */
const crowd = (kind: Changes, equifax: Changes, experian: Changes): [Changes[], Changes[]] => [
  [
    { ...kind, ...ONE },
    { ...kind, ...TWO },
    { ...kind, ...equifax },
  ],
  [
    { ...kind, ...ONE },
    { ...kind, ...TWO },
    { ...kind, ...experian },
  ],
];

const TOKEN: Changes = { accountNumber: '7F63A7F2C5AD57D9' };
const OLDER: Changes = { ...CARD, lastUpdated: '2026-01-20', balance: pounds(12) };
const PART: Changes = { accountType: 'mortgage', payment: pounds(874) };
const parts = (number: Changes): Changes[] => [
  { ...PART, ...ONE, balance: pounds(81_240) },
  { ...PART, ...TWO, balance: pounds(143_011) },
  { ...PART, ...number, balance: pounds(96_320) },
];
const ENDED: Changes = { ...PHONE, accountStatus: 'settled', endDate: '2025-11-03' };

const CASES: [what: string, rows: number, equifax: Changes[], experian: Changes[]][] = [
  ['a phone without a number beside two others of its day', 4, ...crowd(PHONE, {}, THREE)],
  ['the same with the payment that all of them have', 4, ...crowd(BILL, {}, THREE)],
  [
    'the same with a payment of its own',
    3,
    ...crowd(PHONE, { payment: pounds(47) }, { ...THREE, payment: pounds(47) }),
  ],
  ['the same where both say the number', 3, ...crowd(BILL, THREE, THREE)],
  [
    'a phone without a number beside one other of its day',
    2,
    [{ ...PHONE, ...ONE }, PHONE],
    [
      { ...PHONE, ...ONE },
      { ...PHONE, ...THREE },
    ],
  ],
  [
    'phones of three days',
    3,
    ...crowd(PHONE, { startDate: '2023-08-20' }, { ...THREE, startDate: '2023-08-20' }),
  ],
  [
    'a card of a month ago beside two of its lender, day and limit',
    3,
    [
      { ...CARD, ...ONE },
      { ...CARD, ...TWO },
      { ...CARD, lastUpdated: '2026-01-20', balance: pounds(12) },
    ],
    [],
  ],
  [
    'the same beside one',
    1,
    [
      { ...CARD, ...ONE },
      { ...CARD, lastUpdated: '2026-01-20', balance: pounds(12) },
    ],
    [],
  ],
  [
    'the same with digits',
    2,
    [
      { ...CARD, ...ONE },
      { ...CARD, ...TWO },
      { ...CARD, accountNumber: '*****854', lastUpdated: '2026-01-20', balance: pounds(12) },
    ],
    [],
  ],
  [
    'the same with one token',
    3,
    [
      { ...CARD, ...ONE },
      { ...CARD, ...TWO },
      { ...CARD, ...TOKEN },
      { ...OLDER, ...TOKEN },
    ],
    [],
  ],
  ['three states of one card', 1, [{ ...CARD, ...ONE }, OLDER, { ...OLDER, lastUpdated: '2025-11-20' }], []],
  [
    'a part of a mortgage by its balance, a payment apart',
    3,
    parts({}),
    parts({ ...THREE, lastUpdated: '2026-02-01' }).with(2, {
      ...PART,
      ...THREE,
      lastUpdated: '2026-02-01',
      balance: pounds(97_010),
    }),
  ],
  [
    'a phone by the day of its end, beside two that run',
    3,
    ...crowd(PHONE, ENDED, { ...ENDED, ...THREE, endDate: '2025-11-04' }),
  ],
  ['the same beside two that ended on that day', 4, ...crowd(ENDED, {}, THREE)],
  [
    'a phone with the payment of two others at one bureau',
    4,
    [{ ...BILL, ...ONE }, { ...BILL, ...TWO }, BILL],
    [{ ...BILL, ...THREE }],
  ],
];

const merge = (equifax: Changes[], experian: Changes[]) => mergeAs({ equifax, experian }, BARE_LOAN);

for (const [what, rows, equifax, experian] of CASES)
  test(`${what}: ${rows} rows`, () => {
    assert.equal(merge(equifax, experian).length, rows);
    assert.equal(merge(experian, equifax).length, rows);
  });

test('one that stays apart in a crowd is offered', () => {
  const offered = merge(...crowd(PHONE, {}, THREE)).filter(
    ({ possiblySame = [] }) => possiblySame.length > 0,
  );
  assert.equal(offered.length, 2);
});
