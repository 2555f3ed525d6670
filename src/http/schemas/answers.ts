// The answers, as the OpenAPI document shows them. On the way out they are not checked or filtered (that would cost a
// tenth of the throughput): the tests hold every answer against these schemas instead.
import { Type } from 'typebox';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, BUREAU_IDS, COMPANY_TYPES } from '../../domain/credit-report.ts';
import { REPORT_STATUSES } from '../../domain/report.ts';

const REPORT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a10';
const CHALLENGE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a12';
const TIME = '2026-11-15T09:30:00.000Z';

const closed = { additionalProperties: false } as const;
/** A schema with a title stands once in the document, under that name. */
const named = <Title extends string>(title: Title) => ({ ...closed, title });

export const Uuid = Type.String({ format: 'uuid' });
export const Time = Type.String({ format: 'date-time' });

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In the smallest unit of the currency: pence for GBP.' }),
    currency: Type.String({ description: 'Currency code.' }),
  },
  named('Money'),
);

const UkAddress = Type.Object(
  {
    subBuildingName: Type.Optional(Type.String()),
    buildingName: Type.Optional(Type.String()),
    buildingNumber: Type.Optional(Type.String()),
    thoroughfare: Type.Optional(Type.String()),
    district: Type.Optional(Type.String()),
    townOrCity: Type.String(),
    county: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    postcode: Type.String(),
  },
  named('UkAddress'),
);

const AccountRecord = Type.Object(
  {
    title: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    accountNumber: Type.Optional(Type.String({ description: 'Masked; only trailing digits visible.' })),
    accountType: Type.Enum([...ACCOUNT_TYPES]),
    accountStatus: Type.Enum([...ACCOUNT_STATUSES]),
    companyType: Type.Optional(Type.Enum([...COMPANY_TYPES])),
    companyName: Type.Optional(Type.String()),
    numberOfPayments: Type.Optional(Type.Integer()),
    repaymentPeriod: Type.Optional(Type.Integer({ description: 'In months.' })),
    payment: Type.Optional(Money),
    startBalance: Type.Optional(Money),
    balance: Type.Optional(Money),
    startDate: Type.Optional(Type.String({ format: 'date' })),
    bureaus: Type.Array(
      Type.Object(
        { id: Type.Enum([...BUREAU_IDS]), ref: Type.String({ description: 'Bureau reference.' }) },
        closed,
      ),
    ),
  },
  named('AccountRecord'),
);

