import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../domain/refusal.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a flood of passwords is refused beyond a short queue, and judged again once it is over', async () => {
  const phc = await hashPassword('correct horse battery staple');
  const flood = Array.from({ length: 200 }, () => verifyPassword(null, 'a guess'));
  const settled = await Promise.allSettled(flood);
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  assert.ok(refused.length >= 148 && refused.length < 200, String(refused.length));
  for (const reason of refused) {
    assert.ok(reason instanceof Refusal && reason.code === 'service-unavailable');
    assert.ok((reason.retryAfterSeconds ?? 0) > 0);
  }
  assert.equal(await verifyPassword(phc, 'correct horse battery staple'), true);
  assert.equal(await verifyPassword(phc, 'another'), false);
});
