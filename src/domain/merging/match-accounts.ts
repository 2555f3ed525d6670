// Which records of several bureaus are one agreement. Works in steps, so that the caller can yield the event loop between two of
// them; the order in which bureaus and records arrive makes no difference to the result.
//
//   records -> units (one bureau's copies of one account) -> candidate pairs -> pairs, best first -> groups, and what is in doubt
import { areLostInCrowd } from './account-crowds.ts';
import { type Grouping, joinPairs, type Pair } from './account-groups.ts';
import { areFarApart, isNearMiss } from './account-near.ts';
import { neededScore, scorePair } from './account-score.ts';
import { STEP, type Unit, unitsOf } from './account-units.ts';
import type { Comparable } from './comparable-account.ts';
import { compareText } from './compare-text.ts';

/** Each group is one agreement: its units, at most one of each bureau. */
export function* matchAccounts(records: readonly Comparable[]): Generator<void, Grouping> {
  const units = yield* unitsOf(records);
  const pairs = yield* findPairs(units);
  return yield* joinPairs(units, pairs);
}

/** What scores this much below what is needed may still be one agreement: it stays split, and is shown as doubtful. */
const DOUBT_SCORE_MAX = 3;

/** Pairs of one bureau that two of its records are in, where they may be one account twice: more would not help a reader. */
const COPIES_MAX = 10;

/** The pairs that score high enough to join or to doubt, best first. */
export function* findPairs(
  units: readonly Unit[],
  scoreOf: typeof scorePair = scorePair,
): Generator<void, Pair[]> {
  const pairs = new Map<number, Pair>();
  const isOwn = scoreOf === scorePair;
  const copies = new Uint8Array(units.length);
  const isFull = (a: Unit, b: Unit): boolean => Number(copies[a.rank]) + Number(copies[b.rank]) >= COPIES_MAX;
  for (const { members, reach, isAcross, isSale, isUndated } of candidatesOf(units)) {
    for (let place = 0; place < members.length; place += 1) {
      const unit = members[place] as Unit;
      const end = Math.min(place + 1 + reach, members.length);
      for (let next = place + 1; next < end; next += 1) {
        const other = members[next] as Unit;
        if (isAcross === true) {
          if ((other.face.startDay ?? 0) - (unit.face.startDay ?? 0) > SAME_DAYS_MAX) break;
          if (unit.face.family === other.face.family) continue;
        }
        if (isUndated === true && unit.face.startDay !== null && other.face.startDay !== null) continue;
        if (isSale === true && !unit.face.isBuyer && !other.face.isBuyer) continue;
        const isFirst = unit.rank < other.rank;
        const a = isFirst ? unit : other;
        const b = isFirst ? other : unit;
        // A bureau's records of two days are two accounts.
        const isOneBureau = isOwn && a.face.bureau === b.face.bureau;
        if (isOneBureau && (a.face.startDay !== b.face.startDay || isFull(a, b))) continue;
        const onlyDays = Math.min(a.onlyDays, b.onlyDays);
        const soleDays = Math.min(a.soleDays, b.soleDays);
        if (isOwn && areFarApart(a.face, b.face, onlyDays, soleDays)) continue;
        // Two lists may hold the same pair.
        const key = a.rank * units.length + b.rank;
        if (pairs.has(key)) continue;
        const score = scoreOf(a.face, b.face, onlyDays, soleDays);
        const lead = score - neededScore(a.face, b.face);
        // Only bureaus' own records are offered for a likeness by pounds; those of two reports are linked by their score.
        if (lead < -DOUBT_SCORE_MAX && (!isOwn || !isNearMiss(a.face, b.face, onlyDays, soleDays))) continue;
        pairs.set(key, { a, b, score, isEnough: lead >= 0 && !(isOwn && areLostInCrowd(a, b)) });
        if (isOneBureau) {
          copies[a.rank] = Number(copies[a.rank]) + 1;
          copies[b.rank] = Number(copies[b.rank]) + 1;
        }
      }
      if (place % STEP === 0) yield;
    }
  }
  return [...pairs.values()].sort((p, q) => q.score - p.score || p.a.rank - q.a.rank || p.b.rank - q.b.rank);
}

