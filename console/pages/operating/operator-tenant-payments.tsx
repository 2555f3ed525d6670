// For operators: the payments of a tenant, a refund of one, and money that came by another way.
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Payment, TenantDetail } from '../../api/shapes.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits, money, pounds } from '../../parts/words.ts';
import { PAYMENT_COLUMNS } from '../wallet/payment-columns.tsx';

const NO_REFERENCE = 'Enter a reference, such as a ticket number';
const leftOf = ({ totalPence, refundedPence }: Payment): number => totalPence - refundedPence;
const isRefundable = (payment: Payment): boolean =>
  payment.state === 'succeeded' && payment.disputedPence === 0 && leftOf(payment) > 0;

export function TenantPayments({ tenant }: { tenant: TenantDetail }) {
  const { id } = tenant;
  const payments = useGet('listPayments', { tenantId: id });
  const [isNoting, setNoting] = useState(false);
  const [refunded, setRefunded] = useState<Payment | null>(null);
  const rows = payments.data?.items;
  const refund: Column<Payment> = {
    head: 'Refund',
    cell: (payment) =>
      isRefundable(payment) && (
        <button type="button" className="button second small" onClick={() => setRefunded(payment)}>
          Refund
        </button>
      ),
  };
  return (
    <Panel
      title="Payments"
      action={
        <button type="button" className="button second small" onClick={() => setNoting(true)}>
          Record a payment
        </button>
      }
    >
      <DataTable
        label="Payments"
        columns={rows?.some(isRefundable) ? [...PAYMENT_COLUMNS, refund] : PAYMENT_COLUMNS}
        rows={rows}
        query={payments}
        keyOf={({ paymentId }) => paymentId}
        empty={<EmptyState>No payment was made yet.</EmptyState>}
      />
      {payments.data?.token != null && (
        <p className="in">
          <Link href={`/${id}/live/wallet`}>Older payments are in the wallet</Link>
        </p>
      )}
      {isNoting && <NoteDialog tenant={tenant} onClose={() => setNoting(false)} />}
      {refunded !== null && (
        <RefundDialog tenant={tenant} payment={refunded} onClose={() => setRefunded(null)} />
      )}
    </Panel>
  );
}

/** Money that came by bank transfer or otherwise. */
function NoteDialog({ tenant, onClose }: { tenant: TenantDetail; onClose: () => void }) {
  const act = useAct();
  const form = useForm({
    id: 'note',
    initial: { amount: '', reference: '' },
    check: ({ amount, reference }): Record<string, string> => ({
      ...(!/^[1-9]\d{0,8}0$/.test(amount.trim()) && {
        amount: 'Enter a whole number of credits that ends in 0, such as 50000',
      }),
      ...(reference.trim() === '' && { reference: NO_REFERENCE }),
    }),
    send: ({ amount, reference }) =>
      act('notePayment', {
        params: { tenantId: tenant.id },
        body: { credits: Number(amount), reference: reference.trim() },
        changes: ['everything'],
        next: onClose,
        says: (payment) => `${credits(payment.credits)} for ${money(payment.totalPence)} are recorded.`,
      }),
  });
  const { amount } = form.values;
  const typed = /^\d{1,10}$/.test(amount.trim()) ? Number(amount) : 0;
  return (
    <FormDialog
      title={`Record a payment of ${tenant.name}`}
      form={form}
      button="Record payment"
      about={<p>For money that came by bank transfer. Adds the credits and issues the invoice.</p>}
      onClose={onClose}
    >
      <Field
        form={form}
        name="amount"
        label="Credits"
        hint={`1,000 credits are £1. This is ${pounds(typed)}, before VAT`}
        inputMode="numeric"
      />
      <Field form={form} name="reference" label="Reference" hint="Using the same one again adds nothing" />
    </FormDialog>
  );
}

function RefundDialog(props: { tenant: TenantDetail; payment: Payment; onClose: () => void }) {
  const { tenant, payment, onClose } = props;
  const act = useAct();
  const most = leftOf(payment);
  const form = useForm({
    id: 'refund',
    initial: { amount: (most / 100).toFixed(2), reference: '', reason: '' },
    check: ({ amount, reference, reason }): Record<string, string> => ({
      ...(penceIn(amount) === null && { amount: 'Enter an amount in pounds, such as 12.50' }),
      ...((penceIn(amount) ?? 0) > most && { amount: `Enter ${money(most)} or less` }),
      ...(reference.trim() === '' && { reference: NO_REFERENCE }),
      ...(reason.trim() === '' && { reason: 'Enter a reason' }),
    }),
    send: ({ amount, reference, reason }) =>
      act('refundPayment', {
        params: { tenantId: tenant.id, paymentId: payment.paymentId },
        body: { pence: penceIn(amount) ?? 0, reference: reference.trim(), reason: reason.trim() },
        changes: ['everything'],
        next: onClose,
        says: ({ state, pence }) => SAID[state](money(pence)),
      }),
  });
  return (
    <FormDialog
      title={`Refund ${tenant.name}`}
      form={form}
      button="Refund"
      isDanger
      about={
        <p>
          {money(payment.totalPence)} were paid for {credits(payment.credits)}. The credits of what you refund
          leave the wallet, and a credit note is issued.
        </p>
      }
      onClose={onClose}
    >
      <Field
        form={form}
        name="amount"
        label="Amount in pounds"
        hint="Including VAT"
        inputMode="decimal"
        isShort
      />
      <Field form={form} name="reference" label="Reference" hint="Using the same one again refunds nothing" />
      <Field form={form} name="reason" label="Reason" />
    </FormDialog>
  );
}

const SAID: Record<'pending' | 'succeeded' | 'failed', (amount: string) => string> = {
  pending: (amount) => `The refund of ${amount} is recorded; the provider has yet to confirm it.`,
  succeeded: (amount) => `${amount} are refunded.`,
  failed: (amount) => `The provider refused to refund ${amount}. The credits are back in the wallet.`,
};

/** `12.5` -> 1250; null for what is no amount. */
function penceIn(text: string): number | null {
  const [, whole, part = ''] = /^£?(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', '')) ?? [];
  const pence = whole === undefined ? 0 : Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return pence > 0 ? pence : null;
}
