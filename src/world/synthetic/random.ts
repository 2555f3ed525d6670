// Seeded chance for made-up reports: the same seed text always gives the same draws, on any machine. Not for
// secrets: whoever knows the seed knows every draw.
import { createChance } from '../../bureaus/simulation/population/chance.ts';

export type Random = {
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True in so many cases of a hundred. */
  chance(percent: number): boolean;
  /** So many decimal digits (at most nine), leading zeros kept. */
  digits(count: number): string;
};

export function createRandom(seed: string): Random {
  const { int, pick, is } = createChance(seed);
  return { int, pick, chance: is, digits: (count) => String(int(0, 10 ** count - 1)).padStart(count, '0') };
}
