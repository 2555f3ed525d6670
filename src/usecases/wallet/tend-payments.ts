// What happens to payments without a request: automatic top-ups begin when a balance is low, kept cards are charged, payments whose event
// does not come are asked about, refunds that were not answered are asked again under their own key, cards that expire are told of. Every
// process does it; a row is leased to one of them.
import { randomUUIDv7 } from 'node:crypto';
import { isOpen, KEY_LIVES_HOURS } from '../../domain/wallet/payment.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import {
  beginAutomatic,
  listDueAutomatic,
  lockDueAutomatic,
} from '../../storage/wallet/automatic-top-ups.ts';
import { tellOfPayment } from '../../storage/wallet/payment-events.ts';
import { findCharged, listExpiring, markWarned } from '../../storage/wallet/payment-methods.ts';
import { endLooks, findCustomer, type Payment, takeDuePayments } from '../../storage/wallet/payments.ts';
import { takeDueRefunds } from '../../storage/wallet/refunds.ts';
import type { ApplyReading } from './apply-reading.ts';
import type { PriceCredits } from './payments.ts';
import type { RefundPayment } from './refund-payment.ts';

const ROWS_PER_BATCH = 50;
/** A page is open for a day; one that nobody can have paid any more has failed. */
const ABANDONED_MS = 26 * 3_600_000;

const NOTHING = { kind: 'answered', value: null } as const;

export type TendPayments = () => Promise<void>;

export function createTendPayments(needs: {
  database: Database;
  provider: PaymentProvider | null;
  publicUrl: string;
  price: PriceCredits;
  apply: ApplyReading;
  refunds: Pick<RefundPayment, 'carryOut'>;
  nowMs: () => number;
}): TendPayments {
  const { database, provider } = needs;
  return async () => {
    if (provider !== null)
      for (const tenantId of await listDueAutomatic(database, ROWS_PER_BATCH))
        await begin(provider, tenantId);
    // What is of another provider, or was noted by hand, comes to its end without it.
    const due = await takeDuePayments(database, ROWS_PER_BATCH);
    await Promise.all(due.map(look));
    for (const refund of await takeDueRefunds(database, ROWS_PER_BATCH)) await needs.refunds.carryOut(refund);
    if (provider === null) return;
    for (const card of await listExpiring(database)) await warn(card.tenantId, card.id);
  };

  /** Under the wallet's lock: of all who find it due, one begins. */
  async function begin(asked: PaymentProvider, tenantId: string): Promise<void> {
    const customer = await findCustomer(database, tenantId, asked.id);
    if (customer === null) return;
    await database.transaction(async (tx) => {
      const due = await lockDueAutomatic(tx, tenantId);
      if (due === null) return;
      const { credits, methodId } = due;
      const of = { provider: asked.id, isLive: asked.isLive, customer, ...needs.price(credits) };
      await beginAutomatic(tx, { tenantId, id: randomUUIDv7(), credits, methodId, ...of });
    });
  }

  async function look(payment: Payment): Promise<void> {
    const isAsked = provider !== null && payment.provider === provider.id;
    const reading = isAsked ? await ask(provider, payment) : NOTHING;
    if (reading.kind === 'unanswered') return;
    const isAbandoned = isOpen(payment.state) && ageOf(payment) > ABANDONED_MS;
    if (reading.value !== null) await needs.apply(payment.provider, reading.value, null);
    else if (isAbandoned) await needs.apply(payment.provider, abandoned(payment), null);
    await endLooks(database, payment.tenantId, payment.id);
  }

  async function ask(asked: PaymentProvider, payment: Payment) {
    const { tenantId, id: paymentId, session, reference, customer, credits, totalPence } = payment;
    if (session !== null) return asked.read({ kind: 'session', session });
    if (reference !== null) return asked.read({ kind: 'payment', reference });
    const isCharge = payment.purpose === 'automatic' && payment.methodId !== null && customer !== null;
    const card = isCharge ? await findCharged(database, tenantId, asked.id, payment.methodId ?? '') : null;
    if (!isCharge) return NOTHING;
    // Where a charge was made and nobody heard of it, its event says so.
    if (card === null || ageOf(payment) > KEY_LIVES_HOURS * 3_600_000)
      return { kind: 'answered', value: abandoned(payment) } as const;
    const returnUrl = `${needs.publicUrl}/app/${tenantId}/live/wallet?payment=${paymentId}`;
    const what = { tenantId, paymentId, customer: customer ?? '', credits, totalPence };
    return asked.charge({ ...what, card: card.reference, returnUrl });
  }

  function ageOf(payment: Payment): number {
    return needs.nowMs() - payment.createdAt.getTime();
  }

  async function warn(tenantId: string, id: string): Promise<void> {
    await database.transaction(async (tx) => {
      const card = await markWarned(tx, tenantId, id);
      if (card === null) return;
      const facts = { ...card };
      await tellOfPayment(tx, { tenantId, type: 'card.expiring', subjectId: id, facts, isMailed: true });
    });
  }
}

/** Nobody paid it, and nobody can. */
function abandoned(payment: Payment) {
  return {
    tenantId: payment.tenantId,
    paymentId: payment.id,
    reference: payment.reference,
    customer: payment.customer,
    amountPence: payment.totalPence,
    currency: 'gbp',
    isLive: payment.isLive,
    state: 'failed' as const,
    failure: 'not-paid-in-time' as const,
    actionUrl: null,
    card: null,
    refundedPence: 0,
    disputedPence: 0,
    isDisputeLost: false,
  };
}
