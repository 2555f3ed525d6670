// Calendar months as whole numbers, so that they can be counted and compared.

/** Months since the year 0, of a day or a month (YYYY-MM-DD, YYYY-MM). */
export function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** YYYY-MM. */
export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}
