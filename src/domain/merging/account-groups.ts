// Pairs into groups, best first: a pair joins the groups of its two units, unless something else fits one of them nearly as well
// or the groups do not go together. A group is one agreement, with at most one unit of each bureau.
import { CLEAR_LEAD_MIN, CONFLICT_SCORE_MAX, scorePair } from './account-score.ts';
import type { Unit } from './account-units.ts';

/** Two units, and how much speaks for their being one agreement. `a` ranks before `b`. */
export type Pair = { a: Unit; b: Unit; score: number };

/** `pairs` are sorted best first. */
export function* joinPairs(units: readonly Unit[], pairs: readonly Pair[]): Generator<void, Unit[][]> {
  const groups = new Map(units.map((unit) => [unit, [unit]]));
  const groupOf = (unit: Unit) => groups.get(unit) as Unit[];
  const pairsOf = Map.groupBy(
    pairs.flatMap((pair) => [
      { unit: pair.a, other: pair.b, score: pair.score },
      { unit: pair.b, other: pair.a, score: pair.score },
    ]),
    ({ unit }) => unit,
  );

  /** Whether another unit fits this one nearly as well as its partner does, is still free to join, and excludes the partner's group. */
  const hasRival = (unit: Unit, partner: Unit, score: number): boolean => {
    for (const rival of pairsOf.get(unit) ?? []) {
      // Best first, so the search ends at the first that is clearly worse.
      if (rival.score <= score - CLEAR_LEAD_MIN) return false;
      const group = groupOf(rival.other);
      if (group === groupOf(partner)) continue;
      if (goTogether(groupOf(unit), group) && !goTogether(groupOf(partner), group)) return true;
    }
    return false;
  };

  for (const { a, b, score } of pairs) {
    yield;
    if (!goTogether(groupOf(a), groupOf(b))) continue;
    if (hasRival(a, b, score) || hasRival(b, a, score)) continue;
    const joined = [...groupOf(a), ...groupOf(b)];
    for (const unit of joined) groups.set(unit, joined);
  }
  return [...new Set(groups.values())];
}

/** No two of them conflict; two records of one bureau always do. */
function goTogether(some: readonly Unit[], others: readonly Unit[]): boolean {
  return some.every((one) => others.every((other) => scorePair(one.face, other.face) > CONFLICT_SCORE_MAX));
}
