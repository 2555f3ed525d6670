// The precision and recall of merging on the invented population, over pairs of records: of the pairs that were merged, how many
// belong together; of those that belong together, how many were merged.
import type { DistortionLevel } from '../../../src/bureaus/simulation/population/distortion.ts';
import { createPopulation } from '../../../src/bureaus/simulation/population/population.ts';
import { BUREAU_IDS } from '../../../src/domain/credit-report.ts';
import { mergeFiles } from '../../../src/domain/merging/merge-files.ts';
import { type EquifaxDialect, type NeutralFile, toNeutralFile } from './neutral-files.ts';

export type PairCount = { right: number; wrong: number; missed: number };

export type Case = { person: number; falseMerges: number; falseSplits: number; text: string };

export type MergeScore = {
  people: number;
  records: number;
  rows: number;
  agreements: number;
  accounts: PairCount;
  searches: PairCount;
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
}): MergeScore {
  const { people, seed, distortion, worstMax = 10, today = '2026-03-31' } = options;
  const population = createPopulation({ seed, distortion, today, size: people });
  const score: MergeScore = {
    people,
    records: 0,
    rows: 0,
    agreements: 0,
    accounts: { right: 0, wrong: 0, missed: 0 },
    searches: { right: 0, wrong: 0, missed: 0 },
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
    const searchTruth = new Map(files.flatMap(({ enquiries }) => [...enquiries]));
    add(
      score.searches,
      countPairs(
        merged.searches.map(({ sources }) => sources.map(({ ref }) => ref)),
        searchTruth,
      ),
    );
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

function countPairs(rows: readonly string[][], truth: ReadonlyMap<string, string>): PairCount {
  const together = rows.flatMap((row) => pairsOf(row));
  const right = together.filter(([a, b]) => truth.get(a) === truth.get(b)).length;
  const byTruth = Map.groupBy(truth.keys(), (ref) => truth.get(ref));
  const belonging = [...byTruth.values()].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  return { right, wrong: together.length - right, missed: belonging - right };
}

function pairsOf(row: readonly string[]): [string, string][] {
  return row.flatMap((a, at) => row.slice(at + 1).map((b): [string, string] => [a, b]));
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
