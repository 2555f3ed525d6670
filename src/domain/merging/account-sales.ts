// Debts that were sold. One bureau lists the debt under its first lender, another under the buyer, with two names, two numbers and
// often two kinds of account. The seller closes its account on the day of the sale; the buyer counts from that day, and calls what it
// paid the start balance. What stays is the day of the default, and sometimes the first lender's name behind the buyer's.
import { isTelling } from './account-sums.ts';
import type { Comparable } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders } from './lender-names.ts';

const RULED_OUT = Number.NEGATIVE_INFINITY;
const POUND = 100;

export function isSoldDebt(a: Comparable, b: Comparable): boolean {
  return a.isBuyer !== b.isBuyer && (a.isBuyer ? b : a).maySell;
}

/** Needs as many points as any pair, with other evidence. */
export function scoreSale(a: Comparable, b: Comparable): number {
  const [buyer, first] = a.isBuyer ? [a, b] : [b, a];
  const start = scoreStart(buyer, first);
  if (
    start === RULED_OUT ||
    hasFailedLater(buyer, first) ||
    compareFirstNames(a.firstName, b.firstName) === 'different'
  )
    return RULED_OUT;
  const numbers = compareNumbers(a.number, b.number);
  const number = numbers === 'sure' || numbers === 'same' ? 6 : 0;
  // Some buyers give the day of the default as the start.
  const defaulted = scoreDefault(buyer.defaultDay ?? defaultAsStart(buyer, first), first.defaultDay);
  const handover = isHandover(buyer, first) ? 4 : 0;
  const named = scoreFirstLender(buyer, first);
  const balance = scoreBalance(buyer, first);
  const terms = scoreTerms(buyer, first);
  // What was owed at the default stays, with whoever has the debt.
  const atDefault = isTelling(buyer.defaulted, first.defaulted) ? 4 : 0;
  const sum =
    number + start + defaulted + handover + named + balance + atDefault + terms + scoreStatus(buyer, first);
  const isIdentified =
    number > 0 ||
    atDefault > 0 ||
    defaulted > 3 ||
    named > 0 ||
    (start >= 2 && terms + balance + handover > 0) ||
    (handover > 0 && balance > 0);
  return Math.min(sum, isIdentified ? ENOUGH_SCORE : DOUBTFUL_SCORE);
}

/** Just enough: where a file has both sides of a sale, each side of it belongs to the same side in another file first. */
const ENOUGH_SCORE = 8;
const DOUBTFUL_SCORE = 7;

/** The first lender's own day, kept by some buyers. A buyer that begins later has its own, which says nothing. */
function scoreStart({ startDay: buyer }: Comparable, { startDay: first }: Comparable): number {
  if (buyer === null || first === null) return 0;
  const days = buyer - first;
  if (days < -45) return RULED_OUT;
  if (Math.abs(days) <= 3) return days === 0 ? 5 : 3;
  if (Math.abs(days) <= 7) return 2;
  return 0;
}

function defaultAsStart({ startDay }: Comparable, { defaultDay }: Comparable): number | null {
  return scoreDefault(startDay, defaultDay) > 1 ? startDay : null;
}

function scoreDefault(a: number | null, b: number | null): number {
  if (a === null || b === null) return 0;
  const days = Math.abs(a - b);
  if (days <= 3) return 5;
  return days <= 31 ? 1 : -5;
}

/** A debt fails before it is sold: what was over with the lender by then is another one. */
function hasFailedLater({ defaultDay }: Comparable, { endDay }: Comparable): boolean {
  return defaultDay !== null && endDay !== null && defaultDay - endDay > FAILED_DAYS_MAX;
}

const FAILED_DAYS_MAX = 62;
const HANDOVER_DAYS_MAX = 31;

/** The account ended with the first lender when it began with the buyer. */
export function isHandover({ startDay }: Comparable, { endDay }: Comparable): boolean {
  return startDay !== null && endDay !== null && Math.abs(startDay - endDay) <= HANDOVER_DAYS_MAX;
}

/** "Lowell RE Vanquis" says whose debt it was. */
function scoreFirstLender({ lender: buyer }: Comparable, { lender: first }: Comparable): number {
  if (buyer === null || first === null || buyer.others.length === 0) return 0;
  const likeness = buyer.others.map((other) => compareLenders(other, first));
  return likeness.some((one) => one === 'same' || one === 'similar') ? 4 : -3;
}

/** A seller that still shows what was owed shows what the buyer took over. */
function scoreBalance(buyer: Comparable, first: Comparable): number {
  if (first.balance === null || first.balance === 0) return 0;
  const isEqual = (amount: number | null) =>
    amount !== null && Math.abs(amount - (first.balance as number)) <= POUND;
  if (isEqual(buyer.balance) || isEqual(buyer.startBalance)) return 3;
  // A debt in default is paid little by little.
  const paid = first.balance - (buyer.balance ?? 0);
  return Math.abs(paid) <= first.balance / NEAR_SHARE && HELD.has(first.account.accountStatus) ? 2 : 0;
}

const NEAR_SHARE = 20;

function scoreTerms(buyer: Comparable, first: Comparable): number {
  const isEqual = (one: number | null, other: number | null) =>
    one !== null && other !== null && Math.abs(one - other) <= POUND;
  return (
    (isEqual(buyer.startBalance, first.startBalance) ? 3 : 0) +
    (isEqual(buyer.limit, first.limit) ? 2 : 0) +
    (buyer.account.accountType === first.account.accountType ? 1 : 0)
  );
}

/** Whether one bureau's seller still shows what its buyer shows: a debt that would count twice. A seller with nothing owed has a row of its own. */
export function areBothSides(buyer: Comparable, first: Comparable): boolean {
  if (!buyer.isBuyer || first.isBuyer || !first.maySell) return false;
  if (compareFirstNames(buyer.firstName, first.firstName) === 'different') return false;
  return scoreFirstLender(buyer, first) >= 0 && scoreBalance(buyer, first) > 2;
}

const GONE = new Set(['transferred', 'settled', 'closed']);
const HELD = new Set(['default', 'written-off']);

/** The first lender says that it has passed the debt on or is done with it, and the buyer says that it has one. */
function scoreStatus({ account: buyer }: Comparable, { account: first, defaultDay }: Comparable): number {
  if (!HELD.has(buyer.accountStatus) || !GONE.has(first.accountStatus)) return 0;
  return first.accountStatus === 'transferred' || defaultDay !== null ? 3 : 1;
}
