// The feed of events: one for each step, in the order of their commits, nothing about a consumer; and readers that wait.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { statement } from '../../../src/storage/engine/connection/database.ts';
import { type Client, type House, openChallenge, sql } from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { LIVE, newClient, openLiveChallenge, openLiveHouse, WRONG_CODE } from '../../support/money.ts';
import { until } from '../../support/processes.ts';
import { ask, assertDocumented, signedIn } from '../../support/staff.ts';
import { feedSettled } from '../../support/webhooks/feed.ts';
import { eventFault } from '../../support/webhooks/webhooks.ts';
import type { StandIn } from '../../support/worlds/stand-in-world.ts';

let house: House;
let world: StandIn;
before(async () => {
  // One slot: a reader that kept it while waiting would starve everybody.
  const settings = {
    REQUEST_LOG: 'false',
    REQUESTS_IN_FLIGHT_MAX: '1',
    REQUESTS_IN_FLIGHT_PER_ADDRESS_MAX: '1',
  };
  ({ house, world } = await openLiveHouse(settings));
});
after(() => house.close());

async function read(client: Client, query = '') {
  const url = `/${client.tenant.tenantId}/v1/events` as const;
  const answer = await client.get(`${url}${query}` as typeof url);
  assertDocumented('GET', url, answer);
  assert.equal(answer.status, 200, answer.text);
  for (const { id: _id, ...body } of answer.body.items) assert.equal(eventFault(body), null);
  return answer.body;
}
/** Once there are so many: other work of the service holds the feed back for a moment. */
async function readAll(client: Client, count: number, query = '') {
  let feed = await read(client, query);
  await until(`${count} events are there`, async () => {
    feed = await read(client, query);
    return feed.items.length >= count;
  });
  return feed;
}
const typesOf = ({ items }: { items: { type: string }[] }): string[] => items.map(({ type }) => type);

test('every step of a report is an event, in order, with its status and nothing about the consumer', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  const named = { firstName: 'Zebedee', externalReference: 'case-7' };
  const { reportId, challengeId, smsId } = await openLiveChallenge(client, world, named);
  await house.service.recordDelivery({ tenantId, smsId, gateway: 'twilio', state: 'delivered' });
  await house.service.recordDelivery({ tenantId, smsId, gateway: 'twilio', state: 'delivered' });
  await client.submit(reportId, challengeId, WRONG_CODE);
  world.gateway = 'refused';
  await client.resend(reportId, challengeId);
  world.gateway = 'accepted';
  await client.resend(reportId, challengeId);
  await client.submit(reportId, challengeId, world.sent.at(-1)?.code);
  const feed = await readAll(client, 7);
  assert.deepEqual(
    feed.items.map(({ type, data }) => [type, data.status]),
    [
      ['challenge.sent', 'authentication-required'],
      ['sms.delivered', 'authentication-required'],
      ['challenge.retry', 'retry'],
      ['sms.undelivered', 'retry'],
      ['challenge.sent', 'retry'],
      ['challenge.passed', 'authentication-required'],
      ['report.completed', 'complete'],
    ],
  );
  for (const { data } of feed.items) {
    assert.deepEqual([data.creditReportId, data.externalReference, data.test], [reportId, 'case-7', false]);
    assert.ok(JSON.stringify(data).length < 2_000);
  }
  const stored = JSON.stringify(await sql(house, 'select * from events where tenant_id = $1', [tenantId]));
  for (const secret of ['Zebedee', '7700900123', 'case-7', 'Sample'])
    assert.ok(!stored.includes(secret), secret);
});

