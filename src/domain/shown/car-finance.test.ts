import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, differing, documentOf, pounds } from '../../../test/support/merging/records.ts';
import { motorAgreements } from '../agreements/motor-agreements.ts';
import { type MotorScheme, SHIPPED_SCHEME } from '../agreements/motor-scheme.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { carFinanceOf } from './car-finance.ts';

const answerOf = (
  records: AccountRecord[],
  { whose = 'your', scheme = SHIPPED_SCHEME }: { whose?: 'your' | 'the'; scheme?: MotorScheme } = {},
) => carFinanceOf(motorAgreements(documentOf(records), { asOf: '2026-11-15', bureaus: [], scheme }), whose);

const begun = (startDate: string, more: Partial<AccountRecord> = {}) => carRecord({ startDate, ...more });
const AFTER = begun('2024-11-02');
const IN = begun('2024-11-01');

test('the headline counts what began in the period, to the day', () => {
  const cases: [AccountRecord[], string][] = [
    [[], 'No car finance was found'],
    [[IN], 'Your car-finance agreement began in the period of the FCA scheme'],
    [[AFTER], 'Your car-finance agreement did not begin in the period of the FCA scheme'],
    [[AFTER, AFTER], 'None of your 2 car-finance agreements began in the period of the FCA scheme'],
    [[AFTER, IN, AFTER], '1 of your 3 car-finance agreements began in the period of the FCA scheme'],
    [[IN, IN], 'Both of your car-finance agreements began in the period of the FCA scheme'],
  ];
  for (const [records, words] of cases) assert.equal(answerOf(records).headline, words);
  assert.match(answerOf([IN, AFTER], { whose: 'the' }).headline, /^1 of the 2 /);
});

test('what began in the period stands first, each with its chip', () => {
  const { rows } = answerOf([AFTER, begun('2007-04-05'), IN]);
  assert.deepEqual(
    rows.map(({ record, chip, standing }) => [record, chip, standing]),
    [
      [2, 'In the period', 'in'],
      [0, 'After it', 'out'],
      [1, 'Before it', 'out'],
    ],
  );
  assert.deepEqual(rows[0]?.periods, ['CONRED 5: agreements of 1 April 2014 to 1 November 2024']);
});

test('a start on both sides of the border is a perhaps, and says that bureaus differ', () => {
  const { headline, rows } = answerOf([differing('startDate', '2024-10-31', '2024-11-04'), AFTER]);
  assert.equal(headline, '0 or 1 of your 2 car-finance agreements began in the period of the FCA scheme');
  assert.equal(rows[0]?.chip, 'Perhaps in the period');
  assert.equal(rows[0]?.line, 'Hire purchase ··4821 · 31 Oct 2024 or 4 Nov 2024 · bureaus differ');
});

test('a lease is outside the scheme, whenever it began', () => {
  const { headline, rows, caution } = answerOf([begun('2019-01-01', { accountType: 'lease' })]);
  assert.match(headline, /did not begin in the period/);
  assert.equal(rows[0]?.chip, 'Lease: outside it');
  assert.match(caution, /Leases are outside the FCA scheme\./);
});

test('a row has kind, number, dates, sum and whether it was repaid', () => {
  const settled = begun('2023-02-18', {
    endDate: '2025-12-21',
    accountStatus: 'settled',
    startBalance: pounds(9_729),
  });
  const [row] = answerOf([settled]).rows;
  assert.equal(row?.line, 'Hire purchase ··4821 · 18 Feb 2023 – 21 Dec 2025');
  assert.equal(row?.money, '£9,729 borrowed, repaid');
});

test('hire purchase of a retailer is told apart', () => {
  const sofa = carRecord({
    companyName: 'Oakrest Sofas',
    companyType: 'retailer',
    startBalance: pounds(679),
  });
  const { rows, others } = answerOf([sofa, IN]);
  assert.deepEqual([rows.map(({ record }) => record), others.map(({ record }) => record)], [[1], [0]]);
});

test('the time line reaches from the period to the report, with a mark for each start', () => {
  const { axis } = answerOf([IN, begun('2026-09-20')]);
  assert.equal(axis?.label, 'FCA scheme: 6 Apr 2007 – 1 Nov 2024');
  assert.deepEqual(
    axis?.years.map(({ year }) => year),
    [2007, 2013, 2020, 2026],
  );
  assert.deepEqual(
    axis?.marks.map(({ isIn }) => isIn),
    [true, false],
  );
  assert.ok(axis?.marks.every(({ at }) => at > 0 && at < 100));
  assert.match(axis?.words ?? '', /1 agreement of 2 began in it\.$/);
  assert.equal(answerOf([begun('')]).axis, null);
});

test('the status of the scheme is in the answer, with its day and source; a file without a notice says its status', () => {
  const { caution, source } = answerOf([IN]);
  assert.match(caution, /not a decision about a claim.*commission.*suspended until a hearing/);
  assert.match(source, /as of 15 Nov 2026\. Source: FCA PS26\/3/);
  const { notice: _, shortTitle: __, ...plain } = SHIPPED_SCHEME;
  assert.match(answerOf([IN], { scheme: plain }).caution, /Status of the scheme: partly suspended\.$/);
  const none = answerOf([IN], { scheme: { ...plain, windows: [] } });
  assert.equal(none.headline, '1 car-finance agreement was found');
  assert.deepEqual([none.axis, none.rows[0]?.chip], [null, null]);
});
