// Schemas of what operators see and do: tenants, prices, top-ups, providers.
import { Type } from 'typebox';
import { RETENTION_DAYS_MAX, RETENTION_DAYS_MIN } from '../../../domain/reports/retention.ts';
import { PRODUCT_CODES } from '../../../domain/wallet/pricing.ts';
import { EXAMPLE_TENANT_ID, EXAMPLE_TIME, named, orNull, Time, Uuid } from '../common.ts';
import { plainText } from '../text.ts';

const PRICE_MAX = 1_000_000_000;
const CREDITS_MAX = 1_000_000_000_000;

const TENANT = {
  id: Uuid,
  name: Type.String(),
  isEnabled: Type.Boolean(),
  createdAt: Time,
  balance: Type.Integer(),
  held: Type.Integer(),
  retentionDays: Type.Integer({
    description: 'For how many days the personal parts of its reports are kept.',
  }),
};
const EXAMPLE_TENANT = {
  id: EXAMPLE_TENANT_ID,
  name: 'Demo tenant',
  isEnabled: true,
  createdAt: EXAMPLE_TIME,
  balance: 4_200,
  held: 140,
  retentionDays: 30,
};

export const OperatorTenant = Type.Object(TENANT, {
  ...named('OperatorTenant'),
  description: 'A tenant with its balance, in credits.',
  examples: [EXAMPLE_TENANT],
});

export const OperatorTenants = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          ...TENANT,
          spentCredits: Type.Integer({ description: 'In the last 30 days, today included.' }),
        },
        named('ListedTenant'),
      ),
    ),
  },
  {
    ...named('OperatorTenants'),
    description: 'Every tenant of the service, oldest first, with its spending.',
    examples: [{ items: [{ ...EXAMPLE_TENANT, spentCredits: 340 }] }],
  },
);

export const TenantRequest = Type.Object(
  { name: plainText(200, { description: 'What people call it.', examples: ['Northgate Claims'] }) },
  { title: 'TenantRequest', examples: [{ name: 'Northgate Claims' }] },
);

export const RetentionRequest = Type.Object(
  {
    retentionDays: Type.Integer({
      minimum: RETENTION_DAYS_MIN,
      maximum: RETENTION_DAYS_MAX,
      description:
        'Days from when a report is made. Fewer than before: older reports are purged within minutes, for good.',
      examples: [90],
    }),
  },
  { title: 'RetentionRequest', examples: [{ retentionDays: 90 }] },
);

export const PricesAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          code: Type.Enum([...PRODUCT_CODES]),
          name: Type.String(),
          credits: Type.Integer({ description: 'What this tenant pays.' }),
          defaultCredits: Type.Integer(),
        },
        named('TenantPrice'),
      ),
    ),
  },
  {
    ...named('TenantPrices'),
    description:
      'What the tenant pays, product by product. A new price is in force everywhere within seconds.',
    examples: [
      { items: [{ code: 'sms-otp', name: 'Security code by SMS', credits: 35, defaultCredits: 40 }] },
    ],
  },
);

export const PricesRequest = Type.Object(
  {
    prices: Type.Array(
      Type.Object({
        productCode: Type.Enum([...PRODUCT_CODES]),
        credits: Type.Integer({ minimum: 0, maximum: PRICE_MAX }),
      }),
      {
        minItems: 1,
        maxItems: 20,
        description: 'Products that are not named keep their price.',
        examples: [[{ productCode: 'sms-otp', credits: 35 }]],
      },
    ),
  },
  { title: 'PricesRequest', examples: [{ prices: [{ productCode: 'sms-otp', credits: 35 }] }] },
);

export const TopUpRequest = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: CREDITS_MAX,
      description: 'Credits to put in.',
      examples: [10_000],
    }),
    reference: plainText(200, {
      description: 'Your own, such as an invoice number. The same one again moves nothing.',
      examples: ['INV-2026-0042'],
    }),
    reason: plainText(500, { description: 'For the statement.', examples: ['Invoice paid'] }),
  },
  {
    title: 'TopUpRequest',
    examples: [{ amount: 10_000, reference: 'INV-2026-0042', reason: 'Invoice paid' }],
  },
);

export const TopUpAnswer = Type.Object(
  {
    balance: Type.Integer(),
    isRepeated: Type.Boolean({ description: 'The reference was booked before; nothing was moved.' }),
  },
  {
    ...named('TopUp'),
    description: 'The balance afterwards.',
    examples: [{ balance: 14_200, isRepeated: false }],
  },
);

export const ProvidersAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['bureau', 'risk', 'sms', 'mail'], { description: 'What it is asked for.' }),
          id: Type.String(),
          state: Type.Enum(['configured', 'simulator', 'built-in', 'off'], {
            description: 'simulator: nobody real is asked, and what it answers is made up.',
          }),
          breaker: orNull(
            Type.Enum(['closed', 'half-open', 'open']),
            'Whether it is being asked: `closed` is healthy, `open` is resting after failures; null where it has none.',
          ),
          lastHour: Type.Array(
            Type.Object({ outcome: Type.String(), count: Type.Integer() }, named('OutcomeCount')),
            { description: 'Calls of the last hour, by outcome.' },
          ),
          lastAskedAt: orNull(Time, 'When it was last asked; null if not since the start.'),
          history: Type.Array(
            Type.Object(
              {
                from: Time,
                calls: Type.Integer({ description: 'Calls in the period.' }),
                failures: Type.Integer({ description: 'Calls without an answer that can be used.' }),
                p95Ms: orNull(
                  Type.Integer({ description: 'Null where nothing was asked, or no time is taken.' }),
                ),
              },
              named('ProviderStep'),
            ),
            {
              description: 'The last hour in twelve steps, the oldest first; empty if not asked in it.',
            },
          ),
          settings: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                help: Type.String({ description: 'What the setting is for.' }),
                isSecret: Type.Boolean({ description: 'Whether its value is never shown.' }),
                isSet: Type.Boolean({ description: 'Whether it has a value.' }),
                value: orNull(Type.String({ description: 'Null of a secret, and where none is set.' })),
              },
              named('ProviderSetting'),
            ),
            { description: 'Its settings; a secret only as set or not.' },
          ),
        },
        named('Provider'),
      ),
    ),
  },
  {
    ...named('Providers'),
    description:
      'Whom the service asks: configured or simulated, and how it went in the last hour in the process that answers.',
    examples: [
      {
        items: [
          {
            kind: 'bureau',
            id: 'equifax',
            state: 'simulator',
            breaker: 'closed',
            lastHour: [{ outcome: 'ok', count: 12 }],
            lastAskedAt: EXAMPLE_TIME,
            history: [{ from: EXAMPLE_TIME, calls: 12, failures: 0, p95Ms: 840 }],
            settings: [
              {
                name: 'EQUIFAX_PASSWORD',
                help: 'Equifax, soap: password.',
                isSecret: true,
                isSet: false,
                value: null,
              },
            ],
          },
        ],
      },
    ],
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
