import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMonths } from './payment-history.ts';

const months = (...marks: [age: unknown, mark: unknown][]) =>
  readMonths({
    paymentHistory: marks.map(([ageInMonths, paymentStatus]) => ({ ageInMonths, paymentStatus })),
  });

test('all marks are in our alphabet, by their age, in either spelling', () => {
  const letters = ['ZERO', 'ONE', 'SIX', '3', 'A', 'B', 'G', 'I', 'S', 'V', 'R', 'D', 'Q', 'N', 'W', 'X'];
  assert.deepEqual(months(...letters.map((mark, age): [number, string] => [age, mark])), {
    newestMark: 'ZERO',
    codes: '0163lllassddqowt',
    hasUnknown: false,
  });
  assert.deepEqual(months(['0', 'zero'], ['1', 'Two']), {
    newestMark: 'ZERO',
    codes: '02',
    hasUnknown: false,
  });
});

test('the order does not matter, gaps and "." are not known, and the newest known mark carries the status', () => {
  assert.deepEqual(months([5, 'ONE'], [3, 'D'], [0, '.']), {
    newestMark: 'D',
    codes: '...d.1',
    hasUnknown: false,
  });
  assert.deepEqual(months([0, 'U'], [1, 'ZERO'], [2, 'Z']), {
    newestMark: 'U',
    codes: '.0.',
    hasUnknown: false,
  });
});

test('a hostile list is read as far as it makes sense, and is never longer than 72 months', () => {
  const far = Array.from({ length: 5_000 }, (_, age): [number, string] => [age, 'ZERO']);
  assert.equal(months(...far).codes, '0'.repeat(72));
  assert.deepEqual(
    months(
      [-1, 'ONE'],
      [1.5, 'ONE'],
      [1e9, 'ONE'],
      ['x', 'ONE'],
      [null, 'ONE'],
      [0, {}],
      [1, '<b>'],
      [2, 'ZERO'],
    ),
    { newestMark: '<B>', codes: '..0', hasUnknown: true },
  );
  for (const broken of [undefined, null, 'text', 7, [], {}]) {
    assert.deepEqual(readMonths({ paymentHistory: broken }), {
      newestMark: undefined,
      codes: '',
      hasUnknown: false,
    });
  }
  // The first of two that claim one month.
  assert.equal(months([0, 'D'], [0, 'ZERO']).codes, 'd');
});
