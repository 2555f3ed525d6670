import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicRecordChanges } from '../changes/public-record-changes.ts';
import { publicChangeLines } from './public-change-words.ts';

const COURT = { court: 'EXAMPLETON', amount: { amount: 41_000, currency: 'GBP' } };
const CHANGES: PublicRecordChanges = {
  judgments: {
    new: [
      { kind: 'county-court-judgment', status: 'open', ...COURT, date: '2025-03-04', when: 'since' },
      { kind: 'child-support-order', status: 'open', date: '2024-03-04', when: 'before' },
    ],
    ended: [
      { kind: 'decree', status: 'satisfied', statusBefore: 'open', when: 'since' },
      { kind: 'decree', status: 'set-aside', statusBefore: 'open', when: 'undated' },
    ],
    gone: [
      { kind: 'high-court-judgment', status: 'open', date: '2020-01-01' },
      { kind: 'high-court-judgment', status: 'open', date: '2020-01-02' },
    ],
  },
  insolvencies: {
    new: [{ kind: 'debt-relief-order', status: 'in-force', when: 'undated' }],
    ended: [{ kind: 'bankruptcy', status: 'ended', statusBefore: 'in-force', when: 'since' }],
    gone: [{ kind: 'bankruptcy', status: 'annulled' }],
  },
  notices: {
    new: [{ id: 'experian', type: 'correction', ref: 'N1', date: '2025-02-03' }],
    gone: [{ id: 'equifax', type: 'dispute' }],
  },
};

test('each new, satisfied, ended and removed record is a line: what, which and when', () => {
  assert.deepEqual(
    publicChangeLines(CHANGES, '2026-01-01').map(({ what, who, said }) => `${what} | ${who} | ${said}`),
    [
      'New judgment | County court judgment, Exampleton, £410 | 4 March 2025, since then',
      'New judgment | Liability order for child maintenance | 4 March 2024, not on file then',
      'Satisfied | Decree of a Scottish court | not paid before',
      'Set aside | Decree of a Scottish court | not paid before',
      'Gone | High Court judgment | six years after its date',
      'Gone | High Court judgment | no longer listed; it says nothing about the debt',
      'New insolvency | Debt relief order | undated',
      'Ended | Bankruptcy | in force before',
      'Gone | Bankruptcy | no longer listed; it says nothing about the debt',
      'New notice | Notice of correction N1 | Experian, 3 February 2025',
      'Notice removed | In dispute | Equifax',
    ],
  );
});

test('what was not compared has no line', () => {
  assert.deepEqual(publicChangeLines({}, '2026-01-01'), []);
});
