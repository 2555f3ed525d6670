// What a fault or an end of the process does to a delivery under way: it is neither lost, nor counted against its endpoint.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { armFailpoints } from '../../../src/storage/engine/connection/failpoints.ts';
import { type House, openHouse } from '../../support/house.ts';
import { LIVE, newClient, openLiveHouse } from '../../support/money.ts';
import { until } from '../../support/waiting.ts';
import { ok, openReceiver, type Receiver } from '../../support/webhooks/receiver.ts';
import { registerEndpoint } from '../../support/webhooks/webhooks.ts';

const SETTINGS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

let house: House;
let other: House;
let receiver: Receiver;
before(async () => {
  ({ house } = await openLiveHouse(SETTINGS));
  other = await openHouse(SETTINGS, house.database);
  receiver = await openReceiver();
});
after(async () => {
  armFailpoints(() => {});
  await receiver?.close();
  await other?.close();
  await house?.close();
});

test('where the tenant’s references cannot be read, the event is sent without, and its endpoint keeps its turns', async () => {
  const client = await newClient(house, 100_000);
  await registerEndpoint(client, receiver.url, { types: ['report.completed'] });
  for (let n = 0; n < 5; n += 1) await client.generate({ ...LIVE, externalReference: `case-${n}` });
  let faults = 0;
  armFailpoints((name) => {
    if (name !== 'before list-details-for-events' || faults > 0) return;
    faults += 1;
    throw new Error('no references now');
  });
  await until('all is sent', async () => (await house.service.deliverer.runOnce()) === 0);
  assert.equal(faults, 1);
  const references = receiver.got.map(({ body }) => body.data.externalReference);
  // Four of an endpoint at a time: those went out while the references could not be read.
  assert.deepEqual([references.length, references.filter((one) => one === undefined).length], [5, 4]);
});

test('a try that the end of the process cuts off is no failure: another process sends the event under the same id', async () => {
  const client = await newClient(house);
  const { id } = await registerEndpoint(client, receiver.url, { types: ['report.completed'] });
  await client.generate(LIVE);
  Object.assign(receiver, { got: [], answer: () => {} });
  house.service.deliverer.start();
  await until('it is sent', () => receiver.got.length === 1);
  await house.service.deliverer.stop();
  const one = `/${client.tenant.tenantId}/v1/webhook-endpoints/${id}` as const;
  const seen = async () => {
    const { items } = (await client.get(`${one}/deliveries`)).body;
    return items.map(({ state, attempts }) => [state, attempts]);
  };
  assert.deepEqual(await seen(), [['due', 0]]);
  assert.equal((await client.get(one)).body.failingSince, null);
  receiver.answer = ok;
  assert.equal(await other.service.deliverer.runOnce(), 1);
  assert.deepEqual(await seen(), [['delivered', 1]]);
  assert.deepEqual([receiver.got.length, new Set(receiver.got.map((got) => got.id)).size], [2, 1]);
});
