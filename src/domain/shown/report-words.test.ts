// A report in people's words: names out of capitals, histories as months, standings, values without codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_STATUSES, COMPANY_TYPES, DISAGREEMENT_FIELDS, HISTORY_CODES } from '../credit-report.ts';
import { FIELD_NAMES, fieldValue, paidMonths, shownName, standingOf, unbroken } from './report-words.ts';

test('a name in capitals reads as a name; initials, mixed and hostile names stay as they are', () => {
  assert.equal(shownName('BRIDLEPATH PERSONAL FINANCE LTD'), 'Bridlepath Personal Finance Ltd');
  assert.equal(shownName('HSBC BANK PLC'), 'HSBC Bank plc');
  assert.equal(shownName("O'HARA AND SONS (UK) LIMITED"), "O'hara and Sons (UK) Limited");
  for (const same of ['NatWest', 'TSB', '=1+1', '<b>bold</b>', 'W'.repeat(60), 'مرحبا بالعالم', ''])
    assert.equal(shownName(same), same);
});

test('a history is the months up to that of the report, the oldest first; what is not on file is not known', () => {
  const months = paidMonths({ newest: '2026-10', months: '3210d' }, '2026-11-15');
  assert.equal(months.length, 24);
  assert.deepEqual(months[0], { label: 'Dec 2024', state: null, word: 'Not known' });
  assert.deepEqual(months.slice(-6), [
    { label: 'Jun 2026', state: 'default', word: 'Default' },
    { label: 'Jul 2026', state: 'paid', word: 'Paid' },
    { label: 'Aug 2026', state: 'late-1', word: '1 month late' },
    { label: 'Sept 2026', state: 'late-2', word: '2 months late' },
    { label: 'Oct 2026', state: 'late-3', word: '3 months late' },
    { label: 'Nov 2026', state: null, word: 'Not known' },
  ]);
  // Newer than the day that is asked for: those months are left out.
  const before = paidMonths({ newest: '2026-12', months: 'd10' }, '2026-11-15', 2);
  assert.deepEqual(
    before.map(({ word }) => word),
    ['Paid', '1 month late'],
  );
  const all = paidMonths({ newest: '2026-11', months: HISTORY_CODES }, '2026-11', HISTORY_CODES.length);
  assert.equal(all.filter(({ word }) => word === 'Not known').length, 1, 'only the dot');
});

test('a debt that was sold goes on in the months of the bureau that has its buyer', () => {
  const bureaus = [
    { newest: '2026-10', months: 'tt' },
    { newest: '2026-09', months: 'dd' },
  ];
  const months = paidMonths({ newest: '2026-10', months: 'ttt0', bureaus }, '2026-10-15', 4);
  assert.deepEqual(
    months.map(({ word }) => word),
    ['Paid', 'Default', 'Default', 'Transferred'],
  );
});

test('a default is red, arrears are amber with their months, and every status has words', () => {
  const at = (accountStatus: string, months = '0') =>
    standingOf({ accountStatus, history: { newest: '2026-10', months } });
  assert.deepEqual(at('default', 'd'), { words: 'In default', tone: 'danger' });
  assert.deepEqual(at('delinquent', '1'), { words: '1 month behind', tone: 'warn' });
  assert.deepEqual(at('delinquent', '6'), { words: '6 or more months behind', tone: 'warn' });
  assert.deepEqual(at('delinquent', 'l'), { words: 'Behind with payments', tone: 'warn' });
  assert.deepEqual(at('open'), { words: 'Up to date', tone: 'ok' });
  assert.deepEqual(standingOf({ accountStatus: 'open' }), { words: 'Open', tone: 'ok' });
  for (const status of ACCOUNT_STATUSES) assert.match(at(status).words, /^[A-Z][a-z ]+$/);
});

test('every field that bureaus may disagree on has a name, and no value is a code', () => {
  for (const field of DISAGREEMENT_FIELDS) assert.match(FIELD_NAMES[field], /^[A-Z][a-z ]+$/);
  for (const type of COMPANY_TYPES) assert.doesNotMatch(fieldValue('companyType', type), /-/);
  assert.equal(fieldValue('startDate', '2021-02-01'), '1 February 2021');
  assert.equal(fieldValue('isJoint', true), 'Yes');
  assert.equal(unbroken('3 Orchard Street, ZZ1 1AD'), '3 Orchard Street, ZZ1\u00a01AD');
});
