// A figure worked out from a document: a value with what it rests on, or why it is not known. Nothing is guessed: an account that
// lacks what a figure needs is left out of it by name.

export const UNITS = ['pence', 'count', 'percent', 'months', 'status'] as const;
export type Unit = (typeof UNITS)[number];

/** Why an account is left out of a figure. */
export const LEFT_OUT = [
  'no-balance',
  'no-limit',
  'no-payment',
  'no-start-date',
  'no-end-date',
  'no-default-date',
  'no-history',
  'part-history',
  'status-unknown',
  'other-currency',
] as const;
export type LeftOutWhy = (typeof LEFT_OUT)[number];
export type LeftOut = { record: number; why: LeftOutWhy };

export type KnownFigure = {
  value: number | string;
  unit: Unit;
  /** Places in the document's list of records; of searches, in its list of companies that searched. */
  basis: number[];
  asOf: string;
  /** Accounts that would count and lack what is needed. The value is that of the others. */
  leftOut?: LeftOut[];
};
export type Figure = KnownFigure | { unknown: string; leftOut?: LeftOut[] };

export function isKnown(figure: Figure): figure is KnownFigure {
  return 'value' in figure;
}

/** What one account adds to a figure: so much, nothing that counts, or left out. */
export type Part = { amount: number } | { leftOut: LeftOutWhy } | null;

/** A tally of one figure over the accounts. */
export type Tally = { total: number; basis: number[]; leftOut: LeftOut[] };

export function newTally(): Tally {
  return { total: 0, basis: [], leftOut: [] };
}

export function addPart(tally: Tally, record: number, part: Part): void {
  if (part === null) return;
  if ('leftOut' in part) {
    tally.leftOut.push({ record, why: part.leftOut });
    return;
  }
  tally.total += part.amount;
  tally.basis.push(record);
}

/** Unknown where every account that would count lacks what is needed. */
export function toFigure(tally: Tally, unit: Unit, asOf: string): Figure {
  const { total, basis, leftOut } = tally;
  if (basis.length === 0 && leftOut.length > 0)
    return { unknown: 'No account that would count says enough.', leftOut };
  return known(total, unit, basis, asOf, leftOut);
}

export function known(
  value: number | string,
  unit: Unit,
  basis: number[],
  asOf: string,
  leftOut: LeftOut[] = [],
): KnownFigure {
  return { value, unit, basis, asOf, ...(leftOut.length > 0 && { leftOut }) };
}

/** To one decimal, halves up. */
export function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}
