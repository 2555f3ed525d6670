// Debts that keep their sums when all else changes: a lender that moves its book gives new numbers, its own name and the day of the move as
// the start; a buyer gives as the start of a debt its own day at one bureau and the first lender's at another.
import { scoreBalance } from './account-balances.ts';
import { isUnround, isWithinPayments } from './account-lent.ts';
import { isSoldDebt } from './account-sales.ts';
import { areLike, areOneFamily, equalSums, scoreTerms, tellingSums } from './account-sums.ts';
import { type Comparable, daysOfStarts } from './comparable-account.ts';
import { compareNumbers, type NumberLikeness } from './compare-numbers.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders, hasMoved } from './lender-names.ts';

/** Enough by itself: none of these needs the same start, and a mortgage neither name nor number. */
export function isOneOfBook(a: Comparable, b: Comparable): boolean {
  // The cheapest checks first: nearly all pairs end at their sums.
  const isOne =
    a.isBuyer !== b.isBuyer
      ? isOneSale(a, b)
      : a.isBuyer
        ? isOneOfBuyer(a, b)
        : isOneHomeLoan(a, b) || isOneCard(a, b) || isOneMoved(a, b);
  return isOne && compareFirstNames(a.firstName, b.firstName) !== 'different';
}

const DEFAULT_DAYS_MAX = 3;
const SOLD_DAYS_MAX = 31;
const HOME_DAYS_MAX = 7;
const CARD_DAYS_MAX = 31;
const MOVED_DAYS_MAX = 7;

/** A buyer's debts of one person are told apart by the day of the default and the sum. */
function isOneOfBuyer(a: Comparable, b: Comparable): boolean {
  const isOneSum = areLike(a.balance, b.balance) && a.balance !== 0;
  const isOneDay =
    areNear(a.defaultDay, b.defaultDay, DEFAULT_DAYS_MAX) ||
    areNear(a.defaultDay, b.startDay, DEFAULT_DAYS_MAX) ||
    areNear(a.startDay, b.defaultDay, DEFAULT_DAYS_MAX);
  if (isOneSum && isOneDay && mayBeOneOfLender(a, b)) return true;
  return tellingSums(a, b) > 0 && wasSoldOn(a, b);
}

/** A buyer sells on: another has the debt, under a number of its own, with the day of the default, or of the start where one gives none. */
function wasSoldOn(a: Comparable, b: Comparable): boolean {
  if (compareLenders(a.lender, b.lender) !== 'different') return false;
  if (a.defaultDay !== null && b.defaultDay !== null)
    return areNear(a.defaultDay, b.defaultDay, DEFAULT_DAYS_MAX);
  return areNear(a.startDay, b.startDay, DEFAULT_DAYS_MAX);
}

/** What a seller still shows as owed, no round sum, is what its buyer shows, defaulted within a month, or of one kind where one gives no day. */
function isOneSale(a: Comparable, b: Comparable): boolean {
  const isOneSum = areLike(a.balance, b.balance) && isUnround(a.balance);
  if (!isOneSum || !isSoldDebt(a, b)) return false;
  if (a.defaultDay !== null && b.defaultDay !== null)
    return areNear(a.defaultDay, b.defaultDay, SOLD_DAYS_MAX);
  const [buyer, first] = a.isBuyer ? [a, b] : [b, a];
  const isHeld = buyer.account.accountStatus === first.account.accountStatus;
  return (
    isHeld &&
    a.account.accountType === b.account.accountType &&
    (buyer.startDay ?? 0) >= (first.startDay ?? 0)
  );
}

/**
 * A sum that two mortgages hardly share, and another, or a balance that payments explain; such a balance and four digits; or such a sum and the number of payments, within a week, or of one lender where the
 * numbers do not differ.
 */
function isOneHomeLoan(a: Comparable, b: Comparable): boolean {
  if (a.family !== 'home' && b.family !== 'home') return false;
  if (!areOneFamily(a, b) || scoreTerms(a, b, false) < 0 || scoreBalance(a, b) < 0) return false;
  const isOwedAlike = isWithinPayments(a, b);
  if (isOwedAlike && SHARED.has(compareNumbers(a.number, b.number))) return true;
  if (tellingSums(a, b) === 0) return false;
  if (isOwedAlike || equalSums(a, b) > 1) return true;
  const { numberOfPayments } = a.account;
  if (numberOfPayments === undefined || numberOfPayments !== b.account.numberOfPayments) return false;
  return areNear(a.startDay, b.startDay, HOME_DAYS_MAX) || mayBeOneOfLender(a, b);
}

const SHARED = new Set<NumberLikeness>(['sure', 'same']);

/** What is owed on a card of one lender, no round sum, and its limit, a day or some digits. */
function isOneCard(a: Comparable, b: Comparable): boolean {
  if (!areLike(a.balance, b.balance) || !isUnround(a.balance)) return false;
  const isCard = a.family === 'card' || b.family === 'card';
  if (!isCard || (!areOneFamily(a, b) && a.family !== 'other' && b.family !== 'other')) return false;
  if (!mayBeOneOfLender(a, b)) return false;
  return (
    areLike(a.limit, b.limit) ||
    areNear(a.startDay, b.startDay, CARD_DAYS_MAX) ||
    areNear(a.defaultDay, b.defaultDay, CARD_DAYS_MAX) ||
    ['same', 'similar'].includes(compareNumbers(a.number, b.number))
  );
}

/** A card that was lost has a new number, behind the digits of its issuer, and keeps its start and its limit. */
export function isReplacedCard(a: Comparable, b: Comparable, days: number | null): boolean {
  if (a.family !== 'card' || b.family !== 'card' || days === null || days > REPLACED_DAYS_MAX) return false;
  const [one, other] = [a.number?.head ?? '', b.number?.head ?? ''];
  if (one.length < ISSUER_LENGTH || one.slice(0, ISSUER_LENGTH) !== other.slice(0, ISSUER_LENGTH))
    return false;
  return areLike(a.limit, b.limit) && compareLenders(a.lender, b.lender) !== 'different';
}

const REPLACED_DAYS_MAX = 31;
const ISSUER_LENGTH = 6;

/** At two lenders of which one took over from the other: a sum and the day of the start, or two sums, since the move may stand as the start. */
function isOneMoved(a: Comparable, b: Comparable): boolean {
  const sums = equalSums(a, b);
  if (sums === 0 || !areOneFamily(a, b) || !hasMoved(a.lender, b.lender)) return false;
  if (scoreTerms(a, b, false) < 0 || compareNumbers(a.number, b.number) === 'other-part') return false;
  return sums > 1 || (daysOfStarts(a, b) ?? Number.POSITIVE_INFINITY) <= MOVED_DAYS_MAX;
}

function mayBeOneOfLender(a: Comparable, b: Comparable): boolean {
  const lenders = compareLenders(a.lender, b.lender);
  if (lenders === 'unknown') return SHARED.has(compareNumbers(a.number, b.number));
  return (lenders === 'same' || lenders === 'similar') && compareNumbers(a.number, b.number) !== 'different';
}

function areNear(a: number | null, b: number | null, daysMax: number): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= daysMax;
}
