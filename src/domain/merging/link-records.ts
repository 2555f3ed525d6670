// Which records of two reports about one consumer are the same agreement. The rules are those of merging, as if each report were a bureau;
// only doubt is settled the other way: a record that fits nothing better is the one that was there before, since a false link shows an
// agreement as changed, and a false split shows a debt as gone and another as new.
import { LENDERS } from '../lenders/registry.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import type { AccountRecord, BureauId } from '../reports/credit-report.ts';
import type { Pair } from './account-groups.ts';
import { isNearMiss } from './account-near.ts';
import { readAccountNumber } from './account-numbers.ts';
import { isHandover, scoreSale } from './account-sales.ts';
import { CLEAR_LEAD_MIN, scorePair } from './account-score.ts';
import { singleUnits, type Unit } from './account-units.ts';
import { type Comparable, FAMILIES, toComparable } from './comparable-account.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareLenders, readLenderName } from './lender-names.ts';
import { findPairs } from './match-accounts.ts';

/** What tells an agreement from the others of its consumer, in words that hardly differ between bureaus: lender, kind, number, start. */
export function traitsOf({ companyName, accountType, accountNumber, startDate }: AccountRecord) {
  const lender = readLenderName(companyName ?? '');
  return {
    lender: lender?.known?.lender.name ?? lender?.key ?? '',
    family: FAMILIES[accountType],
    digits: accountNumber?.replace(/\D/g, '') ?? '',
    startDate: startDate ?? '',
  };
}

/** Two reports stand where merging has two bureaus. */
const EARLIER: BureauId = 'equifax';
const LATER: BureauId = 'experian';

/** For each record of the later report, the place of its agreement in the earlier one, or null. Each place at most once. In steps. */
export function* linkSteps(
  later: readonly AccountRecord[],
  earlier: readonly AccountRecord[],
): Generator<void, (number | null)[]> {
  const links: (number | null)[] = later.map(() => null);
  const pairs = yield* pairSteps(later, earlier);
  const linked = new Set<Unit>();
  const link = ({ a, b }: Pair): void => {
    if (linked.has(a) || linked.has(b)) return;
    linked.add(a).add(b);
    const { now, before } = placesOf({ a, b });
    links[now] = before;
  };
  const enough = pairs.filter(({ isEnough }) => isEnough);
  const rivals = bestScores(enough);
  for (const pair of enough) {
    yield;
    if (isClear(pair, rivals)) link(pair);
  }
  // Twins that nothing tells apart are taken first with first, and what is in doubt is one agreement where nothing else is left.
  for (const pair of pairs) link(pair);
  yield;
  linkLeftOver(links, later, earlier);
  return links;
}

/** More are not compared with each other. */
const LEFT_OVER_MAX = 40;

/** What is left on both sides and may be one agreement with nothing else that is left: one of the two says hardly anything. */
function linkLeftOver(
  links: (number | null)[],
  later: readonly AccountRecord[],
  earlier: readonly AccountRecord[],
): void {
  const taken = new Set(links);
  const before = [...earlier.entries()].filter(([at]) => !taken.has(at));
  const now = [...later.entries()].filter(([at]) => links[at] === null);
  if (before.length > LEFT_OVER_MAX || now.length > LEFT_OVER_MAX) return;
  const pairs = now.flatMap(([at, record]) =>
    before.filter(([, other]) => mayBeOne(record, other)).map(([was]) => ({ at, was })),
  );
  for (const { at, was } of pairs) {
    if (pairs.filter((pair) => pair.at === at || pair.was === was).length === 1) links[at] = was;
  }
}

/** Best first. */
function* pairSteps(
  later: readonly AccountRecord[],
  earlier: readonly AccountRecord[],
): Generator<void, Pair[]> {
  if (later.length === 0 || earlier.length === 0) return [];
  const units = yield* singleUnits([
    ...later.map((record, at) => read(LATER, record, at)),
    ...earlier.map((record, at) => read(EARLIER, record, at)),
  ]);
  return yield* findPairs(units, scoreLink);
}

function placesOf({ a, b }: Pick<Pair, 'a' | 'b'>): { now: number; before: number } {
  const [now, before] = a.face.bureau === LATER ? [a, b] : [b, a];
  return { now: Number(now.face.account.ref), before: Number(before.face.account.ref) };
}

/** A place stands for the bureau's reference, which may be another in every report. */
function read(side: BureauId, record: AccountRecord, at: number): Comparable {
  const { bureaus, disagreements, adverse, possiblySame, history, recordId, ...said } = record;
  const account: FileAccount = { ...said, ref: String(at).padStart(5, '0') };
  // Both reports show lenders by the tenant's registry: what it made one name is one name here.
  return toComparable(side, account, LENDERS);
}

