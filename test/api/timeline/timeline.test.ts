// The timeline of a report and the list of messages: what happened, in order, with its cost, and only masked data of the consumer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CHALLENGE_LIFETIME_MS } from '../../../src/domain/reports/challenge.ts';
import { clientOf, createTenant, type House, openChallenge } from '../../support/house.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse, WRONG_CODE } from '../../support/money.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

type Event = { kind: string; actor: string; credits: number; facts: Record<string, unknown>; at: string };

let house: House;
let world: StandIn;
before(async () => {
  ({ house, world } = await openLiveHouse());
});
after(() => house.close());

async function timelineOf(client: Awaited<ReturnType<typeof newClient>>, reportId: string) {
  await house.service.flushed();
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/timeline` as const;
  const answer = await client.get(url);
  assertDocumented('GET', url, answer);
  return answer.body;
}

const kinds = ({ events }: { events: Event[] }): string[] => events.map(({ kind }) => kind);

test('while a report waits, its timeline says until when, and how many tries and texts are left', async () => {
  const client = await newClient(house, 1_000);
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  const { waiting } = await timelineOf(client, reportId);
  assert.ok(
    waiting !== null && waiting.msLeft > 200_000 && waiting.msLeft <= CHALLENGE_LIFETIME_MS,
    JSON.stringify(waiting),
  );
  assert.deepEqual([waiting.triesLeft, waiting.textsLeft], [3, 2]);
  await client.submit(reportId, challengeId, WRONG_CODE);
  await client.resend(reportId, challengeId);
  const later = (await timelineOf(client, reportId)).waiting;
  assert.deepEqual([later?.triesLeft, later?.textsLeft], [2, 1]);
  assert.ok((later?.expiresAt ?? '') > waiting.expiresAt, 'a new text, a new time');
  await client.submit(reportId, challengeId, world.sent.at(-1)?.code);
  assert.equal((await timelineOf(client, reportId)).waiting, null);
});

test('the timeline of a challenged report has its texts, guesses, resend, charges and end, in order', async () => {
  const client = await newClient(house, 1_000);
  const { reportId, challengeId, smsId } = await openLiveChallenge(client, world);
  const { tenantId } = client.tenant;
  await house.service.recordDelivery({ tenantId, smsId, gateway: 'twilio', state: 'delivered' });
  await client.submit(reportId, challengeId, WRONG_CODE);
  await client.resend(reportId, challengeId);
  await client.submit(reportId, challengeId, world.sent.at(-1)?.code);
  const timeline = await timelineOf(client, reportId);

  assert.equal(timeline.status, 'complete');
  const times = timeline.events.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
  const of = (kind: string): Event[] => timeline.events.filter((event) => event.kind === kind);
  assert.deepEqual(kinds(timeline)[0], 'request-received');
  assert.equal(kinds(timeline).at(-1), 'ended');
  assert.deepEqual(of('ended')[0]?.facts, { status: 'complete', reason: null, message: null });
  assert.deepEqual(
    of('guess').map(({ actor, facts }) => [actor, facts.result, facts.triesLeft]),
    [
      ['consumer', 'wrong', 2],
      ['consumer', 'right', 0],
    ],
  );
  assert.deepEqual(of('resend')[0]?.facts, { sends: 2, sendsLeft: 1, sms: 'accepted' });
  assert.deepEqual(
    of('sms').map(({ facts }) => [facts.state, facts.costCredits]),
    [
      ['delivered', 40],
      ['on-its-way', 0],
    ],
  );
  assert.deepEqual(
    of('bureau').map(({ facts }) => [facts.bureau, facts.outcome]),
    [
      ['equifax', 'ok'],
      ['experian', 'ok'],
      ['transunion', 'ok'],
    ],
  );
  assert.deepEqual(
    of('money').map(({ facts, credits }) => [facts.move, credits]),
    [
      ['hold', -300],
      ['hold', -40],
      ['post', 0],
      ['hold', -40],
      ['post', 0],
    ],
  );
  assert.deepEqual([timeline.costCredits, timeline.heldCredits], [340, 40]);
});

test('a text that no gateway took is told in the timeline and in the list of messages', async () => {
  const client = await newClient(house, 1_000);
  world.gateway = 'refused';
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  await client.resend(reportId, challengeId);
  world.reset();
  const { events } = await timelineOf(client, reportId);
  const factsOf = (kind: string) =>
    events.filter((event: Event) => event.kind === kind).map(({ facts }) => facts);
  assert.deepEqual(
    factsOf('sms').map(({ state, costCredits }) => [state, costCredits]),
    [
      ['refused', 0],
      ['refused', 0],
    ],
  );
  assert.deepEqual(factsOf('resend'), [{ sends: 0, sendsLeft: 3, sms: 'refused' }]);
  const reader = await signedIn(house, { tenantId: client.tenant.tenantId });
  const { body } = await ask(house, reader, 'GET', `/${client.tenant.tenantId}/v1/messages`);
  assert.deepEqual(
    body.items.map(({ state }) => state),
    ['refused', 'refused'],
  );
});

test('the caller is named, and the request can be looked up', async () => {
  const client = await newClient(house);
  world.verdict = 'allow';
  const made = await client.generate(LIVE);
  const timeline = await timelineOf(client, made.body.data.creditReportId);
  const [first] = timeline.events;
  assert.ok(first);
  assert.deepEqual(
    [first.actor, first.actorId, first.actorName],
    ['credential', client.tenant.credentialId, 'test credential'],
  );
  assert.equal(first.facts.requestId, made.headers['x-request-id']);
});

test('the device check and the verdict have their reasons for an owner, and a missing device is shown', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  const owner = await signedIn(house, { tenantId, role: 'owner' });
  const assess = world.assess;
  const assessed = async (device: 'verified' | 'unverified', ...reasons: string[]) => {
    world.assess = async () => ({ verdict: 'challenge', device, reasons });
    const { creditReportId } = (await client.generate(LIVE)).body.data;
    const url = `/${tenantId}/v1/credit-reports/${creditReportId}/timeline` as const;
    const { events } = (await ask(house, owner, 'GET', url)).body;
    return events.filter(({ kind }) => kind === 'device-check' || kind === 'risk').map(({ facts }) => facts);
  };
  assert.deepEqual(await assessed('verified', 'session-young'), [
    { result: 'verified' },
    { verdict: 'challenge', reasons: ['session-young'] },
  ]);
  assert.deepEqual(await assessed('unverified', 'session-unknown'), [
    { result: 'missing' },
    { verdict: 'challenge', reasons: ['session-unknown'] },
  ]);
  world.assess = assess;
});

test('the reasons of the risk assessment are for owners and admins, not for a credential, viewer or developer', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  const assess = world.assess;
  world.assess = async () => ({
    verdict: 'block',
    device: 'verified',
    reasons: ['shadow:automation', 'people-per-device'],
  });
  const live = (await client.generate(LIVE)).body.data.creditReportId;
  world.assess = assess;
  const tried = (await client.generate()).body.data.creditReportId;
  const told: Record<string, unknown> = {};
  const isTold = ({ text, body }: { text: string; body: { events?: Event[] } }) => {
    const risk = body.events?.find(({ kind }) => kind === 'risk');
    return [risk?.facts.verdict, /reasons|automation|people-per/.test(text)];
  };
  const path = `/${tenantId}/v1/credit-reports` as const;
  told.credential = isTold(await client.get(`${path}/${live}/timeline`));
  for (const role of ['owner', 'admin', 'viewer', 'developer']) {
    const reader = await signedIn(house, { tenantId, role });
    const id = role === 'developer' ? tried : live;
    told[role] = isTold(await ask(house, reader, 'GET', `${path}/${id}/timeline`));
    for (const url of [path, `/${tenantId}/v1/requests`] as const) {
      assert.doesNotMatch((await ask(house, reader, 'GET', url)).text, /automation|people-per/, url);
    }
  }
  assert.deepEqual(told, {
    credential: ['block', false],
    owner: ['block', true],
    admin: ['block', true],
    viewer: ['block', false],
    developer: ['allow', false],
  });
});

test('a guess that was not counted is a refused call, not a guess', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { reportId, challengeId } = await openChallenge(client);
  await client.submit(reportId, challengeId, '123456');
  await client.submit(reportId, challengeId, '123456');
  const timeline = await timelineOf(client, reportId);
  assert.equal(timeline.test, true);
  assert.deepEqual(
    kinds(timeline).filter((kind) => kind === 'guess' || kind === 'request-refused'),
    ['guess', 'request-refused'],
  );
  assert.ok(!kinds(timeline).includes('device-check'));
});

test('a guess that is sent twice with one key is one guess', async () => {
  const client = await clientOf(house, await createTenant(house));
  const { reportId, challengeId } = await openChallenge(client);
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/otp-challenge`;
  for (const _time of [1, 2]) {
    await client.post(url, { challengeId, code: '000000' }, { 'idempotency-key': 'one-guess' });
  }
  assert.equal(kinds(await timelineOf(client, reportId)).filter((kind) => kind === 'guess').length, 1);
});

