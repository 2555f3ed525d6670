// One agreement in two reports: whether it ended, stands better or worse, or its balance moved.
import { newestMonth, PAYMENT_STATUSES, type PaymentStatus, ranksBack } from '../attributes/payment-marks.ts';
import { monthOf, monthText } from '../days/calendar-day.ts';
import { type AccountStatus, HISTORY_MONTHS_MAX, type Money } from '../reports/credit-report.ts';
import { type Named, namedOf } from './named-record.ts';
import type { KnownRecord } from './side.ts';
import { type Days, type When, whenOf } from './when.ts';

const SETTLED: readonly AccountStatus[] = ['settled', 'closed'];
const ENDED: readonly AccountStatus[] = [...SETTLED, 'transferred'];
/** Nothing is said of how it stands. */
const SILENT: readonly AccountStatus[] = ['unknown', 'query'];

export type EndChange = Named & {
  when: When;
  statusBefore: AccountStatus;
  status: AccountStatus;
  endDate?: string;
};

export function endChange(
  was: KnownRecord,
  now: KnownRecord,
  days: Days,
): { kind: 'settled' | 'transferred' | 'reopened'; change: EndChange } | null {
  const [before, status] = [was.accountStatus, now.accountStatus];
  const hasEnded = ENDED.includes(status);
  if (ENDED.includes(before) === hasEnded || SILENT.includes(before) || SILENT.includes(status)) return null;
  // A debt that turns up with its buyer stands worse and has not been opened again: the standing says so.
  if (!hasEnded && rankOf(now) !== 0) return null;
  // Older news than the earlier report had is no change.
  if (!hasEnded && !isNewer(was, now)) return null;
  const heard = heardWhen(now, days);
  const when =
    hasEnded && now.endDate !== undefined && heard !== 'before' ? whenOf(now.endDate, days) : heard;
  return {
    kind: !hasEnded ? 'reopened' : SETTLED.includes(status) ? 'settled' : 'transferred',
    change: {
      ...namedOf(now),
      when,
      statusBefore: before,
      status,
      ...(hasEnded && now.endDate !== undefined && { endDate: now.endDate }),
    },
  };
}

export type StandingChange = Named & {
  when: When;
  before: PaymentStatus;
  now: PaymentStatus;
  defaultDate?: string;
  /** The worst month since the earlier report, where that was worse than both reports. */
  worstSince?: { month: string; status: PaymentStatus };
};

const DEFAULT = PAYMENT_STATUSES.indexOf('default');
const LATE = PAYMENT_STATUSES.indexOf('late');
const FIRST_MONTH = PAYMENT_STATUSES.indexOf('1');
const SIX_MONTHS = PAYMENT_STATUSES.indexOf('6');

/** `hasEnded`: it is listed as ended since, so that an end of arrears is no second entry. */
export function standingChange(
  was: KnownRecord,
  now: KnownRecord,
  days: Days,
  hasEnded: boolean,
): { kind: 'better' | 'worse'; change: StandingChange } | null {
  const [before, after] = [rankOf(was), rankOf(now)];
  const isNewDefault = hasDefault(now) && !hasDefault(was) && before !== DEFAULT;
  if (before === null || (after === null && !isNewDefault)) return null;
  const rank = isNewDefault ? DEFAULT : (after as number);
  const worst = worstSince(now, days);
  const isSpell = worst !== null && worst.rank > before && worst.rank > rank;
  const isBetter = rank < before && !ENDED.includes(now.accountStatus);
  if (!isSpell && !isOtherRank(before, rank)) return null;
  if (!isSpell && rank < before && (hasEnded || !isBetter || !isNewer(was, now))) return null;
  const kind = isSpell || rank > before ? 'worse' : 'better';
  return {
    kind,
    change: {
      ...namedOf(now),
      when: isSpell ? 'since' : standingWhen(now, rank, kind, days),
      before: PAYMENT_STATUSES[before] as PaymentStatus,
      now: PAYMENT_STATUSES[after ?? rank] as PaymentStatus,
      ...(rank === DEFAULT && now.defaultDate !== undefined && { defaultDate: now.defaultDate }),
      ...(isSpell && {
        worstSince: { month: worst.month, status: PAYMENT_STATUSES[worst.rank] as PaymentStatus },
      }),
    },
  };
}

/** "In arrears" without a number is neither better nor worse than some months of them. */
function isOtherRank(before: number, rank: number): boolean {
  const isArrears = (one: number) => one >= LATE && one <= SIX_MONTHS;
  const isVague = isArrears(before) && isArrears(rank) && (before === LATE || rank === LATE);
  return before !== rank && !isVague;
}

/** A rank of PAYMENT_STATUSES; null where nothing is said. */
function rankOf(record: KnownRecord): number | null {
  const { accountStatus: status } = record;
  if (SILENT.includes(status)) return null;
  if (status === 'default' || status === 'written-off') return DEFAULT;
  if (status === 'arrangement') return PAYMENT_STATUSES.indexOf('arrangement');
  if (status !== 'delinquent') return 0;
  const newest = newestMonth(record);
  const rank = newest === null ? LATE : (ranksBack(record, newest, 1)[0] ?? LATE);
  return rank >= FIRST_MONTH && rank <= SIX_MONTHS ? rank : LATE;
}

