// Automatic top-up: one payment whatever crosses the threshold, the bank's question, three failures, a card that ends, and a process that dies.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, openHouse, send, sql } from '../../support/house.ts';
import { generateBody } from '../../support/http/generate-body.ts';
import {
  assertBooks,
  balanceOf,
  change,
  openPayHouse,
  type PayHouse,
  payer,
  payOn,
  paySettings,
  tellAll,
  urlOf,
} from '../../support/payments.ts';
import { NO_LIMITS } from '../../support/settings/no-limits.ts';
import { createStandIn } from '../../support/worlds/stand-in-world.ts';

let pay: PayHouse;
before(async () => {
  pay = await openPayHouse(NO_LIMITS, undefined, createStandIn());
});
after(() => pay?.close());

const tend = () => pay.house.service.tendPayments();
const paymentsOf = async (client: Client) => (await client.get(`${urlOf(client)}/payments`)).body.items;
const automatic = async (client: Client) => (await client.get(`${urlOf(client)}/automatic-top-up`)).body;
const eventsOf = async ({ tenant }: Client) =>
  (
    await sql<{ type: string; reason: string | null }>(
      pay.house,
      `select type, facts ->> 'reason' as reason from events where tenant_id = $1 and type <> 'invoice.issued' order by id`,
      [tenant.tenantId],
    )
  ).map(({ type, reason }) => [type, reason]);

/** A card is kept without a payment; then the top-up is set. */
async function withCard(client: Client, credits: number, card?: string, expiry?: string): Promise<string> {
  const made = (await client.post(`${urlOf(client)}/payment-methods`, {})).body;
  assert.deepEqual([made.purpose, made.totalPence], ['card', 0]);
  await payOn(made.url, card, expiry);
  await tellAll(pay);
  const [kept] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  const paymentMethodId = kept?.paymentMethodId ?? '';
  const to = { isOn: true, threshold: 5_000, credits, paymentMethodId };
  const set = await change(pay, client, 'PUT', `${urlOf(client)}/automatic-top-up`, to);
  assert.equal(set.status, 200, set.text);
  return paymentMethodId;
}

test('below the threshold one payment is made, however many processes look, and none above it', async () => {
  const client = await payer(pay, 4_999);
  await withCard(client, 50_000);
  await Promise.all(Array.from({ length: 8 }, tend));
  await tellAll(pay, (events) => [...events, ...events]);
  await Promise.all(Array.from({ length: 8 }, tend));
  assert.equal(await balanceOf(client), 54_999);
  const made = await paymentsOf(client);
  assert.deepEqual(
    made.map(({ purpose, state }) => [purpose, state]),
    [['automatic', 'succeeded']],
  );
  const charges = pay.stripe.asked.filter(({ path }) => path === 'POST /v1/payment_intents');
  assert.deepEqual([...new Set(charges.map(({ key }) => key))], [made[0]?.paymentId]);
  await assertBooks(pay, client);
});

test('two hundred reports at once, at two processes that look meanwhile, cross the threshold and bring one payment', async () => {
  const client = await payer(pay, 30_000);
  await withCard(client, 100_000);
  const body = generateBody({ test: undefined, mobileNumber: '+447700900123' });
  const other = await openHouse(
    { ...NO_LIMITS, ...paySettings(pay.stripe) },
    pay.house.database,
    createStandIn(),
  );
  try {
    const houses = [pay.house, other];
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const url = `${urlOf(client)}/credit-reports` as const;
    const payload = JSON.stringify(body);
    let isDone = false;
    const looking = houses.map(async ({ service }) => {
      while (!isDone) await service.tendPayments();
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, n) =>
        send(houses[n % 2] ?? pay.house, { method: 'POST', url, headers, payload }),
      ),
    );
    isDone = true;
    await Promise.all(looking);
    await tellAll(pay);
    await Promise.all(houses.map(({ service }) => service.tendPayments()));
    const made = await paymentsOf(client);
    assert.deepEqual(
      made.map(({ purpose, state }) => [purpose, state]),
      [['automatic', 'succeeded']],
    );
    const served = answers.filter(({ status }) => status === 200);
    const cost = served[0]?.body.meta.wallet.cost ?? 0;
    // Whoever came when it was empty, and before the payment, heard so.
    assert.ok(
      served.length * cost > 25_000 && answers.every(({ status }) => status === 200 || status === 402),
    );
    assert.equal(await balanceOf(client), 130_000 - served.length * cost);
    await assertBooks(pay, client);
  } finally {
    await other.close();
  }
});

