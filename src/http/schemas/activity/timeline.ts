// Schemas of the timeline of a report and of the list of messages.
import { Type } from 'typebox';
import { SMS_OUTCOMES } from '../../../domain/reports/challenge.ts';
import { MESSAGE_STATES } from '../../../storage/activity/message-lists.ts';
import { TIMELINE_KINDS } from '../../../usecases/activity/read-timeline.ts';
import { EXAMPLE_REPORT_ID, EXAMPLE_TIME, meaning, named, orNull, Time, Uuid } from '../common.ts';
import { PageQuery } from '../people/my.ts';

const EXAMPLE_CREDENTIAL_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a30';
const EXAMPLE_SMS_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a50';
const optional = Type.Optional;
const maybeText = (words?: string) => optional(orNull(Type.String(), words));
const maybeId = (words: string) => optional(orNull(Uuid, words));

const Facts = Type.Object(
  {
    requestId: maybeId('The request, as in its header X-Request-Id; null where there is none.'),
    bureaus: optional(Type.Array(Type.String())),
    result: optional(
      Type.String({ description: 'Of a device check: verified, missing. Of a guess: right, wrong.' }),
    ),
    verdict: optional(
      Type.Enum(['allow', 'challenge', 'block'], { description: 'What the risk assessment said.' }),
    ),
    reasons: optional(
      Type.Array(Type.String(), {
        description: 'Codes of the risk assessment, for owners and admins only: never for a credential.',
      }),
    ),
    move: optional(Type.String({ description: 'hold, post, void or expire.' })),
    amount: optional(Type.Integer({ description: 'In credits.' })),
    products: optional(
      orNull(
        Type.Object({}, { additionalProperties: Type.Integer(), title: 'ProductCredits' }),
        'What it consists of, by product; null where it does not apply.',
      ),
    ),
    bureau: optional(Type.String()),
    outcome: optional(Type.String()),
    tookMs: optional(orNull(Type.Integer({ description: 'Null where it is not known.' }))),
    simulated: optional(Type.Boolean()),
    smsId: maybeId('The text that it is about; null where it is about none.'),
    gateway: maybeText(),
    state: optional(Type.String({ description: 'How it stands.' })),
    costCredits: optional(Type.Integer()),
    settledAt: optional(orNull(Time)),
    deliveredAfterMs: optional(
      orNull(Type.Integer({ description: 'Of a text: from its sending to its delivery; null until then.' })),
    ),
    triesLeft: optional(Type.Integer()),
    sends: optional(Type.Integer()),
    sendsLeft: optional(Type.Integer()),
    sms: optional(
      Type.Enum([...SMS_OUTCOMES], { description: 'Of a resend: whether a gateway took the text.' }),
    ),
    method: optional(Type.String()),
    route: optional(Type.String()),
    code: maybeText('The error code of a refused call; null where none was refused.'),
    status: optional(
      meaning(
        Type.Union([Type.String(), Type.Integer()]),
        'The status of the report, of the bureau or of the HTTP answer.',
      ),
    ),
    reason: maybeText('Why, as a code for programs; null where there is none.'),
    message: maybeText('What is wrong, in words for people; null where nothing is.'),
  },
  { ...named('TimelineFacts'), description: 'What there is to say of an event of this kind.' },
);

