// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows; those copies
// are one unit. Records that may be two accounts stay two, since a false merge hides a debt and a false split only repeats it.
import { type Comparable, contentOf } from './comparable-account.ts';

export type Unit = {
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** All records of the unit, the face first. */
  records: Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: Comparable[][];
};

/** Records that are looked at in one step. */
const STEP_RECORDS = 1_000;

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. Those without a day come last. */
export function* unitsOf(records: readonly Comparable[]): Generator<void, Unit[]> {
  const likely = new Map<string, Comparable[]>();
  const isRepeat = createRepeatCheck();
  let count = 0;
  for (const record of records) {
    count += 1;
    if (count % STEP_RECORDS === 0) yield;
    if (isRepeat(record)) continue;
    const key = shortKeyOf(record);
    const known = likely.get(key);
    if (known === undefined) likely.set(key, [record]);
    else known.push(record);
  }
  yield;
  // Day by day: sorting the units of a day among themselves is much less work than sorting them all.
  const days = new Map<number, Unit[]>();
  for (const some of likely.values()) {
    const day = some[0]?.startDay ?? Infinity;
    const units = some.length === 1 ? [toUnit(some)] : unitsAmong(some);
    const known = days.get(day);
    if (known === undefined) days.set(day, units);
    else for (const unit of units) known.push(unit);
  }
  yield;
  const inOrder = [...days.keys()].sort((a, b) => (a < b ? -1 : 1));
  const units = inOrder.flatMap((day) =>
    (days.get(day) as Unit[]).sort((a, b) => compareFaces(a.face, b.face)),
  );
  yield;
  return units;
}

/** The same record twice over, by reference and content: a file that was read twice. */
function createRepeatCheck(): (record: Comparable) => boolean {
  const seen = new Map<string, Map<string, Comparable[]>>();
  return (record) => {
    const refs = seen.get(record.bureau) ?? new Map<string, Comparable[]>();
    seen.set(record.bureau, refs);
    const known = refs.get(record.account.ref);
    if (known?.some((one) => contentOf(one) === contentOf(record)) === true) return true;
    if (known === undefined) refs.set(record.account.ref, [record]);
    else known.push(record);
    return false;
  };
}

function unitsAmong(records: readonly Comparable[]): Unit[] {
  return [...Map.groupBy(records, keyOf).values()].map(toUnit);
}

const SURE_LENGTH_MIN = 4;

/** Records of one unit have the same; most records are alone with theirs, and need no longer key. */
function shortKeyOf({ bureau, number, startDay, balance }: Comparable): string {
  return `${bureau} ${number?.tail} ${startDay} ${balance}`;
}

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
  if (records.length === 1) return { face: records[0] as Comparable, records, twins: [] };
  const sorted = records.sort((a, b) => (b.updatedDay ?? -1) - (a.updatedDay ?? -1) || compareRefs(a, b));
  const face = sorted[0] as Comparable;
  if (isTelling(face)) return { face, records: sorted, twins: [] };
  return { face, records: [face], twins: sorted.slice(1).map((record) => [record]) };
}

/** Would two different accounts hardly agree in all of this? A number says so, and so do two amounts. */
function isTelling({ number, startDay, startBalance, payment, balance, limit }: Comparable): boolean {
  if (number !== null && number.tail.length >= SURE_LENGTH_MIN && startDay !== null) return true;
  const amounts = [startBalance, payment, balance, limit].filter((amount) => amount !== null && amount !== 0);
  return startDay !== null && amounts.length >= 2;
}

function compareFaces(a: Comparable, b: Comparable): number {
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
