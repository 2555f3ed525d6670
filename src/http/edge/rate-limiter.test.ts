// The limiters of several processes on one shared window. Time is a number that the tests advance; the window is a plain object that
// counts as storage/activity/rate-windows.ts does in SQL.
// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const WINDOW_MS = 60_000;
const KEY = 'caller:one';

function createClock() {
  let nowMs = 1_000_000 * WINDOW_MS;
  return {
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms;
    },
    /** Which minute it is. */
    window: () => Math.floor(nowMs / WINDOW_MS),
  };
}
type Clock = ReturnType<typeof createClock>;

function createSharedWindow(clock: Clock) {
  const used = new Map<string, { start: number; used: number }>();
  const log = { takes: 0, givenBack: 0, isDown: false };
  return {
    log,
    async take(key: string, wanted: number, limit: number) {
      log.takes += 1;
      if (log.isDown) throw new Error('the database is away');
      const start = clock.window() * WINDOW_MS;
      const row = used.get(key);
      const before = row?.start === start ? row.used : 0;
      used.set(key, { start, used: before + wanted });
      return {
        granted: Math.max(0, Math.min(wanted, limit - before)),
        remaining: Math.max(0, limit - before - wanted),
        windowEndsInMs: start + WINDOW_MS - clock.nowMs(),
        windowStart: new Date(start),
      };
    },
    async giveBack(key: string, windowStart: Date, unused: number, limit: number) {
      log.givenBack += unused;
      const row = used.get(key);
      if (row?.start !== windowStart.getTime()) return;
      row.used = Math.max(0, Math.min(row.used, limit) - unused);
    },
  };
}

/** The limiters of several processes on one window, with mocked timers. */
function openProcesses(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  return newProcesses(count, (ms) => t.mock.timers.tick(ms));
}

function newProcesses(count: number, tick: (ms: number) => void) {
  const clock = createClock();
  const shared = createSharedWindow(clock);
  const limiters = Array.from({ length: count }, () =>
    createRateLimiter({ take: shared.take, giveBack: shared.giveBack, nowMs: clock.nowMs }),
  );
  const advance = (ms: number) => {
    clock.advance(ms);
    tick(ms);
  };
  return { clock, log: shared.log, limiters: limiters as [RateLimiter, ...RateLimiter[]], advance };
}

/** How many of these requests are allowed, one after another. */
async function countAllowed(limiter: RateLimiter, requests: number, limit: number): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < requests; i += 1) if ((await limiter.spend(KEY, limit)).isAllowed) allowed += 1;
  return allowed;
}

const aStep = fc.record({
  process: fc.nat({ max: 2 }),
  requests: fc.integer({ min: 1, max: 60 }),
  atOnce: fc.boolean(),
  /** A process whose timer is late must keep the limit too. */
  isTimerLate: fc.boolean(),
  waitMs: fc.oneof(fc.constantFrom(0, 1, 999, 1_000, 2_000), fc.integer({ min: 0, max: 40_000 })),
});

test('whatever three processes do, no minute ever lets more through than the limit', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const course = fc.array(aStep, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), course, async (limit, steps) => {
      const { clock, limiters, advance } = newProcesses(3, (ms) => t.mock.timers.tick(ms));
      const allowed = new Map<number, number>();
      for (const step of steps) {
        const limiter = limiters[step.process] as RateLimiter;
        const spend = async () => {
          const window = clock.window();
          const { isAllowed, remaining, resetSeconds } = await limiter.spend(KEY, limit);
          if (isAllowed) allowed.set(window, (allowed.get(window) ?? 0) + 1);
          assert.ok(remaining >= 0 && remaining <= limit);
          assert.ok(Number.isInteger(resetSeconds) && resetSeconds >= 1 && resetSeconds <= 60);
        };
        if (step.atOnce) await Promise.all(Array.from({ length: step.requests }, spend));
        else for (let i = 0; i < step.requests; i += 1) await spend();
        if (step.isTimerLate) clock.advance(step.waitMs);
        else advance(step.waitMs);
      }
      for (const count of allowed.values()) assert.ok(count <= limit, `${count} of ${limit}`);
      await Promise.all(limiters.map((limiter) => limiter.stop()));
    }),
    { numRuns: 200 },
  );
});

for (const limit of [1, 3, 16, 100, 1_200]) {
  test(`a limit of ${limit} is used to the last one by three processes that go on asking`, async (t) => {
    const { limiters, advance } = openProcesses(t, 3);
    let allowed = 0;
    // Long enough for unused permits to be given back, and within one minute.
    for (let round = 0; round < 20; round += 1) {
      for (const limiter of limiters) allowed += await countAllowed(limiter, Math.ceil(limit / 20), limit);
      advance(1_000);
    }
    assert.equal(allowed, limit);
  });
}

test('a thousand requests at once get exactly the limit, for a few statements', async (t) => {
  const { limiters, log } = openProcesses(t, 1);
  const verdicts = await Promise.all(Array.from({ length: 1_000 }, () => limiters[0].spend(KEY, 100)));
  assert.equal(verdicts.filter((verdict) => verdict.isAllowed).length, 100);
  assert.ok(log.takes <= 3, `${log.takes} statements`);
});

