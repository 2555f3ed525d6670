// The write-behind queue: rows are batched, written by one writer, and dropped rather than kept without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriteBehind } from './write-behind.ts';

test('rows are written in order, in as few batches as possible', async () => {
  const written: number[][] = [];
  const writeBehind = createWriteBehind<number>({
    sizeMax: 3,
    queueMax: 100,
    write: async (items) => void written.push(items),
    onDropped: () => assert.fail(),
  });
  for (let item = 1; item <= 7; item += 1) writeBehind.add(item);
  await writeBehind.flushed();
  assert.deepEqual(written, [[1, 2, 3], [4, 5, 6], [7]]);
});

test('a full queue drops further rows and counts them', async () => {
  let dropped = 0;
  const written: number[] = [];
  const writeBehind = createWriteBehind<number>({
    sizeMax: 10,
    queueMax: 4,
    write: async (items) => void written.push(...items),
    onDropped: (count) => {
      dropped += count;
    },
  });
  for (let item = 1; item <= 9; item += 1) writeBehind.add(item);
  await writeBehind.flushed();
  assert.deepEqual(written, [1, 2, 3, 4]);
  assert.equal(dropped, 5);
});

test('the rows of a failed write are dropped and counted, and the next batch is tried', async () => {
  let dropped = 0;
  let isBroken = true;
  const written: number[] = [];
  const writeBehind = createWriteBehind<number>({
    sizeMax: 10,
    queueMax: 10,
    write: async (items) => {
      if (isBroken) throw new Error('unavailable');
      written.push(...items);
    },
    onDropped: (count) => {
      dropped += count;
    },
  });
  writeBehind.add(1);
  writeBehind.add(2);
  await writeBehind.flushed();
  isBroken = false;
  writeBehind.add(3);
  await writeBehind.flushed();
  assert.deepEqual([dropped, written], [2, [3]]);
});

test('there is one writer at a time, and rows added meanwhile are written too', async () => {
  let writers = 0;
  const written: number[] = [];
  const writeBehind = createWriteBehind<number>({
    sizeMax: 1,
    queueMax: 10,
    write: async (items) => {
      writers += 1;
      assert.equal(writers, 1);
      if (written.length === 0) writeBehind.add(2);
      await new Promise((resolve) => setImmediate(resolve));
      writers -= 1;
      written.push(...items);
    },
    onDropped: () => assert.fail(),
  });
  writeBehind.add(1);
  await Promise.all([writeBehind.flushed(), writeBehind.flushed()]);
  assert.deepEqual(written, [1, 2]);
});
