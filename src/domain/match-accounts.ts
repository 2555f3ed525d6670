// Which records of several bureaus are one agreement. Works in steps, so that whoever drives it can let others have a turn
// between two of them; the order in which bureaus and records come in makes no difference to what comes out.
//
//   records -> units (one bureau's copies of one account) -> candidate pairs -> pairs, best first -> groups
import {
  CLEAR_LEAD_MIN,
  CONFLICT_SCORE_MAX,
  neededScore,
  START_DAYS_MAX,
  scorePair,
} from './account-score.ts';
import { createShortAnswer } from './account-short-answer.ts';
import { type Unit, unitsOf } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';

/** So many comparisons make a step: a few milliseconds. */
const STEP_WORK = 4_000;
// A record is compared with so many neighbours by start date, and with so many that end in the same digits. More than any real
// person needs; it keeps the work of the largest file linear. Whatever is not compared stays split, which hides nothing.
const NEIGHBOURS_MAX = 32;
const SAME_DIGITS_MAX = 24;

type Pair = { a: number; b: number; score: number };

/** Each group is one agreement: its units, at most one of each bureau. */
export function* matchAccounts(records: readonly Comparable[]): Generator<void, Unit[][]> {
  const units = yield* unitsOf(records);
  const pairs = yield* findPairs(units);
  pairs.sort((p, q) => q.score - p.score || p.a - q.a || p.b - q.b);
  yield;
  return yield* joinPairs(units, pairs);
}

function* findPairs(units: readonly Unit[]): Generator<void, Pair[]> {
  const found = new Map<number, Pair>();
  const weighPlace = createScales(units, found);
  yield;
  const lanes = [...familyLanes(units), soldLane(units)];
  yield;
  lanes.push(...lastDigitsLanes(units));
  yield;
  let work = 0;
  for (const lane of lanes) {
    for (let place = 0; place < lane.members.length; place += 1) {
      const end = lane.endFor(place);
      weighPlace(lane.members, place, end);
      work += end - place;
      if (work >= STEP_WORK) {
        work = 0;
        yield;
      }
    }
  }
  return [...found.values()];
}

/** Compares the unit at a place with those behind it, up to an end, and keeps the pairs that come near enough. */
function createScales(units: readonly Unit[], found: Map<number, Pair>) {
  const mayBeOne = createShortAnswer(units);
  return (members: readonly number[], place: number, end: number): void => {
    const one = members[place] as number;
    const { face } = units[one] as Unit;
    for (let at = place + 1; at < end; at += 1) {
      const other = members[at] as number;
      if (!mayBeOne(one, other)) continue;
      const otherFace = (units[other] as Unit).face;
      const score = scorePair(face, otherFace);
      if (score < neededScore(face, otherFace)) continue;
      const [a, b] = one < other ? [one, other] : [other, one];
      found.set(a * units.length + b, { a, b, score });
    }
  };
}

/** Unit numbers in an order that brings likely matches together; each place is compared with those behind it, up to its end. */
type Lane = { members: number[]; endFor(place: number): number };

function familyLanes(units: readonly Unit[]): Lane[] {
  const families = Map.groupBy(units.keys(), (unit) => (units[unit] as Unit).face.family);
  return [...families.values()].map((members) => startDayLane(units, members));
}

/** Debts that may have been sold, of any family: the buyer may not say what kind of account it was. */
function soldLane(units: readonly Unit[]): Lane {
  const isDebt = ({ face }: Unit) => face.isBuyer || face.maySell;
  return startDayLane(
    units,
    [...units.keys()].filter((unit) => isDebt(units[unit] as Unit)),
  );
}

