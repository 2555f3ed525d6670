// Schemas of what operators do to payments.
import { Type } from 'typebox';
import { TOP_UP_MAX } from '../../../domain/wallet/payment.ts';
import { named, Uuid } from '../common.ts';
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
    reason: plainText(200, { examples: ['Bought twice'] }),
  },
  { title: 'RefundRequest', examples: [{ pence: 1_200, reference: 'Ticket 481', reason: 'Bought twice' }] },
);

export const RefundAnswer = Type.Object(
  {
    refundId: Uuid,
    paymentId: Uuid,
    pence: Type.Integer(),
    state: Type.Enum(['pending', 'succeeded', 'failed'], {
      description: '`pending`: the provider did not answer yet, and is asked again.',
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
