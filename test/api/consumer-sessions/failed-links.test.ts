// A link whose report failed: it ends by its time, with one event, while its consumer could try again; after the last report it has ended
// already. Whoever waits for an end is told of one, and of one only.
// Alone: failpoints are of the whole process.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';
import { eraseSessions } from '../../../src/storage/hosted/sessions.ts';
import {
  agreeAt,
  DETAILS,
  type Link,
  makeLink,
  publishedText,
  startLink,
  submitAt,
} from '../../support/consumers/hosted.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { eventFault } from '../../support/webhooks/webhooks.ts';
import { createStandIn } from '../../support/worlds/stand-in-world.ts';

const world = createStandIn();
let house: House;
let client: Client;
let textId: string;
before(async () => {
  house = await openHouse({ SMS_RESEND_PAUSE_SECONDS: '30' }, undefined, world);
  client = await clientOf(house, await createTenant(house, { balanceCredits: 100_000 }));
  textId = await publishedText(house, client.tenant.tenantId);
});
after(() => house?.close());
beforeEach(() => {
  world.reset();
  world.outcomes = { equifax: 'unavailable', experian: 'unavailable', transunion: 'unavailable' };
});
afterEach(() => {
  house.travelTo(null);
  armFailpoints(() => {});
});

const HOUR_MS = 3_600_000;
const read = async ({ id }: Link) =>
  (await client.get(`/${client.tenant.tenantId}/v1/consumer-sessions/${id}`)).body;
const cancel = ({ id }: Link) =>
  client.post(`/${client.tenant.tenantId}/v1/consumer-sessions/${id}/cancel`, {});
const inHours = (hours: number) => house.travelTo(new Date(Date.now() + hours * HOUR_MS));

/** A link whose report failed so many times, each for want of an answer of any bureau. */
async function failedLink(test: boolean, failures: number, testOptions?: object): Promise<Link> {
  const link = await makeLink(client, textId, { test, ...(testOptions && { testOptions }) });
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  const details = { ...DETAILS, mobileNumber: test ? '+447700900399' : '+447700900123' };
  for (let nth = 0; nth < failures; nth += 1)
    assert.equal((await submitAt(house, visit, details))?.view.state, 'failed');
  return link;
}

/** What its tenant was told of it from the first failure on. */
async function toldOf({ id }: Link): Promise<string[]> {
  const rows = await sql<{ type: string; left: number | null }>(
    house,
    `select type, (facts ->> 'triesLeft')::int as left from events
     where subject_id = $1 and type not in ('session.created', 'session.opened', 'session.consented', 'session.submitted') order by id`,
    [id],
  );
  return rows.map(({ type, left }) => (left === null ? type : `${type} ${left}`));
}

for (const isTest of [false, true])
  for (const failures of [1, 2])
    test(`a ${isTest ? 'test' : 'live'} link that failed ${failures} times expires a day after its start, with one event`, async () => {
      const link = await failedLink(isTest, failures);
      const told = ['session.failed 2', 'session.failed 1'].slice(0, failures);
      inHours(23.9);
      await house.service.clearUp();
      const failed = await read(link);
      assert.deepEqual([failed.status, failed.triesLeft, failed.endedAt], ['failed', 3 - failures, null]);
      assert.deepEqual(await toldOf(link), told);

      inHours(24.1);
      const over = await read(link);
      assert.deepEqual([over.status, over.triesLeft], ['expired', null], 'before it is written down');
      const listed = (await client.get(`/${client.tenant.tenantId}/v1/consumer-sessions?status=expired`)).body
        .items;
      assert.ok(listed.some((one: { id: string }) => one.id === link.id));
      const late = await house.service.consumerVisits.start(link.id, link.token, 'a page');
      assert.equal(late.kind === 'over' && late.state, 'expired');
      await house.service.clearUp();
      await house.service.clearUp();
      const { status, generates, creditReportId, openedAt, endedAt } = await read(link);
      assert.deepEqual([status, generates], ['expired', failures]);
      assert.equal(typeof creditReportId, 'string');
      assert.equal(Date.parse(endedAt ?? '') - Date.parse(openedAt ?? ''), 24 * HOUR_MS);
      assert.equal(over.endedAt, endedAt);
      assert.deepEqual(await toldOf(link), [...told, 'session.expired']);
      const [left] = await sql(house, 'select prefill, answers from consumer_sessions where id = $1', [
        link.id,
      ]);
      assert.deepEqual(left, { prefill: null, answers: null });
    });

