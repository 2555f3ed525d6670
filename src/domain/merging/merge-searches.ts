// Previous searches of several bureaus as one list. A company that asked two bureaus at once made one search; a company that
// asked one bureau twice made two. In doubt they stay two.
import type { Lenders } from '../lenders/registry.ts';
import type { BureauFile } from '../reports/bureau-file.ts';
import { type BureauId, SEARCH_PURPOSES, type SearchRecord } from '../reports/credit-report.ts';
import { compareText } from './compare-text.ts';
import { shownLenderName } from './lender-names.ts';
import {
  type Fit,
  HOUR_MS,
  isPlainlyOne,
  type Search,
  STAGES,
  type Stage,
  toSearch,
} from './search-likeness.ts';

export type MergedSearch = {
  companyName: string;
  /** Equal for most spellings of one company: what the report groups by. */
  companyKey: string;
  record: SearchRecord;
  sources: { bureau: BureauId; ref: string }[];
};

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
    (a, b) =>
      compareText(b.record.date, a.record.date) ||
      compareText(a.companyKey, b.companyKey) ||
      compareSources(a, b),
  );
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
 * fits less well, where nothing else fits: search-likeness.ts has the stages.
 */
function* groupsOf(searches: readonly Search[]): Generator<void, Search[][]> {
  let groups: Search[][] = [];
  let firstRecent = 0;
  for (const search of searches) {
    yield;
    // Groups of earlier days no longer match.
    while (firstRecent < groups.length && !isRecent(groups[firstRecent]?.[0], search)) firstRecent += 1;
    const fitting = groups
      .slice(firstRecent, firstRecent + RECENT_MAX)
      .find((group) => group.every((one) => isPlainlyOne(one, search)));
    if (fitting === undefined) groups.push([search]);
    else fitting.push(search);
  }
  for (const stage of STAGES) groups = yield* joinGroups(groups, stage);
  return groups;
}

/** Each search is compared with at most this many groups of its days: more than any real person has. It keeps the work linear. */
const RECENT_MAX = 60;
const NEAR_MAX = 20;

/**
 * Joins groups where all that may be one fit each other: three bureaus that spell a company in three ways are no rivals, two searches
 * of one bureau are. `groups` are sorted by their first search.
 */
function* joinGroups(groups: readonly Search[][], { fit, isEnough }: Stage): Generator<void, Search[][]> {
  const near = new Map<Search[], Map<Search[], Fit>>();
  const add = (one: Search[], other: Search[], found: Fit) =>
    near.set(one, (near.get(one) ?? new Map()).set(other, found));
  for (const [at, group] of groups.entries()) {
    yield;
    for (const other of groups.slice(at + 1, at + 1 + NEAR_MAX)) {
      if (!isRecent(group[0], other[0] as Search)) break;
      const found = fitOf(group, other, fit);
      if (found === 'no') continue;
      add(group, other, found);
      add(other, group, found);
    }
  }
  const taken = new Set<Search[]>();
  return groups.flatMap((group) => {
    if (taken.has(group)) return [];
    const others = [...(near.get(group)?.keys() ?? [])];
    const all = [group, ...others];
    // Each of them has the same others, and fits them.
    const isClear = all.every((one) => {
      const own = near.get(one);
      return own?.size === others.length && all.every((two) => one === two || own.get(two) === 'yes');
    });
    if (!isClear || !isEnough(all.flat())) return [group];
    for (const other of others) taken.add(other);
    return [all.flat()];
  });
}

/** Every pair may be one, and one of them at least surely is. */
function fitOf(group: readonly Search[], other: readonly Search[], fit: Stage['fit']): Fit {
  let best: Fit = 'maybe';
  for (const one of group) {
    for (const two of other) {
      const found = fit(one, two);
      if (found === 'no') return 'no';
      if (found === 'yes') best = 'yes';
    }
  }
  return best;
}

function isRecent(one: Search | undefined, other: Search): boolean {
  return one === undefined || other.atMs - one.atMs <= 48 * HOUR_MS;
}

function toMerged(group: readonly Search[]): MergedSearch {
  const sorted = group.toSorted(compareExactness);
  const companies = sorted.map(({ company }) => company).filter((company) => company !== null);
  // Of a search that no bureau names, the label for the kind of company ("Bank").
  const label = (sorted[0] as Search).companyName;
  return {
    companyName: shownLenderName(companies) ?? label,
    companyKey: companies[0]?.known?.lender.name ?? companies[0]?.key ?? label.toUpperCase(),
    record: toRecord(sorted),
    sources: sorted
      .map(({ bureau, ref }) => ({ bureau, ref }))
      .sort((a, b) => compareText(a.bureau, b.bureau) || compareText(a.ref, b.ref)),
  };
}

/** A date with a time of day says more; of days alone, the first: a bureau may file a search the day after. */
function compareExactness(a: Search, b: Search): number {
  return (
    Number(a.isDateOnly) - Number(b.isDateOnly) ||
    a.atMs - b.atMs ||
    compareText(a.bureau, b.bureau) ||
    compareText(a.ref, b.ref)
  );
}

function toRecord(sorted: readonly Search[]): SearchRecord {
  const { date } = sorted[0] as Search;
  const purpose = SEARCH_PURPOSES.find((one) => sorted.some((search) => search.purpose === one));
  const bureaus = sorted.map(({ bureau: id, purpose: own, days, date: at }) => ({
    id,
    ...(!days.includes(date.slice(0, 10)) && { date: at }),
    ...(own !== undefined && own !== purpose && { purpose: own }),
  }));
  return {
    date,
    ...(purpose !== undefined && { purpose }),
    bureaus: bureaus.sort((a, b) => compareText(a.id, b.id)),
  };
}

function compareSources(a: MergedSearch, b: MergedSearch): number {
  const [one, other] = [a.sources[0], b.sources[0]];
  return compareText(one?.bureau ?? '', other?.bureau ?? '') || compareText(one?.ref ?? '', other?.ref ?? '');
}
