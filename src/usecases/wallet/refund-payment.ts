// What operators do to payments: take note of one that came by another way, give money back, and resolve by hand what waits. Credits go before the money does, so that
// they cannot be spent meanwhile; a refund that its provider refuses gives them back.
import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { pounds } from '../../domain/wallet/invoice.ts';
import { creditsFor, KEY_LIVES_HOURS, penceFor } from '../../domain/wallet/payment.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Actor } from '../../storage/activity/audit.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import { tellOfPayment } from '../../storage/wallet/payment-events.ts';
import {
  findPayment,
  insertPayment,
  lockBalance,
  lockPayment,
  movePayment,
  type Payment,
} from '../../storage/wallet/payments.ts';
import {
  endRefund,
  findRefund,
  insertRefund,
  listRefunds,
  type Refund,
} from '../../storage/wallet/refunds.ts';
import { auditOperator } from '../audited-change.ts';
import { bringTo, creditPayment } from './apply-reading.ts';
import type { IssueInvoice } from './issue-invoice.ts';
import type { PriceCredits } from './payments.ts';

export type RefundRequest = { pence: number; reference: string; reason: string };
type NoteRequest = { credits: number; reference: string };
type ResolveRequest = { moneyReturned: boolean; reason: string };

export type RefundPayment = ReturnType<typeof createRefundPayment>;

