// What is different of judgments, insolvencies and notices since an earlier report.
import { Type } from 'typebox';
import { WHEN } from '../../../domain/changes/when.ts';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import {
  INSOLVENCY_KINDS,
  INSOLVENCY_STATUSES,
  JUDGMENT_KINDS,
  JUDGMENT_STATUSES,
  NOTICE_TYPES,
} from '../../../domain/reports/file-parts.ts';
import { closed, meaning, named } from '../common.ts';
import { Money } from './money.ts';

const When = Type.Enum([...WHEN], {
  description: 'Whether it happened after the day of the earlier report, as in the other lists.',
});
const COURT = {
  court: Type.Optional(Type.String()),
  caseNumber: Type.Optional(Type.String()),
  amount: Type.Optional(meaning(Money, 'The sum of money.')),
  date: Type.Optional(Type.String({ format: 'date' })),
};
const JUDGMENT = {
  kind: Type.Enum([...JUDGMENT_KINDS]),
  status: Type.Enum([...JUDGMENT_STATUSES]),
  ...COURT,
};
const INSOLVENCY = {
  kind: Type.Enum([...INSOLVENCY_KINDS]),
  status: Type.Enum([...INSOLVENCY_STATUSES]),
  ...COURT,
};

const Notice = Type.Object(
  {
    id: Type.Enum([...BUREAU_IDS]),
    type: Type.Enum([...NOTICE_TYPES], { description: 'What kind of notice.' }),
    ref: Type.Optional(Type.String()),
    date: Type.Optional(Type.String({ format: 'date' })),
  },
  closed,
);

export const PublicRecordChanges = Type.Object(
  {
    judgments: Type.Optional(
      Type.Object(
        {
          new: Type.Array(Type.Object({ ...JUDGMENT, when: When }, closed)),
          ended: Type.Array(
            Type.Object({ ...JUDGMENT, statusBefore: Type.Enum([...JUDGMENT_STATUSES]), when: When }, closed),
            { description: 'Satisfied or set aside, and open in the earlier report.' },
          ),
          gone: Type.Array(Type.Object(JUDGMENT, closed)),
        },
        closed,
      ),
    ),
    insolvencies: Type.Optional(
      Type.Object(
        {
          new: Type.Array(Type.Object({ ...INSOLVENCY, when: When }, closed)),
          ended: Type.Array(
            Type.Object(
              { ...INSOLVENCY, statusBefore: Type.Enum([...INSOLVENCY_STATUSES]), when: When },
              closed,
            ),
            { description: 'Ended or annulled, and not so in the earlier report.' },
          ),
          gone: Type.Array(Type.Object(INSOLVENCY, closed)),
        },
        closed,
      ),
    ),
    notices: Type.Optional(
      Type.Object(
        { new: Type.Array(Notice), gone: Type.Array(Notice) },
        {
          ...closed,
          description:
            'Notices of correction and dispute, about the file or any record of it. Their words are in the report.',
        },
      ),
    ),
  },
  {
    ...named('PublicRecordChanges'),
    description:
      'Our addition: judgments, insolvencies and notices that are new, over or no longer listed. Each absent where one of the reports was not asked for it.',
  },
);
