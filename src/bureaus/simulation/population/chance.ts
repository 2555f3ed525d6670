// A seeded random number generator for invented people, the population's and test mode's: the same seed text gives the same draws
// on any machine. Not for secrets: the seed predicts every draw.
import { hash } from 'node:crypto';

export type Chance = {
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True with this probability, in per cent. */
  is(percent: number): boolean;
  /** This many decimal digits, the first not zero. */
  digits(count: number): string;
};

export function createChance(seed: string): Chance {
  const next = smallFastCounter(hash('sha256', seed, 'buffer'));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: <T>(choices: readonly T[]): T => choices[int(0, choices.length - 1)] as T,
    is: (percent) => next() * 100 < percent,
    digits: (count) => Array.from({ length: count }, (_, place) => int(place === 0 ? 1 : 0, 9)).join(''),
  };
}

// Chris Doty-Humphrey's "small fast counter" generator (PractRand), 32 bits wide: a fraction in [0, 1) per call.
function smallFastCounter(seed: Buffer): () => number {
  let a = seed.readInt32LE(0);
  let b = seed.readInt32LE(4);
  let c = seed.readInt32LE(8);
  let counter = seed.readInt32LE(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
}