export const CreditReport = Type.Object(
  {
    person: Type.Object(
      {
        title: Type.Optional(Type.String()),
        firstName: Type.String(),
        lastName: Type.String(),
        dateOfBirth: Type.String({ format: 'date' }),
      },
      closed,
    ),
    residencies: Type.Array(
      Type.Object(
        {
          addressId: Type.String(),
          address: Type.Object(
            {
              type: Type.Enum(['uk']),
              ukAddress: UkAddress,
              addressLine1: Type.String({ description: 'The address in one line.' }),
              lines: Type.Array(Type.String(), { description: 'The address as it would be printed.' }),
            },
            closed,
          ),
          yearsAtAddress: Type.Integer(),
          monthsAtAddress: Type.Integer(),
          isCurrent: Type.Boolean(),
        },
        named('Residency'),
      ),
    ),
    consumerData: Type.Object({ records: Type.Array(AccountRecord) }, closed),
    previousSearches: Type.Object(
      {
        providers: Type.Array(
          Type.Object(
            { companyName: Type.String(), records: Type.Array(Type.Object({ date: Time }, closed)) },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  named('CreditReport'),
);

const EXAMPLE_CREDIT_REPORT = {
  person: { title: 'Ms', firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
  residencies: [
    {
      addressId: '5a0c3f0e-61a1-8d25-a9f1-0f6f1d6c7b01',
      address: {
        type: 'uk',
        ukAddress: {
          buildingNumber: '12',
          thoroughfare: 'Example Street',
          townOrCity: 'Leeds',
          postcode: 'LS1 4AB',
        },
        addressLine1: '12 Example Street, LEEDS, LS1 4AB',
        lines: ['12 Example Street', 'LEEDS', 'LS1 4AB'],
      },
      yearsAtAddress: 4,
      monthsAtAddress: 7,
      isCurrent: true,
    },
  ],
  consumerData: {
    records: [
      {
        title: 'Ms',
        firstName: 'Ada',
        lastName: 'Sample',
        accountNumber: '****4821',
        accountType: 'hire-purchase',
        accountStatus: 'open',
        companyType: 'motor-finance',
        companyName: 'Larkfield Motor Finance',
        numberOfPayments: 48,
        repaymentPeriod: 48,
        payment: { amount: 24_310, currency: 'GBP' },
        startBalance: { amount: 1_000_000, currency: 'GBP' },
        balance: { amount: 612_450, currency: 'GBP' },
        startDate: '2025-03-02',
        bureaus: [{ id: 'equifax', ref: 'EFX204817365' }],
      },
    ],
  },
  previousSearches: { providers: [{ companyName: 'Larkfield Motor Finance', records: [{ date: TIME }] }] },
};

const Bureaus = Type.Array(
  Type.Object({ id: Type.Enum([...BUREAU_IDS]), status: Type.Enum(['ok']) }, closed),
  {
    description: 'Which bureaus answered.',
  },
);

const id = { creditReportId: Uuid };

const Complete = Type.Object(
  {
    status: Type.Enum(['complete']),
    challengeType: Type.Optional(Type.Enum(['none'])),
    ...id,
    creditReport: CreditReport,
    bureaus: Bureaus,
  },
  named('Complete'),
);
const AuthenticationRequired = Type.Object(
  {
    status: Type.Enum(['authentication-required']),
    challengeType: Type.Enum(['otp']),
    ...id,
    challenge: Type.Object({ challengeId: Uuid }, closed),
  },
  named('AuthenticationRequired'),
);
const Blocked = Type.Object({ status: Type.Enum(['blocked']), ...id }, named('Blocked'));
const Retry = Type.Object(
  { status: Type.Enum(['retry']), ...id, errorMessage: Type.String(), attemptsRemaining: Type.Integer() },
  named('Retry'),
);
const Failed = Type.Object(
  { status: Type.Enum(['failed']), ...id, errorMessage: Type.String() },
  named('Failed'),
);

const RequestMeta = Type.Object(
  { timeTakenMs: Type.Integer({ minimum: 0, description: 'Processing time in milliseconds.' }) },
  named('RequestMeta'),
);
const Wallet = Type.Object(
  {
    balance: Type.Integer({ description: 'Credits that can be spent after the operation.' }),
    cost: Type.Integer({ description: 'Credits charged by this operation.' }),
  },
  named('Wallet'),
);

const EXAMPLE_META = { request: { timeTakenMs: 4 }, wallet: { balance: 100_000, cost: 0 } };
const EXAMPLES = {
  complete: {
    status: 'complete',
    challengeType: 'none',
    creditReportId: REPORT_ID,
    creditReport: EXAMPLE_CREDIT_REPORT,
    bureaus: [{ id: 'equifax', status: 'ok' }],
  },
  'authentication-required': {
    status: 'authentication-required',
    challengeType: 'otp',
    creditReportId: REPORT_ID,
    challenge: { challengeId: CHALLENGE_ID },
  },
  blocked: { status: 'blocked', creditReportId: REPORT_ID },
  retry: {
    status: 'retry',
    creditReportId: REPORT_ID,
    errorMessage: 'The code is wrong.',
    attemptsRemaining: 2,
  },
  failed: { status: 'failed', creditReportId: REPORT_ID, errorMessage: 'The code was wrong 3 times.' },
} as const;

export const GenerateAnswer = charged(
  'GenerateAnswer',
  [Complete, AuthenticationRequired, Blocked],
  ['complete', 'authentication-required', 'blocked'],
);
export const OtpAnswer = charged('OtpAnswer', [Complete, Retry, Failed], ['complete', 'retry', 'failed']);
export const ReadAnswer = charged(
  'ReadAnswer',
  [Complete, AuthenticationRequired, Blocked, Retry, Failed],
  ['complete', 'authentication-required', 'blocked', 'retry', 'failed'],
);

export const ResendAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta }, closed),
    data: Type.Object({ remainingSmsCount: Type.Integer(), smsSentCount: Type.Integer() }, closed),
  },
  {
    ...named('ResendAnswer'),
    description: 'A new code was sent.',
    examples: [{ meta: { request: { timeTakenMs: 3 } }, data: { remainingSmsCount: 1, smsSentCount: 2 } }],
  },
);

export const ListAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta }, closed),
    data: Type.Object(
      {
        items: Type.Array(
          Type.Object(
            {
              creditReportId: Uuid,
              status: Type.Enum([...REPORT_STATUSES]),
              test: Type.Boolean(),
              bureaus: Type.Array(Type.Enum([...BUREAU_IDS])),
              externalReference: Type.Optional(Type.String()),
              errorMessage: Type.Optional(Type.String({ description: 'Why it failed.' })),
              createdAt: Time,
              updatedAt: Time,
              purged: Type.Boolean({
                description: 'The personal parts were removed at the end of the retention.',
              }),
            },
            named('ListedReport'),
          ),
        ),
        token: Type.Union([Type.String(), Type.Null()], {
          description: "The next page's token; null on the last page.",
        }),
      },
      closed,
    ),
  },
  {
    ...named('ListAnswer'),
    description: 'One page of reports, newest first.',
    examples: [
      {
        meta: { request: { timeTakenMs: 3 } },
        data: {
          items: [
            {
              creditReportId: REPORT_ID,
              status: 'complete',
              test: true,
              bureaus: ['equifax'],
              externalReference: 'case-1042',
              createdAt: TIME,
              updatedAt: TIME,
              purged: false,
            },
          ],
          token: null,
        },
      },
    ],
  },
);

function charged<
  Kinds extends (
    | typeof Complete
    | typeof AuthenticationRequired
    | typeof Blocked
    | typeof Retry
    | typeof Failed
  )[],
>(title: string, kinds: Kinds, names: (keyof typeof EXAMPLES)[]) {
  return Type.Object(
    { meta: Type.Object({ request: RequestMeta, wallet: Wallet }, closed), data: Type.Union(kinds) },
    {
      ...named(title),
      description: `Status ${names.map((name) => `\`${name}\``).join(', ')}.`,
      examples: names.map((name) => ({ meta: EXAMPLE_META, data: EXAMPLES[name] })),
    },
  );
}
