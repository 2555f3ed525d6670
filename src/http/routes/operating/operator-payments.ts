// What operators do to payments: take note of money that came by another way, give money back, resolve what waits for them.
import type { FastifyInstance } from 'fastify';
import type { ListPaymentSigns } from '../../../usecases/wallet/list-payment-signs.ts';
import type { RefundPayment } from '../../../usecases/wallet/refund-payment.ts';
import { TenantParams } from '../../schemas/common.ts';
import {
  NotePaymentRequest,
  OperatorAttention,
  RefundAnswer,
  RefundRequest,
  ResolvePaymentRequest,
} from '../../schemas/operating/operator-payments.ts';
import { PaymentAnswer, PaymentParams } from '../../schemas/wallet/payments.ts';
import { accountRoutes } from '../../tenant-routes.ts';
import { toAnswer } from '../wallet/payments.ts';
import { actorOf } from './operator.ts';

export type OperatorPaymentNeeds = { refundPayment: RefundPayment; listPaymentSigns: ListPaymentSigns };

const config = { access: 'operator' as const };

export function operatorPaymentRoutes(app: FastifyInstance, needs: OperatorPaymentNeeds): void {
  const route = accountRoutes(app, 'Operator');
  const { refundPayment } = needs;

  route.get(
    '/v1/operator/attention',
    {
      config,
      operationId: 'readOperatorAttention',
      summary: 'What payments of tenants need of an operator',
      description:
        'Payments that were not made as asked, refunds and charges that the provider has not answered to for 15 minutes, refunds that it is not asked about any more, debts.',
      answer: OperatorAttention,
    },
    async () => ({ items: await needs.listPaymentSigns() }),
  );

  route.post(
    '/v1/operator/tenants/:tenantId/payments',
    {
      config,
      params: TenantParams,
      operationId: 'notePayment',
      summary: 'Take note of a payment that came by another way',
      description:
        'Puts the credits in and issues the invoice. Idempotent by the reference; another amount under the same reference is a conflict.',
      body: NotePaymentRequest,
      answer: PaymentAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ params, body, ...by }) => toAnswer(await refundPayment.note(actorOf(by), params.tenantId, body)),
  );

  route.post(
    '/v1/operator/tenants/:tenantId/payments/:paymentId/refunds',
    {
      config,
      params: PaymentParams,
      operationId: 'refundPayment',
      summary: 'Refund a payment, up to what is unspent',
      description:
        'Takes the credits back, gives the money back at the provider and issues a credit note. Idempotent by the reference.',
      body: RefundRequest,
      answer: RefundAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ params, body, ...by }) => {
      const { tenantId, paymentId } = params;
      const refund = await refundPayment.refund(actorOf(by), tenantId, paymentId, body);
      return { refundId: refund.id, paymentId: refund.paymentId, pence: refund.pence, state: refund.state };
    },
  );

  route.post(
    '/v1/operator/tenants/:tenantId/payments/:paymentId/resolution',
    {
      config,
      params: PaymentParams,
      operationId: 'resolvePayment',
      summary: 'Resolve by hand what a payment needs of an operator',
      description:
        'Of a payment that was not made as asked, and of a refund that the provider did not answer to within a day or whose provider is not configured any more. Look it up at the provider first.',
      body: ResolvePaymentRequest,
      answer: PaymentAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ params, body, ...by }) =>
      toAnswer(await refundPayment.resolve(actorOf(by), params.tenantId, params.paymentId, body)),
  );
}
