// The service behind a pooler in transaction mode, where every statement may run on another server connection: two of them
// for all callers, so that anything that depends on a session fails. Once with unnamed statements, once with named ones that
// the pooler keeps (pgbouncer 1.21 or later). What this machine's pgbouncer cannot do is skipped, with the reason printed.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/storage/engine/open.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { withOneMore } from '../support/database/one-more-migration.ts';
import { findPgbouncer, type Pooler, startPgbouncer } from '../support/database/pgbouncer.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { type Client, type House, openChallenge, openHouse } from '../support/house.ts';
import { after, before, test } from '../support/long.ts';
import { LIVE, newClient, openHoldsOf, openLiveChallenge, problemsOf, walletOf } from '../support/money.ts';
import { endAll, until } from '../support/processes.ts';
import { createStandIn, type StandIn } from '../support/worlds/stand-in-world.ts';

const AT_ONCE = 40;
const STORAGE = join(import.meta.dirname, '../../src/storage');
// As in migrate.ts: every version of the service uses the same lock.
const MIGRATION_LOCK_ID = 7_301_225;

const program = await findPgbouncer();
const skip = 'missing' in program ? `NO POOLER TEST: pgbouncer cannot be had: ${program.missing}` : false;
const skipNamed =
  'missing' in program || program.keepsStatements
    ? skip
    : `NO POOLER TEST WITH NAMED STATEMENTS: it needs pgbouncer 1.21 or later, and here it is ${program.version}; PGBOUNCER_PATH may name another`;
for (const reason of new Set([skip, skipNamed])) if (reason !== false) process.stderr.write(`${reason}\n`);

after(endAll);

type Stage = { pooler: Pooler; direct: TestDatabase; house: House; world: StandIn };

async function open(hasNamedStatements: boolean): Promise<Stage> {
  if ('missing' in program) throw new Error(program.missing);
  const direct = await createTestDatabase();
  const pooler = await startPgbouncer(program, direct.url, hasNamedStatements ? 200 : 0);
  const pooled = { url: pooler.urlOf(nameOf(direct)), drop: async () => {} };
  const world = createStandIn();
  const settings = { DATABASE_NAMED_STATEMENTS: String(hasNamedStatements) };
  return { pooler, direct, world, house: await openHouse(settings, pooled, world) };
}

async function close(stage: Stage | undefined): Promise<void> {
  await stage?.house.close();
  await stage?.pooler.stop();
  await stage?.direct.drop();
}

const nameOf = (database: TestDatabase): string => new URL(database.url).pathname.slice(1);

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function saidAtStart(url: string): Promise<string[]> {
  const said: string[] = [];
  const store = await openStore(readConfig({ DATABASE_URL: url }), (line) => said.push(line));
  await store.close();
  return said;
}

