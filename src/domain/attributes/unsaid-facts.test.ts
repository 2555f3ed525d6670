// What bureaus leave unsaid: a limit of zero is one that is not known, and a default or write-off without a date stands today.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord, AccountStatus } from '../reports/credit-report.ts';
import { attributesOf } from './attributes.ts';

const DAY = '2026-03-31';
const card = (more: Partial<AccountRecord>): AccountRecord => ({
  accountType: 'credit-card',
  accountStatus: 'open',
  balance: pounds(500),
  startDate: '2018-01-15',
  history: { newest: '2026-03', months: '0'.repeat(72) },
  bureaus: [{ id: 'equifax', ref: 'c' }],
  ...more,
});
const figuresOf = (...records: AccountRecord[]) =>
  attributesOf(documentOf(records), { asOf: DAY, day: DAY, incomePence: null }).figures;

test('a limit of zero is left out of the total of limits as one that is not known; a penny is not', () => {
  const { limitTotal: none, utilisationTotal } = figuresOf(card({ creditLimit: pounds(0) }));
  assert.ok('unknown' in none && 'unknown' in utilisationTotal);
  assert.deepEqual(none.leftOut, [{ record: 0, why: 'no-limit' }]);
  const { limitTotal: some } = figuresOf(
    card({ creditLimit: pounds(2_000) }),
    card({ creditLimit: pounds(0) }),
    card({ creditLimit: { amount: 1, currency: 'GBP' } }),
  );
  assert.ok('value' in some);
  assert.equal(some.value, 200_001);
  assert.deepEqual(some.leftOut, [{ record: 1, why: 'no-limit' }]);
});

const WORST = [
  'arrearsWorst6Months',
  'arrearsWorst12Months',
  'arrearsWorst24Months',
  'arrearsWorst72Months',
] as const;

for (const accountStatus of ['default', 'written-off'] satisfies AccountStatus[]) {
  test(`${accountStatus} without a date is the worst of every period and in no count by age; with one, by its date`, () => {
    const worst = (record: AccountRecord) => {
      const figures = figuresOf(record);
      return WORST.map((name) => {
        const figure = figures[name];
        return 'value' in figure ? figure.value : figure.unknown;
      });
    };
    const undated = card({ accountStatus });
    assert.deepEqual(worst(undated), ['default', 'default', 'default', 'default']);
    const { defaultsTotal, defaults12Months } = figuresOf(undated);
    assert.equal('value' in defaultsTotal && defaultsTotal.value, 1);
    assert.deepEqual(defaults12Months.leftOut, [{ record: 0, why: 'no-default-date' }]);
    const dated = card({ accountStatus, defaultDate: '2025-06-30' });
    assert.deepEqual(worst(dated), ['up-to-date', 'default', 'default', 'default']);
  });
}
