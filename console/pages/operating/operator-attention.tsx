// For operators: what payments need of them, by tenant, and a dialog that resolves by hand what nobody else can.
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { OperatorAttentionItem } from '../../api/shapes.ts';
import { Callout } from '../../parts/callout.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAct } from '../../parts/use-act.ts';

const ATTENTION_MS = 30_000;

export function OperatorAttention() {
  const attention = useGet('readOperatorAttention', { everyMs: ATTENTION_MS });
  const [resolved, setResolved] = useState<OperatorAttentionItem | null>(null);
  const items = attention.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Callout tone="warn" title="Payments need attention">
      <ul>
        {items.map((item) => (
          <li key={`${item.tenantId} ${item.kind} ${item.paymentId}`}>
            <Link href={`/operator/tenants/${item.tenantId}`}>
              <bdi>{item.tenantName}</bdi>
            </Link>
            : {item.message}
            {item.since !== null && (
              <>
                {' ('}
                <RelativeTime at={item.since} />)
              </>
            )}{' '}
            {(item.kind === 'payment-differs' || item.kind === 'refund-stuck') && (
              <button type="button" className="button second small" onClick={() => setResolved(item)}>
                Resolve
              </button>
            )}
          </li>
        ))}
      </ul>
      {resolved !== null && <ResolveDialog item={resolved} onClose={() => setResolved(null)} />}
    </Callout>
  );
}

function ResolveDialog({ item, onClose }: { item: OperatorAttentionItem; onClose: () => void }) {
  const act = useAct();
  const isRefund = item.kind === 'refund-stuck';
  const form = useForm({
    id: 'resolve',
    initial: { returned: '', reason: '' },
    check: ({ returned, reason }): Record<string, string> => ({
      ...(returned === '' && { returned: 'Select whether the payer has the money back' }),
      ...(reason.trim() === '' && { reason: 'Enter what you found and did' }),
    }),
    send: ({ returned, reason }) =>
      act('resolvePayment', {
        params: { tenantId: item.tenantId, paymentId: item.paymentId ?? '' },
        body: { moneyReturned: returned === 'yes', reason: reason.trim() },
        changes: ['everything'],
        next: onClose,
        says: 'The payment is resolved.',
      }),
  });
  return (
    <FormDialog
      title={`Resolve a ${isRefund ? 'refund' : 'payment'} of ${item.tenantName}`}
      form={form}
      button="Resolve"
      about={
        <p>
          {isRefund
            ? 'Look it up at the payment provider first. If the payer has the money back, the credit note is issued; if not, the credits go back into the wallet.'
            : 'Refund it at the payment provider, or add the credits, before you resolve it. Resolving moves neither money nor credits.'}
        </p>
      }
      onClose={onClose}
    >
      <Select
        form={form}
        name="returned"
        label="Does the payer have the money back?"
        options={[
          ['', 'Select'],
          ['yes', 'Yes'],
          ['no', 'No'],
        ]}
      />
      <Field form={form} name="reason" label="What you found and did" />
    </FormDialog>
  );
}
