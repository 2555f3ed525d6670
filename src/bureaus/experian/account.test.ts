import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromDetail } from './account.ts';

const DETAIL = { AccountNumber: '00012345', AccountType: '02', NoOfPayments: '0052', Payment: '000030' };
const termsOf = (fields: object) => {
  const { payment, numberOfPayments } = fromDetail({ ...DETAIL, ...fields }, 'ref', {}).account;
  return [payment?.amount, numberOfPayments];
};

test('a payment that is not monthly is its sum by the month, and none where nobody can say that', () => {
  const sums: [frequency: string, pence?: number, payments?: number][] = [
    ['W', 13_000],
    ['f', 6_500],
    ['M', 3_000, 52],
    ['Q', 1_000],
    ['A', 250],
    ['P'],
    ['X'],
  ];
  for (const [PaymentFrequency, pence, payments] of sums)
    assert.deepEqual(termsOf({ PaymentFrequency }), [pence, payments], PaymentFrequency);
  assert.deepEqual(termsOf({}), [3_000, 52], 'nothing said: monthly');
});

test('what the bureau calls a monthly repayment is one, whatever the frequency', () => {
  for (const PaymentFrequency of ['W', 'P', 'M']) {
    const fields = { Payment: '0', MnthlyRepayment: [{ MnthlyRepayment: '0000130' }], PaymentFrequency };
    assert.equal(termsOf(fields)[0], 13_000, PaymentFrequency);
  }
});
