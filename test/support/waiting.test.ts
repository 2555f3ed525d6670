import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, within } from './waiting.ts';

test('a wait for what never happens fails with what it was, instead of waiting for ever', async () => {
  await assert.rejects(
    until('pigs fly', () => false, 1),
    /^Error: Not within 1 ms: pigs fly$/,
  );
  await assert.rejects(
    until('it says whether pigs fly', () => new Promise(() => {}), 1),
    /^Error: Not within 1 ms: it says whether pigs fly$/,
  );
  await assert.rejects(within('an answer', new Promise(() => {}), 1), /^Error: Not within 1 ms: an answer$/);
});

test('a wait for what happens has its outcome, and a failure stays its own', async () => {
  await until('it is so', async () => true, 0);
  assert.equal(await within('a value', Promise.resolve(7)), 7);
  await assert.rejects(within('a value', Promise.reject(new Error('broken'))), /^Error: broken$/);
});
