import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isToken, maskAccountNumber, readAccountNumber } from './account-numbers.ts';
import { compareNumbers, type NumberLikeness } from './compare-numbers.ts';

const PAIRS: [string, string, NumberLikeness][] = [
  ['12345678', '12345678', 'sure'],
  ['12345678', '****5678', 'same'],
  ['12345678', 'XX-5678', 'same'],
  ['12345678', '12345678/01', 'sure'],
  ['12345678', '12345678 001', 'sure'],
  ['12345678-01', '12345678/001', 'sure'],
  // Masks that show the beginning: many digits are of one account only, both ends as good as the last four.
  ['123456789****', '1234567890123', 'same'],
  ['12345678****', '1234567890123', 'unknown'],
  ['YK1234XXXX', 'YK12399876', 'different'],
  ['1243XXXX', '12345678', 'unknown'],
  ['123XXXX', '98765432', 'unknown'],
  ['00123****678', '12345678', 'same'],
  ['1299****678', '12345678', 'different'],
  ['1234****', '9876', 'unknown'],
  // Two digits behind a nought are no part.
  ['xxxx-052', '57679514052/01', 'similar'],
  ['xxxx-052', '57679514053', 'different'],
  // A check letter.
  ['xxxx207A', '....207A', 'similar'],
  ['xxxx207A', '202730208A', 'different'],
  // Two parts of a mortgage, two phones.
  ['12345678-01', '12345678-02', 'other-part'],
  ['****5678-01', '****5678-02', 'other-part'],
  ['12345678-01', '1234567802', 'other-part'],
  ['1234567801', '1234567802', 'other-part'],
  // One part in every form.
  ['12345678/1', '12345678-01', 'sure'],
  ['12345678/1', '12345678 001', 'sure'],
  ['12345678/1', '123456781', 'sure'],
  ['12345678/1', '1234567801', 'sure'],
  ['12345678-01', '12345678001', 'sure'],
  ['12345678', '123456781', 'suffixed'],
  ['123456781', '1234567801', 'suffixed'],
  ['12345678/1', '****6781', 'same'],
  ['12345678/1', '****8001', 'same'],
  ['1234567801', '****5678', 'suffixed'],
  ['****5678', '****6781', 'unknown'],
  ['****6781', '****7801', 'unknown'],
  ['****6781', '****7802', 'different'],
  ['1234567801', '****6781', 'unknown'],
  ['1234567802', '****6781', 'different'],
  ['12345678.01', '12345678', 'sure'],
  ['12345678.01', '12345678-02', 'other-part'],
  ['****6781', '****6782', 'other-part'],
  ['***678', '***679', 'different'],
  ['12345678/1', '****7902', 'different'],
  // A mask that shows hardly more than the part.
  ['41/1', '285020824101', 'similar'],
  ['41/1', '28502082411', 'similar'],
  ['41/1', '28502082441', 'unknown'],
  ['41/1', '285020824102', 'other-part'],
  ['41/1', '285020827801', 'different'],
  ['01/1', '****0102', 'other-part'],
  ['41/1', '2850208241/1', 'similar'],
  ['41/1', '2850208241/2', 'other-part'],
  ['41/1', '2850208241-002', 'parted'],
  ['****/002', '8388333302-01', 'other-part'],
  ['41/1', '2850208278/1', 'different'],
  ['1/01', '2850208241/01', 'similar'],
  ['1/1', '2850208241/1', 'unknown'],
  ['****9-01', 'XXXXXXX4901', 'similar'],
  ['****9-01', 'XXXX5491', 'unknown'],
  ['ending 41/1', '****4101', 'similar'],
  ['****/001', '2850208241-001', 'similar'],
  ['xxxx0-01', '****/001', 'similar'],
  ['**** 001', '2850208241-001', 'similar'],
  ['**** 001', '88585621', 'unknown'],
  ['**** 437', '88585621', 'different'],
  ['****/001', '2850208241-002', 'other-part'],
  ['****/001', '2850208241002', 'unknown'],
  // The dash may stand within the number.
  ['XXXX7-51', '****5-01', 'unknown'],
  ['****6-01', '47/895337-61', 'unknown'],
  ['****6-02', '47/895337-61', 'other-part'],
  ['xxxx-496', '80864496', 'similar'],
  ['****-01', '47/895337-61', 'unknown'],
  ['****-02', '47/895337-61', 'other-part'],
  ['5101XXXXXXXX-01', '99/690698-61', 'different'],
  // A mask in words or dots.
  ['1234567801', 'ending 5678', 'suffixed'],
  ['1234567801', '....5678', 'suffixed'],
  ['1234567801', '…5678', 'suffixed'],
  ['1234567801', '--5678', 'suffixed'],
  // Two digits that changed places.
  ['12345678', '12354678', 'swapped'],
  ['12345678/001', '12354678-01', 'swapped'],
  ['12345678/001', '12354678/002', 'different'],
  ['12345678', '****5768', 'unknown'],
  ['12345678', '12543678', 'different'],
  // A token of the lender's own says nothing, for or against.
  ['12345678', 'A3F09B77C1E2', 'unknown'],
  ['7F2C9A1182', '7F2C9A1182', 'unknown'],
  // The suffix of one may be the bureau's own.
  ['12345678-2', '12345678 001', 'parted'],
  // A mask of either form.
  ['12345678-01', '****5678', 'same'],
  ['12345678-01', '****7801', 'same'],
  ['12345678-01', '****5678-01', 'same'],
  ['12345678-01', '****7802', 'other-part'],
  ['****5678', '****7801', 'unknown'],
  ['LN12345678', '12345678', 'sure'],
  ['12345678K', '12345678', 'sure'],
  ['00-00-00 12345678', '12345678', 'sure'],
  ['1234 5678 9012 3456', '************3456', 'same'],
  ['0012345678', '12345678', 'sure'],
  ['12345678', '***678', 'similar'],
  ['12345678', '1234567801', 'suffixed'],
  ['12345678', '12345679', 'other-part'],
  ['12345678', '12349679', 'different'],
  ['12345678', '***679', 'different'],
  ['12345678', '1234****', 'unknown'],
  ['12345678', '**78', 'unknown'],
  ['12345678', '', 'unknown'],
  // Both sides of each length.
  ['123456', '123456', 'sure'],
  ['12345', '12345', 'same'],
  ['1234', '1234', 'same'],
  ['123', '123', 'similar'],
  ['123456', '123456001', 'suffixed'],
  ['123456', '1234560001', 'different'],
  ['12345', '1234501', 'different'],
  ['12345678', '12345690', 'other-part'],
  ['12345678', '12345790', 'different'],
  ['7'.repeat(40), '7'.repeat(40), 'sure'],
  ['7'.repeat(41), '7'.repeat(41), 'unknown'],
];

