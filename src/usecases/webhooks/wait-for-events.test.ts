import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../domain/refusal.ts';
import { createEventWatch } from './wait-for-events.ts';

const PER_TENANT = 20;
const IN_ALL = 500;

function newWatch() {
  const watch = createEventWatch({ peek: async () => new Set() });
  const wait = (tenantId: string, gone = new AbortController()) =>
    watch.wait({ tenantId, after: null } as never, 60_000, gone.signal);
  return { watch, wait };
}

const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'rate-limited' && (error.retryAfterSeconds ?? 0) > 0;

test('of one tenant twenty wait, one more is refused and says when to come back; another tenant waits', async () => {
  const { watch, wait } = newWatch();
  const gone = new AbortController();
  const waits = [wait('loud', gone), ...Array.from({ length: PER_TENANT - 1 }, () => wait('loud'))];
  assert.throws(() => wait('loud'), isRefused);
  waits.push(wait('quiet'));
  assert.equal(watch.waiting(), PER_TENANT + 1);
  gone.abort();
  waits.push(wait('loud'));
  assert.throws(() => wait('loud'), isRefused);
  watch.stop();
  await Promise.all(waits);
  assert.equal(watch.waiting(), 0);
});

test('of all tenants together five hundred wait', async () => {
  const { watch, wait } = newWatch();
  const waits = Array.from({ length: IN_ALL }, (_none, n) => wait(`tenant ${n}`));
  assert.throws(() => wait('one more'), isRefused);
  watch.stop();
  await Promise.all(waits);
});
