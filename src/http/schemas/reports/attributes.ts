// The answer of the attributes: figures by name, each known or with the reason why not.
import { Type } from 'typebox';
import { ATTRIBUTE_NAMES } from '../../../domain/attributes/attributes.ts';
import { LEFT_OUT, UNITS } from '../../../domain/attributes/figure.ts';
import { closed, EXAMPLE_REPORT_ID, meaning, named, Uuid } from '../common.ts';
import { EXAMPLE_RECORD_ID, RecordId } from './account-record.ts';
import { EXAMPLE_META } from './agreements.ts';
import { Bureaus, RequestMeta, Wallet } from './answers.ts';
import { ATTRIBUTE_WORDS } from './attribute-words.ts';
import { ReadQuery } from './read-reports.ts';

export const AttributesQuery = Type.Object({
  ...ReadQuery.properties,
  asOf: Type.Optional(
    Type.String({
      format: 'calendar-date',
      description: 'The day to look at, not after the day of the report, which is the default.',
    }),
  ),
  incomePence: Type.Optional(
    Type.String({
      format: 'income-pence',
      description: "The person's income before tax in a month, in pence: needed for `debtToIncome`.",
    }),
  ),
});

const Day = Type.String({ format: 'date' });
const Record = Type.Integer({ minimum: 0 });

const LeftOutList = Type.Optional(
  Type.Array(Type.Object({ record: Record, why: Type.Enum([...LEFT_OUT]) }, closed), {
    description: 'Accounts that would count and lack what is needed. A value is that of the others.',
  }),
);

const KnownFigure = Type.Object(
  {
    value: Type.Union([Type.Number(), Type.String()]),
    unit: Type.Enum([...UNITS], { description: 'What the value is in.' }),
    basis: Type.Array(Record, {
      description:
        "What it rests on: places in the document's `consumerData.records`, from 0; of searches, in `previousSearches.providers`; of judgments, insolvencies and associations, in those lists; of the electoral roll, in `residencies`.",
    }),
    asOf: Day,
    leftOut: LeftOutList,
    withPossiblySame: Type.Optional(
      Type.Number({
        description:
          'The value if every account that is left out as `possibly-same` were an agreement of its own. `value` has each of them once, the larger. Absent where none is left out so.',
      }),
    ),
  },
  named('KnownFigure'),
);
const UnknownFigure = Type.Object(
  { unknown: Type.String({ description: 'Why it is not known.' }), leftOut: LeftOutList },
  named('UnknownFigure'),
);
const Figure = Type.Union([KnownFigure, UnknownFigure], {
  title: 'Figure',
  description: 'A figure, or why it is not known.',
});

const figures = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, meaning(Figure, ATTRIBUTE_WORDS[name])]),
) as Record<(typeof ATTRIBUTE_NAMES)[number], typeof Figure>;

const EXAMPLE_FIGURES = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, { unknown: 'No account that would count says enough.' }]),
);

export const AttributesAnswer = Type.Object(
  {
    meta: Type.Object({ request: RequestMeta, wallet: Wallet }, closed),
    data: Type.Object(
      {
        creditReportId: Uuid,
        bureaus: Bureaus,
        recordIds: Type.Optional(
          Type.Array(RecordId, {
            description:
              'The ids of the records, in the order of the document: `basis` and `record` are places in it. Absent for a report from before records had ids.',
          }),
        ),
        asOf: Day,
        reportDay: Type.String({ format: 'date' }),
        figures: meaning(Type.Object(figures, named('Figures')), 'The figures by name.'),
        cards: Type.Array(
          Type.Object(
            { record: Record, utilisation: meaning(Figure, "The card's balance in per cent of its limit.") },
            closed,
          ),
          {
            description: "The use of each open card's limit.",
          },
        ),
        notes: Type.Array(Type.String(), { description: 'What the figures do not show, a sentence each.' }),
      },
      closed,
    ),
  },
  {
    ...named('AttributesAnswer'),
    description: 'Every figure by its name. Costs nothing.',
    examples: [
      {
        meta: EXAMPLE_META,
        data: {
          creditReportId: EXAMPLE_REPORT_ID,
          bureaus: [{ id: 'equifax', status: 'ok' }],
          recordIds: [EXAMPLE_RECORD_ID],
          asOf: '2026-11-15',
          reportDay: '2026-11-15',
          figures: {
            ...EXAMPLE_FIGURES,
            balanceTotal: { value: 612_450, unit: 'pence', basis: [0], asOf: '2026-11-15' },
            arrearsWorst12Months: { value: 'up-to-date', unit: 'status', basis: [0], asOf: '2026-11-15' },
          },
          cards: [],
          notes: [],
        },
      },
    ],
  },
);
