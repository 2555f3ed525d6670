// Paying for credits: top-ups, cards, automatic top-up, invoices.
import type { Operations } from './generated.ts';
import type { CallOptions, KeyedOptions } from './options.ts';
import { at, createPages, type Pages } from './pages.ts';
import type { Transport } from './transport.ts';

type Answer<Id extends keyof Operations> = Operations[Id] extends { answer: infer Given } ? Given : never;
type Body<Id extends keyof Operations> = Operations[Id] extends { body: infer Given } ? Given : never;
type Item<Id extends keyof Operations> = Answer<Id> extends { items: (infer One)[] } ? One : never;

export type Payments = {
  /** How this tenant can pay, with its limits and VAT. */
  settings(options?: CallOptions): Promise<Answer<'readPaymentSettings'>>;
  /** Begins a payment; its `url` is where somebody pays. */
  topUp(body: Body<'makeTopUp'>, options?: KeyedOptions): Promise<Answer<'makeTopUp'>>;
  list(options?: CallOptions): Pages<Item<'listPayments'>, Answer<'listPayments'>>;
  read(paymentId: string, options?: CallOptions): Promise<Answer<'readPayment'>>;
  /** Asks the provider what became of it. */
  refresh(paymentId: string, options?: KeyedOptions): Promise<Answer<'refreshPayment'>>;
  /** Where one that the bank asks about is gone on with. */
  resume(paymentId: string, options?: KeyedOptions): Promise<Answer<'resumePayment'>>;
  /** Takes what is in the wallet for the debt, and says where the rest is paid. */
  settle(options?: KeyedOptions): Promise<Answer<'settleDebt'>>;
  cards(options?: CallOptions): Promise<Answer<'listPaymentMethods'>>;
  /** Begins to keep a card; its `url` is where it is entered. */
  addCard(options?: KeyedOptions): Promise<Answer<'addPaymentMethod'>>;
  removeCard(paymentMethodId: string, options?: CallOptions): Promise<void>;
  automatic(options?: CallOptions): Promise<Answer<'readAutomaticTopUp'>>;
  setAutomatic(body: Body<'setAutomaticTopUp'>, options?: CallOptions): Promise<Answer<'setAutomaticTopUp'>>;
  /** Who invoices are made out to. */
  details(options?: CallOptions): Promise<Answer<'readBillingDetails'>>;
  setDetails(body: Body<'setBillingDetails'>, options?: CallOptions): Promise<Answer<'setBillingDetails'>>;
  invoices(options?: CallOptions): Pages<Item<'listInvoices'>, Answer<'listInvoices'>>;
  invoice(invoiceId: string, options?: CallOptions): Promise<Answer<'readInvoice'>>;
};

export function createPayments({ call }: Transport): Payments {
  return {
    settings: async (options) => (await call('readPaymentSettings', {}, options)).body,
    topUp: async (body, options) => (await call('makeTopUp', { body }, options)).body,
    list: (options) =>
      createPages(async (token) => (await call('listPayments', { query: at(token) }, options)).body),
    read: async (paymentId, options) => (await call('readPayment', { path: { paymentId } }, options)).body,
    refresh: async (paymentId, options) =>
      (await call('refreshPayment', { path: { paymentId } }, options)).body,
    resume: async (paymentId, options) =>
      (await call('resumePayment', { path: { paymentId } }, options)).body,
    settle: async (options) => (await call('settleDebt', {}, options)).body,
    cards: async (options) => (await call('listPaymentMethods', {}, options)).body,
    addCard: async (options) => (await call('addPaymentMethod', {}, options)).body,
    removeCard: async (paymentMethodId, options) =>
      void (await call('removePaymentMethod', { path: { paymentMethodId } }, options)),
    automatic: async (options) => (await call('readAutomaticTopUp', {}, options)).body,
    setAutomatic: async (body, options) => (await call('setAutomaticTopUp', { body }, options)).body,
    details: async (options) => (await call('readBillingDetails', {}, options)).body,
    setDetails: async (body, options) => (await call('setBillingDetails', { body }, options)).body,
    invoices: (options) =>
      createPages(async (token) => (await call('listInvoices', { query: at(token) }, options)).body),
    invoice: async (invoiceId, options) => (await call('readInvoice', { path: { invoiceId } }, options)).body,
  };
}
