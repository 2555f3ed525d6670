// Below the statement, where tenants pay here or an operator has recorded a payment: payments, invoices, saved cards and automatic top-up.
import { useState } from 'react';
import { useGet, useList } from '../../api/queries.ts';
import type { AutomaticTopUp, Payment, PaymentMethod } from '../../api/shapes.ts';
import { useMay } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Older } from '../../parts/list-actions.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Chip } from '../../parts/status-chip.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits, money, number } from '../../parts/words.ts';
import { Invoices } from './invoices.tsx';
import { PAYMENT_COLUMNS } from './payment-columns.tsx';
import { ConfirmButton, leaveTo, penceOf } from './top-up.tsx';

export function WaysToPay() {
  const may = useMay();
  const settings = useGet('readPaymentSettings');
  const mayManage = may('wallet:manage');
  // They are of live mode.
  const mayRead = mayManage || may('reports:live') || may('service:operate');
  const takesCards = settings.data?.takesCards === true;
  const payments = useGet('listPayments', { when: mayRead && !takesCards });
  if (settings.data === undefined) return null;
  // Where nobody takes cards there is something to show once an operator has recorded a payment.
  if (!takesCards && (payments.data?.items ?? []).length === 0) return null;
  return (
    <>
      {settings.data.debt > 0 && <Debt debt={settings.data.debt} mayManage={mayManage && takesCards} />}
      {mayManage && takesCards && <Cards vatPercent={settings.data.vatPercent} />}
      {mayRead && <Payments mayManage={mayManage} />}
      {mayRead && <Invoices mayManage={mayManage} />}
    </>
  );
}

function Debt({ debt, mayManage }: { debt: number; mayManage: boolean }) {
  const act = useAct();
  const settle = (
    <ActButton
      kind="second"
      act={() =>
        act('settleDebt', {
          changes: ['readPaymentSettings', 'readOverview', 'listPayments'],
          next: ({ payment }) => leaveTo(payment?.url ?? null),
        })
      }
    >
      Pay the debt
    </ActButton>
  );
  return (
    <Callout tone="danger" isAlert title="The wallet is suspended" action={mayManage && settle}>
      A payment went back to its bank after its credits were spent. Live reports are refused until{' '}
      {credits(debt)} are paid; everything else works.
    </Callout>
  );
}

