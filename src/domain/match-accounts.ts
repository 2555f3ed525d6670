// Which records of several bureaus are one agreement. Works in steps, so that whoever drives it can let others have a turn
// between two of them; the order in which bureaus and records come in makes no difference to what comes out.
//
//   records -> units (one bureau's copies of one account) -> candidate pairs -> pairs, best first -> groups
import {
  CLEAR_LEAD_MIN,
  CONFLICT_SCORE_MAX,
  MERGE_SCORE_MIN,
  START_DAYS_MAX,
  scorePair,
} from './account-score.ts';
import { type Unit, unitsOf } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';

/** So many comparisons make a step: a few milliseconds. */
const STEP_WORK = 4_000;
// A record is compared with so many neighbours by start date, and with so many that end in the same digits. More than any real
// person needs; it keeps the work of the largest file linear. Whatever is not compared stays split, which hides nothing.
const NEIGHBOURS_MAX = 96;
const SAME_DIGITS_MAX = 24;

type Pair = { a: number; b: number; score: number };

/** Each group is one agreement: its units, at most one of each bureau. */
export function* matchAccounts(records: readonly Comparable[]): Generator<void, Unit[][]> {
  const units = unitsOf(records);
  yield;
  const pairs = yield* findPairs(units);
  pairs.sort((p, q) => q.score - p.score || p.a - q.a || p.b - q.b);
  yield;
  return yield* joinPairs(units, pairs);
}

function* findPairs(units: readonly Unit[]): Generator<void, Pair[]> {
  const found = new Map<number, Pair>();
  let work = 0;
  const weigh = (one: number, other: number) => {
    work += 1;
    const [a, b] = one < other ? [one, other] : [other, one];
    const score = scorePair((units[a] as Unit).face, (units[b] as Unit).face);
    if (score >= MERGE_SCORE_MIN) found.set(a * units.length + b, { a, b, score });
  };
  for (const lane of [byStartDay(units), ...byLastDigits(units)]) {
    for (let place = 0; place < lane.members.length; place += 1) {
      for (const other of lane.after(place)) weigh(lane.members[place] as number, other);
      if (work >= STEP_WORK) {
        work = 0;
        yield;
      }
    }
  }
  return [...found.values()];
}

/** Unit numbers in an order that brings likely matches together, and which of those behind a place to compare it with. */
type Lane = { members: number[]; after(place: number): number[] };

function byStartDay(units: readonly Unit[]): Lane {
  const dayOf = (unit: number) => (units[unit] as Unit).face.startDay as number;
  // Units come sorted by start day, lender and amounts.
  const members = [...units.keys()].filter((unit) => (units[unit] as Unit).face.startDay !== null);
  return {
    members,
    after(place) {
      const lastDay = dayOf(members[place] as number) + START_DAYS_MAX;
      let end = Math.min(members.length, place + 1 + NEIGHBOURS_MAX);
      while (end > place + 1 && dayOf(members[end - 1] as number) > lastDay) end -= 1;
      return members.slice(place + 1, end);
    },
  };
}

function byLastDigits(units: readonly Unit[]): Lane[] {
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
    .map((members) => {
      const tailOf = (unit: number) =>
        [...((units[unit] as Unit).face.number?.tail ?? '')].reverse().join('');
      members.sort((p, q) => compareText(tailOf(p), tailOf(q)) || p - q);
      return { members, after: (place) => members.slice(place + 1, place + 1 + SAME_DIGITS_MAX) };
    });
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
      hasRival(pair, pair.a, groupOf[pair.b] as number[], units, partners, goTogether) ||
      hasRival(pair, pair.b, groupOf[pair.a] as number[], units, partners, goTogether);
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
  units: readonly Unit[],
  partners: readonly Pair[][],
  goTogether: (a: number, b: number) => boolean,
): boolean {
  const bureaus = partnerGroup.map((unit) => (units[unit] as Unit).face.bureau);
  // Partners stand best first, so the search ends at the first that is clearly worse.
  for (const rival of partners[own] as Pair[]) {
    if (rival.score <= pair.score - CLEAR_LEAD_MIN) return false;
    const other = rival.a === own ? rival.b : rival.a;
    if (partnerGroup.includes(other) || !bureaus.includes((units[other] as Unit).face.bureau)) continue;
    if (goTogether(own, other)) return true;
  }
  return false;
}