test('a third failure is the end: no other event follows, and there is nothing to cancel', async () => {
  const link = await failedLink(false, 3);
  const told = ['session.failed 2', 'session.failed 1', 'session.failed 0'];
  assert.equal((await cancel(link)).status, 409);
  inHours(30);
  await house.service.clearUp();
  assert.equal((await read(link)).status, 'failed');
  assert.deepEqual(await toldOf(link), told);
});

test('many that clear up at once, and a consumer who comes at that moment, make one event', async () => {
  const links = [await failedLink(false, 1), await failedLink(true, 2), await failedLink(true, 1)];
  inHours(24.1);
  await Promise.all([...Array.from({ length: 20 }, () => house.service.clearUp()), ...links.map(cancel)]);
  for (const link of links)
    assert.deepEqual(
      (await toldOf(link)).filter((type) => !type.startsWith('session.failed')),
      ['session.expired'],
    );
});

for (const side of ['before', 'after'])
  test(`a process that dies ${side} the statement leaves one event in the end`, async () => {
    const link = await failedLink(false, 1);
    inHours(24.1);
    let deaths = 0;
    armFailpoints((name) => {
      if (name !== `${side} expire-consumer-sessions` || deaths > 0) return;
      deaths += 1;
      throw new Error('died');
    });
    await house.service.clearUp().catch(() => {});
    assert.equal(deaths, 1);
    assert.deepEqual(
      await toldOf(link),
      side === 'before' ? ['session.failed 2'] : ['session.failed 2', 'session.expired'],
    );
    await house.service.clearUp();
    assert.deepEqual(await toldOf(link), ['session.failed 2', 'session.expired']);
  });

test('a link on a test clock goes by that clock, and one beside it does not', async () => {
  const clock = (await client.post(`/${client.tenant.tenantId}/v1/test-clocks`, {})).body.id;
  const link = await failedLink(true, 1, { clock });
  const other = await failedLink(true, 1);
  await client.post(`/${client.tenant.tenantId}/v1/test-clocks/${clock}/advance`, { by: 'PT24H1S' });
  assert.deepEqual([(await read(link)).status, (await read(other)).status], ['expired', 'failed']);
  await house.service.clearUp();
  assert.deepEqual(await toldOf(link), ['session.failed 2', 'session.expired']);
  assert.deepEqual(await toldOf(other), ['session.failed 2']);
});

test('a code that nobody enters after the time of the link: it failed, and expired, in this order', async () => {
  world.verdict = 'challenge';
  const link = await makeLink(client, textId, { test: false });
  const visit = await startLink(house, link);
  await agreeAt(house, visit);
  const started = Date.now();
  house.travelTo(new Date(started + 23.99 * HOUR_MS));
  assert.equal((await submitAt(house, visit))?.view.state, 'code');
  house.travelTo(new Date(started + 24.01 * HOUR_MS));
  await house.service.clearUp();
  assert.equal((await read(link)).status, 'code', 'the report decides');
  house.travelTo(new Date(started + 24.2 * HOUR_MS));
  await house.service.clearUp();
  await house.service.clearUp();
  assert.deepEqual(await toldOf(link), ['session.code', 'session.failed 2', 'session.expired']);
  const { openedAt, endedAt } = await read(link);
  assert.ok(
    Date.parse(endedAt ?? '') > Date.parse(openedAt ?? '') + 24 * HOUR_MS,
    'not before its report failed',
  );
});

test('one that is erased is cancelled at once, as nobody may go on with it, and does not expire too', async () => {
  const links = [await failedLink(false, 1), await failedLink(true, 2), await failedLink(false, 3)];
  const sessionIds = links.map(({ id }) => id);
  const { database } = house.service;
  const { tenantId } = client.tenant;
  assert.equal((await eraseSessions(database, tenantId, sessionIds)).length, 3);
  await eraseSessions(database, tenantId, sessionIds);
  inHours(30);
  await house.service.clearUp();
  const ends = await Promise.all(links.map(async (link) => (await toldOf(link)).at(-1)));
  assert.deepEqual(ends, ['session.cancelled', 'session.cancelled', 'session.failed 0']);
  const { items } = (await client.get(`/${tenantId}/v1/events?types=session.cancelled,session.expired`)).body;
  assert.ok(items.length > 5);
  for (const { id: _id, ...body } of items) assert.equal(eventFault(body), null);
});
