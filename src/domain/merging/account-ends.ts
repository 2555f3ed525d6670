// What the days on which accounts end tell, and those on which small loans begin again.
import { equalSums } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';

/** What ended at one bureau months ago and still runs at another is two accounts, unless the whole number says otherwise. */
export function scoreEnds(a: Comparable, b: Comparable, isSure: boolean): number {
  const days = scoreDay(a.endDay, b.endDay) + scoreDay(a.defaultDay, b.defaultDay);
  return !isSure && (outlives(a, b) || outlives(b, a)) ? days - 3 : days;
}

/** A lender reports every month, and now and then a month late. */
const OUTLIVED_DAYS_MIN = 62;
const FINAL = new Set(['settled', 'closed']);
const RUNNING = new Set(['open', 'delinquent', 'arrangement']);

function outlives(running: Comparable, ended: Comparable): boolean {
  if (!FINAL.has(ended.account.accountStatus) || !RUNNING.has(running.account.accountStatus)) return false;
  const endDay = ended.endDay ?? ended.updatedDay;
  if (endDay === null || running.updatedDay === null) return false;
  const days = running.updatedDay - endDay;
  if (days > OUTLIVED_DAYS_MIN) return true;
  // What is still owed is not hidden behind an end, where only lender and days say that they are one.
  const isBare =
    compareNumbers(running.number, ended.number) === 'unknown' && equalSums(running, ended) === 0;
  return days > OWED_DAYS_MIN && isBare && (running.balance ?? 0) > 0;
}

const OWED_DAYS_MIN = 20;

/** Small loans are taken again within weeks, of the same lender and sum. */
export function isNextOfLender(
  a: Comparable,
  b: Comparable,
  days: number | null,
  hasDigits: boolean,
): boolean {
  if (days === null || days <= AGAIN_DAYS_MIN || hasDigits) return false;
  return AGAIN_TYPES.has(a.account.accountType) && AGAIN_TYPES.has(b.account.accountType);
}

/** Of two, one is the next: what ended is over; what was told may be told late, and a third record may show the start to be a slip. */
export function areInTurn(a: Comparable, b: Comparable): 'by their ends' | 'by what was told' | undefined {
  if (hasBegunAfterEnd(a, b) || hasBegunAfterEnd(b, a)) return 'by their ends';
  return hasBegunLater(a, b) || hasBegunLater(b, a) ? 'by what was told' : undefined;
}

/** A loan that began when another had ended or was last told of: many lenders go on under the customer's number. */
export function isNextLoan(next: Comparable, before: Comparable): boolean {
  return hasBegunLater(next, before) || hasBegunAfterEnd(next, before);
}

/** And did not end with it. */
function hasBegunAfterEnd(next: Comparable, before: Comparable): boolean {
  const { account, family, startDay, endDay } = before;
  if (endDay === null || next.startDay === null) return false;
  if (family !== 'loan' || next.family !== 'loan' || account.accountStatus === 'transferred') return false;
  if (startDay !== null && next.endDay !== null) {
    const [starts, ends] = [next.startDay - startDay, next.endDay - endDay];
    if (Math.min(starts, ends) > SHIFTED_DAYS_MIN) return true;
  }
  if (next.startDay < endDay) return false;
  const hasEndedToo = next.endDay !== null && next.endDay - endDay <= NEXT_DAYS_MIN;
  // One without a start that had ended is another as well.
  if (hasEndedToo || startDay === null) return !hasEndedToo;
  return endDay >= startDay && next.startDay - startDay > NEXT_DAYS_MIN;
}

/** What was last told before another loan began is not that one; the first of a month may stand for all of it. */
function hasBegunLater(next: Comparable, { account, family, startDay, updatedDay }: Comparable): boolean {
  if (updatedDay === null || next.startDay === null || family !== 'loan' || next.family !== 'loan')
    return false;
  // Told long before its own start: the day is none.
  if (startDay !== null && startDay - updatedDay > MONTH_DAYS) return false;
  const days = next.startDay - updatedDay;
  return days > (account.lastUpdated?.endsWith('-01') === true ? MONTH_DAYS : NEXT_DAYS_MIN);
}

const MONTH_DAYS = 31;

/** Of a kind that is taken again and again. */
export function isAgain(a: Comparable, b: Comparable): boolean {
  return isTakenAgain(a, b) && (isNextLoan(a, b) || isNextLoan(b, a));
}

export function isTakenAgain({ account: a }: Comparable, { account: b }: Comparable): boolean {
  return AGAIN_TYPES.has(a.accountType) || AGAIN_TYPES.has(b.accountType);
}

/** A bureau may have a start weeks off, or an end, and hardly both. */
const SHIFTED_DAYS_MIN = 20;
const NEXT_DAYS_MIN = 7;
const AGAIN_DAYS_MIN = 14;
const AGAIN_TYPES = new Set(['short-term-loan', 'home-credit']);

export function scoreDay(a: number | null, b: number | null): number {
  if (a === null || b === null) return 0;
  const days = Math.abs(a - b);
  if (days <= 3) return 2;
  return days <= 31 ? 0 : -3;
}
