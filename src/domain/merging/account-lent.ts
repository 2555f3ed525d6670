// What was lent, and what is left of it: some lenders give the sum itself, some all that will be paid, with the interest; and what lies
// between two balances is payments.
import type { Comparable } from './comparable-account.ts';

const POUND = 100;
const YEAR_PAYMENTS = 12;
const MONTH_DAYS = 30;

/** Two sums, of which the larger is not all that is paid. */
export function areOtherLent(a: Comparable, b: Comparable): boolean {
  if (a.startBalance === null || b.startBalance === null) return false;
  if (Math.abs(a.startBalance - b.startBalance) <= POUND) return false;
  return a.startBalance > b.startBalance ? !isAllPaid(a, b) : !isAllPaid(b, a);
}

/** The payments, each rounded to a pound, and a balloon; one more or less is a fee. Of whole years where nobody says how many. */
function isAllPaid(large: Comparable, small: Comparable): boolean {
  const payment = large.payment || small.payment;
  if (!payment || large.family === 'card' || large.family === 'bank') return false;
  const balloon = large.account.balloon?.amount ?? small.account.balloon?.amount ?? 0;
  const paid = (large.startBalance as number) - balloon;
  const count = countOf(large) ?? countOf(small);
  const payments = count ?? Math.round(paid / payment / YEAR_PAYMENTS) * YEAR_PAYMENTS;
  const fee = count === undefined ? 0 : payment;
  return payments > 0 && Math.abs(paid - payment * payments) <= fee + (POUND / 2) * (payments + 2);
}

function countOf({ account }: Comparable): number | undefined {
  return account.numberOfPayments ?? account.repaymentPeriod;
}

/** A sum that two agreements hardly share: at least £500 and no multiple of £50, of £500 where it is £20,000 or more. */
export function isUnround(pence: number | null): boolean {
  if (pence === null || pence < 500 * POUND) return false;
  const step = (pence < 20_000 * POUND ? 50 : 500) * POUND;
  return Math.min(pence % step, step - (pence % step)) > POUND;
}

/** As far apart as the payments between the two days would bring them, and one more. */
export function isWithinPayments(a: Comparable, b: Comparable): boolean {
  const payment = a.payment ?? b.payment;
  if (!payment || !isUnround(a.balance) || !isUnround(b.balance)) return false;
  const months = Math.abs((a.updatedDay ?? 0) - (b.updatedDay ?? 0)) / MONTH_DAYS + 1;
  return Math.abs((a.balance as number) - (b.balance as number)) <= payment * months;
}
