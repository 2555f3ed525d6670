// Pairs into groups, best first: a pair joins the groups of its two units, unless something else fits one of them nearly as well
// or the groups do not go together. A group is one agreement, with at most one unit of each bureau.
import { scoreBalance } from './account-balances.ts';
import { areLostInCrowd } from './account-crowds.ts';
import {
  DOUBTS_MAX,
  type Doubt,
  groupsOf,
  haveOneBureau,
  isWorse,
  type Link,
  matchesOf,
  oneOfEquals,
} from './account-matches.ts';
import { differsNowhere, isRemainder } from './account-remains.ts';
import {
  areAnchored,
  CLEAR_LEAD_MIN,
  CONFLICT_SCORE_MAX,
  ONLY_DAYS_MAX,
  OTHER_NUMBER,
  RULED_OUT,
  scorePair,
} from './account-score.ts';
import {
  areLike,
  areOtherSupplies,
  areTold,
  equalSums,
  haveNoOtherTerms,
  haveOneEndDay,
  scoreTerms,
  TOLD_SUMS_MIN,
  tellingSums,
} from './account-sums.ts';
import { STEP, type Unit } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';
import { compareNumbers, type NumberLikeness } from './compare-numbers.ts';

/** Two units, and how much speaks for their being one agreement. `a` ranks before `b`. */
export type Pair = {
  a: Unit;
  b: Unit;
  score: number;
  /** Whether the score is high enough to join them. */
  isEnough: boolean;
};

/** `doubts`: for a group, the others that may be the same agreement. */
export type Grouping = { groups: Unit[][]; doubts: Map<Unit[], Unit[][]> };

/** `pairs` are sorted best first. */
export function* joinPairs(units: readonly Unit[], pairs: readonly Pair[]): Generator<void, Grouping> {
  // By rank.
  const groups = units.map((unit) => [unit]);
  const pairsOf = units.map((): Pair[] => []);
  const groupOf = ({ rank }: Unit) => groups[rank] as Unit[];
  const join = (some: readonly Unit[], others: readonly Unit[]): void => {
    const joined = [...some, ...others];
    for (const { rank } of joined) groups[rank] = joined;
  };
  for (const pair of pairs) {
    if (!pair.isEnough) continue;
    pairsOf[pair.a.rank]?.push(pair);
    pairsOf[pair.b.rank]?.push(pair);
  }

  /** Whether another unit fits this one nearly as well as its partner does, is still free to join, and excludes the partner's group. */
  const hasRival = (unit: Unit, partner: Unit, score: number): boolean => {
    for (const rival of pairsOf[unit.rank] ?? []) {
      // Best first, so the search ends at the first that is clearly worse.
      if (rival.score <= score - CLEAR_LEAD_MIN) return false;
      const other = rival.a === unit ? rival.b : rival.a;
      const group = groupOf(other);
      if (isPartOfOther(unit.face, partner.face, other.face)) continue;
      // Two that rule each other out by their numbers leave the better one: the other is named as possibly the same.
      if (group === groupOf(partner) || !haveOneBureau(group, groupOf(partner))) continue;
      // Of two that may be one account twice, either will do: the other is named as well.
      if (other.face.bureau === partner.face.bureau && areCopies(group, groupOf(partner))) continue;
      if (goTogether(groupOf(unit), group) && !goTogether([...groupOf(unit), ...groupOf(partner)], group))
        return true;
    }
    return false;
  };

  for (const [place, { a, b, score, isEnough }] of pairs.entries()) {
    if (!isEnough) continue;
    if (place % STEP === 0) yield;
    if (!goTogether(groupOf(a), groupOf(b))) continue;
    if (hasRival(a, b, score) || hasRival(b, a, score)) continue;
    join(groupOf(a), groupOf(b));
  }
  let found = yield* doubtsOf(pairs, groupOf);
  const { doubts } = found;
  let hasJoined = false;
  let place = 0;
  for (const [group, others] of doubts) {
    if (place % STEP === 0) yield;
    place += 1;
    for (const other of others) {
      const [one, two] = [groupOf(group[0] as Unit), groupOf(other[0] as Unit)];
      if (one === two || hasOther(doubts, group, other) || hasOther(doubts, other, group)) continue;
      if (!areRemains(one, two)) continue;
      join(one, two);
      hasJoined = true;
    }
  }
  if (hasJoined) found = yield* doubtsOf(pairs, groupOf);
  hasJoined = false;
  for (const matched of matchesOf(found.doubts)) {
    yield;
    if (!matched.every(([one, other]) => areRemains(one, other))) continue;
    for (const [one, other] of matched) join(one, other);
    hasJoined = true;
  }
  if (hasJoined) found = yield* doubtsOf(pairs, groupOf);
  return { groups: [...new Set(groups)], doubts: oneOfEquals(found.links) };
}

