import assert from 'node:assert/strict';
import test from 'node:test';
import { LENDERS } from '../lenders/registry.ts';
import type { FileAccount } from '../reports/bureau-file.ts';
import { toComparable } from './comparable-account.ts';

const SAID: FileAccount = { ref: '1', accountType: 'credit-card', accountStatus: 'open' };

test('records that give different fields are compared in one shape', () => {
  const fieldsOf = (said: Partial<FileAccount>) =>
    Object.keys(toComparable('equifax', { ...said, ...SAID }, LENDERS).account);
  const few = fieldsOf({});
  assert.deepEqual(fieldsOf({ startDate: '2025-01-02', lastName: 'Hazelwick', isJoint: true }), few);
  assert.deepEqual(fieldsOf({ isJoint: true, product: 'pcp' }), few);
});

test('what a record does not give is not given in its full form', () => {
  const { account } = toComparable('equifax', SAID, LENDERS);
  const given = Object.entries(account).filter(([, value]) => value !== undefined);
  assert.deepEqual(Object.fromEntries(given), SAID);
});
