import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../test/support/merging/records.ts';
import type { FileParts, Judgment } from '../reports/file-parts.ts';
import { publicRecordChanges } from './public-record-changes.ts';
import type { Side } from './side.ts';

const side = (day: string, parts: FileParts): Side => ({
  report: { ...documentOf([]), ...parts } as unknown as Side['report'],
  day,
  bureaus: [],
});
const judgment = (more: Partial<Judgment>): Judgment => ({
  ...{
    kind: 'county-court-judgment',
    status: 'open',
    caseNumber: 'A12Z3456',
    date: '2024-01-05',
    bureaus: [],
  },
  ...more,
});
const changes = (before: FileParts, now: FileParts) =>
  publicRecordChanges(side('2025-01-01', before), side('2026-01-01', now));

test('a judgment is new, satisfied or gone, by its number however it is spelled', () => {
  const { judgments } = changes(
    { judgments: [judgment({}), judgment({ caseNumber: 'K1', date: '2019-01-01' })] },
    {
      judgments: [
        judgment({ caseNumber: 'a12 z3456', status: 'satisfied', satisfiedDate: '2025-06-01' }),
        judgment({ caseNumber: 'Q7', date: '2025-03-04' }),
      ],
    },
  );
  assert.deepEqual(
    judgments?.new.map(({ caseNumber, when }) => [caseNumber, when]),
    [['Q7', 'since']],
  );
  assert.deepEqual(
    judgments?.ended.map(({ status, statusBefore, when }) => [status, statusBefore, when]),
    [['satisfied', 'open', 'since']],
  );
  assert.deepEqual(
    judgments?.gone.map(({ caseNumber }) => caseNumber),
    ['K1'],
  );
});

test('a notice is new or gone by its reference, wherever it hangs, and is told without its words', () => {
  const notice = {
    id: 'experian',
    type: 'correction',
    ref: 'N1',
    date: '2025-02-03',
    text: 'Mine.',
  } as const;
  const unnumbered = { id: 'equifax', type: 'unsaid' } as const;
  const { notices } = changes(
    {
      notices: [unnumbered],
      judgments: [
        judgment({
          notices: [
            { ...notice, ref: 'N0' },
            { ...notice, ref: 'N2' },
          ],
        }),
      ],
    },
    {
      // N2 moved to the file, and stands on two records; its words are spelt otherwise.
      notices: [{ ...notice, ref: 'N2', text: 'mine' }, unnumbered],
      judgments: [judgment({ notices: [notice, { ...notice, ref: 'N2' }] })],
      associations: [{ name: 'A', notices: [notice], bureaus: [] }],
    },
  );
  const named = { id: 'experian', type: 'correction', date: '2025-02-03' };
  assert.deepEqual(notices, { new: [{ ...named, ref: 'N1' }], gone: [{ ...named, ref: 'N0' }] });
  const without = changes({ notices: [unnumbered] }, { notices: [{ ...unnumbered, date: '2025-05-05' }] });
  assert.equal(without.notices?.new.length, 1);
  assert.equal(changes({}, { notices: [notice] }).notices, undefined);
});

test('nothing changed is three empty lists; a part that one report was not asked for is absent', () => {
  const same = { judgments: [judgment({})] };
  assert.deepEqual(changes(same, same), { judgments: { new: [], ended: [], gone: [] } });
  assert.deepEqual(changes({}, same), {});
});

test('an insolvency without a number is the same by kind and day, and ended is told', () => {
  const order = { kind: 'bankruptcy', status: 'in-force', date: '2024-05-01', bureaus: [] } as const;
  const { insolvencies } = changes(
    { insolvencies: [{ ...order, bureaus: [] }] },
    { insolvencies: [{ ...order, bureaus: [], status: 'ended', endDate: '2025-05-01' }] },
  );
  assert.deepEqual(
    insolvencies?.ended.map(({ status, when }) => [status, when]),
    [['ended', 'since']],
  );
  assert.deepEqual([insolvencies?.new, insolvencies?.gone], [[], []]);
});
