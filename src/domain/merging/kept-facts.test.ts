// What stays when names, numbers and days are written otherwise: default sums, parts, the fuel, payments; and what tells two apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Changes, merge as mergeAs, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import type { FileAccount } from '../reports/bureau-file.ts';

const ACCOUNT: Omit<FileAccount, 'ref'> = {
  firstName: 'Ada',
  lastName: 'Sample',
  accountType: 'unsecured-loan',
  accountStatus: 'open',
  companyName: 'Brackenshaw Bank plc',
  startDate: '2023-06-05',
  lastUpdated: '2026-03-01',
};
const HOME: Changes = { accountType: 'mortgage', payment: pounds(1_077), numberOfPayments: 420 };
const GAS: Changes = { accountType: 'utility', companyName: 'Moorgate Power' };
const SMALL: Changes = { accountType: 'short-term-loan', accountStatus: 'settled', payment: pounds(50) };
const OWED: Changes = { accountStatus: 'default', balance: pounds(1_088), defaultBalance: pounds(12_580) };
const BUYER: Changes = { companyType: 'debt-purchaser', companyName: 'Lindenhall Portfolio 3 Limited' };

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
  ];

for (const [what, count, equifax, experian, transunion = []] of CASES)
  test(`${what}: ${count}`, () =>
    assert.equal(mergeAs({ equifax, experian, transunion }, ACCOUNT).length, count));
