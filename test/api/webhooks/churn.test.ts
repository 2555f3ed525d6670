// The queue's table under churn: deliveries come, are claimed, fail, are delivered and are purged at the same pace, and the table keeps its
// size. It is vacuumed whenever its own settings say so. CHURN_ROWS and CHURN_CHURNED set the run: an hour at 50 a second is 180,000 rows.
// Alone: it takes long.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { noteTries, takeDeliveries } from '../../../src/storage/webhooks/deliveries.ts';
import { clientOf, createTenant, type House, openHouse, sql } from '../../support/house.ts';
import { happen, registerEndpoint } from '../../support/webhooks/webhooks.ts';

const ROWS = Number(process.env.CHURN_ROWS ?? 500);
const CHURNED = Number(process.env.CHURN_CHURNED ?? 1_000);
const ENDPOINTS = 10;
const GROWTH_MAX = 1.2;
/** A fiftieth of the table, so that a small one is not churned in a few turns. */
const EVENTS_A_TURN = Math.min(20, Math.ceil(ROWS / 50 / ENDPOINTS));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

let house: House;
let tenantId: string;
before(async () => {
  house = await openHouse();
  const tenant = await createTenant(house);
  const client = await clientOf(house, tenant);
  for (let n = 0; n < ENDPOINTS; n += 1) await registerEndpoint(client, `https://example.com/${n}`);
  ({ tenantId } = tenant);
});
after(() => house.close());

/** A worker's claims, until nothing is due: of ten tries one fails, and is made again at once. */
async function drain(): Promise<void> {
  for (let tries = 0; ; ) {
    await sql(house, 'update webhook_health set tokens = 100');
    const order = { after: { tenantId: ZERO, endpointId: ZERO }, busy: new Map(), countMax: 50 };
    const { taken } = await takeDeliveries(house.service.database, { ...order, leaseToken: randomUUIDv7() });
    if (taken.length === 0) return;
    await noteTries(
      house.service.database,
      taken.map(({ tenantId, id, leaseToken, endpointId, isReplay }) => {
        const hasFailed = ++tries % 10 === 0;
        return {
          ...{ tenantId, id, leaseToken, endpointId, isReplay, isThrottled: false, disable: null, waitMs: 0 },
          ...{ reason: null, state: hasFailed ? 'due' : 'delivered' },
          attempt: { status: hasFailed ? 500 : 200, problem: null, answer: null, ms: 5 },
        };
      }),
    );
  }
}
const ZERO = '00000000-0000-0000-0000-000000000000';

/** So many rows through the queue, and the oldest out while there are more than `keptMax`. */
async function churn(rows: number, keptMax: number): Promise<{ vacuums: number }> {
  let [dead, vacuums, kept] = [0, 0, await countRows()];
  for (let made = 0; made < rows; ) {
    const count = Math.min(EVENTS_A_TURN, Math.ceil((rows - made) / ENDPOINTS));
    await happen(house, tenantId, count);
    await drain();
    made += count * ENDPOINTS;
    kept += count * ENDPOINTS;
    if (kept > keptMax) {
      await sql(
        house,
        'delete from deliveries where id in (select id from deliveries order by created_at, id limit $1)',
        [kept - keptMax],
      );
      dead += kept - keptMax;
      kept = keptMax;
    }
    // Two versions of a row are behind the one that stays, and a third of one in ten.
    dead += count * ENDPOINTS * 2.2;
    if (dead < VACUUM_FROM + VACUUM_SCALE * kept) continue;
    await sql(house, 'vacuum deliveries');
    [dead, vacuums] = [0, vacuums + 1];
  }
  return { vacuums };
}
/** PostgreSQL's default, and the table's own. */
const VACUUM_FROM = 50;
let VACUUM_SCALE = 0.2;

async function countRows(): Promise<number> {
  const [row] = await sql<{ count: number }>(house, 'select count(*)::int as count from deliveries');
  return row?.count ?? 0;
}

async function sizes(): Promise<{ deliveries: number; health: number; hot: number }> {
  const [row] = await sql<{ deliveries: number; health: number; hot: number }>(
    house,
    `select pg_total_relation_size('deliveries')::int as deliveries, pg_total_relation_size('webhook_health')::int as health,
       coalesce((select n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) from pg_stat_user_tables where relname = 'deliveries'), 0) as hot`,
  );
  assert.ok(row);
  return row;
}

test(`${CHURNED} deliveries through a table of ${ROWS}: it is at most ${GROWTH_MAX} of its size`, async () => {
  const [options] = await sql<{ scale: number }>(
    house,
    `select split_part(o, '=', 2)::float8 as scale from pg_class, unnest(reloptions) o
     where relname = 'deliveries' and o like 'autovacuum_vacuum_scale_factor=%'`,
  );
  VACUUM_SCALE = options?.scale ?? VACUUM_SCALE;
  await churn(ROWS, ROWS);
  await sql(house, 'vacuum analyze deliveries');
  const loaded = await sizes();
  const begunMs = performance.now();
  const { vacuums } = await churn(CHURNED, ROWS);
  const churned = await sizes();
  const growth = churned.deliveries / loaded.deliveries;
  assert.equal(await countRows(), ROWS);
  say(
    `${CHURNED} deliveries through ${ROWS} in ${((performance.now() - begunMs) / 1000).toFixed(0)} s, ${vacuums} vacuums: ${kb(loaded.deliveries)} became ${kb(churned.deliveries)} (${growth.toFixed(2)}), health ${kb(loaded.health)} became ${kb(churned.health)}, ${Math.round(churned.hot * 100)} % of updates HOT`,
  );
  assert.ok(growth <= GROWTH_MAX, `grew to ${growth.toFixed(2)}`);
});
const kb = (bytes: number): string => `${Math.round(bytes / 1024)} kB`;
