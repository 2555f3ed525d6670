// For operators: every tenant with its balance; create, top up, set prices, disable and enable. Never the content of a report.
import { useState } from 'react';
import { Link } from 'wouter';
import { post, put } from '../api/call.ts';
import { useForget, useGet } from '../api/queries.ts';
import type { AllTenants, OperatorTenant, TenantPrices, ToppedUp } from '../api/shapes.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Id } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { DialogButtons, Form, useForm } from '../parts/form.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { announce } from '../parts/toast.tsx';
import { credits, number, pounds } from '../parts/words.ts';

const API = '/v1/operator/tenants';
type Asked = { kind: 'create' } | { kind: 'top-up' | 'prices' | 'switch'; tenant: OperatorTenant };

export function OperatorTenantsPage() {
  const tenants = useGet<AllTenants>(API);
  const forget = useForget();
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = async (text: string): Promise<void> => {
    setAsked(null);
    announce(text);
    await forget(API);
  };
  const close = (): void => setAsked(null);
  return (
    <>
      <PageHeader
        title="Tenants"
        actions={
          <button type="button" className="button" onClick={() => setAsked({ kind: 'create' })}>
            Make a tenant
          </button>
        }
      />
      <Shown query={tenants} data={tenants.data}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No tenants yet.</EmptyState>
          ) : (
            <Table
              label="Tenants"
              head={['Name', 'State', 'Balance', 'Held', 'Id', 'Actions']}
              numbers={[2, 3]}
            >
              {items.map((tenant) => (
                <Row key={tenant.id} tenant={tenant} ask={setAsked} />
              ))}
            </Table>
          )
        }
      </Shown>
      {asked?.kind === 'create' && <CreateDialog onClose={close} onDone={done} />}
      {asked?.kind === 'top-up' && <TopUpDialog tenant={asked.tenant} onClose={close} onDone={done} />}
      {asked?.kind === 'prices' && <PricesDialog tenant={asked.tenant} onClose={close} onDone={done} />}
      {asked?.kind === 'switch' && <SwitchDialog tenant={asked.tenant} onClose={close} onDone={done} />}
    </>
  );
}

