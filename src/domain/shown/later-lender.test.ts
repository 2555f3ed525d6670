import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterLenders } from './later-lender.ts';

test('who came after a lender is said with the day and what went, and with a mark where it is not verified', () => {
  assert.equal(laterLenders([{ name: 'Wick', isVerified: true }]), 'now called Wick');
  assert.equal(
    laterLenders([
      { name: 'Wick', on: '2012-01-01', what: 'the bank', isVerified: true },
      { name: 'Tern', on: '2010-02-03', isVerified: false },
    ]),
    'Wick, on 1 January 2012: the bank; Tern, on 3 February 2010: accounts (not verified)',
  );
  assert.equal(laterLenders(undefined), undefined);
});
