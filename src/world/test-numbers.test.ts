// The test numbers: what each of them puts on file, for random people on random days, beside the same request without a number. And
// the table that docs/test-your-integration.md has of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Consumer } from '../domain/reports/consumer.ts';
import {
  type AccountRecord,
  BUREAU_IDS,
  type BureauId,
  HISTORY_CODES,
} from '../domain/reports/credit-report.ts';
import { scenarioOf } from './scenario-names.ts';
import { syntheticReport } from './scenarios.ts';
import { wholeMonthsBetween } from './synthetic/calendar.ts';
import { DATA_NUMBERS, TEST_NUMBERS, type TestEffect, testDayOf, testEffectOf } from './test-numbers.ts';

const PLAIN_NUMBER = '+447700900123';

test('a listed number is a drama number, listed once, and not that of the examples', () => {
  const numbers: string[] = TEST_NUMBERS.map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(new Set(TEST_NUMBERS.map(({ effect }) => effect)).size, numbers.length);
  for (const number of numbers) assert.match(number, /^\+447700900(?!123$)\d{3}$/);
});

test('every other drama number does nothing', () => {
  const listed = new Set<string>(TEST_NUMBERS.map(({ number }) => number));
  for (let ending = 0; ending < 1_000; ending += 1) {
    const number = `+447700900${String(ending).padStart(3, '0')}`;
    const does = testEffectOf(number) !== undefined || Object.keys(testDayOf(number)).length > 0;
    assert.equal(does, listed.has(number), number);
  }
  for (const other of [undefined, '', '+4477009002100', '+337700900210'])
    assert.deepEqual([testEffectOf(other), testDayOf(other)], [undefined, {}]);
});

type Case = { consumer: Consumer; bureaus: BureauId[]; today: string };

const isoDay = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const someCase: fc.Arbitrary<Case> = fc.record(
  {
    consumer: fc.record(
      {
        firstName: fc.constantFrom('Nell', 'Ada', 'J'),
        lastName: fc.string({ minLength: 1, unit: 'grapheme' }),
        dateOfBirth: isoDay('1930-01-01', '2010-12-31'),
        email: fc.constantFrom('test002@x.org', 'test003@x.org', 'test004@x.org', 'x@x.org'),
        ipAddress: fc.constant('192.0.2.7'),
        addresses: fc.constant([
          { ukAddress: { buildingNumber: '12', townOrCity: 'York', postcode: 'YO1 7HH' } },
        ]),
      },
      { noNullPrototype: true },
    ),
    bureaus: fc.subarray([...BUREAU_IDS], { minLength: 1 }),
    today: fc.oneof(
      isoDay('2022-01-01', '2060-12-31'),
      fc.constantFrom('2024-02-29', '2025-03-31', '2026-01-01'),
    ),
  },
  { noNullPrototype: true },
);

const recordsOf = ({ consumer, bureaus, today }: Case, mobileNumber: string): AccountRecord[] =>
  syntheticReport({ consumer: { ...consumer, mobileNumber }, bureaus }, today).consumerData.records;
const numberOf = (effect: TestEffect): string =>
  DATA_NUMBERS.find((one) => one.effect === effect)?.number ?? assert.fail(effect);

function forEveryCase(
  effect: TestEffect,
  check: (records: AccountRecord[], one: Case & { isSettled: boolean; plain: AccountRecord[] }) => void,
): void {
  fc.assert(
    fc.property(someCase, (one) => {
      const isSettled = scenarioOf(one.consumer.email) === 'all-settled';
      const records = recordsOf(one, numberOf(effect));
      for (const record of records) checkDates(record, one.today);
      check(records, { ...one, isSettled, plain: recordsOf(one, PLAIN_NUMBER) });
    }),
    { numRuns: 60 },
  );
}

/** Of any record of any report: dates in their order, and a history between start and last update. */
function checkDates(record: AccountRecord, today: string): void {
  const { startDate = '', endDate, defaultDate, lastUpdated, history } = record;
  for (const day of [startDate, endDate, defaultDate, lastUpdated].filter((one) => one !== undefined)) {
    assert.equal(new Date(day).toISOString().slice(0, 10), day);
    // A purchaser counts from the day on which it bought what was in default.
    const isBought = day === defaultDate && record.companyType === 'debt-purchaser';
    assert.ok((day >= startDate || isBought) && day <= today, `${startDate} ${day} ${today}`);
  }
  for (const { newest, months } of history === undefined ? [] : [history, ...(history.bureaus ?? [])]) {
    assert.ok([...months].every((code) => HISTORY_CODES.includes(code)));
    assert.equal(newest, lastUpdated?.slice(0, 7));
    // One more where a bureau has the start two days earlier, in the month before.
    assert.ok(months.length <= Math.min(72, wholeMonthsBetween(startDate, `${newest}-28`) + 2));
  }
}

