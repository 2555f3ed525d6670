// Records that may be one agreement, in every figure: each agreement once, and the value with all of them beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, pounds } from '../../../test/support/merging/records.ts';
import type { AccountRecord } from '../reports/credit-report.ts';
import { attributesOf } from './attributes.ts';
import { type Figure, isKnown } from './figure.ts';

const DAY = '2026-03-31';
const read = (records: AccountRecord[], incomePence: number | null = null) =>
  attributesOf(documentOf(records), { asOf: DAY, day: DAY, incomePence });
const shown = (figure: Figure) => ('value' in figure ? figure.value : figure.unknown);

const ref = (name: string) => ({ id: 'equifax' as const, ref: name });
const doubtful = (name: string, names: string[], balance: number) =>
  ({
    accountType: 'credit-card',
    accountStatus: 'open',
    balance: pounds(balance),
    creditLimit: pounds(2_000),
    payment: pounds(25),
    startDate: '2020-01-15',
    bureaus: [ref(name)],
    ...(names.length > 0 && { possiblySame: names.map(ref) }),
  }) satisfies AccountRecord;
const owed = (...records: AccountRecord[]) => {
  const { balanceTotal, accountsOpen } = read(records).figures;
  const whole = isKnown(balanceTotal) ? balanceTotal.withPossiblySame : undefined;
  return [shown(balanceTotal), whole, shown(accountsOpen)];
};

test('records that may be one agreement count once in totals, counts and shares, the larger; the value with both is beside it', () => {
  const two = [
    doubtful('a', ['b'], 500),
    { ...doubtful('b', ['a'], 520), payment: pounds(30) },
    doubtful('c', [], 100),
  ];
  const { figures } = read(two, 100_000);
  assert.deepEqual(
    [figures.balanceTotal, figures.limitTotal, figures.commitmentsTotal, figures.accountsOpen].map(shown),
    [62_000, 400_000, 5_500, 2],
  );
  assert.deepEqual(figures.balanceTotal.leftOut, [{ record: 0, why: 'possibly-same' }]);
  assert.equal(shown(figures.utilisationTotal), 15.5);
  assert.equal(shown(figures.limitUnused), 338_000);
  const whole = (figure: Figure) => (isKnown(figure) ? figure.withPossiblySame : undefined);
  assert.deepEqual(
    [
      figures.balanceTotal,
      figures.accountsOpen,
      figures.utilisationTotal,
      figures.limitUnused,
      figures.debtToIncome,
      figures.balanceMortgages,
    ].map(whole),
    [112_000, 3, 18.7, 488_000, 8, undefined],
  );
  const bad = two.map((one, at) => (at < 2 ? { ...one, accountStatus: 'default' as const } : one));
  assert.deepEqual(
    [shown(read(bad).figures.defaultsTotal), shown(read(bad).figures.defaultsBalance)],
    [1, 52_000],
  );
});

test('one that may be either of two others is one of them: it never takes both out, and all three may be one', () => {
  const either = (hub: number) => [
    doubtful('a', ['b', 'c'], hub),
    doubtful('b', ['a'], 500),
    doubtful('c', ['a'], 300),
  ];
  assert.deepEqual(owed(...either(900)), [120_000, 170_000, 2]);
  assert.deepEqual(owed(...either(100)), [80_000, 90_000, 2]);
  // A debt that was sold, and two settled accounts of first lenders: it must not vanish from the total.
  const sold = [doubtful('a', ['b', 'c'], 3_000), doubtful('b', ['a'], 0), doubtful('c', ['a'], 0)];
  assert.deepEqual(owed(...sold), [300_000, 300_000, 2]);
  const all = [
    doubtful('a', ['b', 'c'], 100),
    doubtful('b', ['a', 'c'], 300),
    doubtful('c', ['a', 'b'], 200),
  ];
  assert.deepEqual(owed(...all), [30_000, 60_000, 1]);
});

test('a doubt counts for both records if only one names it; one about a record that does not count takes nothing out', () => {
  assert.deepEqual(owed(doubtful('a', [], 500), doubtful('b', ['a'], 400)), [50_000, 90_000, 1]);
  const settled = { ...doubtful('c', ['a'], 0), accountStatus: 'settled' as const };
  assert.deepEqual(
    owed(doubtful('a', ['b', 'c'], 500), doubtful('b', ['a'], 400), settled),
    [50_000, 90_000, 1],
  );
  assert.deepEqual(owed(doubtful('a', ['gone'], 500), doubtful('b', [], 400)), [90_000, undefined, 2]);
  // A bureau gives two records one reference.
  assert.deepEqual(owed(doubtful('a', ['a'], 500), doubtful('a', ['a'], 500)), [50_000, 100_000, 1]);
});
