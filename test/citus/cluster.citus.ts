// What a sharded database is for, on a cluster of this file's own: tenants spread evenly, a worker that dies is its own tenants' trouble and
// nobody else's, and a shard that moves under load costs nobody anything.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { type CitusCluster, findCitus, startCitus } from '../support/database/citus.ts';
import { admin, createDatabaseOn, type TestDatabase } from '../support/database/postgres.ts';
import { type Client, clientOf, createTenant, type House, openHouse, sql } from '../support/house.ts';
import { LIVE, problemsOf } from '../support/money.ts';
import { until } from '../support/waiting.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const PRICE = 300;
const FUNDS = 3_000_000;
const TOLD_WITHIN_MS = 15_000;

let cluster: CitusCluster;
let database: TestDatabase;
let house: House;

before(async () => {
  const found = findCitus();
  if ('missing' in found) throw new Error(found.missing);
  cluster = await startCitus(found.programs);
  const { url, workers, stop } = cluster;
  database = await createDatabaseOn(
    { url, stop },
    workers.map((worker) => worker.url),
  );
  house = await openHouse({ DATABASE_SHARDED: 'true' }, database, createStandIn());
});
after(async () => {
  await house?.close();
  await cluster?.stop();
});

type Placed = { shard: number; port: number };
/** Where a tenant's shard is, as Citus says. */
async function placeOf(tenantId: string): Promise<Placed> {
  const [row] = await sql<Placed>(
    house,
    `select shardid as shard, nodeport as port from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('wallets', $1::uuid)`,
    [tenantId],
  );
  if (row === undefined) throw new Error('a tenant has a place');
  return row;
}

/** A tenant with funds on the worker with this port. */
async function clientOn(port: number): Promise<Client> {
  for (;;) {
    const tenant = await createTenant(house, { balanceCredits: FUNDS });
    if ((await placeOf(tenant.tenantId)).port === port) return clientOf(house, tenant);
  }
}

const lastFault = (): string | undefined => house.logLines.findLast((line) => line.includes('"fault"'));

const portOf = (url: string): number => Number(new URL(url).port);

type Load = { made: string[]; answers: number[]; longestMs: number; stop(): Promise<void> };

/** Live reports, one after another, by some callers; each is asked for again with its key until it is made. */
function keepAsking(client: Client, callers: number): Load {
  const load: Load = { made: [], answers: [], longestMs: 0, stop: async () => {} };
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const beganMs = performance.now();
      for (;;) {
        const answer = await client.generate(LIVE, headers);
        load.answers.push(answer.status);
        if (answer.status === 200) {
          // One whose step was lost with a server is ended by the clear-up, as failed and free.
          const { creditReportId, status } = answer.body.data;
          if (status === 'complete') load.made.push(creditReportId);
          break;
        }
        if (answer.status !== 503 && answer.status !== 409) throw new Error(lastFault() ?? answer.text);
        if (isOver) return;
        await sleep(100);
      }
      load.longestMs = Math.max(load.longestMs, performance.now() - beganMs);
    }
  };
  const all = Array.from({ length: callers }, ask);
  load.stop = async () => {
    isOver = true;
    await Promise.all(all);
  };
  return load;
}

/** Everything that was answered is there, paid for once, and the books hold. */
async function assertWhole({ tenant: { tenantId } }: Client, { made }: Load): Promise<void> {
  const reports = await sql<{ id: string }>(
    house,
    `select id from reports where tenant_id = $1 and status = 'complete'`,
    [tenantId],
  );
  const there = new Set(reports.map(({ id }) => id));
  assert.deepEqual(
    made.filter((id) => !there.has(id)),
    [],
    'a report that was answered is there',
  );
  assert.equal(new Set(made).size, made.length, 'none was answered twice');
  const [wallet] = await sql<{ spent: number }>(house, 'select spent from wallets where tenant_id = $1', [
    tenantId,
  ]);
  assert.equal(wallet?.spent, there.size * PRICE);
  assert.deepEqual(await problemsOf(house, tenantId), []);
}

