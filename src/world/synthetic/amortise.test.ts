import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { balanceAfterPence, levelPaymentPence, minimumPaymentPence } from './amortise.ts';

// One per cent a month, the textbook example, is an APR of 12.682503 %.
const TEXTBOOK = { principalPence: 1_000_000, aprPercent: 12.682503013196973, months: 12 };

test('ten thousand pounds at one per cent a month for a year cost £888.49 a month', () => {
  assert.equal(levelPaymentPence(TEXTBOOK), 88_849);
});

test('the first payment of the textbook loan leaves the principal, plus its interest, less the payment', () => {
  assert.equal(balanceAfterPence(TEXTBOOK, 0), 1_000_000);
  assert.equal(balanceAfterPence(TEXTBOOK, 1), 1_000_000 + 10_000 - 88_849);
});

test('a loan without interest is divided evenly', () => {
  const terms = { principalPence: 1_000, aprPercent: 0, months: 3 };
  assert.equal(levelPaymentPence(terms), 334);
  assert.equal(balanceAfterPence(terms, 2), 332);
});

test('payments before a balloon are those that leave it over at the end', () => {
  const terms = { ...TEXTBOOK, balloonPence: 400_000 };
  assert.equal(levelPaymentPence(terms), 57_310);
  // Before the last payment: the payment and the balloon, less a month's interest on both.
  assert.ok(Math.abs(balanceAfterPence(terms, 11) - (57_310 + 400_000) / 1.01) < 20);
  const free = { principalPence: 1_000, aprPercent: 0, months: 3, balloonPence: 400 };
  assert.equal(levelPaymentPence(free), 200);
});

const tenths = (min: number, max: number) => fc.integer({ min, max }).map((count) => count / 10);
const carLoans = fc.record({
  principalPence: fc.integer({ min: 500_000, max: 4_000_000 }),
  aprPercent: tenths(0, 150),
  months: fc.integer({ min: 12, max: 60 }),
});
const mortgages = fc.record({
  principalPence: fc.integer({ min: 9_000_000, max: 45_000_000 }),
  aprPercent: tenths(0, 60),
  months: fc.integer({ min: 300, max: 360 }),
});

test('a balance is whole pence, falls with every payment and is gone at the end of the term', () => {
  fc.assert(
    fc.property(fc.oneof(carLoans, mortgages), (terms) => {
      let beforePence = terms.principalPence;
      for (let made = 1; made < terms.months; made += 1) {
        const afterPence = balanceAfterPence(terms, made);
        assert.ok(Number.isSafeInteger(afterPence) && afterPence >= 0);
        assert.ok(afterPence < beforePence, `payment ${made} leaves ${afterPence} of ${beforePence}`);
        beforePence = afterPence;
      }
      // The last payment may differ from the others by what a few hundred roundings of a penny come to.
      assert.ok(beforePence <= levelPaymentPence(terms) + 1_000, 'one payment settles what is left');
      assert.equal(balanceAfterPence(terms, terms.months), 0);
      assert.equal(balanceAfterPence(terms, terms.months + 9), 0);
    }),
    { numRuns: 40 },
  );
});

const MINIMUM_PAYMENTS: [balancePence: number, paymentPence: number][] = [
  [0, 0],
  [1, 1],
  [2_499, 2_499],
  [2_500, 2_500],
  [2_501, 2_500],
  [100_000, 2_500],
  [100_001, 2_501],
  [600_000, 15_000],
];

for (const [balancePence, paymentPence] of MINIMUM_PAYMENTS) {
  test(`a card that owes ${balancePence} pence asks for ${paymentPence}`, () => {
    assert.equal(minimumPaymentPence(balancePence), paymentPence);
  });
}
