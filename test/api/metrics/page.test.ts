// The metrics of the composed service include the backlog and the connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORKERS } from '../../support/database/postgres.ts';
import { send } from '../../support/house.ts';
import { newClient, openLiveChallenge, openLiveHouse, WRONG_CODE } from '../../support/money.ts';

test('the service has metrics of its connections, its holds and the submitted codes', async () => {
  const { house, world } = await openLiveHouse();
  try {
    const client = await newClient(house);
    const { reportId, challengeId } = await openLiveChallenge(client, world);
    await client.submit(reportId, challengeId, WRONG_CODE);
    const { text } = await send(house, { method: 'GET', url: '/metrics' });
    // Of each server.
    const max = house.config.DATABASE_POOL_SIZE * (1 + WORKERS.length);
    assert.match(text, new RegExp(`^trefoil_database_connections_max ${max}$`, 'm'));
    assert.match(text, /^trefoil_holds_open\{purpose="report"\} 1$/m);
    assert.match(text, /^trefoil_challenges_waiting 1$/m);
    assert.match(text, /^trefoil_codes_total\{outcome="retry"\} 1$/m);
    assert.match(text, /^trefoil_backlog_readable 1$/m);
  } finally {
    await house.close();
  }
});
