// Alone: it replaces the timers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../domain/refusal.ts';
import { createHashing, verifyPassword } from './passwords.ts';

const { hashPassword, inHashingSlot } = createHashing({ workers: 1, cores: 8 });
const judge = (goesFirst: boolean, ...given: Parameters<typeof verifyPassword>) =>
  inHashingSlot(goesFirst, () => verifyPassword(...given));

test('a flood of passwords is refused beyond a short queue, whoever is no stranger goes first, and after it all is as before', async () => {
  const phc = await hashPassword('correct horse battery staple');
  const flood = Array.from({ length: 200 }, () => judge(false, null, 'a guess'));
  let ended = 0;
  for (const one of flood)
    one.then(
      () => ended++,
      () => {},
    );
  // The queue of strangers is full by now.
  assert.equal(await judge(true, phc, 'correct horse battery staple'), true);
  assert.ok(ended < 10, `${ended} strangers went before`);
  const settled = await Promise.allSettled(flood);
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  assert.ok(refused.length >= 148 && refused.length < 200, String(refused.length));
  for (const reason of refused) {
    assert.ok(reason instanceof Refusal && reason.code === 'service-unavailable');
    assert.ok((reason.retryAfterSeconds ?? 0) > 0);
  }
  assert.equal(await judge(false, phc, 'correct horse battery staple'), true);
  assert.equal(await judge(false, phc, 'another'), false);
});

for (const { cores, workers, slots, restMs } of [
  { cores: 2, workers: 1, slots: 1, restMs: 100 },
  { cores: 2, workers: 2, slots: 1, restMs: 300 },
  { cores: 16, workers: 16, slots: 1, restMs: 300 },
  { cores: 4, workers: 1, slots: 1, restMs: 0 },
  { cores: 5, workers: 1, slots: 2, restMs: 60 },
  { cores: 64, workers: 1, slots: 2, restMs: 0 },
  { cores: 2, workers: 8, slots: 1, restMs: 500 },
]) {
  const where = `on ${cores} cores with ${workers} workers`;
  test(`${where} ${slots} hash at once, and after 100 ms of it a slot rests for ${restMs}`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let nowMs = 0;
    t.mock.method(performance, 'now', () => nowMs);
    const hashing = createHashing({ workers, cores });
    const started: (() => void)[] = [];
    const settled = () => new Promise(setImmediate);
    for (let n = 0; n < 5; n += 1)
      void hashing.inHashingSlot(false, () => new Promise<void>((end) => started.push(end)));
    await settled();
    assert.equal(started.length, slots);
    nowMs = 100;
    started[0]?.();
    await settled();
    if (restMs > 0) t.mock.timers.tick(restMs - 1);
    await settled();
    if (restMs > 0) assert.equal(started.length, slots);
    t.mock.timers.tick(2);
    await settled();
    assert.equal(started.length, slots + 1);
  });
}

test('a stored password has the cost that is asked of argon2id today: 19 MiB, twice over', async () => {
  assert.match(await hashPassword('correct horse battery staple'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
