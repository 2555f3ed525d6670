// Several bureaus' files about one consumer, merged: one entry for each agreement, search and place, whichever bureaus know of it.
// Pure, and independent of the order of files and records. The rules and their reasons are in README.md, "Merging".
import { LENDERS, type Lenders } from '../lenders/registry.ts';
import type { BureauFile } from '../reports/bureau-file.ts';
import type { AccountRecord, BureauId } from '../reports/credit-report.ts';
import type { FilePart, FileParts } from '../reports/file-parts.ts';
import { toAccountRecord } from './account-fields.ts';
import { STEP, type Unit } from './account-units.ts';
import { type Comparable, contentOf, toComparable } from './comparable-account.ts';
import { compareText } from './compare-text.ts';
import { matchAccounts } from './match-accounts.ts';
import { type MergedResidency, mergeResidencies } from './merge-residencies.ts';
import { type MergedSearch, mergeSearches } from './merge-searches.ts';
import { mergeParts } from './parts/merge-parts.ts';

export type MergedAccount = {
  record: AccountRecord;
  /** Every record that was merged into it, including those that a bureau gave twice. */
  sources: { bureau: BureauId; ref: string }[];
};

export type MergedFiles = {
  accounts: MergedAccount[];
  searches: MergedSearch[];
  residencies: MergedResidency[];
  parts: FileParts;
};

/** The whole merge at once. A caller that serves others meanwhile runs `mergeSteps` instead. */
export function mergeFiles(
  files: readonly BureauFile[],
  lenders: Lenders = LENDERS,
  asked: readonly FilePart[] = [],
): MergedFiles {
  const steps = mergeSteps(files, lenders, asked);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The merge in steps, none longer than a few milliseconds; the last one returns it. */
export function* mergeSteps(
  files: readonly BureauFile[],
  lenders: Lenders = LENDERS,
  /** The parts that the report has: those that were asked for. */
  asked: readonly FilePart[] = [],
): Generator<void, MergedFiles> {
  const records: Comparable[] = [];
  for (const { bureau, accounts } of files) {
    for (const account of accounts) {
      if (records.push(toComparable(bureau, account, lenders)) % STEP === 0) yield;
    }
  }
  const { groups, doubts } = yield* matchAccounts(records);
  const rows: Row[] = [];
  const mainRows = new Map<readonly Unit[], Row>();
  for (const group of groups) {
    const own = rowsOf(group).map(toRow);
    mainRows.set(group, own[0] as Row);
    // Rows in the same words may be one account that a bureau has twice.
    if (own.length > 1)
      for (const row of own)
        nameRows(
          row,
          own.filter((other) => other !== row),
        );
    rows.push(...own);
    if (mainRows.size % STEP === 0) yield;
  }
  for (const [group, others] of doubts)
    nameRows(
      mainRows.get(group) as Row,
      others.map((other) => mainRows.get(other) as Row),
    );
  yield;
  const accounts = rows.sort(compareRows).map(({ account }) => account);
  yield;
  const searches = yield* mergeSearches(files, lenders);
  yield;
  const residencies = mergeResidencies(files, asked.includes('electoralRoll'));
  return { accounts, searches, residencies, parts: mergeParts(files, asked) };
}

/** The rows of a group: one, and one more for each further account that its bureaus describe in the same words. */
function rowsOf(group: readonly Unit[]): Comparable[][] {
  if (group.every(({ copies, twins }) => copies.length + twins.length === 0))
    return [group.map(({ face }) => face)];
  const areCopies = areTwinsCopies(group);
  const main = group.flatMap(({ face, copies, twins }) => [face, ...copies, ...(areCopies ? twins : [])]);
  if (areCopies) return [main];
  const twinsCount = group.reduce((most, { twins }) => Math.max(most, twins.length), 0);
  const twins = Array.from({ length: twinsCount }, (_, at) => group.flatMap((unit) => unit.twins[at] ?? []));
  return [main, ...twins];
}

/**
 * Two bureaus that each know one such account tell that the third lists it twice: both would have to miss another. Where
 * nothing is owed on it, so that no debt could be hidden, one of them is enough.
 */
function areTwinsCopies(group: readonly Unit[]): boolean {
  const once = group.filter(
    ({ twins, onlyDays, soleDays }) => twins.length === 0 && Math.max(onlyDays, soleDays) > ONCE_DAYS_MIN,
  );
  if (once.length !== group.length - 1) return false;
  return (
    once.length > 1 ||
    (once.length === 1 && group.every(({ face, twins }) => twins.length === 0 || !face.balance))
  );
}

const ONCE_DAYS_MIN = 45;

/** Names the other rows by their first bureau's reference. */
function nameRows({ account: { record } }: Row, others: readonly Row[]): void {
  record.possiblySame ??= [];
  for (const { account } of others) {
    if (record.possiblySame.length === NAMED_MAX) break;
    const [first] = account.record.bureaus;
    if (first !== undefined) record.possiblySame.push({ id: first.id, ref: first.ref });
  }
  record.possiblySame.sort((a, b) => compareText(a.id, b.id) || compareText(a.ref, b.ref));
}

/** More would not help a reader. */
const NAMED_MAX = 5;

type Row = { account: MergedAccount; startDay: number | null; sources: readonly Comparable[] };

function toRow(unsorted: readonly Comparable[]): Row {
  const sources = unsorted.length === 1 ? unsorted : unsorted.toSorted(compareSources);
  return {
    account: {
      record: toAccountRecord(sources),
      sources: sources.map(({ bureau, account: { ref } }) => ({ bureau, ref })),
    },
    startDay: earliestOf(sources),
    sources,
  };
}

function earliestOf(sources: readonly Comparable[]): number | null {
  let first: number | null = null;
  for (const { startDay } of sources)
    if (startDay !== null && (first === null || startDay < first)) first = startDay;
  return first;
}

function compareSources(a: Comparable, b: Comparable): number {
  return compareOrigins(a, b) || compareText(contentOf(a), contentOf(b));
}

function compareOrigins(a: Comparable, b: Comparable): number {
  return compareText(a.bureau, b.bureau) || compareText(a.account.ref, b.account.ref);
}

/**
 * The newest agreement first, those without a date last; rows of one day by where they come from. Two rows have one origin only
 * where a bureau gives two records one reference.
 */
function compareRows(a: Row, b: Row): number {
  if (a.startDay !== b.startDay) return (b.startDay ?? -Infinity) - (a.startDay ?? -Infinity);
  for (let at = 0; at < a.sources.length && at < b.sources.length; at += 1) {
    const order = compareOrigins(a.sources[at] as Comparable, b.sources[at] as Comparable);
    if (order !== 0) return order;
  }
  const contentsOf = (row: Row) => row.sources.map(contentOf).join();
  return a.sources.length - b.sources.length || compareText(contentsOf(a), contentsOf(b));
}
