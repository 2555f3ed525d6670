// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CROWD_GAP_MS, createLanes, createTurnstile } from './turns.ts';

test('of many that come at once one passes in this turn, and one more with every gap, in order', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turn = createTurnstile();
  const passed: number[] = [];
  for (let n = 0; n < 20; n += 1) void turn().then(() => passed.push(n));
  assert.deepEqual(passed, []);
  for (let count = 1; count <= 20; count += 1) {
    await nextTurn();
    assert.deepEqual(
      passed,
      Array.from({ length: count }, (_none, n) => n),
    );
    t.mock.timers.tick(CROWD_GAP_MS - 1);
    await nextTurn();
    assert.equal(passed.length, count);
    t.mock.timers.tick(1);
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

test('the crowd of one name does not hold up another', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turn = createTurnstile();
  const passed: string[] = [];
  for (const whose of ['a', 'a', 'a', 'b', 'b']) void turn(whose).then(() => passed.push(whose));
  await nextTurn();
  assert.deepEqual(passed, ['a', 'b']);
  t.mock.timers.tick(CROWD_GAP_MS);
  await nextTurn();
  assert.deepEqual(passed, ['a', 'b', 'a', 'b']);
});

test('work of one name goes one after the other with a gap, whether or not it failed; another name does not wait', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const inLane = createLanes();
  const begun: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = (name: string, n: number) =>
    inLane(name, async () => {
      begun.push(`${name}${n}`);
      ends.push(Promise.withResolvers());
      await ends.at(-1)?.promise;
    });
  const first = work('a', 1);
  const second = work('a', 2);
  void work('b', 1);
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'b1']);
  ends[0]?.reject(new Error('failed'));
  await assert.rejects(first, /failed/);
  t.mock.timers.tick(CROWD_GAP_MS - 1);
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'b1']);
  t.mock.timers.tick(1);
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'b1', 'a2']);
  ends[2]?.resolve();
  await second;
  void work('a', 3);
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3'], 'one that comes alone does not wait');
});
