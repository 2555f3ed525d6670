// Delivery: signed, in turns, by the schedule, with the receiver's wishes; log, replay, recovery and test event; on a clock of the test's.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, randomUUIDv7, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach } from 'node:test';
import { FIRST_TURN, noteTries, takeDeliveries } from '../../../src/storage/webhooks/deliveries.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { assertDocumented } from '../../support/staff.ts';
import { until } from '../../support/waiting.ts';
import { isSigned, ok, openReceiver, type Receiver, status } from '../../support/webhooks/receiver.ts';
import { eventFault } from '../../support/webhooks/webhooks.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

const START = new Date('2027-03-01T09:00:00.000Z');
const HOUR_MS = 3_600_000;

let house: House;
let world: StandIn;
let receiver: Receiver;
let nowMs = START.getTime();
before(async () => {
  ({ house, world } = await openLiveHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }));
  receiver = await openReceiver();
});
afterEach(() => {
  for (const { body } of receiver.got) assert.equal(eventFault(body), null);
  Object.assign(receiver, { got: [], secrets: [], forged: 0, answer: ok });
  house.travelTo(null);
  world.reset();
});
after(async () => {
  await receiver.close();
  await house.close();
});

/** To a time of the test's own; later than every one before, because what is due is due for all tests. */
function travel(ms: number): void {
  nowMs += ms;
  house.travelTo(new Date(nowMs));
}
/** Sends until nothing is due. */
async function deliver(): Promise<void> {
  await until('nothing is due', async () => (await house.service.deliverer.runOnce()) === 0);
}

async function endpointOf(client: Client, more: Record<string, unknown> = {}) {
  const url = `/${client.tenant.tenantId}/v1/webhook-endpoints` as const;
  const answer = await client.post(url, { url: receiver.url, mode: 'live', ...more });
  assertDocumented('POST', url, answer);
  assert.equal(answer.status, 200, answer.text);
  return { ...answer.body, base: `${url}/${answer.body.endpoint.id}` as const };
}
const typesOf = (): string[] => receiver.got.map(({ body }) => body.type);

test('an event is sent once to each endpoint that wants it, signed, thin, with the status', async () => {
  const client = await newClient(house);
  const { secret } = await endpointOf(client);
  await endpointOf(client, { types: ['report.failed'] });
  await endpointOf(client, { mode: 'test' });
  await client.generate({ ...LIVE, firstName: 'Zebedee', externalReference: 'case-7' });
  receiver.secrets = [secret];
  await deliver();
  assert.deepEqual(typesOf(), ['report.completed']);
  assert.equal(receiver.forged, 0);
  const [got] = receiver.got;
  assert.ok(got);
  const { data } = got.body;
  assert.deepEqual([data.status, data.externalReference, data.test], ['complete', 'case-7', false]);
  assert.ok(got.text.length < 2_000 && !got.text.includes('Zebedee'));
  assert.doesNotMatch(String(got.headers['webhook-signature']), /v1a/);
  assert.ok(!isSigned('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', got.text, got.headers));
  const [event] = await sql<{ id: string }>(house, 'select id from events where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  assert.equal(got.id, event?.id);
});

test('v1a is signed with the key that is published, and only where it was asked for', async () => {
  const client = await newClient(house);
  const { endpoint } = await endpointOf(client, { asymmetric: true });
  await client.generate(LIVE);
  await deliver();
  const [got] = receiver.got;
  assert.ok(got);
  const { body } = await client.get(`/.well-known/webhook-keys.json?endpointId=${endpoint.id}`);
  const [jwk] = (body as unknown as { keys: { kty: string; crv: string; x: string; publicKey: string }[] })
    .keys;
  assert.equal(jwk?.publicKey, endpoint.publicKeys[0]);
  const signature = String(got.headers['webhook-signature'])
    .split(' ')
    .find((one) => one.startsWith('v1a,'));
  const signed = Buffer.from(`${got.id}.${got.headers['webhook-timestamp']}.${got.text}`);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk?.x ?? '' }, format: 'jwk' });
  assert.ok(verify(null, signed, key, Buffer.from(signature?.slice(4) ?? '', 'base64')));
  assert.equal((await client.get(`/.well-known/webhook-keys.json?endpointId=${randomUUIDv7()}`)).status, 404);
});

