// The cards that a tenant keeps, automatic top-up, whom invoices are made out to, and the invoices. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Invoice } from '../../../domain/wallet/invoice.ts';
import type { AutomaticTopUpRow } from '../../../storage/wallet/automatic-top-ups.ts';
import type { Payments } from '../../../usecases/wallet/payments.ts';
import type { PrintInvoice } from '../../../usecases/wallet/print-invoice.ts';
import type { WaysToPay } from '../../../usecases/wallet/ways-to-pay.ts';
import { sendPdf, wantsPdf } from '../../pdf.ts';
import { pageOf, toId } from '../../request.ts';
import { Nothing } from '../../schemas/common.ts';
import {
  BillingDetailsAnswer,
  BillingDetailsRequest,
  InvoiceAnswer,
  InvoiceParams,
  InvoicesAnswer,
} from '../../schemas/wallet/invoices.ts';
import {
  AutomaticTopUpAnswer,
  AutomaticTopUpRequest,
  PaymentAnswer,
  PaymentMethodParams,
  PaymentMethodsAnswer,
  PaymentsQuery,
} from '../../schemas/wallet/payments.ts';
import { tenantRoutes } from '../../tenant-routes.ts';
import { toAnswer } from './payments.ts';

export type WaysToPayNeeds = { payments: Payments; waysToPay: WaysToPay; printInvoice: PrintInvoice };

/** All of it is of live mode. */
const manage = { access: 'wallet:manage', isOfLive: true } as const;

export function waysToPayRoutes(app: FastifyInstance, needs: WaysToPayNeeds): void {
  cardRoutes(app, needs);
  invoiceRoutes(app, needs);
}

function cardRoutes(app: FastifyInstance, { payments, waysToPay }: WaysToPayNeeds): void {
  const route = tenantRoutes(app, 'Payments');

  route.get(
    '/:tenantId/v1/payment-methods',
    {
      config: manage,
      operationId: 'listPaymentMethods',
      summary: 'The cards that are kept',
      answer: PaymentMethodsAnswer,
    },
    async ({ caller }) => ({
      items: (await waysToPay.listMethods(caller.tenantId)).map(({ id, reference: _theirs, ...card }) => ({
        paymentMethodId: id,
        ...card,
      })),
    }),
  );

  route.post(
    '/:tenantId/v1/payment-methods',
    {
      config: { ...manage, isIdempotent: true },
      operationId: 'addPaymentMethod',
      summary: 'Keep a card',
      description: 'Answers where to give it: its number never comes here. Nothing is charged.',
      answer: PaymentAnswer,
      status: 201,
      refuses: ['conflict', 'service-unavailable'],
    },
    async ({ caller, resourceId, from }) => toAnswer(await payments.keepCard(caller, resourceId, from)),
  );

  route.delete(
    '/:tenantId/v1/payment-methods/:paymentMethodId',
    {
      config: manage,
      params: PaymentMethodParams,
      operationId: 'removePaymentMethod',
      summary: 'Remove a card',
      description: 'At the provider too. Automatic top-up by this card is switched off.',
      answer: Nothing('The card is removed.'),
      refuses: ['not-found', 'conflict', 'service-unavailable'],
    },
    async ({ caller, params, from }) => waysToPay.removeMethod(caller, params.paymentMethodId, from),
  );

  route.get(
    '/:tenantId/v1/automatic-top-up',
    {
      config: manage,
      operationId: 'readAutomaticTopUp',
      summary: 'What is charged by itself',
      answer: AutomaticTopUpAnswer,
    },
    async ({ caller }) => toAutomatic(await waysToPay.readAutomatic(caller.tenantId)),
  );

  route.put(
    '/:tenantId/v1/automatic-top-up',
    {
      config: manage,
      operationId: 'setAutomaticTopUp',
      summary: 'Set what is charged by itself',
      description:
        'When fewer credits than the threshold are available, the card is charged, once. After three failures in a row it is switched off, and an e-mail says so.',
      body: AutomaticTopUpRequest,
      answer: AutomaticTopUpAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, body, from }) => {
      const to = { ...body, paymentMethodId: toId(body.paymentMethodId) };
      return toAutomatic(await waysToPay.setAutomatic(caller, to, from));
    },
  );
}

function invoiceRoutes(app: FastifyInstance, { waysToPay, printInvoice }: WaysToPayNeeds): void {
  const route = tenantRoutes(app, 'Payments');

  route.get(
    '/:tenantId/v1/billing-details',
    {
      config: manage,
      operationId: 'readBillingDetails',
      summary: 'Whom invoices are made out to',
      answer: BillingDetailsAnswer,
    },
    async ({ caller }) =>
      (await waysToPay.readDetails(caller.tenantId)) ?? { name: null, address: null, vatNumber: null },
  );

  route.put(
    '/:tenantId/v1/billing-details',
    {
      config: manage,
      operationId: 'setBillingDetails',
      summary: 'Set whom invoices are made out to',
      description: 'For invoices from now on: those that were issued are never changed.',
      body: BillingDetailsRequest,
      answer: BillingDetailsAnswer,
    },
    async ({ caller, body, from }) => {
      const { name, address, vatNumber = null } = body;
      return waysToPay.setDetails(caller, { name, address, vatNumber }, from);
    },
  );

  route.get(
    '/:tenantId/v1/invoices',
    {
      config: { access: 'wallet:read', isOfLive: true },
      operationId: 'listInvoices',
      summary: 'Invoices and credit notes',
      query: PaymentsQuery,
      answer: InvoicesAnswer,
    },
    async ({ caller, query }) => {
      const { items, token } = await waysToPay.listInvoices(caller.tenantId, pageOf(query));
      return { items: items.map(toInvoice), token };
    },
  );

  route.get(
    '/:tenantId/v1/invoices/:invoiceId',
    {
      config: { access: 'wallet:read', isOfLive: true, pdf: true },
      params: InvoiceParams,
      operationId: 'readInvoice',
      summary: 'One invoice, or as a PDF with Accept: application/pdf',
      answer: InvoiceAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params, request, reply }) => {
      const invoice = await waysToPay.readInvoice(caller.tenantId, params.invoiceId);
      if (wantsPdf(request)) return sendPdf(reply, `invoice-${invoice.number}`, await printInvoice(invoice));
      return toInvoice(invoice);
    },
  );
}

function toAutomatic(row: AutomaticTopUpRow | null) {
  if (row === null)
    return {
      isOn: false,
      threshold: null,
      credits: null,
      paymentMethodId: null,
      failures: 0,
      offReason: null,
    };
  const { isOn, threshold, credits, methodId, failures, offReason } = row;
  return { isOn, threshold, credits, paymentMethodId: methodId, failures, offReason };
}

function toInvoice({ id, ...invoice }: Invoice) {
  return { invoiceId: id, ...invoice };
}
