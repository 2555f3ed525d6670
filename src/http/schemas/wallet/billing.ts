// Schemas of the money endpoints.
import { Type } from 'typebox';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import { TRANSFER_KINDS } from '../../../domain/wallet/ledger.ts';
import { PRODUCT_CODES } from '../../../domain/wallet/pricing.ts';
import { EXAMPLE_REPORT_ID, EXAMPLE_TENANT_ID, EXAMPLE_TIME, named, orNull, Time, Uuid } from '../common.ts';
import { PageQuery } from '../people/my.ts';

export const TenantAnswer = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    isEnabled: Type.Boolean(),
    createdAt: Time,
    balance: Type.Integer({ description: 'Credits that can be spent.' }),
    held: Type.Integer({ description: 'Credits held for reports and messages under way.' }),
    retentionDays: Type.Integer({
      description:
        'For how many days the personal parts of its reports are kept. An owner or the operator sets it.',
    }),
  },
  {
    ...named('Tenant'),
    description: 'The tenant and its balance.',
    examples: [
      {
        id: EXAMPLE_TENANT_ID,
        name: 'Demo tenant',
        isEnabled: true,
        createdAt: EXAMPLE_TIME,
        balance: 99_700,
        held: 300,
        retentionDays: 30,
      },
    ],
  },
);

export const ProductsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          code: Type.Enum([...PRODUCT_CODES]),
          name: Type.String(),
          credits: Type.Integer({ description: 'What this tenant pays.' }),
          defaultCredits: Type.Integer({ description: 'What a tenant without a price of its own pays.' }),
        },
        named('Product'),
      ),
    ),
  },
  {
    ...named('Products'),
    description: 'Products and what they cost this tenant. 10 credits are 1 penny.',
    examples: [
      { items: [{ code: 'sms-otp', name: 'Security code by SMS', credits: 40, defaultCredits: 40 }] },
    ],
  },
);

export const PriceRequest = Type.Object(
  {
    bureaus: Type.Array(Type.Enum([...BUREAU_IDS], { type: 'string' }), {
      minItems: 1,
      maxItems: BUREAU_IDS.length,
      uniqueItems: true,
      description: 'The bureaus of the generate request.',
      examples: [['equifax', 'experian']],
    }),
    smsCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3,
        description: 'Messages that the challenge would take. Default 0.',
        examples: [1],
      }),
    ),
    test: Type.Optional(Type.Boolean({ description: 'Test mode costs nothing.', examples: [false] })),
  },
  { title: 'PriceRequest', examples: [{ bureaus: ['equifax', 'experian'], smsCount: 1 }] },
);

export const PriceAnswer = Type.Object(
  {
    totalCredits: Type.Integer(),
    lines: Type.Array(
      Type.Object(
        { productCode: Type.Enum([...PRODUCT_CODES]), credits: Type.Integer(), count: Type.Integer() },
        named('PriceLine'),
      ),
    ),
  },
  {
    ...named('Price'),
    description: 'What the request would cost. Nothing is made or held.',
    examples: [{ totalCredits: 40, lines: [{ productCode: 'sms-otp', credits: 40, count: 1 }] }],
  },
);

export const TransactionsQuery = Type.Object({
  ...PageQuery,
  kind: Type.Optional(Type.Enum([...TRANSFER_KINDS], { description: 'Only lines of this kind.' })),
  reportId: Type.Optional(Type.String({ format: 'any-uuid', description: 'Only lines of this report.' })),
  dateFrom: Type.Optional(Type.String({ format: 'iso-time', description: 'At this time or later.' })),
  dateTo: Type.Optional(
    Type.String({
      format: 'iso-time',
      description: 'At this time or earlier; a date alone is that day in Europe/London.',
    }),
  ),
});

