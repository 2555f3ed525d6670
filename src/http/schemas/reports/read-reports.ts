// The queries of reading reports back: the filters of the list, and why a person opens one.
import { Type } from 'typebox';
import { SEARCH_ANSWERS } from '../../../domain/activity/bureau-figures.ts';
import { BUREAU_IDS } from '../../../domain/reports/bureaus.ts';
import { REPORT_STATUSES } from '../../../domain/reports/report.ts';
import { SEEN_REASONS } from '../../../usecases/activity/read-audit.ts';
import { named, orNull } from '../common.ts';
import { PageQuery } from '../people/my.ts';
import { plainText } from '../text.ts';

export const ListQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...REPORT_STATUSES], { description: 'Only reports with this status.' })),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only test reports, or only live ones.' }),
  ),
  externalReference: Type.Optional(
    plainText(255, { description: 'Only reports with this reference.', examples: [] }),
  ),
  referenceStart: Type.Optional(
    plainText(255, {
      format: 'reference-start',
      description:
        'Only reports whose reference begins with this, from 4 characters, in any case. Reports from before version 0.1 are found by the whole reference.',
      examples: ['case-11'],
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['newest', 'oldest'], { description: 'By the time that they were made. Default newest.' }),
  ),
  count: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Adds `total`, how many there are; not in a CSV.' }),
  ),
  details: Type.Optional(
    Type.String({
      format: 'true-or-false',
      description: 'Adds `person` (masked), `costCredits`, `tookMs` and `answered` to each; not in a CSV.',
    }),
  ),
  createdFrom: Type.Optional(
    Type.String({ format: 'iso-time', description: 'Created at this time or later.' }),
  ),
  createdTo: Type.Optional(
    Type.String({
      format: 'iso-time',
      description: 'Created at this time or earlier; a date alone is that day in Europe/London.',
    }),
  ),
  bureau: Type.Optional(
    Type.Enum([...BUREAU_IDS], {
      description: 'Only live reports that this bureau was asked for. Not together with `referenceStart`.',
    }),
  ),
  bureauAnswer: Type.Optional(
    Type.Enum([...SEARCH_ANSWERS], {
      description:
        'With `bureau`: only reports that it answered with a file (`ok`), without one (`no-trace`), or not at all (`unanswered`).',
    }),
  ),
});

export const MobileNumberAnswer = Type.Object(
  { mobileNumber: orNull(Type.String({ description: 'Null where none was given.' })) },
  {
    ...named('MobileNumber'),
    description: 'The number as it was given.',
    examples: [{ mobileNumber: '+447700900123' }],
  },
);

export const ReadQuery = Type.Object({
  reason: Type.Optional(
    Type.Enum([...SEEN_REASONS], {
      description:
        'Why a person opens it; it goes into the entry of the audit log. A program needs none: its reading makes no entry.',
    }),
  ),
});

export const ReadReportQuery = Type.Object({
  ...ReadQuery.properties,
  include: Type.Optional(
    Type.Enum(['agreements'], {
      description:
        'Adds `agreements`, the motor-finance agreements, to a complete report: one read, and one entry of the audit log, for both. Not in a PDF.',
    }),
  ),
});
