import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../domain/refusal.ts';
import { hashPassword, inHashingSlot, verifyPassword } from './passwords.ts';

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

test('a stored password has the cost that is asked of argon2id today: 19 MiB, twice over', async () => {
  assert.match(await hashPassword('correct horse battery staple'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
