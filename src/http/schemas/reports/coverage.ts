// What a report covers, as its `coverage` says it.
import { Type } from 'typebox';
import {
  ALTERED_CHANGES,
  BUREAU_IDS,
  BUREAU_NOTES,
  LEFT_OUT_REASONS,
} from '../../../domain/reports/credit-report.ts';
import { FILE_PARTS } from '../../../domain/reports/file-parts.ts';
import { closed, named } from '../common.ts';

const Altered = Type.Object(
  {
    field: Type.String({
      description:
        'A JSON pointer as into the request, with the addresses in the order of `addresses`: `/addresses/0` is the first of them.',
      examples: ['/firstName'],
    }),
    sent: Type.Optional(
      Type.String({ description: 'As it was sent; absent where it was left out.', examples: ['Zoe'] }),
    ),
    change: Type.Enum([...ALTERED_CHANGES], {
      description:
        "`folded`: written in the bureau's alphabet. `cut`: shortened to its length. `left-out`: not sent.",
    }),
  },
  named('AlteredField'),
);

const LeftOut = Type.Object(
  {
    reason: Type.Enum([...LEFT_OUT_REASONS], {
      description:
        "`another-person`: the bureau marks them as another person's. `not-sure`: their name or date of birth does not fit well enough.",
    }),
    accounts: Type.Integer(),
    searches: Type.Integer(),
    publicRecords: Type.Optional(
      Type.Integer({
        description:
          'Our addition: court records, insolvencies and fraud warnings. Absent where there are none.',
      }),
    ),
  },
  named('LeftOutRecords'),
);

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
          altered: Type.Optional(
            Type.Array(Altered, {
              description: 'What was sent to it otherwise than it was given. Absent where nothing was.',
            }),
          ),
          leftOut: Type.Optional(
            Type.Array(LeftOut, {
              description:
                'Records that it sent and that are not in this report. Absent where there are none.',
            }),
          ),
          notes: Type.Optional(
            Type.Array(Type.Enum([...BUREAU_NOTES]), {
              description:
                '`built-in-codes`: its code tables could not be loaded, and its codes were read by a list of our own. `records-missing`: it counts more records than it sent. `codes-unknown`: a kind, a status or a currency has a code that is in no list. `short-term-not-asked`: it files short-term credit apart, and was not asked for it.',
            }),
          ),
          notAsked: Type.Optional(
            Type.Array(Type.Enum([...FILE_PARTS]), {
              description:
                'Our addition: parts of a file that it was not asked for, by the name of the field: that none of them is its word is not "none found". Absent where it was asked for all that the report has.',
            }),
          ),
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
