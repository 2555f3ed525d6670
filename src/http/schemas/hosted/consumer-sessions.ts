// Schemas of consumer sessions: the order of a link, and what its tenant sees of it. No person is in an answer.
import { type Static, Type } from 'typebox';
import {
  EMBED_ORIGINS_MAX,
  GENERATES_MAX,
  LINK_HOURS_DEFAULT,
  LINK_HOURS_MAX,
  RESUMABLE_HOURS,
  SESSION_STATES,
  SESSION_STEPS,
} from '../../../domain/hosted/consumer-session.ts';
import { FAILURE_REASONS } from '../../../domain/reports/report.ts';
import { SENT_STATES } from '../../../storage/hosted/sends.ts';
import {
  EXAMPLE_CONSUMER_SESSION_ID,
  EXAMPLE_TIME,
  named,
  orNull,
  TenantParams,
  Time,
  timeOf,
  Uuid,
} from '../common.ts';
import { PageQuery } from '../people/my.ts';
import { EXAMPLE_REQUEST, GenerateRequest } from '../reports/generate.ts';
import { plainText } from '../text.ts';
import { MayChange, PrefillGiven } from './prefill.ts';

export const EXAMPLE_TEXT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a81';
const asked = GenerateRequest.properties;

export const SessionParams = Type.Object({
  ...TenantParams.properties,
  consumerSessionId: Type.String({ description: 'From the answer that made the session.' }),
});

const TEST_ONLY = { required: ['test'], properties: { test: { const: true } } };

