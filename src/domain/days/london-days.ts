// Days of the United Kingdom. They are counted by the calendar: one has 23 hours and one 25, so 24 hours ago may be the day before yesterday.
const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** YYYY-MM-DD in London. */
export function londonDate(time: string | Date): string {
  return DATE.format(new Date(time));
}

export function londonDateBefore(time: string | Date, days: number): string {
  return new Date(Date.parse(londonDate(time)) - days * DAY_MS).toISOString().slice(0, 10);
}

/** When the day of a time began. */
export function londonDayStart(time: Date): Date {
  const date = londonDate(time);
  const midnightMs = Date.parse(date);
  const summerMs = midnightMs - HOUR_MS;
  return new Date(londonDate(new Date(summerMs)) === date ? summerMs : midnightMs);
}

/** When the first day began that did not begin before a time. */
export function londonDayFrom(time: Date): Date {
  const start = londonDayStart(time);
  return start.getTime() === time.getTime()
    ? start
    : londonDayStart(new Date(start.getTime() + 26 * HOUR_MS));
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `15 Jul 2026, 23:30`: for sentences. */
export const londonTime = (time: Date): string => TIME.format(time);
