// TransUnion's payment history: a list of months, each named, newest first as far as is known. Read in any order. A month has two
// marks, of the payment and of the account's status.

import { monthText } from '../../domain/days/months.ts';
import { HISTORY_MONTHS_MAX, type PaymentMonths } from '../../domain/reports/credit-report.ts';
import { inOrder, toPaymentMonths, UNKNOWN_MONTH } from '../reading/payment-months.ts';
import { at, many } from '../reading/wire-values.ts';
import type { Codes } from './codes.ts';

/** `newest`: the code of the newest month on the wire, known or not. */
export function readHistory(
  acc: unknown,
  codes: Codes,
): { history: PaymentMonths | undefined; newest: string } {
  const months: { month: number; code: string }[] = [];
  let newest = 0;
  for (const entry of many(acc, 'acchistory', 'ah')) {
    const month = readMonth(at(entry, '@m'));
    if (month === undefined) continue;
    months.push({ month, code: codes.month(mark(entry, '@pay'), mark(entry, '@acc')) });
    if (month > newest) newest = month;
  }
  const byAge: string[] = [];
  for (const { month, code } of months) {
    if (newest - month < HISTORY_MONTHS_MAX) byAge[newest - month] ??= code;
  }
  return {
    history: toPaymentMonths(monthText(newest), inOrder(byAge)),
    newest: byAge[0] ?? UNKNOWN_MONTH,
  };
}

function mark(entry: unknown, name: string): string {
  const value = at(entry, name);
  return typeof value === 'string' ? value : '';
}

/** An XML month: YYYY-MM, with or without a zone behind it. Without a regular expression: a file has hundreds of them. */
function readMonth(value: unknown): number | undefined {
  if (typeof value !== 'string' || value[4] !== '-') return undefined;
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))];
  const isReal = Number.isInteger(year) && year >= 1880 && year < 2200 && Number.isInteger(month);
  return isReal && month >= 1 && month <= 12 ? year * 12 + month - 1 : undefined;
}
