// Pairs into groups, best first: a pair joins the groups of its two units, unless something else fits one of them nearly as well
// or the groups do not go together. A group is one agreement and has a seat for each bureau.
import { CLEAR_LEAD_MIN, CONFLICT_SCORE_MAX, scorePair } from './account-score.ts';
import type { Unit } from './account-units.ts';
import { BUREAU_IDS } from './credit-report.ts';

/** Two units, by their numbers, and how much speaks for their being one agreement. */
export type Pair = { a: number; b: number; score: number };

/** So much looking at pairs and their rivals makes a step: a few milliseconds. */
const STEP_WORK = 4_000;

/** `pairs` come best first. */
export function* joinPairs(units: readonly Unit[], pairs: readonly Pair[]): Generator<void, Unit[][]> {
  const groups = createGroups(units);
  const partners = partnersOf(units.length, pairs);
  yield;
  let work = 0;
  for (const pair of pairs) {
    work += 1 + (partners[pair.a]?.length ?? 0) + (partners[pair.b]?.length ?? 0);
    if (work >= STEP_WORK) {
      work = 0;
      yield;
    }
    if (!groups.goTogether(pair.a, pair.b)) continue;
    const isGuess =
      hasRival(pair.a, pair.b, pair.score, partners, groups) ||
      hasRival(pair.b, pair.a, pair.score, partners, groups);
    if (!isGuess) groups.join(pair.a, pair.b);
  }
  yield;
  return groups.list();
}

/** Is there a unit that `own` fits nearly as well as its partner, that is still to be had, and that shuts the partner's group out? */
function hasRival(own: number, partner: number, score: number, partners: Partners, groups: Groups): boolean {
  for (const rival of partners[own] ?? []) {
    // Best first, so the search ends at the first that is clearly worse.
    if (rival.score <= score - CLEAR_LEAD_MIN) return false;
    const other = rival.a === own ? rival.b : rival.a;
    if (groups.areOne(partner, other)) continue;
    if (groups.goTogether(own, other) && !groups.goTogether(partner, other)) return true;
  }
  return false;
}

type Partners = readonly (readonly Pair[] | undefined)[];

/** The pairs of each unit, in the order of all pairs. */
function partnersOf(count: number, pairs: readonly Pair[]): Partners {
  const partners = new Array<Pair[] | undefined>(count).fill(undefined);
  const add = (unit: number, pair: Pair) => {
    const known = partners[unit];
    if (known === undefined) partners[unit] = [pair];
    else known.push(pair);
  };
  for (const pair of pairs) {
    add(pair.a, pair);
    add(pair.b, pair);
  }
  return partners;
}

type Groups = ReturnType<typeof createGroups>;

const SEATS = BUREAU_IDS.length;
const EMPTY = -1;

function createGroups(units: readonly Unit[]) {
  const faceOf = (unit: number) => (units[unit] as Unit).face;
  // Each unit has the seats of its whole group before it: at `unit * SEATS`, one for each bureau.
  const seats = new Int32Array(units.length * SEATS).fill(EMPTY);
  for (let unit = 0; unit < units.length; unit += 1) seats[unit * SEATS + faceOf(unit).bureauIndex] = unit;
  const seatOf = (unit: number, bureau: number) => seats[unit * SEATS + bureau] as number;

  const areOne = (a: number, b: number) => seatOf(a, faceOf(b).bureauIndex) === b;

  /** No bureau twice, and no two of them that disagree too much. */
  const goTogether = (a: number, b: number): boolean => {
    for (let bureau = 0; bureau < SEATS; bureau += 1) {
      if (seatOf(a, bureau) !== EMPTY && seatOf(b, bureau) !== EMPTY) return false;
    }
    for (let bureau = 0; bureau < SEATS; bureau += 1) {
      const one = seatOf(a, bureau);
      for (let next = 0; one !== EMPTY && next < SEATS; next += 1) {
        const other = seatOf(b, next);
        if (other === EMPTY) continue;
        if (scorePair(faceOf(one), faceOf(other)) <= CONFLICT_SCORE_MAX) return false;
      }
    }
    return true;
  };

  const joined = new Int32Array(SEATS);
  const join = (a: number, b: number): void => {
    for (let bureau = 0; bureau < SEATS; bureau += 1) {
      joined[bureau] = Math.max(seatOf(a, bureau), seatOf(b, bureau));
    }
    for (const unit of joined) if (unit !== EMPTY) seats.set(joined, unit * SEATS);
  };

  /** Each group once: where its first unit is come by. */
  const list = (): Unit[][] => {
    const groups: Unit[][] = [];
    for (let unit = 0; unit < units.length; unit += 1) {
      const group: Unit[] = [];
      for (let bureau = 0; bureau < SEATS; bureau += 1) {
        const member = seatOf(unit, bureau);
        if (member === EMPTY) continue;
        if (group.length === 0 && member !== unit) break;
        group.push(units[member] as Unit);
      }
      if (group.length > 0) groups.push(group);
    }
    return groups;
  };

  return { areOne, goTogether, join, list };
}
