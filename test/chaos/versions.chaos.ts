// A rolling upgrade: processes of this version serve under load while the next version migrates the tables. It is killed in the middle,
// which leaves nothing behind, and started again; then both versions serve. No caller gets a fault, and no lock of a migration lasts a
// second. VERSIONS_RUNS and TEST_SEED set the run.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as passed } from 'node:timers/promises';
import { arrive, percentileOf } from '../../bench/arrivals.ts';
import { createRandom } from '../../src/world/synthetic/random.ts';
import { createTenant, sql, tokenOf } from '../support/house.ts';
import { newPath, type ServiceProcess, startService, until, untilReady } from '../support/processes.ts';
import { type Fleet, openFleet } from '../support/services/fleet.ts';
import { type Caller, createMixedTraffic } from '../support/services/mixed-traffic.ts';
import { assertRefused } from '../support/settings/refusals.ts';

const RUNS = Number(process.env.VERSIONS_RUNS ?? 10);
const SEED = process.env.TEST_SEED ?? '';
const PER_SECOND = 30;
const LOCK_MS_MAX = 1_000;
const FUNDED = 1_000_000_000;
const NEXT_VERSION = join(import.meta.dirname, '../support/database/next-version.ts');
const MIGRATIONS = join(import.meta.dirname, '../../src/storage/migrations');
const KNOWN = readdirSync(MIGRATIONS).length;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let fleet: Fleet;
before(async () => {
  fleet = await openFleet({ count: 2, world: 'stand-in', settings: { LOG_LEVEL: 'error' } });
});
after(() => fleet?.close());

test(`${RUNS} migrations under load, each killed once: no caller notices (TEST_SEED=${SEED})`, async () => {
  const { house, processes } = fleet;
  const folder = newPath('migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const random = createRandom(SEED);
  const tenant = await createTenant(house, { balanceCredits: FUNDED });
  const callers: Caller[] = [{ tenant, token: await tokenOf(house, tenant) }];
  const serving: ServiceProcess[] = [...processes];
  const origin = (): string => random.pick(serving).origin;
  const traffic = createMixedTraffic({ callers, random, origin, codeFor: () => '123456' });
  const locks = watchLocks();
  const tookMs: number[] = [];
  let isOver = false;
  const load = (async () => {
    const ask = async (): Promise<void> => void (await traffic.step());
    while (!isOver) tookMs.push(...(await arrive({ perSecond: PER_SECOND, durationMs: 1_000, ask })));
  })();
  try {
    for (let run = 1; run <= RUNS; run += 1) {
      await passed(random.int(100, 800));
      const name = addMigration(folder, run);
      const settings = { ...fleet.settings, TEST_MIGRATIONS: folder };
      const killed = await startService(settings, { program: NEXT_VERSION });
      await until('it is in the middle', () => locks.isMigrating() || killed.hasEnded());
      await killed.kill();
      await until('its transaction is gone', () => !locks.isMigrating());
      assert.deepEqual(await applied(name), [], 'a migration that was killed left its mark');

      const next = await startService(settings, { program: NEXT_VERSION });
      await untilReady(next);
      assert.equal((await applied(name)).length, 1);
      serving.push(next);
      await passed(random.int(300, 900));
      serving.pop();
      // It answers its requests before it exits.
      assert.equal((await next.stop()).code, 0, next.stderr());
      say(`  run ${run}: ${name} killed, applied, served side by side`);
    }
  } finally {
    isOver = true;
    await load;
    await locks.stop();
    traffic.close();
  }
  say(
    `${RUNS} migrations, seed ${SEED}: ${tookMs.length} requests, p50 ${percentileOf(tookMs, 0.5).toFixed(0)} ms, p99 ${percentileOf(tookMs, 0.99).toFixed(0)} ms, slowest ${percentileOf(tookMs, 1).toFixed(0)} ms; longest lock ${locks.longestMs().toFixed(0)} ms`,
  );
  assert.deepEqual(traffic.faults, []);
  assert.ok(processes.every((one) => !one.hasEnded()));
  assert.ok(locks.longestMs() < LOCK_MS_MAX, `a lock lasted ${locks.longestMs()} ms`);
  // Running processes continue; a process that starts on a newer schema refuses and says so.
  const old = await startService(fleet.settings);
  const last = nameOf(RUNS);
  assertRefused(
    await old.ended,
    `The database was made by a newer version of Trefoil (it has the migration ${last}). Start that version or a later one, or use another database.`,
  );
});

const nameOf = (run: number): string => `${String(KNOWN + run).padStart(4, '0')}-next-${run}.sql`;

/** A typical migration: a table, a column on the busiest tables, an index. It is killed in the pause. */
function addMigration(folder: string, run: number): string {
  const name = nameOf(run);
  writeFileSync(
    join(folder, name),
    `create table next_${run} (tenant_id uuid not null references tenants, id uuid not null, primary key (tenant_id, id));
     alter table reports add column next_${run} text;
     alter table holds add column next_${run} integer not null default 0;
     create index reports_next_${run} on reports (tenant_id, next_${run}) where next_${run} is not null;
     select pg_sleep(0.25);`,
  );
  return name;
}

function applied(name: string): Promise<unknown[]> {
  return sql(fleet.house, 'select 1 from schema_migrations where name = $1', [name]);
}

/** Exclusive locks, and for how long a migration was seen to hold them. */
function watchLocks() {
  const seen = new Map<string, { firstMs: number; lastMs: number }>();
  let isMigrating = false;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const rows = await sql<{ transaction: string }>(
        fleet.house,
        `select distinct l.virtualtransaction as transaction from pg_locks l
         join pg_stat_activity a on a.pid = l.pid and a.application_name = 'next-version'
         where l.granted and l.mode = 'AccessExclusiveLock' and l.relation = any(array['reports'::regclass, 'holds'::regclass])`,
      );
      const nowMs = performance.now();
      for (const { transaction } of rows) {
        const one = seen.get(transaction) ?? { firstMs: nowMs, lastMs: nowMs };
        seen.set(transaction, { ...one, lastMs: nowMs });
      }
      isMigrating = rows.length > 0;
      await passed(10);
    }
  })();
  return {
    isMigrating: () => isMigrating,
    longestMs: () => Math.max(0, ...[...seen.values()].map(({ firstMs, lastMs }) => lastMs - firstMs)),
    stop: () => {
      isOver = true;
      return done;
    },
  };
}
