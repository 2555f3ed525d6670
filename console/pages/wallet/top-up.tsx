// Buying credits: how many, what they cost with VAT, and on to the page where the card is typed. Where nobody takes cards: whom to ask. And
// what became of a payment, for a payer who comes back.
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { Payment, PaymentSettings } from '../../api/shapes.ts';
import { useMay, usePerson, useTenant } from '../../frame/tenant.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { Callout } from '../../parts/callout.tsx';
import { Choices } from '../../parts/choices.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAct } from '../../parts/use-act.ts';
import { credits, money, number } from '../../parts/words.ts';

const AMOUNTS = ['50000', '100000', '250000'];
const OTHER = 'other';
/** While the bank is asked. */
const EVERY_MS = 3_000;

/** 10 credits are a penny. */
export const penceOf = (credits: number, vatPercent: number): number =>
  Math.floor((credits / 10) * (1 + vatPercent / 100) + 0.5);
const isAmount = (text: string): boolean =>
  /^[1-9]\d{3,7}$/.test(text) && Number(text) % 10 === 0 && Number(text) <= 10_000_000;

export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const settings = useGet('readPaymentSettings');
  const may = useMay();
  if (settings.data === undefined) return null;
  return settings.data.takesCards && may('wallet:manage') ? (
    <BuyDialog settings={settings.data} onClose={onClose} />
  ) : (
    <AskDialog takesCards={settings.data.takesCards} onClose={onClose} />
  );
}

function BuyDialog({ settings, onClose }: { settings: PaymentSettings; onClose: () => void }) {
  const act = useAct();
  const { vatPercent } = settings;
  const form = useForm({
    id: 'top-up',
    initial: { amount: AMOUNTS[0] as string, other: '', keepCard: 'no' },
    check: ({ amount, other }): Record<string, string> =>
      amount === OTHER && !isAmount(other.trim())
        ? { other: 'Enter a number of credits from 1,000 to 10,000,000 that ends in 0' }
        : {},
    send: ({ amount, other, keepCard }) =>
      act('makeTopUp', {
        body: { credits: Number(amount === OTHER ? other : amount), keepCard: keepCard === 'yes' },
        changes: ['listPayments'],
        next: ({ url }) => leaveTo(url),
      }),
  });
  const { amount, other } = form.values;
  const chosen = amount === OTHER ? other.trim() : amount;
  return (
    <FormDialog title="Top up" form={form} button="Continue to payment" onClose={onClose}>
      <Choices
        legend="Credits"
        name="amount"
        value={amount}
        onChange={(value) => form.set('amount', value)}
        options={[
          ...AMOUNTS.map((value) => ({
            value,
            label: `${number(Number(value))} for ${money(penceOf(Number(value), vatPercent))}`,
          })),
          { value: OTHER, label: 'Another amount' },
        ]}
      />
      {amount === OTHER && (
        <Field form={form} name="other" label="Number of credits" inputMode="numeric" isShort />
      )}
      <Choices
        legend="Card"
        name="keepCard"
        value={form.values.keepCard}
        onChange={(value) => form.set('keepCard', value)}
        options={[
          { value: 'no', label: 'Use it once' },
          { value: 'yes', label: 'Save it for automatic top-up' },
        ]}
      />
      <p>
        {isAmount(chosen) ? `You pay ${money(penceOf(Number(chosen), vatPercent))}` : 'The price'}
        {vatPercent > 0 && `, including VAT at ${vatPercent} %`}. You enter the card on the page of the
        payment provider.
        {settings.simulated && ' Payments are simulated here: no money moves.'}
      </p>
    </FormDialog>
  );
}

/** Credits come from the operator. */
function AskDialog({ takesCards, onClose }: { takesCards: boolean; onClose: () => void }) {
  const { tenantId } = useTenant();
  const { isOperator } = usePerson();
  return (
    <Dialog title="How to top up" onClose={onClose}>
      {takesCards ? (
        <p>Owners and finance can buy credits here. Ask one of them.</p>
      ) : (
        <p>
          Credits are added by the people who run this service. Send them the amount, your purchase reference
          and the id of this tenant. The statement shows the top-up as soon as they have booked it.
        </p>
      )}
      <CopyField label="Tenant id" value={tenantId} />
      {isOperator && (
        <p>
          You are one of them: <Link href="/operator/tenants">Top up under Tenants</Link>
        </p>
      )}
    </Dialog>
  );
}

/** Of a payment that the payer has come back from: the provider is asked at once, and again while it is open. */
export function Returned({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const may = useMay();
  const act = useAct();
  const payment = useGet('readPayment', { params: { paymentId } });
  const isOpen = payment.data?.state === 'pending';
  const mayAsk = may('wallet:manage');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew while it is open, and not for every new function.
  useEffect(() => {
    if (!isOpen || !mayAsk) return;
    const ask = (): void =>
      void act('refreshPayment', {
        params: { paymentId },
        changes: ['readPayment', 'readOverview', 'listPayments', 'listInvoices', 'listPaymentMethods'],
      }).catch(() => {});
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, mayAsk, paymentId]);
  if (payment.data === undefined) return null;
  const close = (
    <button type="button" className="button second" onClick={onClose}>
      Close
    </button>
  );
  return <Said payment={payment.data} action={close} />;
}

function Said({ payment, action }: { payment: Payment; action: React.ReactNode }) {
  if (payment.state === 'succeeded')
    return (
      <Callout
        tone="info"
        title={payment.purpose === 'card' ? 'Card saved' : 'Payment succeeded'}
        action={action}
      >
        {payment.purpose === 'card'
          ? 'It can be used for automatic top-up.'
          : `${credits(payment.credits)} are in the wallet. The invoice is below.`}
      </Callout>
    );
  if (payment.state === 'pending')
    return (
      <Callout tone="info" title="Asking the bank">
        The payment is not confirmed yet. This page shows it as soon as it is; some banks take days.
      </Callout>
    );
  return (
    <Callout tone="warn" isAlert title="The payment did not succeed" action={action}>
      {payment.state === 'needs-attention'
        ? 'It was paid, but not as asked. The people who run this service look into it.'
        : 'Nothing was credited. You can try again with another card.'}
    </Callout>
  );
}

/** Of an automatic top-up that the bank wants to ask about. */
export function ConfirmButton({ paymentId }: { paymentId: string }) {
  const act = useAct();
  return (
    <ActButton
      kind="second"
      act={() =>
        act('resumePayment', {
          params: { paymentId },
          changes: ['listPayments'],
          next: ({ url }) => leaveTo(url),
        })
      }
    >
      Confirm payment
    </ActButton>
  );
}

export function leaveTo(url: string | null): void {
  if (url !== null) location.assign(url);
}
