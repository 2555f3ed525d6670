// Arithmetic on days as text (YYYY-MM-DD), in UTC.
const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS);
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return toDay(date.getTime());
}

/** Whole months from one day to a later one; zero if it is not later. */
export function monthsBetween(from: string, to: string): number {
  const [a, b] = [new Date(from), new Date(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return Math.max(0, b.getUTCDate() < a.getUTCDate() ? months - 1 : months);
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