test('a code is told as sent only if a gateway took it or may have, live as in test mode', async () => {
  const numbers = { accepted: '+447700900123', refused: '+447700900005', unknown: '+447700900006' };
  for (const sms of ['accepted', 'refused', 'unknown'] as const) {
    for (const test of [true, false]) {
      const client = await newClient(house);
      Object.assign(world, { gateway: sms, verdict: 'challenge' });
      const asked = test ? { challengeOptions: { status: 'challenge' }, mobileNumber: numbers[sms] } : LIVE;
      const { creditReportId, challenge } = (await client.generate(asked)).body.data;
      assert.equal(challenge.sms, sms);
      await client.resend(creditReportId, challenge.challengeId);
      world.reset();
      const told = (await readAll(client, 2)).items.map(({ type, data }) => {
        const { sms: sent, reason, sends } = data as Record<string, unknown>;
        return [type, sent, reason, sends];
      });
      const refused = ['sms.undelivered', undefined, 'refused', 0];
      assert.deepEqual(
        told,
        sms === 'refused'
          ? [refused, refused]
          : [
              ['challenge.sent', sms, undefined, 1],
              ['challenge.sent', sms, undefined, 2],
            ],
        `${sms}, ${test ? 'test' : 'live'}`,
      );
    }
  }
});

test('the timeline has the guesses and the resend without a request log', async () => {
  const client = await newClient(house);
  const { reportId, challengeId } = await openLiveChallenge(client, world);
  await client.submit(reportId, challengeId, WRONG_CODE);
  await client.resend(reportId, challengeId);
  await client.submit(reportId, challengeId, WRONG_CODE);
  await client.submit(reportId, challengeId, WRONG_CODE);
  const url = `/${client.tenant.tenantId}/v1/credit-reports/${reportId}/timeline` as const;
  const { events } = (await client.get(url)).body;
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'guess').map(({ facts }) => [facts.result, facts.triesLeft]),
    [
      ['wrong', 2],
      ['wrong', 1],
      ['wrong', 0],
    ],
  );
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'resend').map(({ facts }) => facts.sends),
    [2],
  );
  await feedSettled(house, client.tenant.tenantId);
  assert.deepEqual(
    typesOf(await read(client))
      .slice(-2)
      .sort(),
    ['challenge.failed', 'report.failed'],
  );
});

test('blocked, failed and expired reports are told of once each', async () => {
  const client = await newClient(house);
  world.verdict = 'block';
  await client.generate(LIVE);
  world.verdict = 'allow';
  world.outcomes = { equifax: 'timeout', experian: 'unavailable', transunion: 'timeout' };
  await client.generate(LIVE);
  world.reset();
  const { reportId } = await openLiveChallenge(client, world);
  await sql(house, `update reports set last_sent_at = now() - interval '1 hour' where id = $1`, [reportId]);
  await house.service.clearUp();
  assert.deepEqual(typesOf(await readAll(client, 5)).sort(), [
    'challenge.expired',
    'challenge.sent',
    'report.blocked',
    'report.failed',
    'report.failed',
  ]);
});

test('pages follow each other without a gap or a repeat, by type and by mode', async () => {
  const client = await newClient(house);
  world.verdict = 'allow';
  for (const live of [true, false, true, false, true]) await client.generate(live ? LIVE : {});
  await readAll(client, 5);
  const seen: string[] = [];
  for (let next: string | null = '', pages = 0; pages < 4; pages += 1) {
    const page = await read(client, `?pageSize=2${next ? `&after=${next}` : ''}`);
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen).size, 5);
  assert.deepEqual(
    (await read(client, '?test=true')).items.map(({ data }) => data.test),
    [true, true],
  );
  assert.deepEqual(typesOf(await read(client, '?types=report.failed')), []);
  // What the filter left out is passed over: the next reader starts behind it.
  assert.equal((await read(client, '?types=report.failed')).next, seen.at(-1));
  assert.equal((await read(client, '?after=latest')).next, seen.at(-1));
  const refused = await client.get(
    `/${client.tenant.tenantId}/v1/events?after=0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a60`,
  );
  assert.deepEqual([refused.status, refused.body.details[0]?.path], [400, '/after']);
  const unknown = await client.get(`/${client.tenant.tenantId}/v1/events?types=report.gone`);
  assert.deepEqual([unknown.status, unknown.body.details[0]?.path], [400, '/types']);
  assert.equal((await client.get(`/${client.tenant.tenantId}/v1/events?wait=26`)).status, 400);
});

