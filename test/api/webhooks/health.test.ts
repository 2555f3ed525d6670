// What a try leaves of its endpoint's health, as a table: each outcome with each column, and how many deliveries a throttled endpoint is
// sent. A try whose lease another worker has taken leaves nothing.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  FIRST_TURN,
  noteTries,
  type Tried,
  takeDeliveries,
} from '../../../src/storage/webhooks/deliveries.ts';
import { clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { happen, registerEndpoint } from '../../support/webhooks/webhooks.ts';

const AT = new Date('2027-05-01T12:00:00.000Z');
const BEFORE = new Date('2027-05-01T11:00:00.000Z');

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

/** An endpoint with these columns of its health, and four events due. */
async function endpointWith(health: { throttledUntil: Date | null }) {
  const tenant = await createTenant(house);
  const { tenantId } = tenant;
  await registerEndpoint(await clientOf(house, tenant), 'https://example.com/hooks');
  await sql(house, 'update webhook_endpoints set rate_per_second = 4 where tenant_id = $1', [tenantId]);
  await happen(house, tenantId, 4);
  await sql(house, 'update deliveries set due_at = $2 where tenant_id = $1', [tenantId, BEFORE]);
  await sql(
    house,
    `update webhook_health set tokens = 0, refilled_at = $2::timestamptz - interval '1 second', throttled_until = $3,
       failing_since = $4, failures = 3, told = 1 where tenant_id = $1`,
    [tenantId, AT, health.throttledUntil, BEFORE],
  );
  return tenantId;
}

async function take(tenantId: string) {
  house.travelTo(AT);
  const order = { after: FIRST_TURN, busy: new Map<string, number>(), countMax: 50 };
  const asked = { ...order, leaseToken: randomUUIDv7() };
  const { taken } = await takeDeliveries(house.service.database, asked).finally(() => house.travelTo(null));
  return taken.filter((one) => one.tenantId === tenantId);
}

type Outcome = Pick<Tried, 'state'> &
  Partial<Pick<Tried, 'isThrottled' | 'reason' | 'isReplay' | 'leaseToken'>>;
const NEVER = randomUUIDv7();
const FAILED = { state: 'failed', reason: 'exhausted' } as const;

//  failures, told, whether it fails since before, whether it is throttled from now on, what is left of the delivery
const TABLE: [string, Outcome, [number, number, boolean, boolean, string]][] = [
  ['delivered', { state: 'delivered' }, [0, 0, false, false, 'delivered']],
  ['to be tried again', { state: 'due' }, [4, 1, true, false, 'due']],
  ['to be tried again, slower', { state: 'due', isThrottled: true }, [4, 1, true, true, 'due']],
  ['failed', FAILED, [4, 1, true, false, 'failed']],
  ['failed, slower', { ...FAILED, isThrottled: true }, [4, 1, true, true, 'failed']],
  ['a replay that failed', { ...FAILED, isReplay: true }, [3, 1, true, false, 'failed']],
  ['of another worker by now', { state: 'delivered', leaseToken: NEVER }, [3, 1, true, false, 'due']],
];

for (const [what, outcome, expected] of TABLE) {
  test(`a try leaves of its endpoint: ${what}`, async () => {
    const tenantId = await endpointWith({ throttledUntil: null });
    const [one] = await take(tenantId);
    assert.ok(one);
    const { id, endpointId, leaseToken, isReplay } = one;
    await noteTries(house.service.database, [
      {
        ...{ tenantId, id, endpointId, leaseToken, isReplay },
        ...{ isThrottled: false, disable: null, waitMs: 0, reason: null },
        ...outcome,
        attempt: { status: outcome.state === 'delivered' ? 200 : 500, problem: null, answer: null, ms: 5 },
      },
    ]);
    const [health] = await sql(
      house,
      `select h.failures, h.told, h.failing_since is not distinct from $2 as fails, h.throttled_until > now() as slower, d.state
       from webhook_health h join deliveries d on d.tenant_id = h.tenant_id and d.id = $3 where h.tenant_id = $1`,
      [tenantId, BEFORE, id],
    );
    const { failures, told, fails, slower, state } = health as Record<string, unknown>;
    assert.deepEqual([failures, told, fails, slower === true, state], expected);
  });
}

test('a throttled endpoint is sent half as many a second', async () => {
  const later = (ms: number): Date => new Date(AT.getTime() + ms);
  assert.equal((await take(await endpointWith({ throttledUntil: null }))).length, 4);
  assert.equal((await take(await endpointWith({ throttledUntil: later(1) }))).length, 2);
  assert.equal((await take(await endpointWith({ throttledUntil: later(0) }))).length, 4);
});

test('a tenant that is disabled is sent nothing, until it is enabled again', async () => {
  const tenantId = await endpointWith({ throttledUntil: null });
  const enable = 'update tenants set is_enabled = $2 where id = $1';
  await sql(house, enable, [tenantId, false]);
  assert.equal((await take(tenantId)).length, 0);
  await sql(house, enable, [tenantId, true]);
  assert.equal((await take(tenantId)).length, 4);
});