for (const hasNamedStatements of [false, true]) {
  describe(`behind pgbouncer in transaction mode, ${hasNamedStatements ? 'named' : 'unnamed'} statements`, {
    skip: hasNamedStatements ? skipNamed : skip,
  }, () => {
    let stage: Stage;
    let client: Client;

    before(async () => {
      stage = await open(hasNamedStatements);
      client = await newClient(stage.house, 100_000);
    });
    after(() => close(stage));

    test('generate, challenge, resend, submit, read, list and statement work as without it', async () => {
      const { tenantId } = client.tenant;
      const done = await client.generate(
        { ...LIVE, externalReference: 'pooled' },
        { 'idempotency-key': 'one' },
      );
      assert.equal(done.body.data.status, 'complete');
      const again = await client.generate(
        { ...LIVE, externalReference: 'pooled' },
        { 'idempotency-key': 'one' },
      );
      assert.deepEqual(again.body, done.body);
      assert.equal(again.headers['idempotent-replayed'], 'true');

      const { reportId, challengeId } = await openLiveChallenge(client, stage.world);
      assert.equal((await client.resend(reportId, challengeId)).status, 200);
      const code = stage.world.sent.at(-1)?.code;
      assert.equal((await client.submit(reportId, challengeId, '000000')).body.data.status, 'retry');
      assert.equal((await client.submit(reportId, challengeId, code)).body.data.status, 'complete');

      const free = await openChallenge(client);
      assert.equal((await client.submit(free.reportId, free.challengeId, '123456')).status, 200);
      const list = await client.get(`/${tenantId}/v1/credit-reports?externalReference=pooled`);
      assert.equal(list.body.data.items.length, 1);
      assert.equal((await client.get(`/${tenantId}/v1/credit-reports/${reportId}`)).status, 200);
      assert.equal((await client.get(`/${tenantId}/v1/billing/transactions`)).status, 200);
      assert.equal((await client.get('/health/ready')).status, 200);
    });

    test(`${AT_ONCE} generates at once over two server connections all complete, and the ledger is consistent`, async () => {
      stage.world.reset();
      const one = await newClient(stage.house, AT_ONCE * 300);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => one.generate(LIVE)));
      assert.deepEqual(
        answers.filter(({ status, body }) => status !== 200 || body.data.status !== 'complete'),
        [],
      );
      assert.deepEqual(await walletOf(stage.house, one), { available: 0, held: 0, spent: AT_ONCE * 300 });
      assert.equal((await one.generate(LIVE)).status, 402);
      assert.deepEqual(await openHoldsOf(stage.house, one), []);
      assert.deepEqual(await problemsOf(stage.house, one.tenant.tenantId), [], 'read in one snapshot');
      const [used] = await ask<{ count: string }>(
        stage.direct.url,
        `select count(*)::text as count from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      assert.ok(Number(used?.count) <= 2, `${used?.count} server connections`);
    });

    test('housekeeping purges an old report and clearing up ends an expired challenge, through it as without it', async () => {
      const { service } = stage.house;
      const one = await newClient(stage.house, 1_000);
      const old: string = (await one.generate()).body.data.creditReportId;
      await ask(
        stage.direct.url,
        `update reports set created_at = now() - interval '1 year' where id = '${old}'`,
      );
      assert.equal((await service.keepHouse()).reports, 1);
      const purged = await one.get(`/${one.tenant.tenantId}/v1/credit-reports/${old}`);
      assert.deepEqual([purged.status, purged.body.code], [410, 'credit-report-purged']);

      const { reportId, challengeId, code } = await openLiveChallenge(one, stage.world);
      assert.equal((await service.clearUp()).reports, 0, 'it has not expired');
      stage.house.travelTo(new Date(Date.now() + 10 * 60_000));
      try {
        assert.equal((await service.clearUp()).reports, 1);
        assert.equal((await one.submit(reportId, challengeId, code)).status, 410);
      } finally {
        stage.house.travelTo(null);
      }
      assert.deepEqual(await walletOf(stage.house, one), { available: 960, held: 40, spent: 0 });
    });

    // But that plans are not compiled and are the work of one core, which changes no answer.
    test('a server connection keeps nothing of the client that used it before', async () => {
      const [left] = await ask<{ locks: number; settings: string[] | null; channels: number }>(
        stage.pooler.urlOf(nameOf(stage.direct)),
        `select (select count(*)::int from pg_locks where locktype = 'advisory'
                   and database = (select oid from pg_database where datname = current_database())) as locks,
                (select array_agg(name order by name) from pg_settings
                 where source = 'session' and name not in ('application_name', 'client_encoding', 'DateStyle',
                   'TimeZone', 'standard_conforming_strings', 'IntervalStyle', 'default_transaction_read_only',
                   'search_path', 'in_hot_standby', 'jit', 'enable_seqscan', 'max_parallel_workers_per_gather')) as settings,
                (select count(*)::int from pg_listening_channels()) as channels`,
      );
      assert.deepEqual(left, { locks: 0, settings: null, channels: 0 });
    });

    test("the timeouts that the pooler drops hold when they are set on the database's side", async () => {
      if ('missing' in program) return;
      const name = nameOf(stage.direct);
      const read = (pooler: Pooler) =>
        ask<{ timeout: string }>(
          pooler.urlOf(name),
          `select current_setting('statement_timeout') as timeout`,
        );
      assert.deepEqual(await read(stage.pooler), [{ timeout: '0' }], 'what the driver asks for is dropped');
      assert.match((await saidAtStart(stage.pooler.urlOf(name))).join(), /statement timeout. Set it/);
      await ask(stage.direct.url, `alter database ${name} set statement_timeout = '15s'`);
      const fresh = await startPgbouncer(program, stage.direct.url, 0);
      try {
        assert.deepEqual(await read(fresh), [{ timeout: '15s' }]);
        assert.deepEqual(await saidAtStart(fresh.urlOf(name)), []);
      } finally {
        await fresh.stop();
      }
    });
  });
}

test('two processes that start at once migrate through it, however long one waits for the other', {
  skip,
}, async () => {
  if ('missing' in program) return;
  const empty = await createEmptyDatabase();
  const pooler = await startPgbouncer(program, empty.url, 0);
  const holder = new pg.Client({ connectionString: empty.url });
  await holder.connect();
  try {
    await ask(empty.url, `alter database ${nameOf(empty)} set statement_timeout = '300ms'`);
    await holder.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`);
    const connection = { connectionString: pooler.urlOf(nameOf(empty)) };
    const migrating = Promise.all([migrate(connection), migrate(connection)]);
    await until('they ask for their turn', async () => {
      const [seen] = await ask<{ count: number }>(
        empty.url,
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_xact_lock%'`,
      );
      return (seen?.count ?? 0) > 1;
    });
    await holder.query('commit');
    const applied = (await migrating).flat();
    assert.equal(new Set(applied).size, applied.length, 'each step was made once');
    const { rows } = await holder.query('select name from schema_migrations order by name');
    assert.deepEqual(
      rows.map(({ name }) => name),
      applied.sort(),
    );
  } finally {
    await holder.end();
    await pooler.stop();
    await empty.drop();
  }
});

