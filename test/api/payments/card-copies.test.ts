// A card that is kept twice is one card: the newest copy stands, the automatic top-up moves to it, and removing it leaves none.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, sql } from '../../support/house.ts';
import {
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  tell,
  tellAll,
  urlOf,
} from '../../support/payments.ts';
import { NO_LIMITS } from '../../support/settings/no-limits.ts';

let pay: PayHouse;
before(async () => {
  pay = await openPayHouse(NO_LIMITS);
});
after(() => pay?.close());

async function keep(client: Client, card?: string, expiry?: string): Promise<void> {
  const { url } = (await client.post(`${urlOf(client)}/payment-methods`, {})).body;
  await payOn(url, card, expiry);
}
const cardsOf = async (client: Client) => (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
/** A tenant's card that its automatic top-up is paid by. */
async function keepForTopUp() {
  const client = await payer(pay, 4_000);
  await keep(client);
  await tellAll(pay);
  const [older] = await cardsOf(client);
  const to = { isOn: true, threshold: 5_000, credits: 10_000, paymentMethodId: older?.paymentMethodId ?? '' };
  assert.equal((await change(pay, client, 'PUT', `${urlOf(client)}/automatic-top-up`, to)).status, 200);
  return { client, older };
}

test('a card that is kept again, with a new date, replaces its older copy; the automatic top-up moves to it', async () => {
  const { client, older } = await keepForTopUp();
  // The same last digits, another number.
  await keep(client, '4000000000004242');
  await tellAll(pay);
  assert.equal((await cardsOf(client)).length, 2);
  await keep(client, undefined, '11/40');
  await tellAll(pay);
  const cards = await cardsOf(client);
  assert.deepEqual(
    cards.map(({ last4, expiryYear }) => [last4, expiryYear]),
    [
      ['4242', 2040],
      ['4242', 2034],
    ],
  );
  assert.ok(cards.every(({ paymentMethodId }) => paymentMethodId !== older?.paymentMethodId));
  const { body } = await client.get(`${urlOf(client)}/automatic-top-up`);
  assert.deepEqual([body.isOn, body.paymentMethodId], [true, cards[0]?.paymentMethodId]);
  const newest = `${urlOf(client)}/payment-methods/${cards[0]?.paymentMethodId ?? ''}` as const;
  assert.equal((await change(pay, client, 'DELETE', newest)).status, 204);
  assert.equal((await cardsOf(client)).length, 1, 'of the other number');
  const detached = pay.stripe.asked.filter(({ path }) => path.endsWith('/detach'));
  assert.equal(detached.length, 2, 'the older copy is detached too');
});

test('of two copies at once one stands, and another tenant keeps the same card', async () => {
  const [client, other] = await Promise.all([payer(pay, 0), payer(pay, 0)]);
  for (const one of [client, client, other]) await keep(one);
  const events = pay.stripe.events.splice(0);
  const answers = await Promise.all([...events, ...events].map((event) => tell(pay, event)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual([(await cardsOf(client)).length, (await cardsOf(other)).length], [1, 1]);
});

test('a charge that began before is made to the copy that it began with', async () => {
  const { client, older } = await keepForTopUp();
  await keep(client);
  await tellAll(pay);
  await sql(pay.house, 'update automatic_top_ups set method_id = $2 where tenant_id = $1', [
    client.tenant.tenantId,
    older?.paymentMethodId,
  ]);
  await pay.house.service.tendPayments();
  await tellAll(pay);
  const payments = (await client.get(`${urlOf(client)}/payments`)).body.items;
  assert.deepEqual(
    payments.map(({ purpose, state }) => [purpose, state]),
    [['automatic', 'succeeded']],
  );
});
