// What a live report costs, with a stand-in for the live world: every row of the money rules, and what is left in the wallet.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { findWallet } from '../../src/storage/ledger.ts';
import { type Client, clientOf, createTenant, type House, openHouse } from '../support/house.ts';
import { createStandIn, type StandIn } from '../support/stand-in-world.ts';

let house: House;
let client: Client;
let world: StandIn;
const live = { test: undefined, mobileNumber: '+447700900123' };

before(async () => {
  world = createStandIn();
  house = await openHouse({}, undefined, world);
});
after(() => house.close());
beforeEach(async () => {
  house.travelTo(null);
  world.reset();
  client = await clientOf(house, await createTenant(house, { balanceCredits: 1_000 }));
});

const wallet = async () => {
  const row = await findWallet(house.service.database, client.tenant.tenantId);
  return { available: row?.available, held: row?.held, spent: row?.spent };
};

test('a generate that completes at once posts the price of the bureaus that were asked', async () => {
  const { status, body } = await client.generate(live);
  assert.equal(status, 200);
  assert.equal(body.data.status, 'complete');
  assert.deepEqual(body.meta.wallet, { balance: 700, cost: 300 });
  assert.deepEqual(await wallet(), { available: 700, held: 0, spent: 300 });
});

test('a bureau that did not answer is not charged for', async () => {
  world.outcomes = { experian: 'timeout' };
  const { body } = await client.generate(live);
  assert.deepEqual(body.meta.wallet, { balance: 800, cost: 200 });
  assert.deepEqual(await wallet(), { available: 800, held: 0, spent: 200 });
});
