import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatch } from './batch.ts';
import { DatabaseUnavailable } from './database.ts';

/** Work that blocks until goOn() and records its batches. */
function heldWork(answerTo: (item: number) => number = (item) => item * 2) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  let [running, runningMax] = [0, 0];
  const run = async (items: number[]): Promise<number[]> => {
    batches.push(items);
    running += 1;
    runningMax = Math.max(runningMax, running);
    await new Promise<void>((go) => gates.push(go));
    running -= 1;
    return items.map(answerTo);
  };
  const goOn = async () => {
    for (const go of gates.splice(0)) go();
    await nextTurn();
  };
  return { run, batches, goOn, runningMax: () => runningMax };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test('each caller gets its own answer', async () => {
  const run = async (items: number[]) => items.map((item) => item * 2);
  const batch = createBatch({ sizeMax: 7, inFlightMax: 3, run });
  const answers = await Promise.all(numbers(500).map(batch));
  assert.deepEqual(
    answers,
    numbers(500).map((item) => item * 2),
  );
});

test('items of one event-loop turn go together, in order, in batches of at most sizeMax', async () => {
  const work = heldWork();
  const batch = createBatch({ sizeMax: 4, inFlightMax: 10, run: work.run });
  const answers = numbers(10).map(batch);
  assert.equal(work.batches.length, 0, 'not before the turn is over');
  await nextTurn();
  assert.deepEqual(work.batches, [numbers(4), numbers(4, 4), numbers(2, 8)]);
  await work.goOn();
  assert.equal((await Promise.all(answers)).length, 10);
});

test('items that arrive while a batch is in flight go into the next one', async () => {
  const work = heldWork();
  const batch = createBatch({ sizeMax: 100, inFlightMax: 1, run: work.run });
  const answers = [batch(0)];
  await nextTurn();
  for (const item of [1, 2, 3]) {
    answers.push(batch(item));
    await nextTurn();
  }
  assert.deepEqual(work.batches, [[0]]);
  await work.goOn();
  assert.deepEqual(work.batches, [[0], [1, 2, 3]]);
  await work.goOn();
  assert.deepEqual(await Promise.all(answers), [0, 2, 4, 6]);
});

for (const inFlightMax of [1, 2, 5]) {
  test(`at most ${inFlightMax} batches are in flight at once, and that many are used`, async () => {
    const work = heldWork();
    const batch = createBatch({ sizeMax: 2, inFlightMax, run: work.run });
    const answers = Promise.all(numbers(40).map(batch));
    for (let turn = 0; turn < 40; turn += 1) await work.goOn();
    await answers;
    assert.equal(work.runningMax(), inFlightMax);
    assert.deepEqual(work.batches.flat(), numbers(40));
  });
}

test("one caller's error does not fail the others of its batch", async () => {
  const run = async (items: number[]) => {
    const bad = items.find((item) => item % 10 === 3);
    if (bad !== undefined) throw new Error(`no ${bad}`);
    return items.map((item) => item * 2);
  };
  const batch = createBatch({ sizeMax: 64, inFlightMax: 2, run });
  const results = await Promise.allSettled(numbers(30).map(batch));
  results.forEach((result, item) => {
    if (item % 10 === 3) assert.equal(result.status === 'rejected' && result.reason.message, `no ${item}`);
    else assert.equal(result.status === 'fulfilled' && result.value, item * 2);
  });
});

test('a batch that fails is retried item by item, once each, in order', async () => {
  const seen: number[][] = [];
  const run = async (items: number[]): Promise<number[]> => {
    seen.push(items);
    throw new Error('no');
  };
  const batch = createBatch({ sizeMax: 64, inFlightMax: 1, run });
  await Promise.allSettled(numbers(3).map(batch));
  assert.deepEqual(seen, [[0, 1, 2], [0], [1], [2]]);
});

test('without a database nothing is retried: every caller is rejected at once', async () => {
  let calls = 0;
  const run = async (): Promise<number[]> => {
    calls += 1;
    throw new DatabaseUnavailable(new Error('gone'), false);
  };
  const batch = createBatch({ sizeMax: 64, inFlightMax: 1, run });
  const results = await Promise.allSettled(numbers(20).map(batch));
  assert.ok(
    results.every((result) => result.status === 'rejected' && result.reason instanceof DatabaseUnavailable),
  );
  assert.equal(calls, 1);
});

test('after a failure the next caller is served as before', async () => {
  let isBroken = true;
  const run = async (items: number[]) => {
    if (isBroken) throw new DatabaseUnavailable(new Error('gone'), false);
    return items;
  };
  const batch = createBatch({ sizeMax: 64, inFlightMax: 1, run });
  await assert.rejects(batch(1));
  isBroken = false;
  assert.equal(await batch(2), 2);
});

test('two items of one key never share a batch: the second starts when the first is done, and others overtake it', async () => {
  const work = heldWork();
  const batch = createBatch({
    sizeMax: 3,
    inFlightMax: 2,
    run: work.run,
    keyOf: (item) => String(item % 10),
  });
  const answers = [1, 11, 2, 21, 3, 4].map(batch);
  await nextTurn();
  assert.deepEqual(work.batches, [[1, 2, 3], [4]]);
  answers.push(batch(31));
  await nextTurn();
  await work.goOn();
  assert.deepEqual(work.batches.slice(2), [[11]]);
  answers.push(batch(5));
  await nextTurn();
  assert.deepEqual(work.batches.slice(3), [[5]], 'a free key does not wait for busy ones');
  for (let rest = 0; rest < 3; rest += 1) await work.goOn();
  assert.deepEqual(work.batches.slice(4), [[21], [31]]);
  assert.deepEqual(await Promise.all(answers), [2, 22, 4, 42, 6, 8, 62, 10]);
});
