// Schema of the overview: the first page of the console in one answer.
import { Type } from 'typebox';
import { ATTENTION_KINDS } from '../../../domain/activity/attention.ts';
import { REPORT_STATUSES } from '../../../domain/reports/report.ts';
import { PRODUCT_CODES } from '../../../domain/wallet/pricing.ts';
import { EXAMPLE_TIME, meaning, named, orNull, Time } from '../common.ts';

const Tick = orNull(Time);

const AttentionItem = Type.Object(
  {
    kind: Type.Enum([...ATTENTION_KINDS], { description: 'What needs attention.' }),
    message: Type.String({ description: 'What it is, in words for people.' }),
    since: orNull(Time, 'Since when; null where that is not known.'),
    subjectId: orNull(
      Type.String({
        format: 'uuid',
        description:
          'Of the credential, the webhook endpoint or the payment that it is about; null for all else.',
      }),
    ),
    test: orNull(Type.Boolean({ description: 'The mode of that endpoint; null for all else.' })),
  },
  named('Attention'),
);
const EXAMPLE_ATTENTION = {
  kind: 'balance-low',
  message: '4200 credits are left: at the pace of the last 7 days they last about 5 days. Top up the wallet.',
  since: null,
  subjectId: null,
  test: null,
};

export const AttentionAnswer = Type.Object(
  { items: Type.Array(AttentionItem) },
  {
    ...named('AttentionList'),
    description: 'What needs somebody now, of what the caller may see; empty when nothing does.',
    examples: [{ items: [EXAMPLE_ATTENTION] }],
  },
);

export const OverviewAnswer = Type.Object(
  {
    balance: Type.Integer({ description: 'Credits that can be spent.' }),
    held: Type.Integer({ description: 'Credits that are held for what is under way.' }),
    openChallenges: Type.Integer({ description: 'Live reports that wait for a code.' }),
    daysLeft: orNull(
      Type.Integer({
        description: 'How long the balance lasts at the pace of the last 7 days; null without any.',
      }),
    ),
    spend: meaning(
      Type.Object(
        {
          timeZone: Type.String({ description: 'The time zone of the days.' }),
          days: Type.Integer({ description: 'How many days it goes back.' }),
          totalCredits: Type.Integer(),
          byDay: Type.Array(
            Type.Object(
              {
                date: Type.String({ format: 'date' }),
                productCode: Type.Enum([...PRODUCT_CODES]),
                credits: Type.Integer(),
                count: Type.Integer(),
              },
              named('DaySpend'),
            ),
            { description: 'Oldest first; a day without spending is not there.' },
          ),
        },
        named('Spend'),
      ),
      'Credits spent, by day and product.',
    ),
    reports: Type.Array(
      Type.Object(
        {
          status: Type.Enum([...REPORT_STATUSES]),
          test: Type.Boolean(),
          lastDay: Type.Integer({ description: 'Made in the last 24 hours, the one under way included.' }),
          lastMonth: Type.Integer({
            description: 'Made in the last 30 days of Europe/London, today included.',
          }),
        },
        named('ReportCount'),
      ),
      { description: 'Reports by status.' },
    ),
    firstSteps: Type.Object(
      {
        credentialMadeAt: meaning(Tick, 'When the first credential was made; null before.'),
        liveCredentialMadeAt: meaning(Tick, 'When the first credential for live mode was made; null before.'),
        tokenFetchedAt: meaning(Tick, 'When a token was first fetched; null before.'),
        testReportMadeAt: meaning(Tick, 'When the first test report was made; null before.'),
        challengePassedAt: meaning(Tick, 'When a challenge was first passed; null before.'),
        liveReportMadeAt: meaning(Tick, 'When the first live report was made; null before.'),
      },
      { ...named('FirstSteps'), description: 'When each step of the first day was done; null until then.' },
    ),
    attention: Type.Array(AttentionItem, {
      description: 'What may need somebody; empty when nothing does.',
    }),
  },
  {
    ...named('Overview'),
    description: 'Balance, spending, reports by status, the first steps, and what needs attention.',
    examples: [
      {
        balance: 4_200,
        held: 140,
        openChallenges: 1,
        daysLeft: 5,
        spend: {
          timeZone: 'Europe/London',
          days: 30,
          totalCredits: 340,
          byDay: [{ date: '2026-11-15', productCode: 'sms-otp', credits: 40, count: 1 }],
        },
        reports: [{ status: 'complete', test: true, lastDay: 3, lastMonth: 12 }],
        firstSteps: {
          credentialMadeAt: EXAMPLE_TIME,
          liveCredentialMadeAt: null,
          tokenFetchedAt: EXAMPLE_TIME,
          testReportMadeAt: EXAMPLE_TIME,
          challengePassedAt: null,
          liveReportMadeAt: null,
        },
        attention: [EXAMPLE_ATTENTION],
      },
    ],
  },
);
