// Schemas of what consumers ask of a tenant on the hosted page. What they wrote is in one answer alone.
import { Type } from 'typebox';
import { ANSWER_DAYS, REQUEST_KINDS, REQUEST_OUTCOMES } from '../../../domain/hosted/consumer-request.ts';
import {
  EXAMPLE_CONSUMER_SESSION_ID,
  EXAMPLE_REPORT_ID,
  EXAMPLE_TIME,
  named,
  orNull,
  TenantParams,
  Time,
  timeOf,
  Uuid,
} from '../common.ts';
import { PageQuery } from '../people/my.ts';

export const EXAMPLE_CONSUMER_REQUEST_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a91';

export const ConsumerRequestParams = Type.Object({
  ...TenantParams.properties,
  consumerRequestId: Type.String({ description: 'From the list, or from the event.' }),
});

const Kind = Type.Enum([...REQUEST_KINDS], {
  description: '`erasure`: the consumer asks for their data to be erased.',
});

const request = {
  id: Uuid,
  number: Type.String({ description: 'As the consumer was told it.', examples: ['7KQ4-M2XP'] }),
  kind: Kind,
  test: Type.Boolean({ description: 'Of test mode.' }),
  consumerSessionId: Uuid,
  creditReportId: orNull(Uuid, 'The last report of its session; null where there is none.'),
  fromKnownBrowser: Type.Boolean({
    description:
      'Whether it came from the browser that had started the link. Otherwise somebody had the link: make sure who they are.',
  }),
  receivedAt: Time,
  dueAt: timeOf({ description: `${ANSWER_DAYS} days after it came.` }),
  outcome: orNull(Type.Enum([...REQUEST_OUTCOMES], { description: 'Null while it is open.' })),
  closedAt: orNull(Time),
};
const ConsumerRequest = Type.Object(request, named('ConsumerRequest'));

const EXAMPLE = {
  id: EXAMPLE_CONSUMER_REQUEST_ID,
  number: '7KQ4-M2XP',
  kind: 'complaint',
  test: false,
  consumerSessionId: EXAMPLE_CONSUMER_SESSION_ID,
  creditReportId: EXAMPLE_REPORT_ID,
  fromKnownBrowser: true,
  receivedAt: EXAMPLE_TIME,
  dueAt: '2026-12-15T09:30:00.000Z',
  outcome: null,
  closedAt: null,
};

export const ConsumerRequestsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum(['open', 'closed'], { description: 'Only open ones, or only closed.' })),
  kind: Type.Optional(Kind),
  number: Type.Optional(
    Type.String({
      format: 'request-number',
      description: 'The number that the consumer was told, in any case, with or without its hyphen.',
      examples: ['7KQ4-M2XP'],
    }),
  ),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only of test mode, or only live ones.' }),
  ),
});

export const ConsumerRequestList = Type.Object(
  {
    items: Type.Array(ConsumerRequest, { description: 'Newest first.' }),
    token: orNull(Type.String({ description: 'Of the next page; null on the last one.' })),
  },
  {
    ...named('ConsumerRequestList'),
    description: 'A page of requests, without what was written.',
    examples: [{ items: [EXAMPLE], token: null }],
  },
);

export const OpenedConsumerRequest = Type.Object(
  {
    ...request,
    text: orNull(Type.String({ description: 'What the consumer wrote; null once it was purged or erased.' })),
    contact: orNull(Type.String({ description: 'How the consumer wants to be answered; likewise null.' })),
  },
  {
    ...named('OpenedConsumerRequest'),
    description: 'The request with what was written.',
    examples: [
      { ...EXAMPLE, text: 'The report names a lender that I do not know.', contact: '07700 900123' },
    ],
  },
);

export const CloseConsumerRequest = Type.Object(
  {
    outcome: Type.Enum([...REQUEST_OUTCOMES], {
      description: 'What you told the consumer. Accepting an erasure erases nothing by itself.',
    }),
  },
  { title: 'CloseConsumerRequest', examples: [{ outcome: 'accepted' }] },
);

export const ClosedConsumerRequest = Type.Object(request, {
  ...named('ClosedConsumerRequest'),
  description: 'The request as it is now.',
  examples: [{ ...EXAMPLE, outcome: 'accepted', closedAt: EXAMPLE_TIME }],
});
