import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskNumber } from './masked-number.ts';

test('of a long number three digits show, of a short one two', () => {
  assert.equal(maskNumber('+447700900123'), '+*********123');
  assert.equal(maskNumber('+1234567'), '+*****67');
});