test('both secrets sign during the overlap of a rotation, one after it', async () => {
  const client = await newClient(house);
  travel(0);
  const { base, secret } = await endpointOf(client);
  const rotated = await client.post(`${base}/rotate`, { overlap: '1h' });
  const next = rotated.body.secret;
  assert.notEqual(next, secret);
  const accepts = async (): Promise<boolean[]> => {
    receiver.got = [];
    await client.generate(LIVE);
    await deliver();
    const [got] = receiver.got;
    assert.ok(got);
    // By hand: the library refuses what is older than five minutes by its own clock, and this is about the keys.
    const signatures = String(got.headers['webhook-signature']).split(' ');
    return [secret, next].map((one) => {
      const key = Buffer.from(one.slice('whsec_'.length), 'base64');
      const signed = `${got.id}.${got.headers['webhook-timestamp']}.${got.text}`;
      return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    });
  };
  assert.deepEqual(await accepts(), [true, true]);
  travel(HOUR_MS + 1_000);
  assert.deepEqual(await accepts(), [false, true]);
});

test('a failed try is tried again by the schedule, and the log has each with the start of the answer', async () => {
  const client = await newClient(house);
  travel(0);
  const { base } = await endpointOf(client);
  await client.generate(LIVE);
  receiver.answer = (_got, response) => void response.writeHead(500).end('n'.repeat(2_000));
  await deliver();
  travel(3_000);
  await deliver();
  assert.equal(receiver.got.length, 1);
  travel(4_000);
  receiver.answer = ok;
  await deliver();
  assert.equal(receiver.got.length, 2);
  assert.equal(new Set(receiver.got.map(({ id }) => id)).size, 1);
  const { items } = (await client.get(`${base}/deliveries`)).body;
  assert.deepEqual(
    items.map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus]),
    [['delivered', 2, 200]],
  );
  const detail = await client.get(`${base}/deliveries/${items[0]?.id}`);
  assertDocumented('GET', `${base}/deliveries/${items[0]?.id}`, detail);
  assert.deepEqual(
    detail.body.tries.map((one) => [one.number, one.status, one.answer]),
    [
      [1, 500, 'n'.repeat(1_024)],
      [2, 200, 'thanks'],
    ],
  );
  // It may have said back what it was sent.
  await sql(house, 'update reports set purged_at = now() where tenant_id = $1', [client.tenant.tenantId]);
  const purged = (await client.get(`${base}/deliveries/${items[0]?.id}`)).body.tries;
  assert.deepEqual(
    purged.map((one) => [one.status, one.answer]),
    [
      [500, null],
      [200, null],
    ],
  );
  const hours = (await client.get(`${base}/histogram?hours=720`)).body.items;
  assert.deepEqual([hours.length, hours[0]?.delivered], [1, 1]);
});

test('410 and webhook-delivery: disable disable at once, abort-message ends one message', async () => {
  const client = await newClient(house);
  const ended: unknown[] = [];
  for (const answer of [
    status(410),
    status(200, { 'webhook-delivery': 'disable' }),
    status(429, { 'webhook-delivery': 'abort-message' }),
  ]) {
    const { base, endpoint } = await endpointOf(client, { types: ['report.completed'] });
    receiver.answer = answer;
    await client.generate(LIVE);
    await deliver();
    const { state, disabledReason } = (await client.get(base)).body;
    const { items } = (await client.get(`${base}/deliveries`)).body;
    const slow = 'select throttled_until is not null as slow from webhook_health where endpoint_id = $1';
    const [health] = await sql<{ slow: boolean }>(house, slow, [endpoint.id]);
    ended.push([state, disabledReason, items[0]?.state, items[0]?.reason, health?.slow]);
    await sql(
      house,
      `update webhook_endpoints set state = 'deleted', disabled_reason = null, missed_since = null where tenant_id = $1`,
      [client.tenant.tenantId],
    );
  }
  assert.deepEqual(ended, [
    ['disabled', 'gone', 'failed', 'gone', false],
    ['disabled', 'asked', 'failed', 'asked', false],
    // A receiver that is asked too often is asked more slowly, though this message has ended.
    ['failing', null, 'failed', 'aborted', true],
  ]);
});

