// Single values of Experian's replies: dates and money come in several forms. What cannot be read is absent.
import type { Money } from '../../domain/reports/credit-report.ts';
import { field } from '../reading/json.ts';
import { isoDate, wholeNumber, wireText } from '../reading/wire-values.ts';

/** `{CCYY, MM, DD}` in any case, padded or not, or a string. Absent if the parts say "not specified". */
export function fromDate(value: unknown): string | undefined {
  const year = wireText(field(value, 'CCYY'));
  if (year === undefined) return isoDate(value);
  if (String(field(value, 'CCYYSpecified')) === 'false') return undefined;
  const [month = '', day = ''] = [wireText(field(value, 'MM')), wireText(field(value, 'DD'))];
  return isoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const POUNDS = /^(-?)£? ?(-?)(\d{1,9}|\d{1,3}(?:,\d{3}){1,2}) ?(-?)$/;

/** "1092", "£1,092   ", "0000163" and 1092 are whole pounds; "£12   -" and "-000012" are in credit, below zero. */
export function fromPounds(value: unknown): number | undefined {
  const [, sign, inner, digits, behind] = POUNDS.exec(wireText(value) ?? '') ?? [];
  if (digits === undefined) return undefined;
  const pounds = Number(digits.replaceAll(',', ''));
  return pounds !== 0 && (sign || inner || behind) ? -pounds : pounds;
}

/** A credit balance is no debt, and not zero either: it is absent. */
export function toMoney(pounds: number | undefined): Money | undefined {
  return pounds === undefined || pounds < 0 ? undefined : { amount: pounds * 100, currency: 'GBP' };
}

/** Zero in a term, a payment or the balance of a default means that there is none. */
export function moneyOrNone(value: unknown): Money | undefined {
  const pounds = fromPounds(value);
  return pounds === 0 ? undefined : toMoney(pounds);
}

export function countOrNone(value: unknown, max: number): number | undefined {
  return wholeNumber(value, max) || undefined;
}
