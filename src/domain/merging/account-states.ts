// Whether two records of one bureau are states of one account: an older one that was kept beside the newest, or the same said twice.
import { areFarSums } from './account-balances.ts';
import { isNextLoan } from './account-ends.ts';
import { type AccountNumber, isToken } from './account-numbers.ts';
import { areOtherSupplies, equalSums, haveOtherSums } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders } from './lender-names.ts';

/** Whether a bureau may say both of one account: weeks apart, or in the same words. */
export function isOtherState(newer: Comparable, older: Comparable): boolean {
  const ageDays = (newer.updatedDay ?? 0) - (older.updatedDay ?? 0);
  return ageDays >= STATE_AGE_DAYS_MIN || isSaidTwice(newer, older);
}

const START_DAYS_MAX = 45;
/** Two accounts of a lender are reported in the same run; an older state is at least nearly a month old. */
const STATE_AGE_DAYS_MIN = 20;
/** No lender is this far behind with an account that runs. */
const STALE_DAYS_MIN = 90;
/** Two records of one day that agree in so many sums, of which one is stale, are one account, whoever the lender. */
const STATE_SUMS_MIN = 2;
const FINAL = new Set(['settled', 'closed', 'transferred']);

/** Whether one bureau's older record is of the same account as its newer one, or says the same twice. */
export function isOlderState(newer: Comparable, older: Comparable): boolean {
  const ageDays = (newer.updatedDay ?? 0) - (older.updatedDay ?? 0);
  if (newer.family !== older.family || newer.isBuyer !== older.isBuyer) return false;
  if (newer.updatedDay === null || older.updatedDay === null || ageDays < STATE_AGE_DAYS_MIN)
    return isSaidTwice(newer, older);
  const [starts, lenders] = [daysApart(newer, older), compareLenders(newer.lender, older.lender)];
  if (lenders === 'different' || starts > START_DAYS_MAX) return false;
  if (compareFirstNames(newer.firstName, older.firstName) === 'different') return false;
  if (isOther(newer.startBalance, older.startBalance)) return false;
  // Parts of one agreement share its number: one bureau writes the suffix always or never, but for a slip.
  const isStale = ageDays >= STALE_DAYS_MIN && starts === 0;
  if (isOtherPart(newer.number, older.number) && !(isStale && isPaidAlike(newer, older))) return false;
  if (isOtherTerm(newer, older) || haveOtherEnds(newer, older)) return false;
  // Without a day it may be the next loan under that number.
  const isUndated = newer.startDay === null || older.startDay === null;
  if (isUndated && hasReopened(newer, older) && equalSums(newer, older) === 0) return false;
  if (haveOneToken(newer, older) && starts === 0) return true;
  if (haveOtherTokens(newer, older)) return false;
  const numbers = compareNumbers(newer.number, older.number);
  if (numbers === 'sure')
    return !mayBePart(newer, older) || (ageDays >= STALE_DAYS_MIN && isPaidDown(newer, older));
  if (numbers === 'different' || numbers === 'other-part' || starts > 3) return false;
  // A mask shows one number for all parts of a mortgage: what lies between two states of a part is payments.
  if (
    newer.family === 'home' &&
    numbers !== 'unknown' &&
    (ageDays < STALE_DAYS_MIN || !isPaidDown(newer, older))
  )
    return false;
  const isLike = numbers === 'same' || (numbers === 'similar' && starts === 0);
  if (isLike && lenders === 'same' && !mayBeOtherPart(newer, older)) return true;
  // Else only what was lent tells it from a second account of the same day.
  const isLoan = newer.family === 'loan' || newer.family === 'home';
  const isLent =
    isEqual(newer.startBalance, older.startBalance) ||
    isEqual(newer.limit, older.limit) ||
    (isLoan && isEqual(newer.payment, older.payment));
  if (numbers !== 'unknown') return isLent;
  if (starts > 0 || hasReopened(newer, older)) return false;
  if (isStale && equalSums(newer, older) >= STATE_SUMS_MIN) return true;
  if (
    isStale &&
    isLeftOver(newer, older) &&
    (equalSums(newer, older) > 0 || (lenders === 'same' && !hasParts(newer) && !hasParts(older)))
  )
    return true;
  // Two purchases of one day may have one payment: what lies between two states of a loan is payments.
  if (!isPaidDown(newer, older)) return false;
  // Halves of a mortgage share day, payment and term, and a bureau hears of one a month before the other.
  if (ageDays < STALE_DAYS_MIN && (newer.family === 'home' || older.family === 'home')) return false;
  if (lenders === 'unknown') return isLent && isLoan && isEqual(newer.payment, older.payment);
  return isLent || (ageDays >= STALE_DAYS_MIN && isEqual(newer.payment, older.payment));
}

/** What has ended does not run again: a settled record beside an open one is another account. */
function hasReopened({ account: newer }: Comparable, { account: older }: Comparable): boolean {
  return FINAL.has(older.accountStatus) && !FINAL.has(newer.accountStatus);
}

/** An open account that is stale is an older state of one that is not; of this one, if nothing differs and its debt did not grow. */
function isLeftOver(newer: Comparable, older: Comparable): boolean {
  if (FINAL.has(older.account.accountStatus) || haveOtherSums(newer, older)) return false;
  return isPaidDown(newer, older) && !areFarSums(newer.balance, older.balance);
}

