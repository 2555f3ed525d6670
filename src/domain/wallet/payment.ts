// A payment: money that a tenant sends, and the credits that it brings. Pure: its states, what a provider's word about it means, and what
// is taken back when money goes back. SQL keeps it; the ledger has its line.
//
//   pending ──▶ needs-action ──▶ succeeded ──▶ reversed
//      │             │              ▲
//      ├─────────────┴──▶ failed ───┘ (a bank may say yes after it said no)
//      └─────────────────▶ needs-attention (paid, and not what was asked: no credits) ──▶ resolved (an operator dealt with it)

export const PAYMENT_STATES = [
  'pending',
  'needs-action',
  'succeeded',
  'failed',
  'needs-attention',
  'resolved',
  'reversed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const NEXT: Record<PaymentState, readonly PaymentState[]> = {
  pending: ['needs-action', 'succeeded', 'failed', 'needs-attention'],
  'needs-action': ['pending', 'succeeded', 'failed', 'needs-attention'],
  failed: ['succeeded', 'needs-attention'],
  succeeded: ['reversed'],
  'needs-attention': ['resolved'],
  resolved: [],
  reversed: [],
};

/** `settle` pays a debt; `card` keeps a card and pays nothing. */
export const PAYMENT_PURPOSES = ['top-up', 'automatic', 'settle', 'card'] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** Why it failed, in words of ours; a provider's own words are not kept. */
export const PAYMENT_FAILURES = [
  'card-declined',
  'card-expired',
  'insufficient-funds',
  'authentication-failed',
  'not-paid-in-time',
  'provider-error',
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

export const FAILURE_WORDS: Record<string, string> = {
  'card-declined': 'the card was declined',
  'card-expired': 'the card has expired',
  'insufficient-funds': 'the card has not enough funds',
  'authentication-failed': 'the bank could not confirm who paid',
  'not-paid-in-time': 'it was not paid in time',
  'provider-error': 'the payment provider refused it',
} satisfies Record<PaymentFailure, string>;

/** What a provider says about a payment, read back from it. */
export type PaymentReading = {
  tenantId: string;
  paymentId: string;
  /** The provider's id of it, once there is one. */
  reference: string | null;
  customer: string | null;
  amountPence: number;
  currency: string;
  isLive: boolean;
  state: 'pending' | 'needs-action' | 'succeeded' | 'failed';
  failure: PaymentFailure | null;
  /** Where the payer answers the bank's question. */
  actionUrl: string | null;
  /** The card to be kept. */
  card: Card | null;
  refundedPence: number;
  /** Of disputes that are open or lost. */
  disputedPence: number;
  isDisputeLost: boolean;
};

export type Card = {
  reference: string;
  /** The same for the same number, whatever the reference. Null where the provider has none. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
};

export type Asked = {
  state: PaymentState;
  /** The provider's id of it, where it is known. */
  reference: string | null;
  customer: string | null;
  totalPence: number;
  isLive: boolean;
};

export type Judged = { state: PaymentState; failure: PaymentFailure | null; differs: Difference | null };
type Difference = 'amount' | 'currency' | 'live-mode' | 'customer';

/** Which state a reading makes of a payment. What the machine above does not have stays as it is. */
export function judge(asked: Asked, reading: PaymentReading): Judged {
  const keep: Judged = { state: asked.state, failure: null, differs: null };
  // A payment that was tried twice has two ids at its provider: the one that was not paid says nothing of the one that was.
  const isOther = asked.reference !== null && reading.reference !== asked.reference;
  if (asked.state === 'succeeded')
    return reading.state === 'failed' && !isOther ? { ...keep, state: 'reversed' } : keep;
  const isOver = reading.state === 'succeeded' || reading.failure === 'not-paid-in-time';
  if (isOther && !isOver) return keep;
  const differs = reading.state === 'succeeded' ? differenceOf(asked, reading) : null;
  const state = differs === null ? reading.state : 'needs-attention';
  if (!NEXT[asked.state].includes(state)) return keep;
  return { state, failure: state === 'failed' ? (reading.failure ?? 'provider-error') : null, differs };
}

function differenceOf(asked: Asked, reading: PaymentReading): Difference | null {
  if (reading.currency.toLowerCase() !== 'gbp') return 'currency';
  if (reading.amountPence !== asked.totalPence) return 'amount';
  if (reading.isLive !== asked.isLive) return 'live-mode';
  if (reading.customer !== asked.customer) return 'customer';
  return null;
}

export function isOpen(state: PaymentState): boolean {
  return state === 'pending' || state === 'needs-action';
}

/** A provider forgets our key after a day: what was not answered by then is not asked again, or it might be done twice. */
export const KEY_LIVES_HOURS = 23;

/** 1 credit is GBP 0.001. */
export const CREDITS_PER_PENNY = 10;
/** One pound at least, so that no fee eats it; ten thousand at most, so that a slip of the hand is caught. */
export const TOP_UP_MIN = 1_000;
export const TOP_UP_MAX = 10_000_000;

export function penceOf(credits: number): number {
  return Math.ceil(credits / CREDITS_PER_PENNY);
}

/** Of a payment's credits, those that belong to so much of its money; all of them with the last penny. */
export function creditsFor(payment: { credits: number; totalPence: number }, pence: number): number {
  if (pence >= payment.totalPence) return payment.credits;
  return Math.floor((payment.credits * pence) / payment.totalPence);
}

/** The most money that can go back for so many credits. */
export function penceFor(payment: { credits: number; totalPence: number }, credits: number): number {
  if (credits >= payment.credits) return payment.totalPence;
  return Math.floor((payment.totalPence * credits) / payment.credits);
}

/** How much of a payment went back: money by refunds, money that is disputed, the credits for both, and what credit notes have. */
export type WentBack = {
  refundedPence: number;
  disputedPence: number;
  backCredits: number;
  creditedPence: number;
};

/**
 * After a reading of a payment that succeeded. Its own refunds may be ahead of what its provider says of them. A credit note stays; it is
 * issued for a dispute when that is lost.
 */
export function wentBack(
  payment: WentBack & { credits: number; totalPence: number },
  reading: Pick<PaymentReading, 'refundedPence' | 'disputedPence' | 'isDisputeLost'>,
): WentBack {
  const cap = (pence: number): number => Math.min(pence, payment.totalPence);
  const refundedPence = cap(Math.max(payment.refundedPence, reading.refundedPence));
  const { disputedPence } = reading;
  const noted = payment.creditedPence + Math.max(0, reading.refundedPence - payment.refundedPence);
  const lost = cap(refundedPence + disputedPence);
  return {
    refundedPence,
    disputedPence,
    backCredits: creditsFor(payment, cap(refundedPence + disputedPence)),
    creditedPence: cap(Math.max(noted, reading.isDisputeLost ? lost : 0)),
  };
}

export type Balance = { available: number; debt: number };

/** `move`: into the wallet, or out of it. `unpaid`: the part of the debt that this payment has made. */
export type TakenBack = { move: number; debt: number; unpaid: number };

/**
 * Takes credits back, or gives them back where `credits` is below zero. A wallet never goes below zero: what is not there any more is a
 * debt, and while there is one nothing can be bought.
 */
export function takeBack(balance: Balance, unpaid: number, credits: number): TakenBack {
  if (credits >= 0) {
    const taken = Math.min(balance.available, credits);
    const lacking = credits - taken;
    return { move: -taken, debt: balance.debt + lacking, unpaid: unpaid + lacking };
  }
  const forgiven = Math.min(balance.debt, unpaid, -credits);
  return { move: -credits - forgiven, debt: balance.debt - forgiven, unpaid: unpaid - forgiven };
}