/** The first hire purchase, which most numbers are about: the one record that another request for the same person has otherwise. */
function subjectOf(records: AccountRecord[], plain: AccountRecord[]): AccountRecord {
  const own = plain.find(({ accountType }) => accountType === 'hire-purchase');
  const found = records.filter(
    ({ companyName, companyType }) => companyName === own?.companyName || companyType === 'debt-purchaser',
  );
  assert.equal(found.length, 1);
  return found[0] as AccountRecord;
}

/** A bureau's reference is of one account alone; the end of an account number is not. */
const bureauRefs = ({ bureaus = [] }: Partial<AccountRecord>): string =>
  bureaus.map(({ id, ref }) => `${id} ${ref}`).join();
/** What merging leaves out is left out of both: a start balance of zero is one that no bureau knows. */
const sorted = (records: AccountRecord[]): Partial<AccountRecord>[] =>
  records
    .map(({ startBalance, ...record }) =>
      startBalance?.amount === 0 ? record : { ...record, ...(startBalance && { startBalance }) },
    )
    .sort((a, b) => (bureauRefs(a) < bureauRefs(b) ? -1 : 1));

for (const effect of ['arrears', 'default', 'arrangement', 'sold-debt', 'disagreements'] as const) {
  test(`${effect}: it is about one agreement, and the others are merged into what they were`, () => {
    forEveryCase(effect, (records, { plain }) => {
      const subject = subjectOf(records, plain);
      const others = plain.filter(
        (record) => record !== plain.find((one) => one.accountType === 'hire-purchase'),
      );
      assert.deepEqual(sorted(records.filter((record) => record !== subject)), sorted(others));
    });
  });
}

const COURSES = [
  ['arrears', 'delinquent', '3210'],
  ['default', 'default', 'dddd543210'],
  ['arrangement', 'arrangement', 'aaa3210'],
] as const;
for (const [effect, status, course] of COURSES) {
  test(`${effect}: status, history, adverse words and balance say the same; settled, only the past does`, () => {
    forEveryCase(effect, (records, { isSettled, plain }) => {
      const { accountStatus, history, adverse, balance, bureaus, ...subject } = subjectOf(records, plain);
      const own = plain.find(({ accountNumber }) => accountNumber === subject.accountNumber);
      assert.equal(accountStatus, isSettled ? 'settled' : status);
      assert.ok(history?.months.startsWith(isSettled ? `s${course}` : course), history?.months);
      assert.equal(subject.defaultDate !== undefined, effect === 'default');
      const words = isSettled && effect !== 'default' ? undefined : bureaus.map(({ id }) => [id, status]);
      assert.deepEqual(
        adverse?.map((word) => [word.bureau, word.status]),
        words,
      );
      assert.equal((subject.defaultBalance?.amount ?? 0) > 0, effect === 'default');
      if (isSettled) return assert.equal(balance?.amount, 0);
      if (effect === 'default') assert.deepEqual(subject.defaultBalance, balance);
      const isAsOld = own?.startDate === subject.startDate;
      assert.ok(
        !isAsOld || (balance?.amount ?? 0) > (own?.balance?.amount ?? 0),
        'what was not paid is left',
      );
      if (effect === 'default')
        assert.equal(subject.defaultDate?.slice(0, 7), monthBefore(history?.newest ?? '', 3));
    });
  });
}

function monthBefore(month: string, count: number): string {
  const [year = 0, at = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, at - 1 - count, 1)).toISOString().slice(0, 7);
}

test('a sold debt is one record: the purchaser shown, the lender beside it, the debt once, the default once', () => {
  forEveryCase('sold-debt', (records, { bureaus, isSettled, plain }) => {
    assert.equal(records.length, plain.length);
    const subject = subjectOf(records, plain);
    assert.equal(subject.companyType, 'debt-purchaser');
    assert.equal(subject.accountStatus, isSettled ? 'settled' : 'default');
    assert.deepEqual(
      subject.bureaus.map(({ id }) => id),
      bureaus,
    );
    assert.deepEqual(
      subject.adverse?.map(({ bureau, status }) => [bureau, status]),
      bureaus.map((id) => [id, 'default']),
    );
    assert.equal(new Set(subject.adverse?.map(({ date }) => date)).size, 1);
    assert.equal((subject.balance?.amount ?? 0) > 0, !isSettled);
    if (bureaus.length === 1) return;
    assert.ok(subject.history?.months.startsWith(isSettled ? 'sdddtd543210' : 'dddtd543210'));
    assert.equal(subject.history?.bureaus, undefined);
    const last = BUREAU_IDS.filter((id) => bureaus.includes(id)).at(-1);
    const names = subject.disagreements?.find(({ field }) => field === 'companyName')?.values;
    assert.equal(names?.find(({ bureau }) => bureau === last)?.value, subject.companyName);
    assert.equal(new Set(names?.map(({ value }) => value)).size, 2);
  });
});

