// What the fake of the SDK refuses, and what it says that it does not know. How it walks a challenge: client.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GenerateRequest, InsufficientFunds, RateLimited, ValidationError } from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import { generateBody } from '../support/http/generate-body.ts';

const input = generateBody() as unknown as GenerateRequest;

test('the fake refuses what test mode refuses, and says of what it does not know that it does not', async () => {
  const { trefoil } = fakeTrefoil();
  const { lastName: _left, ...without } = input;
  await assert.rejects(trefoil.reports.generate(without as GenerateRequest), (error: unknown) => {
    assert.ok(error instanceof ValidationError);
    assert.deepEqual(error.details, [{ path: '/lastName', message: 'is required' }]);
    return true;
  });
  const numbered = (ending: string) => ({ ...input, mobileNumber: `+447700900${ending}` });
  await assert.rejects(trefoil.reports.generate(numbered('402')), InsufficientFunds);
  await assert.rejects(trefoil.reports.generate(numbered('429')), RateLimited);
  const refused = await trefoil.reports.generate({
    ...numbered('005'),
    challengeOptions: { status: 'challenge' },
  });
  assert.equal(refused.status === 'authentication-required' && refused.challenge.sms, 'refused');
  await assert.rejects(trefoil.tenant.read(), /The fake does not know readTenant.*next\('readTenant'/);
  await assert.rejects(trefoil.events.page(), /The fake does not know listEvents/);
});
