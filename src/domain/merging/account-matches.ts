// Rows that look alike, several of one bureau and several of another: two phones of one day, two fuels of a house. Which is which no pair
// of them tells; all together may.
import { equalSums } from './account-sums.ts';
import type { Unit } from './account-units.ts';

type Group = Unit[];

/** Another group that may be the same agreement, and the score of their best pair. */
export type Doubt = { group: Group; score: number };
export type Link = { one: Group; other: Group; score: number };

/** More would not help a reader. */
export const DOUBTS_MAX = 5;

/** Best first. Of those that exclude each other the best is named, and another only to what would be left without. */
export function oneOfEquals(links: readonly Link[]): Map<Group, Group[]> {
  const named = new Map<Group, Doubt[]>(
    links.flatMap(({ one, other }) => [
      [one, []],
      [other, []],
    ]),
  );
  const left: Link[] = [];
  const name = ({ one, other, score }: Link): void => {
    const [ofOne, ofOther] = [named.get(one) as Doubt[], named.get(other) as Doubt[]];
    if (ofOne.length < DOUBTS_MAX) ofOne.push({ group: other, score });
    if (ofOther.length < DOUBTS_MAX) ofOther.push({ group: one, score });
  };
  for (const link of links) {
    const { one, other, score } = link;
    const isTaken =
      isWorse(named.get(one) ?? [], other, score) || isWorse(named.get(other) ?? [], one, score);
    if (isTaken) left.push(link);
    else name(link);
  }
  for (const link of left)
    if (named.get(link.one)?.length === 0 || named.get(link.other)?.length === 0) name(link);
  return groupsOf(named);
}

export function groupsOf(doubts: ReadonlyMap<Group, readonly Doubt[]>): Map<Group, Group[]> {
  const groups = new Map<Group, Group[]>();
  for (const [about, others] of doubts)
    if (others.length > 0)
      groups.set(
        about,
        others.map(({ group }) => group),
      );
  return groups;
}

/** Whether something that excludes this one is offered already, with at least that score. */
export function isWorse(offered: readonly Doubt[], group: Group, least: number): boolean {
  return offered.some((better) => better.score >= least && haveOneBureau(better.group, group));
}

export function haveOneBureau(some: readonly Unit[], others: readonly Unit[]): boolean {
  return some.some(({ face }) => others.some((other) => other.face.bureau === face.bureau));
}
type Doubts = ReadonlyMap<Group, readonly Group[]>;

/**
 * Of groups that may each be several others, those of which the whole can be paired off in one way only, so that every bureau has every
 * account; each with its pairs. In any other way one of them would be left over, and a bureau would lack its account.
 */
export function* matchesOf(doubts: Doubts): Generator<[Group, Group][]> {
  const seen = new Set<Group>();
  for (const group of doubts.keys()) {
    if (seen.has(group)) continue;
    const all = togetherWith(group, doubts);
    for (const one of all) seen.add(one);
    const pairs = all.length > MATCHED_MAX ? undefined : onlyPairsOf(all, doubts);
    if (
      pairs?.every(
        ([one, other]) =>
          !isBetterElsewhere(one, other, doubts.get(one) ?? []) &&
          !isBetterElsewhere(other, one, doubts.get(other) ?? []),
      )
    )
      yield pairs;
  }
}

/** A family's phones at three bureaus. */
const MATCHED_MAX = 16;

/** All that is reached from one by what may be the same. */
function togetherWith(group: Group, doubts: Doubts): Group[] {
  const all = new Set([group]);
  for (const one of all) for (const other of doubts.get(one) ?? []) all.add(other);
  return [...all];
}

/** Whoever may be one other only is that one, and nobody else is: so on, until all have theirs. */
function onlyPairsOf(all: readonly Group[], doubts: Doubts): [Group, Group][] | undefined {
  if (all.length % 2 !== 0) return undefined;
  const left = new Map(all.map((group) => [group, new Set(fitting(group, doubts))]));
  const pairs: [Group, Group][] = [];
  const single = all.filter((group) => left.get(group)?.size === 1);
  for (const one of single) {
    const [other] = left.get(one) ?? [];
    if (other === undefined) continue;
    pairs.push([one, other]);
    const others = [...(left.get(other) ?? [])];
    left.delete(one);
    left.delete(other);
    for (const third of others) {
      const own = left.get(third);
      own?.delete(other);
      if (own?.size === 1) single.push(third);
    }
  }
  return left.size === 0 ? pairs : undefined;
}

/** What may be this one, and is not told from it by a term that another has. */
function fitting(group: Group, doubts: Doubts): Group[] {
  const others = doubts.get(group) ?? [];
  return others.filter(
    (other) => !isOutdone(group, other, others) && !isOutdone(other, group, doubts.get(other) ?? []),
  );
}

/** Whether another agrees with this group in the number of payments, as this one does not. */
function isOutdone(group: Group, other: Group, others: readonly Group[]): boolean {
  if (others.length < 2 || haveOneTerm(group, other)) return false;
  return others.some((third) => third !== other && haveOneTerm(group, third));
}

/** Whether another agrees with this group in more sums, so that this match would leave what says more for what says less. */
function isBetterElsewhere(group: Group, other: Group, others: readonly Group[]): boolean {
  if (others.length < 2) return false;
  const common = countSums(group, other);
  return others.some((third) => third !== other && countSums(group, third) > common);
}

function countSums(some: Group, others: Group): number {
  return Math.max(...some.flatMap(({ face: a }) => others.map(({ face: b }) => equalSums(a, b))));
}

function haveOneTerm(some: Group, others: Group): boolean {
  const terms = new Set(termsOf(some));
  return termsOf(others).some((term) => terms.has(term));
}

function termsOf(group: Group): number[] {
  return group.flatMap(({ face: { account } }) => account.numberOfPayments ?? account.repaymentPeriod ?? []);
}
