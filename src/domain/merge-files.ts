// Several bureaus' files about one consumer, merged: one entry for each agreement, search and place, whichever bureaus know of it.
// Pure, and the same whatever order the files and their records come in. The rules and their reasons are in README.md, "Merging".
import { toAccountRecord } from './account-fields.ts';
import type { BureauFile } from './bureau-file.ts';
import { type Comparable, createAccountReader } from './comparable-account.ts';
import type { AccountRecord, BureauId } from './credit-report.ts';
import { matchAccounts } from './match-accounts.ts';
import { type MergedResidency, mergeResidencies } from './merge-residencies.ts';
import { type MergedSearch, mergeSearches } from './merge-searches.ts';

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
const STEP_RECORDS = 500;

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
  const accounts: { account: MergedAccount; key: string }[] = [];
  for (const sources of groups.flatMap(rowsOf)) {
    accounts.push({ account: toMergedAccount(sources), key: sortKey(sources) });
    if (accounts.length % STEP_RECORDS === 0) yield;
  }
  accounts.sort((a, b) => compareText(a.key, b.key));
  yield;
  const searches = mergeSearches(files);
  yield;
  return {
    accounts: accounts.map(({ account }) => account),
    searches,
    residencies: mergeResidencies(files),
  };
}

type Group = ReturnType<typeof matchAccounts> extends Generator<void, (infer G)[]> ? G : never;

/** The rows of a group: one, and one more for each further account that its bureaus describe in the same words. */
function rowsOf(group: Group): Comparable[][] {
  const first = group.flatMap(({ records }) => records);
  const more = Math.max(...group.map(({ twins }) => twins.length));
  const twins = Array.from({ length: more }, (_, at) => group.flatMap((unit) => unit.twins[at] ?? []));
  return [first, ...twins];
}

function toMergedAccount(sources: readonly Comparable[]): MergedAccount {
  return {
    record: toAccountRecord(sources),
    sources: sources
      .map(({ bureau, account }) => ({ bureau, ref: account.ref }))
      .sort((a, b) => compareText(a.bureau, b.bureau) || compareText(a.ref, b.ref)),
  };
}

/** Newest agreement first, those without a date last; then by where they come from, which no two rows share. */
function sortKey(sources: readonly Comparable[]): string {
  const days = sources.map(({ startDay }) => startDay).filter((day) => day !== null);
  const age = days.length === 0 ? FAR_DAY : FAR_DAY - 1 - Math.min(...days);
  const refs = sources.map(({ bureau, account, content }) => `${bureau} ${account.ref} ${content}`).sort();
  return `${String(age).padStart(8, '0')} ${refs.join('\n')}`;
}

// Later than any date that can be written with four digits.
const FAR_DAY = 3_000_000;

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
