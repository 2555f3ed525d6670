// TransUnion's payment history: a list of months, each named, newest first as far as is known. Read in any order.
import { HISTORY_MONTHS_MAX, type PaymentMonths } from '../../domain/credit-report.ts';
import { monthText } from '../../domain/months.ts';
import { inOrder, toPaymentMonths, UNKNOWN_MONTH } from '../reading/payment-months.ts';
import { at, many } from '../reading/wire-values.ts';
import { type CodeTables, toMonth } from './codes.ts';

export function readHistory(acc: unknown, tables: CodeTables | null): PaymentMonths | undefined {
  const months: { month: number; code: string }[] = [];
  let newest = 0;
  for (const entry of many(acc, 'acchistory', 'ah')) {
    const month = readMonth(at(entry, '@m'));
    const payment = at(entry, '@pay');
    if (month === undefined || typeof payment !== 'string') continue;
    const code = toMonth(tables, payment);
    if (code === UNKNOWN_MONTH) continue;
    months.push({ month, code });
    if (month > newest) newest = month;
  }
  const codes: string[] = [];
  for (const { month, code } of months) {
    if (newest - month < HISTORY_MONTHS_MAX) codes[newest - month] ??= code;
  }
  return toPaymentMonths(monthText(newest), inOrder(codes));
}

/** An XML month: YYYY-MM, with or without a zone behind it. Without a regular expression: a file has hundreds of them. */
function readMonth(value: unknown): number | undefined {
  if (typeof value !== 'string' || value[4] !== '-') return undefined;
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))];
  const isReal = Number.isInteger(year) && year >= 1880 && year < 2200 && Number.isInteger(month);
  return isReal && month >= 1 && month <= 12 ? year * 12 + month - 1 : undefined;
}
