import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../domain/refusal.ts';
import { createFigureTurns, WAITING_MAX } from './figure-turns.ts';

test('of one tenant two read and 64 wait, one more is refused; another tenant reads at once, and all get their turn', async () => {
  const turns = createFigureTurns();
  const gate = Promise.withResolvers<void>();
  let reading = 0;
  let most = 0;
  const read = async (): Promise<void> => {
    reading += 1;
    most = Math.max(most, reading);
    await gate.promise;
    reading -= 1;
  };
  const loud = Array.from({ length: 2 + WAITING_MAX }, () => turns('loud', read));
  await assert.rejects(
    turns('loud', read),
    (error) => error instanceof Refusal && error.code === 'rate-limited' && error.retryAfterSeconds === 1,
  );
  assert.equal(await turns('quiet', async () => 'read'), 'read');
  assert.equal(most, 2);
  gate.resolve();
  await Promise.all(loud);
  assert.deepEqual([reading, most], [0, 2]);
});

test('a reading that fails gives its turn back', async () => {
  const turns = createFigureTurns();
  for (let n = 0; n < 5; n += 1)
    await assert.rejects(
      turns('loud', () => Promise.reject(new Error('lost'))),
      /lost/,
    );
  assert.equal(await turns('loud', async () => 'read'), 'read');
});
