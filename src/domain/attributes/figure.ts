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
  'possibly-same',
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
  /** The value if every account that is left out as `possibly-same` were an agreement of its own. */
  withPossiblySame?: number;
};
export type Figure = KnownFigure | { unknown: string; leftOut?: LeftOut[] };

export function isKnown(figure: Figure): figure is KnownFigure {
  return 'value' in figure;
}

/** What one account adds to a figure: so much, nothing that counts, or left out. */
export type Part = { amount: number } | { leftOut: LeftOutWhy } | null;

/** An account as a tally sees it: its place, and the places of records that may be the same agreement. */
export type Counted = { index: number; sameAs: readonly number[] };

/** A tally of one figure over the accounts. `doubtful`: those of its parts that may be of one agreement. */
export type Tally = {
  total: number;
  basis: number[];
  leftOut: LeftOut[];
  doubtful: Doubtful[];
};
type Doubtful = Counted & { amount: number };

export function newTally(): Tally {
  return { total: 0, basis: [], leftOut: [], doubtful: [] };
}

export function addPart(tally: Tally, { index: record, sameAs }: Counted, part: Part): void {
  if (part === null) return;
  if ('leftOut' in part) {
    tally.leftOut.push({ record, why: part.leftOut });
    return;
  }
  tally.total += part.amount;
  tally.basis.push(record);
  if (sameAs.length > 0) tally.doubtful.push({ index: record, sameAs, amount: part.amount });
}

/** A tally in which each agreement counts once. */
export type Once = Omit<Tally, 'doubtful'> & { hasRepeats: boolean };

/**
 * Takes out what may be counted twice. Of accounts that may all be one agreement the one with the largest amount counts. One that may be
 * either of two that are not each other is one of them: it never takes both out.
 */
export function withoutRepeats(tally: Tally): Once {
  const repeats = repeatsOf(tally.doubtful);
  if (repeats.size === 0) return { ...tally, hasRepeats: false };
  const left = tally.doubtful.filter(({ index }) => repeats.has(index));
  return {
    total: left.reduce((total, { amount }) => total - amount, tally.total),
    basis: tally.basis.filter((index) => !repeats.has(index)),
    leftOut: [
      ...tally.leftOut,
      ...[...repeats].sort((a, b) => a - b).map((record) => ({ record, why: 'possibly-same' as const })),
    ],
    hasRepeats: true,
  };
}

/** From the largest amount down: each joins the first group all of which it may be, or begins one. All but the first of a group repeat it. */
function repeatsOf(doubtful: readonly Doubtful[]): Set<number> {
  const groupOf = new Map<number, number[]>();
  const repeats = new Set<number>();
  for (const { index, sameAs } of doubtful.toSorted((a, b) => b.amount - a.amount || a.index - b.index)) {
    const groups = sameAs.flatMap((other) => {
      const group = groupOf.get(other);
      return group?.[0] === other ? [group] : [];
    });
    const own = new Set(sameAs);
    const group = groups.find((one) => one.every((other) => own.has(other)));
    if (group === undefined) groupOf.set(index, [index]);
    else {
      group.push(index);
      groupOf.set(index, group);
      repeats.add(index);
    }
  }
  return repeats;
}

/** A count of accounts: zero where none counts. */
export function toCount(tally: Tally, asOf: string): KnownFigure {
  const { total, basis, leftOut, hasRepeats } = withoutRepeats(tally);
  return known(total, 'count', basis, asOf, leftOut, hasRepeats ? tally.total : undefined);
}

/** Unknown where every account that would count lacks what is needed. */
export function toFigure(tally: Tally, unit: Unit, asOf: string): Figure {
  const { total, basis, leftOut, hasRepeats } = withoutRepeats(tally);
  if (basis.length === 0 && leftOut.length > 0)
    return { unknown: 'No account that would count says enough.', leftOut };
  return known(total, unit, basis, asOf, leftOut, hasRepeats ? tally.total : undefined);
}

export function known(
  value: number | string,
  unit: Unit,
  basis: number[],
  asOf: string,
  leftOut: LeftOut[] = [],
  withPossiblySame?: number,
): KnownFigure {
  return {
    value,
    unit,
    basis,
    asOf,
    ...(leftOut.length > 0 && { leftOut }),
    ...(withPossiblySame !== undefined && { withPossiblySame }),
  };
}

/** To one decimal, halves up. */
export function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}
