import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carRecord, documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { lettersToBureaus, letterToLender } from './dispute-letter.ts';
import { contradictionIn, meaningOf, staysWords } from './marks.ts';

const RECORD = carRecord({
  bureaus: [
    { id: 'equifax', ref: 'EFX1' },
    { id: 'experian', ref: 'X-7' },
    { id: 'experian', ref: 'X-8' },
  ],
});
const given = (record: AccountRecord = RECORD) =>
  ({ report: documentOf([record]), record, why: 'not-mine', today: '2026-11-18' }) as const;

test('each bureau gets one letter with its own references and the day by which it must answer', () => {
  const letters = lettersToBureaus(given());
  assert.deepEqual(
    letters.map(({ bureau }) => bureau),
    ['equifax', 'experian'],
  );
  const [equifax, experian] = letters;
  assert.match(equifax?.to ?? '', /^Equifax Ltd\nCustomer Service Centre\n/);
  assert.match(equifax?.body ?? '', /Larkfield Motor Finance, .*ending 4821.*Your reference: EFX1\./);
  assert.match(experian?.body ?? '', /Your reference: X-7, X-8\./);
  assert.match(equifax?.body ?? '', /section 159 .* within 28 days, by 16 December 2026,/);
  assert.match(equifax?.body ?? '', /not mine/);
  assert.match(equifax?.body ?? '', /Ada Sample\nborn 12 April 1985/);
});

test('the lender gets one letter, with a month, and no bureau reference', () => {
  const { to, body } = letterToLender(given(), '1 Wheel Way, Leeds');
  assert.equal(to, 'Larkfield Motor Finance\n1 Wheel Way, Leeds');
  assert.match(body, /to Equifax and Experian:/);
  assert.match(body, /Article 16 of the UK GDPR .* within one month, by 18 December 2026\./);
  assert.doesNotMatch(body, /EFX1/);
});

test('a mark is told with its end: six years after the default, or after the account ended', () => {
  assert.equal(
    staysWords({ accountStatus: 'default', defaultDate: '2025-11-06' }, '2026-11-18'),
    'In default since 6 November 2025. It stays on your file until Nov 2031.',
  );
  assert.equal(
    staysWords({ accountStatus: 'settled', endDate: '2024-02-29' }, '2030-02-28'),
    'It ended on 29 February 2024. It stays on your file until Feb 2030.',
  );
  assert.equal(staysWords({ accountStatus: 'open', endDate: '2024-02-29' }, '2026-11-18'), undefined);
  assert.equal(staysWords({ accountStatus: 'default' }, '2026-11-18'), undefined);
  assert.match(meaningOf({ accountStatus: 'default' }) ?? '', /^A default means/);
  assert.equal(meaningOf({ accountStatus: 'open' }), undefined);
});

test('a mark whose six years are over should be gone: it is not said to stay', () => {
  assert.equal(
    staysWords({ accountStatus: 'default', defaultDate: '2018-11-12' }, '2024-12-01'),
    'In default since 12 November 2018. It should have left your file in Nov 2024. Ask the bureau why it is still there.',
  );
  assert.equal(
    staysWords({ accountStatus: 'settled', endDate: '2018-11-12' }, '2024-11-30'),
    'It ended on 12 November 2018. It stays on your file until Nov 2024.',
  );
});

test('data that contradict each other are said as such', () => {
  const behind = { accountStatus: 'delinquent', balance: pounds(0) };
  assert.match(contradictionIn(behind) ?? '', /Nothing is left to pay, and yet/);
  assert.match(
    contradictionIn({ accountStatus: 'default', balance: pounds(5), history: { months: 's00' } }) ?? '',
    /newest months say settled or sold/,
  );
  assert.equal(contradictionIn({ ...behind, balance: pounds(1) }), undefined);
  assert.equal(contradictionIn({ accountStatus: 'open', balance: pounds(0) }), undefined);
});
