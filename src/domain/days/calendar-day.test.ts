// Days as text: which exist, and what a month before one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCalendarDay, monthOf, monthsBefore, monthText, wholeMonthsBetween } from './calendar-day.ts';

test('a day that does not exist is not a day; 29 February is one in leap years alone', () => {
  for (const day of ['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])
    assert.ok(isCalendarDay(day), day);
  const wrong = ['2023-02-29', '1900-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31'];
  for (const text of [...wrong, '0000-01-01', '2026-1-01', '2026-01-01T00:00:00Z', ''])
    assert.ok(!isCalendarDay(text), text);
});

test('months before a day that the month does not have end on its last day, and years before 29 February too', () => {
  assert.equal(monthsBefore('2026-03-31', 1), '2026-02-28');
  assert.equal(monthsBefore('2024-03-31', 1), '2024-02-29');
  assert.equal(monthsBefore('2024-02-29', 72), '2018-02-28');
  assert.equal(monthsBefore('2026-01-15', 13), '2024-12-15');
  assert.equal(monthText(monthOf('2026-11-16')), '2026-11');
});

test('a month is over on the same day of the next one', () => {
  assert.equal(wholeMonthsBetween('2026-01-15', '2026-02-14'), 0);
  assert.equal(wholeMonthsBetween('2026-01-15', '2026-02-15'), 1);
  assert.equal(wholeMonthsBetween('2020-02-29', '2026-02-28'), 71);
});