export function createRefundPayment(needs: {
  database: Database;
  provider: PaymentProvider | null;
  issue: IssueInvoice;
  price: PriceCredits;
  idOf: (tenantId: string, reference: string) => string;
  nowMs: () => number;
}) {
  const { database, provider, issue } = needs;

  async function book(
    tx: Queryable,
    actor: Actor,
    tenantId: string,
    paymentId: string,
    given: RefundRequest,
  ): Promise<Refund> {
    const { pence, reference, reason } = given;
    const { available } = await lockBalance(tx, tenantId);
    const payment = await lockPayment(tx, tenantId, paymentId);
    if (payment === null || payment.purpose === 'card') throw noSuchPayment();
    const before = await findRefund(tx, tenantId, paymentId, reference);
    if (before?.pence === pence) return before;
    if (before !== null)
      throw new Refusal(
        'conflict',
        `This reference was used before, for ${pounds(before.pence)}. Nothing was refunded.`,
      );
    refuseTooMuch(payment, available, pence);
    const id = randomUUIDv7();
    const refund = { tenantId, id, paymentId, reference, reason, pence, state: 'pending' as const };
    await insertRefund(tx, { ...refund, personId: actor.id });
    const refundedPence = payment.refundedPence + pence;
    const backCredits = creditsFor(payment, refundedPence + payment.disputedPence);
    await bringTo(tx, issue, payment, { ...payment, refundedPence, backCredits });
    await auditOperator(tx, actor, tenantId, {
      action: 'payment-refunded',
      object: { kind: 'payment', id: paymentId },
      after: { pence, reference },
    });
    return { ...refund, createdAt: new Date(needs.nowMs()) };
  }

  async function carryOut(refund: Refund): Promise<Refund> {
    if (refund.state !== 'pending') return refund;
    const { tenantId, id, paymentId, pence } = refund;
    const payment = await findPayment(database, tenantId, paymentId);
    if (payment === null || isStuck(payment, refund)) return refund;
    // Money that came by another way goes back by another way.
    const answer =
      provider !== null && payment.provider === provider.id
        ? await provider.refund({ refundId: id, reference: payment.reference ?? '', pence })
        : ({ kind: 'answered', value: 'refunded' } as const);
    if (answer.kind === 'unanswered') return refund;
    const state = answer.value === 'refunded' ? 'succeeded' : 'failed';
    await database.transaction((tx) => end(tx, refund, state));
    return { ...refund, state };
  }

  /** Asked again, it might be given back twice; or there is nobody to ask. */
  function isStuck(payment: Payment, refund: Refund): boolean {
    if (payment.provider === 'manual') return false;
    const ageMs = needs.nowMs() - refund.createdAt.getTime();
    return payment.provider !== provider?.id || ageMs > KEY_LIVES_HOURS * 3_600_000;
  }

  async function end(tx: Queryable, refund: Refund, state: 'succeeded' | 'failed'): Promise<void> {
    const { tenantId, paymentId, pence } = refund;
    await lockBalance(tx, tenantId);
    const payment = await lockPayment(tx, tenantId, paymentId);
    if (payment === null || !(await endRefund(tx, refund, state))) return;
    if (state === 'succeeded') {
      const creditedPence = Math.min(payment.totalPence, payment.creditedPence + pence);
      await bringTo(tx, issue, payment, { ...payment, creditedPence });
      return;
    }
    const refundedPence = payment.refundedPence - pence;
    const backCredits = creditsFor(payment, refundedPence + payment.disputedPence);
    await bringTo(tx, issue, payment, { ...payment, refundedPence, backCredits });
  }

  return {
    /** Asks the provider for a refund that is booked, under its own key. */
    carryOut,
    async refund(actor: Actor, tenantId: string, paymentId: string, given: RefundRequest): Promise<Refund> {
      if (!isUuid(paymentId) || !isUuid(tenantId)) throw noSuchPayment();
      const isThere = (await findPayment(database, tenantId, paymentId)) !== null;
      if (!isThere) throw noSuchPayment();
      return carryOut(await database.transaction((tx) => book(tx, actor, tenantId, paymentId, given)));
    },

    /** By hand: a payment that was not made as asked, and refunds that the provider is not asked about any more. */
    async resolve(
      actor: Actor,
      tenantId: string,
      paymentId: string,
      given: ResolveRequest,
    ): Promise<Payment> {
      const isThere =
        isUuid(paymentId) && isUuid(tenantId) && (await findPayment(database, tenantId, paymentId)) !== null;
      if (!isThere) throw noSuchPayment();
      return database.transaction(async (tx) => {
        await lockBalance(tx, tenantId);
        const payment = await lockPayment(tx, tenantId, paymentId);
        if (payment === null) throw noSuchPayment();
        const refunds = await listRefunds(tx, tenantId, paymentId);
        const stuck = refunds.filter((one) => one.state === 'pending' && isStuck(payment, one));
        const isDiffering = payment.state === 'needs-attention';
        if (!isDiffering && stuck.length === 0)
          throw new Refusal(
            'conflict',
            'This payment has nothing to resolve: it was made as asked, or the provider is still asked about its refund.',
          );
        for (const refund of stuck) await end(tx, refund, given.moneyReturned ? 'succeeded' : 'failed');
        if (isDiffering) await movePayment(tx, payment, { ...payment, state: 'resolved' });
        await auditOperator(tx, actor, tenantId, {
          action: 'payment-resolved',
          object: { kind: 'payment', id: paymentId },
          after: given,
        });
        return (await lockPayment(tx, tenantId, paymentId)) ?? payment;
      });
    },

    /** Money that came by bank transfer or otherwise. One reference is noted once. */
    async note(actor: Actor, tenantId: string, { credits, reference }: NoteRequest): Promise<Payment> {
      const isThere = isUuid(tenantId) && (await findTenant(database, tenantId)) !== null;
      if (!isThere) throw new Refusal('not-found', 'There is no tenant with this id.');
      const id = needs.idOf(tenantId, reference);
      return database.transaction(async (tx) => {
        await lockBalance(tx, tenantId);
        const before = await lockPayment(tx, tenantId, id);
        if (before !== null && before.credits === credits) return before;
        if (before !== null)
          throw new Refusal(
            'conflict',
            `This reference was used before, for ${before.credits} credits. Nothing was moved.`,
          );
        const none = { customer: null, methodId: null, credentialId: null };
        const of = { tenantId, id, provider: 'manual', purpose: 'top-up' as const, credits, note: reference };
        const person = { personId: actor.id, keepsCard: false, isLive: true };
        await insertPayment(tx, { ...of, ...person, ...none, ...needs.price(credits) });
        const made = await lockPayment(tx, tenantId, id);
        if (made === null) throw new Error('a payment that was inserted is there');
        const payment: Payment = { ...made, state: 'succeeded' };
        await movePayment(tx, payment, payment);
        await creditPayment(tx, payment);
        await issue.invoice(tx, payment);
        const facts = { purpose: payment.purpose, credits, totalPence: payment.totalPence };
        const event = { type: 'payment.succeeded' as const, subjectId: id, facts, isMailed: false };
        await tellOfPayment(tx, { tenantId, ...event });
        await auditOperator(tx, actor, tenantId, {
          action: 'payment-noted',
          object: { kind: 'payment', id: id },
          after: { credits, reference },
        });
        return (await lockPayment(tx, tenantId, id)) ?? payment;
      });
    },
  };
}

function refuseTooMuch(payment: Payment, available: number, pence: number): void {
  if (payment.state !== 'succeeded')
    throw new Refusal('conflict', 'Only a payment that succeeded can be refunded.');
  if (payment.disputedPence > 0)
    throw new Refusal('conflict', 'This payment is disputed: its bank decides where the money goes.');
  const left = payment.totalPence - payment.refundedPence;
  const unspent = penceFor(payment, Math.min(available, payment.credits - payment.backCredits));
  const most = Math.min(left, unspent);
  if (pence <= most) return;
  throw new Refusal(
    'conflict',
    `Only ${pounds(most)} of this payment can be refunded: ${pounds(left)} were not refunded yet, and the credits of ${pounds(unspent)} are unspent.`,
  );
}

const noSuchPayment = (): Refusal => new Refusal('not-found', 'There is no payment with this id.');
