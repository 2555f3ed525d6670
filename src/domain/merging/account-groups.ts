// Pairs into groups, best first: a pair joins the groups of its two units, unless something else fits one of them nearly as well
// or the groups do not go together. A group is one agreement and has a seat for each bureau.

import { BUREAU_IDS } from '../credit-report.ts';
import { CLEAR_LEAD_MIN, CONFLICT_SCORE_MAX, scorePair } from './account-score.ts';
import type { Unit } from './account-units.ts';

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
    work += 1 + partners.countOf(pair.a) + partners.countOf(pair.b);
    if (work >= STEP_WORK) {
      work = 0;
      yield;
    }
    if (!groups.goTogether(pair.a, pair.b, true)) continue;
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
  const end = partners.endOf(own);
  for (let at = partners.startOf(own); at < end; at += 1) {
    const rival = partners.list[at] as Pair;
    // Best first, so the search ends at the first that is clearly worse.
    if (rival.score <= score - CLEAR_LEAD_MIN) return false;
    const other = rival.a === own ? rival.b : rival.a;
    if (groups.areOne(partner, other)) continue;
    if (groups.goTogether(own, other, true) && !groups.goTogether(partner, other, false)) return true;
  }
  return false;
}

type Partners = ReturnType<typeof partnersOf>;

/** The pairs of each unit, in the order of all pairs: they stand in one list, one unit's behind another's. */
function partnersOf(count: number, pairs: readonly Pair[]) {
  const places = new Int32Array(count + 1);
  const passPlace = (unit: number): number => {
    const place = places[unit] as number;
    places[unit] = place + 1;
    return place;
  };
  for (const { a, b } of pairs) {
    passPlace(a + 1);
    passPlace(b + 1);
  }
  for (let unit = 0; unit < count; unit += 1) {
    places[unit + 1] = (places[unit + 1] as number) + (places[unit] as number);
  }
  const list = new Array<Pair>(2 * pairs.length);
  for (const pair of pairs) {
    list[passPlace(pair.a)] = pair;
    list[passPlace(pair.b)] = pair;
  }
  // Each unit's place has come to where its pairs end, which is where the next unit's begin.
  const endOf = (unit: number) => places[unit] as number;
  const startOf = (unit: number) => (unit === 0 ? 0 : endOf(unit - 1));
  return { list, startOf, endOf, countOf: (unit: number) => endOf(unit) - startOf(unit) };
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

  /** No bureau twice, and no two of them that disagree too much. A pair has been weighed already, so that only the rest is. */
  const goTogether = (a: number, b: number, isPair: boolean): boolean => {
    for (let bureau = 0; bureau < SEATS; bureau += 1) {
      if (seatOf(a, bureau) !== EMPTY && seatOf(b, bureau) !== EMPTY) return false;
    }
    for (let bureau = 0; bureau < SEATS; bureau += 1) {
      const one = seatOf(a, bureau);
      for (let next = 0; one !== EMPTY && next < SEATS; next += 1) {
        const other = seatOf(b, next);
        if (other === EMPTY || (isPair && one === a && other === b)) continue;
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