const nameOf = ({ brand, last4 }: PaymentMethod): string =>
  `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
const expiryOf = ({ expiryMonth, expiryYear }: PaymentMethod): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

function Cards({ vatPercent }: { vatPercent: number }) {
  const act = useAct();
  const methods = useGet('listPaymentMethods');
  const automatic = useGet('readAutomaticTopUp');
  const [removed, setRemoved] = useState<PaymentMethod | null>(null);
  const [isSetting, setSetting] = useState(false);
  const cards = methods.data?.items;
  const columns: Column<PaymentMethod>[] = [
    { head: 'Card', phone: 'name', cell: nameOf },
    { head: 'Expires', cell: expiryOf },
    {
      head: 'Automatic top-up',
      phone: 'chip',
      cell: ({ paymentMethodId }) =>
        automatic.data?.isOn && automatic.data.paymentMethodId === paymentMethodId ? (
          <Chip tone="ok" shape="●" word="On" />
        ) : (
          <Chip tone="plain" shape="○" word="Off" />
        ),
    },
    {
      head: 'Remove',
      cell: (card) => (
        <button type="button" className="button second" onClick={() => setRemoved(card)}>
          Remove
        </button>
      ),
    },
  ];
  return (
    <Panel
      title="Cards and automatic top-up"
      action={
        <>
          {(cards ?? []).length > 0 && (
            <button type="button" className="button second" onClick={() => setSetting(true)}>
              {automatic.data?.isOn ? 'Change automatic top-up' : 'Set up automatic top-up'}
            </button>
          )}
          <ActButton
            kind="second"
            act={() =>
              act('addPaymentMethod', { changes: ['listPaymentMethods'], next: ({ url }) => leaveTo(url) })
            }
          >
            Add card
          </ActButton>
        </>
      }
    >
      {automatic.data !== undefined && <AutomaticSaid automatic={automatic.data} vatPercent={vatPercent} />}
      <DataTable
        label="Cards"
        columns={columns}
        rows={cards}
        query={methods}
        keyOf={({ paymentMethodId }) => paymentMethodId}
        empty={<EmptyState>No card is saved. Save one to top up automatically.</EmptyState>}
      />
      {isSetting && automatic.data !== undefined && cards !== undefined && (
        <AutomaticDialog
          automatic={automatic.data}
          {...{ cards, vatPercent }}
          onClose={() => setSetting(false)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          title="Remove this card?"
          button="Remove card"
          onClose={() => setRemoved(null)}
          act={() =>
            act('removePaymentMethod', {
              params: { paymentMethodId: removed.paymentMethodId },
              changes: ['listPaymentMethods', 'readAutomaticTopUp'],
              next: () => setRemoved(null),
              says: 'The card is removed.',
            })
          }
        >
          {nameOf(removed)} is removed here and at the payment provider. Automatic top-up by it is switched
          off.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function AutomaticSaid({ automatic, vatPercent }: { automatic: AutomaticTopUp; vatPercent: number }) {
  const { isOn, threshold, credits: bought, offReason } = automatic;
  if (offReason === 'failed-three-times')
    return (
      <div className="in">
        <Callout tone="warn" title="Automatic top-up is switched off">
          The card was declined three times in a row. Use another card, or check it with your bank.
        </Callout>
      </div>
    );
  if (!isOn || threshold === null || bought === null) return null;
  return (
    <p className="in">
      {number(bought)} credits are bought for {money(penceOf(bought, vatPercent))} when fewer than{' '}
      {number(threshold)} are left.
    </p>
  );
}

const NUMBER = /^[1-9]\d{0,7}$/;

function AutomaticDialog(props: {
  automatic: AutomaticTopUp;
  cards: PaymentMethod[];
  vatPercent: number;
  onClose: () => void;
}) {
  const act = useAct();
  const { automatic, cards, vatPercent } = props;
  const isKept = cards.some(({ paymentMethodId }) => paymentMethodId === automatic.paymentMethodId);
  const form = useForm({
    id: 'automatic',
    initial: {
      isOn: 'on',
      threshold: String(automatic.threshold ?? 10_000),
      credits: String(automatic.credits ?? 50_000),
      card: (isKept ? automatic.paymentMethodId : cards[0]?.paymentMethodId) ?? '',
    },
    check: ({ threshold, credits: bought }): Record<string, string> => ({
      ...(!NUMBER.test(threshold.trim()) && { threshold: 'Enter a number of credits' }),
      ...((!NUMBER.test(bought.trim()) || Number(bought) < 1_000 || Number(bought) % 10 > 0) && {
        credits: 'Enter a number of credits from 1,000 that ends in 0',
      }),
    }),
    send: ({ isOn, threshold, credits: bought, card }) =>
      act('setAutomaticTopUp', {
        body: {
          isOn: isOn === 'on',
          threshold: Number(threshold),
          credits: Number(bought),
          paymentMethodId: card,
        },
        changes: ['readAutomaticTopUp'],
        next: props.onClose,
        says: 'Automatic top-up is saved.',
      }),
  });
  const bought = Number(form.values.credits);
  const isPriced = NUMBER.test(form.values.credits.trim());
  return (
    <FormDialog title="Automatic top-up" form={form} button="Save" onClose={props.onClose}>
      <Select
        form={form}
        name="isOn"
        label="Automatic top-up"
        options={[
          ['on', 'On'],
          ['off', 'Off'],
        ]}
      />
      <Field
        form={form}
        name="threshold"
        label="When the balance falls below"
        hint="In credits"
        inputMode="numeric"
        isShort
      />
      <Field
        form={form}
        name="credits"
        label="Credits to buy"
        hint={
          isPriced
            ? `You pay ${money(penceOf(bought, vatPercent))} each time${vatPercent > 0 ? `, including VAT at ${vatPercent} %` : ''}`
            : '1,000 credits are £1'
        }
        inputMode="numeric"
        isShort
      />
      <Select
        form={form}
        name="card"
        label="Card"
        options={cards.map((card) => [card.paymentMethodId, `${nameOf(card)}, ${expiryOf(card)}`])}
      />
    </FormDialog>
  );
}

const NEXT: Column<Payment> = {
  head: 'Next',
  cell: ({ state, paymentId }) => (state === 'needs-action' ? <ConfirmButton paymentId={paymentId} /> : null),
};

function Payments({ mayManage }: { mayManage: boolean }) {
  const payments = useList('listPayments', {});
  const columns: Column<Payment>[] = [
    ...PAYMENT_COLUMNS,
    ...(payments.rows?.some(({ state }) => state === 'needs-action') && mayManage ? [NEXT] : []),
  ];
  return (
    <Panel title="Payments">
      <DataTable
        label="Payments"
        columns={columns}
        rows={payments.rows}
        query={payments}
        keyOf={({ paymentId }) => paymentId}
        empty={<EmptyState>No payment was made yet.</EmptyState>}
      />
      <Older query={payments} />
    </Panel>
  );
}