export const NewSessionRequest = Type.Object(
  {
    bureaus: asked.bureaus,
    searchType: asked.searchType,
    consentTextId: Type.String({
      format: 'any-uuid',
      description: 'A published consent text. Its newest version is shown, and stays with this session.',
      examples: [EXAMPLE_TEXT_ID],
    }),
    externalReference: asked.externalReference,
    prefill: Type.Optional(PrefillGiven),
    returnUrl: Type.Optional(
      plainText(1_000, {
        description:
          'Where the consumer goes at the end: https, on an origin of the list of return origins. `session` and `status` are added.',
        examples: ['https://apply.example.invalid/credit-check/done'],
      }),
    ),
    embedOrigins: Type.Optional(
      Type.Array(
        plainText(150, {
          description: 'An exact origin, on the list of embedding origins.',
          examples: ['https://apply.example.invalid'],
        }),
        {
          maxItems: EMBED_ORIGINS_MAX,
          uniqueItems: true,
          description: 'The pages that may show the hosted page in a frame. None without it.',
          examples: [['https://apply.example.invalid']],
        },
      ),
    ),
    lifetimeHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LINK_HOURS_MAX,
        description: `For how long the link can be started; ${LINK_HOURS_DEFAULT} by default.`,
        examples: [LINK_HOURS_DEFAULT],
      }),
    ),
    showReport: Type.Optional(
      Type.Boolean({ description: 'Whether the consumer sees the report. Default true.', examples: [true] }),
    ),
    consumerMayChange: Type.Optional(MayChange),
    showReportIfChanged: Type.Optional(
      Type.Boolean({
        description:
          'Whether the consumer sees the report also where they changed what you filled in. Default false.',
        examples: [false],
      }),
    ),
    test: asked.test,
    challengeOptions: asked.challengeOptions,
    testOptions: asked.testOptions,
  },
  {
    if: { required: ['challengeOptions'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    then: TEST_ONLY,
    // biome-ignore lint/suspicious/noThenProperty: likewise
    else: { if: { required: ['testOptions'] }, then: TEST_ONLY },
    title: 'NewConsumerSessionRequest',
    examples: [
      {
        bureaus: EXAMPLE_REQUEST.bureaus,
        searchType: 'pcp',
        consentTextId: EXAMPLE_TEXT_ID,
        externalReference: 'case-1042',
        prefill: { firstName: 'Ada', lastName: 'Sample' },
        returnUrl: 'https://apply.example.invalid/credit-check/done',
        test: true,
      },
    ],
  },
);
export type NewSessionRequest = Static<typeof NewSessionRequest>;

const session = {
  id: Uuid,
  status: Type.Enum([...SESSION_STATES], {
    description: `Where it is. A failed one may be tried again by the consumer, ${GENERATES_MAX} reports in all.`,
  }),
  test: Type.Boolean({ description: 'Of test mode.' }),
  bureaus: asked.bureaus,
  searchType: asked.searchType,
  externalReference: orNull(
    Type.String({ description: 'As it was given; null without one, and once it is purged.' }),
  ),
  consent: Type.Object(
    {
      textId: Uuid,
      version: Type.Integer({
        minimum: 1,
        description: 'Of the text that is shown: later ones change nothing here.',
      }),
      sha256: Type.String({ description: 'Of the text, in hex.' }),
      shownAt: orNull(Time, 'When it was put before the consumer; null before.'),
      agreedAt: orNull(Time, 'When the consumer agreed; null before.'),
    },
    { ...named('ConsentOfSession'), description: 'What the consumer is shown, and when they agreed to it.' },
  ),
  creditReportId: orNull(
    Type.String({
      format: 'uuid',
      description:
        'The report that it asked for last; null before the first, and where that was refused before there was one.',
    }),
  ),
  reason: orNull(
    Type.Enum([...FAILURE_REASONS], { description: 'Why the last report failed; null unless it has.' }),
  ),
  generates: Type.Integer({ minimum: 0, maximum: GENERATES_MAX }),
  triesLeft: orNull(
    Type.Integer({
      minimum: 0,
      description:
        'Of a failed one: how many more reports the consumer may ask for; 0: it is over. Null in every other status.',
    }),
  ),
  showReport: Type.Boolean(),
  showReportIfChanged: Type.Boolean({
    description: 'Whether the consumer sees the report also where they changed what you filled in.',
  }),
  consumerMayChange: MayChange,
  changed: Type.Array(Type.String(), {
    description:
      'Where the consumer changed what you filled in: JSON pointers into `prefill`, the current address first, never values. `/previousNames` where they added a name to yours.',
    examples: [['/mobileNumber', '/addresses/0']],
  }),
  step: orNull(
    Type.Enum([...SESSION_STEPS], {
      description:
        'The page that the consumer is on, until they ask for the report; null before, after, and where it is not known.',
    }),
  ),
  sends: Type.Array(
    Type.Object(
      {
        by: Type.Enum(['sms', 'email']),
        state: Type.Enum([...SENT_STATES], {
          description:
            '`refused`: nobody took the message, and it cost nothing. Of an e-mail no delivery is known.',
        }),
        sentAt: Time,
      },
      named('SentLink'),
    ),
    { description: 'When the service sent the link for you, the oldest first; never to whom.' },
  ),
  createdAt: Time,
  expiresAt: timeOf({ description: 'Until when the link can be started.' }),
  openedAt: orNull(Time),
  endedAt: orNull(
    timeOf({
      description:
        'When it was over, in whatever way; null before, also of a failed one that may be tried again.',
    }),
  ),
  withdrawnAt: Type.Optional(Time),
};
const ConsumerSession = Type.Object(session, named('ConsumerSession'));

const EXAMPLE_SESSION = {
  id: EXAMPLE_CONSUMER_SESSION_ID,
  status: 'created',
  test: true,
  bureaus: EXAMPLE_REQUEST.bureaus,
  searchType: 'pcp',
  externalReference: 'case-1042',
  consent: {
    textId: EXAMPLE_TEXT_ID,
    version: 1,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    shownAt: null,
    agreedAt: null,
  },
  creditReportId: null,
  reason: null,
  generates: 0,
  triesLeft: null,
  showReport: true,
  showReportIfChanged: false,
  consumerMayChange: [],
  changed: [],
  step: null,
  sends: [],
  createdAt: EXAMPLE_TIME,
  expiresAt: '2026-11-16T09:30:00.000Z',
  openedAt: null,
  endedAt: null,
};

export const NewSessionAnswer = Type.Object(
  {
    ...session,
    url: Type.String({
      format: 'uri',
      description:
        'The link, for the consumer alone. Its token is in the part behind the #, which no log and no scanner sees, and is answered here alone.',
    }),
  },
  {
    ...named('NewConsumerSession'),
    description: `The session with its link. The first browser that starts it keeps it, for ${RESUMABLE_HOURS} hours.`,
    examples: [
      {
        ...EXAMPLE_SESSION,
        url: `https://check.example.invalid/c/${EXAMPLE_CONSUMER_SESSION_ID}#t=2ZpV1J9kq3Yx0QmC7sD4uW8nB6aE5rT1oL0iG9hF2cA`,
      },
    ],
  },
);

export const SessionAnswer = Type.Object(session, {
  ...named('ConsumerSessionAnswer'),
  description: 'The session as it is now.',
  examples: [EXAMPLE_SESSION],
});

export const SessionsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...SESSION_STATES], { description: 'Only sessions with this status.' })),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only test sessions, or only live ones.' }),
  ),
  externalReference: Type.Optional(
    plainText(255, { description: 'Only sessions with this reference.', examples: [] }),
  ),
  createdFrom: Type.Optional(Type.String({ format: 'iso-time', description: 'Made at this time or later.' })),
  createdTo: Type.Optional(
    Type.String({
      format: 'iso-time',
      description: 'Made at this time or earlier; a date alone is that day in Europe/London.',
    }),
  ),
});

export const SessionList = Type.Object(
  {
    items: Type.Array(ConsumerSession, { description: 'Newest first.' }),
    token: orNull(Type.String({ description: 'Of the next page; null on the last one.' })),
  },
  {
    ...named('ConsumerSessionList'),
    description: 'A page of sessions.',
    examples: [{ items: [EXAMPLE_SESSION], token: null }],
  },
);