// More neighbours than any real person needs. They keep the work of the largest file linear; a pair that is not compared stays
// split, which hides nothing.
const NEIGHBOURS_MAX = 32;
const SAME_DIGITS_MAX = 24;
const SAME_DAYS_REACH = 8;
/** Accounts of two families are compared only if they began within these days. */
const SAME_DAYS_MAX = 7;

/** Units in an order that brings likely matches together: each is compared with the next `reach`. */
type Candidates = {
  members: readonly Unit[];
  reach: number;
  isAcross?: boolean;
  isSale?: boolean;
  isUndated?: boolean;
};

/** By start date within a family; by the day of default among debts that may have been sold; by the last digits of the number. */
function candidatesOf(units: readonly Unit[]): Candidates[] {
  const dated = units.filter(({ face }) => face.startDay !== null);
  const families = Map.groupBy(units, ({ face }) => face.family);
  // Of any family: a buyer may not say what kind of account it was.
  const sold = units
    .filter(({ face }) => face.isBuyer || face.maySell)
    .sort((a, b) => saleDay(a) - saleDay(b) || a.rank - b.rank);
  const hasBuyers = sold.some(({ face }) => face.isBuyer);
  const numbered = units.filter((unit) => tailOf(unit) !== '');
  const sameDigits = Map.groupBy(numbered, (unit) => tailOf(unit).slice(-3));
  // A secured loan is another bureau's loan or hire purchase.
  const secured = units.filter(
    ({ face }) => face.family === 'loan' || face.account.accountType === 'secured-loan',
  );
  const hasSecured = families.has('loan') && secured.length > (families.get('loan')?.length ?? 0);
  return [
    ...[...families.values()].map((members) => ({ members, reach: NEIGHBOURS_MAX })),
    ...(hasSecured ? [{ members: secured, reach: NEIGHBOURS_MAX }] : []),
    ...(hasBuyers ? [{ members: sold, reach: NEIGHBOURS_MAX, isSale: true }] : []),
    // By start they are neighbours of the last that began; by lender, of their own.
    ...[...families.values()]
      .filter((members) => members.length > NEIGHBOURS_MAX && members.at(-1)?.face.startDay === null)
      .map((members) => ({ members: sortByLender(members), reach: SAME_DIGITS_MAX, isUndated: true })),
    // Of any family: one bureau's loan is another's catalogue account. Records of one family are together above.
    { members: dated, reach: SAME_DAYS_REACH, isAcross: true },
    ...[...sameDigits.values()].map((members) => ({ members: sortByTail(members), reach: SAME_DIGITS_MAX })),
  ];
}

/** The day that both sides of a sale may know: of the default, else the seller's end or the buyer's start. */
function saleDay({ face }: Unit): number {
  return face.defaultDay ?? (face.isBuyer ? face.startDay : (face.endDay ?? face.startDay)) ?? 0;
}

function sortByLender(units: readonly Unit[]): Unit[] {
  return units.toSorted(
    (a, b) => compareText(a.face.lender?.key ?? '', b.face.lender?.key ?? '') || a.rank - b.rank,
  );
}

/** Read from the end, numbers that agree in more digits are closer together. */
function sortByTail(units: readonly Unit[]): Unit[] {
  return units
    .map((unit) => ({ unit, reversed: [...tailOf(unit)].reverse().join('') }))
    .sort((p, q) => compareText(p.reversed, q.reversed) || p.unit.rank - q.unit.rank)
    .map(({ unit }) => unit);
}

function tailOf({ face }: Unit): string {
  return face.number?.tail ?? '';
}
