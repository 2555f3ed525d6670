import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BreakerNeeds,
  createBreaker,
  FAILURES_MAX,
  OPEN_MS,
  type Pass,
  WINDOW_MS,
  WINDOW_OUTCOMES,
} from './breaker.ts';

function openBench(limits: Partial<BreakerNeeds> = {}) {
  let nowMs = 1_000;
  const changes: string[] = [];
  const breaker = createBreaker({ nowMs: () => nowMs, onChange: (state) => changes.push(state), ...limits });
  const admit = (): Pass => breaker.admit() ?? assert.fail('It was rejected.');
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
    isRejected: () => breaker.admit() === null,
  };
}

test('fewer failures than the limit keep the circuit closed, and one more opens it', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX - 1);
  assert.equal(bench.state(), 'closed');
  bench.fail(1);
  assert.equal(bench.state(), 'open');
  assert.ok(bench.isRejected());
});

test('every second request failing opens it too, well before twenty failures', () => {
  const bench = openBench();
  let failures = 0;
  while (bench.state() === 'closed') {
    bench.answer(1);
    bench.fail(1);
    failures++;
  }
  assert.equal(failures, FAILURES_MAX);
});

test('failures that are far apart, in requests or in time, do not add up', () => {
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

test('a failure counts at thirty seconds, and no longer a millisecond later', () => {
  for (const [apartMs, state] of [
    [30_000, 'open'],
    [30_001, 'closed'],
  ] as const) {
    const bench = openBench();
    bench.fail(1);
    bench.pass(apartMs);
    bench.fail(7);
    assert.equal(bench.state(), state, `${apartMs} ms`);
  }
});

test('an open circuit rejects for its time, and then admits exactly one probe', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS - 1);
  assert.ok(bench.isRejected());
  bench.pass(1);
  assert.equal(bench.admit().isProbe, true);
  assert.equal(bench.state(), 'half-open');
  bench.pass(60_000);
  assert.ok(bench.isRejected());
});

test('a probe that is answered closes the circuit and clears the window', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS);
  bench.admit().settle('answered');
  assert.equal(bench.state(), 'closed');
  bench.fail(FAILURES_MAX - 1);
  assert.equal(bench.state(), 'closed');
  assert.deepEqual(bench.changes, ['open', 'half-open', 'closed']);
});

test('a probe that fails opens the circuit for its whole time again', () => {
  const bench = openBench();
  bench.fail(FAILURES_MAX);
  bench.pass(OPEN_MS);
  bench.admit().settle('failed');
  bench.pass(OPEN_MS - 1);
  assert.ok(bench.isRejected());
  bench.pass(1);
  bench.admit().settle('answered');
  assert.equal(bench.state(), 'closed');
});

test('a request admitted before it opened neither closes it nor keeps it open longer', () => {
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

test('with a window as long as the limit, only failures in a row open it, however far apart in time', () => {
  const bench = openBench({
    windowOutcomes: 5,
    failuresMax: 5,
    windowMs: Number.POSITIVE_INFINITY,
    openMs: 15_000,
  });
  for (let n = 0; n < 10; n++) {
    bench.fail(4);
    bench.answer(1);
  }
  assert.equal(bench.state(), 'closed');
  for (let n = 0; n < 5; n++) {
    bench.pass(3_600_000);
    bench.fail(1);
  }
  assert.equal(bench.state(), 'open');
  bench.pass(14_999);
  assert.ok(bench.isRejected());
  bench.pass(1);
  assert.equal(bench.admit().isProbe, true);
});
