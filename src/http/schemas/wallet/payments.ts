// Schemas of payments, cards and automatic top-up. Money is in pence.
import { Type } from 'typebox';
import {
  PAYMENT_FAILURES,
  PAYMENT_PURPOSES,
  PAYMENT_STATES,
  TOP_UP_MAX,
  TOP_UP_MIN,
} from '../../../domain/wallet/payment.ts';
import { EXAMPLE_TIME, named, orNull, TenantParams, Time, Uuid } from '../common.ts';
import { PageQuery } from '../people/my.ts';

export const EXAMPLE_PAYMENT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b01';
const EXAMPLE_CARD_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b02';

const TopUpCredits = Type.Integer({
  minimum: TOP_UP_MIN,
  maximum: TOP_UP_MAX,
  multipleOf: 10,
  description: 'Credits to buy, a multiple of 10: 10 credits are 1 penny, before VAT.',
  examples: [50_000],
});

export const PaymentParams = Type.Object({
  ...TenantParams.properties,
  paymentId: Type.String({ description: "The payment's id." }),
});
export const PaymentMethodParams = Type.Object({
  ...TenantParams.properties,
  paymentMethodId: Type.String({ description: "The card's id." }),
});

export const MakeTopUpRequest = Type.Object(
  {
    credits: TopUpCredits,
    keepCard: Type.Optional(
      Type.Boolean({ description: 'Keep the card for automatic top-ups. Default false.' }),
    ),
  },
  { title: 'MakeTopUpRequest', examples: [{ credits: 50_000, keepCard: true }] },
);

export const PaymentAnswer = Type.Object(
  {
    paymentId: Uuid,
    purpose: Type.Enum([...PAYMENT_PURPOSES], {
      description: 'What it is for: `card` keeps a card and pays nothing, `settle` pays a debt.',
    }),
    state: Type.Enum([...PAYMENT_STATES], {
      description:
        '`pending` may take days; `needs-action`: the bank wants to ask the payer; `needs-attention`: it was paid, and not as asked, so there are no credits; `resolved`: such a one, after the operator dealt with it; `reversed`: its money went back.',
    }),
    credits: Type.Integer(),
    netPence: Type.Integer(),
    vatPercent: Type.Number(),
    vatPence: Type.Integer(),
    totalPence: Type.Integer({ description: 'What is paid, VAT included.' }),
    url: orNull(Type.String({ description: 'Where to pay; null once it is not open any more.' })),
    failure: orNull(Type.Enum([...PAYMENT_FAILURES]), 'Why it failed; null where it did not.'),
    refundedPence: Type.Integer(),
    disputedPence: Type.Integer({ description: 'Its credits are set aside until the bank has decided.' }),
    createdAt: Time,
    succeededAt: orNull(Time, 'When it succeeded; null where it has not.'),
  },
  {
    ...named('Payment'),
    description: 'A payment.',
    examples: [
      {
        paymentId: EXAMPLE_PAYMENT_ID,
        purpose: 'top-up',
        state: 'pending',
        credits: 50_000,
        netPence: 5_000,
        vatPercent: 20,
        vatPence: 1_000,
        totalPence: 6_000,
        url: 'https://checkout.example.invalid/pay/1',
        failure: null,
        refundedPence: 0,
        disputedPence: 0,
        createdAt: EXAMPLE_TIME,
        succeededAt: null,
      },
    ],
  },
);

export const PaymentsQuery = Type.Object(PageQuery);

export const NextToken = orNull(Type.String({ description: 'Of the next page; null on the last one.' }));

export const PaymentsAnswer = Type.Object(
  { items: Type.Array(PaymentAnswer), token: NextToken },
  { ...named('Payments'), description: 'Payments, newest first.', examples: [{ items: [], token: null }] },
);

export const SettleAnswer = Type.Object(
  {
    debt: Type.Integer({ description: 'Credits that are still to be paid.' }),
    payment: orNull(PaymentAnswer, 'The payment of a month; null where it is not known.'),
  },
  {
    ...named('SettledDebt'),
    description: 'The debt that is left, and the payment that settles it.',
    examples: [{ debt: 0, payment: null }],
  },
);

export const PaymentSettingsAnswer = Type.Object(
  {
    takesCards: Type.Boolean({
      description: 'Whether tenants pay here. If not, the operator puts credits in.',
    }),
    simulated: Type.Boolean({ description: 'Whether no real money moves.' }),
    vatPercent: Type.Number({ description: 'The rate of VAT today; 0 where the seller charges none.' }),
    debt: Type.Integer({
      description: 'Credits that are to be paid: while there are any, live reports are refused.',
    }),
  },
  {
    ...named('PaymentSettings'),
    description: 'How this service takes money.',
    examples: [{ takesCards: true, simulated: false, vatPercent: 20, debt: 0 }],
  },
);

export const PaymentMethodsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          paymentMethodId: Uuid,
          brand: Type.String(),
          last4: Type.String({ description: 'The last four digits. The number itself never comes here.' }),
          expiryMonth: Type.Integer(),
          expiryYear: Type.Integer(),
          createdAt: Time,
        },
        named('PaymentMethod'),
      ),
    ),
  },
  {
    ...named('PaymentMethods'),
    description: 'The cards that are kept.',
    examples: [
      {
        items: [
          {
            paymentMethodId: EXAMPLE_CARD_ID,
            brand: 'visa',
            last4: '4242',
            expiryMonth: 12,
            expiryYear: 2034,
            createdAt: EXAMPLE_TIME,
          },
        ],
      },
    ],
  },
);

export const AutomaticTopUpRequest = Type.Object(
  {
    isOn: Type.Boolean(),
    threshold: Type.Integer({
      minimum: 1,
      maximum: TOP_UP_MAX,
      description: 'A payment is made when fewer credits are available.',
    }),
    credits: TopUpCredits,
    paymentMethodId: Type.String({ format: 'any-uuid', description: 'The card that is charged.' }),
  },
  {
    title: 'AutomaticTopUpRequest',
    examples: [{ isOn: true, threshold: 5_000, credits: 50_000, paymentMethodId: EXAMPLE_CARD_ID }],
  },
);

export const AutomaticTopUpAnswer = Type.Object(
  {
    isOn: Type.Boolean(),
    threshold: orNull(Type.Integer(), 'Below so many credits it buys; null where it was never set up.'),
    credits: orNull(Type.Integer(), 'How many credits it buys at a time; null where it was never set up.'),
    paymentMethodId: orNull(Uuid, 'The card that pays; null where there is none.'),
    failures: Type.Integer({ description: 'In a row. After three it is switched off.' }),
    offReason: orNull(
      Type.Enum(['failed-three-times', 'card-removed'], {
        description: 'Why the service switched it off; null where it did not.',
      }),
    ),
  },
  {
    ...named('AutomaticTopUp'),
    description: 'What is charged by itself. Null where it was never set.',
    examples: [
      {
        isOn: true,
        threshold: 5_000,
        credits: 50_000,
        paymentMethodId: EXAMPLE_CARD_ID,
        failures: 0,
        offReason: null,
      },
    ],
  },
);
