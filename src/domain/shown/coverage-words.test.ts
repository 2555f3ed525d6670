// What a search left out and how it was asked, in sentences that a person reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALTERED_CHANGES, BUREAU_NOTES, LEFT_OUT_REASONS } from '../reports/credit-report.ts';
import { alteredWords, missingWords } from './coverage-words.ts';

const leftOut = (reason: (typeof LEFT_OUT_REASONS)[number], accounts: number, searches = 0) =>
  missingWords([{ id: 'experian', leftOut: [{ reason, accounts, searches }] }]);

test('records of other people are counted and said to be left out, one or many', () => {
  assert.deepEqual(leftOut('another-person', 3), [
    'Experian sent 3 accounts that it marks as other people’s. They are not in this report.',
  ]);
  assert.deepEqual(leftOut('another-person', 1), [
    'Experian sent 1 account that it marks as another person’s. It is not in this report.',
  ]);
  assert.deepEqual(leftOut('another-person', 2, 1), [
    'Experian sent 2 accounts and 1 search that it marks as other people’s. They are not in this report.',
  ]);
  assert.deepEqual(leftOut('another-person', 0), []);
});

test('records that do not fit well enough are not called another person’s', () => {
  assert.deepEqual(leftOut('not-sure', 1), [
    'Experian sent 1 account whose name or date of birth does not fit well enough. It may be another person’s, and is not in this report.',
  ]);
  assert.deepEqual(leftOut('not-sure', 0, 2), [
    'Experian sent 2 searches whose name or date of birth do not fit well enough. They may be other people’s, and are not in this report.',
  ]);
});

test('every note has a sentence with the bureau, and every reason too', () => {
  for (const note of BUREAU_NOTES) {
    const [words = '', ...more] = missingWords([{ id: 'transunion', notes: [note] }]);
    assert.match(words, /^TransUnion [a-z].*\.$/);
    assert.equal(more.length, 0);
  }
  for (const reason of LEFT_OUT_REASONS) assert.equal(leftOut(reason, 1).length, 1);
});

test('what was sent otherwise is said with the field, once for bureaus that were sent the same', () => {
  const folded = { field: '/firstName', sent: 'Zoe', change: 'folded' } as const;
  assert.deepEqual(alteredWords([{ id: 'transunion', altered: [folded] }]), [
    'TransUnion was asked for “Zoe” as the first name, because it does not take every letter and sign.',
  ]);
  assert.deepEqual(
    alteredWords([
      { id: 'experian', altered: [folded] },
      { id: 'transunion', altered: [folded, { field: '/middleName', change: 'left-out' }] },
    ]),
    [
      'Experian and TransUnion were asked for “Zoe” as the first name, because they do not take every letter and sign.',
      'TransUnion was not asked for the middle name, because it does not take it.',
    ],
  );
  assert.deepEqual(alteredWords([{ id: 'equifax' }]), []);
});

const FIELDS: [pointer: string, words: string][] = [
  ['/lastName', 'the last name'],
  ['/previousNames/0/lastName', 'a previous last name'],
  ['/previousNames/1', 'a previous name'],
  ['/addresses/0/ukAddress/thoroughfare', 'the street'],
  ['/addresses/2/ukAddress/thoroughfare', 'the street of an earlier address'],
  ['/addresses/2', 'an earlier address'],
  ['/addresses/0', 'the current address'],
  ['/of/tomorrow', 'the details'],
];
for (const [field, words] of FIELDS) {
  test(`${field} reads as ${words}, whatever was done to it`, () => {
    for (const change of ALTERED_CHANGES) {
      const sent = change === 'left-out' ? {} : { sent: 'X' };
      const [said = ''] = alteredWords([{ id: 'equifax', altered: [{ field, change, ...sent }] }]);
      assert.ok(said.includes(` ${words}, because it `), said);
      assert.doesNotMatch(said, /undefined|\//);
    }
  });
}