export const TimelineAnswer = Type.Object(
  {
    creditReportId: Uuid,
    test: Type.Boolean(),
    status: Type.String(),
    externalReference: orNull(Type.String({ description: 'Null where there is none, and once purged.' })),
    person: orNull(
      Type.String({
        description: 'Two letters, the year of birth and half a postcode; null once purged.',
      }),
    ),
    mobileEnding: orNull(
      Type.String({
        description: 'The last four digits of the phone number; null without one, and once purged.',
      }),
    ),
    createdAt: Time,
    testClockId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The test clock that it goes by, or went by.' }),
    ),
    consumerSessionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The session of the hosted page that it came from; absent when it came from generate.',
      }),
    ),
    costCredits: Type.Integer({ description: 'Spent on it so far.' }),
    heldCredits: Type.Integer({ description: 'Held for it now.' }),
    waiting: orNull(
      Type.Object(
        {
          challengeId: Type.String({
            format: 'uuid',
            description: 'To submit the code, or to have a new one sent.',
          }),
          expiresAt: Time,
          msLeft: Type.Integer({ description: 'Until then, by the clock of the service.' }),
          triesLeft: Type.Integer(),
          textsLeft: Type.Integer({ description: 'Texts that may still be sent.' }),
        },
        { ...named('TimelineWaiting'), description: 'Of the security code, while the report waits for it.' },
      ),
      'What a waiting challenge has left; null where none waits.',
    ),
    events: Type.Array(
      Type.Object(
        {
          at: Time,
          kind: Type.Enum([...TIMELINE_KINDS], { description: 'What happened.' }),
          actor: Type.Enum(['credential', 'person', 'consumer', 'system'], { description: 'Who did it.' }),
          actorId: orNull(Uuid),
          actorName: orNull(
            Type.String({ description: 'Of the credential or the person; null of anybody else.' }),
          ),
          credits: Type.Integer({ description: 'What it did to the balance, with its sign.' }),
          facts: Facts,
        },
        named('TimelineEvent'),
      ),
      { description: 'What happened, oldest first.' },
    ),
  },
  {
    ...named('Timeline'),
    description: 'All that happened to a report, oldest first. Whom it is about is masked.',
    examples: [
      {
        creditReportId: EXAMPLE_REPORT_ID,
        test: false,
        status: 'retry',
        externalReference: 'case-1042',
        person: 'A. S—, 1985, LS1',
        mobileEnding: '0982',
        createdAt: EXAMPLE_TIME,
        costCredits: 40,
        heldCredits: 100,
        waiting: {
          challengeId: EXAMPLE_SMS_ID,
          expiresAt: EXAMPLE_TIME,
          msLeft: 192_000,
          triesLeft: 2,
          textsLeft: 2,
        },
        events: [
          {
            at: EXAMPLE_TIME,
            kind: 'request-received',
            actor: 'credential',
            actorId: EXAMPLE_CREDENTIAL_ID,
            actorName: 'Website',
            credits: 0,
            facts: { requestId: null, bureaus: ['equifax'] },
          },
          {
            at: EXAMPLE_TIME,
            kind: 'guess',
            actor: 'consumer',
            actorId: null,
            actorName: null,
            credits: 0,
            facts: { result: 'wrong', triesLeft: 2 },
          },
        ],
      },
    ],
  },
);

export const MessagesQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(
    Type.Enum([...MESSAGE_STATES], {
      description:
        'Only messages in this state. A page may then have fewer of them than its size, and still a token.',
    }),
  ),
});

export const MessagesAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Uuid,
          reportId: orNull(Uuid),
          externalReference: orNull(
            Type.String({ description: 'Of its report; null without one, and once purged.' }),
          ),
          mobileEnding: orNull(
            Type.String({ description: 'The last four digits of the number; null once purged.' }),
          ),
          state: Type.Enum([...MESSAGE_STATES], {
            description:
              'refused: no gateway took it. given-up: no gateway spoke of it in time. Of both the price went back.',
          }),
          gateway: orNull(Type.String()),
          createdAt: Time,
          handedOverAt: orNull(Time, 'When a gateway took it; null while none has.'),
          settledAt: orNull(Time),
          heldCredits: Type.Integer({ description: 'Credits that are set aside until its fate is known.' }),
          costCredits: Type.Integer(),
          to: Type.Optional(
            Type.String({
              description: 'The number: only where texts are kept in an outbox and reach no phone.',
            }),
          ),
          text: Type.Optional(
            Type.String({
              description:
                'What it says, with its code: only where texts are kept in an outbox and reach no phone.',
            }),
          ),
        },
        named('Message'),
      ),
    ),
    token: orNull(Type.String({ description: "The next page's token; null on the last page." })),
  },
  {
    ...named('Messages'),
    description:
      'Text messages, newest first: no whole number, text or code, except where texts reach no phone (a sandbox, or development). Test mode sends none. With `Accept: text/csv`: all of them, as CSV.',
    examples: [
      {
        items: [
          {
            id: EXAMPLE_SMS_ID,
            reportId: EXAMPLE_REPORT_ID,
            externalReference: 'case-1042',
            mobileEnding: '0982',
            state: 'delivered',
            gateway: 'twilio',
            createdAt: EXAMPLE_TIME,
            handedOverAt: EXAMPLE_TIME,
            settledAt: EXAMPLE_TIME,
            heldCredits: 0,
            costCredits: 40,
          },
        ],
        token: null,
      },
    ],
  },
);
