import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountRecord } from '../reports/credit-report.ts';
import { linkSteps, mayBeOne } from './link-records.ts';

const record = (said: Partial<AccountRecord>): AccountRecord => ({
  title: 'Ms',
  firstName: 'Ada',
  lastName: 'Hazelwick',
  companyName: 'Semaphore Telecom',
  accountType: 'communications',
  accountStatus: 'open',
  accountNumber: '****8279',
  startDate: '2023-01-16',
  bureaus: [{ id: 'experian', ref: '1' }],
  ...said,
});

function link(later: AccountRecord[], earlier: AccountRecord[]): (number | null)[] {
  const steps = linkSteps(later, earlier);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const ended = (endDate: string) =>
  record({
    accountStatus: 'settled',
    startDate: '2016-02-10',
    endDate,
    balance: { amount: 0, currency: 'GBP' },
  });

test('an agreement that had ended before another began is not the same one, whatever their numbers', () => {
  const [before, now] = [ended('2020-03-10'), record({})];
  assert.deepEqual(link([now], [before]), [null]);
  assert.equal(mayBeOne(now, before), false);
});

test('one whose end a bureau puts a few days after the beginning of the other is still compared', () => {
  assert.equal(mayBeOne(record({ startDate: '2020-03-20' }), ended('2020-03-10')), true);
  assert.deepEqual(link([record({})], [record({ balance: { amount: 900, currency: 'GBP' } })]), [0]);
});
