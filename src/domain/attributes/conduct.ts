// How accounts were paid: arrears now and the worst of some months, arrangements, defaults by age. Histories tell it for a day before
// the document's too.
import { isCalendarDay, monthOf, monthsBefore, wholeMonthsBetween } from '../days/calendar-day.ts';
import type { AccountRecord, AdverseStatus } from '../reports/credit-report.ts';
import {
  addPart,
  type Figure,
  known,
  type LeftOut,
  newTally,
  type Part,
  type Tally,
  toCount,
  toFigure,
} from './figure.ts';
import type { Held } from './held-accounts.ts';
import {
  newestMonth,
  PAYMENT_STATUSES,
  REPORTING_MONTHS,
  rankIn,
  rankOfCode,
  ranksBack,
} from './payment-marks.ts';

const WORST_MONTHS = [6, 12, 24, 72] as const;
const DEFAULT_MONTHS = [12, 24, 36, 72] as const;

export const CONDUCT_NAMES = [
  'arrearsNow',
  'arrearsWorstNow',
  'arrearsWorst6Months',
  'arrearsWorst12Months',
  'arrearsWorst24Months',
  'arrearsWorst72Months',
  'arrangementsNow',
  'defaultsTotal',
  'defaults12Months',
  'defaults24Months',
  'defaults36Months',
  'defaults72Months',
  'defaultNewestMonths',
  'defaultsBalance',
] as const;
export type ConductFigures = Record<(typeof CONDUCT_NAMES)[number], Figure>;

const LATE = PAYMENT_STATUSES.indexOf('late');
const THREE = PAYMENT_STATUSES.indexOf('3');
const SIX = PAYMENT_STATUSES.indexOf('6');
const ARRANGEMENT = PAYMENT_STATUSES.indexOf('arrangement');
const DEFAULT = PAYMENT_STATUSES.indexOf('default');

export function conductFigures(held: readonly Held[], asOf: string, isPast: boolean): ConductFigures {
  const arrears = newTally();
  const arrangements = newTally();
  const told: number[] = [];
  let worstNow = 0;
  for (const one of held) {
    const rank = rankNow(one, asOf, isPast);
    if (rank === null) continue;
    if (typeof rank !== 'number') {
      for (const tally of [arrears, arrangements]) addPart(tally, one, rank);
      continue;
    }
    told.push(one.index);
    if (rank >= LATE && rank <= SIX) {
      addPart(arrears, one, { amount: 1 });
      worstNow = Math.max(worstNow, rank);
    }
    if (rank === ARRANGEMENT) addPart(arrangements, one, { amount: 1 });
  }
  const isNothingKnown = told.length === 0 && arrears.leftOut.length > 0;
  const nothing: Figure = { unknown: NOT_TOLD, leftOut: arrears.leftOut };
  const lived = held.map((one) => toLived(one, asOf));
  const worst = (months: number): Figure => worstOf(lived, asOf, isPast, months);
  return {
    arrearsNow: isNothingKnown ? nothing : toCount(arrears, asOf),
    arrearsWorstNow: isNothingKnown ? nothing : worstNowOf(worstNow, arrears, told, asOf),
    arrearsWorst6Months: worst(WORST_MONTHS[0]),
    arrearsWorst12Months: worst(WORST_MONTHS[1]),
    arrearsWorst24Months: worst(WORST_MONTHS[2]),
    arrearsWorst72Months: worst(WORST_MONTHS[3]),
    arrangementsNow: isNothingKnown ? nothing : toCount(arrangements, asOf),
    ...defaultFigures(held, asOf, isPast),
  };
}

const NOT_TOLD = 'No account tells how it was paid then.';

function worstNowOf(worst: number, arrears: Tally, told: number[], asOf: string): Figure {
  if (told.length === 0) return { unknown: 'No open account was on file then.' };
  const basis = worst === 0 ? told : arrears.basis;
  return known(PAYMENT_STATUSES[worst] as string, 'status', basis, asOf, arrears.leftOut);
}

