// How an account was paid in a month, by its history: the worst that any bureau says. Months after the newest known one are not there
// yet: bureaus hear from lenders once a month, up to two months late.
import { monthOf } from '../days/calendar-day.ts';
import type { AccountRecord } from '../reports/credit-report.ts';

/** From best to worst. `late`: in arrears, and the bureau does not say by how many months. */
export const PAYMENT_STATUSES = [
  'up-to-date',
  'late',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  'arrangement',
  'default',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const UNKNOWN = -1;

const RANK_OF_CODE = new Int8Array(128).fill(UNKNOWN);
for (const [code, rank] of Object.entries({ s: 0, o: 0, t: 0, q: 0, l: 1, a: 8, d: 9, w: 9 }))
  RANK_OF_CODE[code.charCodeAt(0)] = rank;
for (let months = 0; months <= 6; months += 1)
  RANK_OF_CODE['0'.charCodeAt(0) + months] = months === 0 ? 0 : months + 1;

/** The rank of one character of a history; −1 where it says nothing. */
export function rankOfCode(code: string): number {
  return RANK_OF_CODE[code.charCodeAt(0)] ?? UNKNOWN;
}

/** The rank of each month back from `last`, which is the first; −1 where no bureau says. A rank is the place in the list of statuses. */
export function ranksBack({ history }: AccountRecord, last: number, count: number): Int8Array {
  const ranks = new Int8Array(count).fill(UNKNOWN);
  if (history === undefined) return ranks;
  addRanks(ranks, history, last);
  for (const other of history.bureaus ?? []) addRanks(ranks, other, last);
  return ranks;
}

function addRanks(
  ranks: Int8Array,
  { newest, months }: { newest: string; months: string },
  last: number,
): void {
  const ahead = monthOf(newest) - last;
  for (let at = Math.max(0, ahead); at < months.length && at - ahead < ranks.length; at += 1) {
    const rank = RANK_OF_CODE[months.charCodeAt(at)] ?? UNKNOWN;
    if (rank > (ranks[at - ahead] as number)) ranks[at - ahead] = rank;
  }
}

/** The newest month that any bureau has. Null without a history. */
export function newestMonth({ history }: AccountRecord): number | null {
  if (history === undefined) return null;
  return Math.max(monthOf(history.newest), ...(history.bureaus ?? []).map(({ newest }) => monthOf(newest)));
}

/** Its rank in one month; null where no bureau says. */
export function rankIn(record: AccountRecord, month: number): number | null {
  const [rank = UNKNOWN] = ranksBack(record, month, 1);
  return rank === UNKNOWN ? null : rank;
}

/** How late bureaus may be with a month before it counts as missing. */
export const REPORTING_MONTHS = 2;
