// Schemas of invoices, and of whom they are made out to. Money is in pence.
import { Type } from 'typebox';
import { closed, EXAMPLE_TIME, named, orNull, TenantParams, Time, Uuid } from '../common.ts';
import { plainText } from '../text.ts';
import { EXAMPLE_PAYMENT_ID, NextToken } from './payments.ts';

const EXAMPLE_INVOICE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b03';

export const InvoiceParams = Type.Object({
  ...TenantParams.properties,
  invoiceId: Type.String({ description: "The invoice's id." }),
});

export const BillingDetailsRequest = Type.Object(
  {
    name: plainText(200, { description: 'Of the company.', examples: ['Northgate Claims Ltd'] }),
    address: Type.String({
      minLength: 1,
      maxLength: 500,
      format: 'lines-of-text',
      description: 'With commas or line breaks.',
      examples: ['1 Example Street, Leeds'],
    }),
    vatNumber: Type.Optional(
      Type.String({
        format: 'vat-number',
        description: 'Of the company. Left out: it has none.',
        examples: ['GB123456789'],
      }),
    ),
  },
  {
    title: 'BillingDetailsRequest',
    examples: [
      { name: 'Northgate Claims Ltd', address: '1 Example Street, Leeds', vatNumber: 'GB123456789' },
    ],
  },
);

export const BillingDetailsAnswer = Type.Object(
  {
    name: orNull(Type.String(), 'The name on invoices; null until it is given.'),
    address: orNull(Type.String(), 'The postal address; null until it is given.'),
    vatNumber: orNull(Type.String()),
  },
  {
    ...named('BillingDetails'),
    description: "Whom invoices are made out to. Null: the tenant's name.",
    examples: [{ name: 'Northgate Claims Ltd', address: '1 Example Street, Leeds', vatNumber: null }],
  },
);

const Party = Type.Object(
  {
    name: Type.String(),
    address: Type.String({ description: 'The postal address.' }),
    vatNumber: orNull(Type.String()),
  },
  closed,
);

export const InvoiceAnswer = Type.Object(
  {
    invoiceId: Uuid,
    kind: Type.Enum(['invoice', 'credit-note']),
    number: Type.String({ description: 'Without a gap over all of the seller.' }),
    issuedAt: Time,
    paymentId: Uuid,
    corrects: orNull(
      Type.String({ description: 'Of a credit note: the number of the invoice; null of an invoice.' }),
    ),
    seller: Party,
    buyer: Party,
    credits: Type.Integer(),
    netPence: Type.Integer(),
    vatPercent: Type.Number(),
    vatPence: Type.Integer(),
    totalPence: Type.Integer(),
  },
  {
    ...named('Invoice'),
    description: 'An invoice or a credit note. It is never changed.',
    examples: [
      {
        invoiceId: EXAMPLE_INVOICE_ID,
        kind: 'invoice',
        number: 'TF-000042',
        issuedAt: EXAMPLE_TIME,
        paymentId: EXAMPLE_PAYMENT_ID,
        corrects: null,
        seller: {
          name: 'Example Credits Ltd',
          address: '1 Example Street, London',
          vatNumber: 'GB123456789',
        },
        buyer: { name: 'Northgate Claims Ltd', address: '1 Example Street, Leeds', vatNumber: null },
        credits: 50_000,
        netPence: 5_000,
        vatPercent: 20,
        vatPence: 1_000,
        totalPence: 6_000,
      },
    ],
  },
);

export const InvoicesAnswer = Type.Object(
  { items: Type.Array(InvoiceAnswer), token: NextToken },
  {
    ...named('Invoices'),
    description: 'Invoices and credit notes, newest first.',
    examples: [{ items: [], token: null }],
  },
);
