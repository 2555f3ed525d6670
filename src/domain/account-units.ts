// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows; those copies
// are one unit. Records that may be two accounts stay two, since a false merge hides a debt and a false split only repeats it.
import { type Comparable, contentOf } from './comparable-account.ts';
import { compareText, NO_DAY, sortedByDay } from './order.ts';

export type Unit = {
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** The bureau's other records of the same account. */
  copies: readonly Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: readonly Comparable[];
};

const NONE: readonly Comparable[] = [];

/** Records that are looked at in one step. */
const STEP_RECORDS = 1_000;

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. Those without a day come last. */
export function* unitsOf(records: readonly Comparable[]): Generator<void, Unit[]> {
  const buckets = new Map<number, Comparable[]>();
  for (let at = 0; at < records.length; at += 1) {
    if (at % STEP_RECORDS === 0) yield;
    const record = records[at] as Comparable;
    const key = shortKeyOf(record);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [record]);
    else bucket.push(record);
  }
  yield;
  const units: Unit[] = [];
  for (const bucket of buckets.values()) {
    if (bucket.length === 1) units.push({ face: bucket[0] as Comparable, copies: NONE, twins: NONE });
    else for (const unit of unitsAmong(bucket)) units.push(unit);
  }
  yield;
  const inOrder = sortedByDay(units, ({ face }) => face.startDay ?? NO_DAY, compareFaces);
  yield;
  return inOrder;
}

function unitsAmong(records: readonly Comparable[]): Unit[] {
  return [...Map.groupBy(records, keyOf).values()].map((some) => toUnit(withoutRepeats(some)));
}

/** The same record twice over, by reference and content, is of a file that was read twice. */
function withoutRepeats(records: Comparable[]): Comparable[] {
  if (new Set(records.map(({ account }) => account.ref)).size === records.length) return records;
  return [
    ...new Map(records.map((record) => [`${record.account.ref} ${contentOf(record)}`, record])).values(),
  ];
}

const SURE_LENGTH_MIN = 4;

/** Equal for the records of one unit, and for few others: most records are alone with theirs and need no longer key. */
function shortKeyOf({ bureauIndex, startDay, balance }: Comparable): number {
  return Math.imul(Math.imul(startDay ?? -1, SPREAD) + (balance ?? -1), SPREAD) + bureauIndex;
}

const SPREAD = 1_000_003;

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

function toUnit(records: Comparable[]): Unit {
  const sorted = records.sort((a, b) => (b.updatedDay ?? -1) - (a.updatedDay ?? -1) || compareRefs(a, b));
  const [face, ...others] = sorted as [Comparable, ...Comparable[]];
  return isTelling(face) ? { face, copies: others, twins: NONE } : { face, copies: NONE, twins: others };
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
