// The short answer for the many pairs of records that never come near each other: false only where the score is certainly too low
// to merge. What it looks at is laid out as numbers beforehand, since a large file asks it half a million times.
import { compareNumbers } from './account-numbers.ts';
import type { Unit } from './account-units.ts';
import { compareLenders, type LenderName } from './lender-names.ts';

const UNKNOWN = -1;
const NO_DAY = 1e9;
/** Beyond these the start date counts for nothing in account-score.ts, or for too little. */
const WEEK_DAYS = 7;
const MONTH_DAYS = 31;

export function createShortAnswer(units: readonly Unit[]): (one: number, other: number) => boolean {
  const bureaus = numbered(units, ({ face }) => face.bureau);
  const digits = numbered(units, ({ face }) => face.number?.tail.slice(-3));
  const lenders = numbered(units, ({ face }) => face.lender?.key);
  const buyers = columnOf(units, ({ face }) => Number(face.isBuyer));
  const sellers = columnOf(units, ({ face }) => Number(face.maySell));
  // A record without a date is far from any other.
  const days = columnOf(units, ({ face }, at) => face.startDay ?? (at + 1) * NO_DAY);
  const areAlike = createLikenessTable(
    units,
    numbered(units, ({ face }) => face.lender?.text),
  );
  return (one, other) => {
    if (bureaus[one] === bureaus[other]) return false;
    const apart = Math.abs((days[one] as number) - (days[other] as number));
    const isSameNumber = digits[one] === digits[other] && digits[one] !== UNKNOWN;
    if (buyers[one] !== buyers[other] && sellers[buyers[one] === 1 ? other : one] === 1) {
      return isSameNumber || apart <= WEEK_DAYS;
    }
    if (digits[one] === UNKNOWN || digits[other] === UNKNOWN) {
      // Without a number the start date has to agree, and the more so without a lender.
      const isNameless = lenders[one] === UNKNOWN || lenders[other] === UNKNOWN;
      return apart <= (isNameless ? WEEK_DAYS : MONTH_DAYS) && areAlike(one, other);
    }
    if (isSameNumber) return true;
    // Other last digits: another account, unless one bureau has put a suffix behind the number.
    const [a, b] = [(units[one] as Unit).face, (units[other] as Unit).face];
    return lenders[one] === lenders[other] && compareNumbers(a.number, b.number) !== 'different';
  };
}

function columnOf(units: readonly Unit[], readOf: (unit: Unit, at: number) => number): Float64Array {
  const column = new Float64Array(units.length);
  for (let at = 0; at < units.length; at += 1) column[at] = readOf(units[at] as Unit, at);
  return column;
}

/** A number for each different text, and one for none. */
function numbered(units: readonly Unit[], textOf: (unit: Unit) => string | undefined): Float64Array {
  const numbers = new Map<string, number>();
  return columnOf(units, (unit) => {
    const text = textOf(unit);
    if (text === undefined) return UNKNOWN;
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  });
}

const TABLE_NAMES_MAX = 1_000;

/** Names are compared once for each two spellings; with more spellings than fit a table, each time anew. */
function createLikenessTable(units: readonly Unit[], names: Float64Array) {
  const nameOf = (unit: number): LenderName | null => (units[unit] as Unit).face.lender;
  const compare = (one: number, other: number) => compareLenders(nameOf(one), nameOf(other)) !== 'different';
  const count = 1 + names.reduce((most, name) => Math.max(most, name), UNKNOWN);
  if (count > TABLE_NAMES_MAX) return compare;
  const table = new Int8Array(count * count);
  return (one: number, other: number): boolean => {
    const [a, b] = [names[one] as number, names[other] as number];
    if (a === b || a === UNKNOWN || b === UNKNOWN) return true;
    const place = a * count + b;
    if (table[place] === 0) table[place] = compare(one, other) ? 1 : 2;
    return table[place] === 1;
  };
}
