// Which records of several bureaus are one agreement. Works in steps, so that whoever drives it can let others have a turn
// between two of them; the order in which bureaus and records come in makes no difference to what comes out.
//
//   records -> units (one bureau's copies of one account) -> candidate pairs -> pairs, best first -> groups
import { joinPairs, type Pair } from './account-groups.ts';
import { lanesOf } from './account-lanes.ts';
import { neededScore, scorePair } from './account-score.ts';
import { createShortAnswer } from './account-short-answer.ts';
import { type Unit, unitsOf } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';

/** So many comparisons make a step: a few milliseconds. */
const STEP_WORK = 4_000;

/** Each group is one agreement: its units, at most one of each bureau. */
export function* matchAccounts(records: readonly Comparable[]): Generator<void, Unit[][]> {
  const units = yield* unitsOf(records);
  const pairs = yield* findPairs(units);
  return yield* joinPairs(units, pairs);
}

/** Best first. */
function* findPairs(units: readonly Unit[]): Generator<void, Pair[]> {
  const found: number[] = [];
  const weigh = createScales(units, found);
  yield;
  const lanes = yield* lanesOf(units);
  let work = 0;
  for (const { members, endFor } of lanes) {
    for (let place = 0; place < members.length; place += 1) {
      const end = endFor(place);
      weigh(members, place, end);
      work += end - place;
      if (work >= STEP_WORK) {
        work = 0;
        yield;
      }
    }
  }
  return toPairs(found, units.length);
}

/** Compares the unit at a place with those behind it, up to an end, and keeps the pairs that come near enough. */
function createScales(units: readonly Unit[], found: number[]) {
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
      found.push(toKey(Math.min(one, other), Math.max(one, other), score, units.length));
    }
  };
}

/** More than any score. */
const SCORE_END = 1_000;

/** A pair as one number, the smaller the better: numbers sort much faster than objects, and a pair found twice is a number twice. */
function toKey(a: number, b: number, score: number, count: number): number {
  return ((SCORE_END - score) * count + a) * count + b;
}

function toPairs(keys: readonly number[], count: number): Pair[] {
  const pairs: Pair[] = [];
  let last = -1;
  const inOrder = new Float64Array(keys).sort();
  for (let at = 0; at < inOrder.length; at += 1) {
    const key = inOrder[at] as number;
    if (key === last) continue;
    last = key;
    const rest = Math.floor(key / count);
    pairs.push({ a: rest % count, b: key % count, score: SCORE_END - Math.floor(rest / count) });
  }
  return pairs;
}
