// Previous searches of several bureaus as one list. A company that asked two bureaus at once made one search; a company that
// asked one bureau twice made two. In doubt they stay two.
import type { BureauFile, FileSearch } from '../bureau-file.ts';
import type { BureauId } from '../credit-report.ts';
import {
  bestLenderName,
  compareLenders,
  type LenderName,
  readLenderName,
  tidyLenderName,
} from './lender-names.ts';
import { compareText } from './order.ts';
import { remember } from './remember.ts';

export type MergedSearch = {
  companyName: string;
  /** Equal for most spellings of one company: what the report groups by. */
  companyKey: string;
  date: string;
  sources: { bureau: BureauId; ref: string }[];
};

type Search = FileSearch & { bureau: BureauId; company: LenderName | null; atMs: number };

const HOUR_MS = 3_600_000;

/** Newest first; the order of the files makes no difference. */
export function mergeSearches(files: readonly BureauFile[]): MergedSearch[] {
  const readCompany = remember(readLenderName);
  const searches = files.flatMap((file) => toSearches(file, readCompany));
  return groupsOf(withoutRepeats(searches))
    .map(toMerged)
    .sort(
      (a, b) =>
        compareText(b.date, a.date) || compareText(a.companyKey, b.companyKey) || compareSources(a, b),
    );
}

function toSearches(file: BureauFile, readCompany: (name: string) => LenderName | null): Search[] {
  return file.searches.map((search) => ({
    ...search,
    bureau: file.bureau,
    company: readCompany(search.companyName),
    atMs: Date.parse(search.date),
  }));
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

/** Oldest first, each search joins the first group that it fits and that has none of its bureau. */
function groupsOf(searches: readonly Search[]): Search[][] {
  const groups: Search[][] = [];
  let firstRecent = 0;
  for (const search of searches) {
    // Groups of earlier days fit nothing any more.
    while (firstRecent < groups.length && !isRecent(groups[firstRecent]?.[0], search)) firstRecent += 1;
    const end = Math.min(groups.length, firstRecent + RECENT_MAX);
    const fitting = groups.slice(firstRecent, end).find((group) => group.every((one) => isOne(one, search)));
    if (fitting === undefined) groups.push([search]);
    else fitting.push(search);
  }
  return groups;
}

/** A search is compared with so many others of its days. More than any real person has; it keeps the work linear. */
const RECENT_MAX = 60;

function isRecent(one: Search | undefined, other: Search): boolean {
  return one === undefined || other.atMs - one.atMs <= 48 * HOUR_MS;
}

function isOne(a: Search, b: Search): boolean {
  if (a.bureau === b.bureau || !isSamePurpose(a, b)) return false;
  // A search without a name ("Bank") may be anybody's.
  if (compareLenders(a.company, b.company) !== 'same') return false;
  if (!a.isDateOnly && !b.isDateOnly) return Math.abs(a.atMs - b.atMs) <= HOUR_MS;
  return daysOf(a).some((day) => daysOf(b).includes(day));
}

// Each bureau has codes of its own, so only our words can show that two are the same.
function isSamePurpose(a: Search, b: Search): boolean {
  if (a.purpose !== undefined && b.purpose !== undefined) return a.purpose === b.purpose;
  return a.kind === b.kind;
}

/** In summer the British day begins an hour before that of UTC, so the first hour may be told as either day. */
function daysOf({ isDateOnly, date, atMs }: Search): string[] {
  if (isDateOnly || Number.isNaN(atMs)) return [date.slice(0, 10)];
  return [date.slice(0, 10), new Date(atMs + HOUR_MS).toISOString().slice(0, 10)];
}

function toMerged(group: readonly Search[]): MergedSearch {
  const sorted = [...group].sort(
    (a, b) => Number(a.isDateOnly) - Number(b.isDateOnly) || compareText(a.bureau, b.bureau),
  );
  // The bureau that tells the time of day tells more.
  const { date } = sorted[0] as Search;
  const best = bestLenderName(sorted.map(({ company }) => company).filter((company) => company !== null));
  // A label for a kind of company ("Bank") names nobody, and stays alone.
  const label = (sorted[0] as Search).companyName;
  return {
    companyName: best?.shown ?? tidyLenderName(label),
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
