// Composes payments: the provider that the settings name, and everything that asks it or is told by it.
import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { OperatorPaymentNeeds } from '../http/routes/operating/operator-payments.ts';
import type { PaymentEventNeeds } from '../http/routes/wallet/payment-events.ts';
import type { WaysToPayNeeds } from '../http/routes/wallet/ways-to-pay.ts';
import { openProvider } from '../payments/index.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { providerOf } from '../payments/settings.ts';
import type { PdfMaker } from '../pdf/pdf-maker.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createApplyReading } from '../usecases/wallet/apply-reading.ts';
import { createIssueInvoice, type Seller } from '../usecases/wallet/issue-invoice.ts';
import { createListPaymentSigns } from '../usecases/wallet/list-payment-signs.ts';
import { createPayments, createPriceCredits } from '../usecases/wallet/payments.ts';
import { createPrintInvoice } from '../usecases/wallet/print-invoice.ts';
import { createRefundPayment } from '../usecases/wallet/refund-payment.ts';
import { createTakePaymentEvent } from '../usecases/wallet/take-payment-event.ts';
import { createTendPayments, type TendPayments } from '../usecases/wallet/tend-payments.ts';
import { createWaysToPay } from '../usecases/wallet/ways-to-pay.ts';
import type { Stores } from './stores.ts';

type PaymentParts = {
  forApp: WaysToPayNeeds & OperatorPaymentNeeds & Omit<PaymentEventNeeds, 'metrics'>;
  tend: TendPayments;
  close(): Promise<void>;
};

/** In place of the provider of the settings: tests bring one of their own. */
export type OpenPayments = (parts: { nowMs: () => number }) => Promise<PaymentProvider> | PaymentProvider;

export async function composePayments(given: {
  config: Config;
  stores: Stores;
  metrics: Metrics;
  makePdf: PdfMaker['make'];
  workers: number;
  open?: OpenPayments | undefined;
}): Promise<PaymentParts> {
  const { config, stores, metrics } = given;
  const { database, nowMs } = stores;
  const provider = given.open === undefined ? await openConfigured(given) : await given.open({ nowMs });
  const isSimulated = provider?.isSimulated ?? false;
  const seller = sellerOf(config, isSimulated);
  const price = createPriceCredits({ hasVat: (seller?.party.vatNumber ?? null) !== null, nowMs });
  const issue = createIssueInvoice({ seller, nowMs });
  const { publicUrl } = config;
  const apply = createApplyReading({
    database,
    issue,
    onMoved: ({ purpose, state }) => metrics.countPayment(purpose, state),
  });
  const refundPayment = createRefundPayment({ database, provider, issue, price, idOf, nowMs });
  return {
    forApp: {
      payments: createPayments({ database, provider, publicUrl, price, apply }),
      waysToPay: createWaysToPay({ database, provider }),
      printInvoice: createPrintInvoice({ makePdf: given.makePdf, isSimulated }),
      refundPayment,
      listPaymentSigns: createListPaymentSigns({ database, provider }),
      takePaymentEvent: createTakePaymentEvent({ database, provider, apply }),
    },
    tend: createTendPayments({ database, provider, publicUrl, price, apply, nowMs, refunds: refundPayment }),
    close: async () => provider?.close(),
  };
}

/** The simulator keeps its books in memory: of several workers each would have its own, so then there is none. */
async function openConfigured(given: {
  config: Config;
  stores: Stores;
  workers: number;
}): Promise<PaymentProvider | null> {
  const { config, stores, workers } = given;
  const provider = providerOf(config);
  if (workers > 1 && provider === 'stripe' && config.STRIPE_SECRET_KEY === null) return null;
  return openProvider({ provider, settings: config, nowMs: stores.nowMs });
}

function sellerOf(config: Config, isSimulated: boolean): Seller | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_VAT_NUMBER: vatNumber } = config;
  const prefix = config.INVOICE_PREFIX;
  if (name !== null) return { prefix, party: { name, address: address ?? '', vatNumber } };
  if (!isSimulated) return null;
  const party = {
    name: 'Example Credits Ltd',
    address: '1 Example Street, London',
    vatNumber: 'GB000000000',
  };
  return { prefix, party };
}

/** One reference of a payment that was noted by hand has one id. */
function idOf(tenantId: string, reference: string): string {
  const hex = createHash('sha256').update(`${tenantId} ${reference}`).digest('hex');
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
