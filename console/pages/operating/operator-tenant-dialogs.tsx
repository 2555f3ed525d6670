// What an operator does to a tenant: invite its owner, add credits, set prices, switch it off and on.
import type { TenantDetail } from '../../api/shapes.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SubmitButton, useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { announce } from '../../parts/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits, pounds } from '../../parts/words.ts';

export function OnOff({ isEnabled }: { isEnabled: boolean }) {
  return isEnabled ? <Chip tone="ok" shape="●" word="On" /> : <Chip tone="danger" shape="■" word="Off" />;
}

export function InviteOwnerForm(props: {
  tenantId: string;
  onDone?: () => void;
  /** Goes on without an owner. */
  onSkip?: () => void;
}) {
  const act = useAct();
  const form = useForm({
    id: 'owner',
    initial: { email: '' },
    check: ({ email }): Record<string, string> =>
      /^\S+@\S+\.\S+$/.test(email.trim())
        ? {}
        : { email: 'Enter an e-mail address, such as name@example.com' },
    send: ({ email }) =>
      act('inviteOwner', {
        params: { tenantId: props.tenantId },
        body: { email: email.trim() },
        changes: ['listAllTenants'],
        next: props.onDone,
        says: `An invitation is on its way to ${email.trim()}.`,
      }),
  });
  return (
    <Form form={form} label="Invite the owner">
      <Field
        form={form}
        name="email"
        label="E-mail address of the owner"
        type="email"
        hint="The link works once, for seven days. The owner invites everyone else."
      />
      <p className="buttons">
        <SubmitButton isBusy={form.isBusy}>Send invitation</SubmitButton>
        {props.onSkip !== undefined && (
          <button type="button" className="button second" onClick={props.onSkip}>
            Skip for now
          </button>
        )}
      </p>
    </Form>
  );
}

type DialogProps = { tenant: TenantDetail; onClose: () => void };

export function TopUpDialog({ tenant, onClose }: DialogProps) {
  const act = useAct();
  const form = useForm({
    id: 'top-up',
    initial: { amount: '', reference: '', reason: '' },
    check: ({ amount, reference, reason }): Record<string, string> => ({
      ...(!/^[1-9]\d{0,11}$/.test(amount) && { amount: 'Enter a whole number of credits, such as 10000' }),
      ...(reference.trim() === '' && { reference: 'Enter a reference, such as an invoice number' }),
      ...(reason.trim() === '' && { reason: 'Enter a reason for the statement' }),
    }),
    send: ({ amount, reference, reason }) =>
      act('topUpTenant', {
        params: { tenantId: tenant.id },
        body: { amount: Number(amount), reference: reference.trim(), reason: reason.trim() },
        changes: ['listAllTenants'],
        next: onClose,
        says: ({ balance, isRepeated }) =>
          isRepeated
            ? 'This reference was used before. No credits were added.'
            : `The balance is now ${credits(balance)}.`,
      }),
  });
  const typed = /^\d{1,12}$/.test(form.values.amount) ? Number(form.values.amount) : 0;
  return (
    <FormDialog title={`Add credits to ${tenant.name}`} form={form} button="Add credits" onClose={onClose}>
      <Field
        form={form}
        name="amount"
        label="Credits"
        hint={`1,000 credits are £1. This is ${pounds(typed)}`}
        inputMode="numeric"
      />
      <Field form={form} name="reference" label="Reference" hint="Using the same one again adds nothing" />
      <Field form={form} name="reason" label="Reason" hint="Shown on the statement" />
    </FormDialog>
  );
}

export function PricesDialog({ tenant, onClose }: DialogProps) {
  const act = useAct();
  const items = tenant.prices;
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
      const says = 'The new prices apply within seconds.';
      if (changed.length === 0) {
        onClose();
        return announce(says);
      }
      await act('setTenantPrices', {
        params: { tenantId: tenant.id },
        body: {
          prices: changed.map(({ code }) => ({ productCode: code, credits: Number(values[code]) })),
        },
        changes: ['listAllTenants'],
        next: onClose,
        says,
      });
    },
  });
  return (
    <FormDialog title={`Prices for ${tenant.name}`} form={form} button="Save prices" onClose={onClose}>
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
    </FormDialog>
  );
}

export function SwitchDialog({ tenant, onClose }: DialogProps) {
  const act = useAct();
  const { id, name, isEnabled } = tenant;
  const switchIt = () =>
    act(isEnabled ? 'disableTenant' : 'enableTenant', {
      params: { tenantId: id },
      changes: ['listAllTenants'],
      next: onClose,
      says: `${name} is switched ${isEnabled ? 'off' : 'on'}.`,
    });
  const title = `Switch ${isEnabled ? 'off' : 'on'} ${name}`;
  return (
    <ConfirmDialog title={title} button={title} isHarmless={!isEnabled} act={switchIt} onClose={onClose}>
      <p>
        {isEnabled
          ? 'All its API calls are refused within 5 seconds, and its members are locked out. Nothing is deleted; you can switch it on again.'
          : 'Its API calls are accepted again, and its members can sign in.'}
      </p>
    </ConfirmDialog>
  );
}
