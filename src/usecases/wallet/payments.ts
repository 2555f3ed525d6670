// Payments as a tenant's people make them: a top-up, the settling of a debt, a card to keep; reading and listing them. The row is there
// before the provider is asked, and the provider is asked under the row's id: whatever breaks in between, the same request goes on with it.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isOpen, type PaymentPurpose, penceOf, TOP_UP_MIN } from '../../domain/wallet/payment.ts';
import { vatOf, vatPercentOn } from '../../domain/wallet/vat.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import {
  findCustomer,
  findDebt,
  findPayment,
  insertCustomer,
  insertPayment,
  listPayments,
  lookSoon,
  type Payment,
  recordPage,
} from '../../storage/wallet/payments.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { cutPage, fromToken, type Page, type Paged } from '../page.ts';
import { type ApplyReading, settleDebt } from './apply-reading.ts';

/** Until its event comes, a page that nobody came back from is asked about so seldom. */
const LOOK_AFTER_SECONDS = 600;
/** After the payer came back: the first of 5 s, 30 s and 5 min. */
const LOOK_SOON_SECONDS = 5;

export type Priced = { netPence: number; vatPercent: number; vatPence: number };
/** What credits cost today. */
export type PriceCredits = (credits: number) => Priced;

export function createPriceCredits(needs: { hasVat: boolean; nowMs: () => number }): PriceCredits {
  return (credits) => {
    const netPence = penceOf(credits);
    const day = new Date(needs.nowMs()).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
    const vatPercent = needs.hasVat ? vatPercentOn(day) : 0;
    return { netPence, vatPercent, vatPence: vatOf(netPence, vatPercent) };
  };
}

export type Payments = ReturnType<typeof createPayments>;

