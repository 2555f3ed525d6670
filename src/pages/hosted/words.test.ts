// The words of the pages: none that blames, begs or cheers, and values that a person can read.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, BUREAU_IDS } from '../../domain/reports/credit-report.ts';
import { bureauName, clock, disagreementWords } from '../../domain/shown/report-view.ts';
import { accountStatus, accountType, pounds } from '../../domain/shown/report-words.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BANNED = /\b(please|sorry|oops|invalid|successfully)\b/i;

test('no page says please, sorry, oops, invalid or successfully', () => {
  const files = globSync(['src/pages/**/*.ts', 'web/pages/*.js', 'src/start/development-pages.ts'], {
    cwd: ROOT,
  });
  const spoken = files.filter((file) => !file.endsWith('.test.ts'));
  assert.ok(spoken.length > 15);
  const wrong = spoken.filter((file) => {
    const words = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return BANNED.test(words);
  });
  assert.deepEqual(wrong, []);
});

test('every type, status and bureau reads as words', () => {
  const said = [
    ...ACCOUNT_TYPES.map(accountType),
    ...ACCOUNT_STATUSES.map(accountStatus),
    ...BUREAU_IDS.map(bureauName),
  ];
  for (const words of said) assert.match(words, /^[A-Z][A-Za-z -]+$/);
  assert.equal(accountType('a-type-of-tomorrow'), 'A type of tomorrow');
});

test('amounts have their pence only where there are any', () => {
  assert.equal(pounds({ amount: 1_500_000, currency: 'GBP' }), '£15,000');
  assert.equal(pounds({ amount: 49_962, currency: 'GBP' }), '£499.62');
  assert.equal(pounds({ amount: 50, currency: 'GBP' }), '£0.50');
});

test('a time is what the clock on the wall in London shows', () => {
  assert.equal(clock(Date.UTC(2026, 5, 1, 13, 32)), '14:32');
  assert.equal(clock(Date.UTC(2026, 11, 1, 14, 32)), '14:32');
});

test('where bureaus disagree both values are told with whose they are; spellings are not', () => {
  const GBP = (amount: number) => ({ amount, currency: 'GBP' });
  assert.deepEqual(
    disagreementWords([
      {
        field: 'balance',
        values: [
          { bureau: 'equifax', value: GBP(100) },
          { bureau: 'experian', value: GBP(250) },
          { bureau: 'transunion', value: GBP(250) },
        ],
      },
      {
        field: 'accountStatus',
        values: [
          { bureau: 'equifax', value: 'default' },
          { bureau: 'transunion', value: 'open' },
        ],
      },
      {
        field: 'startDate',
        values: [
          { bureau: 'equifax', value: '2021-03-01' },
          { bureau: 'experian', value: '2021-03-04' },
        ],
      },
      {
        field: 'companyName',
        values: [
          { bureau: 'equifax', value: 'A' },
          { bureau: 'experian', value: 'A LTD' },
        ],
      },
    ]),
    [
      'Left to pay: £1 by Equifax; £2.50 by Experian and TransUnion',
      'Status: In default by Equifax; Open by TransUnion',
      'Started: 1 March 2021 by Equifax; 4 March 2021 by Experian',
    ],
  );
});
