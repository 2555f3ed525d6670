// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows; those copies
// are one unit. Records that may be two accounts stay two, since a false merge hides a debt and a false split only repeats it.
import { type Comparable, contentOf } from './comparable-account.ts';
import { compareText } from './compare-text.ts';

export type Unit = {
  /** Its place in the order of all units, which breaks ties. */
  rank: number;
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** The bureau's other records of the same account. */
  copies: readonly Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: readonly Comparable[];
};

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. Those without a day come last. */
export function unitsOf(records: readonly Comparable[]): Unit[] {
  return [...Map.groupBy(records, keyOf).values()]
    .map((some) => toUnit(withoutRepeats(some)))
    .sort(compareFaces)
    .map((unit, rank) => ({ rank, ...unit }));
}

const SURE_LENGTH_MIN = 4;

// With an account number, copies may differ in what the bureau knows of the holder at each address. Without one, only records
// that agree in everything are put together.
function keyOf(record: Comparable): string {
  const { bureau, number, lender, account, balance, payment, startBalance, startDay } = record;
  if (number === null || number.tail.length < SURE_LENGTH_MIN || startDay === null) {
    return `${bureau} ${contentOf(record)}`;
  }
  const amounts = `${balance} ${payment} ${startBalance}`;
  return `${bureau} ${number.tail} ${startDay} ${account.accountType} ${amounts} ${lender?.key}`;
}

/** A file that was read twice has the same record twice, reference and content. */
function withoutRepeats(records: readonly Comparable[]): readonly Comparable[] {
  if (records.length === 1) return records;
  const unique = new Map(records.map((record) => [`${record.account.ref} ${contentOf(record)}`, record]));
  return [...unique.values()];
}

function toUnit(records: readonly Comparable[]): Omit<Unit, 'rank'> {
  const [face, ...others] = records.toSorted(compareNews) as [Comparable, ...Comparable[]];
  return isDistinctive(face) ? { face, copies: others, twins: [] } : { face, copies: [], twins: others };
}

/** The newest first. */
function compareNews(a: Comparable, b: Comparable): number {
  return (b.updatedDay ?? -1) - (a.updatedDay ?? -1) || compareRefs(a, b);
}

/** Whether two different accounts would hardly agree in all of this. A number says so, and so do two amounts. */
function isDistinctive({ number, startDay, startBalance, payment, balance, limit }: Comparable): boolean {
  if (number !== null && number.tail.length >= SURE_LENGTH_MIN && startDay !== null) return true;
  const amounts = [startBalance, payment, balance, limit].filter((amount) => amount !== null && amount !== 0);
  return startDay !== null && amounts.length >= 2;
}

type HasFace = Pick<Unit, 'face'>;

function compareFaces({ face: a }: HasFace, { face: b }: HasFace): number {
  return (
    compareDays(a.startDay, b.startDay) ||
    compareText(a.lender?.key ?? '', b.lender?.key ?? '') ||
    (a.startBalance ?? a.limit ?? 0) - (b.startBalance ?? b.limit ?? 0) ||
    (a.payment ?? 0) - (b.payment ?? 0) ||
    compareText(a.bureau, b.bureau) ||
    compareRefs(a, b)
  );
}

function compareDays(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}

/** Tells any two records of a bureau apart. */
function compareRefs(a: Comparable, b: Comparable): number {
  return compareText(a.account.ref, b.account.ref) || compareText(contentOf(a), contentOf(b));
}
