import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchWord, stateOf, sumsOf } from './bureau-figures.ts';

const NONE = { answered: 0, noFile: 0, p50Ms: null };

test('a search is kept as bureau, answer and bucket of its time; what is no answer is one word', () => {
  assert.equal(searchWord({ id: 'equifax', status: 'ok', tookMs: 38 }), 'equifax:ok:20');
  assert.equal(searchWord({ id: 'experian', status: 'no-trace', tookMs: 0 }), 'experian:no-trace:0');
  assert.equal(searchWord({ id: 'experian', status: 'ambiguous-address', tookMs: 0 }), 'experian:no-trace:0');
  assert.equal(searchWord({ id: 'experian', status: 'timeout', tookMs: 9_000 }), 'experian:unanswered:52');
});

test('the times are of answers alone, with or without a file', () => {
  const counted = new Map([
    ['equifax:ok:20', 2],
    ['equifax:no-trace:24', 1],
    ['equifax:unanswered:60', 5],
    ['experian:ok:63', 9],
  ]);
  const { p95Ms, ...sums } = sumsOf('equifax', counted);
  assert.deepEqual(sums, { asked: 8, answered: 2, noFile: 1, unanswered: 5, p50Ms: 36 });
  assert.ok((p95Ms ?? 0) >= 64 && (p95Ms ?? 0) <= 76, `${p95Ms}`);
  assert.equal(sumsOf('transunion', counted).p95Ms, null);
});

test('one in ten unanswered stands out, and so does twice the usual time from half a second on', () => {
  const state = (asked: number, unanswered: number, p95Ms: number | null, usual: number | null = 400) =>
    stateOf({ ...NONE, asked, unanswered, p95Ms }, { p95Ms: usual });
  assert.equal(state(0, 0, null), 'no-calls');
  assert.equal(state(11, 1, 100), 'usual');
  assert.equal(state(10, 1, 100), 'unanswered');
  assert.equal(state(10, 0, 799), 'usual');
  assert.equal(state(10, 0, 800), 'slow');
  assert.equal(state(4, 0, 800), 'usual', 'four calls say little');
  assert.equal(state(5, 0, 800), 'slow');
  assert.equal(state(10, 0, 499, 100), 'usual');
  assert.equal(state(10, 0, 500, 100), 'slow');
  assert.equal(state(10, 0, 9_000, null), 'usual', 'nothing is known of before');
});
