import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BureauFile, FileInsolvency, FileJudgment } from '../../reports/bureau-file.ts';
import { BUREAU_IDS, type BureauId } from '../../reports/bureaus.ts';
import { FILE_PARTS } from '../../reports/file-parts.ts';
import { mergeParts } from './merge-parts.ts';
import { mergeRoll } from './merge-roll.ts';

const pence = (amount: number) => ({ amount, currency: 'GBP' });
const JUDGMENT: FileJudgment = {
  ref: 'one',
  kind: 'county-court-judgment',
  status: 'open',
  court: 'EXAMPLETON',
  caseNumber: 'A12Z3456',
  amount: pence(41_037),
  date: '2024-03-10',
};
const file = (bureau: BureauId, parts: Partial<BureauFile>): BureauFile => ({
  ...{ bureau, accounts: [], searches: [], residencies: [] },
  ...parts,
});
const judged = (bureau: BureauId, ...changes: Partial<FileJudgment>[]): BureauFile =>
  file(bureau, {
    judgments: changes.map((change, at) => ({ ...JUDGMENT, ref: `${bureau}-${at}`, ...change })),
  });
const rowsOf = (...files: BureauFile[]) =>
  (mergeParts(files, FILE_PARTS).judgments ?? []).map(({ bureaus }) => bureaus.map(({ ref }) => ref).join());
/** `exactOptionalPropertyTypes`: a field is left out, not undefined. */
const without = (...fields: (keyof FileJudgment)[]): FileJudgment =>
  Object.fromEntries(
    Object.entries(JUDGMENT).filter(([name]) => !fields.includes(name as keyof FileJudgment)),
  ) as FileJudgment;
const bare = (bureau: BureauId, ...records: FileJudgment[]): BureauFile =>
  file(bureau, { judgments: records.map((record, at) => ({ ...record, ref: `${bureau}-${at}` })) });

test('a case number joins, however it is spaced and padded; another one keeps apart', () => {
  assert.deepEqual(rowsOf(judged('equifax', {}), judged('experian', { caseNumber: '00 A12 Z3456' })), [
    'equifax-0,experian-0',
  ]);
  assert.equal(rowsOf(judged('equifax', {}), judged('experian', { caseNumber: 'A12Z3457' })).length, 2);
});

test('with a number, days may be 31 apart and not 32; without a day six characters of it are needed', () => {
  for (const [date, rows] of [
    ['2024-04-10', 1],
    ['2024-04-11', 2],
  ] as const)
    assert.equal(rowsOf(judged('equifax', {}), judged('experian', { date })).length, rows, date);
  for (const [caseNumber, rows] of [
    ['12345', 2],
    ['123456', 1],
  ] as const) {
    const one = { ...without('date'), caseNumber };
    assert.equal(rowsOf(bare('equifax', one), bare('experian', one)).length, rows, caseNumber);
  }
});

test('without a number, day and sum decide: three days with the sum, the same day without it, a pound of rounding', () => {
  const unnumbered = without('caseNumber');
  const rows = (change: Partial<FileJudgment>, base = unnumbered) =>
    rowsOf(bare('equifax', base), judged('experian', change)).length;
  assert.deepEqual([rows({}), rows({ date: '2024-03-13' }), rows({ date: '2024-03-14' })], [1, 1, 2]);
  assert.deepEqual([rows({ amount: pence(41_137) }), rows({ amount: pence(41_138) })], [1, 2]);
  const noSum = without('caseNumber', 'amount');
  assert.deepEqual([rows({}, noSum), rows({ date: '2024-03-11' }, noSum)], [1, 2]);
  assert.deepEqual([rows({ court: 'Exampleton County Court' }), rows({ court: 'LARKHAM CC' })], [1, 2]);
});

test('where two may be meant, none is joined: a bureau without numbers cannot tell two of one day apart', () => {
  const twins = judged('experian', {}, { caseNumber: 'B12Z3456' });
  const unnumbered = without('caseNumber');
  assert.equal(rowsOf(bare('equifax', unnumbered), twins).length, 3);
  assert.equal(
    rowsOf(bare('equifax', unnumbered, { ...unnumbered, amount: pence(90_000) }), twins).length,
    4,
  );
});

