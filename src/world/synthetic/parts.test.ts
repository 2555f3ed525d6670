import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUREAU_IDS } from '../../domain/reports/credit-report.ts';
import { syntheticReport } from '../scenarios.ts';

const CONSUMER = {
  ...{ firstName: 'Nell', lastName: 'Sample', dateOfBirth: '1985-04-12', ipAddress: '192.0.2.7' },
  addresses: [{ ukAddress: { buildingNumber: '12', townOrCity: 'York', postcode: 'YO1 7HH' } }],
};
const reportOf = (mobileNumber?: string) =>
  syntheticReport(
    { consumer: { ...CONSUMER, ...(mobileNumber && { mobileNumber }) }, bureaus: [...BUREAU_IDS] },
    '2026-11-15',
  );

test('the number of public records puts each of them on file once, whichever bureaus know of it', () => {
  const { judgments = [], insolvencies, associations, aliases } = reportOf('+447700900217');
  assert.deepEqual(
    judgments.map(({ status, bureaus }) => [status, bureaus.map(({ status: other }) => other)]),
    [
      ['satisfied', ['open', 'open', undefined]],
      ['satisfied', [undefined, undefined, undefined]],
    ],
  );
  assert.equal(judgments[1]?.notices?.length, 3);
  assert.deepEqual(
    insolvencies?.map(({ kind, status, bureaus }) => [kind, status, bureaus.length]),
    [['debt-relief-order', 'in-force', 3]],
  );
  assert.deepEqual([associations?.length, aliases?.length], [1, 1]);
});

test('without it the lists are empty: asked for, and none found; scores were asked of nobody', () => {
  const report = reportOf();
  const { judgments, insolvencies, associations, aliases, notices, fraudMarkers, scores } = report;
  const lists = [judgments, insolvencies, associations, aliases, notices, fraudMarkers];
  for (const list of lists) assert.deepEqual(list, []);
  assert.equal(scores, undefined);
  assert.equal(report.residencies[0]?.electoralRoll, undefined);
});
