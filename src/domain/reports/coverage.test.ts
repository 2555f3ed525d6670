import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Consumer } from './consumer.ts';
import { coverageOf, currentFirst } from './coverage.ts';
import type { AccountRecord } from './credit-report.ts';

const home = (buildingNumber: string, type?: string) => ({
  ...(type !== undefined && { type }),
  ukAddress: { buildingNumber, townOrCity: 'Leeds', postcode: 'LS1 4AB' },
});

const consumer: Consumer = {
  firstName: 'Ada',
  middleName: 'May',
  lastName: 'Sample',
  dateOfBirth: '1985-04-12',
  ipAddress: '192.0.2.7',
  addresses: [home('1', 'previous'), home('2'), home('3', 'Current')],
  previousNames: [{ firstName: 'Ada', lastName: 'Maiden' }],
};

const reportWith = (...days: (string | undefined)[]) => ({
  consumerData: {
    records: days.map(
      (startDate): AccountRecord => ({
        accountType: 'other',
        accountStatus: 'open',
        ...(startDate !== undefined && { startDate }),
        bureaus: [],
      }),
    ),
  },
});

const searched = (today: string) => ({
  consumer,
  bureaus: [
    { id: 'equifax', status: 'ok' },
    { id: 'experian', status: 'no-trace' },
    { id: 'transunion', status: 'timeout' },
  ] as const,
  roomOf: (bureau: string) =>
    bureau === 'equifax' ? { names: 1, addresses: Infinity } : { names: 2, addresses: 2 },
  today,
});

test('the coverage says who was asked and answered, with how many names and addresses, and how far a file reaches', () => {
  const coverage = coverageOf(reportWith('2019-05-02', undefined, '2011-01-31'), searched('2026-11-16'));
  assert.deepEqual(coverage, {
    bureaus: [
      { id: 'equifax', answered: true, hasFile: true, names: 1, addresses: 3 },
      { id: 'experian', answered: true, hasFile: false, names: 2, addresses: 2 },
      { id: 'transunion', answered: false, hasFile: false, names: 2, addresses: 2 },
    ],
    names: ['Ada May Sample', 'Ada Maiden'],
    addresses: ['3, LEEDS, LS1 4AB', '1, LEEDS, LS1 4AB', '2, LEEDS, LS1 4AB'],
    oldestRecord: '2011-01-31',
    onFileSince: '2020-11-16',
    notice:
      'Agreements that ended before 2020-11-16 are normally no longer on file. That none was found does not mean that there was none.',
  });
});

test('six years before 29 February is 28 February, or the 29th where there is one; no record, no oldest one', () => {
  const since = (today: string) => coverageOf(reportWith(), searched(today));
  assert.equal(since('2028-02-29').onFileSince, '2022-02-28');
  assert.equal(since('2026-02-28').onFileSince, '2020-02-28');
  assert.equal('oldestRecord' in since('2026-02-28'), false);
});

test('the address marked current comes first, and the others stay in their order', () => {
  const numbers = ({ addresses }: Consumer) =>
    addresses.map(({ ukAddress }) => ukAddress.buildingNumber).join('');
  assert.equal(numbers(currentFirst(consumer)), '312');
  assert.equal(numbers(currentFirst({ ...consumer, addresses: [home('1'), home('2')] })), '12');
});