/** A default that was satisfied too. */
function hasDefault({ accountStatus, defaultDate, adverse = [] }: KnownRecord): boolean {
  const isSaid = adverse.some(({ status }) => status === 'default' || status === 'written-off');
  return (
    accountStatus === 'default' || accountStatus === 'written-off' || defaultDate !== undefined || isSaid
  );
}

/** Of the whole months after that of the earlier report; what the month of the report itself says may be from before it. */
function worstSince(now: KnownRecord, { since }: Days): { rank: number; month: string } | null {
  const newest = newestMonth(now);
  if (newest === null) return null;
  const count = Math.min(HISTORY_MONTHS_MAX, newest - monthOf(since));
  if (count <= 0) return null;
  const ranks = ranksBack(now, newest, count);
  let at = 0;
  for (const [index, rank] of ranks.entries()) if (rank > (ranks[at] as number)) at = index;
  return { rank: ranks[at] as number, month: monthText(newest - at) };
}

/** A default by its day, else by the months for which it has stood so, else by when a bureau last heard. */
function standingWhen(now: KnownRecord, rank: number, kind: 'better' | 'worse', days: Days): When {
  if (rank === DEFAULT && now.defaultDate !== undefined) return whenOf(now.defaultDate, days);
  const newest = newestMonth(now);
  const heard = heardWhen(now, days);
  if (newest === null || heard === 'before') return heard;
  const ranks = ranksBack(now, newest, HISTORY_MONTHS_MAX);
  const isSo = (one: number) => one >= 0 && (kind === 'worse' ? one >= rank : one <= rank);
  const first = ranks.findIndex((one) => !isSo(one));
  if (first === 0) return heard;
  const began = newest - (first === -1 ? ranks.length : first) + 1;
  const month = monthOf(days.since);
  return began > month ? 'since' : began < month ? 'before' : 'undated';
}

/** By the day on which a bureau last heard of it: it did not happen after that. */
function heardWhen({ lastUpdated }: KnownRecord, { since }: Days): When {
  return lastUpdated !== undefined && lastUpdated <= since ? 'before' : 'undated';
}

/** Whether a bureau has heard of it again since what the earlier report shows. */
function isNewer(was: KnownRecord, now: KnownRecord): boolean {
  return (now.lastUpdated ?? '') > (was.lastUpdated ?? '') || now.lastUpdated === undefined;
}

export type BalanceChange = Named & {
  when: When;
  before: Money;
  now: Money;
  /** In the smallest unit of the currency; negative where less is due. */
  difference: number;
  lastUpdatedBefore?: string;
  lastUpdated?: string;
};

/** Both must be passed, in pence and as a share of the larger balance. */
export const BALANCE_MIN_PENCE = 10_000;
export const BALANCE_MIN_SHARE = 0.1;
const DAYS_A_MONTH = 30;
const DAY_MS = 86_400_000;

export function balanceChange(was: KnownRecord, now: KnownRecord, days: Days): BalanceChange | null {
  const [before, after] = [was.balance, now.balance];
  if (before === undefined || after === undefined || before.currency !== after.currency) return null;
  if (!isNewer(was, now)) return null;
  const difference = after.amount - before.amount;
  const least = Math.max(BALANCE_MIN_PENCE, BALANCE_MIN_SHARE * Math.max(before.amount, after.amount));
  if (Math.abs(difference) < least || isAsPaid(was, now, difference)) return null;
  return {
    ...namedOf(now),
    when: now.lastUpdated === undefined ? 'undated' : whenOf(now.lastUpdated, days),
    before,
    now: after,
    difference,
    ...(was.lastUpdated !== undefined && { lastUpdatedBefore: was.lastUpdated }),
    ...(now.lastUpdated !== undefined && { lastUpdated: now.lastUpdated }),
  };
}

/** A fall by no more than the payments that were due in between, one more for the month that has begun. */
function isAsPaid(was: KnownRecord, now: KnownRecord, difference: number): boolean {
  const payment = now.payment ?? was.payment;
  if (difference > 0 || payment === undefined || was.lastUpdated === undefined) return false;
  const days = (Date.parse(now.lastUpdated ?? '') - Date.parse(was.lastUpdated)) / DAY_MS;
  const months = Math.ceil(days / DAYS_A_MONTH) + 1;
  return -difference <= payment.amount * months && payment.currency === now.balance?.currency;
}

export const UNCOMPARED = ['status', 'balance'] as const;
/** What one of the two reports does not say. */
export type Uncompared = {
  recordId: string;
  what: (typeof UNCOMPARED)[number];
  missing: 'before' | 'now' | 'both';
};

export function uncomparedOf(was: KnownRecord, now: KnownRecord): Uncompared[] {
  const { recordId } = now;
  const told = {
    status: [was, now].map(({ accountStatus }) => !SILENT.includes(accountStatus)),
    balance: [was, now].map(({ balance }) => balance !== undefined),
  };
  return UNCOMPARED.flatMap((what) => {
    const [before, after] = told[what];
    if (before && after) return [];
    return [{ recordId, what, missing: before ? 'now' : after ? 'before' : 'both' } as const];
  });
}
