// Seeded chance for made-up reports: the same seed text always gives the same draws, on any machine. Not for
// secrets: whoever knows the seed knows every draw.
import { hash } from 'node:crypto';

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
  const next = sfc32(hash('sha256', seed, 'buffer'));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick<T>(choices: readonly T[]): T {
      return choices[int(0, choices.length - 1)] as T;
    },
    chance: (percent) => next() * 100 < percent,
    digits: (count) => String(int(0, 10 ** count - 1)).padStart(count, '0'),
  };
}

// Chris Doty-Humphrey's "small fast counter" generator (PractRand), 32 bits wide: a fraction in [0, 1) per call.
function sfc32(seed: Buffer): () => number {
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
