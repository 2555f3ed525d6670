// Previous searches of several bureaus as one list. A company that asked two bureaus at once made one search; a company that
// asked one bureau twice made two. In doubt they stay two.
import type { BureauFile, FileSearch } from '../bureau-file.ts';
import type { BureauId } from '../credit-report.ts';
import { compareText } from './compare-text.ts';
import {
  bestLenderName,
  compareLenders,
  type LenderName,
  readLenderName,
  tidyLenderName,
} from './lender-names.ts';

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
export function* mergeSearches(files: readonly BureauFile[]): Generator<void, MergedSearch[]> {
  const searches = withoutRepeats(files.flatMap(toSearches));
  yield;
  const groups = yield* groupsOf(searches);
  return groups
    .map(toMerged)
    .sort(
      (a, b) =>
        compareText(b.date, a.date) || compareText(a.companyKey, b.companyKey) || compareSources(a, b),
    );
}

function toSearches({ bureau, searches }: BureauFile): Search[] {
  return searches.map((search) => {
    const atMs = Date.parse(search.date);
    const days = daysOf(search, atMs);
    return { ...search, bureau, company: readLenderName(search.companyName), atMs, days };
  });
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

/** Oldest first, each search joins the first group that it fits and that has no search of its bureau. */
function* groupsOf(searches: readonly Search[]): Generator<void, Search[][]> {
  const groups: Search[][] = [];
  let firstRecent = 0;
  for (const search of searches) {
    yield;
    // Groups of earlier days no longer match.
    while (firstRecent < groups.length && !isRecent(groups[firstRecent]?.[0], search)) firstRecent += 1;
    const fitting = groups
      .slice(firstRecent, firstRecent + RECENT_MAX)
      .find((group) => group.every((one) => isOne(one, search)));
    if (fitting === undefined) groups.push([search]);
    else fitting.push(search);
  }
  return groups;
}

/** Each search is compared with at most this many groups of its days: more than any real person has. It keeps the work linear. */
const RECENT_MAX = 60;

function isRecent(one: Search | undefined, other: Search): boolean {
  return one === undefined || other.atMs - one.atMs <= 48 * HOUR_MS;
}

function isOne(a: Search, b: Search): boolean {
  if (a.bureau === b.bureau || !isSamePurpose(a, b)) return false;
  // A search without a name ("Bank") may be of any company.
  if (compareLenders(a.company, b.company) !== 'same') return false;
  if (!a.isDateOnly && !b.isDateOnly) return Math.abs(a.atMs - b.atMs) <= HOUR_MS;
  return a.days.some((day) => b.days.includes(day));
}

// Each bureau has its own codes, so only our own words can show that two purposes are the same.
function isSamePurpose(a: Search, b: Search): boolean {
  if (a.purpose !== undefined && b.purpose !== undefined) return a.purpose === b.purpose;
  return a.kind === b.kind;
}

function toMerged(group: readonly Search[]): MergedSearch {
  const sorted = group.toSorted(
    (a, b) => Number(a.isDateOnly) - Number(b.isDateOnly) || compareText(a.bureau, b.bureau),
  );
  // A date with a time of day says more.
  const { date } = sorted[0] as Search;
  const best = bestLenderName(sorted.map(({ company }) => company).filter((company) => company !== null));
  // A label for a kind of company ("Bank") is not a name, and is never merged.
  const label = (sorted[0] as Search).companyName;
  return {
    companyName: tidyLenderName(best?.name ?? label),
    companyKey: best?.key ?? label.toUpperCase(),
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
