// What the fake of the SDK refuses, what it says that it does not know, and its clocks, events, tenant and alerts. How it walks a challenge: client.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ChallengeExpired,
  type GenerateRequest,
  InsufficientFunds,
  NotFound,
  RateLimited,
  ValidationError,
} from '@trefoil/sdk';
import { fakeTrefoil } from '@trefoil/sdk/testing';
import { generateBody } from '../support/http/generate-body.ts';
import { eventFault } from '../support/webhooks/webhooks.ts';

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
  await assert.rejects(
    trefoil.tenant.overview(),
    /The fake does not know readOverview.*next\('readOverview'/,
  );
});

test('the fake’s challenges expire by a test clock, as those of test mode do', async () => {
  const { trefoil } = fakeTrefoil();
  const { id } = await trefoil.testClocks.create();
  const onClock = {
    ...input,
    testOptions: { clock: id },
    challengeOptions: { status: 'challenge' as const },
  };
  const begun = await trefoil.reports.generate(onClock);
  assert.ok(begun.status === 'authentication-required');
  await trefoil.testClocks.advance(id, 'PT4M59S');
  assert.equal((await begun.challenge.submit('000000')).status, 'retry');
  await begun.challenge.resend();
  await trefoil.testClocks.advance(id, 'PT4M59S');
  assert.equal((await begun.challenge.submit('000000')).status, 'retry', 'the timer began anew');
  const { at } = await trefoil.testClocks.advance(id, 'P1DT2S');
  assert.ok(Date.parse(at) > Date.now() + 24 * 60 * 60 * 1000);
  await assert.rejects(begun.challenge.submit('123456'), ChallengeExpired);
  await assert.rejects(begun.challenge.resend(), ChallengeExpired);
  const { items } = await trefoil.events.page({ types: 'challenge.expired,report.failed' });
  assert.deepEqual(
    items.map(({ type, data }) => [type, (data as { reason?: string }).reason]),
    [
      ['challenge.expired', undefined],
      ['report.failed', 'challenge-expired'],
    ],
  );
  await assert.rejects(trefoil.testClocks.advance(id, 'tomorrow'), ValidationError);
  await trefoil.testClocks.remove(id);
  assert.deepEqual((await trefoil.testClocks.list()).items, []);
  await assert.rejects(trefoil.reports.generate(onClock), ValidationError);
  await assert.rejects(trefoil.testClocks.read(id), NotFound);
});

test('the fake tells of every step in its feed, each event as the document says', async () => {
  const fake = fakeTrefoil();
  const { trefoil } = fake;
  const challenge = { status: 'challenge' as const };
  const begun = await trefoil.reports.generate({
    ...input,
    challengeOptions: challenge,
    externalReference: 'case-7',
  });
  assert.ok(begun.status === 'authentication-required');
  const first = await trefoil.events.page();
  for (const code of ['000000', '123456']) await begun.challenge.submit(code);
  await trefoil.reports.generate({ ...input, challengeOptions: { status: 'block' } });
  const refused = { ...input, mobileNumber: '+447700900005', challengeOptions: challenge };
  await trefoil.reports.generate(refused);
  const [{ id: consentTextId } = { id: '' }] = await trefoil.consumerSessions.consentTexts();
  const { id } = await trefoil.consumerSessions.create({
    consentTextId,
    bureaus: ['equifax'],
    searchType: 'pcp',
  });
  fake.visit(id, 'complete');
  assert.deepEqual(
    first.items.map(({ type }) => type),
    ['challenge.sent'],
  );
  const { items } = await trefoil.events.page({ ...(first.next !== null && { after: first.next }) });
  assert.deepEqual(
    items.map(({ type }) => type),
    [
      ...['challenge.retry', 'challenge.passed', 'report.completed', 'report.blocked', 'sms.undelivered'],
      ...['session.created', 'report.completed', 'session.completed'],
    ],
  );
  for (const { id: _id, ...body } of [...first.items, ...items]) assert.equal(eventFault(body), null);
  assert.ok(items[2] !== undefined && 'externalReference' in items[2].data);
  assert.equal(items[2].data.externalReference, 'case-7');
  const made = await trefoil.events.trigger({ type: 'wallet.low', data: { available: 10 } });
  const latest = await trefoil.events.page({ types: 'wallet.low' });
  assert.deepEqual(latest.items, [made]);
  assert.deepEqual(await trefoil.events.page({ after: 'latest' }), { items: [], next: made.id });
});

test('whoever follows the fake’s feed gets what happens next', async () => {
  const { trefoil } = fakeTrefoil();
  const enough = new AbortController();
  const following = trefoil.events.follow({}, { signal: enough.signal });
  const next = following.next();
  await trefoil.reports.generate(input);
  assert.deepEqual(
    (await next).value?.items.map(({ type }) => type),
    ['report.completed'],
  );
  const waiting = following.next();
  enough.abort(new Error('enough'));
  await assert.rejects(waiting);
});

test('the fake has a tenant and alerts', async () => {
  const { trefoil } = fakeTrefoil();
  assert.deepEqual((await trefoil.tenant.alerts()).items, []);
  const { items } = await trefoil.tenant.setAlerts({ low: [500, 200_000], velocity: 1_000 });
  assert.deepEqual(
    items.map(({ kind, threshold, state }) => [kind, threshold, state]),
    [
      ['low', 500, 'ok'],
      ['low', 200_000, 'fired'],
      ['velocity', 1_000, 'ok'],
    ],
  );
  assert.deepEqual((await trefoil.tenant.alerts()).items, items);
  assert.equal((await trefoil.tenant.read()).balance, 100_000);
});

test('a link is waited for until it is over: a failure that may be tried again is not the end, and a signal ends the wait', async () => {
  const fake = fakeTrefoil();
  const { consumerSessions } = fake.trefoil;
  const [text] = await consumerSessions.consentTexts();
  const made = () =>
    consumerSessions.create({ consentTextId: text?.id ?? '', bureaus: ['equifax'], searchType: 'pcp' });
  const [one, other, third] = [await made(), await made(), await made()];
  const seen: string[] = [];
  const ended = consumerSessions
    .ended(one.id)
    .then(({ status, generates }) => seen.push(`${status} ${generates}`));
  for (const [id, status] of [
    [one.id, 'failed'],
    [other.id, 'complete'],
    [one.id, 'failed'],
  ] as const) {
    fake.visit(id, status);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(seen, []);
  fake.visit(one.id, 'failed');
  await ended;
  assert.deepEqual(seen, ['failed 3']);
  const told = (await fake.trefoil.events.page({ types: 'session.failed' })).items;
  assert.deepEqual(
    told.map((event) => event.type === 'session.failed' && event.data.triesLeft),
    [2, 1, 0],
  );
  assert.equal(
    (await consumerSessions.ended(other.id)).status,
    'complete',
    'one that is over is answered at once',
  );
  const signal = AbortSignal.abort();
  await assert.rejects(consumerSessions.ended(third.id, { signal }), { name: 'Aborted' });
});
