// Schemas of the feed of events: its query, and the body of an event.
import { Type } from 'typebox';
import { EVENT_TYPE_NAMES, EVENT_VERSION } from '../../../domain/webhooks/events.ts';
import { EVENTS_KEPT_DAYS } from '../../../storage/webhooks/event-feed.ts';
import { LATEST } from '../../../usecases/webhooks/read-events.ts';
import { EXAMPLE_REPORT_ID, EXAMPLE_TIME, meaning, named, orNull, Time, Uuid } from '../common.ts';

export const EXAMPLE_EVENT_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a60';
export const WAIT_SECONDS_MAX = 25;

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `The \`next\` of the answer before, or the id of an event; \`${LATEST}\` for what happens from now on. Without it: the oldest that is kept.`,
    }),
  ),
  wait: Type.Optional(
    Type.String({
      format: 'wait-seconds',
      description: 'Seconds to wait for an event where there is none yet.',
    }),
  ),
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      format: 'event-types',
      description: 'Only events of these types, with commas between them.',
    }),
  ),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only events of test (or live) mode.' }),
  ),
  pageSize: Type.Optional(
    Type.String({ format: 'page-size', description: 'At most so many events; 50 by default.' }),
  ),
});

const EventData = Type.Object(
  {
    creditReportId: Type.Optional(Uuid),
    externalReference: Type.Optional(
      Type.String({ description: 'As it was given to generate, until the report is purged or erased.' }),
    ),
    test: Type.Boolean(),
    status: Type.Optional(
      Type.String({ description: "The report's status after this. Read it; do not add events up." }),
    ),
  },
  {
    additionalProperties: true,
    title: 'EventData',
    description: 'What there is to say of an event of its type.',
  },
);

const Version = Type.Enum([EVENT_VERSION], {
  description: 'Of the body. Fields are added within it; what would break a reader gets another.',
});
export const Event = Type.Object(
  {
    id: Uuid,
    version: Version,
    type: Type.Enum([...EVENT_TYPE_NAMES]),
    timestamp: Time,
    data: meaning(EventData, 'What it is about: ids, codes and figures, nothing personal.'),
  },
  named('Event'),
);

export const EventsAnswer = Type.Object(
  {
    items: Type.Array(Event),
    next: orNull(
      Type.String({ description: 'Send it as `after` to go on from here; null while nothing has happened.' }),
    ),
  },
  {
    ...named('Events'),
    description: `What happened, oldest first, of the last ${EVENTS_KEPT_DAYS} days.`,
    examples: [
      {
        items: [
          {
            id: EXAMPLE_EVENT_ID,
            version: EVENT_VERSION,
            type: 'report.completed',
            timestamp: EXAMPLE_TIME,
            data: {
              creditReportId: EXAMPLE_REPORT_ID,
              externalReference: 'case-1042',
              test: false,
              status: 'complete',
              bureaus: [{ id: 'equifax', status: 'ok', tookMs: 812 }],
            },
          },
        ],
        next: EXAMPLE_EVENT_ID,
      },
    ],
  },
);
