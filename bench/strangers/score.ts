// What the merge makes of the strangers, against the truth. Conventions:
// - A debt is one whoever files it: its lender, one that took the book over, the buyer of a default.
// - A total is the sum of the balances of the merged rows. What a debt owes is the balance of any of its records, the one that suits the
//   row best: bureaus are a month or two apart, one may still have what another has settled, a buyer and a lender may differ. So only
//   rows too many, rows too few and figures that no bureau has make a total wrong. "Wrong": by more than £50 and 1 %; beside it any pound.
// - Over-counted: what further rows of a debt add, as a share of what is owed. Hidden: what a debt owes whose only row shows another's.
// - `possiblySame` offers a missed pair where the rows of its two records name each other.
import { type MergedFiles, mergeFiles } from '../../src/domain/merging/merge-files.ts';
import { sightingsByPlace } from '../../src/domain/merging/merge-residencies.ts';
import { doublesOf } from '../../src/domain/reports/possible-doubles.ts';
import type { LevelName } from './levels.ts';
import { makeStranger, type Stranger } from './people.ts';
import type { View } from './views.ts';

export type Pairs = { right: number; wrong: number; missed: number };
/** Of the pairs that have a kind, how many there are, how many were missed, and how many of those are offered. */
export type KindCount = { pairs: number; missed: number; offered: number };
export type Miss = {
  person: number;
  is: 'missed' | 'wrong';
  one: View;
  other: View;
  isOffered: boolean;
  kinds: string[];
};

export type StrangerScore = {
  people: number;
  records: number;
  debts: number;
  rows: number;
  accounts: Pairs;
  searches: Pairs;
  homes: Pairs;
  owed: number;
  overCounted: number;
  /** The same, where a total counts possible doubles once, as console and PDF do. */
  overCountedOnce: number;
  peopleWrong: number;
  peopleAnyPound: number;
  peopleWrongOnce: number;
  hidden: number;
  hiddenCount: number;
  offered: number;
  links: number;
  trueLinks: number;
  kinds: Map<string, KindCount>;
  misses: Miss[];
};

export const precisionOf = ({ right, wrong }: Pairs): number => right / Math.max(1, right + wrong);
export const recallOf = ({ right, missed }: Pairs): number => right / Math.max(1, right + missed);

const noPairs = (): Pairs => ({ right: 0, wrong: 0, missed: 0 });

export function scoreStrangers(seed: string, people: number, level: LevelName): StrangerScore {
  const score: StrangerScore = {
    people,
    ...{ records: 0, debts: 0, rows: 0, owed: 0, overCounted: 0, overCountedOnce: 0 },
    ...{ peopleWrong: 0, peopleAnyPound: 0, peopleWrongOnce: 0, hidden: 0, hiddenCount: 0 },
    ...{ offered: 0, links: 0, trueLinks: 0 },
    accounts: noPairs(),
    searches: noPairs(),
    homes: noPairs(),
    kinds: new Map(),
    misses: [],
  };
  for (let person = 0; person < people; person += 1) {
    const stranger = makeStranger(seed, person, level);
    const merged = mergeFiles(stranger.files);
    const debtOf = new Map([...stranger.views].map(([ref, { debt }]) => [ref, debt.id]));
    score.records += debtOf.size;
    score.debts += new Set(debtOf.values()).size;
    score.rows += merged.accounts.length;
    countPairs(score.accounts, rowsOf(merged.accounts), debtOf);
    countPairs(score.searches, rowsOf(merged.searches), stranger.searches);
    const places = [...sightingsByPlace(stranger.files).values()];
    countPairs(
      score.homes,
      places.map((all) => all.map(({ address }) => address)),
      stranger.homes,
    );
    scoreTotal(score, merged, stranger);
    scorePairs(score, merged, stranger, person);
  }
  return score;
}

function rowsOf(entries: readonly { sources: readonly { ref: string }[] }[]): string[][] {
  return entries.map(({ sources }) => sources.map(({ ref }) => ref));
}

function countPairs<Key>(score: Pairs, rows: readonly Key[][], truth: ReadonlyMap<Key, string>): void {
  const together = rows.flatMap(pairsOf);
  const right = together.filter(([a, b]) => truth.get(a) === truth.get(b)).length;
  const groups = [...Map.groupBy(truth.keys(), (key) => truth.get(key)).values()];
  const belonging = groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  score.right += right;
  score.wrong += together.length - right;
  score.missed += belonging - right;
}

function pairsOf<Key>(keys: readonly Key[]): [Key, Key][] {
  return keys.flatMap((a, at) => keys.slice(at + 1).map((b): [Key, Key] => [a, b]));
}

type Row = { shown: number; debts: string[]; accepted: Map<string, readonly number[]> };

