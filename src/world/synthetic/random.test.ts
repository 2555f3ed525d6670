import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from './random.ts';

const draws = (seed: string) => {
  const random = createRandom(seed);
  return Array.from({ length: 50 }, () => random.int(0, 1_000_000));
};

test('the same seed gives the same draws and another seed gives others', () => {
  assert.deepEqual(draws('a seed'), draws('a seed'));
  assert.notDeepEqual(draws('a seed'), draws('a seed '));
});

test('the draws of a seed never change, or every stored example would', () => {
  assert.deepEqual(draws('trefoil').slice(0, 3), [671086, 933177, 956085]);
});

test('a whole number lies within its bounds, both included', () => {
  const random = createRandom('dice');
  const seen = new Set(Array.from({ length: 500 }, () => random.int(1, 6)));
  assert.deepEqual([...seen].sort(), [1, 2, 3, 4, 5, 6]);
});

test('digits keep their leading zeros', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (seed, count) => {
      assert.match(createRandom(seed).digits(count), new RegExp(`^\\d{${count}}$`));
    }),
  );
});

test('a chance is true about as often as its percentage', () => {
  const random = createRandom('coin');
  const hits = Array.from({ length: 10_000 }, () => random.chance(70)).filter(Boolean).length;
  assert.ok(hits > 6_800 && hits < 7_200, String(hits));
});

test('a pick is one of the choices, and each choice occurs', () => {
  const random = createRandom('pick');
  const seen = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])));
  assert.deepEqual([...seen].sort(), ['a', 'b', 'c']);
});
