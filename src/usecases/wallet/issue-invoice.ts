// Issues invoices and credit notes, in the transaction of the money that they are about. Numbers have no gap: the counter's row is locked
// to the end of it. Without a seller in the settings there is none.
import { randomUUIDv7 } from 'node:crypto';
import { type InvoiceKind, invoiceNumber, type Party } from '../../domain/wallet/invoice.ts';
import { vatInPart } from '../../domain/wallet/vat.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import {
  drawNumber,
  findBillingDetails,
  findInvoiceOf,
  insertInvoice,
} from '../../storage/wallet/invoices.ts';
import { tellOfPayment } from '../../storage/wallet/payment-events.ts';
import type { Payment } from '../../storage/wallet/payments.ts';

export type Seller = { party: Party; prefix: string };

export type IssueInvoice = ReturnType<typeof createIssueInvoice>;

export function createIssueInvoice(needs: { seller: Seller | null; nowMs: () => number }) {
  const { seller } = needs;

  async function issue(
    tx: Queryable,
    { tenantId, id: paymentId, vatPercent }: Payment,
    of: { kind: InvoiceKind; corrects: string | null; credits: number; netPence: number; vatPence: number },
  ): Promise<void> {
    if (seller === null) return;
    const details = await findBillingDetails(tx, tenantId);
    const buyer = details ?? { name: await nameOf(tx, tenantId), address: '', vatNumber: null };
    const id = randomUUIDv7();
    const number = invoiceNumber(seller.prefix, await drawNumber(tx, seller.prefix));
    const totalPence = of.netPence + of.vatPence;
    const issuedAt = new Date(needs.nowMs());
    const who = { id, number, issuedAt, seller: seller.party, buyer, paymentId };
    await insertInvoice(tx, tenantId, { ...who, ...of, vatPercent, totalPence });
    const facts = { number, kind: of.kind, totalPence, paymentId };
    await tellOfPayment(tx, { tenantId, type: 'invoice.issued', subjectId: id, facts, isMailed: true });
  }

  return {
    /** Of the whole payment. */
    invoice: (tx: Queryable, { ...payment }: Payment): Promise<void> => {
      const { credits, netPence, vatPence } = payment;
      return issue(tx, payment, { kind: 'invoice', corrects: null, credits, netPence, vatPence });
    },
    /** Of a part that went back; none where the payment has no invoice. */
    async creditNote(
      tx: Queryable,
      payment: Payment,
      { pence, credits }: { pence: number; credits: number },
    ): Promise<void> {
      const invoice = await findInvoiceOf(tx, payment.tenantId, payment.id);
      if (invoice === null || pence === 0) return;
      const vatPence = vatInPart(payment, payment.creditedPence, pence);
      const netPence = pence - vatPence;
      await issue(tx, payment, {
        kind: 'credit-note',
        corrects: invoice.number,
        credits,
        netPence,
        vatPence,
      });
    },
  };
}

async function nameOf(tx: Queryable, tenantId: string): Promise<string> {
  return (await findTenant(tx, tenantId))?.name ?? '';
}
