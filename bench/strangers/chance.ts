// Seeded chance and days, for the invented people of this folder. Nothing here knows of credit files.

export type Chance = {
  /** From 0 up to but not including 1. */
  real(): number;
  /** True that often. */
  is(share: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<Item>(list: readonly Item[]): Item;
  weighted<Item>(rows: readonly (readonly [Item, number])[]): Item;
  /** Digits, the first of them not zero. */
  digits(count: number): string;
};

/** The same text gives the same sequence, on every machine. */
export function createChance(seed: string): Chance {
  let state = hashOf(seed);
  // Mulberry32.
  const real = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(real() * (to - from + 1));
  return {
    real,
    whole,
    is: (share) => real() < share,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    weighted(rows) {
      let left = real() * rows.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of rows) {
        left -= weight;
        if (left < 0) return item;
      }
      return (rows.at(-1) as (typeof rows)[number])[0];
    },
    digits: (count) => Array.from({ length: count }, (_, at) => whole(at === 0 ? 1 : 0, 9)).join(''),
  };
}

/** FNV-1a, with a last stir so that texts that end alike are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 13)) | 0;
}

const DAY_MS = 86_400_000;

/** Days are whole numbers since 1970 while people are made, and YYYY-MM-DD in their files. */
export function dayOf(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
}

export function isoOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export const TODAY = dayOf('2026-03-31');
export const MONTH_DAYS = 30.4375;
export const YEAR_DAYS = 365.25;

/** Whole months from one day to another. */
export function monthsBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / MONTH_DAYS));
}

export function daysOfMonths(months: number): number {
  return Math.round(months * MONTH_DAYS);
}
