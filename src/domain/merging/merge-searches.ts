// Previous searches of several bureaus as one list. A company that asked two bureaus at once made one search; a company that
// asked one bureau twice made two. In doubt they stay two.
import type { BureauFile, FileSearch, SearchPurpose } from '../bureau-file.ts';
import type { BureauId } from '../credit-report.ts';
import type { Lenders } from '../lenders/registry.ts';
import { compareText } from './compare-text.ts';
import { compareLenders, type LenderName, readLenderName, shownLenderName } from './lender-names.ts';

export type MergedSearch = {
  companyName: string;
  /** Equal for most spellings of one company: what the report groups by. */
  companyKey: string;
  date: string;
  sources: { bureau: BureauId; ref: string }[];
};

type Search = FileSearch & {
  bureau: BureauId;
  company: LenderName | null;
  atMs: number;
  /** The days that it may have been on, YYYY-MM-DD. */
  days: string[];
};

const HOUR_MS = 3_600_000;

/** Newest first; the order of the files makes no difference. In steps, like mergeSteps. */
export function* mergeSearches(
  files: readonly BureauFile[],
  lenders: Lenders,
): Generator<void, MergedSearch[]> {
  const read: Search[] = [];
  for (const { bureau, searches } of files) {
    for (const search of searches) {
      read.push(toSearch(bureau, search, lenders));
      yield;
    }
  }
  const searches = withoutRepeats(read);
  yield;
  const merged: MergedSearch[] = [];
  for (const group of yield* groupsOf(searches)) {
    merged.push(toMerged(group));
    yield;
  }
  return merged.sort(
    (a, b) => compareText(b.date, a.date) || compareText(a.companyKey, b.companyKey) || compareSources(a, b),
  );
}

function toSearch(bureau: BureauId, search: FileSearch, lenders: Lenders): Search {
  const atMs = Date.parse(search.date);
  const company = readLenderName(search.companyName, lenders);
  return { ...search, bureau, company, atMs, days: daysOf(search, atMs) };
}

/** In summer the British day begins an hour before that of UTC, so the first hour may be reported as either day. */
function daysOf({ isDateOnly, date }: FileSearch, atMs: number): string[] {
  const day = date.slice(0, 10);
  return isDateOnly || Number.isNaN(atMs)
    ? [day]
    : [day, new Date(atMs + HOUR_MS).toISOString().slice(0, 10)];
}

/** A file that was read twice has the same searches twice. */
function withoutRepeats(searches: readonly Search[]): Search[] {
  const seen = new Map(
    searches.map((search) => {
      const { bureau, ref, date, companyName, kind, purpose } = search;
      return [JSON.stringify([bureau, ref, date, companyName, kind, purpose]), search];
    }),
  );
  return [...seen.values()].sort(
    (a, b) =>
      a.atMs - b.atMs ||
      compareText(a.bureau, b.bureau) ||
      compareText(a.ref, b.ref) ||
      compareText(a.companyName, b.companyName) ||
      compareText(`${a.kind} ${a.purpose}`, `${b.kind} ${b.purpose}`),
  );
}

/**
 * Oldest first, each search joins the first group that it fits and that has no search of its bureau. Then, in the same way, what
 * fits less well: another spelling, a brand or a related purpose, if only one group fits.
 */
function* groupsOf(searches: readonly Search[]): Generator<void, Search[][]> {
  const groups: Search[][] = [];
  let firstRecent = 0;
  for (const search of searches) {
    yield;
    // Groups of earlier days no longer match.
    while (firstRecent < groups.length && !isRecent(groups[firstRecent]?.[0], search)) firstRecent += 1;
    const fitting = groups
      .slice(firstRecent, firstRecent + RECENT_MAX)
      .find((group) => group.every((one) => isOne(one, search, isSamePurpose, 'same')));
    if (fitting === undefined) groups.push([search]);
    else fitting.push(search);
  }
  const spelt = yield* joinGroups(groups, isSamePurpose);
  return yield* joinGroups(spelt, isRelatedPurpose);
}

