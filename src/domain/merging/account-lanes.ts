// Which records are looked at side by side. A lane is an order that brings likely matches together; each place in it is compared
// with a bounded number behind it. More than any real person needs; it keeps the work of the largest file linear. Whatever is not
// compared stays split, which hides nothing.
import { lastThreeDigits } from './account-numbers.ts';
import { START_DAYS_MAX } from './account-score.ts';
import type { Unit } from './account-units.ts';
import type { Family } from './comparable-account.ts';
import { compareText } from './order.ts';

const NEIGHBOURS_MAX = 32;
const SAME_DIGITS_MAX = 24;

/** Numbers of units, and how far each place looks. Places are asked for in order. */
export type Lane = { members: readonly number[]; endFor(place: number): number };

/** `units` come sorted by start day, lender and amounts. */
export function* lanesOf(units: readonly Unit[]): Generator<void, Lane[]> {
  const lanes = [...familyLanes(units), soldLane(units)];
  yield;
  for (const lane of lastDigitsLanes(units)) lanes.push(lane);
  yield;
  return lanes;
}

function familyLanes(units: readonly Unit[]): Lane[] {
  const families = new Map<Family, number[]>();
  for (let unit = 0; unit < units.length; unit += 1) {
    const { family, startDay } = (units[unit] as Unit).face;
    if (startDay !== null) addTo(families, family, unit);
  }
  return [...families.values()].map((members) => startDayLane(units, members));
}

/** Debts that may have been sold, of any family: the buyer may not say what kind of account it was. */
function soldLane(units: readonly Unit[]): Lane {
  const members: number[] = [];
  for (let unit = 0; unit < units.length; unit += 1) {
    const { isBuyer, maySell, startDay } = (units[unit] as Unit).face;
    if (startDay !== null && (isBuyer || maySell)) members.push(unit);
  }
  return startDayLane(units, members);
}

function addTo<Key>(lanes: Map<Key, number[]>, key: Key, unit: number): void {
  const members = lanes.get(key);
  if (members === undefined) lanes.set(key, [unit]);
  else members.push(unit);
}

function startDayLane(units: readonly Unit[], members: readonly number[]): Lane {
  const dayOf = (unit: number | undefined) => (units[unit as number] as Unit).face.startDay as number;
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
  const alike = new Map<number, number[]>();
  for (let unit = 0; unit < units.length; unit += 1) {
    const { number } = (units[unit] as Unit).face;
    if (number !== null) addTo(alike, lastThreeDigits(number), unit);
  }
  return [...alike.values()]
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
