// Schemas of what operators do over all tenants.
import { Type } from 'typebox';
import { PRODUCT_CODES } from '../../domain/pricing.ts';
import { TenantAnswer } from './billing.ts';
import { EXAMPLE_TENANT_ID, EXAMPLE_TIME, named, TenantParams, Uuid } from './common.ts';
import { plainText } from './text.ts';

const CREDITS_MAX = 1_000_000_000_000;
const PRICE_MAX = 1_000_000_000;

export const AllTenants = Type.Object(
  { items: Type.Array(TenantAnswer) },
  {
    ...named('AllTenants'),
    description: 'Every tenant of the service, with its balance.',
    examples: [
      {
        items: [
          {
            id: EXAMPLE_TENANT_ID,
            name: 'Demo tenant',
            isEnabled: true,
            createdAt: EXAMPLE_TIME,
            balance: 99_700,
            held: 300,
          },
        ],
      },
    ],
  },
);

export const NewTenant = Type.Object(
  { name: plainText(100, { description: 'What people call it.', examples: ['Northgate Claims'] }) },
  { title: 'NewTenant', examples: [{ name: 'Northgate Claims' }] },
);

export const MadeTenant = Type.Object(
  { id: Uuid, name: Type.String() },
  {
    ...named('MadeTenant'),
    description: 'The tenant, with an empty wallet.',
    examples: [{ id: EXAMPLE_TENANT_ID, name: 'Northgate Claims' }],
  },
);

export const TenantState = Type.Object(
  { isEnabled: Type.Boolean({ description: 'False refuses every call on the tenant.' }) },
  { title: 'TenantState', examples: [{ isEnabled: false }] },
);

export const PriceParams = Type.Object({
  ...TenantParams.properties,
  productCode: Type.String({ description: `One of ${PRODUCT_CODES.join(', ')}.` }),
});

export const PriceChange = Type.Object(
  { credits: Type.Integer({ minimum: 0, maximum: PRICE_MAX, description: 'What this tenant pays.' }) },
  { title: 'PriceChange', examples: [{ credits: 40 }] },
);

export const FundsRequest = Type.Object(
  {
    kind: Type.Enum(['top-up', 'adjustment']),
    amount: Type.Integer({
      minimum: -CREDITS_MAX,
      maximum: CREDITS_MAX,
      description: 'Credits; below zero only for an adjustment.',
    }),
    reference: plainText(200, {
      description: 'Your own; the same again moves nothing.',
      examples: ['INV-7'],
    }),
    reason: plainText(200, { description: 'For the statement.', examples: ['Paid by bank transfer'] }),
  },
  {
    title: 'FundsRequest',
    examples: [{ kind: 'top-up', amount: 100_000, reference: 'INV-7', reason: 'Paid by bank transfer' }],
  },
);

export const FundsAnswer = Type.Object(
  {
    isRepeated: Type.Boolean({ description: 'The reference was booked before; nothing was moved.' }),
    balance: Type.Integer({ description: 'Credits that can be spent now.' }),
  },
  {
    ...named('FundsAnswer'),
    description: 'What became of it.',
    examples: [{ isRepeated: false, balance: 100_000 }],
  },
);

export const OwnerInvitation = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      format: 'email-address',
      description: 'Where the invitation goes.',
      examples: ['ada@example.com'],
    }),
  },
  { title: 'OwnerInvitation', examples: [{ email: 'ada@example.com' }] },
);