test('429 halves the rate, and no more than the rate is sent in a second', async () => {
  const client = await newClient(house, 100_000);
  travel(0);
  const { endpoint } = await endpointOf(client, { ratePerSecond: 4, types: ['report.completed'] });
  for (let count = 0; count < 10; count += 1) await client.generate(LIVE);
  await deliver();
  assert.equal(receiver.got.length, 4);
  receiver.answer = status(429);
  travel(1_000);
  await deliver();
  assert.equal(receiver.got.length, 8);
  receiver.answer = ok;
  travel(1_000);
  await deliver();
  assert.equal(receiver.got.length, 10);
  await sql(
    house,
    `update deliveries set state = 'dropped', reason = 'cancelled', ended_at = now() where endpoint_id = $1 and state = 'due'`,
    [endpoint.id],
  );
});

test('with `ordered`, the events of a report come one after another, whatever fails', async () => {
  const client = await newClient(house);
  travel(0);
  await endpointOf(client, { mode: 'test', ordered: true });
  const made = await client.generate({ challengeOptions: { status: 'challenge' } });
  const { creditReportId, challenge } = made.body.data;
  await client.submit(creditReportId, challenge.challengeId, '000000');
  await client.submit(creditReportId, challenge.challengeId, '123456');
  receiver.answer = status(500);
  await deliver();
  assert.deepEqual(typesOf(), ['challenge.sent']);
  receiver.answer = ok;
  travel(7_000);
  await deliver();
  assert.deepEqual(typesOf(), [
    'challenge.sent',
    'challenge.sent',
    'challenge.retry',
    'challenge.passed',
    'report.completed',
  ]);
});

test('what a process took and died with is taken by another when its lease is over, under the same id', async () => {
  const client = await newClient(house);
  travel(0);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  await client.generate(LIVE);
  const dead = {
    after: FIRST_TURN,
    busy: new Map(),
    countMax: 50,
    leaseToken: randomUUIDv7(),
  };
  const { taken } = await takeDeliveries(house.service.database, dead);
  assert.equal(taken.length, 1);
  travel(30_000);
  await deliver();
  assert.deepEqual(receiver.got, []);
  travel(31_000);
  await deliver();
  assert.deepEqual(
    receiver.got.map(({ id }) => id),
    taken.map(({ event }) => event?.id),
  );
  // It comes back to life and has nothing to say any more.
  const [one] = taken;
  assert.ok(one);
  const late = {
    ...one,
    state: 'failed',
    reason: 'exhausted',
    waitMs: 0,
    isThrottled: false,
    disable: null,
    attempt: null,
  } as const;
  assert.equal(await noteTries(house.service.database, [late]), 0);
  assert.equal((await client.get(`${base}/deliveries`)).body.items[0]?.state, 'delivered');
});

test('an endpoint that does not answer holds four slots and nobody else', async () => {
  const client = await newClient(house, 100_000);
  const silent: ServerResponse[] = [];
  receiver.answer = ({ path }, response) =>
    path === '/hook/silent' ? void silent.push(response) : void response.writeHead(200).end();
  const dead = await endpointOf(client, { url: `${receiver.url}/silent`, types: ['report.completed'] });
  await endpointOf(client, { types: ['report.completed'] });
  for (let count = 0; count < 8; count += 1) await client.generate(LIVE);
  house.service.deliverer.start();
  await until(
    'the others are served',
    () => receiver.got.filter(({ path }) => path === '/hook').length === 8,
  );
  assert.equal(receiver.got.filter(({ path }) => path === '/hook/silent').length, 4);
  await client.post(`${dead.base}/disable`, {});
  for (const response of silent) response.writeHead(500).end();
  await house.service.deliverer.stop();
});

