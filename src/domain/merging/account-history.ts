// The payment history of a record out of several bureaus' histories: the newest bureau's, with the months that it does not know from
// the next. A bureau that says something else of a month is listed beside it, so that nothing said is lost. On strings throughout:
// a report has thousands of months.
import { monthNumber } from '../days/months.ts';
import {
  type BureauId,
  HISTORY_MONTHS_MAX,
  type PaymentHistory,
  type PaymentMonths,
} from '../reports/credit-report.ts';
import type { Comparable } from './comparable-account.ts';
import { compareText } from './compare-text.ts';

const UNKNOWN = '.';

/** `newest`: the records of one agreement, the newest first. Of each bureau, the first that has a history counts. */
export function mergeHistories(newest: readonly Comparable[]): PaymentHistory | undefined {
  const own = new Map<BureauId, PaymentMonths>();
  for (const { bureau, account } of newest) {
    if (account.history !== undefined && !own.has(bureau)) own.set(bureau, account.history);
  }
  if (own.size === 1) return own.values().next().value;
  const [first, ...others] = [...own].sort(([, a], [, b]) => compareText(b.newest, a.newest));
  if (first === undefined) return undefined;
  const [, shown] = first;
  let { months } = shown;
  for (const [, other] of others) months = filled(months, other.months, ageOf(other, shown));
  const bureaus = others
    .filter(([, other]) => !isPart(other.months, months, ageOf(other, shown)))
    .map(([bureau, other]) => ({ bureau, ...other }))
    .sort((a, b) => compareText(a.bureau, b.bureau));
  return { newest: shown.newest, months, ...(bureaus.length > 0 && { bureaus }) };
}

/** How many months its newest month is before that of the one shown. */
function ageOf(other: PaymentMonths, shown: PaymentMonths): number {
  return other.newest === shown.newest ? 0 : monthNumber(shown.newest) - monthNumber(other.newest);
}

/** Every month that it knows is in `months` as it says. */
function isPart(other: string, months: string, age: number): boolean {
  if (months.startsWith(other, age)) return true;
  for (let at = 0; at < other.length; at += 1) {
    if (other[at] !== UNKNOWN && other[at] !== months[at + age]) return false;
  }
  return true;
}

/** `months` with those of `other` where it has none. */
function filled(months: string, other: string, age: number): string {
  if (age + other.length <= months.length && !months.includes(UNKNOWN)) return months;
  const length = Math.min(HISTORY_MONTHS_MAX, Math.max(months.length, age + other.length));
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const known = months[at] ?? UNKNOWN;
    text += known === UNKNOWN ? (other[at - age] ?? UNKNOWN) : known;
  }
  return text;
}