test('bureaus disagree: each field with the value of each bureau, and the history of the one that differs', () => {
  forEveryCase('disagreements', (records, { bureaus, isSettled, plain }) => {
    const subject = subjectOf(records, plain);
    assert.equal(subject.bureaus.length, bureaus.length);
    const fields = subject.disagreements?.map(({ field }) => field) ?? [];
    const second = isSettled ? ['startDate'] : ['accountStatus', 'balance', 'startDate'];
    const third = ['payment', 'isJoint'];
    assert.deepEqual(fields, [...(bureaus.length > 1 ? second : []), ...(bureaus.length > 2 ? third : [])]);
    assert.deepEqual(
      subject.history?.bureaus?.map(({ bureau }) => bureau),
      bureaus.length > 1 ? [bureaus[1]] : undefined,
    );
    assert.equal(subject.isJoint, bureaus.length > 2);
  });
});

test('no history: the same accounts, without what bureaus need not say', () => {
  const gone = ['history', 'lastUpdated', 'endDate', 'defaultDate', 'creditLimit', 'isJoint'];
  forEveryCase('no-history', (records, { plain }) => {
    const without = (one: object) =>
      Object.fromEntries(Object.entries(one).filter(([field]) => !gone.includes(field)));
    const thin = plain.map((record) => ({ ...without(record), bureaus: record.bureaus.map(without) }));
    assert.deepEqual(sorted(records), sorted(thin as unknown as AccountRecord[]));
  });
});

test('possibly the same: with a second bureau one record more, and the two name each other', () => {
  forEveryCase('possibly-same', (records, { bureaus, plain }) => {
    const doubtful = records.filter(({ possiblySame }) => possiblySame !== undefined);
    assert.equal(records.length, plain.length + (bureaus.length > 1 ? 1 : 0));
    assert.equal(doubtful.length, bureaus.length > 1 ? 2 : 0);
    const [one, other] = doubtful;
    const refsOf = (record: AccountRecord | undefined) => record?.bureaus.map(({ id, ref }) => ({ id, ref }));
    assert.deepEqual(one?.possiblySame, refsOf(other));
    assert.deepEqual(other?.possiblySame, refsOf(one));
  });
});

test('hostile text: names that no page, sheet or log may take for more than text', () => {
  forEveryCase('hostile-text', (records, { plain }) => {
    assert.equal(records.length, plain.length);
    for (const { companyName = '', lastName = '' } of records) {
      assert.ok(!plain.some((record) => record.companyName === companyName));
      assert.match(lastName, /\u202e=1\+1<b>$/);
    }
  });
});

test('1,000 records: as many, each of its own, of the kinds of the scenario', () => {
  for (const email of ['test002@x.org', 'test004@x.org', 'x@x.org']) {
    const consumer: Consumer = {
      firstName: 'Nell',
      lastName: 'Arkwright',
      dateOfBirth: '1984-02-29',
      email,
      ipAddress: '192.0.2.7',
      addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'York', postcode: 'YO1 7HH' } }],
    };
    const one: Case = { consumer, bureaus: [...BUREAU_IDS], today: '2026-03-31' };
    const records = recordsOf(one, numberOf('many-records'));
    assert.equal(records.length, 1_000);
    assert.equal(new Set(records.map(({ accountNumber }) => accountNumber)).size, 1_000);
    const kinds = (list: AccountRecord[]) =>
      [...new Set(list.map((r) => `${r.accountStatus} ${r.accountType}`))].sort();
    assert.deepEqual(kinds(records), kinds(recordsOf(one, PLAIN_NUMBER)));
    for (const record of records) checkDates(record, one.today);
  }
});

test('docs/test-your-integration.md and docs/test-numbers.json list every test number, with its words', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
  const rows = read('test-your-integration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `+447700900'));
  assert.deepEqual(
    rows,
    TEST_NUMBERS.map(({ number, label, words }) => `| \`${number}\` | ${label} | ${words} |`),
  );
  assert.deepEqual(JSON.parse(read('test-numbers.json')), TEST_NUMBERS);
});
