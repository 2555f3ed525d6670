// Units: what one bureau says about one account. A bureau may list an account under each of the addresses it knows, or keep an older
// state of it beside the newest; those copies are one unit. Records that may be two accounts stay two, since a false merge hides a
// debt and a false split only repeats it.
import { isUnround } from './account-lent.ts';
import { isToken } from './account-numbers.ts';
import { areBothSides } from './account-sales.ts';
import { daysApart, haveOneToken, isOlderState, isOtherState } from './account-states.ts';
import { haveNoOtherTerms, tellingSums } from './account-sums.ts';
import { type Comparable, contentOf } from './comparable-account.ts';
import { haveOneEnd } from './compare-numbers.ts';
import { compareText } from './compare-text.ts';
import { compareFirstNames } from './first-names.ts';
import { compareLenders } from './lender-names.ts';

export type Unit = {
  /** Its place in the order of all units, which breaks ties. */
  rank: number;
  /** The record that is compared with those of other bureaus: the newest. */
  face: Comparable;
  /** The bureau's other records of the same account. */
  copies: readonly Comparable[];
  /** How many days before or after it the nearest other account of its bureau, lender and family began. */
  onlyDays: number;
  /** How many days before or after it the nearest other account of its bureau and family began. */
  soleDays: number;
  /** Its bureau's other accounts of that lender and family that began on that day, where there are at least two. */
  crowd: readonly Comparable[];
  /** Further records that say exactly the same and may be further accounts: they are paired off, first with first. */
  twins: readonly Comparable[];
};

type Draft = Omit<Unit, 'rank' | 'onlyDays' | 'soleDays' | 'crowd'>;

/** Sorted by start day, lender and amounts, so that the order of arrival never matters. Those without a day come last. In steps. */
export function* unitsOf(records: readonly Comparable[]): Generator<void, Unit[]> {
  const drafts: Draft[] = [];
  for (const some of Map.groupBy(records, roughKeyOf).values()) {
    for (const own of some.length === 1 ? [some] : Map.groupBy(some, keyOf).values())
      if (drafts.push(toUnit(withoutRepeats(own))) % STEP === 0) yield;
  }
  const numbered = yield* joinOlderStates(drafts, ({ bureau, number }) =>
    number === null ? '' : `${bureau} ${number.tail.slice(-SURE_LENGTH_MIN)}`,
  );
  const joined = yield* joinOlderStates(numbered, ({ bureau, startDay }) =>
    startDay === null ? '' : `${bureau} ${startDay}`,
  );
  const bought = joinSales(
    joinSales(joined, ({ startDay }) => startDay),
    ({ defaultDay }) => defaultDay,
  );
  yield;
  return yield* markOnly(bought.sort(compareFaces));
}

/** A debt that a bureau lists under its first lender and its buyer, of one day: one unit, unless another would do as well. */
function joinSales(drafts: readonly Draft[], dayOf: (face: Comparable) => number | null): Draft[] {
  const buyers = drafts.filter(({ face }) => face.isBuyer && dayOf(face) !== null);
  if (buyers.length === 0) return [...drafts];
  const keyOf = ({ face }: Draft) => `${face.bureau} ${dayOf(face)}`;
  const sellers = Map.groupBy(
    drafts.filter(({ face }) => face.maySell && !face.isBuyer),
    keyOf,
  );
  const sellersOf = new Map<Draft, Draft>();
  for (const own of Map.groupBy(buyers, keyOf).values()) {
    const [buyer, another] = own as [Draft, ...Draft[]];
    const [seller, ...others] = (sellers.get(keyOf(buyer)) ?? []).filter(({ face }) =>
      areBothSides(buyer.face, face),
    );
    if (seller !== undefined && another === undefined && others.length === 0) sellersOf.set(buyer, seller);
  }
  const sold = new Set(sellersOf.values());
  return drafts
    .filter((draft) => !sold.has(draft))
    .map((draft) => {
      const seller = sellersOf.get(draft);
      if (seller === undefined) return draft;
      return { ...draft, copies: [...draft.copies, seller.face, ...seller.copies] };
    });
}

/** Each record a unit of its own, in the same order: for records that are known to be different accounts. In steps. */
export function* singleUnits(records: readonly Comparable[]): Generator<void, Unit[]> {
  const drafts = records.map((face) => ({ face, copies: [], twins: [] })).sort(compareFaces);
  yield;
  return yield* markOnly(drafts);
}

