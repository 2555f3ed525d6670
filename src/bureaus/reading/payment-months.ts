// A payment history in our alphabet (HISTORY_CODES), out of the codes that a bureau's mapping has translated. A code that says
// nothing, or that nobody knows, is a month that is not known.
import { monthNumber, monthText } from '../../domain/days/months.ts';
import { HISTORY_MONTHS_MAX, type PaymentMonths } from '../../domain/reports/credit-report.ts';

export const UNKNOWN_MONTH = '.';

/**
 * `codes`: one character a month, newest first; the first is the month of `newestDay`. Unknown months at both ends are left out, and
 * so are those beyond the maximum. Absent where no month is known, or not which month it is.
 */
export function toPaymentMonths(newestDay: string | undefined, codes: string): PaymentMonths | undefined {
  if (newestDay === undefined) return undefined;
  let from = 0;
  let to = Math.min(codes.length, HISTORY_MONTHS_MAX);
  while (from < to && codes[from] === UNKNOWN_MONTH) from += 1;
  while (to > from && codes[to - 1] === UNKNOWN_MONTH) to -= 1;
  if (from === to) return undefined;
  const newest = from === 0 ? newestDay.slice(0, 7) : monthText(monthNumber(newestDay) - from);
  return { newest, months: codes.slice(from, to) };
}

/** `codes` by their age in months, in any order and with gaps. */
export function inOrder(codes: readonly (string | undefined)[]): string {
  let text = '';
  for (let age = 0; age < codes.length; age += 1) text += codes[age] ?? UNKNOWN_MONTH;
  return text;
}
