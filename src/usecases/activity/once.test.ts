import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOnce } from './once.ts';

function counting(keptMs: number) {
  let nowMs = 0;
  let counts = 0;
  const once = createOnce(keptMs, () => nowMs);
  const ask = (...key: (string | Date | null)[]) => once(key, async () => ++counts);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { once, ask, pass };
}

test('the same is counted once for all who ask at once and within the time, and anew at its end', async () => {
  const { ask, pass } = counting(1_000);
  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b')]), [1, 1, 2]);
  pass(999);
  assert.equal(await ask('a'), 1);
  pass(1);
  assert.equal(await ask('a'), 3);
});

test('a tenant, a time and nothing are different questions', async () => {
  const { ask } = counting(1_000);
  const [monday, tuesday] = [new Date('2026-11-16'), new Date('2026-11-17')];
  assert.deepEqual(
    [await ask('a', null), await ask('a', monday), await ask('a', tuesday), await ask('b', monday)],
    [1, 2, 3, 4],
  );
});

test('with no time to keep it only those who ask at once share it', async () => {
  const { ask } = counting(0);
  assert.deepEqual(await Promise.all([ask('a'), ask('a')]), [1, 1]);
  assert.equal(await ask('a'), 2);
});

test('a failure is told to all who waited for it, and not kept', async () => {
  const { once, ask } = counting(1_000);
  const failing = () => once(['a'], () => Promise.reject(new Error('lost')));
  for (const { status } of await Promise.allSettled([failing(), failing()])) assert.equal(status, 'rejected');
  assert.equal(await ask('a'), 1);
});
