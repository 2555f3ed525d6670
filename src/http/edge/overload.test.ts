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

test('a crowd is served; after two seconds without a pause a turn takes in little and turns the rest away, until it has been calm', async () => {
  let nowMs = 0;
  const isTooMuch = createOverloadWatch(
    () => false,
    () => nowMs,
  );
  /** Two who come in one turn, with work between them. */
  const come = async (ms: number): Promise<boolean[]> => {
    const first = isTooMuch();
    workFor(ms);
    const second = isTooMuch();
    await nextTurn();
    return [first, second];
  };
  for (let turn = 0; turn < 7; turn += 1) assert.deepEqual(await come(300), [false, false]);
  for (const afterMs of [0, 900, 900]) {
    nowMs += afterMs;
    assert.deepEqual(await come(15), [false, true]);
  }
  nowMs += 1_001;
  assert.deepEqual(await come(0), [false, false]);
  assert.deepEqual(await come(60), [false, false]);
});

test('with as many at hand as it may have, the next is too much at once', () => {
  let isFull = false;
  const isTooMuch = createOverloadWatch(() => isFull);
  assert.equal(isTooMuch(), false);
  isFull = true;
  assert.equal(isTooMuch(), true);
});
