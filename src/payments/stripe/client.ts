// Stripe as a provider: customers, checkout pages, charges of kept cards, refunds, and the events that come back. Every question that makes
// something carries our own id as its key. No card number comes here: it is typed on Stripe's page.
import type { PaymentReading } from '../../domain/wallet/payment.ts';
import { createExchange } from '../../outbound/exchange.ts';
import { type About, answered, type Outcome, type PaymentProvider, type Unanswered } from '../provider.ts';
import { isSigned, SIGNATURE_HEADER } from './signature.ts';
import {
  aboutOf,
  type Charge,
  type Dispute,
  fromCard,
  fromIntent,
  fromSession,
  type Intent,
  isEvent,
  type Session,
  STRIPE_VERSION,
  type StripeCard,
} from './wire.ts';

const REPLY_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 32;
const CREDITS = new Intl.NumberFormat('en-GB');

type Form = Record<string, string>;
/** What it answered, whatever the status: `error` may have the payment in it. */
type Reply = { status: number; json: Record<string, unknown> };

export function createStripe(needs: {
  url: string;
  secretKey: string;
  webhookSecrets: readonly string[];
  deadlineMs: number;
  isSimulated: boolean;
  nowMs: () => number;
}): PaymentProvider {
  const { exchange, close } = createExchange({
    connectMs: needs.deadlineMs,
    deadlineMs: needs.deadlineMs,
    replyBytesMax: REPLY_BYTES_MAX,
    connectionsMax: CONNECTIONS_MAX,
  });

  async function call(path: string, form?: Form, key?: string): Promise<Reply | Unanswered> {
    const outcome = await exchange({
      url: `${needs.url}${path}`,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${needs.secretKey}`,
        'stripe-version': STRIPE_VERSION,
        accept: 'application/json',
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    });
    if (outcome.kind !== 'reply') return unanswered(outcome.why);
    const { status, bytes } = outcome;
    const json = objectIn(bytes.toString());
    if (json === null) return unanswered('Its reply could not be read.');
    if (status === 401 || status === 403) return unanswered('It refused our key.');
    if (status === 409 || status === 429 || status >= 500) return unanswered(`It answered ${status}.`);
    return { status, json };
  }

  /** What went as asked, or why not. */
  async function made<T>(path: string, form: Form, key: string): Promise<Outcome<T>> {
    const reply = await call(path, form, key);
    if ('kind' in reply) return reply;
    if (reply.status !== 200) return unanswered(`It answered ${reply.status}.`);
    return answered(reply.json as T);
  }

  async function disputesOf(intent: Intent): Promise<Dispute[] | Unanswered> {
    const charge: Charge | string | null | undefined = intent.latest_charge;
    if (typeof charge !== 'object' || charge?.disputed !== true) return [];
    const reply = await call(`/v1/disputes?payment_intent=${encodeURIComponent(intent.id)}`);
    if ('kind' in reply) return reply;
    return Array.isArray(reply.json.data) ? (reply.json.data as Dispute[]) : [];
  }

  async function toReading(
    intent: Intent | null,
    read: (disputes: Dispute[]) => PaymentReading | null,
  ): Promise<Outcome<PaymentReading | null>> {
    const disputes = intent === null ? [] : await disputesOf(intent);
    return 'kind' in disputes ? disputes : answered(read(disputes));
  }

  async function read(about: About): Promise<Outcome<PaymentReading | null>> {
    if (about.kind === 'card') return answered(null);
    const isSession = about.kind === 'session';
    const path = isSession
      ? `/v1/checkout/sessions/${encodeURIComponent(about.session)}?${SESSION_EXPANDED}`
      : `/v1/payment_intents/${encodeURIComponent(about.reference)}?${INTENT_EXPANDED}`;
    const reply = await call(path);
    if ('kind' in reply) return reply;
    if (reply.status !== 200) return answered(null);
    if (!isSession) {
      const intent = reply.json as unknown as Intent;
      return toReading(intent, (disputes) => fromIntent(intent, disputes));
    }
    const session = reply.json as unknown as Session;
    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
    return toReading(intent, (disputes) => fromSession(session, disputes));
  }

  return {
    id: 'stripe',
    isSimulated: needs.isSimulated,
    isLive: isLiveKey(needs.secretKey),

    async makeCustomer({ tenantId, name }) {
      const form = { name, 'metadata[tenant]': tenantId };
      const outcome = await made<{ id: string }>('/v1/customers', form, `customer-${tenantId}`);
      return outcome.kind === 'answered' ? answered(outcome.value.id) : outcome;
    },

    async startCheckout(asked) {
      const isSetup = asked.totalPence === 0;
      const outcome = await made<Session>(
        '/v1/checkout/sessions',
        isSetup ? setupForm(asked) : paymentForm(asked),
        asked.isSecondTry ? `${asked.paymentId}-2` : asked.paymentId,
      );
      if (outcome.kind !== 'answered') return outcome;
      const { id, url } = outcome.value;
      return url === null ? unanswered('It gave no page to pay on.') : answered({ session: id, url });
    },

    async charge(asked) {
      const form: Form = {
        amount: String(asked.totalPence),
        currency: 'gbp',
        customer: asked.customer,
        payment_method: asked.card,
        off_session: 'true',
        confirm: 'true',
        return_url: asked.returnUrl,
        description: described(asked.credits),
        'expand[0]': 'latest_charge',
        'expand[1]': 'payment_method',
        ...metadata('metadata', asked),
      };
      const reply = await call('/v1/payment_intents', form, asked.paymentId);
      if ('kind' in reply) return reply;
      const error = reply.json.error as { payment_intent?: Intent } | undefined;
      const intent = reply.status === 200 ? (reply.json as unknown as Intent) : error?.payment_intent;
      const reading = intent === undefined ? null : fromIntent(intent, []);
      if (reading === null) return answered(refusedReading(asked, needs.secretKey));
      return answered(reading);
    },

    read,

    async readCard(reference) {
      const reply = await call(`/v1/payment_methods/${encodeURIComponent(reference)}`);
      if ('kind' in reply) return reply;
      const method = reply.json as unknown as StripeCard;
      const card = reply.status === 200 ? fromCard(method) : null;
      return answered(card === null ? null : { card, customer: method.customer ?? null });
    },

    async removeCard(reference) {
      const reply = await call(`/v1/payment_methods/${encodeURIComponent(reference)}/detach`, {});
      // Whatever it says of a card that it does not have any more, the card is gone.
      return 'kind' in reply ? reply : answered(null);
    },

    async refund({ refundId, reference, pence }) {
      const form = { payment_intent: reference, amount: String(pence), 'metadata[refund]': refundId };
      const reply = await call('/v1/refunds', form, refundId);
      if ('kind' in reply) return reply;
      const { status } = reply.json;
      const isDone = reply.status === 200 && status !== 'failed' && status !== 'canceled';
      return answered(isDone ? 'refunded' : 'refused');
    },

    readEvent({ headers, body }) {
      const header = headers[SIGNATURE_HEADER];
      const nowSeconds = Math.floor(needs.nowMs() / 1000);
      const isOurs = needs.webhookSecrets
        .map((secret) => isSigned(secret, body, header, nowSeconds))
        .includes(true);
      if (!isOurs) return 'forged';
      const event = objectIn(body);
      if (!isEvent(event)) return 'unreadable';
      return { id: event.id, type: event.type, about: aboutOf(event) };
    },

    close,
  };
}

const SESSION_EXPANDED = [
  'payment_intent.latest_charge',
  'payment_intent.payment_method',
  'setup_intent.payment_method',
]
  .map((name) => `expand[]=${name}`)
  .join('&');
const INTENT_EXPANDED = 'expand[]=latest_charge&expand[]=payment_method';

export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

type Checkout = Parameters<PaymentProvider['startCheckout']>[0];

function paymentForm(asked: Checkout): Form {
  return {
    ...common(asked),
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'gbp',
    'line_items[0][price_data][unit_amount]': String(asked.totalPence),
    'line_items[0][price_data][product_data][name]': described(asked.credits),
    ...metadata('payment_intent_data[metadata]', asked),
    ...(asked.keepsCard && { 'payment_intent_data[setup_future_usage]': 'off_session' }),
  };
}

function setupForm(asked: Checkout): Form {
  return {
    ...common(asked),
    mode: 'setup',
    'payment_method_types[0]': 'card',
    ...metadata('setup_intent_data[metadata]', asked),
  };
}

function common(asked: Checkout): Form {
  return {
    customer: asked.customer,
    client_reference_id: asked.paymentId,
    success_url: asked.returnUrl,
    cancel_url: asked.cancelUrl,
    ...metadata('metadata', asked),
  };
}

function metadata(name: string, asked: { tenantId: string; paymentId: string; credits: number }): Form {
  return {
    [`${name}[tenant]`]: asked.tenantId,
    [`${name}[payment]`]: asked.paymentId,
    [`${name}[credits]`]: String(asked.credits),
  };
}

const described = (credits: number): string => `${CREDITS.format(credits)} credits, VAT included`;

/** It refused the question itself: nothing was charged. */
function refusedReading(
  asked: { tenantId: string; paymentId: string; customer: string; totalPence: number },
  secretKey: string,
): PaymentReading {
  return {
    tenantId: asked.tenantId,
    paymentId: asked.paymentId,
    reference: null,
    customer: asked.customer,
    amountPence: asked.totalPence,
    currency: 'gbp',
    isLive: isLiveKey(secretKey),
    state: 'failed',
    failure: 'provider-error',
    actionUrl: null,
    card: null,
    refundedPence: 0,
    disputedPence: 0,
    isDisputeLost: false,
  };
}

function unanswered(why: string): Unanswered {
  return { kind: 'unanswered', why };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
