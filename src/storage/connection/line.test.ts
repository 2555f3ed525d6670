import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLine } from './line.ts';

// Long enough that a machine which stands still for some tenths of a second changes nothing.
const STALLED_MS = 200;

function newLine() {
  const refused: number[] = [];
  const line = createLine<number>({ refuse: (one) => void refused.push(one), stalledMs: STALLED_MS });
  return { line, refused };
}

const untilRefused = async (refused: number[], count: number): Promise<void> => {
  while (refused.length < count) await sleep(1);
};

test('whoever stands in a line that does not move is refused, in order, and so is whoever comes then', async () => {
  const { line, refused } = newLine();
  line.join(1);
  line.join(2);
  assert.deepEqual(refused, []);
  await untilRefused(refused, 2);
  assert.equal(line.length, 0);
  line.join(3);
  await untilRefused(refused, 3);
  assert.deepEqual(refused, [1, 2, 3]);
});

test('nobody is refused while the line moves, but for who has waited five times as long', async () => {
  const { line, refused } = newLine();
  line.join(1);
  const move = setInterval(() => line.moved(), STALLED_MS / 10);
  try {
    for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; ) await sleep(1);
    assert.deepEqual(refused, []);
    line.join(2);
    await untilRefused(refused, 1);
    assert.deepEqual([refused, line.take(5)], [[1], [2]]);
  } finally {
    clearInterval(move);
  }
});

test('what moves the line in the turn that was late itself is heard before anybody is refused', async () => {
  const { line, refused } = newLine();
  line.join(1);
  // The whole process stands still, and the answer is there when it wakes up.
  const answer = sleep(STALLED_MS).then(() => line.moved());
  for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; );
  await answer;
  assert.deepEqual(refused, []);
  assert.deepEqual(line.take(1), [1]);
});

test('a line whose first stand in another one that moves is not one that hangs; nobody waits in it for longer than in any', async () => {
  const other = newLine().line;
  const refused: number[] = [];
  const line = createLine<number>({
    refuse: (one) => void refused.push(one),
    isHeldUp: other.isMoving,
    stalledMs: STALLED_MS,
  });
  line.join(1);
  other.join(1);
  const move = setInterval(() => other.moved(), STALLED_MS / 10);
  try {
    for (const begunMs = performance.now(); performance.now() - begunMs < 3 * STALLED_MS; ) await sleep(1);
    assert.deepEqual(refused, []);
    line.join(2);
    await untilRefused(refused, 1);
    assert.deepEqual(line.take(5), [2]);
  } finally {
    clearInterval(move);
  }
  line.join(3);
  other.take(1);
  await untilRefused(refused, 2);
  assert.deepEqual(refused, [1, 3]);
});
