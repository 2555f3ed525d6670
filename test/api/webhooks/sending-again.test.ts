// Sending again: test events, replays, what an endpoint missed while it was disabled, recoveries with preview and cancel.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import {
  FIRST_TURN,
  noteTries,
  type Taken,
  takeDeliveries,
} from '../../../src/storage/webhooks/deliveries.ts';
import { type Client, type House, sql } from '../../support/house.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { assertDocumented } from '../../support/staff.ts';
import { until } from '../../support/waiting.ts';
import { ok, openReceiver, type Receiver, status } from '../../support/webhooks/receiver.ts';
import { happen, hastenRetries, registerEndpoint } from '../../support/webhooks/webhooks.ts';

const HOUR_MS = 3_600_000;

let house: House;
let receiver: Receiver;
before(async () => {
  ({ house } = await openLiveHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }));
  receiver = await openReceiver();
});
afterEach(() => void Object.assign(receiver, { got: [], answer: ok }));
after(async () => {
  await receiver.close();
  await house.close();
});

/** Sends until nothing is due. */
async function deliver(): Promise<void> {
  await until('nothing is due', async () => (await house.service.deliverer.runOnce()) === 0);
}

async function endpointOf(client: Client, more: Record<string, unknown> = {}) {
  const { id } = await registerEndpoint(client, receiver.url, more);
  return { endpoint: { id }, base: `/${client.tenant.tenantId}/v1/webhook-endpoints/${id}` as const };
}
const typesOf = (): string[] => receiver.got.map(({ body }) => body.type);

test('a test event and a replay are sent under their ids, and do not count for the health', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client);
  receiver.answer = status(500);
  const sent = await client.post(`${base}/test`, {});
  assertDocumented('POST', `${base}/test`, sent);
  await deliver();
  assert.deepEqual(typesOf(), ['ping']);
  receiver.answer = ok;
  await client.generate(LIVE);
  await deliver();
  const eventId = receiver.got.at(-1)?.id;
  receiver.answer = status(500);
  const replayed = await client.post(`${base}/replay`, { eventId });
  assertDocumented('POST', `${base}/replay`, replayed);
  await deliver();
  assert.equal(receiver.got.at(-1)?.id, eventId);
  const { state, failingSince } = (await client.get(base)).body;
  assert.deepEqual([state, failingSince], ['active', null]);
  assert.equal((await client.post(`${base}/replay`, { eventId: randomUUIDv7() })).status, 404);
  const ofTests = await endpointOf(client, { mode: 'test' });
  assert.equal((await client.post(`${ofTests.base}/replay`, { eventId })).status, 404, 'of the other mode');
  await client.post(`${base}/disable`, {});
  assert.equal((await client.post(`${base}/test`, {})).status, 409);
});

test('what happened while an endpoint was disabled is counted, and sent when it is enabled', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  await client.post(`${base}/disable`, {});
  await client.generate(LIVE);
  await client.generate(LIVE);
  await deliver();
  assert.deepEqual(typesOf(), []);
  const disabled = await client.get(base);
  assertDocumented('GET', base, disabled);
  assert.deepEqual(
    [disabled.body.state, disabled.body.disabledReason, disabled.body.missed],
    ['disabled', 'by-you', 2],
  );
  const enabled = await client.post(`${base}/enable`, { missed: 'send' });
  assert.equal(enabled.status, 200, enabled.text);
  await deliver();
  assert.deepEqual(typesOf(), ['report.completed', 'report.completed']);
  assert.equal((await client.post(`${base}/enable`, { missed: 'send' })).status, 409);
});

test('what was still to be sent when an endpoint was disabled is missed too, tried or not', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  receiver.answer = status(500);
  await client.generate(LIVE);
  await deliver();
  await client.generate(LIVE);
  const disabled = await client.post(`${base}/disable`, {});
  assert.equal(disabled.body.missed, 2);
  await client.generate(LIVE);
  assert.equal((await client.get(base)).body.missed, 3);
  Object.assign(receiver, { got: [], answer: ok });
  assert.equal((await client.post(`${base}/enable`, { missed: 'send' })).status, 200);
  await deliver();
  assert.equal(new Set(receiver.got.map(({ id }) => id)).size, 3);
});

