import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSAL_CODES, Refusal } from '../domain/refusal.ts';
import { STATUS_OF } from './problems.ts';

for (const code of REFUSAL_CODES.filter((one) => STATUS_OF[one] === 429 || STATUS_OF[one] === 503)) {
  test(`${code} says when to come back, also where its thrower does not know`, () => {
    assert.ok((new Refusal(code, 'No.').retryAfterSeconds ?? 0) >= 1);
    assert.equal(new Refusal(code, 'No.', { retryAfterSeconds: 7 }).retryAfterSeconds, 7);
  });
}
