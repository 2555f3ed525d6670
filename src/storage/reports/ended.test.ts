// One way to end a report: every statement that does it goes through ended.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endReports, insertReports } from './ended.ts';

const STORAGE = join(import.meta.dirname, '..');
const ENDS = ['charged-reports.ts', 'challenges.ts', 'erasure.ts', 'reports.ts', 'test-clocks.ts'];

const sources = globSync('**/*.ts', { cwd: STORAGE })
  // Sessions of the hosted page have a reason of their own.
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('hosted/'))
  .map((file) => ({ file, text: readFileSync(join(STORAGE, file), 'utf8') }));
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

test('no statement but those of ended.ts sets the status or the failure reason of a report', () => {
  assert.deepEqual(filesWith(/\bfailure_reason\s*=/), ['reports/ended.ts']);
  assert.deepEqual(filesWith(/(?<![.\w])status\s*=\s*(case|'(complete|blocked|failed)')/), []);
  assert.deepEqual(
    filesWith(/\bendReports\(/),
    ['reports/ended.ts', ...ENDS.map((file) => `reports/${file}`)].sort(),
  );
});

test('a row that ends loses its lease; one that does not end keeps status, reason and lease', () => {
  const ending = { status: "'failed'", failureReason: "'why'", at: 'now()', from: 'x', where: 'r.id = x.id' };
  assert.match(
    endReports('ended', ending),
    /status = 'failed',\s+failure_reason = 'why',\s+lease_token = null/,
  );
  const some = endReports('ended', { ...ending, when: 'x.is_late' });
  for (const column of ['status', 'failure_reason', 'lease_token', 'leased_until']) {
    assert.match(some, new RegExp(`${column} = case when x\\.is_late then \\S+ else r\\.${column} end`));
  }
  assert.match(some, /returning .*x\.is_late as is_ended/);
});

test('every statement says of each row whether it ended by it', () => {
  assert.match(insertReports('stored', 'insert into reports as r …'), /r\.status <> 'pending' as is_ended/);
});
