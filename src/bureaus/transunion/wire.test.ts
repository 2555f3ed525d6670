import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_BUREAU_SETTINGS } from '../../../test/support/bureaus/bureau-bench.ts';
import { consumerLike, HOME } from '../../../test/support/bureaus/bureau-people.ts';
import { toSearchRequest } from './wire.ts';

test('a search has two names and three addresses at most, the present ones first', () => {
  const consumer = consumerLike({
    previousNames: ['Sedgewren', 'Reedwren'].map((lastName) => ({ firstName: 'Wren', lastName })),
    addresses: ['1', '2', '3', '4'].map((buildingNumber) => ({ ukAddress: { ...HOME, buildingNumber } })),
  });
  const request = toSearchRequest(DEFAULT_BUREAU_SETTINGS, 'report-1', consumer);
  const all = (element: string) =>
    [...request.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))].map(([, value]) => value);
  assert.equal(all('surname').length, 2);
  assert.equal(all('surname')[1], 'Sedgewren');
  assert.deepEqual(all('buildingno'), ['1', '2', '3']);
});