export function createPayments(needs: {
  database: Database;
  provider: PaymentProvider | null;
  publicUrl: string;
  price: PriceCredits;
  apply: ApplyReading;
}) {
  const { database, provider, price } = needs;

  async function start(
    caller: Caller,
    given: { id: string; purpose: PaymentPurpose; credits: number; keepsCard: boolean },
    from: From,
  ): Promise<Payment> {
    const asked = needProvider(provider);
    const { tenantId } = caller;
    const customer = await customerOf(asked, tenantId);
    const { id, purpose, credits } = given;
    const object = { kind: 'payment', id };
    await makeAudited(database, { caller, from, action: 'payment-started', object }, async (tx) => {
      const isRepeated = (await findPayment(tx, tenantId, id)) !== null;
      const who = {
        personId: caller.credentialId === null ? caller.person.id : null,
        credentialId: caller.credentialId,
      };
      const of = { tenantId, provider: asked.id, isLive: asked.isLive, customer, methodId: null, note: null };
      if (!isRepeated) await insertPayment(tx, { ...given, ...of, ...price(credits), ...who });
      return { result: null, after: { purpose, credits }, isRepeated };
    });
    return openPage(asked, await read(tenantId, id), false);
  }

  async function openPage(asked: PaymentProvider, payment: Payment, isSecondTry: boolean): Promise<Payment> {
    const { tenantId, id, customer, credits, totalPence, keepsCard } = payment;
    if (!isOpen(payment.state) || (payment.session !== null && !isSecondTry)) return payment;
    const back = `${needs.publicUrl}/app/${tenantId}/live/wallet`;
    const page = await asked.startCheckout({
      tenantId,
      paymentId: id,
      customer: customer ?? '',
      credits,
      totalPence,
      keepsCard,
      isSecondTry,
      returnUrl: `${back}?payment=${id}`,
      cancelUrl: back,
    });
    if (page.kind === 'unanswered') throw notAnswered();
    await recordPage(database, payment, page.value, LOOK_AFTER_SECONDS);
    return read(tenantId, id);
  }

  async function customerOf(asked: PaymentProvider, tenantId: string): Promise<string> {
    const known = await findCustomer(database, tenantId, asked.id);
    if (known !== null) return known;
    const tenant = await findTenant(database, tenantId);
    const made = await asked.makeCustomer({ tenantId, name: tenant?.name ?? '' });
    if (made.kind === 'unanswered') throw notAnswered();
    await insertCustomer(database, tenantId, asked.id, made.value);
    return (await findCustomer(database, tenantId, asked.id)) ?? made.value;
  }

  async function read(tenantId: string, id: string): Promise<Payment> {
    const payment = isUuid(id) ? await findPayment(database, tenantId, id) : null;
    if (payment === null) throw new Refusal('not-found', 'There is no payment with this id.');
    return payment;
  }

  return {
    /** Null where an operator takes note of payments, and nobody else takes money. */
    provider: provider?.id ?? null,
    isSimulated: provider?.isSimulated ?? false,
    price,
    debtOf: (tenantId: string) => findDebt(database, tenantId),
    topUp: (
      caller: Caller,
      { id, credits, keepCard }: { id: string; credits: number; keepCard: boolean },
      from: From,
    ) => start(caller, { id, purpose: 'top-up', credits, keepsCard: keepCard }, from),
    keepCard: (caller: Caller, id: string, from: From) =>
      start(caller, { id, purpose: 'card', credits: 0, keepsCard: true }, from),

    /** From what is there, and by a payment for the rest. Null: nothing is owed any more. */
    async settle(caller: Caller, id: string, from: From): Promise<Payment | null> {
      const { tenantId } = caller;
      const known = await findPayment(database, tenantId, id);
      const debt = await database.transaction((tx) => settleDebt(tx, tenantId, id));
      if (debt === 0 && known === null) return null;
      // A payment has a least amount: what is over stays in the wallet.
      const credits = known?.credits ?? Math.max(TOP_UP_MIN, Math.ceil(debt / 10) * 10);
      return start(caller, { id, purpose: 'settle', credits, keepsCard: false }, from);
    },

    /** Pays in person what a bank would not pay without. */
    async resume({ tenantId }: Caller, id: string): Promise<Payment> {
      const asked = needProvider(provider);
      const payment = await read(tenantId, id);
      if (!isOpen(payment.state))
        throw new Refusal('conflict', 'This payment is over. Make a new top-up instead.');
      return openPage(asked, payment, payment.purpose === 'automatic' && payment.session === null);
    },

    /** Asks the provider now. */
    async refresh({ tenantId }: Caller, id: string): Promise<Payment> {
      const asked = needProvider(provider);
      const payment = await read(tenantId, id);
      if (!isOpen(payment.state) || payment.session === null) return payment;
      await lookSoon(database, tenantId, id, LOOK_SOON_SECONDS);
      const reading = await asked.read({ kind: 'session', session: payment.session });
      if (reading.kind === 'answered' && reading.value !== null) {
        await needs.apply(asked.id, reading.value, null);
      }
      return read(tenantId, id);
    },

    read,
    async list(tenantId: string, { size, token }: Page): Promise<Paged<Payment>> {
      const before = token === null ? null : cursorIn(token);
      const rows = await listPayments(database, tenantId, before, size + 1);
      return cutPage(rows, size, ({ createdAt, id }) => `${createdAt.toISOString()} ${id}`);
    },
  };
}

/** Of lists by time and id. */
export function cursorIn(token: string): { at: Date; id: string } {
  const [at = '', id = ''] = fromToken(token, (text) => CURSOR.test(text)).split(' ');
  return { at: new Date(at), id };
}
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-9a-f-]{36}$/;

export function needProvider(provider: PaymentProvider | null): PaymentProvider {
  if (provider !== null) return provider;
  throw new Refusal(
    'conflict',
    'This service takes no cards. Pay as you agreed with its operator, who puts the credits in.',
  );
}

export function notAnswered(): Refusal {
  return new Refusal(
    'service-unavailable',
    'The payment provider does not answer. Nothing was charged; your wallet works on. Try again in a minute, with the same Idempotency-Key.',
    { retryAfterSeconds: 60 },
  );
}
