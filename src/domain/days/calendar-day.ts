// Days as text, YYYY-MM-DD, as documents carry them. They compare as text; a day that does not exist is not a day.

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isCalendarDay(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year * 12 + month - 1);
}

/** The same day so many months before; the last day of a shorter month: a month before 31 March is 28 or 29 February. */
export function monthsBefore(day: string, months: number): string {
  const month = monthOf(day) - months;
  const inMonth = Math.min(Number(day.slice(8, 10)), lengthOfMonth(month));
  return `${monthText(month)}-${String(inMonth).padStart(2, '0')}`;
}

/** Completed months from one day to another that is not before it. */
export function wholeMonthsBetween(from: string, to: string): number {
  const months = monthOf(to) - monthOf(from);
  return to.slice(8, 10) < from.slice(8, 10) ? months - 1 : months;
}

/** The month of a day or of a YYYY-MM, counted from January of the year 0. */
export function monthOf(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

function lengthOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month % 12 === 1 && isLeapYear ? 29 : (LENGTHS[month % 12] as number);
}