test('a blocked report and a failed one say why they ended', async () => {
  const client = await newClient(house);
  world.verdict = 'block';
  const blocked = await client.generate(LIVE);
  world.verdict = 'allow';
  world.outcomes = { equifax: 'timeout', experian: 'unavailable', transunion: 'timeout' };
  const failed = await client.generate(LIVE);
  world.reset();
  const ends = [];
  for (const { body } of [blocked, failed]) {
    ends.push((await timelineOf(client, body.data.creditReportId)).events.at(-1)?.facts);
  }
  assert.deepEqual(ends[0], { status: 'blocked', reason: null, message: null });
  assert.equal(ends[1]?.reason, 'no-bureau-answered');
});

test('the wrong code that ended a report stands before its end, and a text says how long it took', async () => {
  const client = await newClient(house, 1_000);
  const { reportId, challengeId, smsId } = await openLiveChallenge(client, world);
  const { tenantId } = client.tenant;
  await house.service.recordDelivery({ tenantId, smsId, gateway: 'twilio', state: 'delivered' });
  for (let n = 0; n < 3; n += 1) await client.submit(reportId, challengeId, WRONG_CODE);
  world.reset();
  const timeline = await timelineOf(client, reportId);
  const last = kinds(timeline).filter((kind) => kind === 'guess' || kind === 'ended');
  assert.deepEqual(last, ['guess', 'guess', 'guess', 'ended']);
  const sms = timeline.events.find(({ kind }) => kind === 'sms');
  assert.equal(typeof sms?.facts.deliveredAfterMs, 'number');
});

