// Schemas of what webhook endpoints were sent, and of sending again.
import { Type } from 'typebox';
import { EVENT_TYPE_NAMES, EVENT_VERSION } from '../../../domain/webhooks/events.ts';
import { EXAMPLE_REPORT_ID, EXAMPLE_TIME, meaning, named, orNull, Time, timeOf, Uuid } from '../common.ts';
import { PageQuery } from '../people/my.ts';
import { plainText } from '../text.ts';
import { EndpointParams, EXAMPLE_RECOVERY, Recovery } from './webhooks.ts';

const EXAMPLE_EVENT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a60';
const EXAMPLE_DELIVERY_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a71';

export const DeliveryParams = Type.Object({
  ...EndpointParams.properties,
  deliveryId: Type.String({ description: "The delivery's id." }),
});
export const RecoveryParams = Type.Object({
  ...EndpointParams.properties,
  recoveryId: Type.String({ description: "The recovery's id." }),
});

export const ReplayRequest = Type.Object(
  { eventId: Type.String({ format: 'any-uuid', description: 'The id of an event of the last 30 days.' }) },
  { title: 'ReplayEvent', examples: [{ eventId: EXAMPLE_EVENT_ID }] },
);

export const QueuedAnswer = Type.Object(
  { deliveryId: Uuid },
  {
    ...named('QueuedDelivery'),
    description: 'It is sent within a moment; the delivery says what came of it.',
    examples: [{ deliveryId: EXAMPLE_DELIVERY_ID }],
  },
);

export const RecoverRequest = Type.Object(
  {
    since: Type.String({ format: 'iso-time', description: 'Events of this time or later.' }),
    until: Type.Optional(
      Type.String({ format: 'iso-time', description: 'Of this time or earlier; now without it.' }),
    ),
    failedOnly: Type.Optional(
      Type.Boolean({ description: 'Only what was never delivered to it; true by default.' }),
    ),
    preview: Type.Optional(Type.Boolean({ description: 'Count only, send nothing.' })),
  },
  { title: 'RecoverEvents', examples: [{ since: EXAMPLE_TIME, preview: true }] },
);

export const RecoveryAnswer = Type.Object(Recovery.properties, {
  ...named('Recovery'),
  description: 'How far a recovery is.',
  examples: [EXAMPLE_RECOVERY],
});
export const RecoverAnswer = Type.Object(
  {
    count: Type.Integer({ description: 'Events that it did not get.' }),
    recovery: orNull(Recovery, 'The recovery that was begun; null for a preview.'),
  },
  {
    ...named('Recovered'),
    description: 'How many events there are; and, unless it was a preview, the recovery that sends them.',
    examples: [{ count: 1_204, recovery: EXAMPLE_RECOVERY }],
  },
);

const Delivery = {
  id: Uuid,
  eventId: Uuid,
  type: orNull(Type.String({ description: 'Null once the event is kept no longer.' })),
  externalReference: orNull(
    Type.String({
      description: 'Your own, of the report or session that it is about; null without one, and once purged.',
    }),
  ),
  state: Type.Enum(['due', 'delivered', 'failed', 'dropped'], {
    description: 'Whether it arrived; `due` while it is tried.',
  }),
  reason: orNull(Type.String({ description: 'Why it failed or was dropped; null where it was not.' })),
  replay: Type.Boolean({ description: 'Sent again by hand or by a recovery, or a test event.' }),
  attempts: Type.Integer(),
  lastStatus: orNull(Type.Integer()),
  lastMs: orNull(Type.Integer({ description: 'How long the last try took; null before the first.' })),
  createdAt: Time,
  dueAt: orNull(timeOf({ description: 'Of the next try; null where none is due.' })),
  endedAt: orNull(Time),
};
const EXAMPLE_DELIVERY = {
  id: EXAMPLE_DELIVERY_ID,
  eventId: EXAMPLE_EVENT_ID,
  type: 'report.completed',
  externalReference: 'case-1042',
  state: 'delivered',
  reason: null,
  replay: false,
  attempts: 1,
  lastStatus: 200,
  lastMs: 84,
  createdAt: EXAMPLE_TIME,
  dueAt: null,
  endedAt: EXAMPLE_TIME,
};

export const DeliveriesQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(
    Type.Enum(['due', 'delivered', 'failed', 'dropped'], { description: 'Only deliveries in this state.' }),
  ),
  type: Type.Optional(Type.Enum([...EVENT_TYPE_NAMES], { description: 'Only events of this type.' })),
  eventId: Type.Optional(Type.String({ format: 'any-uuid', description: 'Only what carries this event.' })),
  externalReference: Type.Optional(
    plainText(255, {
      description: 'Only what is about reports and sessions with this reference.',
      examples: [],
    }),
  ),
  dateFrom: Type.Optional(Type.String({ format: 'iso-time', description: 'Queued at this time or later.' })),
  dateTo: Type.Optional(Type.String({ format: 'iso-time', description: 'Queued at this time or earlier.' })),
});
export const DeliveryList = Type.Object(
  {
    items: Type.Array(Type.Object(Delivery, named('Delivery')), { description: 'Deliveries, newest first.' }),
    token: orNull(Type.String({ description: "The next page's token; null on the last page." })),
  },
  {
    ...named('Deliveries'),
    description: 'What an endpoint was sent, newest first, of the last 30 days.',
    examples: [{ items: [EXAMPLE_DELIVERY], token: null }],
  },
);
export const DeliveryAnswer = Type.Object(
  {
    ...Delivery,
    body: orNull(
      Type.Object({}, { additionalProperties: true, title: 'DeliveredBody' }),
      'What was sent; null once it is no longer kept.',
    ),
    tries: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: 'Which try it was, from 1.' }),
          at: Time,
          ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
          status: orNull(Type.Integer(), 'The HTTP status of the answer; null where there was none.'),
          problem: orNull(Type.String({ description: 'Why there was no answer; null where there was one.' })),
          answer: orNull(
            Type.String({
              description:
                'The first kilobyte of the answer; null once its report or session is erased or purged.',
            }),
          ),
        },
        named('DeliveryTry'),
      ),
      { description: 'Each try, oldest first.' },
    ),
  },
  {
    ...named('DeliveryDetail'),
    description: 'One delivery: what was sent, and what came of each try.',
    examples: [
      {
        ...EXAMPLE_DELIVERY,
        body: {
          version: EVENT_VERSION,
          type: 'report.completed',
          timestamp: EXAMPLE_TIME,
          data: { creditReportId: EXAMPLE_REPORT_ID, test: false, status: 'complete' },
        },
        tries: [{ number: 1, at: EXAMPLE_TIME, ms: 84, status: 200, problem: null, answer: 'ok' }],
      },
    ],
  },
);

export const HistogramQuery = Type.Object({
  hours: Type.Optional(
    Type.String({ format: 'hours-of-a-month', description: 'How far back, up to 720 hours; 24 by default.' }),
  ),
});
export const HistogramAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          hour: meaning(Time, 'When the hour begins.'),
          delivered: Type.Integer(),
          failed: Type.Integer(),
          waiting: Type.Integer(),
          retrying: Type.Integer({ description: 'Of those that wait: tried before, without success.' }),
        },
        named('HourOfDeliveries'),
      ),
    ),
  },
  {
    ...named('DeliveryHistogram'),
    description: 'Deliveries by the hour that they were due first in; hours without any are left out.',
    examples: [{ items: [{ hour: EXAMPLE_TIME, delivered: 41, failed: 0, waiting: 2, retrying: 1 }] }],
  },
);