/** Parts of a mortgage share lender, day and number: a sum that only one of them has tells which is meant. */
function isPartOfOther(part: Comparable, partner: Comparable, rival: Comparable): boolean {
  return part.family === 'home' && tellingSums(part, rival) < tellingSums(part, partner);
}

/** Whether another than `partner` may be meant, and not both. */
function hasOther(doubts: ReadonlyMap<Unit[], Unit[][]>, group: Unit[], partner: Unit[]): boolean {
  return (doubts.get(group) ?? []).some((other) => other !== partner && haveOneBureau(other, partner));
}

/** Something speaks for them, and nothing against. */
function areRemains(some: readonly Unit[], others: readonly Unit[]): boolean {
  // What one pair owes to the pound, the others may owe of another month.
  const oweAlike = some.some(({ face: a }) =>
    others.some(({ face: b }) => !!a.balance && areLike(a.balance, b.balance)),
  );
  return (
    some.some((a) => others.some((b) => isRemainder(a.face, b.face) && !areLostInCrowd(a, b))) &&
    some.every(({ face: a }) => others.every(({ face: b }) => differsNowhere(a, b, oweAlike)))
  );
}

/**
 * A pair that was not joined, for want of points or because of a rival, though nothing speaks against its groups being one. Of two that
 * cannot both be meant, one that is clearly worse is left out.
 */
function* doubtsOf(
  pairs: readonly Pair[],
  groupOf: (unit: Unit) => Unit[],
): Generator<void, { doubts: Map<Unit[], Unit[][]>; links: Link[] }> {
  const links: Link[] = [];
  const known = new Map<Unit[], Doubt[]>();
  const doubtsAbout = (group: Unit[]): Doubt[] => {
    const own = known.get(group);
    if (own !== undefined) return own;
    const none: Doubt[] = [];
    known.set(group, none);
    return none;
  };
  for (const [place, { a, b, score, isEnough }] of pairs.entries()) {
    const [one, other] = [groupOf(a), groupOf(b)];
    if (one === other) continue;
    if (place % STEP === 0) yield;
    const [ofOne, ofOther] = [doubtsAbout(one), doubtsAbout(other)];
    const isFull = ofOne.length === DOUBTS_MAX && ofOther.length === DOUBTS_MAX;
    if (isFull || isAmong(ofOne, other) || isAmong(ofOther, one)) continue;
    // What rules two groups out by number or name is a reason not to join them, and none to hide the likeness.
    const isCopy = isEnough || a.face.bureau === b.face.bureau;
    if (haveOneBureau(one, other) && !(isCopy && mayBeCopies(one, other))) continue;
    const clear = score + CLEAR_LEAD_MIN;
    if (areTwoSupplies(one, other) || isWorse(ofOne, other, clear) || isWorse(ofOther, one, clear)) continue;
    links.push({ one, other, score });
    if (ofOne.length < DOUBTS_MAX) ofOne.push({ group: other, score });
    if (ofOther.length < DOUBTS_MAX) ofOther.push({ group: one, score });
  }
  return { doubts: groupsOf(known), links };
}

function isAmong(doubts: readonly Doubt[], group: readonly Unit[]): boolean {
  return doubts.some((doubt) => doubt.group === group);
}

/** Whether what one bureau says in both groups may be one account twice: begun on one day, and nothing differs. */
function mayBeCopies(some: readonly Unit[], others: readonly Unit[]): boolean {
  return some.every(({ face: a }) =>
    others.every(
      ({ face: b }) => a.bureau !== b.bureau || (a.startDay === b.startDay && haveNoOtherTerms(a, b)),
    ),
  );
}

/** The same, of what is not had twice on one day, as two phones or two fuels are. */
function areCopies(some: readonly Unit[], others: readonly Unit[]): boolean {
  return (some[0] as Unit).face.family !== 'supply' && mayBeCopies(some, others);
}

/**
 * Two fuels of a house, or two phones, begin and end on one day: only a code, a number or a sum tells them from one. Where each bureau has
 * one account of that lender near that day, another number may be a new one.
 */