test('a worker that lost its lease writes nothing, while another has the delivery and after it gave it back', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  await client.generate(LIVE);
  const { database } = house.service;
  const order = { after: FIRST_TURN, busy: new Map(), countMax: 50 };
  const take = async (): Promise<Taken> => {
    const { taken } = await takeDeliveries(database, { ...order, leaseToken: randomUUIDv7() });
    assert.equal(taken.length, 1);
    return taken[0] as Taken;
  };
  const note = (one: Taken, state: 'due' | 'failed') => {
    const attempt = { status: 500, problem: null, answer: null, ms: 5 };
    const tried = { ...one, state, reason: null, waitMs: 0, isThrottled: false, disable: null, attempt };
    return noteTries(database, [tried]);
  };
  const late = await take();
  await sql(house, 'update deliveries set leased_until = created_at where id = $1', [late.id]);
  const next = await take();
  assert.equal(next.id, late.id);
  assert.equal(await note(late, 'failed'), 0);
  assert.equal(await note(next, 'due'), 1);
  assert.equal(await note(late, 'failed'), 0);
  const { items } = (await client.get(`${base}/deliveries`)).body;
  assert.deepEqual(
    items.map(({ state, attempts }) => [state, attempts]),
    [['due', 1]],
  );
  await deliver();
  assert.equal(receiver.got.length, 1);
});

test('a recovery is previewed, sends what was never delivered behind what is new, and can be cancelled', async () => {
  const client = await newClient(house, 100_000);
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  await client.generate(LIVE);
  await client.generate(LIVE);
  const { base, endpoint } = await endpointOf(client, { types: ['report.completed'] });
  const preview = await client.post(`${base}/recover`, { since, preview: true });
  assertDocumented('POST', `${base}/recover`, preview);
  assert.deepEqual([preview.body.count, preview.body.recovery], [2, null]);
  const { recovery } = (await client.post(`${base}/recover`, { since })).body;
  for (const failedOnly of [true, false]) {
    const twice = await client.post(`${base}/recover`, { since, failedOnly, preview: true });
    assert.equal(twice.body.count, 0, 'what is still due is not sent twice');
  }
  await client.generate(LIVE);
  const [fresh] = await sql<{ id: string }>(
    house,
    'select id from events where tenant_id = $1 order by id desc limit 1',
    [client.tenant.tenantId],
  );
  // With room for one, it is the new one that is taken.
  const order = { after: FIRST_TURN, countMax: 1, leaseToken: randomUUIDv7() };
  const first = await takeDeliveries(house.service.database, { ...order, busy: new Map([[endpoint.id, 3]]) });
  assert.deepEqual(
    first.taken.map(({ event }) => event?.id),
    [fresh?.id],
  );
  await sql(house, 'update deliveries set lease_token = null, leased_until = null where tenant_id = $1', [
    client.tenant.tenantId,
  ]);
  await deliver();
  assert.equal(receiver.got.length, 3);
  const done = await client.get(`${base}/recoveries/${recovery?.id}`);
  assertDocumented('GET', `${base}/recoveries/${recovery?.id}`, done);
  assert.deepEqual([done.body.total, done.body.delivered, done.body.waiting], [2, 2, 0]);
  assert.deepEqual((await client.get(base)).body.recovery, done.body, 'whoever opens the endpoint sees it');
  const again = (await client.post(`${base}/recover`, { since, failedOnly: false })).body;
  assert.equal(again.count, 3);
  // While the tenant is disabled, everything waits.
  const enable = (isEnabled: boolean) =>
    sql(house, 'update tenants set is_enabled = $2 where id = $1', [client.tenant.tenantId, isEnabled]);
  await enable(false);
  await deliver();
  await enable(true);
  assert.equal(receiver.got.length, 3);
  const cancel = (id = again.recovery?.id) =>
    house.service.app.inject({
      method: 'DELETE',
      url: `${base}/recoveries/${id}`,
      headers: { authorization: `Bearer ${client.token}` },
    });
  const cancelled = await cancel();
  assert.deepEqual([cancelled.json().waiting, cancelled.json().failed], [0, 3]);
  // Nothing is left to cancel of it, or of one that is done: nothing is noted.
  assert.deepEqual((await cancel()).json(), cancelled.json());
  assert.deepEqual((await cancel(recovery?.id)).json(), done.body);
  const noted = await sql<{ after: string }>(
    house,
    `select after from audit_entries where tenant_id = $1 and action = 'webhook-recovery-cancelled'`,
    [client.tenant.tenantId],
  );
  assert.deepEqual(
    noted.map(({ after: said }) => JSON.parse(said)),
    [{ recoveryId: again.recovery?.id, dropped: 3 }],
  );
  await deliver();
  assert.equal(receiver.got.length, 3);
});

