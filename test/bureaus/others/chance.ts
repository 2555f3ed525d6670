// Seeded chance and calendar of the invented replies.
import { createSeededChance } from '../../support/bureaus/mutations.ts';

export function createDice(seed: number) {
  const { below, pick } = createSeededChance(seed);
  const between = (low: number, high: number) => low + below(high - low + 1);
  return {
    below,
    pick,
    between,
    /** True in so many cases of a hundred. */
    percent: (share: number) => below(10_000) < share * 100,
    /** A day of any year of the range. */
    day: (fromYear: number, toYear: number) =>
      `${between(fromYear, toYear)}-${two(between(1, 12))}-${two(between(1, 28))}`,
    digits: (length: number) => Array.from({ length }, () => below(10)).join(''),
  };
}
export type Dice = ReturnType<typeof createDice>;

export const two = (number: number): string => String(number).padStart(2, '0');

/** Of YYYY-MM: months since the year 0. */
export const monthNumber = (day: string): number =>
  Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
export const monthName = (number: number): string => `${Math.floor(number / 12)}-${two((number % 12) + 1)}`;
export const addMonths = (day: string, months: number): string =>
  `${monthName(monthNumber(day) + months)}${day.slice(7)}`;
