// Schemas of made-up events.
import { Type } from 'typebox';
import { EVENT_TYPE_NAMES, EVENT_VERSION } from '../../../domain/webhooks/events.ts';
import { EXAMPLE_TIME, named } from '../common.ts';
import { EVENT_DATA } from './event-data.ts';
import { Event, EXAMPLE_EVENT_ID } from './events.ts';

export const TriggerRequest = Type.Object(
  {
    type: Type.Enum([...EVENT_TYPE_NAMES]),
    data: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          title: 'TriggerData',
          description: 'Fields of the event that are to be other than those of the example.',
          examples: [{ available: 0 }],
        },
      ),
    ),
  },
  {
    title: 'TriggerEvent',
    examples: [{ type: 'wallet.low', data: { available: 1_900, threshold: 2_000 } }],
  },
);

export const TriggerAnswer = Type.Object(Event.properties, {
  ...named('TriggeredEvent'),
  description: 'The event, as the feed and the endpoints of test mode get it.',
  examples: [
    {
      id: EXAMPLE_EVENT_ID,
      version: EVENT_VERSION,
      type: 'wallet.low',
      timestamp: EXAMPLE_TIME,
      data: { ...EVENT_DATA['wallet.low'].example, test: true },
    },
  ],
});
