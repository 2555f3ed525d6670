// The sums of two records: how far they agree in what was lent, in payments, limits and what is left to pay, and when that alone tells
// that they are one agreement, or near enough to say so. Bureaus round to whole pounds, so a pound apart is equal.
import { areOtherLent, isUnround, isWithinPayments } from './account-lent.ts';
import { compareNumbers } from './account-numbers.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareLenders } from './lender-names.ts';

const POUND = 100;

/**
 * An equal sum of what was agreed, and none that differs. Where both records are also the only ones of their kind, each bureau would
 * have to lack the other's account for these to be two.
 */
export function agreeInTerms(a: Comparable, b: Comparable): boolean {
  if (!areOneFamily(a, b) || areOtherLent(a, b)) return false;
  const isPaidOtherwise = a.family !== 'card' && a.family !== 'bank' && areOtherPayments(a, b);
  const hasSum =
    areLike(a.startBalance, b.startBalance) ||
    (areLike(a.payment, b.payment) && a.payment !== 0) ||
    areLike(a.limit, b.limit);
  const isOwedAlike =
    isTelling(a.balance, b.balance) ||
    isPaidOn(a, b) ||
    (a.family === 'home' && b.family === 'home' && isWithinPayments(a, b));
  if (isOwedAlike && !isPaidOtherwise && scoreTerms(a, b, false) >= 0) return true;
  return hasSum && !isPaidOtherwise && scoreTerms(a, b, false) > 0;
}

/** Within three days; within a week where a sum agrees that is not round. */
export function isNearStart(a: Comparable, b: Comparable, days: number | null): boolean {
  return days !== null && days <= (tellingSums(a, b) > 0 ? SOLE_DAYS_MAX : TOLD_DAYS_MAX);
}

/** Whether the registry knows both names, and not as companies of one group, which share brands and books. */
export function areKnown({ lender: a }: Comparable, { lender: b }: Comparable): boolean {
  if (a?.known == null || b?.known == null) return a?.known !== null && b?.known !== null;
  const { group } = a.known.lender;
  return group === undefined || group !== b.known.lender.group;
}

/** How many sums of two records agree, round or not; zeros do not count. */
export function equalSums(a: Comparable, b: Comparable): number {
  return (
    Number(areLike(a.startBalance, b.startBalance)) +
    Number(areLike(a.payment, b.payment) && a.payment !== 0) +
    Number(areLike(a.limit, b.limit)) +
    Number((areLike(a.balance, b.balance) && a.balance !== 0) || isPaidOn(a, b) || haveOneDefault(a, b))
  );
}

/** No number, no sum and no number of payments that both give differs. */
export function haveNoOtherTerms(a: Comparable, b: Comparable): boolean {
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'different' || numbers === 'other-part' || haveOtherSums(a, b) || areOtherSupplies(a, b))
    return false;
  return scoreCount(a.account.numberOfPayments, b.account.numberOfPayments) >= 0;
}

export function areOtherSupplies({ supply: a }: Comparable, { supply: b }: Comparable): boolean {
  return a !== b && a !== null && b !== null;
}

export function haveOtherSums(a: Comparable, b: Comparable): boolean {
  return areOtherLent(a, b) || areOtherPayments(a, b) || areOther(a.limit, b.limit);
}

/** Ended, or defaulted, on one day, or nearly. */
export function haveOneEndDay(a: Comparable, b: Comparable): boolean {
  return areNearDays(a.endDay, b.endDay) || areNearDays(a.defaultDay, b.defaultDay);
}

export function areNearDays(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= TOLD_DAYS_MAX;
}

/**
 * A secured loan is one bureau's mortgage and another's loan or hire purchase; one bureau's lease is another's rental, and a premium
 * paid in instalments another's loan.
 */
export function areOneFamily(a: Comparable, b: Comparable): boolean {
  if (a.family === b.family) return true;
  return (a.family === 'loan' && isLikeLoan(b, a)) || (b.family === 'loan' && isLikeLoan(a, b));
}

function isLikeLoan({ account: { accountType } }: Comparable, { account: loan }: Comparable): boolean {
  if (accountType === 'insurance') return loan.accountType === 'unsecured-loan';
  return accountType === 'secured-loan' || (accountType === 'rental' && loan.accountType === 'lease');
}

export const NEAR_DAYS_MAX = 7;
export const MONTH_DAYS = 31;

export const SOLE_DAYS_MAX = 7;
/** The next account of the family must be at least this much further away than twice the days between the two. */
export const SOLE_DAYS_MORE = 7;
export const TOLD_DAYS_MAX = 3;
export const TOLD_SUMS_MIN = 2;

/**
 * Begun within a week, and two sums equal to the pound that two agreements hardly share, or one and two others; of the same lender, one
 * and another, or one and the day; or begun within a month, two such sums, and the same lender or another sum: whatever names and
 * numbers say.
 */
export function areTold(a: Comparable, b: Comparable): boolean {
  const days = daysOfStarts(a, b);
  if (days === null) return false;
  if (days > MONTH_DAYS) return false;
  const telling = tellingSums(a, b);
  const isNear = days <= NEAR_DAYS_MAX;
  if (telling === 0 || (telling < TOLD_SUMS_MIN && !isNear)) return false;
  const sums = equalSums(a, b);
  if (sums > TOLD_SUMS_MIN || (telling >= TOLD_SUMS_MIN && isNear)) return true;
  if (!areOneFamily(a, b) || (sums < TOLD_SUMS_MIN && days > 0)) return false;
  const lenders = compareLenders(a.lender, b.lender);
  if (lenders === 'same' || lenders === 'similar') return true;
  // A shop's name stands for the lender behind its card or its instalments.
  if (days > TOLD_DAYS_MAX || areKnown(a, b)) return false;
  return (
    sums >= TOLD_SUMS_MIN ||
    (days === 0 && a.account.accountType === b.account.accountType && haveUnroundSum(a, b))
  );
}

