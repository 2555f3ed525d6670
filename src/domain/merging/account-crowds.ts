// Accounts that a lender gave on one day, three or more: a family's phones, purchases of one order. What they have in common does not tell
// which is which, and a bureau that lacks one has another that looks like it.
import { scoreBalance } from './account-balances.ts';
import { isWithinPayments } from './account-lent.ts';
import { areNearDays, equalSums } from './account-sums.ts';
import type { Unit } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';

/** Whether two units share no more than either does with others that its bureau has of that lender and day. */
export function areLostInCrowd(a: Unit, b: Unit): boolean {
  if (a.crowd.length === 0 && b.crowd.length === 0) return false;
  const numbers = compareNumbers(a.face.number, b.face.number);
  if (numbers !== 'unknown' && numbers !== 'different') return false;
  const common = countCommon(a.face, b.face);
  return (
    common === 0 ||
    a.crowd.some((other) => isAsLikely(other, b.face, common)) ||
    b.crowd.some((other) => isAsLikely(other, a.face, common))
  );
}

/** One whose number names another part is none that may be meant. */
function isAsLikely(other: Comparable, face: Comparable, common: number): boolean {
  return compareNumbers(other.number, face.number) !== 'other-part' && countCommon(other, face) >= common;
}

function countCommon(a: Comparable, b: Comparable): number {
  const balances = Number(scoreBalance(a, b) > 0) + Number(isWithinPayments(a, b));
  return equalSums(a, b) + balances + Number(areNearDays(a.endDay, b.endDay));
}
