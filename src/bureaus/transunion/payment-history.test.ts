import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CodeTables, codesOf } from './codes.ts';
import { readHistory } from './payment-history.ts';

const TABLES: CodeTables = {
  version: '1',
  tables: new Map([
    [
      'payment',
      new Map([
        ['0', 'Up to date'],
        ['2', '2 payments in arrears'],
        ['6', '6 or more payments in arrears'],
        ['L', 'Arrears'],
        ['S', 'Default'],
        ['D', 'Settled'],
        ['A', 'Arrangement to pay'],
        ['W', 'Written-off'],
        ['T', 'Transferred'],
        ['N', 'Inactive'],
        ['Q', 'In query'],
        ['U', 'Unclassified'],
      ]),
    ],
  ]),
};

const read = (ah: unknown, tables: CodeTables | null = TABLES) =>
  readHistory({ acchistory: { ah } }, codesOf(tables)).history;
const month = (m: unknown, pay: unknown) => ({ '@m': m, '@pay': pay });
const run = (codes: string, tables: CodeTables | null = TABLES) =>
  read(
    [...codes].map((pay, age) => month(`2026-${String(12 - age).padStart(2, '0')}`, pay)),
    tables,
  );

test('a code means what the table of the bureau says, whatever it means elsewhere', () => {
  assert.deepEqual(run('026LSDAWTNQ0'), { newest: '2026-12', months: '026ldsawtoq0' });
});

test('without a table the built-in list speaks, and a letter that is not in it says nothing', () => {
  assert.deepEqual(run('D0126S3', null), { newest: '2026-12', months: 'd0126.3' });
  assert.equal(run('SQUA', null), undefined);
});

const both = (acc: string, pay?: string) => {
  const entry = { '@m': '2026-12', '@acc': acc, ...(pay !== undefined && { '@pay': pay }) };
  return read(entry, null)?.months;
};

const MARKS: [acc: string, pay: string | undefined, month: string | undefined][] = [
  ['OK', '0', '0'],
  ['OK', undefined, '0'],
  ['AA', '2', '2'],
  ['AA', 'U', 'l'],
  ['BB', '6', '6'],
  ['DF', 'D', 'd'],
  ['DF', 'U', 'd'],
  ['DM', undefined, 'd'],
  ['VD', '6', 'd'],
  ['ST', 'U', 's'],
  ['ST', '0', 's'],
  ['ST', '3', '3'],
  ['DT', 'U', 'o'],
  ['DR', undefined, 'o'],
  ['IA', 'U', 'o'],
  ['QY', 'U', 'q'],
  ['QY', '1', '1'],
  ['UC', 'U', undefined],
  ['UC', '0', '0'],
  ['XX', undefined, undefined],
];

test('a month is both its marks: the payment first, the status where that says nothing, never a hidden default', () => {
  for (const [acc, pay, month] of MARKS) assert.equal(both(acc, pay), month, `${acc} ${pay}`);
});

test('each month stands at its own place, in any order, one alone, with a zone or with gaps', () => {
  const given = [month('2025-12', '2'), month('2026-02+01:00', '0'), month('2025-10Z', '6')];
  assert.deepEqual(read(given), { newest: '2026-02', months: '0.2.6' });
  assert.deepEqual(read(month('2026-02', '0')), { newest: '2026-02', months: '0' });
});

test('hostile months are left out, and no history is longer than 72 months', () => {
  const far = Array.from({ length: 3_000 }, (_, at) =>
    month(`${2026 - Math.floor(at / 12)}-${String(12 - (at % 12)).padStart(2, '0')}`, '0'),
  );
  assert.deepEqual(read(far), { newest: '2026-12', months: '0'.repeat(72) });
  const broken = [
    month('2026-13', '0'),
    month('0000-01', '0'),
    month('x', '0'),
    month(undefined, '0'),
    month('2026-01', undefined),
    month('2026-01', 'constructor'),
    null,
    'text',
  ];
  assert.equal(read(broken), undefined);
  for (const none of [undefined, null, '', 7, []]) assert.equal(read(none), undefined);
});
