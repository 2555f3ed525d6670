// Three processes deliver to a receiver that fails three times in ten, and are killed at random: no event is lost, and one that comes
// twice comes under the same id. WEBHOOK_KILLS, WEBHOOK_EVENTS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { clientOf, createTenant, sql } from '../support/house.ts';
import { until } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { openReceiver, type Receiver } from '../support/webhooks/receiver.ts';
import { happen, hastenRetries, registerEndpoint } from '../support/webhooks/webhooks.ts';

const KILLS = Number(process.env.WEBHOOK_KILLS ?? 3);
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 300);
const SEED = process.env.TEST_SEED ?? '';
const ENDPOINTS = 4;
const FAILS_PERCENT = 30;
/** Fewer than the ten tries that a delivery has: of forty thousand, some would fail ten times by chance. */
const FAILS_MAX = 6;
const PATIENCE_MS = 1_800_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = createRandom(SEED);
const networks = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

let fleet: Fleet;
let receiver: Receiver;
before(async () => {
  receiver = await openReceiver();
  fleet = await openFleet({
    count: 3,
    settings: { ...networks, LOG_LEVEL: 'warn', DATABASE_POOL_SIZE: '4' },
  });
});
after(async () => {
  await fleet?.close();
  await receiver?.close();
});

test(`${KILLS} kills, ${EVENTS} events, a receiver that fails ${FAILS_PERCENT} %: none lost (TEST_SEED=${SEED})`, async () => {
  const { house } = fleet;
  // The composed service of the test registers; it may call this machine like the processes.
  const tenant = await createTenant(house);
  const client = await clientOf(house, tenant);
  const { tenantId } = tenant;
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n += 1)
    endpoints.push((await registerEndpoint(client, `https://example.com/${n}`)).id);
  await sql(house, `update webhook_endpoints set url = $2 || '/' || right(url, 1) where tenant_id = $1`, [
    tenantId,
    receiver.url,
  ]);

  const accepted = new Map<string, number>();
  const fails = new Map<string, number>();
  let refused = 0;
  receiver.answer = ({ id, path }, response) => {
    const key = `${id} ${path}`;
    const failed = fails.get(key) ?? 0;
    const isFailing = chance.chance(FAILS_PERCENT) && failed < FAILS_MAX;
    if (isFailing) fails.set(key, failed + 1);
    const answer = (): void => {
      if (isFailing) refused += 1;
      else accepted.set(key, (accepted.get(key) ?? 0) + 1);
      response.writeHead(isFailing ? 500 : 200).end();
    };
    setTimeout(answer, chance.int(0, 40));
  };

  const begunMs = performance.now();
  const made: string[] = [];
  let kills = 0;
  const killing = (async () => {
    const starting: Promise<unknown>[] = [];
    for (; kills < KILLS; kills += 1) {
      await sleep(chance.int(300, 1_200));
      await until('two live', () => fleet.living().length >= 2);
      await chance.pick(fleet.living()).kill();
      starting.push(fleet.start());
    }
    await Promise.all(starting);
  })();
  const making = (async () => {
    while (made.length < EVENTS) {
      made.push(...(await happen(house, tenantId, Math.min(20, EVENTS - made.length))));
      await sleep(kills < KILLS ? 100 : 5);
      await hastenRetries(house);
    }
  })();
  await Promise.all([killing, making]);
  await until(
    'all is delivered',
    async () => {
      await hastenRetries(house);
      const [row] = await sql<{ count: number }>(
        house,
        `select count(*)::int as count from deliveries where tenant_id = $1 and state = 'due'`,
        [tenantId],
      );
      return row?.count === 0;
    },
    PATIENCE_MS,
  );

  const paths = new Set(receiver.got.map(({ path }) => path));
  assert.equal(paths.size, ENDPOINTS);
  const lost = made.flatMap((id) => [...paths].filter((path) => !accepted.has(`${id} ${path}`)));
  assert.deepEqual(lost, []);
  const known = new Set(made);
  assert.ok(receiver.got.every(({ id }) => known.has(id)));
  const states = await sql<{ state: string; count: number }>(
    house,
    'select state, count(*)::int as count from deliveries where tenant_id = $1 group by 1',
    [tenantId],
  );
  assert.deepEqual(states, [{ state: 'delivered', count: EVENTS * ENDPOINTS }]);
  const twice = [...accepted.values()].filter((count) => count > 1).length;
  say(
    `${kills} kills, ${EVENTS} events to ${ENDPOINTS} endpoints in ${((performance.now() - begunMs) / 1000).toFixed(0)} s, seed ${SEED}:`,
  );
  say(
    `  ${receiver.got.length} requests, ${refused} refused, ${twice} accepted twice under the same id, 0 lost`,
  );
});
