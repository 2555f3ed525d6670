// One account: how it stands and what is owed, by what its record says beside the status code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TWIN_PEOPLE } from '../../../test/support/bureaus/wire-twins.ts';
import type { FileAccount } from '../../domain/reports/bureau-file.ts';
import { splitName, toAccount } from './accounts.ts';
import { codesOf } from './codes.ts';

const read = (acc: object): Omit<FileAccount, 'ref'> =>
  toAccount(acc, {}, { codes: codesOf(null), today: '2026-11-17', note: () => {} });
const details = (fields: object) => read({ accdetails: { status: 'N', currencycode: 'GBP', ...fields } });
const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' });
const months = (acc: string, pay?: string) => ({
  ah: [
    { '@m': '2026-10', '@acc': acc, ...(pay && { '@pay': pay }) },
    { '@m': '2026-09', '@acc': 'OK', '@pay': '0' },
  ],
});

const STATUSES: [what: string, acc: object, status: string][] = [
  ['normal', { accdetails: { status: 'N' } }, 'open'],
  ['settled', { accdetails: { status: 'S' } }, 'settled'],
  ['default by its code', { accdetails: { status: 'D' } }, 'default'],
  [
    'a default behind a milder code',
    { default: { defdate: '2025-01-01' }, accdetails: { status: 'N' } },
    'default',
  ],
  ['a default without a date', { default: { origdefbal: '50' }, accdetails: { status: 'N' } }, 'default'],
  ['an empty default', { default: '', delinquent: '', accdetails: { status: 'N' } }, 'open'],
  [
    'a satisfied default',
    { default: { defdate: '2020-01-01', defsatdate: '2024-01-01' }, accdetails: { status: 'D' } },
    'settled',
  ],
  ['arrears', { delinquent: { delinqbal: '30' }, accdetails: { status: 'N' } }, 'delinquent'],
  [
    'arrears of nothing',
    { delinquent: { delinqdate: '2025-01-01', delinqbal: '0' }, accdetails: { status: 'N' } },
    'open',
  ],
  ['an arrangement', { accdetails: { status: 'N', arrstartdate: '2026-11-17' } }, 'arrangement'],
  [
    'an arrangement that ended',
    { accdetails: { status: 'N', arrstartdate: '2025-01-01', arrenddate: '2026-11-17' } },
    'open',
  ],
  [
    'an arrangement still',
    { accdetails: { status: 'N', arrstartdate: '2025-01-01', arrenddate: '2026-11-18' } },
    'arrangement',
  ],
  ['an arrangement to come', { accdetails: { status: 'N', arrstartdate: '2026-11-18' } }, 'open'],
  ['an arrangement on a default', { accdetails: { status: 'D', arrstartdate: '2025-01-01' } }, 'default'],
  ['an arrangement of the past', { accdetails: { status: 'S', arrstartdate: '2025-01-01' } }, 'settled'],
  [
    'an arrangement in arrears',
    { acchistory: months('AA', '1'), accdetails: { status: 'N', arrstartdate: '2025-01-01' } },
    'arrangement',
  ],
  ['a newest month in arrears', { acchistory: months('BB', '3'), accdetails: { status: 'N' } }, 'delinquent'],
  [
    'a newest month that is dormant',
    { acchistory: months('DT', 'U'), accdetails: { status: 'N' } },
    'dormant',
  ],
  ['a newest month in query', { acchistory: months('QY'), accdetails: { status: 'N' } }, 'query'],
  [
    'a newest month that says nothing',
    { acchistory: months('UC', 'U'), accdetails: { status: 'N' } },
    'open',
  ],
  ['no code, and an end', { accdetails: { accenddate: '2024-01-01' } }, 'settled'],
  ['a code that nobody knows', { accdetails: { status: '?' } }, 'unknown'],
];

test('the status is the worst that the record says, and no worse', () => {
  for (const [what, acc, status] of STATUSES) assert.equal(read(acc).accountStatus, status, what);
});

