// For operators: every tenant with its balance and spending; each has a page of its own. Never the content of a report.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { OperatorTenant } from '../../api/shapes.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAct } from '../../parts/use-act.ts';
import { number, pounds } from '../../parts/words.ts';
import { OperatorAttention } from './operator-attention.tsx';
import { InviteOwnerForm, OnOff } from './operator-tenant-dialogs.tsx';

type Made = { id: string; name: string };
const hrefOf = ({ id }: { id: string }): string => `/operator/tenants/${id}`;

const COLUMNS: Column<OperatorTenant>[] = [
  { head: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, phone: 'name', isWrapping: true },
  { head: 'State', cell: ({ isEnabled }) => <OnOff isEnabled={isEnabled} />, phone: 'chip' },
  { head: 'Balance', cell: ({ balance }) => <Amount credits={balance} />, isNumber: true },
  {
    head: 'Spent in 30 days',
    cell: ({ spentCredits }) => <Amount credits={spentCredits} />,
    isNumber: true,
    phone: 'hidden',
  },
  { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: 'hidden' },
];

export function OperatorTenantsPage() {
  const tenants = useGet('listAllTenants');
  const [isCreating, setCreating] = useState(false);
  const create = (
    <button type="button" className="button" onClick={() => setCreating(true)}>
      New tenant
    </button>
  );
  return (
    <ListPage
      title="Tenants"
      actions={create}
      figures={<OperatorAttention />}
      columns={COLUMNS}
      rows={tenants.data?.items}
      query={tenants}
      keyOf={({ id }) => id}
      hrefOf={hrefOf}
      empty={<EmptyState>There are no tenants yet. Create the first one.</EmptyState>}
    >
      {isCreating && <NewTenantDialog onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

function Amount({ credits }: { credits: number }) {
  return (
    <>
      {number(credits)} <small>{pounds(credits)}</small>
    </>
  );
}

/** First the name, then the invitation of its owner; afterwards the tenant's page. */
function NewTenantDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [, go] = useLocation();
  const act = useAct();
  const finish = (tenant: Made): void => {
    onClose();
    go(hrefOf(tenant));
  };
  const form = useForm({
    id: 'tenant',
    initial: { name: '' },
    check: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: 'Enter the name of the tenant' } : {},
    send: ({ name }) =>
      act('createTenant', { body: { name: name.trim() }, changes: ['listAllTenants'], next: setMade }),
  });
  if (made !== null) {
    return (
      <Dialog key="owner" title="Invite the owner" onClose={() => finish(made)}>
        <p className="hint">
          Step 2 of 2. <bdi>{made.name}</bdi> is created, with an empty wallet.
        </p>
        <InviteOwnerForm tenantId={made.id} onDone={() => finish(made)} onSkip={() => finish(made)} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      key="name"
      title="New tenant"
      form={form}
      button="Create tenant"
      about={<p className="hint">Step 1 of 2</p>}
      onClose={onClose}
    >
      <Field form={form} name="name" label="Name" hint="The name of the organisation" />
    </FormDialog>
  );
}
