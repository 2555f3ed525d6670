// Several bureaus' files about one consumer, merged: one entry for each agreement, search and place, whichever bureaus know of it.
// Pure, and the same whatever order the files and their records come in. The rules and their reasons are in README.md, "Merging".

import type { BureauFile } from '../bureau-file.ts';
import type { AccountRecord, BureauId } from '../credit-report.ts';
import { toAccountRecord } from './account-fields.ts';
import { type Comparable, contentOf, createAccountReader } from './comparable-account.ts';
import { matchAccounts } from './match-accounts.ts';
import { type MergedResidency, mergeResidencies } from './merge-residencies.ts';
import { type MergedSearch, mergeSearches } from './merge-searches.ts';
import { byDay, compareText, NO_DAY, sorted } from './order.ts';

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
  // Newest agreement first, those without a date last.
  const days = byDay(rows, ({ startDay }) => (startDay === null ? NO_DAY : -startDay));
  yield;
  const accounts = days.flatMap((day) => sorted(day, compareRows).map(({ account }) => account));
  yield;
  const searches = mergeSearches(files);
  yield;
  return {
    accounts,
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
  if (more === 0) return [first];
  const twins = Array.from({ length: more }, (_, at) => group.flatMap((unit) => unit.twins[at] ?? []));
  return [first, ...twins];
}

type Row = { account: MergedAccount; startDay: number | null; sources: readonly Comparable[] };

function toRow(unsorted: readonly Comparable[]): Row {
  const sources = sorted(unsorted, compareSources);
  return {
    account: {
      record: toAccountRecord(sources),
      sources: sources.map(({ bureau, account: { ref } }) => ({ bureau, ref })),
    },
    startDay: earliest(sources),
    sources,
  };
}

function earliest(sources: readonly Comparable[]): number | null {
  let first: number | null = null;
  for (const { startDay } of sources) {
    if (startDay !== null && (first === null || startDay < first)) first = startDay;
  }
  return first;
}

function compareSources(a: Comparable, b: Comparable): number {
  return compareOrigins(a, b) || compareText(contentOf(a), contentOf(b));
}

function compareOrigins(a: Comparable, b: Comparable): number {
  return compareText(a.bureau, b.bureau) || compareText(a.account.ref, b.account.ref);
}

/** Rows of one day by where they come from. Only a bureau that gives two records one reference makes two rows of one origin. */
function compareRows({ sources: a }: Row, { sources: b }: Row): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const order = compareOrigins(a[at] as Comparable, b[at] as Comparable);
    if (order !== 0) return order;
  }
  return a.length - b.length || compareText(a.map(contentOf).join(), b.map(contentOf).join());
}
