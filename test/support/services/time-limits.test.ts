import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { judgeTime } from './time-limits.ts';

const [QUIET, OVERLOADED] = [0.5, 7];

/** What becomes of a time limit: passed, failed, or skipped with this reason. */
async function outcomeOf(isMet: boolean, runnablePerCore: number): Promise<string> {
  let outcome = 'passed';
  const limit = { skip: (reason: string) => (outcome = `skipped: ${reason}`) };
  const run = async (_name: string, fn: (t: typeof limit) => void): Promise<void> => fn(limit);
  const context = { test: run } as unknown as TestContext;
  const given = { guarantee: 'ready within a second', isMet, figures: '1400 ms' };
  await judgeTime(context, given, runnablePerCore).catch((error: Error) => {
    outcome = `failed: ${error.message}`;
  });
  return outcome;
}

test('a time limit that is met passes, on any machine', async () => {
  assert.equal(await outcomeOf(true, QUIET), 'passed');
  assert.equal(await outcomeOf(true, OVERLOADED), 'passed');
});

test('a time limit missed on a quiet machine fails', async () => {
  assert.equal(await outcomeOf(false, QUIET), 'failed: 1400 ms');
});

test('a time limit missed on an overloaded machine is skipped, with the reason and the figures', async () => {
  assert.equal(
    await outcomeOf(false, OVERLOADED),
    'skipped: 7.0 processes want each core of this machine; 1400 ms',
  );
});
