// Schemas of the statistics: the period that is asked for, and figures by step.
import { Type } from 'typebox';
import { FIGURE_STEPS, STEPS_MAX } from '../../../domain/activity/figures.ts';
import { PRODUCT_CODES } from '../../../domain/wallet/pricing.ts';
import { meaning, named, orNull, Time, timeOf } from '../common.ts';

export const StatsQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      format: 'iso-time',
      description:
        'In the first step; a date alone is that day in Europe/London. Without it: 24 hours, 30 days or 12 months.',
    }),
  ),
  to: Type.Optional(
    Type.String({ format: 'iso-time', description: 'In the last step, which is whole. Without it: now.' }),
  ),
  step: Type.Optional(
    Type.Enum([...FIGURE_STEPS], {
      description: `Default day. Days and months are those of Europe/London, so a day has 23 or 25 hours when the clocks change. At most ${STEPS_MAX} steps.`,
    }),
  ),
  test: Type.Optional(
    Type.String({
      format: 'true-or-false',
      description: 'Figures of test mode, or of live mode. Default false.',
    }),
  ),
});

const Count = Type.Integer();
const FIGURES = {
  reports: Type.Object(
    {
      total: Count,
      complete: meaning(Count, 'Reports that are complete.'),
      waiting: meaning(Count, 'Reports that wait for a code.'),
      failed: meaning(Count, 'Reports that failed.'),
      blocked: meaning(Count, 'Reports that were blocked.'),
    },
    { ...named('ReportFigures'), description: 'Reports by outcome, in the step in which they were made.' },
  ),
  challenges: Type.Object(
    {
      made: meaning(Count, 'Challenges that were made.'),
      passed: meaning(Count, 'Challenges that were passed.'),
    },
    {
      ...named('ChallengeFigures'),
      description: 'Of these reports: those that asked for a code, and got the right one.',
    },
  ),
  texts: Type.Object(
    {
      sent: meaning(Count, 'Texts that a gateway took.'),
      delivered: meaning(Count, 'Texts that arrived.'),
      undelivered: Count,
      refused: meaning(Count, 'Texts that no gateway took.'),
    },
    {
      ...named('TextFigures'),
      description:
        'Texts that a gateway took, what became of them, and texts that no gateway took. Live mode only.',
    },
  ),
  requests: Type.Object(
    {
      total: Count,
      '2xx': meaning(Count, 'Answered with success.'),
      '3xx': meaning(Count, 'Redirected.'),
      '4xx': meaning(Count, 'Refused.'),
      '5xx': meaning(Count, 'Failed on our side.'),
    },
    {
      ...named('RequestFigures'),
      description: 'Calls by class, as the request log has them. Calls about no report count in both modes.',
    },
  ),
  latency: orNull(
    Type.Object(
      {
        p50Ms: meaning(Count, 'Half took at most so many milliseconds.'),
        p95Ms: meaning(Count, '95 of 100 took at most so many milliseconds.'),
      },
      {
        ...named('LatencyFigures'),
        description:
          'How long generate requests took that were answered with 200, to within 19 %. Null without any.',
      },
    ),
  ),
  spend: Type.Object(
    {
      credits: Count,
      byProduct: Type.Array(
        Type.Object(
          { productCode: Type.Enum([...PRODUCT_CODES]), credits: Count, count: Count },
          named('ProductSpend'),
        ),
      ),
    },
    { ...named('SpendFigures'), description: 'Credits spent, in the step in which they were charged.' },
  ),
};

const EXAMPLE_FIGURES = {
  reports: { total: 12, complete: 10, waiting: 0, failed: 2, blocked: 0 },
  challenges: { made: 9, passed: 8 },
  texts: { sent: 9, delivered: 9, undelivered: 0, refused: 0 },
  requests: { total: 31, '2xx': 29, '3xx': 0, '4xx': 2, '5xx': 0 },
  latency: { p50Ms: 410, p95Ms: 1_900 },
  spend: {
    credits: 3_360,
    byProduct: [
      { productCode: 'credit-report-equifax', credits: 1_000, count: 10 },
      { productCode: 'credit-report-experian', credits: 1_000, count: 10 },
      { productCode: 'credit-report-transunion', credits: 1_000, count: 10 },
      { productCode: 'sms-otp', credits: 360, count: 9 },
    ],
  },
};

const Figures = Type.Object(FIGURES, named('SumFigures'));

export const StatsAnswer = Type.Object(
  {
    step: Type.Enum([...FIGURE_STEPS], { description: 'How long a step is.' }),
    timeZone: Type.String({ description: 'Where days and months run.' }),
    test: Type.Boolean(),
    from: Time,
    to: timeOf({ description: 'Excluded.' }),
    steps: Type.Array(
      Type.Object(
        {
          from: Time,
          to: Time,
          balance: orNull(
            Type.Integer({
              description:
                'Credits that could be spent at the end of the step, or now. Null in test mode and in the future.',
            }),
          ),
          ...FIGURES,
        },
        named('StepFigures'),
      ),
      { description: 'Oldest first, every step of the period, the empty ones too.' },
    ),
    sum: meaning(Figures, 'The whole period in one.'),
    previous: Type.Object(
      { from: Time, to: Time, ...FIGURES },
      { ...named('PreviousFigures'), description: 'As many whole steps before the period.' },
    ),
  },
  {
    ...named('Stats'),
    description:
      'Figures of a period, by step, in sum, and of the period before. They count and name nobody.',
    examples: [
      {
        step: 'day',
        timeZone: 'Europe/London',
        test: false,
        from: '2026-11-15T00:00:00.000Z',
        to: '2026-11-16T00:00:00.000Z',
        steps: [
          {
            from: '2026-11-15T00:00:00.000Z',
            to: '2026-11-16T00:00:00.000Z',
            balance: 96_640,
            ...EXAMPLE_FIGURES,
          },
        ],
        sum: EXAMPLE_FIGURES,
        previous: {
          from: '2026-11-14T00:00:00.000Z',
          to: '2026-11-15T00:00:00.000Z',
          ...EXAMPLE_FIGURES,
        },
      },
    ],
  },
);