function areTwoSupplies(some: readonly Unit[], others: readonly Unit[]): boolean {
  let isOther = false;
  let haveSum = false;
  for (const { face: a, onlyDays } of some)
    for (const { face: b, onlyDays: otherDays } of others) {
      if (a.family !== 'supply' || b.family !== 'supply') continue;
      if (areOtherSupplies(a, b)) return true;
      if (equalSums(a, b) > 0) haveSum = true;
      else if (a.bureau === b.bureau) isOther = true;
      else if (Math.min(onlyDays, otherDays) <= ONLY_DAYS_MAX)
        isOther ||= OTHER_NUMBERS.has(compareNumbers(a.number, b.number));
    }
  return isOther && !haveSum;
}

const OTHER_NUMBERS = new Set<NumberLikeness>(['different', 'other-part']);

/** No two of them conflict; two records of one bureau always do. */
function goTogether(some: readonly Unit[], others: readonly Unit[]): boolean {
  if (some.length + others.length > 2 && (areOfOtherTerms(some, others) || haveOnlyStart(some, others)))
    return false;
  return some.every((one) =>
    others.every((other) => {
      const score = scoreUnits(one, other);
      if (score > CONFLICT_SCORE_MAX) return true;
      if (score === RULED_OUT) return false;
      const isSlip = score > OTHER_NUMBER;
      return [...some, ...others].some((third) => isExplained(one, other, third, isSlip));
    }),
  );
}

/** One that differs in its terms from each of two others is another account; from one, a slip may be the reason. A buyer has its own terms. */
function areOfOtherTerms(some: readonly Unit[], others: readonly Unit[]): boolean {
  const isRaised = (a: Unit, b: Unit) => areOnlyCards(a, b) && scoreBalance(a.face, b.face) > 0;
  return some.every((a) => others.every((b) => areOther(a.face, b.face) && !isRaised(a, b)));
}

function areOther(a: Comparable, b: Comparable): boolean {
  if (a.isBuyer !== b.isBuyer || scoreTerms(a, b, false) >= 0) return false;
  const numbers = compareNumbers(a.number, b.number);
  if (numbers === 'sure') return false;
  if ((numbers === 'same' || numbers === 'similar') && equalSums(a, b) >= TOLD_SUMS_MIN) return false;
  // A limit is raised, and a bureau may not have heard of it.
  const isRunning = a.family === 'card' || a.family === 'bank';
  return !(isRunning && (numbers === 'same' || equalSums(a, b) > 0 || haveOneEndDay(a, b)));
}

/** Nothing but the lender and the days of the start speaks for two groups, and terms that both give differ. */
function haveOnlyStart(some: readonly Unit[], others: readonly Unit[]): boolean {
  return (
    some.some((a) => others.some((b) => areOther(a.face, b.face) && !areOnlyCards(a, b))) &&
    some.every(({ face: a }) =>
      others.every(({ face: b }) => {
        const numbers = compareNumbers(a.number, b.number);
        return (
          (numbers === 'unknown' || numbers === 'different') && equalSums(a, b) === 0 && !haveOneEndDay(a, b)
        );
      }),
    )
  );
}

/** The only card of its lender begun near that day, at either bureau: its limit was raised. */
function areOnlyCards(a: Unit, b: Unit): boolean {
  const isRunning = a.face.family === 'card' && b.face.family === 'card';
  return isRunning && Math.min(a.onlyDays, b.onlyDays) > ONLY_DAYS_MAX;
}

function scoreUnits(a: Unit, b: Unit): number {
  return scorePair(a.face, b.face, Math.min(a.onlyDays, b.onlyDays), Math.min(a.soleDays, b.soleDays));
}

/**
 * One of two that hardly agree is surely a third that agrees with the other: its start or kind is a slip. Two numbers are no slip: the
 * third must have the one and be surely the other.
 */
function isExplained({ face: a }: Unit, { face: b }: Unit, { face: third }: Unit, isSlip: boolean): boolean {
  const agrees = (one: typeof a) => scorePair(one, third) > CONFLICT_SCORE_MAX;
  const isSurely = (one: typeof a) => areAnchored(one, third) || areTold(one, third);
  if (!isSlip) return isSurely(a) && isSurely(b);
  return (isSurely(a) && agrees(b)) || (isSurely(b) && agrees(a));
}
