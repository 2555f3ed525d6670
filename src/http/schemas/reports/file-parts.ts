// The parts of a credit report beside accounts and searches: court records, insolvencies, the electoral roll, associations, aliases,
// notices, fraud markers, scores. All of them are our additions, and optional.
import { Type } from 'typebox';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import {
  INSOLVENCY_KINDS,
  INSOLVENCY_STATUSES,
  JUDGMENT_KINDS,
  JUDGMENT_STATUSES,
  NOTICE_TYPES,
  RESTRICTION_KINDS,
} from '../../../domain/reports/file-parts.ts';
import { closed, meaning, named } from '../common.ts';
import { Money } from './money.ts';

const ABSENT = 'Absent where no bureau was asked for it or answered; empty where none was found.';
const Bureau = Type.Enum([...BUREAU_IDS]);
const Day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));

const Notice = Type.Object(
  {
    id: Type.Enum([...BUREAU_IDS], { description: 'The bureau that has it on file.' }),
    type: Type.Enum([...NOTICE_TYPES], {
      description:
        "`correction`: the person's own words, which whoever reads the record has to read too. `dispute`: the record is being looked into. `unsaid`: the bureau says that there is one and not what it says.",
    }),
    ref: Type.Optional(Type.String({ description: "The bureau's own reference." })),
    date: Day('When it was raised.'),
    text: Type.Optional(
      Type.String({ description: 'As the bureau has it; absent where it does not give it.' }),
    ),
  },
  named('Notice'),
);

/** Of a record; absent where there is none. */
export const Notices = Type.Optional(
  Type.Array(Notice, {
    description:
      'Our addition: notices of correction and dispute about this record. Absent where there is none.',
  }),
);

const REF = {
  id: Bureau,
  ref: Type.String({ description: "The bureau's reference of the record." }),
  amount: Type.Optional(meaning(Money, 'What this bureau says, where it is another sum.')),
  date: Day('The day that this bureau gives, where it is another.'),
  birthdayDiffers: Type.Optional(
    Type.Literal(true, {
      description: 'The record has another date of birth, close enough to be a slip of the pen.',
    }),
  ),
};

const COURT = {
  court: Type.Optional(Type.String({ examples: ['EXAMPLETON'] })),
  caseNumber: Type.Optional(Type.String({ examples: ['K41Z5521'] })),
};

const Judgment = Type.Object(
  {
    kind: Type.Enum([...JUDGMENT_KINDS], {
      description:
        "`decree`: a Scottish court's. `child-support-order`: a liability order for child maintenance.",
    }),
    status: Type.Enum([...JUDGMENT_STATUSES], {
      description: 'Satisfied or set aside where any bureau says so; `bureaus` has who says otherwise.',
    }),
    ...COURT,
    amount: Type.Optional(meaning(Money, 'The sum of money.')),
    date: Day('Of the judgment.'),
    satisfiedDate: Day('When it was paid.'),
    notices: Notices,
    bureaus: Type.Array(
      Type.Object(
        {
          ...REF,
          status: Type.Optional(
            Type.Enum([...JUDGMENT_STATUSES], {
              description: 'What this bureau says, where it is something else.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  named('Judgment'),
);

const Insolvency = Type.Object(
  {
    kind: Type.Enum([...INSOLVENCY_KINDS], { description: "`other`: the bureau's code is in no list." }),
    status: Type.Enum([...INSOLVENCY_STATUSES], {
      description:
        '`petition`: asked of a court and not ordered. `ended`: discharged, completed or failed. `annulled`: as if it had not been.',
    }),
    ...COURT,
    caseYear: Type.Optional(
      Type.Integer({ description: 'The year of the case number, where the bureau gives it apart.' }),
    ),
    tradingName: Type.Optional(Type.String({ description: 'The name under which the person traded.' })),
    amount: Type.Optional(meaning(Money, 'The sum of money.')),
    date: Day('Of the order or arrangement.'),
    endDate: Day('When it ended.'),
    restriction: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(
            Type.Enum([...RESTRICTION_KINDS], {
              description:
                "`undertaking`: given to the Insolvency Service instead of a court's order, with the same effect. Absent where the bureau does not say.",
            }),
          ),
          from: Day('Since when.'),
          to: Day('Until when.'),
        },
        { ...closed, description: 'Restrictions that belong to it.' },
      ),
    ),
    notices: Notices,
    bureaus: Type.Array(
      Type.Object(
        {
          ...REF,
          status: Type.Optional(
            Type.Enum([...INSOLVENCY_STATUSES], {
              description: 'What this bureau says, where it is something else.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  named('Insolvency'),
);

const PERIOD = '^\\d{4}(-\\d{2}(-\\d{2})?)?$';

/** Of a residency. */
export const ElectoralRoll = Type.Optional(
  Type.Array(
    Type.Object(
      {
        from: Type.Optional(
          Type.String({
            pattern: PERIOD,
            description: 'As exact as any of the bureaus says: a year, a month or a day.',
            examples: ['2014-10'],
          }),
        ),
        to: Type.Optional(
          Type.String({ pattern: PERIOD, description: 'The same; absent while the person is on it.' }),
        ),
        bureaus: Type.Optional(
          Type.Array(Bureau, {
            description: 'Who says so. Absent where every bureau that has the address does.',
          }),
        ),
      },
      closed,
    ),
    { description: `Our addition: when the person was on the electoral roll at this address. ${ABSENT}` },
  ),
);

const linked = (description: string) =>
  Type.Object(
    {
      name: Type.String({ description }),
      since: Day('Since when it is on file.'),
      lastConfirmed: Day('When a company last confirmed it.'),
      notices: Notices,
      bureaus: Type.Array(Type.Object({ id: Bureau }, closed)),
    },
    closed,
  );

const list = <Entry extends Parameters<typeof Type.Array>[0]>(entry: Entry, description: string) =>
  Type.Optional(Type.Array(entry, { description: `Our addition: ${description} ${ABSENT}` }));

export const FILE_PART_FIELDS = {
  judgments: list(Judgment, 'court judgments about debts, newest first.'),
  insolvencies: list(Insolvency, 'bankruptcies, arrangements and orders about all debts, newest first.'),
  associations: list(
    linked(
      "The associate's name: another person's data. Show it to nobody who may not see the whole document.",
    ),
    'people whose finances are linked with the person’s.',
  ),
  aliases: list(linked('The other name.'), 'other names of the person.'),
  notices: list(
    Notice,
    'notices of correction and dispute about the file as a whole. Those about one record stand with it.',
  ),
  fraudMarkers: list(
    Type.Object(
      {
        id: Bureau,
        companyName: Type.Optional(Type.String({ description: 'Who filed it, where the bureau says.' })),
      },
      closed,
    ),
    'that a bureau has a fraud warning on file, and who filed it. It may protect the person; it is never a debt.',
  ),
  scores: list(
    Type.Object(
      {
        id: Bureau,
        scale: Type.String({
          description:
            "The scorecard, by the bureau's own label. Your contract has its range: figures of two scales cannot be compared.",
          examples: ['RNOLF04'],
        }),
        value: Type.Integer(),
        reasons: Type.Optional(Type.Array(Type.String(), { description: "The bureau's own reason codes." })),
      },
      closed,
    ),
    'the bureaus’ own scores, as they gave them. None is ours, and none is mixed.',
  ),
};
