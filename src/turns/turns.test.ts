import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurnstile } from './turns.ts';

test('of many that come at once one passes in each turn of the event loop, in order', async () => {
  const turn = createTurnstile();
  const passed: number[] = [];
  for (let n = 0; n < 20; n += 1) void turn().then(() => passed.push(n));
  assert.deepEqual(passed, []);
  for (let turns = 1; turns <= 20; turns += 1) {
    await nextTurn();
    assert.deepEqual(
      passed,
      Array.from({ length: turns }, (_none, n) => n),
    );
  }
});

test('one that comes after the others have passed waits one turn only', async () => {
  const turn = createTurnstile();
  await turn();
  let hasPassed = false;
  void turn().then(() => {
    hasPassed = true;
  });
  await nextTurn();
  assert.equal(hasPassed, true);
});
