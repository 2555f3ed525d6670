// Stripe's own published library as a stick: its client, pointed at our simulator, gets what it expects; and each side takes exactly the
// signatures of the other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import Stripe from 'stripe';
import { isSigned, signatureHeader } from '../../../src/payments/stripe/signature.ts';
import { type StripeSimulator, startStripeSimulator } from '../../../src/payments/stripe/simulator.ts';
import { STRIPE_VERSION } from '../../../src/payments/stripe/wire.ts';
import { payOn } from '../../support/payments.ts';

let simulator: StripeSimulator;
let stripe: Stripe;
const clientWith = (key: string): Stripe => {
  const { hostname, port } = new URL(simulator.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    // Its types know its newest version alone.
    apiVersion: STRIPE_VERSION as never,
  });
};
before(async () => {
  simulator = await startStripeSimulator({ eventsUrl: 'http://127.0.0.1:9/', nowMs: Date.now });
  simulator.isSending = false;
  stripe = clientWith(simulator.secretKey);
});
after(() => simulator?.close());

const SECRET = 'whsec_of_a_test';
const AT = 1_700_000_000;
const seed = 20261118;

test('a signature that Stripe makes passes here, and one of ours passes there, for the same five minutes', () => {
  const payloads = fc.oneof(fc.json(), fc.string({ unit: 'grapheme' }));
  const ages = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.constantFrom(0, 299, 300, 301));
  const ways = fc.constantFrom('right', 'other secret', 'other body', 'other scheme', 'rolled over');
  const property = fc.property(payloads, ages, ways, (text, age, way) => {
    const payload = `{"text":${JSON.stringify(text)}}`;
    const made = {
      payload: way === 'other body' ? `${payload} ` : payload,
      secret: way === 'other secret' ? 'whsec_other' : SECRET,
      timestamp: AT,
      ...(way === 'other scheme' && { scheme: 'v0' }),
    };
    const plain = stripe.webhooks.generateTestHeaderString(made);
    const header = way === 'rolled over' ? `${plain},v1=${'0'.repeat(64)}` : plain;
    const isGood = way === 'right' || way === 'rolled over';
    assert.equal(isSigned(SECRET, payload, header, AT + age), isGood && Math.abs(age) <= 300);
    const ours = signatureHeader(made.secret, made.payload, AT);
    const receivedAt = (AT + age) * 1_000;
    const taken = () => stripe.webhooks.constructEvent(payload, ours, SECRET, 300, undefined, receivedAt);
    // Stripe takes a time that is yet to come; we do not.
    const isTheirs = made.payload === payload && made.secret === SECRET && age <= 300;
    if (isTheirs) assert.deepEqual(taken(), JSON.parse(payload));
    else assert.throws(taken, Stripe.errors.StripeSignatureVerificationError);
  });
  fc.assert(property, { seed, numRuns: 500 });
});

const price = (unit_amount: number) => ({
  quantity: 1,
  price_data: { currency: 'gbp', unit_amount, product_data: { name: '10,000 credits' } },
});
const urls = { success_url: 'https://trefoil.test/back', cancel_url: 'https://trefoil.test/cancel' };

test('its client makes a customer, a page and a payment, reads them back, charges the kept card, refunds and detaches', async () => {
  const customer = await stripe.customers.create({ name: 'Example Motors', metadata: { tenant: 'one' } });
  assert.deepEqual(
    [customer.object, customer.name, customer.livemode],
    ['customer', 'Example Motors', false],
  );
  const asked = { mode: 'payment' as const, customer: customer.id, line_items: [price(1_200)], ...urls };
  const kept = {
    payment_intent_data: { setup_future_usage: 'off_session', metadata: { payment: 'two' } },
  } as const;
  const page = await stripe.checkout.sessions.create({ ...asked, ...kept });
  assert.deepEqual([page.status, page.payment_status, page.amount_total], ['open', 'unpaid', 1_200]);
  assert.equal(await payOn(page.url), urls.success_url);
  const expand = ['payment_intent.latest_charge', 'payment_intent.payment_method'];
  const paid = await stripe.checkout.sessions.retrieve(page.id, { expand });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  assert.deepEqual([paid.status, paid.payment_status, intent.status], ['complete', 'paid', 'succeeded']);
  assert.deepEqual([intent.metadata.payment, intent.amount, intent.currency], ['two', 1_200, 'gbp']);
  const card = intent.payment_method as Stripe.PaymentMethod;
  assert.equal(card.card?.last4, '4242');

  const charge = { currency: 'gbp', customer: customer.id, payment_method: card.id } as const;
  const away = { ...charge, amount: 600, off_session: true, confirm: true } as const;
  const charged = await stripe.paymentIntents.create(away, { idempotencyKey: 'three' });
  assert.equal(charged.status, 'succeeded');
  const again = await stripe.paymentIntents.create(away, { idempotencyKey: 'three' });
  assert.equal(again.id, charged.id);
  const other = stripe.paymentIntents.create({ ...away, amount: 601 }, { idempotencyKey: 'three' });
  await assert.rejects(other, Stripe.errors.StripeIdempotencyError);

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
  assert.deepEqual([refund.object, refund.amount, refund.status], ['refund', 200, 'succeeded']);
  const tooMuch = stripe.refunds.create({ payment_intent: intent.id, amount: 1_001 });
  await assert.rejects(tooMuch, Stripe.errors.StripeInvalidRequestError);
  simulator.books.dispute(intent.id);
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  assert.deepEqual(
    data.map(({ amount, status }) => [amount, status]),
    [[1_200, 'needs_response']],
  );
  assert.equal((await stripe.paymentMethods.detach(card.id)).customer, null);
  assert.equal((await stripe.paymentMethods.retrieve(card.id)).card?.exp_year, 2034);
});

test('its client knows what a declined card, an unknown id and a wrong key are', async () => {
  const { url } = await stripe.checkout.sessions.create({ mode: 'setup', ...urls });
  await payOn(url, '4000000000000002');
  const declined = [...simulator.books.things.values()].findLast((one) => one.object === 'payment_method');
  const charge = { amount: 500, currency: 'gbp', off_session: true, confirm: true };
  await assert.rejects(
    stripe.paymentIntents.create({ ...charge, payment_method: declined?.id ?? '' }),
    (error: unknown) => {
      assert.ok(error instanceof Stripe.errors.StripeCardError);
      assert.deepEqual([error.code, error.decline_code], ['card_declined', 'generic_decline']);
      assert.equal(error.payment_intent?.status, 'requires_payment_method');
      return true;
    },
  );
  await assert.rejects(stripe.paymentIntents.retrieve('pi_none'), { statusCode: 404 });
  const stranger = clientWith('sk_test_of_a_stranger');
  await assert.rejects(stranger.customers.create({}), Stripe.errors.StripeAuthenticationError);
});

test('an event of the simulator is one to its client', () => {
  const event = simulator.events.find(({ type }) => type === 'payment_intent.succeeded');
  const body = JSON.stringify(event);
  const header = simulator.sign(body)['stripe-signature'] ?? '';
  const read = stripe.webhooks.constructEvent(body, header, simulator.webhookSecret);
  assert.equal(read.type, 'payment_intent.succeeded');
  assert.equal((read.data.object as Stripe.PaymentIntent).amount, 1_200);
});
