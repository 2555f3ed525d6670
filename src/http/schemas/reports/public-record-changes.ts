// What is different of judgments and insolvencies since an earlier report.
import { Type } from 'typebox';
import { WHEN } from '../../../domain/changes/when.ts';
import {
  INSOLVENCY_KINDS,
  INSOLVENCY_STATUSES,
  JUDGMENT_KINDS,
  JUDGMENT_STATUSES,
} from '../../../domain/reports/file-parts.ts';
import { closed, named } from '../common.ts';
import { Money } from './money.ts';

const When = Type.Enum([...WHEN], {
  description: 'Whether it happened after the day of the earlier report, as in the other lists.',
});
const COURT = {
  court: Type.Optional(Type.String()),
  caseNumber: Type.Optional(Type.String()),
  amount: Type.Optional(Money),
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
  },
  {
    ...named('PublicRecordChanges'),
    description:
      'Our addition: judgments and insolvencies that are new, over or no longer listed. Each absent where one of the reports was not asked for it.',
  },
);
