// A house whose tenants pay by a simulated Stripe. Its events are kept, and a test sends them when it likes; a page is paid as a browser pays.
import assert from 'node:assert/strict';
import { type StripeSimulator, startStripeSimulator } from '../../src/payments/stripe/simulator.ts';
import { createVerifyLedger } from '../../src/usecases/wallet/verify-ledger.ts';
import type { World } from '../../src/world/world.ts';
import type { TestDatabase } from './database/postgres.ts';
import { type Client, clientOf, createTenant, type House, openHouse, send, sql } from './house.ts';

export const SELLER = {
  SELLER_NAME: 'Trefoil Credits Ltd',
  SELLER_ADDRESS: '1 Example Street, London',
  SELLER_VAT_NUMBER: 'GB123456789',
};

export type PayHouse = { house: House; stripe: StripeSimulator; close(): Promise<void> };

export async function openPayHouse(
  settings: Record<string, string> = {},
  on?: TestDatabase,
  live?: World,
): Promise<PayHouse> {
  const stripe = await startStripeSimulator({ eventsUrl: 'http://127.0.0.1:9/', nowMs: Date.now });
  stripe.isSending = false;
  const house = await openHouse({ ...paySettings(stripe), ...settings }, on, live);
  return {
    house,
    stripe,
    close: async () => {
      await house.close();
      await stripe.close();
    },
  };
}

export const paySettings = (stripe: StripeSimulator) => ({
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  ...SELLER,
});

export async function payer({ house }: PayHouse, balanceCredits = 0): Promise<Client> {
  return clientOf(house, await createTenant(house, { balanceCredits }));
}

export const urlOf = ({ tenant }: Client) => `/${tenant.tenantId}/v1` as const;

/** The form that a browser sends from the page. Answers where it is sent on to, or the status of the page. */
export async function payOn(
  url: string | null,
  card = '4242424242424242',
  expiry = '12/34',
): Promise<string | number> {
  const body = new URLSearchParams({ number: card, expiry });
  const answer = await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
  await answer.text();
  return answer.headers.get('location') ?? answer.status;
}

/** Sends an event as the provider would. */
export function tell({ house, stripe }: PayHouse, event: object, headers?: Record<string, string>) {
  const payload = JSON.stringify(event);
  return send(house, {
    method: 'POST',
    url: '/v1/payment-events/stripe',
    headers: { 'content-type': 'application/json', ...(headers ?? stripe.sign(payload)) },
    payload,
  });
}

/** Every event that has not been sent, in the order given. */
export async function tellAll(pay: PayHouse, inOrder = (events: object[]) => events): Promise<void> {
  for (const event of inOrder(pay.stripe.events.splice(0))) {
    const { status, text } = await tell(pay, event);
    assert.equal(status, 200, text);
  }
}

export async function topUp(client: Client, credits: number, more: object = {}) {
  const made = await client.post(`${urlOf(client)}/top-ups`, { credits, ...more });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

export async function balanceOf(client: Client): Promise<number> {
  return (await client.get(urlOf(client))).body.balance;
}

/** The chain, the payments and the invoices of a tenant. */
export async function assertBooks({ house }: PayHouse, { tenant }: Client): Promise<void> {
  const { problems } = await createVerifyLedger({ database: house.service.database })(tenant.tenantId);
  assert.deepEqual(problems, []);
}

/** Numbers from 1 on, each once, over all tenants. */
export async function assertGapless({ house }: PayHouse): Promise<number> {
  const rows = await sql<{ number: string }>(house, 'select number from invoices order by number');
  const expected = rows.map((_row, index) => `TF-${String(index + 1).padStart(6, '0')}`);
  assert.deepEqual(
    rows.map(({ number }) => number),
    expected,
  );
  return rows.length;
}

/** A payment that is open, a card that is kept, and the invoice of another payment. */
export async function paidThings(pay: PayHouse, client: Client) {
  const made = await topUp(client, 10_000, { keepCard: true });
  await payOn(made.url);
  await tellAll(pay);
  const [card] = (await client.get(`${urlOf(client)}/payment-methods`)).body.items;
  const [invoice] = (await client.get(`${urlOf(client)}/invoices`)).body.items;
  const { paymentId } = await topUp(client, 10_000);
  return {
    paymentId,
    paymentMethodId: card?.paymentMethodId ?? '',
    invoiceId: invoice?.invoiceId ?? '',
  };
}

/** A change by PUT, or a DELETE. */
export function change<Method extends 'PUT' | 'DELETE', Url extends string>(
  { house }: PayHouse,
  client: Client,
  method: Method,
  url: Url,
  body?: object,
) {
  const authorization = `Bearer ${client.token}`;
  if (body === undefined) return send(house, { method, url, headers: { authorization } });
  const headers = { authorization, 'content-type': 'application/json' };
  return send(house, { method, url, headers, payload: JSON.stringify(body) });
}
