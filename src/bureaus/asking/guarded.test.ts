import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FAILURES_MAX, OPEN_MS } from '../../outbound/breaker.ts';
import { type BureauAnswer, CallFailed, type Enquiry } from '../bureau.ts';
import { createGuarded, type GuardedNeeds } from './guarded.ts';

const ENQUIRY = { reportId: 'r', consumer: { lastName: 'SECRET' } } as Enquiry;
const EMPTY: BureauAnswer = {
  status: 'ok',
  file: { bureau: 'experian', accounts: [], searches: [], residencies: [] },
};

function openBench(search: () => Promise<BureauAnswer>, more: Partial<GuardedNeeds> = {}) {
  const seen = { outcomes: [] as string[], breaker: [] as string[], faults: [] as string[], asked: 0 };
  let nowMs = 0;
  const bureau = createGuarded({
    id: 'experian',
    isSimulated: true,
    callsMax: 4,
    adapter: {
      search: () => {
        seen.asked++;
        return search();
      },
    },
    nowMs: () => nowMs,
    close: async () => {},
    onOutcome: (_id, status) => seen.outcomes.push(status),
    onBreaker: (_id, state) => seen.breaker.push(state),
    onFault: (_id, fault) => seen.faults.push(fault),
    ...more,
  });
  const ask = async () => (await bureau.search(ENQUIRY)).status;
  const askTimes = async (times: number) => {
    for (let n = 0; n < times; n++) await ask();
  };
  return { bureau, seen, ask, askTimes, pass: (ms: number) => (nowMs += ms) };
}

test('an answer goes through as it is and is counted', async () => {
  const { bureau, seen } = openBench(async () => EMPTY);
  assert.deepEqual(await bureau.search(ENQUIRY), EMPTY);
  assert.deepEqual(seen.outcomes, ['ok']);
});

test('a failed call is the outcome that it carries', async () => {
  for (const outcome of ['timeout', 'unavailable', 'rejected-request', 'rejected-credentials'] as const) {
    const { ask, seen } = openBench(async () => {
      throw new CallFailed(outcome, 'why', true);
    });
    assert.equal(await ask(), outcome);
    assert.deepEqual(seen.faults, []);
  }
});

test('a bug of ours is an outcome too, reported by its kind and its place and not by its message', async () => {
  for (const thrown of [new TypeError('MRS SECRET at SECRET.ts:1:1'), new TypeError(), 'SECRET', null]) {
    const { ask, seen } = openBench(async () => {
      throw thrown;
    });
    assert.equal(await ask(), 'unavailable');
    assert.equal(seen.faults.length, 1);
    assert.doesNotMatch(seen.faults.join(), /SECRET/);
    if (thrown instanceof Error) assert.match(seen.faults.join(), /^TypeError at guarded\.test\.ts:\d+$/);
  }
});

test('a search that never ends is a timeout at the deadline', async () => {
  const { ask } = openBench(() => new Promise(() => {}), { wholeMs: 20 });
  assert.equal(await ask(), 'timeout');
});

test('a bureau that keeps failing is not asked, then probed once, and asked by all once it answers', async () => {
  let answer: BureauAnswer = { status: 'unavailable' };
  const { bureau, seen, ask, askTimes, pass } = openBench(async () => answer);
  await askTimes(FAILURES_MAX);
  assert.equal(bureau.breaker(), 'open');
  await askTimes(100);
  assert.equal(seen.asked, FAILURES_MAX);
  pass(OPEN_MS);
  // Ten at once: one of them asks.
  await Promise.all(Array.from({ length: 10 }, ask));
  assert.equal(seen.asked, FAILURES_MAX + 1);
  pass(OPEN_MS);
  answer = EMPTY;
  await ask();
  assert.equal(bureau.breaker(), 'closed');
  assert.deepEqual(seen.breaker, ['open', 'half-open', 'open', 'half-open', 'closed']);
});

test('an answer that is not a failure of the bureau does not open the circuit', async () => {
  for (const status of ['no-trace', 'ambiguous-address', 'rejected-request'] as const) {
    const { bureau, askTimes } = openBench(async () => ({ status }));
    await askTimes(50);
    assert.equal(bureau.breaker(), 'closed');
  }
});

test('rejected credentials open the circuit, so that the account is not locked, and stay the outcome', async () => {
  const { seen, ask, askTimes } = openBench(async () => ({ status: 'rejected-credentials' }));
  await askTimes(FAILURES_MAX);
  assert.equal(await ask(), 'rejected-credentials');
  assert.equal(seen.asked, FAILURES_MAX);
});

test('no more searches are under way than there are slots, and a full queue rejects at once', async () => {
  let end = (_answer: BureauAnswer) => {};
  const ending = new Promise<BureauAnswer>((resolve) => {
    end = resolve;
  });
  const { seen, ask } = openBench(() => ending, { callsMax: 2 });
  const under = [ask(), ask(), ask(), ask()];
  assert.equal(await ask(), 'unavailable');
  assert.equal(seen.asked, 2);
  end(EMPTY);
  assert.deepEqual(await Promise.all(under), ['ok', 'ok', 'ok', 'ok']);
  assert.equal(seen.asked, 4);
});

test('a full queue at a bureau that answers does not open the circuit; at one that hangs it does', async () => {
  for (const isHanging of [true, false]) {
    let end = (_answer: BureauAnswer) => {};
    const ending = new Promise<BureauAnswer>((resolve) => {
      end = resolve;
    });
    const { bureau, ask, pass } = openBench(() => ending, { callsMax: 1 });
    // An hour without searches before is no sign of a stall.
    pass(3_600_000);
    const under = [ask(), ask()];
    await setImmediate();
    if (isHanging) pass(3_001);
    for (let n = 0; n < FAILURES_MAX; n++) await ask();
    assert.equal(bureau.breaker(), isHanging ? 'open' : 'closed');
    end(EMPTY);
    await Promise.all(under);
  }
});

test('a probe that hangs ends before an ordinary search would', async () => {
  let isHanging = false;
  const search = async (): Promise<BureauAnswer> =>
    isHanging ? new Promise(() => {}) : { status: 'unavailable' };
  const { bureau, askTimes, ask, pass } = openBench(search, { probeMs: 20, wholeMs: 3_600_000 });
  await askTimes(FAILURES_MAX);
  pass(OPEN_MS);
  isHanging = true;
  assert.equal(await ask(), 'timeout');
  assert.equal(bureau.breaker(), 'open');
});

test('a bureau that is slower than the deadline of a probe is given the time that it usually takes', async () => {
  const ends: ((answer: BureauAnswer) => void)[] = [];
  let isDown = true;
  const search = (): Promise<BureauAnswer> =>
    isDown ? Promise.resolve({ status: 'unavailable' }) : new Promise((resolve) => void ends.push(resolve));
  const { bureau, askTimes, ask, pass } = openBench(search, { probeMs: 20, wholeMs: 3_600_000 });
  await askTimes(FAILURES_MAX);
  isDown = false;
  pass(OPEN_MS);
  assert.equal(await ask(), 'timeout');
  // Its answer comes after the timeout.
  pass(60_000);
  ends.shift()?.(EMPTY);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const probe = ask();
  await new Promise((resolve) => setTimeout(resolve, 40));
  ends.shift()?.(EMPTY);
  assert.equal(await probe, 'ok');
  assert.equal(bureau.breaker(), 'closed');
});
