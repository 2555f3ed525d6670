// The short answer for the many pairs of records that never come near each other: false only where the score is certainly too low
// to merge. What it looks at is laid out as numbers beforehand, since a large file asks it half a million times.
import { type AccountNumber, isSuffixed, lastThreeDigits } from './account-numbers.ts';
import { START_DAYS_MAX } from './account-score.ts';
import type { Unit } from './account-units.ts';
import { FAMILY_NAMES } from './comparable-account.ts';
import { compareLenders, type LenderName } from './lender-names.ts';
import { remember } from './remember.ts';

const UNKNOWN = -1;
/** Beyond these the start date counts for too little in account-score.ts. */
const WEEK_DAYS = 7;
const MONTH_DAYS = 31;

export function createShortAnswer(units: readonly Unit[]): (one: number, other: number) => boolean {
  const { bureaus, families, digits, lenders, spellings, buyers, sellers, days } = columnsOf(units);
  const areAlike = createLikenessTable(units, spellings);
  return (one, other) => {
    if (bureaus[one] === bureaus[other]) return false;
    const apart = Math.abs((days[one] as number) - (days[other] as number));
    if (apart > START_DAYS_MAX) return false;
    if (areOfTwoFamilies(families[one] as number, families[other] as number)) return false;
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
    return lenders[one] === lenders[other] && isSuffixed(numberOf(units, one), numberOf(units, other));
  };
}

/** What the answer looks at, one list of numbers for each fact. */
function columnsOf(units: readonly Unit[]) {
  const count = units.length;
  const [keyNumber, textNumber] = [createNumbering(), createNumbering()];
  const columns = {
    bureaus: new Int8Array(count),
    families: new Int8Array(count),
    digits: new Int16Array(count),
    lenders: new Int32Array(count),
    spellings: new Int32Array(count),
    buyers: new Int8Array(count),
    sellers: new Int8Array(count),
    // A record without a date is neither near any other nor too far from it: NaN is neither less nor more than anything.
    days: new Float64Array(count),
  };
  for (let unit = 0; unit < count; unit += 1) {
    const { bureauIndex, family, number, lender, isBuyer, maySell, startDay } = (units[unit] as Unit).face;
    columns.bureaus[unit] = bureauIndex;
    columns.families[unit] = FAMILY_NAMES.indexOf(family);
    columns.digits[unit] = number === null ? UNKNOWN : lastThreeDigits(number);
    columns.lenders[unit] = lender === null ? UNKNOWN : keyNumber(lender.key);
    columns.spellings[unit] = lender === null ? UNKNOWN : textNumber(lender.text);
    columns.buyers[unit] = Number(isBuyer);
    columns.sellers[unit] = Number(maySell);
    columns.days[unit] = startDay ?? Number.NaN;
  }
  return columns;
}

/** A number for each different text. */
function createNumbering(): (text: string) => number {
  let next = 0;
  return remember(() => next++);
}

function numberOf(units: readonly Unit[], unit: number): AccountNumber {
  return (units[unit] as Unit).face.number as AccountNumber;
}

/** An account of no known kind may be of any. */
function areOfTwoFamilies(one: number, other: number): boolean {
  return one !== other && one !== UNKNOWN && other !== UNKNOWN;
}

const TABLE_NAMES_MAX = 1_000;

/** Names are compared once for each two spellings; with more spellings than fit a table, each time anew. */
function createLikenessTable(units: readonly Unit[], names: Int32Array) {
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