function haveUnroundSum(a: Comparable, b: Comparable): boolean {
  return (
    ((areLike(a.balance, b.balance) || isPaidOn(a, b)) && isUnround(a.balance)) ||
    (areLike(a.startBalance, b.startBalance) && isUnround(a.startBalance))
  );
}

/** How many sums of two records agree that are not round. */
export function tellingSums(a: Comparable, b: Comparable): number {
  return (
    Number(isTelling(a.startBalance, b.startBalance)) +
    Number(isTelling(a.payment, b.payment)) +
    Number(isTelling(a.limit, b.limit)) +
    Number(
      isTelling(a.balance, b.balance) || isPaidOn(a, b) || (haveOneDefault(a, b) && isOdd(defaultedOf(a))),
    )
  );
}

/** What was owed at the default: a bureau may show it as what is owed. */
function haveOneDefault(a: Comparable, b: Comparable): boolean {
  if (a.defaulted === null && b.defaulted === null) return false;
  return (
    areLike(a.defaulted, b.defaulted) || areLike(a.defaulted, b.balance) || areLike(a.balance, b.defaulted)
  );
}

const defaultedOf = ({ defaulted, balance }: Comparable): number => defaulted ?? balance ?? 0;

/**
 * One to three payments apart to the pound, the newer the lower, and no multiple of the payment: as good as equal. Where each balance
 * is a multiple, as of a debt without interest, this says something only of a record that does not give the payment, no round one.
 */
function isPaidOn(a: Comparable, b: Comparable): boolean {
  const payment = a.payment ?? b.payment;
  if (!payment || !a.balance || !b.balance || areOther(a.payment, b.payment)) return false;
  const isLater = (a.updatedDay ?? 0) >= (b.updatedDay ?? 0);
  const apart = isLater ? b.balance - a.balance : a.balance - b.balance;
  if (payment < PAID_ON_MIN || apart < payment - POUND || apart > payment * PAID_ON_MAX + POUND) return false;
  const isNews = (a.payment === null || b.payment === null) && Math.round(payment / POUND) % PRICE_STEP !== 0;
  return areMultiple(apart, payment) && (isNews || !areMultiple(a.balance, payment));
}

/** Payments of whole fives of pounds are common. */
const PRICE_STEP = 5;
const PAID_ON_MAX = 3;
const PAID_ON_MIN = 20 * POUND;

function areMultiple(sum: number, of: number): boolean {
  return Math.abs(sum - Math.round(sum / of) * of) <= POUND;
}

export function isTelling(a: number | null, b: number | null): boolean {
  return areLike(a, b) && isOdd(a as number);
}

/** Of small sums those count that are no price: at least £50, and not a multiple of five. */
function isOdd(pence: number): boolean {
  const pounds = Math.round(pence / POUND);
  return isUnround(pence) || (pounds >= 50 && pounds < 500 && pounds % 5 !== 0);
}

/** What was agreed at the start and does not change later. */
export function scoreTerms(a: Comparable, b: Comparable, isAnchored: boolean): number {
  const isLoan = a.family !== 'card' && a.family !== 'bank';
  return (
    scoreAmount(a.startBalance, b.startBalance, 3, areOtherLent(a, b) ? (isAnchored ? -3 : -5) : 0) +
    scoreAmount(a.payment, b.payment, 2, isLoan && areOtherPayments(a, b) ? -3 : 0) +
    // A limit may be raised, so a difference says little.
    scoreAmount(a.limit, b.limit, 2, -1) +
    scoreCount(a.account.numberOfPayments, b.account.numberOfPayments)
  );
}

const FEE_MAX = 3 * POUND;
const FEE_SHARE_MAX = 0.01;

/** With a fee or without it is one payment; what is collected by the week stands by the month at some bureaus, 52 weeks to 12 months. */
function areOtherPayments({ payment: a }: Comparable, { payment: b }: Comparable): boolean {
  if (a === null || b === null || Math.abs(a - b) <= Math.max(FEE_MAX, Math.max(a, b) * FEE_SHARE_MAX))
    return false;
  return Math.abs((Math.max(a, b) * 12) / 52 - Math.min(a, b)) > POUND;
}

export function areOther(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && !areLike(a, b);
}

export function areLike(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= POUND;
}

/** Bureaus round to whole pounds, up or down: a pound apart is nearly equal. */
function scoreAmount(a: number | null, b: number | null, equal: number, different: number): number {
  if (a === null || b === null) return 0;
  if (a === b) return equal;
  return Math.abs(a - b) <= POUND ? equal - 1 : different;
}

export function scoreCount(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1;
  // Some count the last payment, or the fee to own the goods, and some do not.
  return Math.abs(a - b) === 1 && Math.min(a, b) >= LONG_TERM_MIN ? 0 : -3;
}

const LONG_TERM_MIN = 11;

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
  if (apart <= near) return 1;
  // A mortgage falls month by month: a quarter is years of payments, and no bureau is that far behind.
  const isOtherDebt =
    (a.family === 'home' && apart > Math.max(a.balance, b.balance) / 4) || isUnpaid(a, b, apart);
  if (a.balance === 0 || b.balance === 0) return 0;
  return isOtherDebt ? -3 : a.family === 'home' && isPaidTooFast(a, b, apart) ? -1 : 0;
}

const LENT_MOST = 1.25;

/** No mortgage owes a quarter more than was lent on it: the one is another part, or another mortgage. */
function owesMoreThanLent({ family, balance }: Comparable, { startBalance }: Comparable): boolean {
  return family === 'home' && balance !== null && !!startBalance && balance > startBalance * LENT_MOST;
}
