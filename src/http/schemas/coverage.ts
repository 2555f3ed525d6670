// What a report covers, as its `coverage` says it.
import { Type } from 'typebox';
import { BUREAU_IDS } from '../../domain/credit-report.ts';
import { closed, named } from './common.ts';

export const Coverage = Type.Object(
  {
    bureaus: Type.Array(
      Type.Object(
        {
          id: Type.Enum([...BUREAU_IDS]),
          answered: Type.Boolean({ description: 'False: what it has on file is not in this report.' }),
          hasFile: Type.Boolean({ description: 'Whether it has a file on this person.' }),
          names: Type.Integer({
            description: 'How many of `names` it was sent, the first ones.',
            examples: [1],
          }),
          addresses: Type.Integer({
            description: 'How many of `addresses` it was sent, the first ones.',
            examples: [2],
          }),
        },
        closed,
      ),
      { description: 'The bureaus that were asked.' },
    ),
    names: Type.Array(Type.String(), {
      description: 'The name, then the previous names.',
      examples: [['Ada Sample']],
    }),
    addresses: Type.Array(Type.String(), {
      description: 'The current address, then earlier ones.',
      examples: [['12 Example Street, LEEDS, LS1 4AB']],
    }),
    oldestRecord: Type.Optional(
      Type.String({
        format: 'date',
        description: 'The start of the oldest agreement in the report. Absent where no record has a start.',
        examples: ['2014-05-09'],
      }),
    ),
    onFileSince: Type.String({
      format: 'date',
      description: 'Agreements that ended before this day are normally no longer on file: six years.',
      examples: ['2020-11-16'],
    }),
    notice: Type.String({ description: 'The same in a sentence, to be shown with the report.' }),
  },
  named('Coverage'),
);
