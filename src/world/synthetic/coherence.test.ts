// Synthetic reports about random people on random days: figures, dates and bureaus must be consistent. Expected values are derived
// from the report alone, not with the code that wrote it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Consumer } from '../../domain/reports/consumer.ts';
import {
  type AccountRecord,
  BUREAU_IDS,
  type BureauId,
  type CreditReport,
} from '../../domain/reports/credit-report.ts';
import { syntheticReport } from '../scenarios.ts';

const isoDay = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

const someDay = fc.oneof(
  isoDay('2020-01-01', '2100-12-31'),
  fc.constantFrom('2024-02-29', '2028-02-29', '2100-03-01', '2025-03-31'),
);

const someAddress = fc.record(
  {
    type: fc.constantFrom('current', 'Current', 'previous'),
    ukAddress: fc.record(
      {
        buildingNumber: fc.string({ minLength: 1 }),
        townOrCity: fc.string({ minLength: 1 }),
        postcode: fc.constantFrom('YO1 7HH', 'SW1A 1AA'),
      },
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: ['ukAddress'], noNullPrototype: true },
);

const someConsumer: fc.Arbitrary<Consumer> = fc.record(
  {
    title: fc.constantFrom('Mr', 'Dr'),
    firstName: fc.string({ minLength: 1 }),
    lastName: fc.string({ minLength: 1, unit: 'grapheme' }),
    dateOfBirth: fc.oneof(isoDay('1900-01-01', '2019-12-31'), fc.constantFrom('2000-02-29', '1904-02-29')),
    email: fc.constantFrom('test001@x.org', 'Test002@x.org', 'test003@x.org', 'TEST004@x.org', 'x@x.org'),
    ipAddress: fc.constant('192.0.2.7'),
    addresses: fc.array(someAddress, { minLength: 1, maxLength: 4 }),
  },
  {
    requiredKeys: ['firstName', 'lastName', 'dateOfBirth', 'ipAddress', 'addresses'],
    noNullPrototype: true,
  },
);

const someBureaus = fc.subarray([...BUREAU_IDS], { minLength: 1 });

const forEveryReport = (check: (report: CreditReport, consumer: Consumer, today: string) => void) =>
  fc.assert(
    fc.property(someConsumer, someBureaus, someDay, (consumer, bureaus, today) => {
      check(syntheticReport({ consumer, bureaus }, today), consumer, today);
    }),
    { numRuns: 300 },
  );

test('a report survives JSON unchanged: no NaN, no undefined, nothing odd', () => {
  forEveryReport((report) => assert.deepEqual(JSON.parse(JSON.stringify(report)), report));
});

test('all bureaus that were asked appear, no other does, and every record has at least one', () => {
  fc.assert(
    fc.property(someConsumer, someBureaus, (consumer, bureaus) => {
      const { records } = syntheticReport({ consumer, bureaus }, '2026-03-31').consumerData;
      const held = records.map((record) => record.bureaus.map(({ id }) => id));
      assert.ok(held.every((ids) => ids.length > 0 && new Set(ids).size === ids.length));
      assert.deepEqual([...new Set(held.flat())].sort(), records.length > 0 ? [...bureaus].sort() : []);
    }),
  );
});

const REFERENCES: Partial<Record<BureauId, RegExp>> = {
  equifax: /^EFX\d{9}$/,
  experian: /^EXP-[0-9A-F]{8}$/,
  transunion: /^TU-\d{4}-\d{6}$/,
};

test('account numbers are masked but for four digits, and references look like their bureau', () => {
  forEveryReport((report) => {
    for (const record of report.consumerData.records) {
      assert.match(record.accountNumber ?? '', /^\*{4}\d{4}$/);
      for (const { id, ref } of record.bureaus) assert.match(ref, REFERENCES[id] ?? /^\S+$/);
    }
  });
});

test('residencies are the addresses asked about, one is current, and no stay is longer than a life', () => {
  forEveryReport(({ residencies }, consumer, today) => {
    assert.deepEqual(
      residencies.map(({ address }) => address.ukAddress),
      consumer.addresses.map(({ ukAddress }) => ukAddress),
    );
    assert.equal(residencies.filter(({ isCurrent }) => isCurrent).length, 1);
    let livedYears = 0;
    for (const { addressId, yearsAtAddress = -1, monthsAtAddress = -1 } of residencies) {
      assert.match(addressId, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(Number.isInteger(yearsAtAddress) && yearsAtAddress >= 0);
      assert.ok(Number.isInteger(monthsAtAddress) && monthsAtAddress >= 0 && monthsAtAddress <= 11);
      livedYears += yearsAtAddress + monthsAtAddress / 12;
    }
    assert.ok(
      livedYears <= (Date.parse(today) - Date.parse(consumer.dateOfBirth)) / (365 * 86_400_000) + 0.1,
    );
  });
});

test('searches lie in the last 24 months and before today, newest first', () => {
  forEveryReport(({ previousSearches: { providers } }, _, today) => {
    assert.ok(providers.length <= 4);
    assert.equal(new Set(providers.map(({ companyName }) => companyName)).size, providers.length);
    const oldest = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`;
    for (const { records } of providers) {
      const dates = records.map(({ date }) => date);
      assert.ok(dates.length >= 1 && dates.length <= 3);
      assert.deepEqual(dates, dates.toSorted().reverse());
      for (const date of dates) {
        assert.equal(new Date(date).toISOString(), date);
        assert.ok(date < today && date >= oldest);
      }
    }
  });
});

test('balances follow from the start balance, the payment and the time that has passed', () => {
  forEveryReport((report, _, today) => {
    for (const record of report.consumerData.records) checkFigures(record, today);
  });
});

function checkFigures(record: AccountRecord, today: string): void {
  const { payment, startBalance, balance, numberOfPayments, repaymentPeriod, startDate } = record;
  for (const money of [payment, startBalance, balance]) {
    assert.ok(money?.currency === 'GBP' && Number.isSafeInteger(money.amount) && money.amount >= 0);
  }
  assert.ok(payment && startBalance && balance && startDate && startDate < today);
  assert.equal(new Date(startDate).toISOString().slice(0, 10), startDate);
  assert.equal(record.accountStatus, balance.amount === 0 ? 'settled' : 'open');
  assert.equal(numberOfPayments, repaymentPeriod);
  if (record.accountType === 'credit-card') {
    assert.equal(numberOfPayments, undefined);
    assert.equal(startBalance.amount, 0);
    const share = Math.max(2_500, Math.ceil(balance.amount * 0.025));
    assert.ok(Math.abs(payment.amount - Math.min(balance.amount, share)) <= 1);
    return;
  }
  assert.ok(numberOfPayments);
  const due = paymentsDue(startDate, today);
  const balloon = record.balloon?.amount ?? 0;
  const expected = balanceLeft(startBalance.amount, payment.amount, numberOfPayments, due, balloon);
  // Payments are rounded up and interest is rounded monthly; on a mortgage that comes to a few pounds.
  assert.ok(Math.abs(balance.amount - expected) <= 500, `${balance.amount} is not ${expected}`);
}

test('end, limit, last update and history follow from the status, the balance and the start', () => {
  forEveryReport((report, _, today) => {
    for (const record of report.consumerData.records) checkLife(record, today);
  });
});

function checkLife(record: AccountRecord, today: string): void {
  const { accountStatus, accountType, startDate = '', endDate, lastUpdated = '', history } = record;
  const isSettled = accountStatus === 'settled';
  assert.equal(endDate !== undefined, isSettled);
  assert.ok(lastUpdated >= startDate && lastUpdated <= today);
  for (const day of [lastUpdated, endDate ?? lastUpdated]) {
    assert.equal(new Date(day).toISOString().slice(0, 10), day);
  }
  if (endDate !== undefined) {
    assert.ok(endDate > startDate && endDate <= today);
    // Ended more than six years ago, it would no longer be on file.
    assert.ok(endDate > `${Number(today.slice(0, 4)) - 6}${today.slice(4)}`);
    if (record.numberOfPayments) assert.equal(paymentsDue(startDate, endDate), record.numberOfPayments);
  }
  assert.equal(record.creditLimit !== undefined, accountType === 'credit-card');
  if (record.creditLimit) assert.ok(record.creditLimit.amount >= (record.balance?.amount ?? 0));
  assert.equal(history?.newest, lastUpdated.slice(0, 7));
  const [first = '', ...older] = history?.months ?? '';
  assert.equal(first, isSettled ? 's' : '0');
  assert.ok(older.every((code) => code === '0'));
  const [from, to] = [new Date(startDate), new Date(lastUpdated)];
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
  assert.equal(older.length + 1, Math.min(72, months));
}

/** Due dates that have come: the start's day of each following month, or the last day of a shorter one. */
function paymentsDue(startDate: string, today: string): number {
  const [year, month, day] = startDate.split('-').map(Number) as [number, number, number];
  for (let count = 1; ; count += 1) {
    const monthEnd = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
    const dueMs = Date.UTC(year, month - 1 + count, Math.min(day, monthEnd));
    if (dueMs > Date.parse(today)) return count - 1;
  }
}

/** The rate is not in the record: find the one at which these payments leave the balloon of this loan, and apply it. */
function balanceLeft(start: number, payment: number, months: number, due: number, balloon: number): number {
  if (due >= months) return 0;
  let low = 1e-9;
  let high = 0.05;
  for (let step = 0; step < 100; step += 1) {
    const rate = (low + high) / 2;
    const repaid = start - balloon * (1 + rate) ** -months;
    if ((repaid * rate) / (1 - (1 + rate) ** -months) > payment) high = rate;
    else low = rate;
  }
  const growth = (1 + low) ** due;
  return start * growth - (payment * (growth - 1)) / low;
}
