import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordIdsOf } from '../../test/support/merging/record-ids.ts';
import type { Consumer } from '../domain/reports/consumer.ts';
import type { CreditReport } from '../domain/reports/credit-report.ts';
import { createTestWorld } from './test-mode.ts';

const consumer: Consumer = {
  firstName: 'Nell',
  lastName: 'Arkwright',
  dateOfBirth: '1984-02-29',
  ipAddress: '192.0.2.7',
  addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'York', postcode: 'YO1 7HH' } }],
};
const JUST_BEFORE_MIDNIGHT = Date.parse('2026-03-30T23:59:59.999Z');

function aWorld() {
  let nowMs = JUST_BEFORE_MIDNIGHT;
  const world = createTestWorld({ nowMs: () => nowMs, recordIds: recordIdsOf(), pause: async () => {} });
  const reportOn = async (overrides: Partial<Consumer> = {}) => {
    const asked = { tenantId: 't', reportId: 'r', bureaus: ['equifax' as const] };
    const subject = { ...asked, consumer: { ...consumer, ...overrides } };
    const { creditReport } = await world.fetchCreditReport(subject);
    return JSON.parse(creditReport?.json ?? 'null') as CreditReport;
  };
  return {
    reportOn,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('the same request has the same report, and a cached one is not given to another person', async () => {
  const { reportOn } = aWorld();
  const first = await reportOn();
  assert.deepEqual(await reportOn(), first);
  assert.notDeepEqual(await reportOn({ firstName: 'Nora' }), first);
  assert.notDeepEqual(await reportOn({ email: 'test001@example.com' }), first);
});

test('the report of a new day is not the one cached on the day before', async () => {
  const { reportOn, pass } = aWorld();
  const before = await reportOn();
  pass(1);
  const after = await reportOn();
  assert.notDeepEqual(after.consumerData, before.consumerData);
});

test('more people than the cache holds each get their own report', async () => {
  const { reportOn } = aWorld();
  for (let n = 0; n < 1_100; n += 1) {
    const lastName = `Oak${n}`;
    assert.equal((await reportOn({ lastName })).person.lastName, lastName);
  }
});

test('reports of a thousand records that are asked for at once are each of their own person', async () => {
  const { reportOn } = aWorld();
  const mobileNumber = '+447700900200';
  const names = ['Ash', 'Birch', 'Ash'];
  const reports = await Promise.all(names.map((lastName) => reportOn({ lastName, mobileNumber })));
  for (const [at, { person, consumerData }] of reports.entries()) {
    assert.equal(person.lastName, names[at]);
    assert.equal(consumerData.records.length, 1_000);
    assert.ok(consumerData.records.every(({ lastName }) => lastName === names[at]));
  }
  assert.deepEqual(reports[2], reports[0]);
});

test('a test number changes the report of a person that is cached without it, and back', async () => {
  const { reportOn } = aWorld();
  const plain = await reportOn({ mobileNumber: '+447700900123' });
  const adverse = await reportOn({ mobileNumber: '+447700900211' });
  assert.notDeepEqual(adverse.consumerData, plain.consumerData);
  assert.deepEqual(await reportOn({ mobileNumber: '+447700900123' }), plain);
});
