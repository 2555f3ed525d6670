// Schemas of the search over reports and calls.
import { Type } from 'typebox';
import { EVENT_TYPE_NAMES } from '../../../domain/webhooks/events.ts';
import { EXAMPLE_REPORT_ID, EXAMPLE_TIME, named, orNull, Time, Uuid } from '../common.ts';
import { ListedReport } from '../reports/answers.ts';
import { plainText } from '../text.ts';
import { RequestAnswer } from './requests.ts';

export const SearchQuery = Type.Object({
  q: plainText(255, {
    format: 'reference-start',
    description:
      'The beginning of an external reference, from 4 characters, in any case; or of a report id, request id or event id, from 8 digits.',
    examples: ['case-11'],
  }),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only test reports, or only live ones.' }),
  ),
});

export const FindQuery = Type.Object({
  who: plainText(100, {
    description: 'The last four digits of a phone number, or more of it; or a surname, in any case.',
    examples: ['9435'],
  }),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Test reports; without it, live ones.' }),
  ),
});

export const FindAnswer = Type.Object(
  { items: Type.Array(ListedReport, { description: 'At most 8, newest first; the person is masked.' }) },
  {
    ...named('FindAnswer'),
    description:
      'Reports of a phone number or a surname. Each search is an entry of the audit log, without what was searched for.',
    examples: [{ items: [] }],
  },
);

const FoundEvent = Type.Object(
  {
    id: Uuid,
    type: Type.Enum([...EVENT_TYPE_NAMES]),
    test: Type.Boolean({ description: 'Of test mode.' }),
    at: Time,
    subjectId: orNull(Uuid, 'The report or the link that it tells of; null where it is about neither.'),
  },
  {
    ...named('FoundEvent'),
    description: 'An event; `subjectId` is the report or the link that it tells of.',
  },
);

export const SearchAnswer = Type.Object(
  {
    reports: Type.Array(ListedReport, { description: 'At most 8, newest first.' }),
    requests: Type.Array(RequestAnswer, {
      description: 'At most 8, newest first; none for a caller without requests:read.',
    }),
    events: Type.Array(FoundEvent, {
      description: 'At most 8, newest first; none for a caller without webhooks:read.',
    }),
  },
  {
    ...named('SearchAnswer'),
    description:
      'Reports, calls and events that begin with what was searched for. A report from before version 0.1 is found by its whole reference.',
    examples: [
      {
        reports: [
          {
            creditReportId: EXAMPLE_REPORT_ID,
            status: 'complete',
            test: false,
            bureaus: ['equifax'],
            externalReference: 'case-1180',
            createdAt: EXAMPLE_TIME,
            updatedAt: EXAMPLE_TIME,
            purged: false,
            person: 'C. M—, 1972, ZZ1',
            costCredits: 140,
            tookMs: 2_400,
            answered: ['equifax'],
          },
        ],
        requests: [],
        events: [],
      },
    ],
  },
);
