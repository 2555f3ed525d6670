// That a running service keeps house by itself: every job is called when its time comes, again after a failure, and never twice at once.
// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pino from 'pino';
import type { Service } from '../compose/service.ts';
import { startTimers } from './housekeeping.ts';

const JOBS = { keepHouse: 600_000, clearUp: 2_000, tendPayments: 2_000, tendEndpoints: 15_000 } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('each job runs when its time comes, whatever became of it before, and the deliverer all along', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const calls: string[] = [];
  const work: Record<string, () => Promise<unknown>> = {};
  const job = (name: string) => {
    const run = (): Promise<unknown> => {
      calls.push(name);
      return work[name]?.() ?? Promise.resolve({});
    };
    return [name, run];
  };
  const deliverer = {
    start: () => void calls.push('deliverer starts'),
    stop: async () => void calls.push('deliverer stops'),
  };
  const jobs = Object.fromEntries(Object.keys(JOBS).map(job));
  const timers = startTimers({ ...jobs, deliverer } as unknown as Service, pino({ level: 'silent' }));
  assert.deepEqual(calls.splice(0), ['deliverer starts']);
  for (const [name, everyMs] of Object.entries(JOBS)) {
    const times = () => calls.filter((one) => one === name).length;
    const tick = async (ms: number) => {
      mock.timers.tick(ms);
      await settled();
    };
    const before = times();
    work[name] = () => Promise.reject(new Error('it fails'));
    await tick(everyMs);
    assert.ok(times() > before, `${name} is called`);
    const gate = Promise.withResolvers<unknown>();
    work[name] = () => gate.promise;
    await tick(everyMs);
    const during = times();
    await tick(everyMs);
    assert.equal(times(), during, `${name} does not run twice at once`);
    gate.resolve({});
    await settled();
    delete work[name];
    await tick(everyMs);
    assert.ok(times() > during, `${name} runs again`);
  }
  const ending = Object.keys(JOBS).map((name) => {
    const gate = Promise.withResolvers<unknown>();
    work[name] = () => gate.promise;
    return gate;
  });
  mock.timers.tick(JOBS.keepHouse);
  let hasStopped = false;
  const stopped = timers.stop().then(() => {
    hasStopped = true;
  });
  for (const gate of ending) {
    await settled();
    assert.equal(hasStopped, false, 'every job that is under way ends first: then the database is closed');
    gate.resolve({});
  }
  await stopped;
  calls.length = 0;
  mock.timers.tick(JOBS.keepHouse);
  assert.deepEqual(calls, [], 'nothing after the end');
});