/** A loan falls by its payments and one more at most, or is paid off; what fell faster is two loans. A card's balance may be any. */
function isPaidDown(newer: Comparable, older: Comparable): boolean {
  const isLoan = newer.family === 'loan' || newer.family === 'home';
  if (!isLoan || newer.balance === null || older.balance === null) return true;
  const months = Math.ceil(((newer.updatedDay ?? 0) - (older.updatedDay ?? 0)) / MONTH_DAYS);
  const most = (newer.payment || older.payment || Number.POSITIVE_INFINITY) * (months + 1);
  const fallen = older.balance - newer.balance;
  return fallen >= 0 && (fallen <= most || newer.balance === 0);
}

const MONTH_DAYS = 30;

/** A number and a start in the same words, and nothing that differs; with two equal sums the number may be masked, or the start be off. */
function isSaidTwice(a: Comparable, b: Comparable): boolean {
  if (a.startDay === null || b.startDay === null || isOtherPart(a.number, b.number)) return false;
  const numbers = haveOneToken(a, b) ? 'sure' : compareNumbers(a.number, b.number);
  const isOneDay = a.startDay === b.startDay;
  if (!(numbers === 'sure' && isOneDay)) {
    const isLike = numbers === 'sure' || (numbers === 'same' && isOneDay);
    if (!isLike || daysApart(a, b) > MONTH_DAYS || equalSums(a, b) < STATE_SUMS_MIN) return false;
  }
  if (compareLenders(a.lender, b.lender) === 'different') return false;
  if (compareFirstNames(a.firstName, b.firstName) === 'different') return false;
  if (isNextLoan(a, b) || isNextLoan(b, a)) return false;
  if (isOtherTerm(a, b) || SAID_SUMS.some((sum) => a[sum] !== null && b[sum] !== null && a[sum] !== b[sum]))
    return false;
  return !mayBePart(a, b);
}

/** To the penny: one bureau rounds one way. */
const SAID_SUMS = ['balance', 'limit', 'payment', 'startBalance'] as const;

/** Parts of a mortgage and two phones share a number, where the bureau leaves the part out: only an amount tells them from copies. */
function mayBePart(a: Comparable, b: Comparable): boolean {
  return hasParts(a) && !isEqual(a.startBalance, b.startBalance) && !isPaidAlike(a, b);
}

function hasParts({ family, account, number }: Comparable): boolean {
  return (
    family === 'home' ||
    family === 'supply' ||
    account.accountType === 'student-loan' ||
    (number !== null && number.suffix !== '')
  );
}

/** A few digits with a part beside the same without one, or of an account that has ended beside one that runs: no sum says that they are one. */
function mayBeOtherPart(newer: Comparable, older: Comparable): boolean {
  if (equalSums(newer, older) > 0 || (!hasParts(newer) && !hasParts(older))) return false;
  return hasReopened(newer, older) || (newer.number?.suffix === '') !== (older.number?.suffix === '');
}

/** Ended far apart, or one began when the other had ended: the next loan under a customer's number. */
function haveOtherEnds(a: Comparable, b: Comparable): boolean {
  if (isNextLoan(a, b) || isNextLoan(b, a)) return true;
  return a.endDay !== null && b.endDay !== null && Math.abs(a.endDay - b.endDay) > START_DAYS_MAX;
}

/** A token in place of the number says nothing to another bureau; the same one twice at one bureau is the same account. */
export function haveOneToken({ account: a }: Comparable, { account: b }: Comparable): boolean {
  return a.accountNumber !== undefined && a.accountNumber === b.accountNumber && isToken(a.accountNumber);
}

/** What a lender makes of one number is one token at one bureau. */
export function haveOtherTokens({ account: a }: Comparable, { account: b }: Comparable): boolean {
  const areTokens = isToken(a.accountNumber ?? '') && isToken(b.accountNumber ?? '');
  return areTokens && a.accountNumber !== b.accountNumber;
}

function isPaidAlike(a: Comparable, b: Comparable): boolean {
  return isEqual(a.payment, b.payment) && a.payment !== 0;
}

/** A mask may have cut the suffix off. */
function isOtherPart(a: AccountNumber | null, b: AccountNumber | null): boolean {
  if (a === null || b === null || a.suffix === b.suffix) return false;
  return (a.isWhole || a.suffix !== '') && (b.isWhole || b.suffix !== '');
}

function isEqual(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && !isOther(a, b);
}

/** A payment or a number of payments that does not change while an agreement runs; a card's does. */
function isOtherTerm(a: Comparable, b: Comparable): boolean {
  if (areOtherSupplies(a, b)) return true;
  if (a.family === 'card' || a.family === 'bank') return false;
  const [one, other] = [a.account.numberOfPayments, b.account.numberOfPayments];
  return isOther(a.payment, b.payment) || (one !== undefined && other !== undefined && one !== other);
}

export function daysApart(a: Comparable, b: Comparable): number {
  return a.startDay === null || b.startDay === null ? 0 : Math.abs(a.startDay - b.startDay);
}

const POUND = 100;

function isOther(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) > POUND;
}
