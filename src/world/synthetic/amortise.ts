// Loan arithmetic in whole pence: the monthly payment of a repayment loan, its balance after some payments, and the minimum payment
// of a card.

/**
 * A repayment loan: level monthly payments and, of a PCP, a balloon that is due with the last of them. The rate is an APR, so it
 * compounds over the year.
 */
export type LoanTerms = { principalPence: number; aprPercent: number; months: number; balloonPence?: number };

/** Rounded up to the penny, so that the payments cover the debt. */
export function levelPaymentPence({
  principalPence,
  aprPercent,
  months,
  balloonPence = 0,
}: LoanTerms): number {
  const rate = monthlyRate(aprPercent);
  if (rate === 0) return Math.ceil((principalPence - balloonPence) / months);
  const repaidPence = principalPence - balloonPence * (1 + rate) ** -months;
  return Math.ceil((repaidPence * rate) / (1 - (1 + rate) ** -months));
}

/** Interest is added and the payment taken month by month; the last payment is the remainder. */
export function balanceAfterPence(terms: LoanTerms, paymentsMade: number): number {
  if (paymentsMade >= terms.months) return 0;
  const rate = monthlyRate(terms.aprPercent);
  const paymentPence = levelPaymentPence(terms);
  let balancePence = terms.principalPence;
  for (let made = 0; made < paymentsMade; made += 1) {
    balancePence += Math.round(balancePence * rate) - paymentPence;
  }
  return Math.max(0, balancePence);
}

const MINIMUM_PAYMENT_PENCE = 2_500;
const MINIMUM_PAYMENT_PERCENT = 2.5;

/** A percentage of the balance, at least £25, at most the balance. */
export function minimumPaymentPence(balancePence: number): number {
  const sharePence = Math.ceil((balancePence * MINIMUM_PAYMENT_PERCENT) / 100);
  return Math.min(balancePence, Math.max(MINIMUM_PAYMENT_PENCE, sharePence));
}

function monthlyRate(aprPercent: number): number {
  return (1 + aprPercent / 100) ** (1 / 12) - 1;
}
