// Months of London by their key, YYYY-MM.
import { dayKey } from '../../parts/words.ts';

const NAME = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' });
const SHORT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
export const thisMonth = (): string => dayKey(new Date()).slice(0, 7);

export function addMonths(month: string, count: number): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return start.toISOString().slice(0, 7);
}

/** `November`, with the year if it is another one. */
export function monthName(month: string, length: 'long' | 'short' = 'long'): string {
  const name = (length === 'long' ? NAME : SHORT).format(startOf(month));
  return month.slice(0, 4) === thisMonth().slice(0, 4) ? name : `${name} ${month.slice(0, 4)}`;
}

export const daysIn = (month: string): number =>
  Number(new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - 1).toISOString().slice(8, 10));
export const firstDay = (month: string): string => `${month}-01`;
export const lastDay = (month: string): string => `${month}-${daysIn(month)}`;

/** What the month comes to at the pace so far; null in its first days, which say too little. */
export function onCourseFor(credits: number): number | null {
  const month = thisMonth();
  const gone = Number(dayKey(new Date()).slice(8, 10));
  return gone < 4 || credits === 0 ? null : Math.round((credits / gone) * daysIn(month));
}
