import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotices } from './notices.ts';

test('a notice is given at most once a day, each by itself', () => {
  let clockMs = 0;
  const given: string[] = [];
  const notify = createNotices({ nowMs: () => clockMs, onNotice: (notice) => given.push(notice) });
  const day = 24 * 3_600_000;
  for (const atMs of [0, 1, day - 1]) {
    clockMs = atMs;
    notify('expired');
  }
  assert.deepEqual(given, ['expired']);
  notify('tables');
  clockMs = day;
  notify('expired');
  assert.deepEqual(given, ['expired', 'tables', 'expired']);
});