test('an event that commits late is not passed over', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = house.service.database.transaction(async (tx) => {
    await tx.query(WRITE_PING, [tenantId]);
    written.resolve();
    await release.promise;
  });
  try {
    await written.promise;
    await client.generate();
    // It has committed and comes later: a reader that saw it now would never see the other.
    assert.deepEqual(typesOf(await read(client)), []);
  } finally {
    release.resolve();
    await late;
  }
  assert.deepEqual(typesOf(await readAll(client, 2)), ['ping', 'report.completed']);
});

test('a transaction of another database on the server holds nothing back', async () => {
  const client = await newClient(house);
  const other = await openLiveHouse();
  const { tenantId } = (await newClient(other.house)).tenant;
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = other.house.service.database.transaction(async (tx) => {
    await tx.query(WRITE_PING, [tenantId]);
    begun.resolve();
    await release.promise;
  });
  try {
    await begun.promise;
    await client.generate();
    assert.deepEqual(typesOf(await readAll(client, 1)), ['report.completed']);
  } finally {
    release.resolve();
    await late;
    await other.house.close();
  }
});

const WRITE_PING = statement(
  'write-ping-late',
  `insert into events (tenant_id, id, at, type, is_test, subject_id, facts)
   values ($1, new_event_id(), now(), 'ping', true, gen_random_uuid(), '{}')`,
);

test('a reader waits for the next event, holds no slot meanwhile, and is answered when its time is over', async () => {
  const client = await newClient(house);
  world.verdict = 'allow';
  await client.generate();
  const { next } = await readAll(client, 1);
  const waiting = read(client, `?after=${next}&wait=20`);
  // Shed while the reader is let in; a reader that kept its slot would shed it until its time is over.
  await until('the slot is free', async () => (await client.generate(LIVE)).status === 200);
  const { items } = await waiting;
  assert.deepEqual(
    items.map(({ type, data }) => [type, data.test]),
    [['report.completed', false]],
  );
  const late = await read(client, '?after=latest&wait=1');
  assert.deepEqual(late.items, []);
});

test('a caller of test mode sees test events only', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  world.verdict = 'allow';
  await client.generate(LIVE);
  await client.generate();
  await readAll(client, 2);
  const developer = await signedIn(house, { tenantId, role: 'developer' });
  const answer = await ask(house, developer, 'GET', `/${tenantId}/v1/events`);
  assert.deepEqual(
    answer.body.items.map(({ data }) => data.test),
    [true],
  );
  assert.equal((await ask(house, developer, 'GET', `/${tenantId}/v1/events?test=false`)).status, 403);
  const other = await newClient(house);
  assert.deepEqual((await read(other)).items, []);
});

test('events go after 30 days, and those that a dump brought are before all that follow', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  await client.generate();
  await sql(house, `update events set at = now() - interval '31 days' where tenant_id = $1`, [tenantId]);
  await client.generate();
  await house.service.keepHouse();
  const [kept] = (await readAll(client, 1)).items;
  assert.ok(kept);
  // As a dump of a server that had counted further.
  await sql(house, `update events set tx = '9000000000' where tenant_id = $1`, [tenantId]);
  await client.generate();
  await house.service.keepHouse();
  const { items } = await readAll(client, 1, `?after=${kept.id}`);
  assert.equal(items.length, 1);
});

test('a challenge of test mode that expires is ended with its events, as in live mode, and not twice', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  const old = await openChallenge(client);
  const { reportId } = await openChallenge(client);
  const expire = (id: string, since: string) =>
    sql(
      house,
      `update reports set last_sent_at = clock_timestamp() - $3::interval, created_at = clock_timestamp() - $3::interval
       where tenant_id = $1 and id = $2`,
      [tenantId, id, since],
    );
  await expire(reportId, '301 seconds');
  // Of a version that left it open: nobody is told of it now.
  await expire(old.reportId, '2 days');
  await house.service.clearUp();
  await house.service.clearUp();
  const { items } = await readAll(client, 4);
  const ends = items.filter(({ type }) => type !== 'challenge.sent');
  assert.deepEqual(ends.map(({ type, data }) => [type, data.creditReportId, data.test, data.status]).sort(), [
    ['challenge.expired', reportId, true, 'failed'],
    ['report.failed', reportId, true, 'failed'],
  ]);
});
