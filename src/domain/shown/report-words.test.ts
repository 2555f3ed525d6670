// A report in people's words: names out of capitals, histories as months, standings, values without codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ACCOUNT_PRODUCTS,
  ACCOUNT_STATUSES,
  COMPANY_TYPES,
  DISAGREEMENT_FIELDS,
  HISTORY_CODES,
} from '../reports/credit-report.ts';
import { remarksOn } from './report-view.ts';
import {
  FIELD_NAMES,
  fieldValue,
  kindName,
  monthsOnFile,
  paidMonths,
  shownAddress,
  shownName,
  standingOf,
} from './report-words.ts';

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
  assert.equal(shownAddress('3 Orchard Street, ZZ1 1AD'), '3 Orchard Street, ZZ1\u00a01AD');
});

test('a product is named where a code tells more than hire purchase, and every one has words', () => {
  const kind = (product?: string) => kindName({ accountType: 'hire-purchase', product });
  assert.equal(kind(), 'Car finance or hire purchase');
  assert.equal(kind('hire-purchase'), 'Car finance or hire purchase');
  assert.equal(kind('pcp'), 'PCP (personal contract purchase)');
  assert.equal(kind('balloon-hire-purchase'), 'Hire purchase with a final payment');
  assert.equal(kindName({ accountType: 'secured-loan', product: 'motor-loan' }), 'Car loan');
  for (const product of ACCOUNT_PRODUCTS) assert.doesNotMatch(fieldValue('product', product), /-/);
  assert.equal(fieldValue('product', 'hire-purchase'), 'Hire purchase');
});

test('a balance that is held back is said where no bureau gives one, with the bureaus that hold it', () => {
  const bureaus = [{ id: 'equifax', balanceWithheld: true }, { id: 'experian' }];
  assert.deepEqual(remarksOn({ bureaus }), [
    'Equifax holds the balance back. That does not mean that nothing is left to pay.',
  ]);
  assert.deepEqual(remarksOn({ bureaus, balance: { amount: 0, currency: 'GBP' } }), []);
  const both = bureaus.map(({ id }) => ({ id, balanceWithheld: true }));
  assert.match(remarksOn({ bureaus: both })[0] ?? '', /^Equifax and Experian hold the balance back/);
});

test('another date of birth is said with the bureaus that have it, once each', () => {
  const ref = { ref: 'a', birthdayDiffers: true };
  assert.deepEqual(remarksOn({ bureaus: [{ id: 'experian' }] }), []);
  assert.deepEqual(remarksOn({ bureaus: [{ id: 'experian', ...ref }, { id: 'equifax' }] }), [
    'Experian has another date of birth on this account. It may be a typing mistake; ask them to correct it.',
  ]);
  assert.match(
    remarksOn({
      bureaus: [
        { id: 'equifax', ...ref },
        { id: 'experian', ...ref },
        { id: 'experian', ...ref },
      ],
    })[0] ?? '',
    /^Equifax and Experian have another date of birth/,
  );
});

test('arrears that a bureau counts are told with their months, and none where there were none', () => {
  const counted = (oneOrTwo: number, threeOrMore: number) =>
    remarksOn({ bureaus: [{ id: 'experian', arrears: { months: 36, oneOrTwo, threeOrMore } }] });
  assert.deepEqual(counted(0, 0), []);
  assert.deepEqual(counted(2, 0), [
    'Of the last 36 months Experian counts 2 months with one or two payments late.',
  ]);
  assert.deepEqual(counted(1, 3), [
    'Of the last 36 months Experian counts 1 month with one or two payments late and 3 months with three or more.',
  ]);
});

test('a strip has at least two years, and all months on file up to six years', () => {
  for (const [onFile, drawn] of [
    [3, 24],
    [24, 24],
    [40, 40],
    [72, 72],
    [90, 72],
  ] as const)
    assert.equal(monthsOnFile({ newest: '2026-10', months: '0'.repeat(onFile) }, '2026-11-15').length, drawn);
});
