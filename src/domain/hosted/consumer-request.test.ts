import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAtOf, requestNumber } from './consumer-request.ts';

test('a number is eight letters of the random end of the id, in two groups', () => {
  const begin = '0199d1c2-7a44-7c31-9f0e-3f';
  assert.equal(requestNumber(`${begin}0000000000`), '0000-0000');
  assert.equal(requestNumber(`${begin}0000000001`), '0000-0001');
  assert.equal(requestNumber(`${begin}000000003f`), '0000-001Z');
  assert.equal(requestNumber(`${begin}ffffffffff`), 'ZZZZ-ZZZZ');
});

test('the tenant has thirty days', () => {
  assert.equal(
    dueAtOf(new Date('2026-11-18T10:00:00Z')).toISOString(),
    new Date('2026-12-18T10:00:00Z').toISOString(),
  );
});