test('after a crowd one request takes no more of the window than it would have before', async (t) => {
  const { limiters } = openProcesses(t, 2);
  const [first, second] = limiters as [RateLimiter, RateLimiter];
  await Promise.all(Array.from({ length: 60 }, () => first.spend(KEY, 100)));
  assert.equal(await countAllowed(first, 1, 100), 1);
  // Of the forty that were left a sixteenth, and not sixty again.
  assert.ok((await countAllowed(second, 100, 100)) >= 35);
});

test('a process far below the limit asks the shared window only now and then', async (t) => {
  const { limiters, log } = openProcesses(t, 1);
  assert.equal(await countAllowed(limiters[0], 1_000, 10_000), 1_000);
  assert.ok(log.takes <= 5, `${log.takes} statements`);
});

test('an idle process gives unused permits back, and another can spend them', async (t) => {
  const { limiters, advance, log } = openProcesses(t, 2);
  const [first, second] = limiters as [RateLimiter, RateLimiter];
  assert.equal(await countAllowed(first, 1, 160), 1);
  assert.equal(await countAllowed(second, 200, 160), 150, 'the first holds its share of ten');
  advance(1_000);
  assert.equal(log.givenBack, 9);
  assert.equal(await countAllowed(second, 200, 160), 9);
});

test('a busy process keeps its permits', async (t) => {
  const { limiters, advance, clock, log } = openProcesses(t, 1);
  await limiters[0].spend(KEY, 160);
  clock.advance(999);
  await limiters[0].spend(KEY, 160);
  advance(1);
  assert.equal(log.givenBack, 0);
});

test('a process that stops gives its permits back', async (t) => {
  const { limiters } = openProcesses(t, 2);
  const [first, second] = limiters as [RateLimiter, RateLimiter];
  await first.spend(KEY, 160);
  await first.stop();
  assert.equal(await countAllowed(second, 200, 160), 159);
});

test('a process has stopped when its permits are back, not when it began to give them back', async () => {
  const isBack = Promise.withResolvers<void>();
  let hasStopped = false;
  const limiter = createRateLimiter({
    take: async (_key, wanted, limit) => ({
      ...{ granted: wanted, remaining: limit - wanted },
      ...{ windowStart: new Date(), windowEndsInMs: WINDOW_MS },
    }),
    giveBack: () => isBack.promise,
    nowMs: () => 0,
  });
  await limiter.spend(KEY, 160);
  const stopped = limiter.stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasStopped, false);
  isBack.resolve();
  await stopped;
});

test('permits of one minute are not carried into the next, whether or not the timer was in time', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (const isTimerLate of [false, true]) {
    const { limiters, advance, clock, log } = newProcesses(2, (ms) => t.mock.timers.tick(ms));
    const [first, second] = limiters as [RateLimiter, RateLimiter];
    await first.spend(KEY, 160);
    if (isTimerLate) clock.advance(WINDOW_MS);
    else advance(WINDOW_MS);
    assert.equal((await countAllowed(second, 200, 160)) + (await countAllowed(first, 200, 160)), 160);
    assert.equal(log.givenBack, 0);
  }
});

test('a process that stops after the minute has nothing to give back', async (t) => {
  const { limiters, clock, log } = openProcesses(t, 1);
  await limiters[0].spend(KEY, 160);
  clock.advance(WINDOW_MS);
  await limiters[0].stop();
  assert.equal(log.givenBack, 0);
});

test('a refusal says how long to wait, is cached for a second, and ends with the minute', async (t) => {
  const { limiters, advance, log } = openProcesses(t, 1);
  await countAllowed(limiters[0], 3, 3);
  advance(20_500);
  assert.deepEqual(await limiters[0].spend(KEY, 3), { isAllowed: false, remaining: 0, resetSeconds: 40 });
  const { takes } = log;
  await countAllowed(limiters[0], 50, 3);
  advance(999);
  assert.equal(await countAllowed(limiters[0], 50, 3), 0);
  assert.equal(log.takes, takes, 'the window is not asked again');
  advance(39_000);
  assert.equal(await countAllowed(limiters[0], 5, 3), 3);
});

test('the answer counts down what all processes together have left', async (t) => {
  const { limiters } = openProcesses(t, 1);
  const seen: number[] = [];
  for (let i = 0; i < 5; i += 1) seen.push((await limiters[0].spend(KEY, 40)).remaining);
  assert.deepEqual(seen, [39, 38, 37, 36, 35]);
});

test('each key has its own count', async (t) => {
  const { limiters } = openProcesses(t, 1);
  await countAllowed(limiters[0], 5, 3);
  assert.equal((await limiters[0].spend('caller:two', 3)).isAllowed, true);
});

test('a window that cannot be asked is a fault of that request, and the next one asks again', async (t) => {
  const { limiters, log } = openProcesses(t, 1);
  log.isDown = true;
  await assert.rejects(async () => limiters[0].spend(KEY, 3), /away/);
  log.isDown = false;
  assert.equal(await countAllowed(limiters[0], 5, 3), 3);
});

test('keys that strangers make up are forgotten oldest first, and a forgotten one keeps its limit', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = createClock();
  const shared = createSharedWindow(clock);
  const limiter = createRateLimiter({ ...shared, nowMs: clock.nowMs, bucketsMax: 2 });
  const limit = 48;
  const before = await countAllowed(limiter, 1, limit);
  for (const made of ['a', 'b']) await limiter.spend(made, 1);
  // Of the three that it took, two went back.
  assert.equal(shared.log.givenBack, 2);
  assert.equal(before + (await countAllowed(limiter, 60, limit)), limit);
  await limiter.stop();
});