const EXAMPLE_LINE = {
  id: '7',
  createdAt: EXAMPLE_TIME,
  kind: 'hold',
  amount: 300,
  change: -300,
  balance: 99_700,
  reportId: EXAMPLE_REPORT_ID,
  smsId: null,
  credentialId: null,
  personId: null,
  reference: null,
  reason: null,
  products: null,
};
const Line = Type.Object(
  {
    id: Type.String({ description: 'Place in the ledger.' }),
    createdAt: Time,
    kind: Type.Enum([...TRANSFER_KINDS], {
      description:
        'What moved the credits. A `hold` keeps the price of a report or a text, `post` charges it, `void` gives it back, and `expire` does when its time was over.',
    }),
    amount: Type.Integer({ description: 'Credits moved.' }),
    change: Type.Integer({ description: 'What it did to the balance, with its sign.' }),
    balance: Type.Integer({ description: 'Balance after it.' }),
    reportId: orNull(Uuid),
    smsId: orNull(Uuid, 'The text that it is about; null where it is about none.'),
    credentialId: orNull(Uuid, 'The credential that it was done with; null where it was done without one.'),
    personId: orNull(Uuid, 'The person who did it, or whose credential did; null where nobody did.'),
    reference: orNull(Type.String(), "The payer's reference; null where there is none."),
    reason: orNull(Type.String(), 'Why, in the words of who moved them; null where nothing was said.'),
    products: orNull(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'Of a post: credits by product; null of all else.',
      }),
    ),
  },
  named('Transaction'),
);

export const TransactionsAnswer = Type.Object(
  {
    items: Type.Array(Line),
    token: Type.Union([Type.String(), Type.Null()], {
      description: "The next page's token; null on the last page.",
    }),
  },
  {
    ...named('Transactions'),
    description: 'The statement, newest first. With `Accept: text/csv` the whole period, oldest first.',
    examples: [
      {
        items: [EXAMPLE_LINE],
        token: null,
      },
    ],
  },
);

export const ReportStatementQuery = Type.Object({
  ...PageQuery,
  dateFrom: TransactionsQuery.properties.dateFrom,
  dateTo: TransactionsQuery.properties.dateTo,
});

export const ReportStatementAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Place of its first line in the ledger.' }),
          createdAt: Time,
          reportId: orNull(Uuid),
          change: Type.Integer({ description: 'What its lines did to the balance, with the sign.' }),
          spentCredits: Type.Integer({ description: 'Credits spent on it.' }),
          heldCredits: Type.Integer({ description: 'Still held.' }),
          products: Type.Record(Type.String(), Type.Integer(), { description: 'Credits by product.' }),
          texts: Type.Integer({ description: 'Texts that were charged.' }),
          lines: Type.Array(Line, { description: 'Oldest first.' }),
        },
        named('ReportLines'),
      ),
    ),
    token: orNull(Type.String({ description: "The next page's token; null on the last page." })),
  },
  {
    ...named('ReportStatement'),
    description:
      'The statement by report, newest first: an item has all lines of its report, by the time of the first; a line of no report is an item by itself.',
    examples: [
      {
        items: [
          {
            id: '7',
            createdAt: EXAMPLE_TIME,
            reportId: EXAMPLE_REPORT_ID,
            change: -300,
            spentCredits: 0,
            heldCredits: 300,
            products: {},
            texts: 0,
            lines: [EXAMPLE_LINE],
          },
        ],
        token: null,
      },
    ],
  },
);

export const UsageQuery = Type.Object({
  dateFrom: Type.String({
    format: 'calendar-date',
    description: 'First day, YYYY-MM-DD.',
    examples: ['2026-11-01'],
  }),
  dateTo: Type.String({
    format: 'calendar-date',
    description: 'Last day, included.',
    examples: ['2026-11-30'],
  }),
  timeZone: Type.Optional(
    Type.String({
      format: 'time-zone',
      description: 'Where the days run. Default Europe/London.',
      examples: ['Europe/London'],
    }),
  ),
});

export const UsageAnswer = Type.Object(
  {
    totalCredits: Type.Integer(),
    usageByProduct: Type.Array(
      Type.Object(
        {
          productCode: Type.Enum([...PRODUCT_CODES]),
          productName: Type.String(),
          credits: Type.Integer(),
          count: Type.Integer(),
        },
        named('ProductUsage'),
      ),
      { description: 'The same by product.' },
    ),
  },
  {
    ...named('CreditUsage'),
    description: 'Credits spent in the period, by product.',
    examples: [
      {
        totalCredits: 40,
        usageByProduct: [
          { productCode: 'sms-otp', productName: 'Security code by SMS', credits: 40, count: 1 },
        ],
      },
    ],
  },
);