/** In pounds. */
function scoreTotal(score: StrangerScore, { accounts }: MergedFiles, { views }: Stranger): void {
  const balances = Map.groupBy(views.values(), ({ debt }) => debt.id);
  const acceptedOf = (id: string): number[] =>
    (balances.get(id) ?? [])
      .flatMap(({ account }) => account.balance ?? [])
      .map(({ amount }) => amount / 100);
  const rows = accounts.map(({ record, sources }): Row => {
    const debts = [...new Set(sources.map(({ ref }) => views.get(ref)?.debt.id as string))];
    const accepted = new Map(debts.map((id) => [id, acceptedOf(id)]));
    return { shown: (record.balance?.amount ?? 0) / 100, debts, accepted };
  });
  // The row of a possible double with the larger figure counts, the others do not.
  const doubles = doublesOf(accounts.map(({ record }) => record));
  const isBehind = rows.map(({ shown }, at) =>
    (doubles[at] ?? []).some((other) => isAhead(rows[other]?.shown ?? 0, other, shown, at)),
  );
  const all = totalOf(rows);
  const once = totalOf(rows.map((row, at) => (isBehind[at] ? { ...row, shown: 0 } : row)));
  score.owed += all.owed;
  score.overCounted += all.over;
  score.overCountedOnce += once.over;
  score.hidden += all.hidden;
  score.hiddenCount += all.hiddenCount;
  const isWrong = ({ apart, owed }: Total): boolean => apart > 50 && apart > owed / 100;
  if (isWrong(all)) score.peopleWrong += 1;
  if (isWrong(once)) score.peopleWrongOnce += 1;
  if (all.apart >= 1) score.peopleAnyPound += 1;
}

const isAhead = (one: number, at: number, other: number, than: number): boolean =>
  one > other || (one === other && at < than);

type Total = { owed: number; over: number; hidden: number; hiddenCount: number; apart: number };

function totalOf(rows: readonly Row[]): Total {
  const total: Total = { owed: 0, over: 0, hidden: 0, hiddenCount: 0, apart: 0 };
  const withDebt = new Map<string, Row[]>();
  for (const row of rows) for (const id of row.debts) withDebt.set(id, [...(withDebt.get(id) ?? []), row]);
  let signed = 0;
  for (const [id, all] of withDebt) {
    const accepted = all[0]?.accepted.get(id) ?? [];
    const own = all.filter(({ debts }) => debts.length === 1).sort((a, b) => b.shown - a.shown);
    const [main, ...further] = own;
    // In a row of several debts the first owns the figure, and the others are hidden unless they have a row of their own.
    const isOwner = all.some(({ debts }) => debts[0] === id);
    const shown =
      main?.shown ?? (isOwner ? (all.find(({ debts }) => debts[0] === id)?.shown ?? 0) : undefined);
    const owed = nearest(accepted, shown ?? Math.max(0, ...accepted));
    total.owed += owed;
    const over =
      further.reduce((sum, row) => sum + row.shown, 0) + (main !== undefined && isOwner ? extra(all, id) : 0);
    total.over += over;
    if (shown === undefined) {
      // Every bureau that has it must say that something is owed.
      const least = accepted.length === 0 ? 0 : Math.min(...accepted);
      total.hidden += least;
      if (least > 0) total.hiddenCount += 1;
      signed -= least;
    } else signed += shown - owed + over;
  }
  total.apart = Math.abs(signed);
  return total;
}

/** What a row that it shares with others adds to the debt that has a row of its own. */
function extra(all: readonly Row[], id: string): number {
  return all
    .filter(({ debts }) => debts.length > 1 && debts[0] === id)
    .reduce((sum, { shown }) => sum + shown, 0);
}

function nearest(accepted: readonly number[], shown: number): number {
  return accepted.reduce(
    (best, one) => (Math.abs(one - shown) < Math.abs(best - shown) ? one : best),
    accepted[0] ?? 0,
  );
}

function scorePairs(
  score: StrangerScore,
  { accounts }: MergedFiles,
  { views }: Stranger,
  person: number,
): void {
  const rowOf = new Map(accounts.flatMap(({ sources }, at) => sources.map(({ ref }) => [ref, at] as const)));
  const doubles = doublesOf(accounts.map(({ record }) => record));
  const idsOf = (at: number) => new Set(accounts[at]?.sources.map(({ ref }) => views.get(ref)?.debt.id));
  for (const [at, others] of doubles.entries())
    for (const other of others.filter((one) => one > at)) {
      score.links += 1;
      if (!idsOf(at).isDisjointFrom(idsOf(other))) score.trueLinks += 1;
    }
  for (const { sources } of accounts)
    for (const [a, b] of pairsOf(sources.map(({ ref }) => views.get(ref) as View)))
      if (a.debt !== b.debt)
        score.misses.push({ person, is: 'wrong', one: a, other: b, isOffered: false, kinds: kindsOf(a, b) });
  for (const all of Map.groupBy(views.values(), ({ debt }) => debt).values())
    for (const [one, other] of pairsOf(all)) {
      const [a, b] = [rowOf.get(one.account.ref) as number, rowOf.get(other.account.ref) as number];
      const isOffered = a !== b && (doubles[a]?.includes(b) ?? false);
      if (isOffered) score.offered += 1;
      const kinds = kindsOf(one, other);
      for (const kind of kinds) {
        const count = score.kinds.get(kind) ?? { pairs: 0, missed: 0, offered: 0 };
        count.pairs += 1;
        count.missed += a === b ? 0 : 1;
        count.offered += isOffered ? 1 : 0;
        score.kinds.set(kind, count);
      }
      if (a !== b) score.misses.push({ person, is: 'missed', one, other, isOffered, kinds });
    }
}

/** What makes the pair hard: the patterns of its debt, and what either record has that the other has not, or both. */
function kindsOf(one: View, other: View): string[] {
  const kinds = new Set([...one.debt.kinds, ...other.debt.kinds, ...one.kinds, ...other.kinds]);
  return [...kinds, `is: ${one.debt.kind}`, ...(kinds.size === 0 ? ['nothing in particular'] : [])];
}