function Row({ tenant, ask }: { tenant: OperatorTenant; ask: (asked: Asked) => void }) {
  const { id, name, isEnabled, balance, held } = tenant;
  const of = <span className="unseen"> of {name}</span>;
  return (
    <tr>
      <th scope="row" className="wrap">
        <Link href={`/${id}/live/wallet`}>{name}</Link>
      </th>
      <td>
        {isEnabled ? (
          <Chip tone="ok" shape="●">
            On
          </Chip>
        ) : (
          <Chip tone="danger" shape="■">
            Off
          </Chip>
        )}
      </td>
      <td className="n">
        {number(balance)} <small>{pounds(balance)}</small>
      </td>
      <td className="n">{number(held)}</td>
      <td>
        <Id value={id} name="tenant id" />
      </td>
      <td>
        <span className="buttons nowrap">
          <button type="button" className="button second" onClick={() => ask({ kind: 'top-up', tenant })}>
            Add credits<span className="unseen"> to {name}</span>
          </button>
          <button type="button" className="button second" onClick={() => ask({ kind: 'prices', tenant })}>
            Prices{of}
          </button>
          <button type="button" className="button second" onClick={() => ask({ kind: 'switch', tenant })}>
            {isEnabled ? 'Switch off' : 'Switch on'}
            <span className="unseen"> {name}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}

type DialogProps = { onClose: () => void; onDone: (text: string) => Promise<void> };

function CreateDialog({ onClose, onDone }: DialogProps) {
  const form = useForm({
    id: 'tenant',
    initial: { name: '' },
    check: ({ name }): Record<string, string> =>
      name.trim() === '' ? { name: 'Enter the name of the tenant' } : {},
    send: async ({ name }) => {
      await post(API, { name: name.trim() });
      await onDone(`${name.trim()} is there, with an empty wallet.`);
    },
  });
  return (
    <Dialog title="Make a tenant" onClose={onClose}>
      <Form form={form}>
        <Field form={form} name="name" label="Name" hint="What people call it" />
        <DialogButtons form={form} onClose={onClose}>
          Make it
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

function TopUpDialog({ tenant, onClose, onDone }: DialogProps & { tenant: OperatorTenant }) {
  const form = useForm({
    id: 'top-up',
    initial: { amount: '', reference: '', reason: '' },
    check: ({ amount, reference, reason }): Record<string, string> => ({
      ...(!/^[1-9]\d{0,11}$/.test(amount) && { amount: 'Enter a whole number of credits, such as 10000' }),
      ...(reference.trim() === '' && { reference: 'Enter a reference, such as an invoice number' }),
      ...(reason.trim() === '' && { reason: 'Enter a reason for the statement' }),
    }),
    send: async ({ amount, reference, reason }) => {
      const body = { amount: Number(amount), reference: reference.trim(), reason: reason.trim() };
      const { balance, isRepeated } = await post<ToppedUp>(`${API}/${tenant.id}/top-ups`, body);
      await onDone(
        isRepeated
          ? 'This reference was booked before. Nothing was moved.'
          : `The balance is now ${credits(balance)}.`,
      );
    },
  });
  const typed = /^\d{1,12}$/.test(form.values.amount) ? Number(form.values.amount) : 0;
  return (
    <Dialog title={`Add credits to ${tenant.name}`} onClose={onClose}>
      <Form form={form}>
        <Field
          form={form}
          name="amount"
          label="Credits"
          hint={`1,000 credits are £1. This is ${pounds(typed)}`}
          inputMode="numeric"
        />
        <Field form={form} name="reference" label="Reference" hint="The same one again moves nothing" />
        <Field form={form} name="reason" label="Reason" hint="It stands on the statement" />
        <DialogButtons form={form} onClose={onClose}>
          Add the credits
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

function PricesDialog(props: DialogProps & { tenant: OperatorTenant }) {
  const prices = useGet<TenantPrices>(`${API}/${props.tenant.id}/prices`);
  return (
    <Dialog title={`Prices of ${props.tenant.name}`} onClose={props.onClose}>
      <Shown query={prices} data={prices.data}>
        {({ items }) => <PricesForm {...props} items={items} />}
      </Shown>
    </Dialog>
  );
}

function PricesForm({
  tenant,
  items,
  onClose,
  onDone,
}: DialogProps & { tenant: OperatorTenant; items: TenantPrices['items'] }) {
  const form = useForm({
    id: 'prices',
    initial: Object.fromEntries(items.map((item) => [item.code, String(item.credits)])) as Record<
      string,
      string
    >,
    check: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => !/^\d{1,9}$/.test(value))
          .map(([code]) => [code, 'Enter a whole number of credits, 0 or more']),
      ),
    send: async (values) => {
      const changed = items.filter((item) => values[item.code] !== String(item.credits));
      const wanted = changed.map((item) => ({ productCode: item.code, credits: Number(values[item.code]) }));
      if (wanted.length > 0) await put(`${API}/${tenant.id}/prices`, { prices: wanted });
      await onDone('The prices are in force within seconds.');
    },
  });
  return (
    <Form form={form}>
      {items.map(({ code, name, defaultCredits }) => (
        <Field
          key={code}
          form={form}
          name={code}
          label={name}
          hint={`List price ${credits(defaultCredits)}`}
          inputMode="numeric"
        />
      ))}
      <DialogButtons form={form} onClose={onClose}>
        Set the prices
      </DialogButtons>
    </Form>
  );
}

function SwitchDialog({ tenant, onClose, onDone }: DialogProps & { tenant: OperatorTenant }) {
  const [error, setError] = useState<Error | null>(null);
  const { id, name, isEnabled } = tenant;
  const act = async (): Promise<void> => {
    await post(`${API}/${id}/${isEnabled ? 'disable' : 'enable'}`);
    await onDone(`${name} is switched ${isEnabled ? 'off' : 'on'}.`);
  };
  return (
    <Dialog title={`Switch ${isEnabled ? 'off' : 'on'} ${name}`} onClose={onClose}>
      <p>
        {isEnabled
          ? 'Every call on it is refused, and its people are shut out.'
          : 'Calls on it are taken again.'}
      </p>
      {error !== null && (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <ActButton {...(isEnabled && { kind: 'danger-button' as const })} act={act} onError={setError}>
          Switch {isEnabled ? 'off' : 'on'} {name}
        </ActButton>
        <button type="button" className="button second" onClick={onClose}>
          Cancel
        </button>
      </p>
    </Dialog>
  );
}
