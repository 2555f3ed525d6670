// A migration beside statements on the same tables: they run while it waits for its locks, and it gets its turn. One that stopped half-way is
// taken up again.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/storage/migrate.ts';
import { withOneMore } from '../support/database/one-more-migration.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { after, test } from '../support/long.ts';
import { endAll, until } from '../support/processes.ts';

let database: TestDatabase;
let clients: pg.Client[];
beforeEach(async () => {
  database = await createTestDatabase();
  const connectionString = database.url;
  clients = [0, 1].map(() => new pg.Client({ connectionString, statement_timeout: 10_000 }));
  for (const client of clients) await client.connect();
});
afterEach(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});
after(endAll);

test('a migration that does not get its lock soon backs off, lets queued statements run, and retries', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore('alter table tenants add column one_more text;');
  await holder.query('begin');
  await holder.query('select 1 from tenants');
  const migrated = migrate({ connectionString: database.url }, folder);
  const waiting = `select 1 from pg_locks where relation = 'tenants'::regclass and not granted`;
  await until('it waits for the table', async () => (await other.query(waiting)).rowCount === 1);
  // Behind a migration that waited without a timeout this would wait as long.
  await other.query('select 1 from tenants');
  await holder.query('commit');
  assert.deepEqual(await migrated, [next]);
  assert.deepEqual(await migrate({ connectionString: database.url }, folder), []);
});

test('of a migration and a request that wait for each other, the migration gives way: the request goes on, and the migration retries', async () => {
  const [request, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore(
    'alter table holds add column more text; do $$ begin perform pg_sleep(0.8); end $$; alter table reports add column more text;',
  );
  // The server looks for deadlocks after a second, and a busy machine may stop the migration for as long.
  await request.query(`set deadlock_timeout = '8s'`);
  await request.query('begin');
  await request.query('select 1 from reports');
  const migrated = migrate({ connectionString: database.url }, folder);
  const taken = `select 1 from pg_locks where relation = 'holds'::regclass and granted and mode = 'AccessExclusiveLock'`;
  await until('it has one of its locks', async () => (await other.query(taken)).rowCount === 1);
  await request.query('select 1 from holds');
  await request.query('commit');
  assert.deepEqual(await migrated, [next]);
});

// What a sequence has counted stays when its transaction is rolled back.
for (const [code, what] of [
  ['40P01', 'ended for a deadlock'],
  ['55P03', 'late for a lock'],
  ['57014', 'cut off by a timeout'],
] as const)
  test(`a migration that is ${what} tries again; one that is wrong does not`, async () => {
    const [client] = clients as [pg.Client];
    await client.query('create sequence tries');
    const failing = (errcode: string, until: number): string =>
      `do $$ begin if nextval('tries') <= ${until} then raise exception using errcode = '${errcode}'; end if; end $$;
       alter table holds add column more text;`;
    const triedTimes = async () => (await client.query('select last_value::int as n from tries')).rows[0].n;
    const wrong = withOneMore(failing('22012', 1)).folder;
    await assert.rejects(migrate({ connectionString: database.url }, wrong), { code: '22012' });
    assert.equal(await triedTimes(), 1);
    const { folder, next } = withOneMore(failing(code, 3));
    assert.deepEqual(await migrate({ connectionString: database.url }, folder), [next]);
    assert.equal(await triedTimes(), 4);
  });

test('a step takes all its locks before it does anything', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  await other.query('create sequence begun');
  const { folder, next } = withOneMore(
    `do $$ begin perform nextval('begun'); end $$; alter table holds add column more text; alter table reports add column more text;`,
  );
  await holder.query('begin');
  await holder.query('select 1 from reports');
  const migrated = migrate({ connectionString: database.url }, folder);
  const waiting = `select 1 from pg_locks where relation = 'reports'::regclass and not granted`;
  await until('it waits for the last of them', async () => (await other.query(waiting)).rowCount === 1);
  const hasBegun = async () => (await other.query('select is_called as "is" from begun')).rows[0].is;
  assert.equal(await hasBegun(), false);
  await holder.query('commit');
  assert.deepEqual(await migrated, [next]);
  assert.equal(await hasBegun(), true);
});

test('a migration that stopped half-way goes on with the step that failed, and builds an invalid index anew', async () => {
  const [client] = clients as [pg.Client];
  const { folder, next } = withOneMore(
    `create table halves (n int);
     insert into halves values (1), (1);
     -- step: beside the others
     create unique index concurrently halves_n on halves (n);
     -- step
     alter table halves add column last int;`,
  );
  const connection = { connectionString: database.url };
  const index = `select indisvalid as valid from pg_index where indexrelid = 'halves_n'::regclass`;
  const recorded = async () =>
    (await client.query('select name from schema_migrations where name >= $1', [next])).rows;
  await assert.rejects(migrate(connection, folder), { code: '23505' });
  assert.deepEqual((await client.query(index)).rows, [{ valid: false }]);
  assert.deepEqual(await recorded(), [{ name: `${next} step 1` }]);
  // This version has no such migration: it is the older one.
  await assert.rejects(migrate(connection), /made by a newer version/);

  await client.query('delete from halves');
  assert.deepEqual(await migrate(connection, folder), [next]);
  assert.deepEqual((await client.query(index)).rows, [{ valid: true }]);
  assert.deepEqual(await recorded(), [{ name: next }]);
});

test('an index that was built by a process that died before it noted so is not built again, and one that is dropped goes', async () => {
  const [client] = clients as [pg.Client];
  const { folder, next } = withOneMore(
    `create table halves (n int);
     create index halves_old on halves (n);
     -- step
     create index concurrently halves_n on halves (n);
     -- step
     drop index concurrently if exists halves_old;
     -- step
     create index concurrently halves_n on halves (n);`,
  );
  assert.deepEqual(await migrate({ connectionString: database.url }, folder), [next]);
  const { rows } = await client.query(`select indexname as name from pg_indexes where tablename = 'halves'`);
  assert.deepEqual(rows, [{ name: 'halves_n' }]);
});

test('a migration whose connections are closed while it waits connects anew, a few times', async () => {
  const [holder, other] = clients as [pg.Client, pg.Client];
  const { folder, next } = withOneMore('alter table tenants add column one_more text;');
  const othersOf = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and not pid = any($1::int[])`;
  const pids = await Promise.all(
    clients.map(async (client) => (await client.query('select pg_backend_pid() pid')).rows[0].pid),
  );
  const close = async () => {
    await until(
      'it has both connections',
      async () => (await other.query(`select ${othersOf}`, [pids])).rowCount === 2,
    );
    await other.query(`select pg_terminate_backend(pid, 5000) ${othersOf}`, [pids]);
  };
  await holder.query('begin');
  await holder.query('select 1 from tenants');
  const migrated = migrate({ connectionString: database.url }, folder);
  for (let times = 0; times < 3; times += 1) await close();
  await holder.query('commit');
  assert.deepEqual(await migrated, [next]);
});