/** The rank of an open account on the day; null where it does not count. */
function rankNow(
  { record, state }: Held,
  asOf: string,
  isPast: boolean,
): number | Exclude<Part, { amount: number }> {
  if (state === 'ended') return null;
  if (state !== 'open') return state;
  if (isPast) return rankIn(record, monthOf(asOf)) ?? { leftOut: 'no-history' };
  switch (record.accountStatus) {
    case 'delinquent': {
      const newest = newestMonth(record);
      const rank = newest === null ? null : rankIn(record, newest);
      return rank !== null && rank >= LATE && rank <= SIX ? rank : LATE;
    }
    case 'arrangement':
      return ARRANGEMENT;
    case 'default':
    case 'written-off':
      return DEFAULT;
    case 'unknown':
      return { leftOut: 'status-unknown' };
    default:
      return 0;
  }
}

/** The worst of so many months, that of the day included, over all accounts, ended ones too. */
function worstOf(held: readonly Lived[], asOf: string, isPast: boolean, months: number): Figure {
  let worst = -1;
  let basis: number[] = [];
  const leftOut: LeftOut[] = [];
  for (const one of held) {
    const { rank, why } = worstOfAccount(one, { months, asOf, isPast });
    if (why !== null) leftOut.push({ record: one.index, why });
    if (rank > worst) basis = [];
    if (rank >= 0 && rank >= worst) basis.push(one.index);
    worst = Math.max(worst, rank);
  }
  if (worst < 0 && leftOut.length === 0) return { unknown: 'No account was on file in these months.' };
  if (worst < 0) return { unknown: NOT_TOLD, leftOut };
  return known(PAYMENT_STATUSES[worst] as string, 'status', basis, asOf, leftOut);
}

/** An account with its last 72 months, counted back from the month of the day, which is 0. */
type Lived = Held & { ranks: Int8Array; begunBack: number; endedBack: number; newestBack: number | null };

function toLived(one: Held, asOf: string): Lived {
  const { record, startDate, endDate } = one;
  const last = monthOf(asOf);
  const newest = newestMonth(record);
  return {
    ...one,
    ranks: ranksBack(record, last, WORST_MONTHS[3]),
    begunBack: startDate === undefined ? Number.POSITIVE_INFINITY : last - monthOf(startDate),
    endedBack: endDate === undefined ? 0 : Math.max(0, last - monthOf(endDate)),
    newestBack: newest === null ? null : Math.max(0, last - newest),
  };
}

/** −1 where nothing is known, or the account did not exist in these months. */
function worstOfAccount(
  { record, state, defaultDate, ranks, begunBack, endedBack, newestBack }: Lived,
  { months, asOf, isPast }: { months: number; asOf: string; isPast: boolean },
): { rank: number; why: 'no-history' | 'part-history' | null } {
  const oldest = Math.min(months - 1, begunBack);
  const isLate = newestBack !== null && newestBack <= REPORTING_MONTHS;
  const youngest = Math.max(endedBack, isLate ? newestBack : 0);
  const from = monthOf(asOf) - months + 1;
  let rank = defaultRank(defaultDate, record.accountStatus, from, asOf, isPast);
  rank = Math.max(rank, adverseRank(record, defaultDate, from, asOf));
  if (!isPast && state === 'open' && record.accountStatus === 'delinquent') rank = Math.max(rank, LATE);
  if (!isPast && state === 'open' && record.accountStatus === 'arrangement')
    rank = Math.max(rank, ARRANGEMENT);
  if (!isPast && months === WORST_MONTHS[3])
    rank = Math.max(rank, countedRank(record, months - Math.max(endedBack, newestBack ?? 0)));
  let told = 0;
  for (let back = youngest; back <= oldest; back += 1) {
    const own = ranks[back] as number;
    if (own >= 0) told += 1;
    if (own > rank) rank = own;
  }
  if (rank === DEFAULT || endedBack > oldest || (told > 0 && told === oldest - youngest + 1))
    return { rank, why: null };
  return { rank, why: told === 0 ? 'no-history' : 'part-history' };
}

function defaultRank(
  day: string | undefined,
  status: string,
  from: number,
  asOf: string,
  isPast: boolean,
): number {
  if (day !== undefined) return day <= asOf && monthOf(day) >= from ? DEFAULT : -1;
  return !isPast && (status === 'default' || status === 'written-off') ? DEFAULT : -1;
}

