// Two hundred live reports at once take a balance over the threshold, while four processes' worth of workers look: one automatic top-up, one
// charge at the provider, and books that are true.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertBooks,
  balanceOf,
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  tellAll,
  urlOf,
} from '../support/payments.ts';
import { createStandIn } from '../support/worlds/stand-in-world.ts';

const REPORTS = 200;

let pay: PayHouse;
before(async () => {
  pay = await openPayHouse({}, undefined, createStandIn());
});
after(() => pay?.close());

test(`${REPORTS} generates at once over a threshold make one automatic top-up`, async () => {
  const client = await payer(pay, 30_000);
  const url = urlOf(client);
  const { tendPayments } = pay.house.service;
  await payOn((await client.post(`${url}/payment-methods`, {})).body.url);
  await tellAll(pay);
  const [card] = (await client.get(`${url}/payment-methods`)).body.items;
  const to = { isOn: true, threshold: 25_000, credits: 50_000, paymentMethodId: card?.paymentMethodId };
  assert.equal((await change(pay, client, 'PUT', `${url}/automatic-top-up`, to)).status, 200);

  let isDone = false;
  const looking = Array.from({ length: 4 }, async () => {
    while (!isDone) await tendPayments();
  });
  const answers = await Promise.all(
    Array.from({ length: REPORTS }, () => client.generate({ test: false, bureaus: ['equifax'] })),
  );
  isDone = true;
  await Promise.all(looking);
  await tellAll(pay, (events) => [...events, ...events]);
  await tendPayments();
  assert.deepEqual(
    [...new Set(answers.map(({ status, body }) => `${status} ${body.data?.status}`))],
    ['200 complete'],
  );
  const { items } = (await client.get(`${url}/payments`)).body;
  assert.deepEqual(
    items.map(({ purpose, state }) => [purpose, state]),
    [['automatic', 'succeeded']],
  );
  assert.equal(await balanceOf(client), 30_000 - REPORTS * 100 + 50_000);
  const intents = [...pay.stripe.books.things.values()].filter(({ object }) => object === 'payment_intent');
  assert.equal(intents.length, 1);
  await assertBooks(pay, client);
});