test('200 tenants are spread within 20 % of even', async () => {
  const random = createRandom('tenants of a cluster');
  const ids = Array.from({ length: 200 }, () => {
    const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
    return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  });
  await sql(house, `insert into tenants (id, name, data_key) select unnest($1::uuid[]), 'one of 200', ''`, [
    ids,
  ]);
  await sql(house, 'insert into wallets (tenant_id) select unnest($1::uuid[])', [ids]);
  const counts = await sql<{ port: number; count: number }>(
    house,
    `select p.nodeport as port, count(*) as count from unnest($1::uuid[]) id
     join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('wallets', id) group by 1`,
    [ids],
  );
  assert.equal(counts.length, cluster.workers.length);
  const even = ids.length / cluster.workers.length;
  for (const { port, count } of counts)
    assert.ok(Math.abs(count - even) <= even * 0.2, `${count} on ${port}`);
});

test('a shard that moves to the other worker under load: no error after the retry, nothing lost', async (t) => {
  const [one, other] = cluster.workers.map(({ url }) => portOf(url)) as [number, number];
  const client = await clientOn(one);
  const { shard } = await placeOf(client.tenant.tenantId);
  const load = keepAsking(client, 3);
  await until('some are made', () => load.made.length >= 10);
  const onCoordinator = (text: string, values: unknown[] = []): Promise<void> =>
    admin(cluster.url, (admins) => admins.query(text, values), new URL(database.url).pathname.slice(1));
  const move = (from: number, to: number): Promise<void> =>
    onCoordinator(
      `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, shard_transfer_mode => 'force_logical')`,
      [shard, from, to],
    );
  await move(one, other);
  const atMove = load.made.length;
  await until('more are made on the other', () => load.made.length >= atMove + 10);
  await until('what was left behind is gone', async () => {
    await onCoordinator('call citus_cleanup_orphaned_resources()');
    return (await sql(house, 'select 1 from pg_dist_cleanup')).length === 0;
  });
  await move(other, one);
  const back = load.made.length;
  await until('more are made where it was', () => load.made.length >= back + 10);
  await load.stop();
  t.diagnostic(
    `${load.made.length} reports, ${load.answers.filter((status) => status !== 200).length} retries, longest ${Math.round(load.longestMs)} ms`,
  );
  await assertWhole(client, load);
});

test('a worker is killed: its tenants hear 503 in time, the others notice nothing, and nothing is lost', async (t) => {
  const [dying, living] = cluster.workers as [CitusCluster['workers'][0], CitusCluster['workers'][0]];
  const [hit, spared] = [await clientOn(portOf(dying.url)), await clientOn(portOf(living.url))];
  const loads = { hit: keepAsking(hit, 2), spared: keepAsking(spared, 2) };
  await until('both are served', () => loads.hit.made.length >= 5 && loads.spared.made.length >= 5);

  const killedMs = performance.now();
  await dying.stop();
  await until('its tenant hears it', () => loads.hit.answers.at(-1) === 503, TOLD_WITHIN_MS);
  const heardMs = performance.now() - killedMs;
  const before = loads.spared.made.length;
  await until('the other is served on', () => loads.spared.made.length >= before + 20);
  await house.service.clearUp();
  const read = await hit.get(`/${hit.tenant.tenantId}/v1/credit-reports`);
  assert.equal(read.status, 503);
  assert.ok(Number(read.headers['retry-after']) > 0);
  // A new token of its credential, and everything else of the coordinator's, is there.
  await clientOf(house, hit.tenant);
  assert.equal((await house.service.app.inject({ url: '/health/ready' })).statusCode, 200);

  await dying.start();
  const down = loads.hit.made.length;
  await until('its tenant is served again', () => loads.hit.made.length >= down + 5, 60_000);
  await Promise.all([loads.hit.stop(), loads.spared.stop()]);
  t.diagnostic(
    `503 after ${Math.round(heardMs)} ms; ${loads.spared.made.length} of the other's, longest ${Math.round(loads.spared.longestMs)} ms`,
  );
  assert.deepEqual(new Set(loads.spared.answers), new Set([200]), 'the others noticed nothing');
  await until(
    'nothing is held',
    async () => {
      await house.service.clearUp();
      const open = await sql(house, `select 1 from holds where tenant_id = $1 and state = 'open'`, [
        hit.tenant.tenantId,
      ]);
      return open.length === 0;
    },
    120_000,
  );
  await assertWhole(hit, loads.hit);
  await assertWhole(spared, loads.spared);
});
