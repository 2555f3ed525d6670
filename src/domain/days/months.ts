// Calendar months as whole numbers, so that they can be counted and compared.

/** Months since the year 0, of a day or a month (YYYY-MM-DD, YYYY-MM). */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** YYYY-MM. */
export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** Whether the calendar has this day, YYYY-MM-DD in digits. */
export function isDayOfCalendar(date: string): boolean {
  const day = Number(date.slice(8));
  return day >= 1 && day <= daysOfMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
}

/** Months are counted from 1; one that does not exist has none. */
export function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
