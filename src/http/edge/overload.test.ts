// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createOverloadWatch } from './overload.ts';

function workFor(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  for (let spent = 0; spent < ms * 1_000; ) {
    const now = process.threadCpuUsage();
    spent = now.user + now.system - user - system;
  }
}

test('a burst is served; after two busy seconds without a pause a turn admits little and sheds the rest, until it is calm again', async () => {
  let nowMs = 0;
  const isOverloaded = createOverloadWatch(
    () => false,
    () => nowMs,
  );
  /** Two requests in one turn, with work between them. */
  const arrive = async (ms: number): Promise<boolean[]> => {
    const first = isOverloaded();
    workFor(ms);
    const second = isOverloaded();
    await nextTurn();
    return [first, second];
  };
  for (let turn = 0; turn < 7; turn += 1) assert.deepEqual(await arrive(300), [false, false]);
  for (const afterMs of [0, 900, 900]) {
    nowMs += afterMs;
    assert.deepEqual(await arrive(15), [false, true]);
  }
  nowMs += 1_001;
  assert.deepEqual(await arrive(0), [false, false]);
  assert.deepEqual(await arrive(60), [false, false]);
});

test('with as many in flight as allowed, the next request is shed at once', () => {
  let isFull = false;
  const isOverloaded = createOverloadWatch(() => isFull);
  assert.equal(isOverloaded(), false);
  isFull = true;
  assert.equal(isOverloaded(), true);
});
