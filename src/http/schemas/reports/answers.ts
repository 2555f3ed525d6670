// The answers, as the OpenAPI document shows them. They are not validated or filtered when sent, which would cost a tenth of the
// throughput: the compiler holds handlers to these schemas, and the tests check every answer against them.
import { Type } from 'typebox';
import { ATTEMPTS_MAX } from '../../../domain/reports/challenge.ts';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import {
  BLOCK_REASONS,
  BUREAU_OUTCOMES,
  FAILURE_REASONS,
  REPORT_STATUSES,
} from '../../../domain/reports/report.ts';
import { closed, EXAMPLE_REPORT_ID, EXAMPLE_TIME, meaning, named, orNull, Time, Uuid } from '../common.ts';
import {
  AttemptsRemaining,
  Challenge,
  EXAMPLE_CHALLENGE,
  ExpiresAt,
  RemainingSmsCount,
  Sms,
} from './challenge.ts';
import { CreditReport, EXAMPLE_CREDIT_REPORT } from './credit-report.ts';
import { IncludedAgreements } from './motor-agreements.ts';

export const Bureaus = Type.Array(
  Type.Object(
    {
      id: Type.Enum([...BUREAU_IDS]),
      status: Type.Enum([...BUREAU_OUTCOMES]),
      simulated: Type.Optional(
        Type.Boolean({
          description: 'True when a simulator answered and not the bureau: the data is made up.',
        }),
      ),
    },
    closed,
  ),
  { description: 'Which bureaus answered.' },
);

const id = { creditReportId: Uuid };

const Complete = Type.Object(
  {
    status: Type.Enum(['complete'], { description: 'Always `complete`: the document is in `creditReport`.' }),
    challengeType: Type.Optional(Type.Enum(['none'])),
    ...id,
    creditReport: meaning(CreditReport, 'The document.'),
    bureaus: Bureaus,
    costCredits: Type.Integer({
      minimum: 0,
      description:
        'Credits charged for this report up to now: the bureaus that answered, and its texts that were delivered. A text whose receipt comes later is added then. 0 in test mode.',
    }),
    agreements: Type.Optional(IncludedAgreements),
  },
  named('Complete'),
);
const AuthenticationRequired = Type.Object(
  {
    status: Type.Enum(['authentication-required'], {
      description: 'Always `authentication-required`: a code is needed.',
    }),
    challengeType: Type.Enum(['otp']),
    ...id,
    challenge: Challenge,
  },
  named('AuthenticationRequired'),
);
const Blocked = Type.Object(
  {
    status: Type.Enum(['blocked'], {
      description: 'Always `blocked`: final, and nothing was charged for the report.',
    }),
    ...id,
    reason: Type.Enum([...BLOCK_REASONS], {
      description: 'For programs. It does not say which check it was. New ones may be added.',
    }),
  },
  named('Blocked'),
);
const Retry = Type.Object(
  {
    status: Type.Enum(['retry'], { description: 'Always `retry`: the code was wrong.' }),
    ...id,
    errorMessage: Type.String({ description: 'For people: what happened.' }),
    attemptsRemaining: AttemptsRemaining,
    challenge: Challenge,
  },
  named('Retry'),
);
const Failed = Type.Object(
  {
    status: Type.Enum(['failed'], { description: 'Always `failed`: final. `reason` says why.' }),
    ...id,
    errorMessage: Type.String({ description: 'For people: what happened and what to do.' }),
    reason: Type.Enum([...FAILURE_REASONS], {
      description: 'For programs: what `errorMessage` says. New ones may be added.',
    }),
  },
  named('Failed'),
);

export const RequestMeta = Type.Object(
  { timeTakenMs: Type.Integer({ minimum: 0, description: 'Processing time in milliseconds.' }) },
  named('RequestMeta'),
);
export const Wallet = Type.Object(
  {
    balance: Type.Integer({ description: 'Credits that can be spent after the operation.' }),
    cost: Type.Integer({
      description:
        'Credits that this operation charged, or held: of a challenge the price of its report, then 0 of the code that completes it.',
    }),
  },
  named('Wallet'),
);

const EXAMPLE_META = { request: { timeTakenMs: 4 }, wallet: { balance: 100_000, cost: 0 } };
const EXAMPLES = {
  complete: {
    status: 'complete',
    challengeType: 'none',
    creditReportId: EXAMPLE_REPORT_ID,
    creditReport: EXAMPLE_CREDIT_REPORT,
    bureaus: [{ id: 'equifax', status: 'ok' }],
    costCredits: 100,
  },
  'authentication-required': {
    status: 'authentication-required',
    challengeType: 'otp',
    creditReportId: EXAMPLE_REPORT_ID,
    challenge: EXAMPLE_CHALLENGE,
  },
  blocked: { status: 'blocked', creditReportId: EXAMPLE_REPORT_ID, reason: 'risk-assessment' },
  retry: {
    status: 'retry',
    creditReportId: EXAMPLE_REPORT_ID,
    errorMessage: 'The code is wrong.',
    attemptsRemaining: 2,
    challenge: { ...EXAMPLE_CHALLENGE, attemptsRemaining: 2 },
  },
  failed: {
    status: 'failed',
    creditReportId: EXAMPLE_REPORT_ID,
    errorMessage: `The code was wrong ${ATTEMPTS_MAX} times.`,
    reason: 'attempts-exhausted',
  },
} as const;

