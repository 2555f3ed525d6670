import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayBefore, wholeMonthsBetween } from './calendar.ts';

const DAYS_BEFORE: [date: string, months: number, days: number, answer: string][] = [
  ['2026-03-31', 0, 0, '2026-03-31'],
  ['2026-03-31', 1, 0, '2026-02-28'],
  ['2024-03-31', 1, 0, '2024-02-29'],
  ['2024-02-29', 12, 0, '2023-02-28'],
  ['2024-02-29', 48, 0, '2020-02-29'],
  ['2026-01-15', 1, 0, '2025-12-15'],
  ['2026-01-15', 13, 20, '2024-11-25'],
  ['2024-03-01', 0, 1, '2024-02-29'],
  ['2100-03-01', 0, 1, '2100-02-28'],
  ['2000-03-01', 0, 1, '2000-02-29'],
  ['2026-01-01', 0, 27, '2025-12-05'],
];

for (const [date, months, days, answer] of DAYS_BEFORE) {
  test(`${months} months and ${days} days before ${date} is ${answer}`, () => {
    assert.equal(dayBefore(date, months, days), answer);
  });
}

const MONTHS_BETWEEN: [from: string, to: string, months: number][] = [
  ['2026-01-15', '2026-01-15', 0],
  ['2026-01-15', '2026-02-14', 0],
  ['2026-01-15', '2026-02-15', 1],
  ['1985-02-28', '2026-02-27', 41 * 12 - 1],
  ['2026-02-15', '2026-01-15', -1],
];

for (const [from, to, months] of MONTHS_BETWEEN) {
  test(`from ${from} to ${to} there are ${months} whole months`, () => {
    assert.equal(wholeMonthsBetween(from, to), months);
  });
}

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2120-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('going back by days agrees with the platform calendar', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 27 }), (date, days) => {
      const expected = new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
      assert.equal(dayBefore(date, 0, days), expected);
    }),
  );
});

test('an account that starts N months and up to 27 days ago is N whole months old', () => {
  const months = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(day, months, fc.integer({ min: 0, max: 27 }), (date, count, days) => {
      assert.equal(wholeMonthsBetween(dayBefore(date, count, days), date), count);
    }),
  );
});
