// Notices come once a day each, and carry words of ours only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotices, NOTICES } from './notices.ts';

test('a notice is given at most once a day, each by itself', () => {
  let clockMs = 0;
  const given: string[] = [];
  const notify = createNotices({ nowMs: () => clockMs, onNotice: (notice) => given.push(notice) });
  const day = 24 * 3_600_000;
  for (const atMs of [0, 1, day - 1]) {
    clockMs = atMs;
    notify('expired');
  }
  assert.deepEqual(given, [NOTICES.expired]);
  notify('tables');
  clockMs = day;
  notify('expired');
  assert.deepEqual(given, [NOTICES.expired, NOTICES.tables, NOTICES.expired]);
});
