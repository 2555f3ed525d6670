// Schemas of what operators do to payments.
import { Type } from 'typebox';
import { TOP_UP_MAX } from '../../../domain/wallet/payment.ts';
import { OPERATOR_KINDS } from '../../../domain/wallet/payment-signs.ts';
import { EXAMPLE_TIME, meaning, named, orNull, Time, Uuid } from '../common.ts';
import { plainText } from '../text.ts';

const reference = plainText(200, {
  description: 'Your word for it. The same reference again moves nothing.',
  examples: ['Bank transfer of 14 November'],
});

export const NotePaymentRequest = Type.Object(
  {
    credits: Type.Integer({ minimum: 10, maximum: TOP_UP_MAX * 100, multipleOf: 10 }),
    reference,
  },
  {
    title: 'NotePaymentRequest',
    examples: [{ credits: 500_000, reference: 'Bank transfer of 14 November' }],
  },
);

export const RefundRequest = Type.Object(
  {
    pence: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'VAT included.' }),
    reference,
    reason: meaning(plainText(200, { examples: ['Bought twice'] }), 'Why, for the books.'),
  },
  { title: 'RefundRequest', examples: [{ pence: 1_200, reference: 'Ticket 481', reason: 'Bought twice' }] },
);

export const ResolvePaymentRequest = Type.Object(
  {
    moneyReturned: Type.Boolean({
      description:
        'Whether the payer has the money back. Of a refund that got no answer: if not, its credits go back into the wallet.',
    }),
    reason: plainText(200, { description: 'What you found and did.', examples: ['Refunded in Stripe'] }),
  },
  {
    title: 'ResolvePaymentRequest',
    examples: [{ moneyReturned: true, reason: 'Refunded in Stripe' }],
  },
);

export const RefundAnswer = Type.Object(
  {
    refundId: Uuid,
    paymentId: Uuid,
    pence: Type.Integer(),
    state: Type.Enum(['pending', 'succeeded', 'failed'], {
      description: '`pending`: the provider did not answer yet, and is asked again for a day.',
    }),
  },
  {
    ...named('Refund'),
    description: 'A refund.',
    examples: [
      {
        refundId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b04',
        paymentId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b01',
        pence: 1_200,
        state: 'succeeded',
      },
    ],
  },
);

const OperatorAttentionItem = Type.Object(
  {
    tenantId: Uuid,
    tenantName: Type.String(),
    kind: Type.Enum([...OPERATOR_KINDS]),
    message: Type.String({ description: 'What it is, and what to do about it.' }),
    paymentId: orNull(Uuid, 'The payment; null where it is about none.'),
    since: orNull(Time, 'Since when; null where that is not known.'),
  },
  named('OperatorAttentionItem'),
);

export const OperatorAttention = Type.Object(
  { items: Type.Array(OperatorAttentionItem) },
  {
    ...named('OperatorAttention'),
    description: 'What payments need of an operator, newest first; empty when nothing does.',
    examples: [
      {
        items: [
          {
            tenantId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b00',
            tenantName: 'Example Motors',
            kind: 'refund-waiting',
            message: 'The provider has not answered to a refund of £12.00. It is asked again by itself.',
            paymentId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b01',
            since: EXAMPLE_TIME,
          },
        ],
      },
    ],
  },
);
