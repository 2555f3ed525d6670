// The queue of deliveries under weight: what a claim takes with a hundred thousand rows due, and what a dead endpoint among a hundred costs
// the others. WEBHOOK_DUE, WEBHOOK_CLAIMS and WEBHOOK_FAIR_EVENTS set the run.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { FIRST_TURN, noteTries, type Taken, takeDeliveries } from '../../src/storage/webhooks/deliveries.ts';
import { clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';
import { until } from '../support/processes.ts';
import { openReceiver, type Receiver } from '../support/webhooks/receiver.ts';
import { happen, registerEndpoint } from '../support/webhooks/webhooks.ts';

const DUE = Number(process.env.WEBHOOK_DUE ?? 2_000);
const CLAIMS = Number(process.env.WEBHOOK_CLAIMS ?? 40);
const FAIR_EVENTS = Number(process.env.WEBHOOK_FAIR_EVENTS ?? 3);
const ENDPOINTS = 100;
const CLAIM_MS = 20;
const DELAY_MS = 2_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const at = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

let house: House;
let receiver: Receiver;
before(async () => {
  house = await openHouse({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  receiver = await openReceiver();
});
after(async () => {
  await house.close();
  await receiver.close();
});

/** A hundred endpoints of five tenants. */
async function hundred(path = ''): Promise<{ tenantId: string; ids: string[] }[]> {
  const tenants = [];
  for (let n = 0; n < ENDPOINTS / 20; n += 1) {
    const tenant = await createTenant(house);
    const client = await clientOf(house, tenant);
    const ids = [];
    for (let one = 0; one < 20; one += 1)
      ids.push((await registerEndpoint(client, `${receiver.url}/${path}${n * 20 + one}`)).id);
    tenants.push({ tenantId: tenant.tenantId, ids });
  }
  return tenants;
}

const take = (after = FIRST_TURN) =>
  takeDeliveries(house.service.database, {
    ...{ after, busy: new Map(), countMax: 50, leaseToken: randomUUIDv7() },
  });
/** As a worker does it: every fifth is to be tried again. */
const finish = (taken: readonly Taken[]): Promise<number> =>
  noteTries(
    house.service.database,
    taken.map(({ tenantId, id, leaseToken, endpointId, isReplay }, n) => ({
      ...{ tenantId, id, leaseToken, endpointId, isReplay },
      ...{ reason: null, waitMs: 5_000, isThrottled: false, disable: null },
      state: n % 5 === 0 ? 'due' : 'delivered',
      attempt: { status: n % 5 === 0 ? 500 : 200, problem: null, answer: null, ms: 5 },
    })),
  );

test(`${DUE} due rows: a claim takes at most ${CLAIM_MS} ms at the 99th percentile`, async () => {
  const tenants = await hundred();
  for (const { tenantId } of tenants) await happen(house, tenantId, Math.ceil(DUE / ENDPOINTS));
  // One endpoint has most of them.
  await sql(house, 'update deliveries set endpoint_id = $2 where tenant_id = $1', [
    tenants[0]?.tenantId,
    tenants[0]?.ids[0],
  ]);
  await sql(house, 'analyze deliveries');
  const [row] = await sql<{ count: number }>(
    house,
    `select count(*)::int as count from deliveries where state = 'due'`,
  );
  const took: number[] = [];
  let turn = FIRST_TURN;
  let claimed = 0;
  for (let n = 0; n < CLAIMS; n += 1) {
    await sql(house, 'update webhook_health set tokens = 100');
    const begunMs = performance.now();
    const { taken, next } = await take(turn);
    took.push(performance.now() - begunMs);
    turn = next;
    claimed += taken.length;
    await finish(taken);
  }
  took.sort((a, b) => a - b);
  say(
    `${row?.count} rows due, ${CLAIMS} claims took ${claimed}: p50 ${at(took, 0.5).toFixed(1)} ms, p99 ${at(took, 0.99).toFixed(1)} ms`,
  );
  assert.ok(claimed >= Math.min(CLAIMS * 40, DUE * 0.5));
  assert.ok(at(took, 0.99) <= CLAIM_MS, `p99 ${at(took, 0.99).toFixed(1)} ms`);
  await sql(house, 'truncate deliveries');
});

test(`one dead endpoint of ${ENDPOINTS} delays the others by at most ${DELAY_MS} ms`, async () => {
  const tenants = await hundred('fair-');
  const arrived = new Map<string, number>();
  const hangs: (() => void)[] = [];
  receiver.got = [];
  receiver.answer = ({ id, path }, response) => {
    // The dead one: it takes the request and says nothing.
    if (path.endsWith('/fair-0')) return void hangs.push(() => response.destroy());
    arrived.set(`${id} ${path}`, performance.now());
    response.writeHead(200).end();
  };
  house.service.deliverer.start();
  const delays: number[] = [];
  for (let round = 0; round < FAIR_EVENTS; round += 1) {
    for (const { tenantId } of tenants) {
      const begunMs = performance.now();
      const [id] = await happen(house, tenantId, 1);
      const n = tenants.findIndex((one) => one.tenantId === tenantId);
      const wanted = Array.from({ length: 20 }, (_none, one) => n * 20 + one).filter((one) => one !== 0);
      const keys = wanted.map((one) => `${id} /hook/fair-${one}`);
      await until('the others have it', () => keys.every((key) => arrived.has(key)), 60_000);
      for (const key of keys) delays.push((arrived.get(key) ?? Number.NaN) - begunMs);
    }
  }
  for (const end of hangs) end();
  await house.service.deliverer.stop();
  delays.sort((a, b) => a - b);
  say(
    `${delays.length} deliveries beside a dead endpoint: p50 ${at(delays, 0.5).toFixed(0)} ms, p99 ${at(delays, 0.99).toFixed(0)} ms`,
  );
  assert.ok(at(delays, 0.99) <= DELAY_MS);
});
