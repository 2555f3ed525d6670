import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDuration } from './test-clock.ts';

test('a duration goes forward, in units of ISO 8601', () => {
  for (const good of ['PT5M1S', 'P1D', 'P2Y', 'P1Y6M', 'P2W', 'PT0.001S', 'P1DT12H', 'PT300S', 'P0DT1S'])
    assert.equal(isDuration(good), true, good);
  for (const bad of [
    '',
    'P',
    'PT',
    'P1DT',
    '-PT5M',
    'P-1D',
    'PT0S',
    'P0D',
    '5M',
    'PT5',
    'P1W2D',
    'PT1.2345S',
    'pt5m',
    'P1S',
  ])
    assert.equal(isDuration(bad), false, bad);
});