test('a default without a current balance is owed, a satisfied one is not any more', () => {
  const owed = (failure: object, balance?: string) => {
    const account = read({ default: failure, accdetails: { status: 'D', ...(balance && { balance }) } });
    return [account.balance, account.defaultBalance];
  };
  const open = { defdate: '2025-01-01', origdefbal: '2875' };
  assert.deepEqual(owed(open), [pounds(2875), pounds(2875)]);
  assert.deepEqual(owed(open, '2000'), [pounds(2000), pounds(2875)]);
  assert.deepEqual(owed(open, '0'), [pounds(0), pounds(2875)]);
  const satisfied = { ...open, defsatdate: '2026-01-01' };
  assert.deepEqual(owed(satisfied), [undefined, pounds(2875)]);
  assert.deepEqual(owed(satisfied, '0'), [pounds(0), pounds(2875)]);
  assert.deepEqual(owed(satisfied, '2875'), [undefined, pounds(2875)]);
  const over = read({ default: open, accdetails: { status: 'S' } });
  assert.deepEqual(
    [over.accountStatus, over.balance, over.defaultBalance],
    ['settled', undefined, pounds(2875)],
  );
  assert.deepEqual(owed({ defdate: '2025-01-01', origdefbal: '0' }), [undefined, undefined]);
  assert.deepEqual(owed({ defdate: '2025-01-01', origdefbal: '0', termbal: '90' }), [pounds(90), pounds(90)]);
});

test('zero is no balloon and no period, and a period is in months only where the frequency says so', () => {
  const term = (fields: object) => {
    const { repaymentPeriod, numberOfPayments, balloon } = details(fields);
    return [repaymentPeriod, numberOfPayments, balloon?.amount];
  };
  assert.deepEqual(term({ repayperiod: '48', repayfreqcode: 'M', lumppayment: '7150' }), [48, 48, 715_000]);
  assert.deepEqual(term({ repayperiod: '0', repayfreqcode: 'M', lumppayment: '0' }), [
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(term({ repayperiod: '12', repayfreqcode: 'P' }), [12, undefined, undefined]);
  assert.deepEqual(term({ repayperiod: '52', repayfreqcode: 'W' }), [undefined, undefined, undefined]);
});

test('a payment that is not monthly is its sum by the month, and none where nobody can say that', () => {
  const payment = (code: string | undefined, name = 'regpayment') =>
    details({ [name]: '30', ...(code !== undefined && { repayfreqcode: code }) }).payment;
  const byMonth = (amount: number) => ({ amount, currency: 'GBP' });
  const sums = { W: 13_000, F: 6_500, M: 3_000, Q: 1_000, A: 250 };
  for (const [code, amount] of Object.entries(sums)) {
    assert.deepEqual(payment(code), byMonth(amount), code);
    assert.deepEqual(payment(code, 'expectedpayment'), byMonth(amount), code);
  }
  assert.deepEqual(payment(undefined), byMonth(3_000));
  for (const code of ['P', 'X']) assert.equal(payment(code), undefined, code);
});

test('a name is split at the surname asked for, also an earlier one', () => {
  const consumer = {
    ...TWIN_PEOPLE.ada,
    lastName: 'Ó Súilleabháin',
    previousNames: [{ firstName: 'Ada', lastName: 'de Vantley' }],
  };
  assert.deepEqual(splitName('MS ADA JANE O SUILLEABHAIN', consumer), {
    title: 'MS',
    firstName: 'ADA',
    lastName: 'O SUILLEABHAIN',
  });
  assert.deepEqual(splitName('A DE VANTLEY', consumer), { firstName: 'A', lastName: 'DE VANTLEY' });
  assert.deepEqual(splitName('MR OTHER PERSON', consumer), {
    title: 'MR',
    firstName: 'OTHER',
    lastName: 'PERSON',
  });
  assert.deepEqual(splitName(undefined, consumer), {});
});