/** A bureau's older states of an account, each put with its newest. `groupOf` brings those together that may be one, or gives ''. */
function* joinOlderStates(
  drafts: readonly Draft[],
  groupOf: (face: Comparable) => string,
): Generator<void, Draft[]> {
  const groups = Map.groupBy(drafts, ({ face }) => groupOf(face));
  const joined: Draft[] = [];
  for (const [key, group] of groups) {
    if (key === '' || group.length === 1) {
      joined.push(...group);
      continue;
    }
    const kept: Draft[] = [];
    for (const draft of group.toSorted((a, b) => compareNews(a.face, b.face))) {
      yield;
      // A few: a bureau that has more accounts with the same digits on the same day is not read for copies.
      const at = kept
        .slice(0, STATES_COMPARED_MAX)
        .findIndex((unit) => isOlderThanAll(unit, draft) && !isOneOfMore(unit.face, draft.face, group));
      const newer = kept[at];
      if (newer === undefined) kept.push(draft);
      else
        kept[at] = {
          ...newer,
          copies: [...newer.copies, draft.face, ...draft.copies],
          twins: [...newer.twins, ...draft.twins],
        };
    }
    joined.push(...kept);
  }
  return joined;
}

const STATES_COMPARED_MAX = 8;

/** Without digits or a sum in common, where the lender gave yet another account on that day: this may be a third one as well. */
function isOneOfMore(newer: Comparable, older: Comparable, group: readonly Draft[]): boolean {
  if (haveOneEnd(newer.number, older.number) || haveOneToken(newer, older) || tellingSums(newer, older) > 0)
    return false;
  return group.some(
    ({ face }) =>
      compareFirstNames(face.firstName, newer.firstName) !== 'different' &&
      ![newer, older].includes(face) &&
      isOfOneDay(newer, face) &&
      !isOlderState(newer, face) &&
      !isOlderState(face, newer),
  );
}

function isOfOneDay(a: Comparable, b: Comparable): boolean {
  return (
    a.family === b.family && a.startDay === b.startDay && compareLenders(a.lender, b.lender) !== 'different'
  );
}

/** Two records of one day that are not alike are not two states of an account. */
function isOlderThanAll({ face, copies }: Draft, { face: older, copies: oldest }: Draft): boolean {
  if (!isOlderState(face, older)) return false;
  const all = [older, ...oldest];
  return (
    oldest.every((copy) => isOtherState(face, copy)) &&
    copies.every((newer) => all.every((copy) => isOtherState(newer, copy)))
  );
}

/** Records between two yields where each takes microseconds. */
export const STEP = 16;

/** More neighbours than the accounts that anybody opens in two months. */
const ONLY_COMPARED_MAX = 16;

/** Marks how far from others of its lender, and of its family, each account began. `drafts` are sorted by start. */
function* markOnly(drafts: readonly Draft[]): Generator<void, Unit[]> {
  const units = drafts.map(
    (draft, rank): Unit => ({ ...draft, rank, onlyDays: Infinity, soleDays: 0, crowd: ALONE }),
  );
  const lists = Map.groupBy(units, ({ face }) => `${face.bureau} ${face.family}`);
  for (const list of lists.values()) {
    for (const [at, unit] of list.entries()) {
      if (at % STEP === 0) yield;
      unit.crowd = crowdOf(list, at);
      // Without a start it may still be the only one of its lender.
      if (unit.face.lender === null || unit.twins.length > 0) unit.onlyDays = 0;
      for (let next = at + 1; next < list.length; next += 1) {
        const other = list[next] as Unit;
        const days = daysApart(unit.face, other.face);
        const isFar = next > at + ONLY_COMPARED_MAX;
        if (!isFar && compareLenders(unit.face.lender, other.face.lender) === 'different') continue;
        unit.onlyDays = Math.min(unit.onlyDays, days);
        other.onlyDays = Math.min(other.onlyDays, days);
        break;
      }
      unit.soleDays = Math.min(daysToNext(list, at, -1), daysToNext(list, at, 1));
    }
  }
  return units;
}

const ALONE: readonly Comparable[] = [];
const CROWD_MIN = 2;
/** To each side. */
const CROWD_COMPARED_MAX = 4;

