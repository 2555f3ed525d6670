import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from './slots.ts';

test('no more are admitted than there are slots, and a released slot goes to the first in the queue', async () => {
  const slots = createSlots({ slotsMax: 2, queuedMax: 2, waitMs: 60_000 });
  const first = await slots.acquire();
  await slots.acquire();
  const admitted: string[] = [];
  const third = slots.acquire().then((release) => {
    admitted.push('third');
    return release;
  });
  const fourth = slots.acquire().then((release) => {
    admitted.push('fourth');
    return release;
  });
  first?.();
  const releaseThird = await third;
  assert.deepEqual(admitted, ['third']);
  releaseThird?.();
  assert.notEqual(await fourth, null);
});

test('a full queue rejects at once', async () => {
  const slots = createSlots({ slotsMax: 1, queuedMax: 0, waitMs: 60_000 });
  assert.notEqual(await slots.acquire(), null);
  assert.equal(await slots.acquire(), null);
});

test('a wait in the queue times out, and the slot is not lost with it', async () => {
  const slots = createSlots({ slotsMax: 1, queuedMax: 1, waitMs: 1 });
  const release = await slots.acquire();
  assert.equal(await slots.acquire(), null);
  release?.();
  assert.notEqual(await slots.acquire(), null);
});

test('a slot that is released twice is free once', async () => {
  const slots = createSlots({ slotsMax: 1, queuedMax: 0, waitMs: 1 });
  const release = await slots.acquire();
  release?.();
  release?.();
  assert.notEqual(await slots.acquire(), null);
  assert.equal(await slots.acquire(), null);
});

test('whoever goes first is admitted before all who wait, also when their queue is full', async () => {
  const slots = createSlots({ slotsMax: 1, queuedMax: 2, waitMs: 60_000 });
  const release = await slots.acquire();
  const admitted: string[] = [];
  const waits = (name: string, goesFirst: boolean) =>
    slots.acquire(goesFirst).then((next) => {
      if (next !== null) admitted.push(name);
      next?.();
    });
  const all = [waits('one', false), waits('two', false), waits('three', false)];
  all.push(waits('first', true), waits('second', true), waits('third', true));
  release?.();
  await Promise.all(all);
  assert.deepEqual(admitted, ['first', 'second', 'one', 'two']);
});
