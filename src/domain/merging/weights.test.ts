// The borders of merging, through its own functions: how many days apart, and how much must agree. Each at, and one beyond.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAR, merge, pounds } from '../../../test/support/bureaus/merged-rows.ts';
import { isHandover } from './account-sales.ts';
import { neededScore } from './account-score.ts';
import type { Comparable } from './comparable-account.ts';

const dayAfter = (days: number): string =>
  new Date(Date.parse(CAR.startDate ?? '') + days * 86_400_000).toISOString().slice(0, 10);
/** Lender and day are all that there is to compare. */
const BARE = { accountNumber: undefined, startBalance: undefined, payment: undefined } as const;

test('the only account of a lender is one agreement at 62 days between its starts, and two at 63; with an equal sum, at any', () => {
  const rows = (days: number, more: object = { balance: undefined }) =>
    merge({ equifax: [{ ...BARE, ...more }], experian: [{ ...BARE, ...more, startDate: dayAfter(days) }] })
      .length;
  assert.deepEqual(
    [61, 62, 63].map((days) => rows(days)),
    [1, 1, 2],
  );
  assert.equal(rows(400, {}), 1);
});

test('beside another account of its lender it is one at 31 days, and stays apart at 32', () => {
  const other = { ...BARE, startDate: dayAfter(-20), balance: pounds(777) };
  const rows = (days: number) =>
    merge({ equifax: [BARE, other], experian: [{ ...BARE, startDate: dayAfter(days) }] }).length;
  assert.deepEqual([30, 31, 32].map(rows), [2, 2, 3]);
});

test('a rival that scores one point less leaves a pair split, and one that scores two points less does not', () => {
  const rows = (...days: number[]) =>
    merge({
      equifax: [{ ...BARE, balance: undefined }],
      experian: days.map((count) => ({ ...BARE, balance: undefined, startDate: dayAfter(count) })),
    }).length;
  assert.deepEqual([rows(1, 4), rows(1, 8)], [3, 2]);
});

test('a sold debt was handed over within 31 days, before or after', () => {
  const over = (days: number) =>
    isHandover({ startDay: 100 + days } as Comparable, { endDay: 100 } as Comparable);
  assert.deepEqual([-32, -31, 0, 31, 32].map(over), [false, true, true, true, false]);
});

test('two records need eight points, and five where neither lender nor number can be compared', () => {
  const known = { lender: {}, number: { tail: '123' } } as Comparable;
  const needed = (less: object, other: object = {}) =>
    neededScore({ ...known, ...less } as Comparable, { ...known, ...other } as Comparable);
  assert.deepEqual(
    [needed({}), needed({ lender: null }), needed({ number: null }), needed({ lender: null, number: null })],
    [8, 8, 8, 5],
  );
  assert.equal(needed({ lender: null }, { number: null }), 5);
  assert.equal(needed({ lender: null }, { number: { tail: '' } }), 5);
});
