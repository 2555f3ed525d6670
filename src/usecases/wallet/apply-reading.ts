// Applies what a provider says about a payment: the one way by which a payment moves, whoever asked. One transaction locks the wallet and the
// payment, judges the reading, writes the ledger's line under the payment's own key, and tells of it. Applied twice, or late, it changes
// nothing more.
import { randomUUIDv7 } from 'node:crypto';
import { afterFailure, RETRY_AFTER_SECONDS } from '../../domain/wallet/automatic-top-up.ts';
import {
  creditsFor,
  type Judged,
  judge,
  type PaymentReading,
  takeBack,
  type WentBack,
  wentBack,
} from '../../domain/wallet/payment.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import {
  countFailure,
  findAutomatic,
  forgetFailures,
  switchOff,
} from '../../storage/wallet/automatic-top-ups.ts';
import { applyMoves } from '../../storage/wallet/ledger.ts';
import { tellOfPayment } from '../../storage/wallet/payment-events.ts';
import { keepMethod } from '../../storage/wallet/payment-methods.ts';
import {
  lockBalance,
  lockPayment,
  lookSoon,
  movePayment,
  noteEvent,
  type Payment,
  recordBack,
  setDebt,
} from '../../storage/wallet/payments.ts';
import { insertRefund } from '../../storage/wallet/refunds.ts';
import type { IssueInvoice } from './issue-invoice.ts';

export type Applied = 'applied' | 'repeated' | 'unknown';
export type ApplyReading = (
  provider: string,
  reading: PaymentReading,
  event: { id: string; type: string } | null,
) => Promise<Applied>;

/** A reading may be older than one that was applied before it: what took credits back is read again. */
const READ_AGAIN_SECONDS = 30;

export function createApplyReading(needs: {
  database: Database;
  issue: IssueInvoice;
  onMoved: (payment: Payment) => void;
}): ApplyReading {
  return async (provider, reading, event) => {
    const moved = await needs.database.transaction(async (tx) => {
      const { tenantId, paymentId } = reading;
      if (!(await isTenantLocked(tx, tenantId))) return 'unknown' as const;
      const payment = await lockPayment(tx, tenantId, paymentId);
      if (payment === null || payment.provider !== provider) return 'unknown' as const;
      if (event !== null && !(await noteEvent(tx, { tenantId, provider, ...event })))
        return 'repeated' as const;
      const judged = judge(payment, reading);
      const next: Payment = {
        ...payment,
        state: judged.state,
        failure: judged.failure ?? payment.failure,
        reference: referenceOf(payment, reading),
      };
      if (judged.state !== payment.state) await move(tx, needs.issue, next, judged, reading);
      // A charge that its bank has yet to decide: from now on it is read, and not made again.
      else if (payment.reference === null && payment.session === null)
        await movePayment(tx, payment, { ...next, differs: payment.differs });
      if (next.state === 'succeeded') await takeBackWhatWent(tx, needs.issue, next, reading);
      return judged.state === payment.state ? ('applied' as const) : next;
    });
    if (typeof moved === 'string') return moved;
    needs.onMoved(moved);
    return 'applied';
  };
}

/** False where there is no such tenant: a provider's account may serve others too. */
async function isTenantLocked(tx: Queryable, tenantId: string): Promise<boolean> {
  return (await findTenant(tx, tenantId)) !== null && (await lockBalance(tx, tenantId)) !== null;
}

/** Of two that were tried, the one that was paid. */
function referenceOf(payment: Payment, reading: PaymentReading): string | null {
  return reading.state === 'succeeded' && payment.state !== 'succeeded'
    ? reading.reference
    : (payment.reference ?? reading.reference);
}

async function move(
  tx: Queryable,
  issue: IssueInvoice,
  payment: Payment,
  judged: Judged,
  reading: PaymentReading,
): Promise<void> {
  const isOpen = payment.state === 'needs-action' || payment.state === 'pending';
  const url = isOpen ? (reading.actionUrl ?? payment.url) : null;
  await movePayment(tx, payment, { ...payment, failure: judged.failure, differs: judged.differs, url });
  if (payment.state === 'succeeded') await succeed(tx, issue, payment, reading);
  if (payment.state === 'failed') await fail(tx, payment);
  if (payment.state === 'needs-attention') await tell(tx, payment, 'payment.failed', 'differs');
  if (payment.state === 'needs-action') await tell(tx, payment, 'top-up.needs-action', null);
  if (payment.state === 'reversed') {
    const { credits, totalPence } = payment;
    await bringTo(tx, issue, payment, { ...payment, backCredits: credits, creditedPence: totalPence });
    await tell(tx, payment, 'payment.failed', 'reversed');
  }
}

async function succeed(
  tx: Queryable,
  issue: IssueInvoice,
  payment: Payment,
  reading: PaymentReading,
): Promise<void> {
  const { tenantId, id, purpose, provider } = payment;
  if (reading.card !== null && (payment.keepsCard || purpose === 'card'))
    await keepMethod(tx, tenantId, provider, randomUUIDv7(), reading.card);
  if (purpose === 'card') return;
  await creditPayment(tx, payment);
  await issue.invoice(tx, payment);
  if (purpose === 'automatic') await forgetFailures(tx, tenantId);
  const facts = { purpose, credits: payment.credits, totalPence: payment.totalPence };
  await tellOfPayment(tx, { tenantId, type: 'payment.succeeded', subjectId: id, facts, isMailed: false });
}

