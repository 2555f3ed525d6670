// Stripe's dialect: the fields that we send and read, and what its words mean to us.
import { isUuid } from '../../domain/ids.ts';
import type { Card, PaymentFailure, PaymentReading } from '../../domain/wallet/payment.ts';
import type { About } from '../provider.ts';

export const STRIPE_URL = 'https://api.stripe.com';
/** Pinned: a newer one may rename what we read. */
export const STRIPE_VERSION = '2024-06-20';

export type Intent = {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  amount?: number;
  currency?: string;
  livemode: boolean;
  customer: string | null;
  metadata: Record<string, string>;
  payment_method?: string | StripeCard | null;
  last_payment_error?: { code?: string; decline_code?: string } | null;
  next_action?: { redirect_to_url?: { url?: string | null } | null } | null;
  latest_charge?: Charge | string | null;
};

export type Charge = { id: string; amount_refunded: number; disputed: boolean; status: string };
export type Dispute = { id: string; amount: number; status: string };

export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'setup';
  status: string;
  payment_status: string;
  url: string | null;
  customer: string | null;
  livemode: boolean;
  amount_total: number | null;
  currency: string | null;
  metadata: Record<string, string>;
  payment_intent: Intent | string | null;
  setup_intent: Intent | string | null;
};

export type StripeCard = {
  id: string;
  customer?: string | null;
  card?: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint?: string | null };
};

const DECLINES: Record<string, PaymentFailure> = {
  expired_card: 'card-expired',
  insufficient_funds: 'insufficient-funds',
  authentication_required: 'authentication-failed',
  payment_intent_authentication_failure: 'authentication-failed',
  setup_intent_authentication_failure: 'authentication-failed',
  card_declined: 'card-declined',
};

export function failureOf(intent: Pick<Intent, 'last_payment_error'>): PaymentFailure {
  const { code = '', decline_code: decline = '' } = intent.last_payment_error ?? {};
  return DECLINES[decline] ?? DECLINES[code] ?? 'card-declined';
}

const STATES: Record<string, PaymentReading['state']> = {
  succeeded: 'succeeded',
  processing: 'pending',
  requires_capture: 'pending',
  requires_action: 'needs-action',
  requires_confirmation: 'pending',
  requires_payment_method: 'failed',
  canceled: 'failed',
};

/** The bank wants to ask the payer, who was not there: it is the payer's turn. */
function asksThePayer({ status, last_payment_error: error }: Intent): boolean {
  return status === 'requires_payment_method' && error?.code === 'authentication_required';
}

/** Of a payment, or of a card that is to be kept. */
export function fromIntent(intent: Intent, disputes: readonly Dispute[]): PaymentReading | null {
  const { tenant = '', payment = '' } = intent.metadata;
  const state = asksThePayer(intent) ? 'needs-action' : STATES[intent.status];
  if (!isUuid(tenant) || !isUuid(payment) || state === undefined) return null;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const isSetup = intent.object === 'setup_intent';
  // A charge that fails after its intent succeeded, as debits do.
  const isUndone = state === 'succeeded' && charge?.status === 'failed';
  // One that was won is over; one that was closed as a warning took no money.
  const against = disputes.filter(({ status }) => status !== 'won' && !status.startsWith('warning_'));
  return {
    tenantId: tenant,
    paymentId: payment,
    reference: intent.id,
    customer: intent.customer,
    amountPence: isSetup ? 0 : (intent.amount ?? 0),
    currency: isSetup ? 'gbp' : (intent.currency ?? ''),
    isLive: intent.livemode,
    state: isUndone ? 'failed' : state,
    failure: state === 'failed' || isUndone ? failureOf(intent) : null,
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    card: typeof intent.payment_method === 'object' ? fromCard(intent.payment_method) : null,
    refundedPence: charge?.amount_refunded ?? 0,
    disputedPence: against.reduce((sum, { amount }) => sum + amount, 0),
    isDisputeLost: against.some(({ status }) => status === 'lost'),
  };
}

/** While the page is open a declined card may be followed by another. */
export function fromSession(session: Session, disputes: readonly Dispute[]): PaymentReading | null {
  const intent = session.mode === 'setup' ? session.setup_intent : session.payment_intent;
  if (typeof intent === 'object' && intent !== null) {
    const reading = fromIntent(intent, disputes);
    if (reading === null || reading.state === 'succeeded' || session.status === 'complete') return reading;
    if (session.status !== 'expired') return { ...reading, state: 'pending', failure: null };
    return { ...reading, state: 'failed', failure: 'not-paid-in-time' };
  }
  const { tenant = '', payment = '' } = session.metadata;
  if (!isUuid(tenant) || !isUuid(payment)) return null;
  return {
    tenantId: tenant,
    paymentId: payment,
    reference: null,
    customer: session.customer,
    amountPence: session.amount_total ?? 0,
    currency: session.currency ?? 'gbp',
    isLive: session.livemode,
    state: session.status === 'expired' ? 'failed' : 'pending',
    failure: session.status === 'expired' ? 'not-paid-in-time' : null,
    actionUrl: null,
    card: null,
    refundedPence: 0,
    disputedPence: 0,
    isDisputeLost: false,
  };
}

export function fromCard(method: StripeCard | null): Card | null {
  if (method?.card === undefined) return null;
  const { brand, last4, exp_month, exp_year, fingerprint = null } = method.card;
  return { reference: method.id, fingerprint, brand, last4, expiryMonth: exp_month, expiryYear: exp_year };
}

type StripeEvent = { id: string; type: string; data: { object: Record<string, unknown> } };

export function isEvent(json: unknown): json is StripeEvent {
  const { id, type, data } = (json ?? {}) as Partial<StripeEvent>;
  const object = data?.object;
  return (
    typeof id === 'string' &&
    /^[\w-]{1,255}$/.test(id) &&
    typeof type === 'string' &&
    /^[\w.]{1,100}$/.test(type) &&
    typeof object === 'object' &&
    object !== null &&
    !Array.isArray(object)
  );
}

const ID = /^[\w-]{1,255}$/;

/** Null of an event that says nothing about a payment or a card of ours. */
export function aboutOf({ type, data: { object } }: StripeEvent): About | null {
  const text = (name: string): string | null => {
    const value = object[name];
    return typeof value === 'string' && ID.test(value) ? value : null;
  };
  if (type.startsWith('checkout.session.')) return about('session', text('id'));
  if (type.startsWith('payment_intent.')) return about('payment', text('id'));
  if (type.startsWith('charge.')) return about('payment', text('payment_intent'));
  if (type === 'payment_method.updated' || type === 'payment_method.automatically_updated') {
    const [reference, customer] = [text('id'), text('customer')];
    return reference === null || customer === null ? null : { kind: 'card', reference, customer };
  }
  return null;
}

function about(kind: 'session' | 'payment', id: string | null): About | null {
  if (id === null) return null;
  return kind === 'session' ? { kind, session: id } : { kind, reference: id };
}
