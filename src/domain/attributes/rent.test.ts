// Rent beside debts: what is due of it is nobody's borrowing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import { attributesOf } from './attributes.ts';

const DAY = '2026-03-31';

test('rent that is due is no debt: it is in its own class and in what is paid each month', () => {
  const loan = carRecord({ accountType: 'short-term-loan', balance: pounds(500), payment: pounds(25) });
  const rent = carRecord({ accountType: 'rental', balance: pounds(700), payment: pounds(650) });
  const { figures } = attributesOf(documentOf([loan, rent]), { asOf: DAY, day: DAY, incomePence: null });
  const { balanceTotal, balanceUnsecured, balanceHousehold, commitmentsTotal } = figures;
  assert.deepEqual(
    [balanceTotal, balanceUnsecured, balanceHousehold, commitmentsTotal].map(
      (one) => 'value' in one && one.value,
    ),
    [50_000, 50_000, 70_000, 67_500],
  );
});
