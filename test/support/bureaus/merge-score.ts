// The precision and recall of merging on the invented population, over pairs of records: of the pairs that were merged, how many
// belong together; of those that belong together, how many were merged.
import type { DistortionLevel } from '../../../src/bureaus/simulation/population/distortion.ts';
import { createPopulation } from '../../../src/bureaus/simulation/population/population.ts';
import { compareText } from '../../../src/domain/merging/compare-text.ts';
import { type MergedFiles, mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import { sightingsByPlace } from '../../../src/domain/merging/merge-residencies.ts';
import { BUREAU_IDS, COMPANY_TYPES } from '../../../src/domain/reports/credit-report.ts';
import { type EquifaxDialect, type NeutralFile, toNeutralFile } from './neutral-files.ts';

export type PairCount = { right: number; wrong: number; missed: number };

export type Case = { person: number; falseMerges: number; falseSplits: number; text: string };

/** Total debt per person, in pounds: what the rows add up to, beside what the newest record of each agreement says. */
export type DebtScore = { shown: number; true: number; peopleWrong: number; hidden: number };

/** Of the pairs that were missed, those whose rows name each other; of the pairs of rows that do, those of one agreement. */
export type DoubtScore = { missed: number; offered: number; links: number; trueLinks: number };

export type MergeScore = {
  people: number;
  records: number;
  rows: number;
  agreements: number;
  accounts: PairCount;
  searches: PairCount;
  /** Pairs of searches of which both name the company. */
  namedSearches: PairCount;
  residencies: PairCount;
  debt: DebtScore;
  doubt: DoubtScore;
  /** The worst first: a false merge weighs as much as twenty false splits. */
  worst: Case[];
};

export const precisionOf = ({ right, wrong }: PairCount) => right / Math.max(1, right + wrong);
export const recallOf = ({ right, missed }: PairCount) => right / Math.max(1, right + missed);

export function scoreMerge(options: {
  seed: string;
  people: number;
  distortion: DistortionLevel;
  today?: string;
  dialect?: EquifaxDialect;
  worstMax?: number;
  hasHabits?: boolean;
}): MergeScore {
  const { people, seed, distortion, worstMax = 10, today = '2026-03-31', hasHabits = true } = options;
  const population = createPopulation({ seed, distortion, today, size: people, hasHabits });
  const score: MergeScore = {
    people,
    records: 0,
    rows: 0,
    agreements: 0,
    accounts: { right: 0, wrong: 0, missed: 0 },
    searches: { right: 0, wrong: 0, missed: 0 },
    namedSearches: { right: 0, wrong: 0, missed: 0 },
    residencies: { right: 0, wrong: 0, missed: 0 },
    debt: { shown: 0, true: 0, peopleWrong: 0, hidden: 0 },
    doubt: { missed: 0, offered: 0, links: 0, trueLinks: 0 },
    worst: [],
  };
  for (let person = 0; person < people; person += 1) {
    const files = BUREAU_IDS.map((bureau) => population.file(bureau, person))
      .filter((file) => file !== null)
      .map((file) => toNeutralFile(file, options.dialect));
    const merged = mergeFiles(files.map(({ file }) => file));
    const truth = new Map(files.flatMap(({ agreements }) => [...agreements]));
    const rows = merged.accounts.map(({ sources }) => sources.map(({ ref }) => ref));
    const accounts = countPairs(rows, truth);
    add(score.accounts, accounts);
    scoreSearches(score, merged, files);
    add(
      score.residencies,
      countPairs(
        [...sightingsByPlace(files.map(({ file }) => file)).values()].map((all) =>
          all.map(({ address }) => address),
        ),
        new Map(files.flatMap(({ homes }) => [...homes])),
      ),
    );
    scoreDebt(score.debt, merged, files, truth);
    scoreDoubt(score.doubt, merged, truth);
    score.records += truth.size;
    score.rows += rows.length;
    score.agreements += new Set(truth.values()).size;
    if (accounts.wrong + accounts.missed > 0) {
      score.worst.push({
        person,
        falseMerges: accounts.wrong,
        falseSplits: accounts.missed,
        text: describe(rows, truth, files),
      });
    }
  }
  const weight = ({ falseMerges, falseSplits }: Case) => falseMerges * 20 + falseSplits;
  score.worst = score.worst.sort((a, b) => weight(b) - weight(a)).slice(0, worstMax);
  return score;
}

function add(total: PairCount, more: PairCount): void {
  total.right += more.right;
  total.wrong += more.wrong;
  total.missed += more.missed;
}

function scoreSearches(score: MergeScore, { searches }: MergedFiles, files: readonly NeutralFile[]): void {
  const truth = new Map(files.flatMap(({ enquiries }) => [...enquiries]));
  const rows = searches.map(({ sources }) => sources.map(({ ref }) => ref));
  add(score.searches, countPairs(rows, truth));
  const named = new Set(
    files
      .flatMap(({ file }) => file.searches.filter(({ companyName }) => !LABELS.has(companyName)))
      .map(({ ref }) => ref),
  );
  const isNamed = (ref: string) => named.has(ref);
  add(
    score.namedSearches,
    countPairs(
      rows.map((row) => row.filter(isNamed)),
      new Map([...truth].filter(([ref]) => isNamed(ref))),
    ),
  );
}

const LABELS: ReadonlySet<string> = new Set(COMPANY_TYPES);

/** An agreement's true balance is that of its newest record that gives one; a lender that sold the debt gives none. */
function scoreDebt(
  debt: DebtScore,
  { accounts }: MergedFiles,
  files: readonly NeutralFile[],
  truth: ReadonlyMap<string, string>,
): void {
  const records = files.flatMap(({ file }) => file.accounts);
  const owed = [...Map.groupBy(records, ({ ref }) => truth.get(ref))].map(([id, all]) => {
    const buyers = all.filter(({ companyType }) => companyType === 'debt-purchaser');
    const [newest] = (buyers.length > 0 ? buyers : all)
      .filter(({ balance, accountStatus }) => balance !== undefined && accountStatus !== 'transferred')
      .sort((a, b) => compareText(b.lastUpdated ?? '', a.lastUpdated ?? ''));
    return [id, newest?.balance?.amount ?? 0] as const;
  });
  debt.hidden += hiddenPence(accounts, new Map(owed), truth) / 100;
  const shown = sumOf(accounts.map(({ record }) => record.balance?.amount ?? 0)) / 100;
  const expected = sumOf(owed.map(([, amount]) => amount)) / 100;
  debt.shown += shown;
  debt.true += expected;
  const apart = Math.abs(shown - expected);
  if (apart > 50 && apart > expected / 100) debt.peopleWrong += 1;
}

/** What agreements owe that are in no row but one with others, beyond what that row shows. */
function hiddenPence(
  accounts: MergedFiles['accounts'],
  owed: ReadonlyMap<string | undefined, number>,
  truth: ReadonlyMap<string, string>,
): number {
  const rowsOf = new Map<string | undefined, number>();
  const rows = accounts.map(({ record, sources }) => ({
    shown: record.balance?.amount ?? 0,
    ids: [...new Set(sources.map(({ ref }) => truth.get(ref)))],
  }));
  for (const { ids } of rows) for (const id of ids) rowsOf.set(id, (rowsOf.get(id) ?? 0) + 1);
  return sumOf(
    rows
      .filter(({ ids }) => ids.length > 1)
      .map(({ ids, shown }) =>
        Math.max(0, sumOf(ids.map((id) => (rowsOf.get(id) === 1 ? (owed.get(id) ?? 0) : 0))) - shown),
      ),
  );
}

function scoreDoubt(doubt: DoubtScore, { accounts }: MergedFiles, truth: ReadonlyMap<string, string>): void {
  const rowOf = new Map(accounts.flatMap(({ sources }, at) => sources.map(({ ref }) => [ref, at] as const)));
  const links = new Set<string>();
  for (const [at, { record }] of accounts.entries()) {
    for (const { ref } of record.possiblySame ?? []) {
      const other = rowOf.get(ref) as number;
      links.add(`${Math.min(at, other)}-${Math.max(at, other)}`);
    }
  }
  const idsOf = (at: number) => new Set(accounts[at]?.sources.map(({ ref }) => truth.get(ref)));
  doubt.links += links.size;
  for (const link of links) {
    const [one = 0, other = 0] = link.split('-').map(Number);
    if (!idsOf(one).isDisjointFrom(idsOf(other))) doubt.trueLinks += 1;
  }
  for (const refs of Map.groupBy(truth.keys(), (ref) => truth.get(ref)).values()) {
    for (const [a, b] of pairsOf(refs)) {
      const [one = 0, other = 0] = [rowOf.get(a), rowOf.get(b)];
      if (one === other) continue;
      doubt.missed += 1;
      if (links.has(`${Math.min(one, other)}-${Math.max(one, other)}`)) doubt.offered += 1;
    }
  }
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}

function countPairs<Key>(rows: readonly Key[][], truth: ReadonlyMap<Key, string>): PairCount {
  const together = rows.flatMap((row) => pairsOf(row));
  const right = together.filter(([a, b]) => truth.get(a) === truth.get(b)).length;
  const byTruth = Map.groupBy(truth.keys(), (ref) => truth.get(ref));
  const belonging = [...byTruth.values()].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  return { right, wrong: together.length - right, missed: belonging - right };
}

function pairsOf<Key>(row: readonly Key[]): [Key, Key][] {
  return row.flatMap((a, at) => row.slice(at + 1).map((b): [Key, Key] => [a, b]));
}

/** The agreements that were merged wrongly: one line per record, with the row that it is in. */
function describe(
  rows: readonly string[][],
  truth: ReadonlyMap<string, string>,
  files: NeutralFile[],
): string {
  const rowOf = new Map(rows.flatMap((row, at) => row.map((ref) => [ref, at] as const)));
  const accounts = new Map(
    files.flatMap(({ file }) => file.accounts.map((account) => [account.ref, account] as const)),
  );
  const mixed = rows.filter((row) => new Set(row.map((ref) => truth.get(ref))).size > 1).flat();
  const split = [...Map.groupBy(truth.keys(), (ref) => truth.get(ref)).values()]
    .filter((refs) => new Set(refs.map((ref) => rowOf.get(ref))).size > 1)
    .flat();
  const lines = [...new Set([...mixed, ...split])].map((ref) => {
    const account = accounts.get(ref);
    const amounts = [account?.startBalance, account?.payment, account?.creditLimit, account?.balance]
      .map((money) => (money === undefined ? '-' : String(money.amount / 100)))
      .join(' / ');
    return [
      `row ${rowOf.get(ref)}`,
      truth.get(ref),
      ref,
      account?.companyName ?? '(no lender)',
      account?.accountNumber ?? '(no number)',
      account?.accountType,
      account?.accountStatus,
      account?.startDate,
      amounts,
    ].join(' | ');
  });
  return lines.sort().join('\n');
}
