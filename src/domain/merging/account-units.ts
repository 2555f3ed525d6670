// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows; those copies
// are one unit. Records that may be two accounts stay two, since a false merge hides a debt and a false split only repeats it.
import { type Comparable, contentOf } from './comparable-account.ts';
import { byDay, compareText, NO_DAY, sorted } from './order.ts';

export type Unit = {
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** The bureau's other records of the same account. */
  copies: readonly Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: readonly Comparable[];
};

const NONE: readonly Comparable[] = [];

/** Days that are looked at in one step. */
const STEP_DAYS = 500;

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. Those without a day come last. */
export function* unitsOf(records: readonly Comparable[]): Generator<void, Unit[]> {
  const days = byDay(records, ({ startDay }) => startDay ?? NO_DAY);
  yield;
  const units: Unit[] = [];
  for (let at = 0; at < days.length; at += 1) {
    for (const unit of sorted(unitsOfDay(days[at] as Comparable[]), compareFaces)) units.push(unit);
    if (at % STEP_DAYS === 0) yield;
  }
  return units;
}

function unitsOfDay(records: readonly Comparable[]): Unit[] {
  if (!mayHoldCopies(records)) return records.map((face) => ({ face, copies: NONE, twins: NONE }));
  return [...Map.groupBy(records, keyOf).values()].map((some) => toUnit(withoutRepeats(some)));
}

/** On more records than this keys are quicker. */
const LOOK_MAX = 24;

/** The short look at a day: no two of a bureau with one number and balance, as on most days, and there is nothing to put together. */
function mayHoldCopies(records: readonly Comparable[]): boolean {
  if (records.length > LOOK_MAX) return true;
  for (let at = 1; at < records.length; at += 1) {
    for (let before = 0; before < at; before += 1) {
      if (mayBeCopies(records[at] as Comparable, records[before] as Comparable)) return true;
    }
  }
  return false;
}

function mayBeCopies(a: Comparable, b: Comparable): boolean {
  return a.bureau === b.bureau && a.balance === b.balance && a.number?.tail === b.number?.tail;
}

/** The same record twice over, by reference and content, is of a file that was read twice. */
function withoutRepeats(records: Comparable[]): Comparable[] {
  if (new Set(records.map(({ account }) => account.ref)).size === records.length) return records;
  return [
    ...new Map(records.map((record) => [`${record.account.ref} ${contentOf(record)}`, record])).values(),
  ];
}

const SURE_LENGTH_MIN = 4;

// With an account number, copies may differ in what the bureau knows of the holder at each address. Without one, only records
// that agree in everything are held together.
function keyOf(record: Comparable): string {
  const { bureau, number, lender, account, balance, payment, startBalance, startDay } = record;
  if (number === null || number.tail.length < SURE_LENGTH_MIN || startDay === null) {
    return `${bureau} ${contentOf(record)}`;
  }
  const amounts = `${balance} ${payment} ${startBalance}`;
  return `${bureau} ${number.tail} ${startDay} ${account.accountType} ${amounts} ${lender?.key}`;
}

function toUnit(records: readonly Comparable[]): Unit {
  const [face, ...others] = sorted(records, compareNews) as [Comparable, ...Comparable[]];
  return isTelling(face) ? { face, copies: others, twins: NONE } : { face, copies: NONE, twins: others };
}

/** The newest first. */
function compareNews(a: Comparable, b: Comparable): number {
  return (b.updatedDay ?? -1) - (a.updatedDay ?? -1) || compareRefs(a, b);
}

/** Would two different accounts hardly agree in all of this? A number says so, and so do two amounts. */
function isTelling({ number, startDay, startBalance, payment, balance, limit }: Comparable): boolean {
  if (number !== null && number.tail.length >= SURE_LENGTH_MIN && startDay !== null) return true;
  const amounts = [startBalance, payment, balance, limit].filter((amount) => amount !== null && amount !== 0);
  return startDay !== null && amounts.length >= 2;
}

function compareFaces({ face: a }: Unit, { face: b }: Unit): number {
  return (
    compareText(a.lender?.key ?? '', b.lender?.key ?? '') ||
    (a.startBalance ?? a.limit ?? 0) - (b.startBalance ?? b.limit ?? 0) ||
    (a.payment ?? 0) - (b.payment ?? 0) ||
    compareText(a.bureau, b.bureau) ||
    compareRefs(a, b)
  );
}

/** Tells any two records of a bureau apart. */
function compareRefs(a: Comparable, b: Comparable): number {
  return compareText(a.account.ref, b.account.ref) || compareText(contentOf(a), contentOf(b));
}
