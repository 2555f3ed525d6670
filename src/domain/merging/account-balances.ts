// What two balances tell. They are of different days, so that a difference says little, and only of what falls month by month.
import {
  areMultiple,
  equalSums,
  haveOneDefault,
  isPaidOn,
  MONTH_DAYS,
  PAID_ON_MIN,
  TOLD_DAYS_MAX,
} from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';

const POUND = 100;

/** Balances are of different days: equal to the pound is strong evidence, near is weak, and a difference is none. */
export function scoreBalance(a: Comparable, b: Comparable): number {
  if (haveOneDefault(a, b)) return 2;
  if (owesMoreThanLent(a, b) || owesMoreThanLent(b, a)) return -3;
  if (a.balance === null || b.balance === null || (a.balance === 0 && b.balance === 0)) return 0;
  const apart = Math.abs(a.balance - b.balance);
  if (apart <= POUND || isPaidOn(a, b)) return 2;
  if (isOffTheGrid(a, b, apart)) return -3;
  // A loan is paid off month by month, and a bureau may be a month behind.
  const isLoan = a.family === 'loan' || a.family === 'home';
  const near = Math.max(a.balance * 0.05, b.balance * 0.05, isLoan ? (a.payment ?? b.payment ?? 0) : 0);
  if (apart <= near) return isLoan && a.family === 'home' && isPaidTooFast(a, b, apart) ? -1 : 1;
  // A mortgage falls month by month: a quarter is years of payments, and no bureau is that far behind.
  const isOtherDebt =
    (a.family === 'home' && apart > Math.max(a.balance, b.balance) / 4) || isUnpaid(a, b, apart);
  if (a.balance === 0 || b.balance === 0) return 0;
  return isOtherDebt ? -3 : a.family === 'home' && isPaidTooFast(a, b, apart) ? -1 : 0;
}

/** Begun more than three days apart, without a sum in common, and one owes thrice what the other does: as likely an account that the other's bureau lacks. Bills of a phone or of gas may differ so. */
export function oweApart(a: Comparable, b: Comparable, days: number | null): boolean {
  if (a.family === 'supply' || (days ?? 0) <= TOLD_DAYS_MAX) return false;
  return areFarSums(a.balance, b.balance) && equalSums(a, b) === 0;
}

/** Two sums to pay, one of them thrice the other. */
export function areFarSums(a: number | null, b: number | null): boolean {
  return !!a && !!b && Math.max(a, b) > Math.min(a, b) * OWED_MOST;
}

/** Spending changes what is owed from month to month, and a raised limit what may be. */
const OWED_MOST = 3;

/** More than the payments between two days explain, some late, and more than anybody pays on top. */
function isUnpaid(a: Comparable, b: Comparable, apart: number): boolean {
  const payment = a.payment || b.payment;
  if (!PAID_MONTHLY.has(a.account.accountType) || !PAID_MONTHLY.has(b.account.accountType)) return false;
  if (!payment || a.updatedDay === null || b.updatedDay === null) return false;
  const months = Math.abs(a.updatedDay - b.updatedDay) / MONTH_DAYS + LATE_MONTHS;
  return apart > Math.max(payment * months, Math.max(a.balance ?? 0, b.balance ?? 0) / 10);
}

/** Parts of a mortgage share lender, day and term: what lies between two balances must be payments, or another part is likelier. */
function isPaidTooFast(a: Comparable, b: Comparable, apart: number): boolean {
  const payment = a.payment || b.payment;
  if (!payment || a.updatedDay === null || b.updatedDay === null) return false;
  return apart > payment * (Math.abs(a.updatedDay - b.updatedDay) / MONTH_DAYS + LATE_MONTHS);
}

/**
 * What is paid in a few instalments without interest falls by whole payments: of two that are apart by anything else, one is another
 * purchase.
 */
function isOffTheGrid(a: Comparable, b: Comparable, apart: number): boolean {
  const payment = a.payment ?? b.payment;
  const count = a.account.numberOfPayments ?? b.account.numberOfPayments;
  const known = a.payment === null ? b.balance : a.balance;
  if (
    !payment ||
    payment < PAID_ON_MIN ||
    !a.balance ||
    !b.balance ||
    count === undefined ||
    count > FEW_PAYMENTS_MAX
  )
    return false;
  return (
    areMultiple(known ?? 0, payment) &&
    Math.abs(apart - Math.round(apart / payment) * payment) > count * POUND
  );
}

const FEW_PAYMENTS_MAX = 12;
const LATE_MONTHS = 3;
const PAID_MONTHLY = new Set(['hire-purchase', 'lease', 'mortgage', 'secured-loan', 'unsecured-loan']);

const LENT_MOST = 1.25;

/** No mortgage owes a quarter more than was lent on it, and no card thrice its limit: the one is another part, or another account. */
function owesMoreThanLent({ family, balance }: Comparable, { startBalance, limit }: Comparable): boolean {
  if (balance === null) return false;
  if (family === 'card') return limit !== null && balance > limit * OWED_MOST;
  return family === 'home' && !!startBalance && balance > startBalance * LENT_MOST;
}
