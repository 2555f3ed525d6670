import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Consumer } from '../domain/reports/consumer.ts';
import { BUREAU_IDS, type BureauId, type CreditReport } from '../domain/reports/credit-report.ts';
import { type ScenarioName, scenarioOf } from './scenario-names.ts';
import { syntheticReport } from './scenarios.ts';
import { wholeMonthsBetween } from './synthetic/calendar.ts';

const TODAY = '2026-03-31';

const aConsumer = (overrides: Partial<Consumer> = {}): Consumer => ({
  title: 'Ms',
  firstName: 'Nell',
  lastName: 'Arkwright',
  dateOfBirth: '1984-02-29',
  ipAddress: '192.0.2.7',
  addresses: [
    { type: 'previous', ukAddress: { buildingName: 'Mill House', townOrCity: 'Ripon', postcode: 'HG4 1AA' } },
    { type: 'current', ukAddress: { buildingNumber: '12', townOrCity: 'York', postcode: 'YO1 7HH' } },
  ],
  ...overrides,
});

const aReport = (overrides: Partial<Consumer> = {}, bureaus: readonly BureauId[] = BUREAU_IDS) =>
  syntheticReport({ consumer: aConsumer(overrides), bureaus }, TODAY);

const kindsOf = (report: CreditReport) =>
  report.consumerData.records.map((record) => `${record.accountStatus} ${record.accountType}`).sort();

// Interface, "Test mode": row for row.
const TABLE: [prefix: string, scenario: ScenarioName, records: string[]][] = [
  ['test001', 'no-records', []],
  ['test002', 'single-pcp', ['open hire-purchase']],
  ['test003', 'mixed', ['open credit-card', 'open hire-purchase', 'open mortgage']],
  ['test004', 'all-settled', ['settled credit-card', 'settled hire-purchase']],
  ['anyone', 'default', ['open credit-card', 'open hire-purchase', 'open hire-purchase', 'open mortgage']],
];

for (const [prefix, scenario, records] of TABLE) {
  test(`the prefix ${prefix} selects "${scenario}": ${records.join(', ') || 'nothing'}`, () => {
    for (const email of [`${prefix}@example.com`, `${prefix.toUpperCase()}@other.example`, prefix]) {
      assert.equal(scenarioOf(email), scenario);
      const report = aReport({ email });
      assert.deepEqual(kindsOf(report), records);
      assert.equal(report.previousSearches.providers.length === 0, scenario === 'no-records');
    }
  });
}

for (const email of [
  undefined,
  '',
  '@x.org',
  'test0011@x.org',
  'atest001@x.org',
  'test001+a@x.org',
  'constructor@x.org',
]) {
  test(`the e-mail ${email} selects the default scenario`, () => assert.equal(scenarioOf(email), 'default'));
}

test('settled accounts owe nothing, and a settled agreement has run past its end', () => {
  for (const record of aReport({ email: 'test004@x.org' }).consumerData.records) {
    assert.deepEqual(record.balance, { amount: 0, currency: 'GBP' });
    const ageMonths = wholeMonthsBetween(record.startDate as string, TODAY);
    assert.ok(ageMonths > (record.repaymentPeriod ?? 0));
  }
});

test('the single PCP is one: a product, and a final payment of a third of the price; no other is', () => {
  const [record] = aReport({ email: 'test002@x.org' }).consumerData.records;
  assert.equal(record?.product, 'pcp');
  const { balloon, payment, numberOfPayments = 0, startBalance } = record ?? {};
  assert.ok(balloon && payment && startBalance);
  const share = balloon.amount / startBalance.amount;
  assert.ok(share > 0.34 && share < 0.36, String(share));
  assert.ok(payment.amount * numberOfPayments + balloon.amount > startBalance.amount);
  for (const email of ['test003@x.org', 'test004@x.org', 'anyone@x.org'])
    for (const other of aReport({ email }).consumerData.records)
      assert.ok(other.product === undefined && other.balloon === undefined);
});

test('a single record is held by every bureau that was asked', () => {
  const [record] = aReport({ email: 'test002@x.org' }).consumerData.records;
  assert.deepEqual(
    record?.bureaus.map(({ id }) => id),
    BUREAU_IDS,
  );
});

test('the same request gives the same bytes, in whatever order its keys and bureaus come', () => {
  const addresses = aConsumer().addresses.map(({ type, ukAddress }) => ({
    ukAddress: Object.fromEntries(Object.entries(ukAddress).reverse()) as typeof ukAddress,
    ...(type !== undefined && { type }),
  }));
  assert.equal(JSON.stringify(aReport()), JSON.stringify(aReport()));
  assert.deepEqual(aReport({ addresses }, [...BUREAU_IDS].reverse()), aReport());
});

test('another person, another address or another scenario gives other accounts', () => {
  const numbers = (overrides: Partial<Consumer>) =>
    aReport(overrides)
      .consumerData.records.map((record) => record.accountNumber)
      .join();
  const all = [
    numbers({}),
    numbers({ firstName: 'Nora' }),
    numbers({ dateOfBirth: '1984-03-01' }),
    numbers({ addresses: aConsumer().addresses.slice(1) }),
    numbers({ email: 'test003@x.org' }),
  ];
  assert.equal(new Set(all).size, all.length);
});

test('on another day the lenders and amounts are the same and only dates have moved', () => {
  const tomorrow = syntheticReport({ consumer: aConsumer(), bureaus: BUREAU_IDS }, '2026-04-01');
  const undated = (report: CreditReport) =>
    report.consumerData.records.map(
      ({ startDate: _, endDate: __, lastUpdated: ___, history: ____, ...rest }) => ({
        ...rest,
        bureaus: rest.bureaus.map(({ id, ref }) => ({ id, ref })),
      }),
    );
  assert.deepEqual(undated(tomorrow), undated(aReport()));
});

test('an address has the same id in every report about it', () => {
  const [previous, current] = aReport().residencies;
  const [again] = aReport({ firstName: 'Nora', addresses: aConsumer().addresses.slice(1) }).residencies;
  assert.equal(again?.addressId, current?.addressId);
  assert.notEqual(previous?.addressId, current?.addressId);
});

test('the address marked current is the current one, otherwise the first', () => {
  const unmarked = aConsumer().addresses.map(({ ukAddress }) => ({ ukAddress }));
  assert.deepEqual(
    aReport().residencies.map(({ isCurrent }) => isCurrent),
    [false, true],
  );
  assert.deepEqual(
    aReport({ addresses: unmarked }).residencies.map(({ isCurrent }) => isCurrent),
    [true, false],
  );
});

test('the person is as the request describes them, and a title that was not given is absent', () => {
  const { title: _, ...untitled } = aConsumer();
  const { person, consumerData } = syntheticReport({ consumer: untitled, bureaus: BUREAU_IDS }, TODAY);
  assert.deepEqual(person, { firstName: 'Nell', lastName: 'Arkwright', dateOfBirth: '1984-02-29' });
  assert.ok(consumerData.records.every((record) => !('title' in record) && record.lastName === 'Arkwright'));
  assert.equal(aReport().person.title, 'Ms');
});

test('a consumer has one account per lender, and none from before the age of eighteen', () => {
  for (const lastName of ['Ash', 'Birch', 'Cedar', 'Elder', 'Fir', 'Hazel', 'Larch', 'Oak', 'Rowan', 'Yew']) {
    const { records } = aReport({ lastName, dateOfBirth: '2005-06-15' }).consumerData;
    assert.equal(new Set(records.map((record) => record.companyName)).size, 4);
    assert.ok(records.every((record) => (record.startDate as string) >= '2023-06-15'));
  }
});
