// Which judgments, and which insolvencies, of several bureaus are one. They come from public registers, so a case number settles it; a
// bureau that gives none is compared by day, sum and court. Where two may be meant, they stay apart: a false merge hides one.
import type { BureauId, Money } from '../../reports/credit-report.ts';
import { compareText } from '../compare-text.ts';

export type Sourced<Kind> = { bureau: BureauId; record: Kind };

type Comparable = { ref: string; court?: string; caseNumber?: string; amount?: Money; date?: string };

/** A register's day may be typed wrongly, or be the day of entry. */
const DAYS_WITH_NUMBER = 31;
const DAYS_WITHOUT_NUMBER = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Bureaus round to pounds, up or down. */
const ROUNDING_PENCE = 100;
/** A short number is one court's of one year: it needs the day beside it. */
const NUMBER_LENGTH_MIN = 6;

/** Groups with at least one record each, sorted by bureau and reference; `mayBeOne` rules pairs out by their kind. */
export function linkPublicRecords<Kind extends Comparable>(
  sources: readonly Sourced<Kind>[],
  mayBeOne: (one: Kind, other: Kind) => boolean,
): Sourced<Kind>[][] {
  const sorted = sources.toSorted(
    (a, b) => compareText(a.bureau, b.bureau) || compareText(a.record.ref, b.record.ref),
  );
  const groupOf = new Map(sorted.map((source) => [source, [source]]));
  const join = (one: Sourced<Kind>[], other: Sourced<Kind>[]): void => {
    one.push(...other);
    for (const source of other) groupOf.set(source, one);
  };
  const near: [Sourced<Kind>, Sourced<Kind>][] = [];
  for (const [at, from] of sorted.entries()) {
    for (const to of sorted.slice(at + 1)) {
      const [one, other] = [groupOf.get(from), groupOf.get(to)];
      if (one === undefined || other === undefined || one === other) continue;
      const likeness = mayBeOne(from.record, to.record) ? compare(from.record, to.record) : null;
      if (likeness === 'number') join(one, other);
      else if (likeness === 'terms' && from.bureau !== to.bureau) near.push([from, to]);
    }
  }
  for (const [from, to] of clearPairs(near, groupOf)) {
    const [one, other] = [groupOf.get(from), groupOf.get(to)];
    if (one !== undefined && other !== undefined && !shares(one, other)) join(one, other);
  }
  return [...new Set(groupOf.values())];
}

type Group<Kind> = Sourced<Kind>[];

/** Only pairs without a rival: no other group with a record of the partner's bureaus is as near. Judged before any of them is joined. */
function clearPairs<Kind>(
  near: readonly [Sourced<Kind>, Sourced<Kind>][],
  groupOf: ReadonlyMap<Sourced<Kind>, Group<Kind>>,
): readonly [Sourced<Kind>, Sourced<Kind>][] {
  const partners = new Map<Group<Kind>, Set<Group<Kind>>>();
  const partnersOf = (group: Group<Kind>) => partners.get(group) ?? new Set();
  const groupsOf = (pair: readonly Sourced<Kind>[]) =>
    pair.map((source) => groupOf.get(source)) as [Group<Kind>, Group<Kind>];
  for (const pair of near) {
    const [one, other] = groupsOf(pair);
    partners.set(one, partnersOf(one).add(other));
    partners.set(other, partnersOf(other).add(one));
  }
  const hasRival = (own: Group<Kind>, partner: Group<Kind>) =>
    [...partnersOf(own)].some((rival) => rival !== partner && shares(rival, partner));
  return near.filter((pair) => {
    const [one, other] = groupsOf(pair);
    return !hasRival(one, other) && !hasRival(other, one);
  });
}

/** Both have a record of one bureau. */
function shares<Kind>(one: readonly Sourced<Kind>[], other: readonly Sourced<Kind>[]): boolean {
  return one.some(({ bureau }) => other.some((source) => source.bureau === bureau));
}

/** `number`: one case, also twice at one bureau. `terms`: nothing speaks against it, and day and sum for it. */
function compare(one: Comparable, other: Comparable): 'number' | 'terms' | null {
  const days = daysBetween(one.date, other.date);
  const [number, otherNumber] = [plainNumber(one.caseNumber), plainNumber(other.caseNumber)];
  if (number !== undefined && otherNumber !== undefined) {
    if (number !== otherNumber) return null;
    const isNear = days === null ? number.length >= NUMBER_LENGTH_MIN : days <= DAYS_WITH_NUMBER;
    return isNear ? 'number' : null;
  }
  if (days === null || days > DAYS_WITHOUT_NUMBER) return null;
  const sums = compareSums(one.amount, other.amount);
  if (sums === 'differ' || !mayBeOneCourt(one.court, other.court)) return null;
  // Another day needs the sum.
  return days === 0 || sums === 'equal' ? 'terms' : null;
}

/** Blanks, dashes and padding come and go. */
function plainNumber(text: string | undefined): string | undefined {
  const plain = text
    ?.toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+(?=.)/, '');
  return plain === '' ? undefined : plain;
}

function daysBetween(one: string | undefined, other: string | undefined): number | null {
  return one === undefined || other === undefined
    ? null
    : Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}

function compareSums(one: Money | undefined, other: Money | undefined): 'equal' | 'differ' | 'unknown' {
  if (one === undefined || other === undefined) return 'unknown';
  return one.currency === other.currency && Math.abs(one.amount - other.amount) <= ROUNDING_PENCE
    ? 'equal'
    : 'differ';
}

/** Words that every court has say nothing. */
const COURT_WORDS = /\b(?:county|court|justice|centre|business|the|of|at|in|high|sheriff|cc|hc|sc)\b/gi;

function mayBeOneCourt(one: string | undefined, other: string | undefined): boolean {
  const [words, others] = [one, other].map((name) =>
    (name ?? '')
      .replace(COURT_WORDS, '')
      .toUpperCase()
      .match(/[A-Z]+/g),
  );
  if (!words || !others) return true;
  return words.some((word) => others.includes(word));
}
