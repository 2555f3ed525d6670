// Schemas of the alerts of a tenant.
import { Type } from 'typebox';
import { EXAMPLE_TIME, meaning, named, Time } from '../common.ts';

const CREDITS_MAX = 1_000_000_000_000;
const Credits = Type.Integer({ minimum: 1, maximum: CREDITS_MAX });

export const AlertsRequest = Type.Object(
  {
    low: Type.Array(Credits, {
      maxItems: 10,
      uniqueItems: true,
      description: 'Notify when the balance falls below this, and again when it recovers to 110 %.',
    }),
    velocity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: CREDITS_MAX,
        description: 'Notify when so many credits were spent within an hour. Absent: never.',
      }),
    ),
    undelivered: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          'Notify when this share of the texts of an hour, in percent, was not delivered; of ten texts or more. Not at all without it.',
      }),
    ),
  },
  { title: 'AlertsRequest', examples: [{ low: [2_000, 500], velocity: 5_000, undelivered: 20 }] },
);

export const AlertsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['low', 'depleted', 'velocity', 'undelivered'], {
            description: 'What it warns of.',
          }),
          threshold: Type.Integer(),
          state: Type.Enum(['ok', 'fired'], {
            description: 'Whether it has fired; `ok` again once the figure has recovered.',
          }),
          changedAt: meaning(Time, 'When its state last changed.'),
        },
        named('Alert'),
      ),
    ),
  },
  {
    ...named('Alerts'),
    description:
      'The alerts of the tenant. An empty wallet (`depleted`) is always one of them, from the first time on that it happened.',
    examples: [{ items: [{ kind: 'low', threshold: 2_000, state: 'fired', changedAt: EXAMPLE_TIME }] }],
  },
);
