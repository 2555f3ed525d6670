// The body of every type of event, as the `webhooks` of the OpenAPI document show them.
import { Type } from 'typebox';
import { EVENT_TYPES, EVENT_VERSION, type EventType } from '../../../domain/webhooks/events.ts';
import { closed, EXAMPLE_TIME, Time } from '../common.ts';
import { EVENT_DATA } from './event-data.ts';

/** Told of once, with the feed: 38 copies would be read by nobody. */
const EventVersion = Type.Enum([EVENT_VERSION]);

const ABOUT = 'What it is about: ids, codes and figures, nothing personal.';

/** By type: what it says, its schema and an example. */
export const EVENT_BODIES = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([type, { fields, example }]) => [
    type,
    {
      summary: EVENT_TYPES[type as EventType],
      schema: Type.Object(
        {
          version: EventVersion,
          type: Type.Literal(type),
          timestamp: Time,
          data: Type.Object(fields, { ...closed, description: ABOUT }),
        },
        { ...closed, title: `${toTitle(type)}Event` },
      ),
      example: { version: EVENT_VERSION, type, timestamp: EXAMPLE_TIME, data: example },
    },
  ]),
);

/** `report.completed` -> `ReportCompleted`. */
export function toTitle(type: string): string {
  return type
    .split(/[.-]/)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
}
