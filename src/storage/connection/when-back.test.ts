// What is written when the database is back: once it is, and no more after that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from './database.ts';
import { orUndo, writeWhenBack } from './when-back.ts';

/** Fails as told, then succeeds; `done` resolves with the number of tries. */
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

test('what can be written is written at once, and once', async () => {
  const { write, done } = createWrite();
  await writeWhenBack(write, 0);
  assert.equal(await done, 1);
});

test('while the database is away nobody waits, and the write is tried until it is done', async () => {
  const { write, done, tries } = createWrite(away(), away(), away());
  await writeWhenBack(write, 0);
  assert.equal(tries(), 1, 'the caller goes on after the first try');
  const keptAlive = setInterval(() => {}, 1_000);
  assert.equal(await done, 4);
  clearInterval(keptAlive);
});

test('what fails for another reason is not tried again', async () => {
  const { write, tries } = createWrite(new Error('a bug'));
  await writeWhenBack(write, 0);
  // One that is tried again with the same pause, and was begun later, is done.
  const other = createWrite(away());
  await writeWhenBack(other.write, 0);
  const keptAlive = setInterval(() => {}, 1_000);
  await other.done;
  clearInterval(keptAlive);
  assert.equal(tries(), 1);
});

test('a step that may have been made is undone, one that never left us is not, and both fail as they did', async () => {
  const undo = createWrite();
  await assert.rejects(orUndo(Promise.reject(away(false)), undo.write), DatabaseUnavailable);
  await assert.rejects(orUndo(Promise.reject(new Error('a bug')), undo.write), /a bug/);
  assert.equal(await orUndo(Promise.resolve(1), undo.write), 1);
  assert.equal(undo.tries(), 0);
  await assert.rejects(orUndo(Promise.reject(away()), undo.write), DatabaseUnavailable);
  assert.equal(undo.tries(), 1);
});

function away(mayBeDone = true): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('gone'), mayBeDone);
}
