// What is paid each month of a loan that is nearly paid off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountType } from '../reports/credit-report.ts';
import { attributesOf } from './attributes.ts';

const DAY = '2026-03-31';

function due(accountType: AccountType, balance: number): number | string | false {
  const record = carRecord({ accountType, payment: pounds(100), balance: pounds(balance) });
  const { figures } = attributesOf(documentOf([record]), { asOf: DAY, day: DAY, incomePence: null });
  return 'value' in figures.commitmentsTotal && figures.commitmentsTotal.value;
}

test('the last payment of a loan is what is left of it; of a lease, a card, a phone or a balance of nothing it is the payment', () => {
  for (const loan of ['mortgage', 'secured-loan', 'unsecured-loan', 'student-loan', 'hire-purchase'] as const)
    assert.deepEqual(
      [99, 100, 101, 0].map((left) => due(loan, left)),
      [9_900, 10_000, 10_000, 10_000],
      loan,
    );
  for (const other of ['lease', 'credit-card', 'communications', 'rental'] as const)
    assert.equal(due(other, 40), 10_000, other);
});
