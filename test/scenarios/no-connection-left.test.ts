// A server that has no connection left to give: a process keeps to those that it has, and none of its requests fails for it. The start says
// when the pools cannot all have what they may take, and each connection says whose it is. With whole processes: test/chaos/exhausted.chaos.ts.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  createDatabase,
  DatabaseUnavailable,
  statement,
} from '../../src/storage/engine/connection/database.ts';
import { lackOfRoom } from '../../src/storage/engine/connection/room.ts';
import { admin, createEmptyDatabase, type TestDatabase } from '../support/database/postgres.ts';
import { until } from '../support/waiting.ts';

const LIMIT = 5;
const NAP = statement('nap', 'select pg_sleep(0.01)');
const LONG = statement('long-nap', 'select pg_sleep($1)');

const role = `few_${randomBytes(4).toString('hex')}`;
let database: TestDatabase;
let url: string;
before(async () => {
  database = await createEmptyDatabase();
  await admin(database.url, (client) => client.query(`create role ${role} login connection limit ${LIMIT}`));
  const own = new URL(database.url);
  own.username = role;
  url = own.href;
});
after(async () => {
  await admin(database.url, (client) => client.query(`drop role ${role}`));
  await database.drop();
});

const open = (poolSize: number, name = 'trefoil service pid 1') =>
  createDatabase({
    connection: { connectionString: url, application_name: name },
    ...{ poolSize, namedStatements: true },
  });
const naps = (pool: ReturnType<typeof open>, count: number) =>
  Promise.all(Array.from({ length: count }, () => pool.query(NAP, [])));
const isTold = async (wanted: number): Promise<boolean> => {
  const lines = await lackOfRoom({ connectionString: url }, wanted);
  for (const line of lines)
    assert.match(line, /^The database gives 5 connections, others have or may take 4 /);
  return lines.length > 0;
};

test('past the limit the second process does all its work on the connection that it has', async () => {
  const [first, second] = [open(4, 'trefoil service pid 1'), open(8, 'trefoil service pid 2')];
  try {
    await naps(first, 4);
    assert.deepEqual([await isTold(1), await isTold(2)], [false, true], 'four of five are spoken for');
    assert.equal((await naps(second, 48)).length, 48);
    const { inUse, idle, max } = second.connections();
    assert.deepEqual([inUse + idle, max], [1, 8]);
    const names = await first.query<{ name: string }>(
      statement(
        'names',
        'select distinct application_name as name from pg_stat_activity where usename = $1 order by 1',
      ),
      [role],
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ['trefoil service pid 1 pool 4', 'trefoil service pid 2 pool 8'],
    );
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test('a process without any connection waits for one, and is told so in time where none comes', async () => {
  const [first, second] = [open(LIMIT), open(2)];
  try {
    const held = Array.from({ length: LIMIT }, () => first.query(LONG, [60]).catch(() => {}));
    await until('all are taken', () => first.connections().inUse === LIMIT);
    await until('they sleep', async () => (await sleepers()) === LIMIT);
    await assert.rejects(second.query(NAP, []), DatabaseUnavailable);
    const waiting = naps(second, 1);
    await admin(database.url, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]),
    );
    assert.equal((await waiting).length, 1);
    await Promise.all(held);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

async function sleepers(): Promise<number> {
  let count = 0;
  await admin(database.url, async (client) => {
    const text =
      "select count(*)::int as n from pg_stat_activity where usename = $1 and wait_event = 'PgSleep'";
    count = (await client.query(text, [role])).rows[0].n;
  });
  return count;
}