/** A debt that was sold is one row, and which of its fields are the buyer's and which the first lender's differs from report to report. */
function scoreLink(a: Comparable, b: Comparable, onlyDays?: number, soleDays?: number): number {
  if (areApart(a, b)) return Number.NEGATIVE_INFINITY;
  const score = scorePair(a, b, onlyDays, soleDays);
  if (a.bureau === b.bureau || !a.isBuyer || !b.isBuyer) return score;
  return Math.max(score, scoreSale(a, asSeller(b)), scoreSale(asSeller(a), b));
}

/** A month, as bureaus differ in the day. */
const APART_DAYS_MIN = 31;

/** Whether one had ended before the other began. A debt may change hands so. */
function areApart(a: Comparable, b: Comparable): boolean {
  if (a.isBuyer || b.isBuyer) return false;
  const hadEnded = ({ endDay }: Comparable, { startDay }: Comparable) =>
    endDay !== null && startDay !== null && startDay - endDay >= APART_DAYS_MIN;
  return hadEnded(a, b) || hadEnded(b, a);
}

function asSeller(record: Comparable): Comparable {
  return { ...record, isBuyer: false, maySell: true };
}

type Best = { score: number; next: number };

/** Of each unit, its best score and the next best. */
function bestScores(pairs: readonly Pair[]): Map<Unit, Best> {
  const best = new Map<Unit, Best>();
  for (const { a, b, score } of pairs) {
    for (const unit of [a, b]) {
      const known = best.get(unit);
      // Pairs come best first.
      if (known === undefined) best.set(unit, { score, next: Number.NEGATIVE_INFINITY });
      else if (known.next === Number.NEGATIVE_INFINITY) known.next = score;
    }
  }
  return best;
}

function isClear({ a, b, score }: Pair, best: ReadonlyMap<Unit, Best>): boolean {
  return [a, b].every((unit) => {
    const known = best.get(unit);
    return known !== undefined && known.score === score && known.next <= score - CLEAR_LEAD_MIN;
  });
}

/**
 * Whether two records may be one agreement, where nothing surely tells: weaker than what merging joins or doubts, for what would otherwise
 * be called new or gone.
 */
export function mayBeOne(one: AccountRecord, other: AccountRecord): boolean {
  const [a, b] = [read(LATER, one, 0), read(EARLIER, other, 0)];
  if (areApart(a, b)) return false;
  const isSale = (a.isBuyer || b.isBuyer) && (a.isBuyer || a.maySell) && (b.isBuyer || b.maySell);
  const numbers = compareNumbers(a.number, b.number);
  if (!isSale && (numbers === 'different' || numbers === 'other-part'))
    return numbers === 'different' && isNearMiss(a, b);
  const lenders = compareLenders(a.lender, b.lender);
  const evidence = agreeing(a, b) + (numbers === 'different' || numbers === 'unknown' ? 0 : 2);
  if (isSale) return evidence >= 1 || isHandover(a, b) || isHandover(b, a);
  if (lenders === 'same' || lenders === 'similar') return evidence >= 1;
  // A record without lender and number says too little to be called another agreement.
  const isOneFamily = a.family === b.family || a.family === 'other' || b.family === 'other';
  if (lenders === 'unknown') return evidence >= (numbers === 'unknown' && isOneFamily ? 1 : 2);
  return evidence >= (a.account.accountType === b.account.accountType ? 2 : 3) || isNearMiss(a, b);
}

export function haveOtherNumbers(a: AccountRecord, b: AccountRecord): boolean {
  const [one, other] = [readAccountNumber(a.accountNumber), readAccountNumber(b.accountNumber)];
  const likeness = compareNumbers(one, other);
  return likeness === 'different' || likeness === 'other-part';
}

const START_DAYS_MAX = 7;
const DAYS_MAX = 3;
const POUND = 100;

/** In how many facts that an agreement keeps. */
function agreeing(a: Comparable, b: Comparable): number {
  const within = (one: number | null, two: number | null, most: number) =>
    one !== null && two !== null && Math.abs(one - two) <= most;
  return [
    within(a.startDay, b.startDay, START_DAYS_MAX),
    within(a.endDay, b.endDay, DAYS_MAX),
    within(a.defaultDay, b.defaultDay, DAYS_MAX),
    within(a.startBalance, b.startBalance, POUND),
    within(a.limit, b.limit, POUND),
    within(a.payment, b.payment, POUND),
    within(a.balance || null, b.balance || null, POUND),
  ].filter((isSo) => isSo).length;
}
