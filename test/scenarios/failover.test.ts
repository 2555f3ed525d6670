// A database of two hosts, a primary and its standby, in one DATABASE_URL. The pool connects to the one that accepts writes, and to the
// other after a failover. The long run is test/chaos/failover.chaos.ts.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { readConfig } from '../../src/config/config.ts';
import {
  createDatabase,
  type Database,
  DatabaseUnavailable,
  statement,
} from '../../src/storage/engine/connection/database.ts';
import { connectToPrimary } from '../../src/storage/engine/connection/hosts.ts';
import { openStore, StartRefused } from '../../src/storage/engine/open.ts';
import { createOwnPostgres, type OwnPostgres } from '../support/database/own-postgres.ts';
import { after, before, test } from '../support/long.ts';
import { endAll, until } from '../support/processes.ts';

const WRITE = statement('write', 'insert into kept values ($1)');
const WHERE = statement('where', 'select inet_server_port() as port');

let primary: OwnPostgres;
let standby: OwnPostgres;
before(async () => {
  [primary, standby] = [await createOwnPostgres(), await createOwnPostgres('copy')];
  await primary.start();
  await primary.ask('create table kept (n int)');
  await standby.becomeStandbyOf(primary);
  await primary.waitForStandby(true);
});
after(endAll);

const urlOf = (...servers: OwnPostgres[]): string =>
  `postgres://trefoil@${servers.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres?target_session_attrs=read-write`;

async function on<T>(servers: OwnPostgres[], work: (database: Database) => Promise<T>): Promise<T> {
  const connection = { connectionString: urlOf(...servers) };
  const database = createDatabase({ connection, poolSize: 3, namedStatements: true });
  return work(database).finally(() => database.close());
}

const portOf = async (database: Database): Promise<number | undefined> =>
  (await database.query<{ port: number }>(WHERE, []))[0]?.port;

test('the host that accepts writes is found, whichever is first in the URL', async () => {
  for (const order of [
    [primary, standby],
    [standby, primary],
  ]) {
    await on(order, async (database) => {
      await database.query(WRITE, [1]);
      assert.equal(await portOf(database), primary.port);
    });
    const client = await connectToPrimary({ connectionString: urlOf(...order) });
    assert.equal(client.port, primary.port);
    await client.end();
  }
});

test('a service without a host that accepts writes does not start, and says so', async () => {
  const url = urlOf(standby, standby);
  await assert.rejects(
    openStore(readConfig({ DATABASE_URL: url }), () => {}),
    new StartRefused('No database that DATABASE_URL names takes writes. Promote one, or name the primary.'),
  );
});

test('after a failover the same pool writes to the promoted standby, and has lost nothing', async () => {
  await on([primary, standby], async (database) => {
    // Several connections to the first primary, idle when it dies.
    await Promise.all([2, 3, 4].map((n) => database.query(WRITE, [n])));
    await primary.kill();
    await assert.rejects(database.query(WRITE, [5]), DatabaseUnavailable);
    await standby.ask('select pg_promote()');
    await database.query(WRITE, [6]);
    assert.equal(await portOf(database), standby.port);
    const kept = await standby.ask<{ n: number }>('select n from kept where n > 1 order by n');
    assert.deepEqual(
      kept.map(({ n }) => n),
      [2, 3, 4, 6],
    );

    // A host that becomes read-only: none of its open connections is used again.
    await Promise.all([7, 8, 9].map((n) => database.query(WRITE, [n])));
    assert.equal(database.connections().idle, 3);
    await standby.ask('alter system set default_transaction_read_only = on');
    await standby.ask('select pg_reload_conf()');
    await until('the change is felt', () =>
      database.query(WRITE, [10]).then(
        () => false,
        (error) => error instanceof DatabaseUnavailable,
      ),
    );
    await assert.rejects(portOf(database), DatabaseUnavailable);
    await standby.ask('alter system reset default_transaction_read_only');
    await standby.ask('select pg_reload_conf()');
    await until('writes are back', () =>
      database.query(WRITE, [11]).then(
        () => true,
        () => false,
      ),
    );
  });
});
