// Schemas of how bureaus answered: the period that is asked for, and figures of each bureau.
import { Type } from 'typebox';
import { BUREAU_STATES } from '../../../domain/activity/bureau-figures.ts';
import { BUREAU_IDS } from '../../../domain/reports/bureaus.ts';
import { BUREAU_PERIODS } from '../../../usecases/activity/read-bureaus.ts';
import { meaning, named, orNull, Time, timeOf } from '../common.ts';

export const BureausQuery = Type.Object({
  period: Type.Optional(
    Type.Enum([...BUREAU_PERIODS], {
      description: 'Whole days of Europe/London, today the last of them. Default today.',
    }),
  ),
});

const Count = Type.Integer();
const Ms = orNull(Type.Integer());
const SUMS = {
  asked: Type.Integer({ description: 'Live reports that it was asked for.' }),
  answered: Type.Integer({ description: 'Answered with a file.' }),
  noFile: Type.Integer({
    description: 'Answered without a file: it knows no such person, or several places match the address.',
  }),
  unanswered: Type.Integer({ description: 'Failed, refused or too late. Not charged.' }),
  p50Ms: {
    ...Ms,
    description: 'Half of its answers came within this time, to within 19 %. Null without any.',
  },
  p95Ms: { ...Ms, description: '95 % of its answers came within this time. Null without any.' },
};
const REPORTS = {
  complete: Count,
  whole: Type.Integer({ description: 'Complete, and every bureau that was asked has answered.' }),
  costCredits: {
    ...orNull(Type.Integer()),
    description: 'All that was spent in the period, texts too, for each complete report. Null without any.',
  },
};

const EXAMPLE_SUMS = { asked: 145, answered: 112, noFile: 8, unanswered: 25, p50Ms: 36, p95Ms: 120 };
const EXAMPLE_REPORTS = { complete: 139, whole: 114, costCredits: 324 };

export const BureausAnswer = Type.Object(
  {
    period: Type.Enum([...BUREAU_PERIODS]),
    timeZone: Type.String({ description: 'Where days run.' }),
    step: Type.Enum(['half-hour', 'day'], { description: 'Of today half hours, else days.' }),
    from: Time,
    to: timeOf({ description: 'Now.' }),
    bureaus: Type.Array(
      Type.Object(
        {
          id: Type.Enum([...BUREAU_IDS]),
          ...SUMS,
          spend: meaning(
            Type.Object(
              { credits: Count, count: Count },
              { ...named('BureauSpend'), description: 'What was charged for its answers, and for how many.' },
            ),
            'What was charged for its answers, and for how many.',
          ),
          usual: Type.Object(SUMS, {
            ...named('UsualBureauFigures'),
            description: 'The seven days before the period.',
          }),
          steps: Type.Array(
            Type.Object(
              {
                from: Time,
                asked: Count,
                unanswered: Count,
                p95Ms: meaning(Ms, '95 % of its answers came within this time; null without any.'),
                state: Type.Enum([...BUREAU_STATES], {
                  description:
                    '`unanswered`: one in ten or more without an answer. `slow`: of five calls or more 95 % within half a second or more, and twice what is usual. A report counts where it was made.',
                }),
              },
              named('BureauStep'),
            ),
            { description: 'Oldest first; of today also those to come.' },
          ),
        },
        named('BureauFigures'),
      ),
    ),
    spend: Type.Object({ credits: Count, bureauCredits: Count, textCredits: Count }, named('BureausSpend')),
    reports: Type.Object(REPORTS, named('CompleteReports')),
    lost: Type.Object(
      { credits: Count, texts: Count },
      { ...named('LostTexts'), description: 'Texts that were charged and led to no report.' },
    ),
    usual: Type.Object(
      { from: Time, ...REPORTS },
      { ...named('UsualReports'), description: 'The seven days before the period.' },
    ),
  },
  {
    ...named('Bureaus'),
    description: 'How bureaus answered live reports, and what it cost. The figures count and name nobody.',
    examples: [
      {
        period: 'today',
        timeZone: 'Europe/London',
        step: 'half-hour',
        from: '2026-11-16T00:00:00.000Z',
        to: '2026-11-16T18:04:00.000Z',
        bureaus: [
          {
            id: 'experian',
            ...EXAMPLE_SUMS,
            spend: { credits: 12_000, count: 120 },
            usual: { asked: 980, answered: 930, noFile: 48, unanswered: 2, p50Ms: 35, p95Ms: 110 },
            steps: [
              {
                from: '2026-11-16T11:00:00.000Z',
                asked: 31,
                unanswered: 25,
                p95Ms: 118,
                state: 'unanswered',
              },
            ],
          },
        ],
        spend: { credits: 45_080, bureauCredits: 38_000, textCredits: 7_080 },
        reports: EXAMPLE_REPORTS,
        lost: { credits: 1_120, texts: 28 },
        usual: { from: '2026-11-09T00:00:00.000Z', complete: 940, whole: 921, costCredits: 319 },
      },
    ],
  },
);
