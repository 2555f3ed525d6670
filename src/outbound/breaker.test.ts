import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker, FAILURES_MAX, OPEN_MS, type Pass, WINDOW_MS, WINDOW_OUTCOMES } from './breaker.ts';

function openBench() {
  let nowMs = 1_000;
  const changes: string[] = [];
  const breaker = createBreaker({ nowMs: () => nowMs, onChange: (state) => changes.push(state) });
  const admit = (): Pass => breaker.admit() ?? assert.fail('It was refused.');
  return {
    ...breaker,
    changes,
    admit,
    pass: (ms: number) => {
      nowMs += ms;
    },
    fail: (times: number) => {
      for (let n = 0; n < times; n++) admit().settle('failed');
    },
    answer: (times: number) => {
      for (let n = 0; n < times; n++) admit().settle('answered');
    },
    isRefused: () => breaker.admit() === null,
  };
}

test('a few failures are borne, and one more opens the circuit', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX - 1);
  assert.equal(bench.state(), 'closed');
  bench.fail(1);
  assert.equal(bench.state(), 'open');
  assert.ok(bench.isRefused());
});

test('every second search failing opens it too, well before twenty failures', () => {
  const bench = openBench();
  let failures = 0;
  while (bench.state() === 'closed') {
    bench.answer(1);
    bench.fail(1);
    failures++;
  }
  assert.equal(failures, FAILURES_MAX);
});

test('failures that are far apart, in searches or in time, do not add up', () => {
  const bench = openBench();
  for (let n = 0; n < 50; n++) {
    bench.fail(1);
    bench.answer(WINDOW_OUTCOMES / (FAILURES_MAX - 1));
  }
  assert.equal(bench.state(), 'closed');
  bench.pass(WINDOW_MS + 1);
  for (let n = 0; n < 50; n++) {
    bench.fail(1);
    bench.pass(WINDOW_MS / (FAILURES_MAX - 1) + 1);
  }
  assert.equal(bench.state(), 'closed');
});

test('an open circuit refuses for its time, and then lets exactly one probe through', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS - 1);
  assert.ok(bench.isRefused());
  bench.pass(1);
  assert.equal(bench.admit().isProbe, true);
  assert.equal(bench.state(), 'half-open');
  bench.pass(60_000);
  assert.ok(bench.isRefused());
});

test('a probe that is answered closes the circuit, and nothing of the past counts any more', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS);
  bench.admit().settle('answered');
  assert.equal(bench.state(), 'closed');
  bench.fail(FAILURES_MAX - 1);
  assert.equal(bench.state(), 'closed');
  assert.deepEqual(bench.changes, ['open', 'half-open', 'closed']);
});

test('a probe that fails keeps it open for another while', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS);
  bench.admit().settle('failed');
  bench.pass(OPEN_MS - 1);
  assert.ok(bench.isRefused());
  bench.pass(1);
  bench.admit().settle('answered');
  assert.equal(bench.state(), 'closed');
});

test('what was begun before it opened neither closes it nor keeps it open longer', () => {
  const bench = openBench();
  const [late, later] = [bench.admit(), bench.admit()];
  bench.fail(FAILURES_MAX);
  late.settle('answered');
  assert.equal(bench.state(), 'open');
  bench.pass(OPEN_MS - 1);
  later.settle('failed');
  bench.pass(1);
  assert.equal(bench.admit().isProbe, true);
});
