// A seeded random number generator for synthetic reports: the same seed text gives the same draws on any machine. Not for secrets:
// the seed predicts every draw.
import { createChance } from '../../bureaus/simulation/population/chance.ts';

export type Random = {
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True with this probability, in per cent. */
  chance(percent: number): boolean;
  /** This many decimal digits (at most nine), leading zeros kept. */
  digits(count: number): string;
};

export function createRandom(seed: string): Random {
  const { int, pick, is } = createChance(seed);
  return { int, pick, chance: is, digits: (count) => String(int(0, 10 ** count - 1)).padStart(count, '0') };
}