function crowdOf(list: readonly Unit[], at: number): readonly Comparable[] {
  const { face } = list[at] as Unit;
  const { startDay } = face;
  if (startDay === null) return ALONE;
  if (list[at - 1]?.face.startDay !== startDay && list[at + 1]?.face.startDay !== startDay) return ALONE;
  const crowd: Comparable[] = [];
  for (const step of [-1, 1]) {
    for (let next = at + step; Math.abs(next - at) <= CROWD_COMPARED_MAX; next += step) {
      const other = list[next]?.face;
      if (other === undefined || other.startDay !== startDay) break;
      if (isOfOneDay(face, other)) crowd.push(other);
    }
  }
  return crowd.length < CROWD_MIN ? ALONE : crowd;
}

/** Of an account without a start none: nothing tells it from the next. What may be the same account, or is another person's, does not count. */
function daysToNext(list: readonly Unit[], at: number, step: 1 | -1): number {
  const { face } = list[at] as Unit;
  if (face.startDay === null) return 0;
  for (let next = at + step; Math.abs(next - at) <= NEXT_COMPARED_MAX; next += step) {
    const other = list[next]?.face;
    if (other === undefined) return Number.POSITIVE_INFINITY;
    if (!mayBeCopy(face, other) && compareFirstNames(face.firstName, other.firstName) !== 'different')
      return daysApart(face, other);
  }
  return 0;
}

const NEXT_COMPARED_MAX = 3;

function mayBeCopy(a: Comparable, b: Comparable): boolean {
  return (
    a.startDay === b.startDay && compareLenders(a.lender, b.lender) !== 'different' && haveNoOtherTerms(a, b)
  );
}

const SURE_LENGTH_MIN = 4;

/** What records of one `keyOf` share, and few others: most records need no longer key. */
function roughKeyOf({ bureau, startDay, balance }: Comparable): string {
  return `${bureau} ${startDay} ${balance}`;
}

// With an account number, copies may differ in what the bureau knows of the holder at each address. Without one, only records
// that agree in everything are put together.
function keyOf(record: Comparable): string {
  const { bureau, number, lender, account, balance, payment, startBalance, startDay } = record;
  if (number === null || number.tail.length < SURE_LENGTH_MIN || startDay === null) {
    return `${bureau} ${contentOf(record)}`;
  }
  const amounts = `${balance} ${payment} ${startBalance}`;
  const kind = `${account.accountType} ${record.supply}`;
  return `${bureau} ${number.tail}-${number.suffix} ${startDay} ${kind} ${amounts} ${lender?.key}`;
}

/** A file that was read twice has the same record twice, reference and content. */
function withoutRepeats(records: readonly Comparable[]): readonly Comparable[] {
  if (records.length === 1) return records;
  const unique = new Map(records.map((record) => [`${record.account.ref} ${contentOf(record)}`, record]));
  return [...unique.values()];
}

function toUnit(records: readonly Comparable[]): Draft {
  if (records.length === 1) return { face: records[0] as Comparable, copies: [], twins: [] };
  const [face, ...others] = records.toSorted(compareNews) as [Comparable, ...Comparable[]];
  return isDistinctive(face) ? { face, copies: others, twins: [] } : { face, copies: [], twins: others };
}

/** The newest first. */
function compareNews(a: Comparable, b: Comparable): number {
  return (b.updatedDay ?? -1) - (a.updatedDay ?? -1) || compareRefs(a, b);
}

/** Whether two different accounts would hardly agree in all of this. A number says so, and so do two amounts, or one that is no round sum. */
function isDistinctive(record: Comparable): boolean {
  const { number, startDay, startBalance, payment, balance, limit } = record;
  if (startDay === null) return false;
  if (number !== null && number.tail !== '') return true;
  const amounts = [startBalance, payment, balance, limit].filter((amount) => amount !== null && amount !== 0);
  return (
    amounts.length >= 2 ||
    isUnround(startBalance) ||
    isUnround(balance) ||
    isToken(record.account.accountNumber ?? '')
  );
}

function compareFaces({ face: a }: Pick<Unit, 'face'>, { face: b }: Pick<Unit, 'face'>): number {
  return (
    compareDays(a.startDay, b.startDay) ||
    compareText(a.lender?.key ?? '', b.lender?.key ?? '') ||
    (a.startBalance ?? a.limit ?? 0) - (b.startBalance ?? b.limit ?? 0) ||
    (a.payment ?? 0) - (b.payment ?? 0) ||
    compareText(a.bureau, b.bureau) ||
    compareRefs(a, b)
  );
}

function compareDays(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}

/** Tells any two records of a bureau apart. */
function compareRefs(a: Comparable, b: Comparable): number {
  return compareText(a.account.ref, b.account.ref) || compareText(contentOf(a), contentOf(b));
}
