// Figures of a period: what is counted, and percentiles out of fixed buckets. Buckets can be added up over hours and days; percentiles
// cannot.
import { londonDate, londonDateBefore } from '../days/london-days.ts';

export const FIGURE_STEPS = ['hour', 'day', 'month'] as const;
export type FigureStep = (typeof FIGURE_STEPS)[number];

/** Days and months are those of the United Kingdom, as on the bill. */
export const FIGURES_ZONE = 'Europe/London';
export const STEPS_MAX = 400;

const HOUR_MS = 3_600_000;
/** At least, so that a period is never counted as shorter than it is. */
const STEP_MS: Record<FigureStep, number> = { hour: HOUR_MS, day: 23 * HOUR_MS, month: 28 * 24 * HOUR_MS };

/** Of a period that names only its end: as many steps as a page shows. */
const STEPS_DEFAULT: Record<FigureStep, number> = { hour: 24, day: 30, month: 12 };

/** A time in the first of these steps. */
export function startBefore(step: FigureStep, to: Date): Date {
  const earlier = STEPS_DEFAULT[step] - 1;
  if (step === 'hour') return new Date(to.getTime() - earlier * HOUR_MS);
  if (step === 'day') return new Date(`${londonDateBefore(to, earlier)}T12:00:00Z`);
  const [year = 0, month = 0] = londonDate(to).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - earlier, 15));
}

/** How many steps a period has at most. */
export function stepsWithin(step: FigureStep, from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / STEP_MS[step]) + 1;
}

export type Steps = { previousFrom: Date; steps: { startsAt: Date; endsAt: Date }[] };

/** The hours from that of a time to that of another, and where as many before them begin. */
export function hourSteps(from: Date, to: Date): Steps {
  const firstMs = Math.floor(from.getTime() / HOUR_MS) * HOUR_MS;
  const count = Math.floor((to.getTime() - firstMs) / HOUR_MS) + 1;
  return {
    previousFrom: new Date(firstMs - count * HOUR_MS),
    steps: Array.from({ length: count }, (_none, place) => ({
      startsAt: new Date(firstMs + place * HOUR_MS),
      endsAt: new Date(firstMs + (place + 1) * HOUR_MS),
    })),
  };
}

/** A bucket is a quarter of a doubling: it begins at 2^(bucket / 4) ms, so that a percentile is off by at most 19 %. */
export const BUCKETS_PER_DOUBLING = 4;
/** The last one begins at 55 s. */
export const BUCKET_MAX = 63;

export const bucketOf = (ms: number): number =>
  Math.min(BUCKET_MAX, Math.floor(BUCKETS_PER_DOUBLING * Math.log2(Math.max(ms, 1))));

/** Of bucket numbers with their counts, in milliseconds; null without any. */
export function percentileOf(buckets: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let before = 0;
  for (const [bucket, count] of sorted) {
    const within = (total * share - before) / count;
    if (within <= 1) return Math.round(2 ** ((bucket + within) / BUCKETS_PER_DOUBLING));
    before += count;
  }
  return null;
}