test('numbers are compared by the digits that both show', () => {
  for (const [a, b, likeness] of PAIRS) {
    assert.equal(compareNumbers(readAccountNumber(a), readAccountNumber(b)), likeness, `${a} | ${b}`);
    assert.equal(compareNumbers(readAccountNumber(b), readAccountNumber(a)), likeness, `${b} | ${a}`);
  }
});

test('a token of eight characters is of one account only, a shorter one says nothing', () => {
  assert.deepEqual(['1A23456', '1A234567'].map(isToken), [false, true]);
});

test('a token is no number, and nothing of it is shown', () => {
  for (const token of ['A3F09B77C1E2', '7F2C9A1182', '00FF12AB34'])
    assert.equal(maskAccountNumber(readAccountNumber(token)), undefined, token);
});

test('a shown number is four stars and at most four trailing digits, never all of it', () => {
  assert.equal(maskAccountNumber(readAccountNumber('4471920031')), '****0031');
  assert.equal(maskAccountNumber(readAccountNumber('123456')), '****456');
  assert.equal(maskAccountNumber(readAccountNumber('****0031')), '****0031');
  assert.equal(maskAccountNumber(readAccountNumber(undefined)), undefined);
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,40}$/), (digits) => {
      const shown = maskAccountNumber(readAccountNumber(digits));
      if (shown === undefined) return;
      assert.match(shown, /^\*{4}\d{1,4}$/);
      assert.ok(shown.length - 4 < digits.length && digits.endsWith(shown.slice(4)));
    }),
  );
});

test('any text at all is read without complaint', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => void maskAccountNumber(readAccountNumber(text))),
  );
});
