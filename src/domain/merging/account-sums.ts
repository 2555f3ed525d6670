// The sums of two records: how far they agree in what was lent, in payments, limits and what is left to pay, and when that alone tells
// that they are one agreement, or near enough to say so. Bureaus round to whole pounds, so a pound apart is equal.
import { areOtherLent, isUnround, isWithinPayments } from './account-lent.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';
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
  const isOwedAlike = isTelling(a.balance, b.balance) || isPaidOn(a, b) || isOneHome(a, b);
  if (isOwedAlike && !isPaidOtherwise && scoreTerms(a, b, false) >= 0) return true;
  return hasSum && !isPaidOtherwise && scoreTerms(a, b, false) > 0;
}

/** Within three days; within a week where a sum agrees that is not round, of a mortgage also one that payments explain. */
export function isNearStart(a: Comparable, b: Comparable, days: number | null): boolean {
  const hasSum = tellingSums(a, b) > 0 || isOneHome(a, b);
  return days !== null && days <= (hasSum ? SOLE_DAYS_MAX : TOLD_DAYS_MAX);
}

function isOneHome(a: Comparable, b: Comparable): boolean {
  return a.family === 'home' && b.family === 'home' && isWithinPayments(a, b);
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

function isLikeLoan(
  { account: { accountType, numberOfPayments, repaymentPeriod } }: Comparable,
  { account: loan }: Comparable,
): boolean {
  if (accountType === 'insurance') return loan.accountType === 'unsecured-loan';
  if (accountType === 'budget-account') return (numberOfPayments ?? repaymentPeriod) !== undefined;
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
  return sums >= TOLD_SUMS_MIN && days <= TOLD_DAYS_MAX && !areKnown(a, b);
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
export function haveOneDefault(a: Comparable, b: Comparable): boolean {
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
export function isPaidOn(a: Comparable, b: Comparable): boolean {
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
export const PAID_ON_MIN = 20 * POUND;

export function areMultiple(sum: number, of: number): boolean {
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

/**
 * With a fee or without it is one payment; what is collected by the week stands by the month at some bureaus, 52 weeks to 12 months. In
 * an arrangement some show what was agreed at first, some what is paid since.
 */
function areOtherPayments(
  { payment: a, account: one }: Comparable,
  { payment: b, account: other }: Comparable,
): boolean {
  if (one.accountStatus === 'arrangement' || other.accountStatus === 'arrangement') return false;
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
  // Some count the deposit, or the fee to own the goods, and some do not; some count weeks.
  const isOneMore = Math.abs(a - b) === 1 && Math.min(a, b) >= LONG_TERM_MIN;
  return isOneMore || Math.abs((Math.min(a, b) * 52) / 12 - Math.max(a, b)) <= 1 ? 0 : -3;
}

/** A premium is paid with a deposit and ten instalments. */
const LONG_TERM_MIN = 10;
