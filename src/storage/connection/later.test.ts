// Rows that nobody waits for: gathered, written by one writer, and given up rather than kept without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLater } from './later.ts';

test('what is added is written in its order, in as few writes as it takes', async () => {
  const written: number[][] = [];
  const later = createLater<number>({
    sizeMax: 3,
    queueMax: 100,
    write: async (items) => void written.push(items),
    onDropped: () => assert.fail(),
  });
  for (let item = 1; item <= 7; item += 1) later.add(item);
  await later.flushed();
  assert.deepEqual(written, [[1, 2, 3], [4, 5, 6], [7]]);
});

test('what does not fit the queue is dropped and counted', async () => {
  let dropped = 0;
  const written: number[] = [];
  const later = createLater<number>({
    sizeMax: 10,
    queueMax: 4,
    write: async (items) => void written.push(...items),
    onDropped: (count) => {
      dropped += count;
    },
  });
  for (let item = 1; item <= 9; item += 1) later.add(item);
  await later.flushed();
  assert.deepEqual(written, [1, 2, 3, 4]);
  assert.equal(dropped, 5);
});

test('a write that fails is given up and counted, and the next one is tried', async () => {
  let dropped = 0;
  let isBroken = true;
  const written: number[] = [];
  const later = createLater<number>({
    sizeMax: 10,
    queueMax: 10,
    write: async (items) => {
      if (isBroken) throw new Error('away');
      written.push(...items);
    },
    onDropped: (count) => {
      dropped += count;
    },
  });
  later.add(1);
  later.add(2);
  await later.flushed();
  isBroken = false;
  later.add(3);
  await later.flushed();
  assert.deepEqual([dropped, written], [2, [3]]);
});

test('there is one writer at a time, and what comes meanwhile is written too', async () => {
  let atWork = 0;
  const written: number[] = [];
  const later = createLater<number>({
    sizeMax: 1,
    queueMax: 10,
    write: async (items) => {
      atWork += 1;
      assert.equal(atWork, 1);
      if (written.length === 0) later.add(2);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      written.push(...items);
    },
    onDropped: () => assert.fail(),
  });
  later.add(1);
  await Promise.all([later.flushed(), later.flushed()]);
  assert.deepEqual(written, [1, 2]);
});
