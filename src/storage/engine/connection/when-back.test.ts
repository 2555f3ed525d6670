// Writes that are retried until the database is back: each succeeds once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from './database.ts';
import { orUndo, writeWhenBack } from './when-back.ts';

/** Fails with the given errors, then succeeds; `done` resolves with the number of tries. */
function createWrite(...errors: Error[]) {
  const done = Promise.withResolvers<number>();
  let tries = 0;
  const write = async (): Promise<void> => {
    tries += 1;
    const error = errors.shift();
    if (error !== undefined) throw error;
    done.resolve(tries);
  };
  return { write, done: done.promise, tries: () => tries };
}

test('a write that succeeds is made once, without a pause', async () => {
  const { write, done } = createWrite();
  await writeWhenBack(write, 0);
  assert.equal(await done, 1);
});

test('while the database is unavailable no caller waits, and the write is retried until it succeeds', async () => {
  const { write, done, tries } = createWrite(unavailable(), unavailable(), unavailable());
  await writeWhenBack(write, 0);
  assert.equal(tries(), 1, 'the caller goes on after the first try');
  const keptAlive = setInterval(() => {}, 1_000);
  assert.equal(await done, 4);
  clearInterval(keptAlive);
});

test('a write that fails for another reason is not retried', async () => {
  const { write, tries } = createWrite(new Error('a bug'));
  await writeWhenBack(write, 0);
  // A retry that started later, with the same pause, has been made by then.
  const other = createWrite(unavailable());
  await writeWhenBack(other.write, 0);
  const keptAlive = setInterval(() => {}, 1_000);
  await other.done;
  clearInterval(keptAlive);
  assert.equal(tries(), 1);
});

test('a step that may have been executed is undone, one that was never sent is not, and both reject with their own error', async () => {
  const undo = createWrite();
  await assert.rejects(orUndo(Promise.reject(unavailable(false)), undo.write), DatabaseUnavailable);
  await assert.rejects(orUndo(Promise.reject(new Error('a bug')), undo.write), /a bug/);
  assert.equal(await orUndo(Promise.resolve(1), undo.write), 1);
  assert.equal(undo.tries(), 0);
  await assert.rejects(orUndo(Promise.reject(unavailable()), undo.write), DatabaseUnavailable);
  assert.equal(undo.tries(), 1);
});

function unavailable(mayBeDone = true): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('gone'), mayBeDone);
}
