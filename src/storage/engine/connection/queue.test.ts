// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createQueue } from './queue.ts';

// Long enough that a machine which pauses for some tenths of a second changes nothing.
const STALLED_MS = 200;

function newQueue(clock: { nowMs?: () => number } = {}) {
  const rejected: number[] = [];
  const reject = (one: number) => void rejected.push(one);
  const queue = createQueue<number>({ reject, stalledMs: STALLED_MS, ...clock });
  return { queue, rejected };
}

const untilRejected = async (rejected: number[], count: number): Promise<void> => {
  while (rejected.length < count) await sleep(1);
};

test('a stalled queue rejects every waiting caller, in order, and each new one', async () => {
  const { queue, rejected } = newQueue();
  queue.join(1);
  queue.join(2);
  assert.deepEqual(rejected, []);
  await untilRejected(rejected, 2);
  assert.equal(queue.length, 0);
  queue.join(3);
  await untilRejected(rejected, 3);
  assert.deepEqual(rejected, [1, 2, 3]);
});

test('a queue that moves rejects only a caller that has waited five times the stall timeout', async () => {
  const { queue, rejected } = newQueue();
  queue.join(1);
  const move = setInterval(() => queue.moved(), STALLED_MS / 10);
  try {
    for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; ) await sleep(1);
    assert.deepEqual(rejected, []);
    queue.join(2);
    await untilRejected(rejected, 1);
    assert.deepEqual([rejected, queue.take(5)], [[1], [2]]);
  } finally {
    clearInterval(move);
  }
});

test('at five times the stall timeout a caller of a queue that moves still waits, a moment later no more', async (t) => {
  let nowMs = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { queue, rejected } = newQueue({ nowMs: () => nowMs });
  const pass = async (ms: number): Promise<void> => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += STALLED_MS / 10;
      queue.moved();
      t.mock.timers.tick(STALLED_MS / 10);
      await nextTurn();
    }
  };
  queue.join(1);
  await pass(5 * STALLED_MS);
  assert.deepEqual(rejected, []);
  // It is looked at once in a stall timeout.
  await pass(STALLED_MS);
  assert.deepEqual(rejected, [1]);
});

test('after a blocked event loop, replies that already arrived are read before a caller is rejected', async () => {
  const { queue, rejected } = newQueue();
  queue.join(1);
  // The whole process is blocked, and the reply is there when it continues.
  const reply = sleep(STALLED_MS).then(() => queue.moved());
  for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; );
  await reply;
  assert.deepEqual(rejected, []);
  assert.deepEqual(queue.take(1), [1]);
});

test('a queue in front of one that moves is not stalled; its callers still wait no longer than in any queue', async () => {
  const next = newQueue().queue;
  const rejected: number[] = [];
  const queue = createQueue<number>({
    reject: (one) => void rejected.push(one),
    isNextMoving: next.isMoving,
    stalledMs: STALLED_MS,
  });
  queue.join(1);
  next.join(1);
  // Others join it, so that it is never empty, however late this process is.
  const move = setInterval(() => {
    next.join(1);
    next.moved();
  }, STALLED_MS / 10);
  try {
    for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; ) await sleep(1);
    assert.deepEqual(rejected, []);
    queue.join(2);
    await untilRejected(rejected, 1);
    assert.deepEqual(queue.take(5), [2]);
  } finally {
    clearInterval(move);
  }
  queue.join(3);
  next.take(next.length);
  await untilRejected(rejected, 2);
  assert.deepEqual(rejected, [1, 3]);
});
