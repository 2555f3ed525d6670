import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAtOf, idEndOf, requestNumber } from './consumer-request.ts';

test('a number is eight letters of the random end of the id, in two groups', () => {
  const begin = '0199d1c2-7a44-7c31-9f0e-3f';
  assert.equal(requestNumber(`${begin}0000000000`), '0000-0000');
  assert.equal(requestNumber(`${begin}0000000001`), '0000-0001');
  assert.equal(requestNumber(`${begin}000000003f`), '0000-001Z');
  assert.equal(requestNumber(`${begin}ffffffffff`), 'ZZZZ-ZZZZ');
});

test('a number leads back to the end of its id, however it is typed; what is none leads nowhere', () => {
  for (const end of ['0000000000', '000000003f', 'c0ffee1234', 'ffffffffff']) {
    const number = requestNumber(`0199d1c2-7a44-7c31-9f0e-3f${end}`);
    for (const typed of [number, number.toLowerCase(), number.replace('-', ''), ` ${number} `])
      assert.equal(idEndOf(typed), end, typed);
  }
  for (const none of ['', 'ZZZZ-ZZZ', 'ZZZZ-ZZZZZ', 'ILOU-0000']) assert.equal(idEndOf(none), null, none);
});

test('the tenant has thirty days', () => {
  assert.equal(
    dueAtOf(new Date('2026-11-18T10:00:00Z')).toISOString(),
    new Date('2026-12-18T10:00:00Z').toISOString(),
  );
});