/** The line of a payment in the ledger, keyed by it; a debt is settled from it first. */
export async function creditPayment(tx: Queryable, payment: Payment): Promise<void> {
  const { tenantId, id, credits, personId } = payment;
  const common = { tenantId, personId, reference: id };
  const key = `payment:${id}`;
  const [line] = await applyMoves(tx, [
    { ...common, kind: 'top-up', key, amount: credits, reason: 'Payment' },
  ]);
  if (line?.result !== 'moved') throw new Error('a payment is credited once, in the state before');
  await settleDebt(tx, tenantId, key);
}

/** From what is there. Answers the debt that is left. */
export async function settleDebt(tx: Queryable, tenantId: string, reference: string): Promise<number> {
  const { available, debt } = await lockBalance(tx, tenantId);
  const paid = Math.min(available, debt);
  if (paid === 0) return debt;
  const key = `debt:${reference}`;
  const said = { personId: null, reference, reason: 'Debt settled' };
  const [line] = await applyMoves(tx, [{ kind: 'adjustment', tenantId, key, amount: -paid, ...said }]);
  if (line?.result !== 'moved') return debt;
  await setDebt(tx, tenantId, debt - paid);
  return debt - paid;
}

async function fail(tx: Queryable, payment: Payment): Promise<void> {
  await tell(tx, payment, 'payment.failed', payment.failure);
  if (payment.purpose !== 'automatic') return;
  const automatic = await findAutomatic(tx, payment.tenantId);
  if (automatic === null) return;
  const { failures, isOff } = afterFailure(automatic.failures);
  await countFailure(tx, payment.tenantId, Math.min(failures, 3), RETRY_AFTER_SECONDS);
  if (isOff) await switchOff(tx, payment.tenantId, 'failed-three-times');
}

async function tell(
  tx: Queryable,
  payment: Payment,
  type: 'payment.failed' | 'top-up.needs-action',
  reason: string | null,
): Promise<void> {
  if (payment.purpose === 'card') return;
  const { tenantId, id, purpose, credits, totalPence } = payment;
  const facts = { purpose, credits, totalPence, reason };
  // Whoever pays on a page sees it there.
  const isMailed = purpose === 'automatic' || reason === 'reversed';
  await tellOfPayment(tx, { tenantId, type, subjectId: id, facts, isMailed });
}

/** What its provider gave back without us is a refund too; what is disputed is set aside until that is decided. */
async function takeBackWhatWent(
  tx: Queryable,
  issue: IssueInvoice,
  payment: Payment,
  reading: PaymentReading,
): Promise<void> {
  const { tenantId, id } = payment;
  const more = reading.refundedPence - payment.refundedPence;
  if (more > 0) {
    const said = { reference: `provider:${reading.refundedPence}`, reason: 'Refunded at the provider' };
    const refund = { tenantId, id: randomUUIDv7(), paymentId: id, pence: more, state: 'succeeded' as const };
    await insertRefund(tx, { ...refund, ...said, personId: null });
  }
  const went = wentBack(payment, reading);
  if (await bringTo(tx, issue, payment, went)) await lookSoon(tx, tenantId, id, READ_AGAIN_SECONDS);
}

/**
 * Moves credits until those of what went back are back, issues the credit note that is missing, and records it. False when there was
 * nothing to do. The caller has locked the wallet and the payment.
 */
export async function bringTo(
  tx: Queryable,
  issue: IssueInvoice,
  payment: Payment,
  went: WentBack,
): Promise<boolean> {
  const { tenantId, id } = payment;
  const notePence = went.creditedPence - payment.creditedPence;
  const delta = went.backCredits - payment.backCredits;
  const { refundedPence, disputedPence } = went;
  const isSame = refundedPence === payment.refundedPence && disputedPence === payment.disputedPence;
  if (notePence === 0 && delta === 0 && isSame) return false;
  if (notePence > 0) {
    const upTo = (pence: number): number => creditsFor(payment, pence);
    const credits = upTo(went.creditedPence) - upTo(payment.creditedPence);
    await issue.creditNote(tx, payment, { pence: notePence, credits });
  }
  const balance = await lockBalance(tx, tenantId);
  const { move: amount, debt, unpaid } = takeBack(balance, payment.owedCredits, delta);
  const backCount = payment.backCount + 1;
  if (amount !== 0) {
    const reason = amount < 0 ? 'Payment taken back' : 'Payment given back';
    const said = { personId: null, reference: id, reason };
    const key = `payment-back:${id}:${backCount}`;
    const [line] = await applyMoves(tx, [{ kind: 'adjustment', tenantId, key, amount, ...said }]);
    if (line?.result !== 'moved') throw new Error('what is there under the lock can be taken');
  }
  if (debt !== balance.debt) await setDebt(tx, tenantId, debt);
  // What was settled meanwhile is no debt any more.
  const owedCredits = Math.min(unpaid, went.backCredits);
  const { backCredits, creditedPence } = went;
  const back = { refundedPence, disputedPence, backCredits, creditedPence };
  await recordBack(tx, { tenantId, id, ...back, owedCredits, backCount });
  return true;
}