test('five days of failure: three mails, one disable, events to the other endpoint, nothing lost', async () => {
  const client = await newClient(house, 1_000_000);
  const { tenantId } = client.tenant;
  travel(0);
  const { base, endpoint } = await endpointOf(client, { types: ['report.completed'] });
  const other = await openReceiver();
  await endpointOf(client, { url: other.url, types: ['endpoint.failing', 'endpoint.disabled'] });
  receiver.answer = status(500);
  const mails: string[] = [];
  let made = 0;
  for (let hour = 0; hour <= 5 * 24 + 1; hour += 1) {
    if (hour % 6 === 0) {
      await client.generate(LIVE);
      made += 1;
    }
    await deliver();
    await house.service.tendEndpoints();
    travel(HOUR_MS);
  }
  await house.service.tendEndpoints();
  await deliver();
  const notices = await sql<{ type: string; sent: boolean }>(
    house,
    `select e.type, n.sent_at is not null as sent from notices n join events e on e.tenant_id = n.tenant_id and e.id = n.event_id
     where n.tenant_id = $1 order by n.created_at, n.id`,
    [tenantId],
  );
  mails.push(...notices.map(({ type }) => type));
  assert.deepEqual(mails, ['endpoint.failing', 'endpoint.failing', 'endpoint.disabled']);
  assert.ok(notices.every(({ sent }) => sent));
  assert.deepEqual(
    other.got.map(({ body }) => body.type),
    mails,
  );
  assert.equal(other.got[0]?.body.data.endpointId, endpoint.id);
  for (const { body } of other.got) assert.equal(eventFault(body), null);
  const disabled = (await client.get(base)).body;
  assert.deepEqual([disabled.state, disabled.disabledReason, disabled.missed], ['disabled', 'failing', made]);
  receiver.got = [];
  receiver.answer = ok;
  await client.post(`${base}/enable`, { missed: 'send' });
  for (let second = 0; second < 10; second += 1) {
    await deliver();
    travel(1_000);
  }
  assert.equal(new Set(receiver.got.map(({ id }) => id)).size, made);
  await other.close();
});

test('an endpoint is disabled by its tenth failure at five days, not by the ninth and not a moment before', async () => {
  const DAY_MS = 24 * HOUR_MS;
  for (const [failures, failingMs, state] of [
    [8, 6 * DAY_MS, 'failing'],
    [9, 5 * DAY_MS - 1, 'failing'],
    [9, 5 * DAY_MS, 'disabled'],
  ] as const) {
    const client = await newClient(house);
    travel(0);
    const { base, endpoint } = await endpointOf(client, { types: ['report.completed'] });
    await sql(house, 'update webhook_health set failures = $2, failing_since = $3 where endpoint_id = $1', [
      endpoint.id,
      failures,
      new Date(nowMs - failingMs),
    ]);
    receiver.answer = status(500);
    await client.generate(LIVE);
    await deliver();
    assert.equal((await client.get(base)).body.state, state, `${failures + 1} failures, ${failingMs} ms`);
    await client.post(`${base}/disable`, {});
    receiver.got = [];
  }
});

test('people are told of a failing endpoint at an hour and at four days, not a moment before', async () => {
  for (const [failingMs, told, mails] of [
    [HOUR_MS - 1, 0, 0],
    [HOUR_MS, 0, 1],
    [96 * HOUR_MS - 1, 1, 0],
    [96 * HOUR_MS, 1, 1],
  ] as const) {
    const client = await newClient(house);
    travel(0);
    const { endpoint } = await endpointOf(client, { types: ['report.completed'] });
    await sql(
      house,
      'update webhook_health set failures = 1, told = $2, failing_since = $3 where endpoint_id = $1',
      [endpoint.id, told, new Date(nowMs - failingMs)],
    );
    await house.service.tendEndpoints();
    const rows = await sql(
      house,
      `select 1 from events where subject_id = $1 and type = 'endpoint.failing'`,
      [endpoint.id],
    );
    assert.equal(rows.length, mails, `${failingMs} ms`);
  }
});