/** Each search is compared with at most this many groups of its days: more than any real person has. It keeps the work linear. */
const RECENT_MAX = 60;
const NEAR_MAX = 20;

/** Joins two groups where each is the only one that fits the other. `groups` are sorted by their first search. */
function* joinGroups(groups: readonly Search[][], isPurpose: SamePurpose): Generator<void, Search[][]> {
  const fitting = new Map<Search[], Search[][]>();
  const add = (one: Search[], other: Search[]) => fitting.set(one, [...(fitting.get(one) ?? []), other]);
  for (const [at, group] of groups.entries()) {
    yield;
    for (const other of groups.slice(at + 1, at + 1 + NEAR_MAX)) {
      if (!isRecent(group[0], other[0] as Search)) break;
      if (!group.every((one) => other.every((two) => isOne(one, two, isPurpose, 'similar')))) continue;
      add(group, other);
      add(other, group);
    }
  }
  const taken = new Set<Search[]>();
  return groups.flatMap((group) => {
    if (taken.has(group)) return [];
    const [other, rival] = fitting.get(group) ?? [];
    if (other === undefined || rival !== undefined || fitting.get(other)?.length !== 1) return [group];
    taken.add(other);
    return [[...group, ...other]];
  });
}

function isRecent(one: Search | undefined, other: Search): boolean {
  return one === undefined || other.atMs - one.atMs <= 48 * HOUR_MS;
}

type SamePurpose = (a: Search, b: Search) => boolean;

function isOne(a: Search, b: Search, isPurpose: SamePurpose, likeness: 'same' | 'similar'): boolean {
  if (a.bureau === b.bureau || !isPurpose(a, b) || !isOneMoment(a, b)) return false;
  // A search without a name ("Bank") may be of any company.
  const found = compareLenders(a.company, b.company);
  return found === 'same' || (found === 'similar' && likeness === 'similar');
}

function isOneMoment(a: Search, b: Search): boolean {
  if (!a.isDateOnly && !b.isDateOnly) return Math.abs(a.atMs - b.atMs) <= HOUR_MS;
  return a.days.some((day) => b.days.includes(day));
}

// Each bureau has its own codes, so only our own words can show that two purposes are the same.
function isSamePurpose(a: Search, b: Search): boolean {
  if (a.purpose !== undefined && b.purpose !== undefined) return a.purpose === b.purpose;
  return a.kind === b.kind;
}

/** One bureau codes as an application what another codes as a quotation; an identity check is neither. */
function isRelatedPurpose(a: Search, b: Search): boolean {
  if (a.purpose === undefined || b.purpose === undefined) return isSamePurpose(a, b);
  return RELATED[a.purpose] === RELATED[b.purpose] || a.purpose === 'other' || b.purpose === 'other';
}

const RELATED: Record<SearchPurpose, string> = {
  'credit-application': 'credit',
  quotation: 'credit',
  identity: 'person',
  'consumer-enquiry': 'person',
  'debt-recovery': 'debt',
  other: 'other',
};

function toMerged(group: readonly Search[]): MergedSearch {
  const sorted = group.toSorted(
    (a, b) => Number(a.isDateOnly) - Number(b.isDateOnly) || compareText(a.bureau, b.bureau),
  );
  // A date with a time of day says more.
  const { date } = sorted[0] as Search;
  const companies = sorted.map(({ company }) => company).filter((company) => company !== null);
  // A label for a kind of company ("Bank") is not a name, and is never merged.
  const label = (sorted[0] as Search).companyName;
  return {
    companyName: shownLenderName(companies) ?? label,
    companyKey: companies[0]?.known?.lender.name ?? companies[0]?.key ?? label.toUpperCase(),
    date,
    sources: sorted
      .map(({ bureau, ref }) => ({ bureau, ref }))
      .sort((a, b) => compareText(a.bureau, b.bureau) || compareText(a.ref, b.ref)),
  };
}

function compareSources(a: MergedSearch, b: MergedSearch): number {
  const [one, other] = [a.sources[0], b.sources[0]];
  return compareText(one?.bureau ?? '', other?.bureau ?? '') || compareText(one?.ref ?? '', other?.ref ?? '');
}
