// The seed that the run says is the one that property tests draw from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

test('two samples without a seed of their own are those of TEST_SEED', () => {
  const sample = (more: { seed?: number }) => fc.sample(fc.integer(), { numRuns: 20, ...more });
  const expected = sample({ seed: Number(process.env.TEST_SEED) });
  assert.deepEqual([sample({}), sample({})], [expected, expected]);
});
