// Invoices and credit notes, each as a PDF, and whom they are made out to.
import { useState } from 'react';
import { download, pathOf } from '../../api/call.ts';
import { useGet, useList } from '../../api/queries.ts';
import type { Invoice } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Area, Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Older } from '../../parts/list-actions.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Time } from '../../parts/relative-time.tsx';
import { useAct } from '../../parts/use-act.ts';
import { money } from '../../parts/words.ts';

export function Invoices({ mayManage }: { mayManage: boolean }) {
  const invoices = useList('listInvoices', {});
  const { tenantId } = useTenant();
  const [isSetting, setSetting] = useState(false);
  const columns: Column<Invoice>[] = [
    { head: 'Number', phone: 'name', cell: (invoice) => invoice.number },
    { head: 'Kind', cell: ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note') },
    { head: 'Total', isNumber: true, cell: ({ totalPence }) => money(totalPence) },
    { head: 'VAT', isNumber: true, cell: ({ vatPence }) => money(vatPence) },
    { head: 'Date', cell: ({ issuedAt }) => <Time at={issuedAt} /> },
    {
      head: 'Download',
      cell: ({ invoiceId, number: name }) => (
        <ActButton
          kind="second"
          act={() =>
            download(
              pathOf('readInvoice', { params: { invoiceId } }, tenantId),
              `invoice-${name}.pdf`,
              'application/pdf',
            )
          }
        >
          PDF
        </ActButton>
      ),
    },
  ];
  return (
    <Panel
      title="Invoices"
      action={
        mayManage && (
          <button type="button" className="button second" onClick={() => setSetting(true)}>
            Billing details
          </button>
        )
      }
    >
      <DataTable
        label="Invoices"
        columns={columns}
        rows={invoices.rows}
        query={invoices}
        keyOf={({ invoiceId }) => invoiceId}
        empty={<EmptyState>An invoice is issued with every payment.</EmptyState>}
      />
      <Older query={invoices} />
      {isSetting && <DetailsDialog onClose={() => setSetting(false)} />}
    </Panel>
  );
}

function DetailsDialog({ onClose }: { onClose: () => void }) {
  const details = useGet('readBillingDetails');
  if (details.data === undefined) return null;
  return <DetailsForm {...details.data} onClose={onClose} />;
}

function DetailsForm(props: {
  name: string | null;
  address: string | null;
  vatNumber: string | null;
  onClose: () => void;
}) {
  const act = useAct();
  const form = useForm({
    id: 'billing',
    initial: { name: props.name ?? '', address: props.address ?? '', vatNumber: props.vatNumber ?? '' },
    check: ({ name, address }): Record<string, string> => ({
      ...(name.trim() === '' && { name: 'Enter the name of the company' }),
      ...(address.trim() === '' && { address: 'Enter its address' }),
    }),
    send: ({ name, address, vatNumber }) =>
      act('setBillingDetails', {
        body: {
          name: name.trim(),
          address: address.trim(),
          ...(vatNumber.trim() !== '' && { vatNumber: vatNumber.trim() }),
        },
        changes: ['readBillingDetails'],
        next: props.onClose,
        says: 'The billing details are saved.',
      }),
  });
  return (
    <FormDialog
      title="Billing details"
      form={form}
      button="Save"
      about={
        <p>Invoices are made out to this company from now on. Those that were issued stay as they are.</p>
      }
      onClose={props.onClose}
    >
      <Field form={form} name="name" label="Company name" />
      <Area form={form} name="address" label="Address" />
      <Field form={form} name="vatNumber" label="VAT number (optional)" isShort />
    </FormDialog>
  );
}
