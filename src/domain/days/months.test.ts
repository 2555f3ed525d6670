// The calendar, held to that of JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfMonth, monthNumber, monthText } from './months.ts';

test('the days of every month of 400 years are those of the calendar; there is no month 0 and no 13', () => {
  for (let month = monthNumber('1800-01'); month < monthNumber('2200-01'); month += 1) {
    const [year, of] = [Math.floor(month / 12), (month % 12) + 1];
    assert.equal(daysOfMonth(year, of), new Date(Date.UTC(year, of, 0)).getUTCDate(), monthText(month));
  }
  assert.deepEqual([daysOfMonth(2026, 0), daysOfMonth(2026, 13)], [0, 0]);
});
