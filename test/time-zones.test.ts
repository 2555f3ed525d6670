// Times that people read are London's, in summer and in winter, wherever the process or the browser runs: every place of the code that writes
// one names its zone, and each function that does is tried with a July and a January time.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { day, dayKey, shortDay, timeOfDay, when } from '../console/parts/words.ts';
import { londonTime } from '../src/domain/days/london-days.ts';
import { clock, londonDay } from '../src/domain/shown/report-view.ts';

const ROOT = join(import.meta.dirname, '..');
/** Days of a calendar, which have no zone: `2026-07-15` is the fifteenth everywhere. */
const DAYS_ALONE = [
  'src/domain/shown/report-words.ts',
  'src/domain/shown/car-finance.ts',
  'src/domain/shown/report-sums.ts',
  'console/pages/reports/months.ts',
];
/** Of the tenant's own zone, and of one that is only tried. */
const GIVEN = ['src/usecases/activity/read-overview.ts', 'src/http/schemas/text.ts'];
/** The device's own zone is what it asks for. */
const ASKING = ['web/signals.js'];

/** What a text writes in a zone that is not London's, or in none. */
function oddTimes(file: string, text: string): string[] {
  const calls = [...text.matchAll(/(?:DateTimeFormat|toLocale(?:Date|Time)String)\(/g)].map(({ index }) =>
    callAt(text, index),
  );
  const isRight = (call: string): boolean =>
    call.includes("timeZone: 'Europe/London'") ||
    (DAYS_ALONE.includes(file) && call.includes("timeZone: 'UTC'")) ||
    (GIVEN.includes(file) && /timeZone( }|: text)/.test(call)) ||
    ASKING.includes(file);
  const local = text.match(/\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(/g) ?? [];
  return [...calls.filter((call) => !isRight(call)), ...local].map((call) => `${file}: ${call}`);
}

/** The call that begins here, to its closing bracket. */
function callAt(text: string, from: number): string {
  let [at, open] = [text.indexOf('(', from), 0];
  do {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    at += 1;
  } while (open > 0);
  return text.slice(from, at);
}

test('every time that the code writes for people names its zone, and none is that of the machine', () => {
  const files = globSync(
    ['src/**/*.ts', 'console/**/*.{ts,tsx}', 'web/*.{js,mjs}', 'packages/*/src/*.{ts,js}'],
    {
      cwd: ROOT,
    },
  ).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.flatMap((file) => oddTimes(file, readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
  const planted = [
    "new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })",
    "new Intl.DateTimeFormat('en-GB', {\n  timeZone: 'UTC',\n})",
    'new Date(at).toLocaleTimeString()',
    'new Date(at).getHours()',
  ];
  assert.equal(oddTimes('console/a.ts', planted.join('\n')).length, planted.length);
});

test('an hour before midnight UTC is the next day of London in July, and the same day in January', () => {
  const written = (at: string) => [
    when(at),
    timeOfDay(at),
    day(at),
    shortDay(at),
    dayKey(at),
    londonTime(new Date(at)),
    clock(Date.parse(at)),
    londonDay(Date.parse(at)),
  ];
  assert.deepEqual(written('2026-07-15T23:05:09Z'), [
    '16 Jul 2026, 00:05:09',
    '00:05:09',
    '16 Jul 2026',
    '16 Jul',
    '2026-07-16',
    '16 Jul 2026, 00:05',
    '00:05',
    '16 July 2026',
  ]);
  assert.deepEqual(written('2026-01-15T23:05:09Z'), [
    '15 Jan 2026, 23:05:09',
    '23:05:09',
    '15 Jan 2026',
    '15 Jan',
    '2026-01-15',
    '15 Jan 2026, 23:05',
    '23:05',
    '15 January 2026',
  ]);
});
