import assert from 'node:assert/strict';
import { test } from 'node:test';
import { londonDate, londonDateBefore, londonDayFrom, londonDayStart } from './london-days.ts';

test('a day of London begins at its own midnight, in summer and in winter', () => {
  assert.equal(londonDate('2026-07-01T22:59:59Z'), '2026-07-01');
  assert.equal(londonDate('2026-07-01T23:00:00Z'), '2026-07-02');
  assert.equal(londonDate('2026-11-16T23:59:59Z'), '2026-11-16');
});

test('days are counted by the calendar, at every hour of the days around a change of the clock', () => {
  // The clock goes back on 25 October and forward on 29 March.
  for (const [day, before] of [
    ['2026-11-16', '2026-10-18'],
    ['2026-10-26', '2026-09-27'],
    ['2027-04-10', '2027-03-12'],
    ['2027-03-28', '2027-02-27'],
  ]) {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = `${day}T${String(hour).padStart(2, '0')}:30:00${day === '2027-04-10' ? '+01:00' : 'Z'}`;
      if (londonDate(time) === day) assert.equal(londonDateBefore(time, 29), before, time);
    }
  }
  assert.equal(londonDateBefore('2026-10-25T23:30:00Z', 1), '2026-10-24');
});

test('a day begins where the date of London changes, and the next one after 23, 24 or 25 hours', () => {
  const HOUR_MS = 3_600_000;
  for (const day of ['2026-03-28', '2026-10-24', '2026-11-16']) {
    for (let hour = 0; hour < 72; hour += 1) {
      const time = new Date(Date.parse(day) + hour * HOUR_MS);
      const start = londonDayStart(time);
      assert.equal(londonDate(start), londonDate(time));
      assert.notEqual(londonDate(new Date(start.getTime() - 1)), londonDate(time));
      const next = londonDayFrom(time);
      assert.deepEqual(londonDayStart(next), next);
      assert.ok(next >= time && next.getTime() - start.getTime() <= 25 * HOUR_MS);
      assert.deepEqual(londonDayFrom(start), start);
    }
  }
  assert.equal(londonDayStart(new Date('2026-07-01T22:59:59Z')).toISOString(), '2026-06-30T23:00:00.000Z');
  assert.equal(londonDayFrom(new Date('2026-10-25T00:30:00Z')).toISOString(), '2026-10-26T00:00:00.000Z');
});