test('a recovery leaves out what is still due, whether it waits for its first try or for a retry', async () => {
  const client = await newClient(house, 100_000);
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  receiver.answer = status(500);
  await client.generate(LIVE);
  await deliver();
  await client.generate(LIVE);
  for (const failedOnly of [true, false]) {
    const counted = await client.post(`${base}/recover`, { since, failedOnly, preview: true });
    assert.equal(counted.body.count, 0, 'one waits for a retry, one for its first try');
    const { recovery } = (await client.post(`${base}/recover`, { since, failedOnly })).body;
    assert.equal(recovery?.total, 0);
  }
  receiver.answer = ok;
  await hastenRetries(house);
  await deliver();
  const ids = receiver.got.map(({ id }) => id);
  assert.equal(ids.length, 3, 'the refused try, its retry, and the other one');
  assert.equal(new Set(ids).size, 2);
});

test('a recovery takes its own mode and its own period: both ends are in it, and nothing beyond', async () => {
  const client = await newClient(house);
  const { tenantId } = client.tenant;
  await happen(house, tenantId, 2, { isTest: true });
  await happen(house, tenantId, 1);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  const at = Date.parse('2026-11-15T09:30:00.000Z');
  await sql(house, 'update events set at = $2 where tenant_id = $1', [tenantId, new Date(at)]);
  const countOf = async (sinceMs: number, untilMs: number): Promise<number> => {
    const [since, end] = [sinceMs, untilMs].map((ms) => new Date(ms).toISOString());
    return (await client.post(`${base}/recover`, { since, until: end, preview: true })).body.count;
  };
  assert.deepEqual(
    [await countOf(at, at), await countOf(at + 1, at + HOUR_MS), await countOf(at - HOUR_MS, at - 1)],
    [1, 0, 0],
  );
});

test('a deleted endpoint gets nothing more, and an event that is kept no longer is dropped', async () => {
  const client = await newClient(house);
  const { base, endpoint } = await endpointOf(client);
  const other = await endpointOf(client);
  await client.generate(LIVE);
  const removed = await house.service.app.inject({
    method: 'DELETE',
    url: base,
    headers: { authorization: `Bearer ${client.token}` },
  });
  assert.equal(removed.statusCode, 204);
  await sql(house, 'delete from events where tenant_id = $1', [client.tenant.tenantId]);
  await deliver();
  assert.deepEqual(receiver.got, []);
  const rows = await sql<{ endpoint_id: string; reason: string }>(
    house,
    'select endpoint_id, reason from deliveries where tenant_id = $1',
    [client.tenant.tenantId],
  );
  assert.deepEqual(
    new Set(rows.map((row) => `${row.endpoint_id} ${row.reason}`)),
    new Set([`${endpoint.id} deleted`, `${other.endpoint.id} event-gone`]),
  );
});

test('deliveries are listed by state, type and period, each with the time of its last try', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client);
  await client.generate(LIVE);
  await client.post(`${base}/test`, {});
  await deliver();
  const list = async (query: string): Promise<string[]> => {
    const answer = await client.get(`${base}/deliveries${query}` as `${typeof base}/deliveries`);
    assertDocumented('GET', `${base}/deliveries`, answer);
    assert.equal(answer.status, 200, answer.text);
    for (const { lastMs } of answer.body.items) assert.ok(lastMs !== null && lastMs >= 0);
    return answer.body.items.map(({ type }) => type ?? '');
  };
  const all = await list('');
  assert.deepEqual([...all].sort(), ['ping', 'report.completed']);
  assert.deepEqual(await list('?type=ping'), ['ping']);
  assert.deepEqual(await list('?type=ping&state=failed'), []);
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(await list(`?dateFrom=${today}`), all);
  assert.deepEqual(await list('?dateTo=2026-01-01'), []);
  assert.equal((await client.get(`${base}/deliveries?type=nothing` as typeof base)).status, 400);
});

