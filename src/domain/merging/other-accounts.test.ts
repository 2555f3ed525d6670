// Accounts that look like one and are two, and one that looks like two: what ends, limits, payments and parts tell beside lender and start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Changes, merge as mergeAs, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';

type Said = Changes;

const ACCOUNT: Omit<FileAccount, 'ref'> = {
  firstName: 'Ada',
  lastName: 'Sample',
  accountType: 'unsecured-loan',
  accountStatus: 'open',
  companyType: 'bank',
  companyName: 'Brackenshaw Bank plc',
  startDate: '2023-06-05',
  lastUpdated: '2026-03-01',
};
const rows = (equifax: Said[], experian: Said[], transunion: Said[] = []) =>
  mergeAs({ equifax, experian, transunion }, ACCOUNT).length;

const CARD: Said = { accountType: 'credit-card' };
const SETTLED: Said = { accountStatus: 'settled', balance: pounds(0) };
const LOAN: Said = { payment: pounds(200), lastUpdated: '2026-03-01' };
const SMALL: Said = { accountType: 'short-term-loan', startBalance: pounds(300) };
const PHONE: Said = { accountType: 'communications', payment: pounds(28) };

const CASES: [what: string, rows: number, equifax: Said[], experian: Said[], transunion?: Said[]][] = [
  [
    'a limit that one bureau has not heard of, with four digits',
    1,
    [{ ...CARD, accountNumber: '****0465', creditLimit: pounds(500) }],
    [{ ...CARD, accountNumber: '****0465', creditLimit: pounds(750) }],
    [{ ...CARD, accountNumber: '789291400465', creditLimit: pounds(500) }],
  ],
  [
    'another limit and no number, where no bureau has another card',
    1,
    [{ ...CARD, creditLimit: pounds(500) }],
    [{ ...CARD, creditLimit: pounds(750) }],
    [{ ...CARD, creditLimit: pounds(500) }],
  ],
  [
    'another limit and no number, where one has',
    2,
    [
      { ...CARD, creditLimit: pounds(500) },
      { ...CARD, creditLimit: pounds(600) },
    ],
    [{ ...CARD, creditLimit: pounds(750) }],
    [{ ...CARD, creditLimit: pounds(500) }],
  ],
  [
    'ended two months before it was told as open, with a sum',
    1,
    [{ ...SETTLED, ...LOAN, endDate: '2025-12-29' }],
    [{ ...LOAN, balance: pounds(4_000) }],
  ],
  [
    'ended longer before',
    2,
    [{ ...SETTLED, endDate: '2025-12-28' }],
    [{ balance: pounds(4_000), lastUpdated: '2026-03-01' }],
  ],
  [
    'ended longer before, with the whole number',
    1,
    [{ ...SETTLED, endDate: '2024-12-28', accountNumber: '87654321' }],
    [{ balance: pounds(4_000), accountNumber: '87654321' }],
  ],
  ['a small loan two weeks off', 1, [SMALL], [{ ...SMALL, startDate: '2023-06-19' }]],
  ['the next small loan', 2, [SMALL], [{ ...SMALL, startDate: '2023-06-20' }]],
  [
    'a larger loan so far off',
    1,
    [{ startBalance: pounds(300) }],
    [{ startBalance: pounds(300), startDate: '2023-06-20' }],
  ],
  [
    'what three payments explain',
    1,
    [{ ...LOAN, balance: pounds(2_600) }],
    [{ ...LOAN, balance: pounds(2_000) }],
  ],
  ['more than they explain', 2, [{ ...LOAN, balance: pounds(2_601) }], [{ balance: pounds(2_000) }]],
  [
    'more than they explain, half a year apart',
    1,
    [{ ...LOAN, balance: pounds(3_200), lastUpdated: '2025-09-01' }],
    [{ balance: pounds(2_000) }],
  ],
  [
    'a number without its part, which ended on another day',
    2,
    [{ ...SETTLED, accountNumber: '71600481 01', endDate: '2025-12-27' }],
    [{ ...SETTLED, accountNumber: '71600481', endDate: '2025-10-27' }],
  ],
  [
    'a number without its part, which ended on that day',
    1,
    [{ ...SETTLED, accountNumber: '71600481 01', endDate: '2025-12-27' }],
    [{ ...SETTLED, accountNumber: '71600481', endDate: '2025-12-27' }],
  ],
  [
    'one bureau, two ends',
    2,
    [
      { ...SETTLED, accountNumber: '****4082', endDate: '2024-05-09', lastUpdated: '2026-01-01' },
      { ...SETTLED, accountNumber: '201879284082', endDate: '2024-08-09' },
    ],
    [],
  ],
  [
    'one bureau, one end',
    1,
    [
      { ...SETTLED, accountNumber: '****4082', endDate: '2024-05-09', lastUpdated: '2026-01-01' },
      { ...SETTLED, accountNumber: '201879284082', endDate: '2024-05-09' },
    ],
    [],
  ],
  [
    'one bureau, four digits and the same with a part',
    2,
    [
      { ...PHONE, accountNumber: '****2518', lastUpdated: '2025-11-12' },
      { ...PHONE, payment: undefined, accountNumber: '****2518-02' },
    ],
    [],
  ],
  [
    'one bureau, loans of a student, one with a part',
    2,
    [
      { accountType: 'student-loan', balance: pounds(21_000), lastUpdated: '2025-11-12' },
      { accountType: 'student-loan', accountNumber: '559514024787 02' },
    ],
    [],
  ],
  [
    'a third that differs in its payment and has nothing but the start in common',
    2,
    [{ ...PHONE, accountNumber: '42017192' }],
    [{ ...PHONE, payment: undefined, accountNumber: '****7192' }],
    [{ ...PHONE, payment: pounds(61) }],
  ],
];

for (const [what, count, equifax, experian, transunion] of CASES)
  test(`${what}: ${count}`, () => assert.equal(rows(equifax, experian, transunion), count));