test('a process that dies after the card was charged leaves it to another: one charge, credits once', async () => {
  const client = await payer(pay, 0);
  await withCard(client, 10_000);
  pay.stripe.fault = (path) => (path === '/v1/payment_intents' ? 'drop' : null);
  await tend();
  assert.equal(await balanceOf(client), 0);
  pay.stripe.fault = () => null;
  const [waits] = await paymentsOf(client);
  assert.equal(waits?.state, 'pending');
  pay.house.travelTo(new Date(Date.now() + 60_000));
  await tend();
  pay.house.travelTo(null);
  await tellAll(pay);
  assert.equal(await balanceOf(client), 10_000);
  const intents = [...pay.stripe.books.things.values()].filter(
    (one) =>
      one.object === 'payment_intent' && (one.metadata as { payment?: string }).payment === waits?.paymentId,
  );
  assert.equal(intents.length, 1);
});

const chargesOf = (paymentId: string | undefined) =>
  pay.stripe.asked.filter(({ path, key }) => path === 'POST /v1/payment_intents' && key === paymentId);

test('a charge that its bank has yet to decide is read from then on, and not made again', async () => {
  const client = await payer(pay, 0);
  await withCard(client, 20_040);
  await tend();
  const [waits] = await paymentsOf(client);
  assert.equal(waits?.state, 'pending');
  pay.house.travelTo(new Date(Date.now() + 60_000));
  await tend();
  pay.house.travelTo(new Date(Date.now() + 30 * 3_600_000));
  await tend();
  pay.house.travelTo(null);
  assert.equal(chargesOf(waits?.paymentId).length, 1);
  assert.equal((await paymentsOf(client))[0]?.state, 'pending');
});

test('a charge that was never answered is not made after the provider may have forgotten its key; its event still counts', async () => {
  const client = await payer(pay, 0);
  await withCard(client, 10_000);
  pay.stripe.fault = (path) => (path === '/v1/payment_intents' ? 'drop' : null);
  await tend();
  const [waits] = await paymentsOf(client);
  pay.stripe.fault = () => null;
  pay.house.travelTo(new Date(Date.now() + 24 * 3_600_000));
  await tend();
  pay.house.travelTo(null);
  assert.equal(chargesOf(waits?.paymentId).length, 1);
  const [over] = await paymentsOf(client);
  assert.deepEqual([over?.state, over?.failure], ['failed', 'not-paid-in-time']);
  await tellAll(pay);
  assert.equal((await paymentsOf(client))[0]?.state, 'succeeded');
  assert.equal(await balanceOf(client), 10_000);
  await assertBooks(pay, client);
});

test("the bank's question waits with a mail until somebody pays in person, and nothing else is charged meanwhile", async () => {
  const client = await payer(pay, 0);
  await withCard(client, 10_000, '4000002500003155');
  await tend();
  await tellAll(pay);
  await tend();
  const [waits, ...more] = await paymentsOf(client);
  assert.deepEqual([waits?.state, more.length], ['needs-action', 0]);
  assert.deepEqual(await eventsOf(client), [['top-up.needs-action', null]]);
  const mails = await sql(pay.house, 'select 1 from notices where tenant_id = $1', [client.tenant.tenantId]);
  assert.ok(mails.length > 0);
  const page = (await client.post(`${urlOf(client)}/payments/${waits?.paymentId}/resume`, {})).body;
  assert.equal(page.state, 'pending');
  await payOn(page.url);
  await tellAll(pay, (events) => events.reverse());
  assert.equal(await balanceOf(client), 10_000);
  assert.equal((await paymentsOf(client))[0]?.state, 'succeeded');
  await assertBooks(pay, client);
});

