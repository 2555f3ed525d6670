// A second provider is a folder, a line and a name: an invented one, pay by bank with JSON and a shared word, is registered here, and the
// service works with it without a change.
import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PaymentReading } from '../../../src/domain/wallet/payment.ts';
import type { ProviderEntry } from '../../../src/payments/entry.ts';
import { openProvider, PROVIDERS } from '../../../src/payments/index.ts';
import { answered, type PaymentAsked, type PaymentProvider } from '../../../src/payments/provider.ts';
import { optional, text } from '../../../src/settings/setting.ts';
import { type Client, clientOf, createTenant, type House, openHouse, send } from '../../support/house.ts';
import { balanceOf, SELLER, urlOf } from '../../support/payments.ts';

const settings = { CLOVER_WORD: optional('Clover: the word that signs its events.', text, true) } as const;
const WORD = 'a word that only Clover knows';

/** What the invented bank was asked, and what it says of it. */
const asked = new Map<string, PaymentAsked>();
const paid = new Set<string>();

const CLOVER: ProviderEntry<typeof settings> = {
  settings,
  problems: ({ CLOVER_WORD: word }) => (word === null ? ['CLOVER_WORD must be set.'] : []),
  open: ({ settings: values }): PaymentProvider => {
    const readingOf = (id: string): PaymentReading | null => {
      const one = asked.get(id);
      if (one === undefined) return null;
      return {
        ...{ tenantId: one.tenantId, paymentId: one.paymentId, reference: id, customer: one.customer },
        ...{ amountPence: one.totalPence, currency: 'gbp', isLive: true },
        ...{ state: paid.has(id) ? 'succeeded' : 'pending', failure: null, actionUrl: null, card: null },
        ...{ refundedPence: 0, disputedPence: 0, isDisputeLost: false },
      };
    };
    return {
      ...{ id: 'clover', isSimulated: true, isLive: true },
      makeCustomer: async ({ tenantId }) => answered(`at-clover-${tenantId}`),
      startCheckout: async (one) => {
        asked.set(one.paymentId, one);
        return answered({ session: one.paymentId, url: `https://clover.example/${one.paymentId}` });
      },
      charge: async () => ({ kind: 'unanswered', why: 'It keeps no cards.' }),
      read: async (about) => answered(about.kind === 'session' ? readingOf(about.session) : null),
      readCard: async () => answered(null),
      removeCard: async () => answered(null),
      refund: async () => answered('refunded'),
      readEvent: ({ headers, body }) => {
        const [given, word] = [
          Buffer.from(headers['x-clover-word'] ?? ''),
          Buffer.from(values.CLOVER_WORD ?? ''),
        ];
        if (given.length !== word.length || !timingSafeEqual(given, word)) return 'forged';
        const { id, payment } = JSON.parse(body) as { id: string; payment: string };
        return { id, type: 'paid', about: { kind: 'session', session: payment } };
      },
      close: async () => {},
    };
  },
};

let house: House;
let client: Client;
before(async () => {
  const open = async ({ nowMs }: { nowMs: () => number }): Promise<PaymentProvider> => {
    const given = { publicUrl: 'http://trefoil.test', CLOVER_WORD: WORD };
    const entries = { ...PROVIDERS, clover: CLOVER };
    const provider = await openProvider({ provider: 'clover', entries, settings: given, nowMs });
    assert.ok(provider !== null);
    return provider;
  };
  house = await openHouse(SELLER, undefined, undefined, undefined, open);
  client = await clientOf(house, await createTenant(house, { balanceCredits: 0 }));
});
after(() => house?.close());

const tell = (payment: string, word = WORD, at = 'clover') =>
  send(house, {
    method: 'POST',
    url: `/v1/payment-events/${at}`,
    headers: { 'content-type': 'application/json', 'x-clover-word': word },
    payload: JSON.stringify({ id: `event-of-${payment}`, payment }),
  });

test('the made-up provider takes a top-up, and its signed event brings the credits, once', async () => {
  const made = (await client.post(`${urlOf(client)}/top-ups`, { credits: 30_000 })).body;
  assert.equal(made.url, `https://clover.example/${made.paymentId}`);
  assert.equal((await tell(made.paymentId)).status, 200);
  assert.equal(await balanceOf(client), 0);
  paid.add(made.paymentId);
  assert.equal((await tell(made.paymentId, 'another word, and as long!!!')).status, 403);
  assert.equal((await tell(made.paymentId, WORD, 'stripe')).status, 403);
  assert.equal(await balanceOf(client), 0);
  const refreshed = await client.post(`${urlOf(client)}/payments/${made.paymentId}/refresh`, {});
  assert.equal(refreshed.body.state, 'succeeded');
  for (let times = 0; times < 3; times++) assert.equal((await tell(made.paymentId)).status, 200);
  assert.equal(await balanceOf(client), 30_000);
});
