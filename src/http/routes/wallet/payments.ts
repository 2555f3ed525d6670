// Payments of a tenant: top-ups, a debt that is settled, what became of each. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import type { Payment } from '../../../storage/wallet/payments.ts';
import type { Payments } from '../../../usecases/wallet/payments.ts';
import { pageOf } from '../../request.ts';
import {
  MakeTopUpRequest,
  PaymentAnswer,
  PaymentParams,
  PaymentSettingsAnswer,
  PaymentsAnswer,
  PaymentsQuery,
  SettleAnswer,
} from '../../schemas/wallet/payments.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

export type PaymentNeeds = { payments: Payments };

// They are of live mode as a whole.
const reading = { access: 'wallet:read', isOfLive: true } as const;
const manage = { access: 'wallet:manage', isOfLive: true } as const;

export function paymentRoutes(app: FastifyInstance, { payments }: PaymentNeeds): void {
  const route = tenantRoutes(app, 'Payments');

  route.get(
    '/:tenantId/v1/payment-settings',
    {
      config: { access: 'wallet:read' },
      operationId: 'readPaymentSettings',
      summary: 'Whether tenants pay here, the rate of VAT, and the debt',
      answer: PaymentSettingsAnswer,
    },
    async ({ caller }) => ({
      takesCards: payments.provider !== null,
      simulated: payments.isSimulated,
      vatPercent: payments.price(0).vatPercent,
      debt: await payments.debtOf(caller.tenantId),
    }),
  );

  route.post(
    '/:tenantId/v1/top-ups',
    {
      config: { ...manage, isIdempotent: true },
      operationId: 'makeTopUp',
      summary: 'Buy credits',
      description:
        'Answers where to pay. The credits are in the wallet once the provider says that the money came, usually before the payer is back.',
      body: MakeTopUpRequest,
      answer: PaymentAnswer,
      status: 201,
      refuses: ['conflict', 'service-unavailable'],
    },
    async ({ caller, body, resourceId, from }) => {
      const given = { id: resourceId, credits: body.credits, keepCard: body.keepCard ?? false };
      return toAnswer(await payments.topUp(caller, given, from));
    },
  );

  route.post(
    '/:tenantId/v1/settlements',
    {
      config: { ...manage, isIdempotent: true },
      operationId: 'settleDebt',
      summary: 'Pay the debt of the wallet',
      description:
        'After a payment whose money went back. Takes what is in the wallet, and answers where to pay the rest.',
      answer: SettleAnswer,
      refuses: ['conflict', 'service-unavailable'],
    },
    async ({ caller, resourceId, from }) => {
      const payment = await payments.settle(caller, resourceId, from);
      const debt = await payments.debtOf(caller.tenantId);
      return { debt, payment: payment === null ? null : toAnswer(payment) };
    },
  );

  route.get(
    '/:tenantId/v1/payments',
    {
      config: reading,
      operationId: 'listPayments',
      summary: 'The payments of the tenant',
      query: PaymentsQuery,
      answer: PaymentsAnswer,
    },
    async ({ caller, query }) => {
      const { items, token } = await payments.list(caller.tenantId, pageOf(query));
      return { items: items.map(toAnswer), token };
    },
  );

  route.get(
    '/:tenantId/v1/payments/:paymentId',
    {
      config: reading,
      params: PaymentParams,
      operationId: 'readPayment',
      summary: 'One payment',
      answer: PaymentAnswer,
      refuses: ['not-found'],
    },
    async ({ caller, params }) => toAnswer(await payments.read(caller.tenantId, params.paymentId)),
  );

  for (const [verb, operationId, summary, description] of [
    [
      'refresh',
      'refreshPayment',
      'Ask the provider about a payment now',
      'For a payer who came back before the provider told us. It is asked again by itself, within seconds at first.',
    ],
    [
      'resume',
      'resumePayment',
      'Pay in person what waits for it',
      'Of an automatic top-up that the bank wants to ask about. Answers where.',
    ],
  ] as const)
    route.post(
      `/:tenantId/v1/payments/:paymentId/${verb}`,
      {
        config: { ...manage, isIdempotent: true },
        params: PaymentParams,
        operationId,
        summary,
        description,
        answer: PaymentAnswer,
        refuses: ['not-found', 'conflict', 'service-unavailable'],
      },
      async ({ caller, params }) => toAnswer(await payments[verb](caller, params.paymentId)),
    );
}

export function toAnswer(payment: Payment) {
  const { purpose, state, credits, netPence, vatPercent, vatPence, totalPence, url, failure } = payment;
  const { refundedPence, disputedPence, createdAt, succeededAt } = payment;
  return {
    paymentId: payment.id,
    purpose,
    state,
    credits,
    netPence,
    vatPercent,
    vatPence,
    totalPence,
    url,
    failure,
    refundedPence,
    disputedPence,
    createdAt,
    succeededAt,
  };
}
