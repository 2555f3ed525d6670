// Test clocks: the time that test reports go by.
import { Type } from 'typebox';
import { TEST_CLOCK_LIFETIME_DAYS } from '../../../domain/reports/test-clock.ts';
import { closed, EXAMPLE_TIME, named, TenantParams, timeOf } from '../common.ts';

const EXAMPLE_CLOCK_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a40';
const EXAMPLE_CLOCK = {
  id: EXAMPLE_CLOCK_ID,
  at: EXAMPLE_TIME,
  createdAt: EXAMPLE_TIME,
  endsAt: '2026-11-22T09:30:00.000Z',
};

export const ClockParams = Type.Object({
  ...TenantParams.properties,
  clockId: Type.String({ description: 'From the answer that made the clock.' }),
});

export const NewClockRequest = Type.Object(
  {
    at: Type.Optional(
      Type.String({
        format: 'iso-time',
        description: 'Where the clock begins, at most two years from now. Without it: now.',
        examples: [EXAMPLE_TIME],
      }),
    ),
  },
  { title: 'NewClockRequest', examples: [{}, { at: EXAMPLE_TIME }] },
);

export const AdvanceRequest = Type.Object(
  {
    by: Type.String({
      format: 'duration-forward',
      maxLength: 40,
      description: 'How far the clock is moved on: an ISO 8601 duration, forward only.',
      examples: ['PT5M1S'],
    }),
  },
  { title: 'AdvanceRequest', examples: [{ by: 'PT5M1S' }, { by: 'P31D' }] },
);

const Clock = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Goes into `testOptions.clock`.' }),
    at: timeOf({ description: 'What the clock says now. It goes on by itself.' }),
    createdAt: timeOf({ description: 'By the real time.' }),
    endsAt: timeOf({
      description: `By the real time: ${TEST_CLOCK_LIFETIME_DAYS} days after it was made. Its reports stay listed, without their personal parts.`,
    }),
  },
  named('TestClock'),
);

export const ClockAnswer = Type.Object(Clock.properties, {
  ...named('TestClockAnswer'),
  description: 'The clock as it is now.',
  examples: [EXAMPLE_CLOCK],
});

export const ClockList = Type.Object(
  { items: Type.Array(Clock, { description: 'Those that have not ended, newest first.' }) },
  {
    ...closed,
    title: 'TestClockList',
    description: 'All of them; there are 100 at most.',
    examples: [{ items: [EXAMPLE_CLOCK] }],
  },
);
