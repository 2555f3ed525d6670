// Dear reads of one tenant take turns, so that its neighbours share the thread.
// Alone: it watches the timers.
import assert from 'node:assert/strict';
import { CROWD_GAP_MS } from '../../src/turns/turns.ts';
import { operations } from '../fuzz/contract.ts';
import { createTenant, openHouse } from '../support/house.ts';
import { test } from '../support/long.ts';
import { signedIn } from '../support/staff.ts';
import { until } from '../support/waiting.ts';
import { makeBoth, urlOf } from '../support/worlds/live-things.ts';
import { createSmsWorld } from '../support/worlds/sms-world.ts';

/** What reads many rows, or works long on a few. */
const IN_TURN = [
  'listDeliveries',
  'listMessages',
  'listRequestErrors',
  'listRequests',
  'readAgreements',
  'readAttention',
  'readAttributes',
  'readChanges',
  'readCreditUsage',
  'readEvidence',
  'readOverview',
  'readReport',
  'readStats',
  'search',
];
/** What makes it dear. */
const QUERIES: Record<string, string> = { readReport: 'include=agreements' };

test('a crowd of dear reads of one tenant waits for the gaps between its turns', async (t) => {
  const house = await openHouse({}, undefined, createSmsWorld);
  try {
    const tenant = await createTenant(house);
    const both = await makeBoth(house, tenant);
    const owner = await signedIn(house, { tenantId: tenant.tenantId });
    const timers = t.mock.method(globalThis, 'setTimeout').mock;
    const gaps = () => timers.calls.filter(({ arguments: [, ms] }) => ms === CROWD_GAP_MS).length;
    for (const id of IN_TURN) {
      const operation = operations.find((one) => one.id === id) ?? assert.fail(id);
      const url = urlOf(operation, both.test, QUERIES[id]);
      const get = async () => assert.equal((await owner.call('GET', url)).status, 200, id);
      await get();
      assert.equal(gaps(), 0, `${id}, alone`);
      await until(`${id} in turns`, async () => {
        await Promise.all([get(), get(), get(), get()]);
        return gaps() > 0;
      });
      timers.resetCalls();
    }
  } finally {
    await house.close();
  }
});