test("a timeline has only the consumer's masked data and reference, and a message nothing about them", async () => {
  const client = await newClient(house);
  world.verdict = 'challenge';
  const named = { firstName: 'Zebedee', email: 'zebedee@example.com', externalReference: 'case-7' };
  const made = await client.generate({ ...LIVE, ...named });
  const reader = await signedIn(house, { tenantId: client.tenant.tenantId });
  const { text } = await ask(house, reader, 'GET', `/${client.tenant.tenantId}/v1/messages`);
  const { person, externalReference, ...rest } = await timelineOf(client, made.body.data.creditReportId);
  assert.deepEqual([person, externalReference], ['Z. S—, 1985, LS1', 'case-7']);
  const timeline = JSON.stringify(rest);
  const { code } = world.sent.at(-1) ?? assert.fail();
  for (const secret of ['Zebedee', 'zebedee', '7700900123', `"${code}"`, 'Sample', 'LS1']) {
    assert.ok(!timeline.includes(secret) && !text.includes(secret), secret);
  }
});

test('a developer sees only the timelines of test reports, and finance none', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  world.verdict = 'allow';
  const live = (await client.generate(LIVE)).body.data.creditReportId;
  const tried = (await client.generate()).body.data.creditReportId;
  const statuses: Record<string, number[]> = {};
  for (const role of ['owner', 'viewer', 'developer', 'finance']) {
    const reader = await signedIn(house, { tenantId, role });
    const get = async (id: string): Promise<number> =>
      (await ask(house, reader, 'GET', `/${tenantId}/v1/credit-reports/${id}/timeline`)).status;
    statuses[role] = [await get(live), await get(tried)];
  }
  assert.deepEqual(statuses, {
    owner: [200, 200],
    viewer: [200, 200],
    developer: [403, 200],
    finance: [403, 403],
  });
});

test('messages are paged newest first, each with its report, its state and its cost', async () => {
  const client = await newClient(house, 2_000);
  const { tenantId } = client.tenant;
  const reader = await signedIn(house, { tenantId });
  const sent = [];
  for (let count = 0; count < 3; count += 1) sent.unshift(await openLiveChallenge(client, world));
  const [last, middle, first] = sent;
  await house.service.recordDelivery({
    tenantId,
    smsId: middle?.smsId ?? '',
    gateway: 'vonage',
    state: 'not-delivered',
  });
  await house.service.recordDelivery({
    tenantId,
    smsId: first?.smsId ?? '',
    gateway: 'twilio',
    state: 'delivered',
  });
  // That a gateway took it is written behind.
  await house.service.flushed();
  const url = `/${tenantId}/v1/messages` as const;
  const one = (await ask(house, reader, 'GET', `${url}?pageSize=2`)).body;
  const two = (await ask(house, reader, 'GET', `${url}?pageSize=2&pageToken=${one.token}`)).body;
  assert.equal(two.token, null);
  const rows = [...one.items, ...two.items];
  assert.deepEqual(
    rows.map(({ id, reportId, state, costCredits, heldCredits }) => [
      id,
      reportId,
      state,
      costCredits,
      heldCredits,
    ]),
    [
      [last?.smsId, last?.reportId, 'on-its-way', 0, 40],
      [middle?.smsId, middle?.reportId, 'not-delivered', 0, 0],
      [first?.smsId, first?.reportId, 'delivered', 40, 0],
    ],
  );
  const failed = (await ask(house, reader, 'GET', `${url}?state=not-delivered&pageSize=1`)).body;
  assert.deepEqual([failed.items.map(({ id }) => id), failed.token], [[middle?.smsId], null]);
  assert.equal((await ask(house, reader, 'GET', `${url}?state=lost`)).status, 400);
  const other = await createTenant(house);
  const stranger = await signedIn(house, { tenantId: other.tenantId });
  assert.deepEqual((await ask(house, stranger, 'GET', `/${other.tenantId}/v1/messages`)).body.items, []);
  assert.equal((await ask(house, reader, 'GET', `${url}?pageToken=bm8`)).status, 400);
});
