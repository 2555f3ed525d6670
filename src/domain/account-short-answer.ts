// The short answer for the many pairs of records that never come near each other: false only where the score is certainly too low
// to merge. What it looks at is laid out as numbers beforehand, since a large file asks it half a million times.
import { compareNumbers, lastThreeDigits } from './account-numbers.ts';
import { START_DAYS_MAX } from './account-score.ts';
import type { Unit } from './account-units.ts';
import { type Comparable, FAMILY_NAMES } from './comparable-account.ts';
import { compareLenders, type LenderName } from './lender-names.ts';

const UNKNOWN = -1;
/** Beyond these the start date counts for too little in account-score.ts. */
const WEEK_DAYS = 7;
const MONTH_DAYS = 31;

export function createShortAnswer(units: readonly Unit[]): (one: number, other: number) => boolean {
  const bureaus = columnOf(units, ({ bureauIndex }) => bureauIndex);
  const families = columnOf(units, ({ family }) => FAMILY_NAMES.indexOf(family));
  const digits = columnOf(units, ({ number }) => (number === null ? UNKNOWN : lastThreeDigits(number)));
  const lenders = columnOf(
    units,
    numbered((face) => face.lender?.key),
  );
  const spellings = columnOf(
    units,
    numbered((face) => face.lender?.text),
  );
  const buyers = columnOf(units, ({ isBuyer }) => Number(isBuyer));
  const sellers = columnOf(units, ({ maySell }) => Number(maySell));
  // A record without a date is neither near any other nor too far from it: NaN compares as false either way.
  const days = columnOf(units, ({ startDay }) => startDay ?? Number.NaN);
  const areAlike = createLikenessTable(units, spellings);
  return (one, other) => {
    if (bureaus[one] === bureaus[other]) return false;
    const apart = Math.abs((days[one] as number) - (days[other] as number));
    if (apart > START_DAYS_MAX || areOfTwoFamilies(families[one] as number, families[other] as number))
      return false;
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
    if (lenders[one] !== lenders[other]) return false;
    return (
      compareNumbers((units[one] as Unit).face.number, (units[other] as Unit).face.number) !== 'different'
    );
  };
}

/** An account of no known kind may be of any. */
function areOfTwoFamilies(one: number, other: number): boolean {
  return one !== other && one !== UNKNOWN && other !== UNKNOWN;
}

function columnOf(units: readonly Unit[], readOf: (face: Comparable) => number): Float64Array {
  const column = new Float64Array(units.length);
  for (let at = 0; at < units.length; at += 1) column[at] = readOf((units[at] as Unit).face);
  return column;
}

/** A number for each different text, and one for none. */
function numbered(textOf: (face: Comparable) => string | undefined): (face: Comparable) => number {
  const numbers = new Map<string, number>();
  return (face) => {
    const text = textOf(face);
    if (text === undefined) return UNKNOWN;
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
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