test('an index that takes longer than the role may is refused in words, leaves no timeout with the others, and is built past the pooler', {
  skip,
}, async () => {
  if ('missing' in program) return;
  const direct = await createTestDatabase();
  // Before the pooler has a connection.
  await ask(direct.url, `alter database ${nameOf(direct)} set statement_timeout = '300ms'`);
  const pooler = await startPgbouncer(program, direct.url, 0, 6);
  const pooled = { connectionString: pooler.urlOf(nameOf(direct)) };
  const { folder, next } = withOneMore(
    `create table slow (n int);
     insert into slow select generate_series(1, 10);
     create function slowly(n int) returns int language plpgsql immutable as $$ begin perform pg_sleep(0.1); return n; end $$;
     -- step
     create index concurrently slow_n on slow (slowly(n));`,
  );
  // Others, so that each statement may run on another connection.
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client(pooled);
      await client.connect();
      return client;
    }),
  );
  let isOver = false;
  const working = others.map(async (client) => {
    while (!isOver) await client.query('select pg_sleep(0.002)');
  });
  try {
    await assert.rejects(migrate(pooled, folder), /statement timeout .* names the server itself/);
    isOver = true;
    await Promise.all(working);
    const left = await Promise.all(
      others.map((client) =>
        client.query<{ name: string }>(
          `select name from pg_settings, pg_sleep(0.2) where source = 'session' and name in ('statement_timeout', 'lock_timeout')`,
        ),
      ),
    );
    assert.deepEqual(
      left.flatMap(({ rows }) => rows),
      [],
    );
    assert.deepEqual(await migrate({ connectionString: direct.url }, folder), [next]);
  } finally {
    isOver = true;
    await Promise.allSettled(working);
    for (const client of others) await client.end();
    await pooler.stop();
    await direct.drop();
  }
});

test('named statements do break behind a pooler that does not keep them, which is what the setting is for', {
  skip,
}, async () => {
  if ('missing' in program) return;
  const direct = await createTestDatabase();
  const pooler = await startPgbouncer(program, direct.url, 0);
  const pooled = { url: pooler.urlOf(nameOf(direct)), drop: async () => {} };
  try {
    const house = await openHouse({ DATABASE_NAMED_STATEMENTS: 'true' }, pooled);
    try {
      const tries = Array.from({ length: 20 }, () => house.service.hasTenants());
      const broken = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
      assert.ok(broken.length > 0);
    } finally {
      await house.close();
    }
  } finally {
    await pooler.stop();
    await direct.drop();
  }
});

test('no statement of ours depends on a session: no session locks, listeners, cursors, temporary tables or exported snapshots', () => {
  const sessionBound =
    /pg_advisory_lock|pg_try_advisory_lock\b|\blisten \w|\bnotify \w|\bdeclare \w+ cursor|create temp|pg_export_snapshot|set session|[`']set (?!local)\w+ (=|to)\b|\bdiscard all|\bprepare \w+ as/i;
  const files = globSync('**/*.{ts,sql}', { cwd: STORAGE }).filter(
    (file) => !/\.test\.ts$|^engine\/embedded/.test(file),
  );
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.filter((file) => sessionBound.test(readFileSync(join(STORAGE, file), 'utf8'))),
    [],
  );
});