test('a list of one state is the whole list without the others, page after page', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client);
  for (let n = 0; n < 12; n += 1) await client.post(`${base}/test`, {});
  await deliver();
  await sql(
    house,
    `update deliveries d set state = s.state, ended_at = case when s.state <> 'due' then now() end,
       reason = case when s.state in ('failed', 'dropped') then 'disabled' end
     from (select id, (array['due', 'delivered', 'failed', 'dropped'])[1 + row_number() over (order by id) % 4] as state
           from deliveries where tenant_id = $1) s
     where d.tenant_id = $1 and d.id = s.id`,
    [client.tenant.tenantId],
  );
  const list = async (query: string) => {
    const answer = await client.get(`${base}/deliveries?${query}` as `${typeof base}/deliveries`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const all = (await list('pageSize=50')).items;
  for (const state of ['due', 'delivered', 'failed', 'dropped']) {
    const first = await list(`state=${state}&pageSize=2`);
    const second = await list(`state=${state}&pageSize=2&pageToken=${first.token}`);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      all.filter((one) => one.state === state).map(({ id }) => id),
      state,
    );
    assert.equal(second.items.length, 1, state);
  }
});

test('a delivery is found by the reference of its report and by its event, and says which case it is about', async () => {
  const client = await newClient(house);
  const { base } = await endpointOf(client, { types: ['report.completed'] });
  await client.generate({ ...LIVE, externalReference: 'case-1' });
  await client.generate({ ...LIVE, externalReference: 'case-2' });
  receiver.answer = status(500);
  await deliver();
  const found = async (query: string) => {
    const url = `${base}/deliveries?${query}` as const;
    const answer = await client.get(url);
    assertDocumented('GET', url, answer);
    return answer.body.items;
  };
  const [one, ...others] = await found('externalReference=case-1');
  assert.deepEqual([one?.externalReference, others], ['case-1', []]);
  const byEvent = await found(`eventId=${one?.eventId}`);
  assert.deepEqual(
    byEvent.map(({ id }) => id),
    [one?.id],
  );
  assert.deepEqual(await found(`eventId=${one?.eventId}&externalReference=case-2`), []);
  assert.deepEqual(await found('externalReference=case-3'), []);
  assert.deepEqual((await found('')).map(({ externalReference }) => externalReference).sort(), [
    'case-1',
    'case-2',
  ]);
  const { items } = (await client.get(`${base}/histogram`)).body;
  assert.deepEqual(
    items.map(({ waiting, retrying }) => [waiting, retrying]),
    [[2, 2]],
  );
  // Another tenant's reference of the same letters is another.
  const stranger = await newClient(house);
  const theirs = await endpointOf(stranger, { types: ['report.completed'] });
  const answer = await stranger.get(`${theirs.base}/deliveries?externalReference=case-1`);
  assert.deepEqual(answer.body.items, []);
});

test('housekeeping removes a delivery that ended long ago, and none that is still to be sent', async () => {
  const client = await newClient(house, 10_000);
  const { tenantId } = client.tenant;
  const left = async () =>
    (
      await sql<{ state: string }>(house, 'select state from deliveries where tenant_id = $1', [tenantId])
    ).map(({ state }) => state);
  for (const state of ['due', 'delivered'])
    await sql(
      house,
      `insert into deliveries (tenant_id, id, endpoint_id, event_id, state, due_at, created_at, ended_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $2, now(), now() - interval '1 year',
         case when $2 <> 'due' then now() end)`,
      [tenantId, state],
    );
  assert.equal((await left()).length, 2);
  await house.service.keepHouse();
  assert.deepEqual(await left(), ['due']);
});