test('satisfied at one bureau only is satisfied, and the other’s word stands beside its reference', () => {
  const [one] =
    mergeParts(
      [judged('equifax', {}), judged('experian', { status: 'satisfied', satisfiedDate: '2024-09-01' })],
      FILE_PARTS,
    ).judgments ?? [];
  assert.deepEqual([one?.status, one?.satisfiedDate], ['satisfied', '2024-09-01']);
  assert.deepEqual(one?.bureaus, [
    { id: 'equifax', ref: 'equifax-0', status: 'open' },
    { id: 'experian', ref: 'experian-0' },
  ]);
});

test('an order and its discharge are one insolvency of a bureau; another kind is another one', () => {
  const order: FileInsolvency = {
    ref: 'a',
    kind: 'bankruptcy',
    status: 'in-force',
    caseNumber: '321',
    date: '2024-01-05',
  };
  const discharge: FileInsolvency = { ...order, ref: 'b', status: 'ended', endDate: '2025-01-05' };
  const relief: FileInsolvency = { ...order, ref: 'c', kind: 'debt-relief-order' };
  const { insolvencies } = mergeParts(
    [file('experian', { insolvencies: [order, discharge, relief] })],
    FILE_PARTS,
  );
  assert.deepEqual(
    insolvencies?.map(({ kind, status, bureaus }) => [kind, status, bureaus.map(({ ref }) => ref).join()]),
    [
      ['bankruptcy', 'ended', 'b'],
      ['debt-relief-order', 'in-force', 'c'],
    ],
  );
});

test('the order of files and records makes no difference, and parts that nobody was asked for are absent', () => {
  const files = BUREAU_IDS.map((id) => judged(id, {}, { caseNumber: 'Q99Z0001', date: '2023-01-01' }));
  const turned = files.map((one) => ({ ...one, judgments: (one.judgments ?? []).toReversed() })).reverse();
  assert.deepEqual(mergeParts(turned, FILE_PARTS), mergeParts(files, FILE_PARTS));
  assert.deepEqual(mergeParts(files, []), {});
  assert.deepEqual(mergeParts([], ['judgments']), { judgments: [] });
});

test('one associate under a title, an initial and a whole name is one; another first name is another', () => {
  const named = (bureau: BureauId, ...names: string[]) =>
    file(bureau, { associations: names.map((name) => ({ name })) });
  const { associations } = mergeParts(
    [named('equifax', 'MRS O NETTLEFORD'), named('experian', 'Olwen Nettleford', 'Bryn Nettleford')],
    FILE_PARTS,
  );
  assert.deepEqual(
    associations?.map(({ name, bureaus }) => [name, bureaus.length]),
    [
      ['Olwen Nettleford', 2],
      ['Bryn Nettleford', 1],
    ],
  );
});

test('one period on the roll in three exactnesses is one; where one bureau ends it and another does not, both stand', () => {
  const merged = mergeRoll([
    { bureau: 'equifax', roll: [{ from: '2014' }] },
    { bureau: 'experian', roll: [{ from: '2015-02' }, { from: '2008-10', to: '2013-01' }] },
    { bureau: 'transunion', roll: [{ from: '2014-10-16', to: '2023-10-15' }] },
  ]);
  assert.deepEqual(merged, [
    { from: '2014-10-16', to: '2023-10-15', bureaus: ['transunion'] },
    { from: '2015-02', bureaus: ['equifax', 'experian'] },
    { from: '2008-10', to: '2013-01', bureaus: ['experian'] },
  ]);
  const apart = mergeRoll([
    { bureau: 'equifax', roll: [{ from: '2014' }] },
    { bureau: 'experian', roll: [{ from: '2016-01' }] },
  ]);
  assert.equal(apart.length, 2);
});

test('on the roll since nobody says when is one with the entry that goes on, and not with one that ended', () => {
  const equifax = { bureau: 'equifax', roll: [{ from: '2021' }, { from: '2015', to: '2018' }] } as const;
  const merged = mergeRoll([
    { ...equifax, roll: [...equifax.roll] },
    { bureau: 'transunion', roll: [{}] },
  ]);
  assert.deepEqual(merged, [{ from: '2021' }, { from: '2015', to: '2018', bureaus: ['equifax'] }]);
});