test('three failures in a row, an hour apart, switch it off and say so', async () => {
  const client = await payer(pay, 0);
  await withCard(client, 10_000, '4000000000000002');
  for (let hour = 0; hour < 5; hour++) {
    pay.house.travelTo(new Date(Date.now() + hour * 3_700_000));
    await tend();
    await tend();
  }
  pay.house.travelTo(null);
  pay.stripe.events.length = 0;
  const { isOn, failures, offReason } = await automatic(client);
  assert.deepEqual(
    { isOn, failures, offReason },
    { isOn: false, failures: 3, offReason: 'failed-three-times' },
  );
  assert.equal((await paymentsOf(client)).length, 3);
  assert.deepEqual(
    await eventsOf(client),
    Array.from({ length: 3 }, () => ['payment.failed', 'card-declined']),
  );
  assert.equal(await balanceOf(client), 0);
});

test('a card that ends within 30 days is told of once; one that the bank replaces is kept with its new date', async () => {
  const client = await payer(pay, 10_000);
  const ends = new Date(Date.now() + 20 * 86_400_000);
  const expiry = `${ends.getUTCMonth() + 1}/${String(ends.getUTCFullYear()).slice(2)}`;
  await withCard(client, 10_000, undefined, expiry);
  pay.house.travelTo(new Date(Date.UTC(ends.getUTCFullYear(), ends.getUTCMonth(), 10)));
  await tend();
  await tend();
  pay.house.travelTo(null);
  assert.deepEqual(await eventsOf(client), [['card.expiring', null]]);
  const card = [...pay.stripe.books.things.values()].findLast(({ object }) => object === 'payment_method');
  Object.assign((card?.card as object) ?? {}, { exp_year: 2040, last4: '4343' });
  pay.stripe.events.push(
    pay.stripe.books.eventOf('payment_method.automatically_updated', card ?? { id: '', object: '' }),
  );
  await tellAll(pay);
  const [kept, ...more] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  assert.deepEqual([kept?.expiryYear, kept?.last4, more.length], [2040, '4343', 0]);
});

test('a card that is removed is detached, and its automatic top-up is switched off', async () => {
  const client = await payer(pay, 0);
  const id = await withCard(client, 10_000);
  const url = `${urlOf(client)}/payment-methods/${id}` as const;
  assert.equal((await change(pay, client, 'DELETE', url)).status, 204);
  assert.equal((await change(pay, client, 'DELETE', url)).status, 404);
  await tend();
  assert.deepEqual(await paymentsOf(client), []);
  const { isOn, offReason } = await automatic(client);
  assert.deepEqual({ isOn, offReason }, { isOn: false, offReason: 'card-removed' });
  const stranger = await payer(pay, 0);
  const foreign = { isOn: true, threshold: 1, credits: 1_000, paymentMethodId: id };
  assert.equal(
    (await change(pay, stranger, 'PUT', `${urlOf(stranger)}/automatic-top-up`, foreign)).status,
    404,
  );
});

test('every event of all these that is worth a mail had one', async () => {
  const told = await sql<{ type: string; lacks: number }>(
    pay.house,
    `select e.type, count(*) filter (where n.id is null)::int as lacks from events e
       left join notices n on n.tenant_id = e.tenant_id and n.event_id = e.id
     where e.type = any($1) group by e.type order by e.type`,
    [['card.expiring', 'invoice.issued', 'payment.failed', 'top-up.needs-action']],
  );
  assert.deepEqual(told, [
    { type: 'card.expiring', lacks: 0 },
    { type: 'invoice.issued', lacks: 0 },
    { type: 'payment.failed', lacks: 0 },
    { type: 'top-up.needs-action', lacks: 0 },
  ]);
});