/** The worst of the arrears that a bureau counts beyond its months, where all of them lie in the last `room` months; −1 without any. */
function countedRank({ bureaus }: AccountRecord, room: number): number {
  let worst = -1;
  for (const { arrears } of bureaus) {
    if (arrears === undefined || arrears.months > room) continue;
    if (arrears.oneOrTwo > 0) worst = Math.max(worst, LATE);
    if (arrears.threeOrMore > 0) worst = Math.max(worst, THREE);
    const rank = arrears.worst === undefined ? 0 : rankOfCode(arrears.worst);
    if (rank > 0) worst = Math.max(worst, rank);
  }
  return worst;
}

const RANK_OF_WORD: Record<AdverseStatus, number> = {
  delinquent: LATE,
  arrangement: ARRANGEMENT,
  default: DEFAULT,
  'written-off': DEFAULT,
};

/** The worst word of any bureau about the account in these months, older states included; −1 without one. A default counts by its day. */
function adverseRank(
  { adverse = [] }: AccountRecord,
  defaultDate: string | undefined,
  from: number,
  asOf: string,
): number {
  let worst = -1;
  for (const { status, date } of adverse) {
    if (date === undefined || !isCalendarDay(date) || date > asOf || monthOf(date) < from) continue;
    if (isFallen(status) && defaultDate !== undefined) continue;
    worst = Math.max(worst, RANK_OF_WORD[status]);
  }
  return worst;
}

const isFallen = (status: string): boolean => status === 'default' || status === 'written-off';

/** Whether any bureau says, or has said, that it defaulted or was written off; for a day before the report, by a word of that day or before. */
function hasFallen({ accountStatus, adverse = [] }: AccountRecord, asOf: string, isPast: boolean): boolean {
  if (!isPast) return isFallen(accountStatus) || adverse.some(({ status }) => isFallen(status));
  return adverse.some(({ status, date }) => isFallen(status) && date !== undefined && date <= asOf);
}

function defaultFigures(held: readonly Held[], asOf: string, isPast: boolean) {
  const all = newTally();
  const balance = newTally();
  const within = DEFAULT_MONTHS.map((months) => ({ after: monthsBefore(asOf, months), tally: newTally() }));
  let newest: { day: string; index: number } | null = null;
  for (const one of held) {
    const { index, record, state, defaultDate: day } = one;
    if (day === undefined ? !hasFallen(record, asOf, false) : day > asOf) continue;
    if (day === undefined) {
      addPart(all, one, hasFallen(record, asOf, isPast) ? { amount: 1 } : { leftOut: 'no-default-date' });
      for (const { tally } of within) addPart(tally, one, { leftOut: 'no-default-date' });
    } else {
      addPart(all, one, { amount: 1 });
      for (const { after, tally } of within) addPart(tally, one, day > after ? { amount: 1 } : null);
      if (newest === null || day > newest.day) newest = { day, index };
    }
    if (state === 'open' && isFallen(record.accountStatus))
      addPart(balance, one, balancePart(record.balance));
  }
  const count = (tally: Tally): Figure => toCount(tally, asOf);
  const [year, two, three, six] = within.map(({ tally }) => count(tally)) as [Figure, Figure, Figure, Figure];
  return {
    defaultsTotal: count(all),
    defaults12Months: year,
    defaults24Months: two,
    defaults36Months: three,
    defaults72Months: six,
    defaultNewestMonths: newestFigure(newest, within[0]?.tally.leftOut ?? [], asOf),
    defaultsBalance: isPast
      ? { unknown: 'Bureaus give amounts of the day of the report only, not of a day before it.' }
      : toFigure(balance, 'pence', asOf),
  };
}

function balancePart(money: { amount: number; currency: string } | undefined): Part {
  if (money === undefined) return { leftOut: 'no-balance' };
  return money.currency === 'GBP' ? { amount: money.amount } : { leftOut: 'other-currency' };
}

function newestFigure(
  newest: { day: string; index: number } | null,
  leftOut: LeftOut[],
  asOf: string,
): Figure {
  if (newest === null)
    return { unknown: 'No default with a date is on file.', ...(leftOut.length > 0 && { leftOut }) };
  return known(wholeMonthsBetween(newest.day, asOf), 'months', [newest.index], asOf, leftOut);
}
