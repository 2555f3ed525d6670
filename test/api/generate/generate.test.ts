import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, clientOf, createTenant, type House, openHouse } from '../../support/house.ts';

let house: House;
let client: Client;
before(async () => {
  house = await openHouse();
  client = await clientOf(house, await createTenant(house));
});
after(() => house.close());

test('a test-mode generate without challengeOptions completes at once and costs nothing', async () => {
  const answer = await client.generate();
  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.status, 'complete');
  assert.deepEqual(answer.body.meta.wallet, { balance: 5_000, cost: 0 });
});
