import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, hourSteps, percentileOf, STEPS_MAX, startBefore, stepsWithin } from './figures.ts';

test('a percentile out of buckets is within 19 % of the true one, and grows with its share', () => {
  const times = Array.from({ length: 1_000 }, (_one, n) => 3 + ((n * 7919) % 1_000) * 4);
  const buckets = new Map<number, number>();
  for (const ms of times) buckets.set(bucketOf(ms), (buckets.get(bucketOf(ms)) ?? 0) + 1);
  const sorted = times.toSorted((a, b) => a - b);
  for (const share of [0.05, 0.5, 0.95, 0.99]) {
    const truth = sorted[Math.ceil(sorted.length * share) - 1] as number;
    const found = percentileOf(buckets, share) as number;
    assert.ok(Math.abs(found - truth) / truth < 0.19, `${share}: ${found} for ${truth}`);
  }
  assert.ok((percentileOf(buckets, 0.5) as number) < (percentileOf(buckets, 0.95) as number));
});

test('nothing counted has no percentile, and one call has its own', () => {
  assert.equal(percentileOf(new Map(), 0.5), null);
  assert.equal(percentileOf(new Map([[bucketOf(1_000), 1]]), 1), 1_024);
});

test('a period without a start has the steps of a page, at every hour and on the last day of every month', () => {
  const first = (step: 'hour' | 'day' | 'month', to: string) => startBefore(step, new Date(to)).toISOString();
  assert.equal(first('hour', '2026-10-25T12:30:00Z'), '2026-10-24T13:30:00.000Z');
  assert.equal(first('day', '2026-11-16T23:59:00Z').slice(0, 10), '2026-10-18');
  assert.equal(first('day', '2026-11-16T00:01:00Z').slice(0, 10), '2026-10-18');
  assert.equal(first('day', '2026-04-10T23:30:00Z').slice(0, 10), '2026-03-13');
  assert.equal(first('month', '2027-01-31T12:00:00Z').slice(0, 7), '2026-02');
  assert.equal(first('month', '2027-03-01T12:00:00Z').slice(0, 7), '2026-04');
  assert.equal(first('month', '2026-06-30T23:30:00Z').slice(0, 7), '2025-08');
});

test('a period is counted in steps, both ends included, and never as too short', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  assert.equal(stepsWithin('hour', day('2026-11-01'), day('2026-11-02')), 25);
  assert.ok(stepsWithin('day', day('2026-03-28'), day('2026-03-30')) >= 3);
  assert.ok(stepsWithin('day', day('2026-01-01'), day('2026-12-31')) <= STEPS_MAX);
  assert.equal(stepsWithin('month', day('2026-11-15'), day('2026-11-15')), 1);
});

test('hours are whole, both ends included, and as many come before them', () => {
  const { previousFrom, steps } = hourSteps(
    new Date('2026-10-25T00:59:00Z'),
    new Date('2026-10-25T02:00:00Z'),
  );
  assert.deepEqual(
    steps.map(({ startsAt, endsAt }) => `${startsAt.toISOString()} ${endsAt.toISOString()}`),
    [
      '2026-10-25T00:00:00.000Z 2026-10-25T01:00:00.000Z',
      '2026-10-25T01:00:00.000Z 2026-10-25T02:00:00.000Z',
      '2026-10-25T02:00:00.000Z 2026-10-25T03:00:00.000Z',
    ],
  );
  assert.equal(previousFrom.toISOString(), '2026-10-24T21:00:00.000Z');
});
