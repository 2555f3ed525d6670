// When two records that are not joined are near enough to be offered as one, or so far apart that nothing can join them.
import { isAgain } from './account-ends.ts';
import { isSoldDebt } from './account-sales.ts';
import { haveOtherTokens } from './account-states.ts';
import {
  areKnown,
  areNearDays,
  areOneFamily,
  areOtherSupplies,
  equalSums,
  haveNoOtherTerms,
  haveOneEndDay,
  haveOtherSums,
  MONTH_DAYS,
  NEAR_DAYS_MAX,
  TOLD_DAYS_MAX,
  TOLD_SUMS_MIN,
  tellingSums,
} from './account-sums.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareNumbers, haveOneEnd } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders } from './lender-names.ts';

/**
 * Near enough by pounds, days or digits to be offered as one that may be the same, whatever else names and numbers say. An end on one
 * day counts as a sum, alone only where nothing differs. `onlyDays`, `soleDays`: as of `scorePair`.
 */
export function isNearMiss(a: Comparable, b: Comparable, onlyDays = 0, soleDays = 0): boolean {
  const days = daysOfStarts(a, b);
  if (isSoldDebt(a, b) && tellingSums(a, b) > 0 && haveOneDefault(a, b)) return true;
  if (isAgain(a, b)) return false;
  if (days === null) return isNearWithoutStart(a, b, onlyDays);
  if (a.bureau === b.bureau && days > 0) return false;
  const pounds = equalSums(a, b);
  const sums = pounds + Number(areNearDays(a.endDay, b.endDay));
  // Of a month, where neither bureau has another so near.
  const isAlone = days <= MONTH_DAYS && Math.max(onlyDays, soleDays) > MONTH_DAYS;
  const isOver = days <= MONTH_DAYS && haveNearEnds(a, b);
  if (sums === 0 && days > TOLD_DAYS_MAX && !isAlone && !isOver && !haveOneEnd(a.number, b.number))
    return false;
  const lenders = compareLenders(a.lender, b.lender);
  const isOneLender = lenders === 'same' || lenders === 'similar';
  const areOfOneKind =
    areOneFamily(a, b) ||
    a.family === 'other' ||
    b.family === 'other' ||
    (isOneLender && days <= TOLD_DAYS_MAX) ||
    sums > (isOneLender ? 0 : 1);
  const isNameless = lenders === 'unknown' && days <= NEAR_DAYS_MAX;
  if (!(areOfOneKind || isNameless) || compareFirstNames(a.firstName, b.firstName) === 'different')
    return false;
  // A bureau that lists an account twice says the same of it, as far as it says anything.
  const areAlike = haveNoOtherTerms(a, b);
  if (a.bureau === b.bureau) return sums > 0 && areAlike && !haveOtherTokens(a, b);
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'other-part' || areOtherSupplies(a, b)) return false;
  if (numbers === 'sure' || numbers === 'same' || sums > 2 || tellingSums(a, b) >= TOLD_SUMS_MIN) return true;
  if (days <= NEAR_DAYS_MAX && (pounds > 0 || (sums > 0 && areAlike))) return true;
  // Another name may be a brand, where each bureau has no other account of the kind near that day.
  if (isOver && areAlike && (isOneLender || (sums > 0 && !areKnown(a, b)))) return true;
  if (sums === 0)
    return isOneLender
      ? days < onlyDays && !haveOtherSums(a, b)
      : areAlike && soleDays > MONTH_DAYS && (lenders === 'unknown' || !areKnown(a, b));
  // The day on which a lender moved its book may stand as the start.
  if (isOneLender)
    return (
      (onlyDays === Infinity && !haveOtherSums(a, b)) ||
      sums > 1 ||
      tellingSums(a, b) > 0 ||
      (sums > pounds && areAlike)
    );
  const isTold = sums > 1 || tellingSums(a, b) > 0;
  if (numbers === 'similar') return areAlike && (isTold || days <= MONTH_DAYS);
  return (days <= MONTH_DAYS || lenders === 'unknown') && areAlike && isTold;
}

/** Without a start, of one lender: nothing differs, and a sum or an end agrees, or each bureau has no other of it. */
function isNearWithoutStart(a: Comparable, b: Comparable, onlyDays: number): boolean {
  const lenders = compareLenders(a.lender, b.lender);
  if (a.bureau === b.bureau || (lenders !== 'same' && lenders !== 'similar') || !haveNoOtherTerms(a, b))
    return false;
  if (compareFirstNames(a.firstName, b.firstName) === 'different') return false;
  return areOneFamily(a, b) && (equalSums(a, b) > 0 || haveOneEndDay(a, b) || onlyDays === Infinity);
}

/** Ended within a fortnight: of two loans that follow each other the one ends when the other begins. */
function haveNearEnds({ endDay: a }: Comparable, { endDay: b }: Comparable): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= OVER_DAYS_MAX;
}

const OVER_DAYS_MAX = 14;

/** A buyer and a seller that do not name two days of default, a month apart. */
function haveOneDefault(a: Comparable, b: Comparable): boolean {
  if (a.defaultDay === null || b.defaultDay === null) return true;
  return Math.abs(a.defaultDay - b.defaultDay) <= MONTH_DAYS;
}

/**
 * Without a sum, an end or digits in common, and begun two months apart, or, with other numbers, a few days: no rule joins or offers these,
 * and most pairs of a large file are so.
 */
export function areFarApart(a: Comparable, b: Comparable, onlyDays: number, soleDays: number): boolean {
  if (a.startDay === null || b.startDay === null || a.isBuyer !== b.isBuyer) return false;
  const days = Math.abs(a.startDay - b.startDay);
  if (days <= TOLD_DAYS_MAX || haveOneEnd(a.number, b.number)) return false;
  if (equalSums(a, b) > 0 || haveOneEndDay(a, b)) return false;
  if (days > FAR_DAYS_MIN) return true;
  const mayBeAlone = days <= MONTH_DAYS && Math.max(onlyDays, soleDays) > MONTH_DAYS;
  return !mayBeAlone && compareNumbers(a.number, b.number) === 'different';
}

const FAR_DAYS_MIN = 62;
