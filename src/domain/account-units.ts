// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows; those copies
// are one unit. Records that may be two accounts stay two, since a false merge hides a debt and a false split only repeats it.
import type { Comparable } from './comparable-account.ts';

export type Unit = {
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** All records of the unit, the face first. */
  records: Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: Comparable[][];
};

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. */
export function unitsOf(records: readonly Comparable[]): Unit[] {
  const byKey = new Map<string, Comparable[]>();
  for (const record of withoutRepeats(records)) {
    const key = keyOf(record);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [record]);
    else known.push(record);
  }
  const units = [...byKey.values()].map(toUnit);
  return units.sort((a, b) => compareFaces(a.face, b.face));
}

/** The same record twice over, by reference and content: a file that was read twice. */
function withoutRepeats(records: readonly Comparable[]): Comparable[] {
  const seen = new Map<string, Comparable>();
  for (const record of records) {
    const key = `${record.bureau} ${JSON.stringify(record.account.ref)} ${record.content}`;
    if (!seen.has(key)) seen.set(key, record);
  }
  return [...seen.values()];
}

const SURE_LENGTH_MIN = 4;

// With an account number, copies may differ in what the bureau knows of the holder at each address. Without one, only records
// that agree in everything are held together.
function keyOf({ bureau, number, lender, family, account, balance, startDay, content }: Comparable): string {
  if (number === null || number.tail.length < SURE_LENGTH_MIN || startDay === null) {
    return JSON.stringify([bureau, content]);
  }
  return JSON.stringify([
    bureau,
    number.tail,
    lender?.key,
    family,
    account.accountType,
    startDay,
    balance,
    account.payment?.amount,
    account.startBalance?.amount,
  ]);
}

function toUnit(records: Comparable[]): Unit {
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
    (a.startDay ?? Infinity) - (b.startDay ?? Infinity) ||
    compareText(a.lender?.key ?? '', b.lender?.key ?? '') ||
    (a.startBalance ?? a.limit ?? 0) - (b.startBalance ?? b.limit ?? 0) ||
    (a.payment ?? 0) - (b.payment ?? 0) ||
    compareText(a.bureau, b.bureau) ||
    compareRefs(a, b)
  );
}

/** Tells any two records of a bureau apart. */
function compareRefs(a: Comparable, b: Comparable): number {
  return compareText(a.account.ref, b.account.ref) || compareText(a.content, b.content);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