function startDayLane(units: readonly Unit[], all: readonly number[]): Lane {
  const dayOf = (unit: number | undefined) => (units[unit as number] as Unit).face.startDay as number;
  // Units come sorted by start day, lender and amounts.
  const members = all.filter((unit) => (units[unit] as Unit).face.startDay !== null);
  let end = 0;
  return {
    members,
    // Places are asked for in order, so the end only moves forward.
    endFor(place) {
      const lastDay = dayOf(members[place]) + START_DAYS_MAX;
      while (end < members.length && dayOf(members[end]) <= lastDay) end += 1;
      return Math.min(end, place + 1 + NEIGHBOURS_MAX);
    },
  };
}

function lastDigitsLanes(units: readonly Unit[]): Lane[] {
  const lanes = new Map<string, number[]>();
  for (const [unit, { face }] of units.entries()) {
    if (face.number === null) continue;
    const digits = face.number.tail.slice(-3);
    const lane = lanes.get(digits);
    if (lane === undefined) lanes.set(digits, [unit]);
    else lane.push(unit);
  }
  return [...lanes.values()]
    .filter((members) => members.length > 1)
    .map((members) => ({
      members: members.length > SAME_DIGITS_MAX ? sortByTail(units, members) : members,
      endFor: (place) => Math.min(members.length, place + 1 + SAME_DIGITS_MAX),
    }));
}

/** Read from the end, numbers that agree in more digits stand closer together. */
function sortByTail(units: readonly Unit[], members: readonly number[]): number[] {
  const tailOf = (unit: number) => [...((units[unit] as Unit).face.number?.tail ?? '')].reverse().join('');
  return members
    .map((unit) => ({ unit, tail: tailOf(unit) }))
    .sort((p, q) => compareText(p.tail, q.tail) || p.unit - q.unit)
    .map(({ unit }) => unit);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Best first; a pair joins its two groups unless something else fits nearly as well, or the groups do not go together. */
function* joinPairs(units: readonly Unit[], pairs: readonly Pair[]): Generator<void, Unit[][]> {
  const groupOf: number[][] = units.map((_, unit) => [unit]);
  const partners: Pair[][] = units.map(() => []);
  for (const pair of pairs) {
    partners[pair.a]?.push(pair);
    partners[pair.b]?.push(pair);
  }
  const goTogether = (a: number, b: number) => canJoin(units, groupOf[a] as number[], groupOf[b] as number[]);
  let work = 0;
  for (const pair of pairs) {
    work += 1 + (partners[pair.a]?.length ?? 0) + (partners[pair.b]?.length ?? 0);
    if (work >= STEP_WORK) {
      work = 0;
      yield;
    }
    if (groupOf[pair.a] === groupOf[pair.b] || !goTogether(pair.a, pair.b)) continue;
    const isGuess =
      hasRival(pair, pair.a, groupOf[pair.b] as number[], partners, goTogether) ||
      hasRival(pair, pair.b, groupOf[pair.a] as number[], partners, goTogether);
    if (isGuess) continue;
    const joined = [...(groupOf[pair.a] as number[]), ...(groupOf[pair.b] as number[])];
    for (const unit of joined) groupOf[unit] = joined;
  }
  return [...new Set(groupOf)].map((group) => group.map((unit) => units[unit] as Unit));
}

function canJoin(units: readonly Unit[], one: readonly number[], other: readonly number[]): boolean {
  return one.every((a) =>
    other.every((b) => scorePair((units[a] as Unit).face, (units[b] as Unit).face) > CONFLICT_SCORE_MAX),
  );
}

/** Is there a record that `own` fits nearly as well, that is still to be had, and that shuts the partner's group out? */
function hasRival(
  pair: Pair,
  own: number,
  partnerGroup: readonly number[],
  partners: readonly Pair[][],
  goTogether: (a: number, b: number) => boolean,
): boolean {
  // Partners stand best first, so the search ends at the first that is clearly worse.
  for (const rival of partners[own] as Pair[]) {
    if (rival.score <= pair.score - CLEAR_LEAD_MIN) return false;
    const other = rival.a === own ? rival.b : rival.a;
    if (partnerGroup.includes(other)) continue;
    if (goTogether(own, other) && !goTogether(partnerGroup[0] as number, other)) return true;
  }
  return false;
}
