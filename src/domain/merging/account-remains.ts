// What remains when all that is sure was joined: a doubt that is the only one on both sides. The accounts beside them have found their
// partners by then, so that for these to be two each bureau would have to lack the other's.
import { oweApart, scoreBalance } from './account-balances.ts';
import { isNextLoan, isNextOfLender, isTakenAgain, scoreDay, scoreEnds } from './account-ends.ts';
import { areOtherLent } from './account-lent.ts';
import { isSoldDebt } from './account-sales.ts';
import {
  areKnown,
  areNearDays,
  areOneFamily,
  areOther,
  equalSums,
  haveOtherSums,
  isNearStart,
  MONTH_DAYS,
  NEAR_DAYS_MAX,
  scoreCount,
  TOLD_DAYS_MAX,
} from './account-sums.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareNumbers, haveOneEnd } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders } from './lender-names.ts';

/** Enough in common that two accounts would hardly have, where neither has another that it may be. */
export function isRemainder(a: Comparable, b: Comparable): boolean {
  const sums = equalSums(a, b);
  if (a.isBuyer !== b.isBuyer) return haveOneDefaultDay(a, b) || sums > 0;
  const days = daysOfStarts(a, b);
  const isOneLender = areOneLender(a, b);
  const numbers = compareNumbers(a.number, b.number);
  // Without a start, a sum must say so.
  if (days === null)
    return (isOneLender || numbers === 'same' || numbers === 'sure') && (sums > 0 || scoreBalance(a, b) > 0);
  if (days > MONTH_DAYS) return false;
  // A lender gives a new number, a bureau has another kind: a sum must say that it is no second account of that day. Of two phones none
  // does.
  if (numbers === 'different' || areOfOtherKinds(a, b))
    return isOneLender && sums > 0 && a.family !== 'supply' && b.family !== 'supply';
  if (isOneLender) return !isNextOfLender(a, b, days, numbers !== 'unknown');
  // A part joined on, or two digits that changed places, are a lender's own.
  if (numbers === 'suffixed' || numbers === 'swapped') return false;
  return days <= TOLD_DAYS_MAX || numbers !== 'unknown' || sums > 0;
}

/** Nothing that both give differs, but for a limit, which is raised, and for what changes when a debt is sold. */
export function differsNowhere(a: Comparable, b: Comparable, oweAlike: boolean): boolean {
  if (a.bureau === b.bureau) return false;
  if (compareFirstNames(a.firstName, b.firstName) === 'different') return false;
  if (a.isBuyer !== b.isBuyer) return isSoldDebt(a, b) && scoreDay(a.defaultDay, b.defaultDay) >= 0;
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'other-part') return false;
  const days = daysOfStarts(a, b);
  // A lender's own new number, or its bureau's kind.
  const isNew = isNearStart(a, b, days) && areOneLender(a, b);
  if (!isNew && (numbers === 'different' || areOfOtherKinds(a, b))) return false;
  const isOther = compareLenders(a.lender, b.lender) === 'different';
  if (isNextLoan(a, b) || isNextLoan(b, a)) return false;
  if ((isOther && !mayBeBrand(a, b)) || haveOtherTerms(a, b, isOther)) return false;
  if (oweAlike ? scoreBalance(a, b) < 0 : oweOtherwise(a, b, isOther)) return false;
  return scoreEnds(a, b, false) >= 0;
}

/**
 * Another name may be a brand. Who moves house has gas, water and a phone of several companies from one day on, and who is short of money
 * owes several lenders of small loans.
 */
function mayBeBrand(a: Comparable, b: Comparable): boolean {
  if (areKnown(a, b)) return false;
  const areOwed = isTakenAgain(a, b) && !!a.balance && !!b.balance && !haveOneEnd(a.number, b.number);
  return !(a.family === 'supply' || areOwed) || equalSums(a, b) > 0;
}

/** A card's payment is of one month, and its limit is raised. */
function haveOtherTerms(a: Comparable, b: Comparable, isOther: boolean): boolean {
  if (scoreCount(a.account.numberOfPayments, b.account.numberOfPayments) < 0) return true;
  if (!isRunning(a) || !isRunning(b)) return haveOtherSums(a, b);
  return areOtherLent(a, b) || (isOther && areOther(a.limit, b.limit));
}

/**
 * A loan falls by its payments, and a default stays what it is; a card or a phone that runs may have another sum each month, but not
 * under two names, of two kinds, weeks apart, or where only one has failed.
 */
function oweOtherwise(a: Comparable, b: Comparable, isOther: boolean): boolean {
  const score = scoreBalance(a, b);
  if (score !== 0) return score < 0;
  const [one, other] = [a.balance ?? 0, b.balance ?? 0];
  // A phone and its handset have one lender, day and payment.
  if (isOther || !areOneFamily(a, b)) return one !== other;
  if (a.balance === null || b.balance === null || one === other) return false;
  const hasFailed = (a.account.accountStatus === 'default') !== (b.account.accountStatus === 'default');
  const days = daysOfStarts(a, b);
  if (hasFailed || (days ?? 0) > NEAR_DAYS_MAX || oweApart(a, b, days)) return true;
  return one !== 0 && other !== 0 && !isRunning(a) && a.family !== 'supply';
}

/** A bureau that does not say which kind it is says no other one. */
function areOfOtherKinds(a: Comparable, b: Comparable): boolean {
  return a.family !== 'other' && b.family !== 'other' && !areOneFamily(a, b);
}

function isRunning({ family }: Comparable): boolean {
  return family === 'card' || family === 'bank';
}

function areOneLender(a: Comparable, b: Comparable): boolean {
  const lenders = compareLenders(a.lender, b.lender);
  return lenders === 'same' || lenders === 'similar';
}

function haveOneDefaultDay(a: Comparable, b: Comparable): boolean {
  const [buyer, first] = a.isBuyer ? [a, b] : [b, a];
  return areNearDays(a.defaultDay, b.defaultDay) || areNearDays(buyer.startDay, first.defaultDay);
}
