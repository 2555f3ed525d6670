// The readiness probe while all pool connections are busy: a burst does not make a process unready, hung connections do.
// Few at a time: it starts processes.
import assert from 'node:assert/strict';
import { VERSION } from '../../../src/settings/version.ts';
import { statement } from '../../../src/storage/engine/connection/database.ts';
import { askDatabase } from '../../../src/storage/engine/connection/readiness.ts';
import { type Answer, type House, openHouse, send } from '../../support/house.ts';
import { after, before, test } from '../../support/long.ts';
import { until } from '../../support/processes.ts';

let house: House;
before(async () => {
  house = await openHouse({ DATABASE_POOL_SIZE: '1' });
});
after(() => house?.close());

const ready = (): Promise<Answer> => send(house, { url: '/health/ready' });

/** Takes a connection, of the coordinator where there is one. */
const TAKE = statement('take-a-connection', 'select 1');

/** Another query has the only connection. */
async function takeAll() {
  const gate = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const ended = house.service.database.transaction(async (tx) => {
    await tx.query(TAKE, []);
    taken.resolve();
    await gate.promise;
  });
  await taken.promise;
  return {
    release: async () => {
      gate.resolve();
      await ended;
    },
  };
}

test('a process whose connections are all busy is ready, until none was freed for a while; then it is not, until one is', async () => {
  assert.deepEqual((await ready()).body, {
    status: 'ready',
    version: VERSION,
    sandbox: false,
    parts: { database: 'ok' },
  });
  const { release } = await takeAll();
  try {
    assert.equal((await ready()).status, 200);
    await until('it says so', async () => (await ready()).status === 503, 20_000);
    assert.deepEqual((await ready()).body, {
      status: 'not-ready',
      version: VERSION,
      sandbox: false,
      parts: { database: 'no connection comes free' },
    });
    assert.equal((await send(house, { url: '/health/live' })).status, 200);
  } finally {
    await release();
  }
  assert.equal((await ready()).status, 200);
});

test('a queue that moves does not make it unready, however long it is', async () => {
  const { database } = house.service;
  const { release } = await takeAll();
  const waiting = Array.from({ length: 50 }, () =>
    database.transaction(async (tx) => {
      await tx.query(TAKE, []);
      return askDatabase(database, 60_000);
    }),
  );
  // A statement of the service itself may wait with them.
  assert.ok(database.connections().waiting >= 50);
  assert.equal((await ready()).status, 200);
  await release();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['ok']));
});
