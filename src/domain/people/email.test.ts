import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEmail, isSameEmail } from './email.ts';

test('the case of A to Z does not count, and no other letter becomes one of a to z', () => {
  assert.equal(foldEmail('Bill.O@INITECH.example'), 'bill.o@initech.example');
  for (let code = 0x80; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    if (foldEmail(letter) !== letter) assert.fail(`U+${code.toString(16)} is folded`);
  }
  assert.ok(!isSameEmail('bill@\u0130nitech.example', 'bill@initech.example'));
  assert.ok(!isSameEmail('\u212Aim@example.com', 'kim@example.com'));
});
