// What the simulated Stripe keeps, in memory: customers, pages, payments, cards, refunds and disputes, in Stripe's public shapes, and the
// events that it tells of them. A card's id says what card it is, so that one that was kept works after a restart.
import { createHash, randomBytes } from 'node:crypto';
import { asksWhenAway, type Fate, fateOf } from './magic.ts';
import { STRIPE_VERSION } from './wire.ts';

export type Thing = { id: string; object: string } & Record<string, unknown>;
export type Typed = { number: string; month: number; year: number };
export type Tell = (type: string, object: Thing, times: number) => void;

const DECLINES: Partial<Record<Fate, { code: string; decline_code: string }>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  'expired-card': { code: 'expired_card', decline_code: 'expired_card' },
  'no-funds': { code: 'card_declined', decline_code: 'insufficient_funds' },
};

const PAGE_LIVES_SECONDS = 86_400;

/** What an object of Stripe has beside what is read here: its published schema requires it, and a client may count on it. */
const ALWAYS: Record<string, (created: number) => object> = {
  'checkout.session': (created) => ({
    automatic_tax: { enabled: false, liability: null, status: null },
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    expires_at: created + PAGE_LIVES_SECONDS,
    payment_method_types: ['card'],
    shipping_options: [],
  }),
  payment_intent: () => ({
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
  }),
  setup_intent: () => ({ payment_method_types: ['card'] }),
  payment_method: () => ({ billing_details: NOBODY }),
  charge: () => ({ billing_details: NOBODY, captured: true }),
  dispute: (created) => ({
    balance_transactions: [],
    evidence: {},
    is_charge_refundable: false,
    evidence_details: {
      due_by: created + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
  }),
};
const NOBODY = { address: null, email: null, name: null, phone: null };

export function createBooks(needs: { nowMs: () => number; tell: Tell }) {
  const things = new Map<string, Thing>();
  const seconds = (): number => Math.floor(needs.nowMs() / 1000);
  const newId = (prefix: string): string => `${prefix}_sim${randomBytes(12).toString('hex')}`;

  function keep<T extends object>(id: string, object: string, fields: T): Thing & T {
    const created = seconds();
    const made = { id, object, created, livemode: false, ...ALWAYS[object]?.(created), ...fields };
    things.set(id, made);
    return made as Thing & T;
  }

  function cardOf({ number, month, year }: Typed, customer: unknown): Thing {
    const last4 = number.slice(-4);
    const at = `${String(month).padStart(2, '0')}${year}`;
    // The second half is the number's own, and stays when the simulator is started anew.
    const own = createHash('sha256').update(number).digest('hex').slice(0, 8);
    return method(`pm_sim${last4}x${at}x${randomBytes(4).toString('hex')}${own}`, customer);
  }

  /** Null of an id that is no card of ours. */
  function findMethod(id: string): Thing | null {
    const known = things.get(id);
    if (known !== undefined) return known;
    return /^pm_sim\d{4}x\d{6}x[0-9a-f]{16}$/.test(id) ? method(id, null) : null;
  }

  function method(id: string, customer: unknown): Thing {
    const [, last4 = '', month = '', year = ''] = /^pm_sim(\d{4})x(\d\d)(\d{4})x/.exec(id) ?? [];
    const card = {
      brand: 'visa',
      last4,
      exp_month: Number(month),
      exp_year: Number(year),
      country: 'GB',
      funding: 'credit',
      fingerprint: `simulate${id.slice(-8)}`,
    };
    return keep(id, 'payment_method', { type: 'card', customer, metadata: {}, card });
  }

  function intentOf(given: { amount: number; customer: unknown; metadata: Record<string, string> }): Thing {
    return keep(newId('pi'), 'payment_intent', {
      ...given,
      currency: 'gbp',
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
    });
  }

  function chargeOf(intent: Thing): Thing {
    const charge = keep(newId('ch'), 'charge', {
      amount: intent.amount,
      amount_captured: intent.amount,
      amount_refunded: 0,
      currency: 'gbp',
      customer: intent.customer,
      disputed: false,
      metadata: intent.metadata,
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    });
    Object.assign(intent, { latest_charge: charge.id, status: 'succeeded', last_payment_error: null });
    return charge;
  }

  const creditsIn = (intent: Thing): number => Number((intent.metadata as { credits?: string }).credits);
  const last4Of = (card: Thing): string => (card.card as { last4: string }).last4;

  function succeed(intent: Thing, fate: Fate): void {
    const charge = chargeOf(intent);
    if (fate === 'other-amount') Object.assign(intent, { amount: Number(intent.amount) - 1 });
    const times = fate === 'five-events' ? 5 : fate === 'no-event' ? 0 : 1;
    needs.tell('payment_intent.succeeded', intent, times);
    needs.tell('charge.succeeded', charge, times);
    if (fate === 'disputed') dispute(intent.id);
    if (fate === 'fails-after') failAfter(intent.id);
  }

  /** Answers what became of it. */
  function pay(intent: Thing, card: Thing, isAway: boolean): Fate {
    const fate = fateOf(creditsIn(intent), last4Of(card));
    const decline = DECLINES[fate];
    Object.assign(intent, { payment_method: card.id });
    if (decline !== undefined) {
      Object.assign(intent, {
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', ...decline },
      });
      needs.tell('payment_intent.payment_failed', intent, 1);
      return fate;
    }
    if (isAway && (fate === 'bank-asks' || asksWhenAway(last4Of(card)))) {
      const error = {
        type: 'card_error',
        code: 'authentication_required',
        decline_code: 'authentication_required',
      };
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
      needs.tell('payment_intent.payment_failed', intent, 1);
      return 'bank-asks';
    }
    if (fate === 'pays-later') {
      Object.assign(intent, { status: 'processing' });
      needs.tell('payment_intent.processing', intent, 1);
      return fate;
    }
    succeed(intent, fate);
    return fate;
  }

  /** The bank's late answer. */
  function finish(intentId: string, isPaid: boolean): void {
    const intent = need(intentId);
    if (isPaid) {
      succeed(intent, 'pays');
      return;
    }
    const error = { type: 'card_error', ...DECLINES.declined };
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error });
    needs.tell('payment_intent.payment_failed', intent, 1);
  }

  function failAfter(intentId: string): void {
    const charge = chargeIn(intentId);
    Object.assign(charge, { status: 'failed', paid: false });
    needs.tell('charge.failed', charge, 1);
  }

  function dispute(intentId: string, amount?: number): Thing {
    const charge = chargeIn(intentId);
    Object.assign(charge, { disputed: true });
    const made = keep(newId('dp'), 'dispute', {
      amount: amount ?? charge.amount,
      charge: charge.id,
      currency: 'gbp',
      metadata: {},
      payment_intent: intentId,
      reason: 'fraudulent',
      status: 'needs_response',
    });
    needs.tell('charge.dispute.created', made, 1);
    return made;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const made = Object.assign(need(id), { status });
    needs.tell('charge.dispute.closed', made, 1);
  }

  function refund(intentId: string, amount: number): Thing | null {
    const charge = chargeIn(intentId);
    const refunded = Number(charge.amount_refunded) + amount;
    if (refunded > Number(charge.amount)) return null;
    Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
    const made = keep(newId('re'), 'refund', {
      amount,
      charge: charge.id,
      currency: 'gbp',
      metadata: {},
      payment_intent: intentId,
      status: 'succeeded',
    });
    needs.tell('charge.refunded', charge, 1);
    return made;
  }

  function need(id: string): Thing {
    const found = things.get(id);
    if (found === undefined) throw new Error(`the simulator has no ${id}`);
    return found;
  }
  const chargeIn = (intentId: string): Thing => need(String(need(intentId).latest_charge));

  /** As an answer shows it, with what was asked to be expanded. */
  function shown(thing: Thing, expanded: readonly string[]): Thing {
    const copy = { ...thing };
    for (const path of expanded) {
      const [name = '', ...rest] = path.split('.');
      const inner = things.get(String(thing[name]));
      const before = copy[name];
      const source = typeof before === 'object' && before !== null ? (before as Thing) : inner;
      if (source !== undefined) copy[name] = shown(source, rest.length === 0 ? [] : [rest.join('.')]);
    }
    return copy;
  }

  const eventOf = (type: string, object: Thing): Thing => ({
    id: newId('evt'),
    object: 'event',
    api_version: STRIPE_VERSION,
    created: seconds(),
    livemode: false,
    type,
    data: { object: { ...object } },
    pending_webhooks: 1,
    request: null,
  });

  return {
    things,
    keep,
    newId,
    cardOf,
    findMethod,
    intentOf,
    pay,
    finish,
    failAfter,
    dispute,
    closeDispute,
    refund,
    shown,
    eventOf,
  };
}

export type Books = ReturnType<typeof createBooks>;
