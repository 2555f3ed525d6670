// Several bureaus' files about one consumer, merged: one entry for each agreement, search and place, whichever bureaus know of it.
// Pure, and the same whatever order the files and their records come in. The rules and their reasons are in README.md, "Merging".
import { toAccountRecord } from './account-fields.ts';
import type { BureauFile } from './bureau-file.ts';
import { type Comparable, contentOf, createAccountReader } from './comparable-account.ts';
import type { AccountRecord, BureauId } from './credit-report.ts';
import { matchAccounts } from './match-accounts.ts';
import { type MergedResidency, mergeResidencies } from './merge-residencies.ts';
import { type MergedSearch, mergeSearches } from './merge-searches.ts';
import { compareText } from './text-order.ts';

export type MergedAccount = {
  record: AccountRecord;
  /** Every record that went into it, those that a bureau gave twice included. */
  sources: { bureau: BureauId; ref: string }[];
};

export type MergedFiles = {
  accounts: MergedAccount[];
  searches: MergedSearch[];
  residencies: MergedResidency[];
};

/** Records that are read or written in one step. */
const STEP_RECORDS = 250;

/** The whole merge at once. A caller that serves others meanwhile drives `mergeSteps` instead. */
export function mergeFiles(files: readonly BureauFile[]): MergedFiles {
  const steps = mergeSteps(files);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The merge in steps of some milliseconds each; the last one returns it. */
export function* mergeSteps(files: readonly BureauFile[]): Generator<void, MergedFiles> {
  const read = createAccountReader();
  const records: Comparable[] = [];
  for (const { bureau, accounts } of files) {
    for (const account of accounts) {
      records.push(read(bureau, account));
      if (records.length % STEP_RECORDS === 0) yield;
    }
  }
  const groups = yield* matchAccounts(records);
  const rows: Row[] = [];
  for (const sources of groups.flatMap(rowsOf)) {
    rows.push(toRow(sources));
    if (rows.length % STEP_RECORDS === 0) yield;
  }
  rows.sort(compareRows);
  yield;
  const searches = mergeSearches(files);
  yield;
  return {
    accounts: rows.map(({ account }) => account),
    searches,
    residencies: mergeResidencies(files),
  };
}

type Group = ReturnType<typeof matchAccounts> extends Generator<void, (infer G)[]> ? G : never;

/** The rows of a group: one, and one more for each further account that its bureaus describe in the same words. */
function rowsOf(group: Group): Comparable[][] {
  const first: Comparable[] = [];
  let more = 0;
  for (const { face, copies, twins } of group) {
    first.push(face, ...copies);
    more = Math.max(more, twins.length);
  }
  const twins = Array.from({ length: more }, (_, at) => group.flatMap((unit) => unit.twins[at] ?? []));
  return [first, ...twins];
}

type Row = { account: MergedAccount; startDay: number; origin: string; sources: readonly Comparable[] };

function toRow(unsorted: readonly Comparable[]): Row {
  const sources = unsorted.length === 1 ? unsorted : [...unsorted].sort(compareSources);
  const refs = sources.map(({ bureau, account: { ref } }) => ({ bureau, ref }));
  return {
    account: { record: toAccountRecord(sources), sources: refs },
    startDay: sources.reduce((first, { startDay }) => Math.min(first, startDay ?? Infinity), Infinity),
    origin: refs.map(({ bureau, ref }) => `${bureau} ${ref}`).join('\n'),
    sources,
  };
}

function compareSources(a: Comparable, b: Comparable): number {
  return (
    compareText(a.bureau, b.bureau) ||
    compareText(a.account.ref, b.account.ref) ||
    compareText(contentOf(a), contentOf(b))
  );
}

/** Newest agreement first, those without a date last; then by where they come from. */
function compareRows(a: Row, b: Row): number {
  const [one, other] = [a.startDay, b.startDay].map((day) => (day === Infinity ? -Infinity : day));
  if (one !== other) return (one as number) < (other as number) ? 1 : -1;
  // Only a bureau that gives two records one reference makes two rows of one origin.
  return (
    compareText(a.origin, b.origin) ||
    compareText(a.sources.map(contentOf).join(), b.sources.map(contentOf).join())
  );
}
