// Accounts that a lender gave on one day, three or more: a family's phones, purchases of one order. What they have in common does not tell
// which is which, and a bureau that lacks one has another that looks like it.
import { compareNumbers } from './account-numbers.ts';
import { areNearDays, equalSums, scoreBalance } from './account-sums.ts';
import type { Unit } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';

/** Whether two units share no more than either does with others that its bureau has of that lender and day. */
export function areLostInCrowd(a: Unit, b: Unit): boolean {
  if (a.crowd.length === 0 && b.crowd.length === 0) return false;
  const numbers = compareNumbers(a.face.number, b.face.number);
  if (numbers !== 'unknown' && numbers !== 'different') return false;
  const common = countCommon(a.face, b.face);
  return (
    common === 0 ||
    a.crowd.some((other) => countCommon(other, b.face) >= common) ||
    b.crowd.some((other) => countCommon(a.face, other) >= common)
  );
}

function countCommon(a: Comparable, b: Comparable): number {
  return equalSums(a, b) + Number(scoreBalance(a, b) > 0) + Number(areNearDays(a.endDay, b.endDay));
}