export const GenerateAnswer = charged(
  'GenerateAnswer',
  [Complete, AuthenticationRequired, Blocked, Failed],
  ['complete', 'authentication-required', 'blocked', 'failed'],
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
    data: Type.Object(
      {
        remainingSmsCount: RemainingSmsCount,
        smsSentCount: Type.Integer({ description: 'Texts that were sent so far, the first one included.' }),
        sms: Sms,
        expiresAt: ExpiresAt,
        attemptsRemaining: AttemptsRemaining,
      },
      closed,
    ),
  },
  {
    ...named('ResendAnswer'),
    description:
      'A new code was handed to a gateway, unless `sms` says otherwise: one that none took is not counted.',
    examples: [
      {
        meta: { request: { timeTakenMs: 3 } },
        data: {
          remainingSmsCount: 1,
          smsSentCount: 2,
          sms: 'accepted',
          expiresAt: EXAMPLE_TIME,
          attemptsRemaining: ATTEMPTS_MAX,
        },
      },
    ],
  },
);

export const ListedReport = Type.Object(
  {
    creditReportId: Uuid,
    status: Type.Enum([...REPORT_STATUSES]),
    test: Type.Boolean(),
    bureaus: Type.Array(Type.Enum([...BUREAU_IDS])),
    externalReference: Type.Optional(Type.String({ description: "The caller's own reference." })),
    errorMessage: Type.Optional(Type.String({ description: 'Why it failed.' })),
    createdAt: Time,
    updatedAt: Time,
    purged: Type.Boolean({ description: 'The personal parts were removed at the end of the retention.' }),
    testClockId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The test clock that it goes by, or went by. Its times are those of the clock.',
      }),
    ),
    person: Type.Optional(
      orNull(Type.String({ description: 'With `details`: the consumer, masked; null once purged.' })),
    ),
    costCredits: Type.Optional(Type.Integer({ description: 'With `details`: credits spent on it.' })),
    tookMs: Type.Optional(
      orNull(
        Type.Integer({ description: 'With `details`: from the request to its end; null while it waits.' }),
      ),
    ),
    answered: Type.Optional(
      Type.Array(Type.Enum([...BUREAU_IDS]), {
        description: 'With `details`: the bureaus that answered, for 90 days.',
      }),
    ),
  },
  named('ListedReport'),
);

const WITH_COUNT = 'With `count`: how many reports the filter has.';
const ReportTotal = Type.Object(
  {
    count: Type.Integer(),
    isCapped: Type.Boolean({ description: 'There are more: counting stops at 1,000.' }),
  },
  { ...named('ReportTotal'), description: WITH_COUNT },
);

export const ListAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta }, closed),
    data: Type.Object(
      {
        items: Type.Array(ListedReport),
        token: Type.Union([Type.String(), Type.Null()], {
          description: "The next page's token; null on the last page.",
        }),
        total: Type.Optional(meaning(ReportTotal, WITH_COUNT)),
      },
      closed,
    ),
  },
  {
    ...named('ListAnswer'),
    description:
      'One page of reports, newest first unless `sort` says otherwise. With `Accept: text/csv`: every report of the filter, newest first, as CSV.',
    examples: [
      {
        meta: { request: { timeTakenMs: 3 } },
        data: {
          items: [
            {
              creditReportId: EXAMPLE_REPORT_ID,
              status: 'complete',
              test: true,
              bureaus: ['equifax'],
              externalReference: 'case-1042',
              createdAt: EXAMPLE_TIME,
              updatedAt: EXAMPLE_TIME,
              purged: false,
            },
          ],
          token: null,
        },
      },
    ],
  },
);

type Kind = typeof Complete | typeof AuthenticationRequired | typeof Blocked | typeof Retry | typeof Failed;

// A tuple, so that the static type of `data` is the union of its kinds.
function charged<Kinds extends [Kind, ...Kind[]]>(
  title: string,
  kinds: Kinds,
  names: (keyof typeof EXAMPLES)[],
) {
  return Type.Object(
    { meta: Type.Object({ request: RequestMeta, wallet: Wallet }, closed), data: Type.Union(kinds) },
    {
      ...named(title),
      description: `Status ${names.map((name) => `\`${name}\``).join(', ')}.`,
      examples: names.map((name) => ({ meta: EXAMPLE_META, data: EXAMPLES[name] })),
    },
  );
}
