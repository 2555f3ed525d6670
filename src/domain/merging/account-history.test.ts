// The payment history of a merged record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthNumber, monthText } from '../days/months.ts';
import type { BureauFile } from '../reports/bureau-file.ts';
import { BUREAU_IDS, type BureauId, HISTORY_CODES, type PaymentMonths } from '../reports/credit-report.ts';
import { mergeFiles } from './merge-files.ts';

type Given = Partial<Record<BureauId, PaymentMonths>>;

function merge(given: Given) {
  const files = Object.entries(given).map(
    ([bureau, history]): BureauFile => ({
      bureau: bureau as BureauId,
      accounts: [
        {
          ref: `${bureau}-1`,
          accountNumber: '4471920031',
          accountType: 'hire-purchase',
          accountStatus: 'open',
          companyName: 'Brackenshaw Motor Finance Ltd',
          startDate: '2020-03-02',
          lastUpdated: `${history.newest}-07`,
          history,
        },
      ],
      searches: [],
      residencies: [],
    }),
  );
  const records = mergeFiles(files).accounts.map(({ record }) => record);
  assert.equal(records.length, 1);
  return records[0]?.history;
}

const at = (newest: string, months: string): PaymentMonths => ({ newest, months });

test('bureaus that say the same give one history, and the newest month is named', () => {
  const same = at('2026-09', '0012');
  assert.deepEqual(merge({ equifax: same, experian: same, transunion: same }), same);
  assert.deepEqual(merge({ equifax: at('2026-08', '012'), transunion: same }), same);
});

test('months that the newest bureau does not know are those of another, and a gap is not known', () => {
  assert.deepEqual(
    merge({ equifax: at('2026-09', '0.1'), experian: at('2026-08', '2134') }),
    at('2026-09', '02134'),
  );
  assert.deepEqual(
    merge({ equifax: at('2026-09', '0'), experian: at('2026-06', '1') }),
    at('2026-09', '0..1'),
  );
});

test('a bureau that says something else of a month is listed beside, whole', () => {
  assert.deepEqual(merge({ equifax: at('2026-09', '000'), experian: at('2026-08', '0d6') }), {
    ...at('2026-09', '0006'),
    bureaus: [{ bureau: 'experian', ...at('2026-08', '0d6') }],
  });
});

test('a history that would lie beyond the maximum is listed beside', () => {
  const old = at('2012-01', '0d');
  assert.deepEqual(merge({ equifax: at('2026-09', '0'), experian: old })?.bureaus, [
    { bureau: 'experian', ...old },
  ]);
});

const someHistory = fc.record({
  newest: fc.integer({ min: monthNumber('2021-01'), max: monthNumber('2026-11') }).map(monthText),
  months: fc
    .array(fc.constantFrom(...HISTORY_CODES), { minLength: 1, maxLength: 72 })
    .map((codes) => `0${codes.join('').slice(1, -1)}1`.slice(0, 72)),
});

test('no month that any bureau knows is lost, whatever they say', () => {
  fc.assert(
    fc.property(fc.tuple(someHistory, someHistory, someHistory), (histories) => {
      const given = Object.fromEntries(BUREAU_IDS.map((id, index) => [id, histories[index]])) as Given;
      const merged = merge(given);
      assert.ok(merged && merged.months.length <= 72);
      assert.equal(
        merged.newest,
        histories
          .map(({ newest }) => newest)
          .sort()
          .at(-1),
      );
      for (const [bureau, history] of Object.entries(given)) {
        const beside: PaymentMonths | undefined = merged.bureaus?.find((one) => one.bureau === bureau);
        const said: PaymentMonths = beside ?? merged;
        const age = monthNumber(said.newest) - monthNumber(history.newest);
        for (const [index, code] of [...history.months].entries()) {
          if (code !== '.') assert.equal(said.months[index + age], code);
        }
      }
    }),
    { numRuns: 300 },
  );
});
