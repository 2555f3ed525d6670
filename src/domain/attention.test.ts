// Both sides of each threshold of an alert.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttentionFacts, attentionOf, daysLeft } from './attention.ts';

const QUIET: AttentionFacts = {
  balance: 1_000,
  spentLastWeek: 0,
  refusedLastDay: 0,
  refusedDayBefore: 0,
  textsLastDay: 0,
  undeliveredLastDay: 0,
  simulators: [],
};
const kindsOf = (facts: Partial<AttentionFacts>): string[] =>
  attentionOf({ ...QUIET, ...facts }).map(({ kind }) => kind);

test('a tenant within all thresholds has no alert, nor has one that never spent anything', () => {
  assert.deepEqual(kindsOf({}), []);
  assert.deepEqual(kindsOf({ balance: 0 }), []);
});

test('a balance is low when it does not last a week at the rate of the last one', () => {
  assert.deepEqual(kindsOf({ balance: 700, spentLastWeek: 700 }), []);
  assert.deepEqual(kindsOf({ balance: 699, spentLastWeek: 700 }), ['balance-low']);
  assert.equal(daysLeft({ balance: 100, spentLastWeek: 700 }), 1);
  assert.equal(daysLeft({ balance: 100, spentLastWeek: 0 }), null);
});

test('errors are rising at ten a day or more, and twice as many as the day before', () => {
  assert.deepEqual(kindsOf({ refusedLastDay: 9 }), []);
  assert.deepEqual(kindsOf({ refusedLastDay: 10 }), ['errors-rising']);
  assert.deepEqual(kindsOf({ refusedLastDay: 19, refusedDayBefore: 10 }), []);
  assert.deepEqual(kindsOf({ refusedLastDay: 20, refusedDayBefore: 10 }), ['errors-rising']);
});

test('undelivered texts are an alert above one in twenty', () => {
  assert.deepEqual(kindsOf({ textsLastDay: 20, undeliveredLastDay: 1 }), []);
  assert.deepEqual(kindsOf({ textsLastDay: 19, undeliveredLastDay: 1 }), ['texts-undelivered']);
});

test('simulators in use are named', () => {
  const [found] = attentionOf({ ...QUIET, simulators: ['equifax', 'sms'] });
  assert.equal(found?.kind, 'simulators-in-use');
  assert.match(found?.message ?? '', /equifax, sms/);
});
