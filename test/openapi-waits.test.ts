// Whoever is told to come back is told when: in the document here, in every answer that a test meets by test/support/house.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './fuzz/contract.ts';

test('every 429 and 503 of the document promises a Retry-After', () => {
  let walked = 0;
  for (const { id, responses } of operations) {
    for (const status of ['429', '503'].filter((one) => responses[one] !== undefined)) {
      assert.ok(responses[status]?.headers['Retry-After'], `${id} ${status}`);
      walked += 1;
    }
  }
  assert.ok(walked > operations.length, 'an operation has both');
});
