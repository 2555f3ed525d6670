// One account of a credit report: what the bureaus say of it together, and where they differ.
import { Type } from 'typebox';
import {
  ACCOUNT_PRODUCTS,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  ADVERSE_STATUSES,
  BUREAU_IDS,
  COMPANY_TYPES,
  DISAGREEMENT_FIELDS,
  HISTORY_CODES,
  HISTORY_MONTHS_MAX,
} from '../../../domain/reports/credit-report.ts';
import { closed, meaning, named } from '../common.ts';
import { Notices } from './file-parts.ts';
import { Money } from './money.ts';

export const EXAMPLE_RECORD_ID = '7d1f4a52-0c3e-8b96-9a41-5e2c7f80d316';
export const RecordId = Type.String({
  format: 'uuid',
  description:
    'The same for one agreement in every report of your tenant about its consumer, however bureaus spell it.',
  examples: [EXAMPLE_RECORD_ID],
});

export const Disagreement = Type.Object(
  {
    field: Type.Enum([...DISAGREEMENT_FIELDS], { description: 'The field that they disagree on.' }),
    values: Type.Array(
      Type.Object(
        {
          bureau: Type.Enum([...BUREAU_IDS]),
          value: Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Money], {
            description:
              'As the field itself: text, a whole number, a flag or money. Account numbers are masked.',
          }),
        },
        closed,
      ),
      { description: 'One entry for each bureau that gave the field.' },
    ),
  },
  named('Disagreement'),
);

const PAYMENT_MONTHS = {
  newest: Type.String({
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
    description: 'The newest month that is known, YYYY-MM: that of the first character.',
    examples: ['2026-10'],
  }),
  months: Type.String({
    pattern: `^[${HISTORY_CODES}]{1,${HISTORY_MONTHS_MAX}}$`,
    description: `One character a month, newest first, at most ${HISTORY_MONTHS_MAX}: \`0\` up to date, \`1\` to \`6\` months in arrears (6: six or more), \`l\` in arrears without a number, \`a\` arrangement, \`d\` default, \`w\` written off, \`s\` settled, \`t\` transferred to another company, \`q\` in query, \`o\` dormant, \`.\` not known.`,
    examples: ['00210000000000'],
  }),
};

const PaymentHistory = Type.Object(
  {
    ...PAYMENT_MONTHS,
    bureaus: Type.Optional(
      Type.Array(Type.Object({ bureau: Type.Enum([...BUREAU_IDS]), ...PAYMENT_MONTHS }, closed), {
        description:
          'What other bureaus say, where it differs in a month that both know. Absent when none differs.',
      }),
    ),
  },
  named('PaymentHistory'),
);

const REFERENCE = {
  id: Type.Enum([...BUREAU_IDS]),
  ref: Type.String({ description: 'Bureau reference.' }),
};
const BureauReference = Type.Object(REFERENCE, closed);

const Arrears = Type.Object(
  {
    months: Type.Integer({ description: 'How many months the bureau counts back.', examples: [36] }),
    oneOrTwo: Type.Integer({ description: 'Months in which it was one or two payments behind.' }),
    threeOrMore: Type.Integer({ description: 'Months in which it was three or more payments behind.' }),
    worst: Type.Optional(
      Type.String({
        pattern: `^[${HISTORY_CODES}]$`,
        description: 'The worst of these months, a character as in `history`.',
      }),
    ),
  },
  {
    ...named('Arrears'),
    description:
      'Our addition: arrears as the bureau counts them, which may reach further back than its months.',
  },
);

export const BureauRefs = Type.Array(
  Type.Object(
    {
      ...REFERENCE,
      typeCode: Type.Optional(
        Type.String({
          description: "Our addition: the bureau's own code of the type of account.",
          examples: ['CP'],
        }),
      ),
      birthdayDiffers: Type.Optional(
        Type.Literal(true, {
          description:
            "Our addition: always true. This bureau's record has another date of birth, close enough to be a typing mistake.",
        }),
      ),
      arrears: Type.Optional(Arrears),
      accountType: Type.Optional(
        Type.Enum([...ACCOUNT_TYPES], {
          description: 'Our addition: the type that this bureau gives, where the record shows another.',
        }),
      ),
      companyType: Type.Optional(
        Type.Enum([...COMPANY_TYPES], {
          description:
            'Our addition: the kind of company that this bureau gives, where the record shows another.',
        }),
      ),
      startDate: Type.Optional(
        Type.String({
          format: 'date',
          description:
            'Our addition: the start that this bureau gives, where the record shows another, even a day.',
        }),
      ),
      lastUpdated: Type.Optional(
        Type.String({
          format: 'date',
          description: 'Our addition: when this bureau last heard from the company about it.',
        }),
      ),
      balanceWithheld: Type.Optional(
        Type.Literal(true, {
          description:
            'Our addition: always true. This bureau has a balance and does not tell it, which is not the same as having none.',
        }),
      ),
    },
    closed,
  ),
);

const AdverseWord = Type.Object(
  {
    bureau: Type.Enum([...BUREAU_IDS]),
    status: Type.Enum([...ADVERSE_STATUSES], { description: 'What the bureau says of it.' }),
    date: Type.Optional(
      Type.String({
        format: 'date',
        description:
          "The day of the default or of the arrangement where the bureau gives it, else of the bureau's record.",
      }),
    ),
  },
  named('AdverseWord'),
);

const Product = Type.Enum([...ACCOUNT_PRODUCTS], {
  description:
    "Our addition: the kind of purchase, lease or car loan, by the bureau's code. Absent where no code tells. `hire-purchase` also where one code covers hire purchase and conditional sale.",
});

const LaterLender = Type.Object(
  {
    name: Type.String({
      description: 'What the lender is called now, or the lender that has the accounts since.',
    }),
    on: Type.Optional(
      Type.String({
        format: 'date',
        description: 'The day that accounts went to it. Absent for a new name.',
      }),
    ),
    what: Type.Optional(Type.String({ description: 'What went.' })),
    isVerified: Type.Boolean({ description: 'Whether a page confirms it; `docs/lenders.md` has how.' }),
  },
  {
    ...closed,
    examples: [{ name: 'Larkfield Bank', on: '2024-11-01', what: 'cards and loans', isVerified: true }],
  },
);

export const AccountRecord = Type.Object(
  {
    recordId: Type.Optional(RecordId),
    title: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    accountNumber: Type.Optional(Type.String({ description: 'Masked; only trailing digits visible.' })),
    accountType: Type.Enum([...ACCOUNT_TYPES]),
    accountStatus: meaning(Type.Enum([...ACCOUNT_STATUSES]), 'How the account stands.'),
    companyType: Type.Optional(meaning(Type.Enum([...COMPANY_TYPES]), 'The type of lender.')),
    companyName: Type.Optional(Type.String()),
    numberOfPayments: Type.Optional(
      Type.Integer({
        description: 'Of payments by the month; absent where they are made more or less often.',
      }),
    ),
    repaymentPeriod: Type.Optional(Type.Integer({ description: 'In months.' })),
    payment: Type.Optional({
      ...Money,
      description:
        'By the month: 52 weekly payments of £15 are £65. Absent where the bureau says no such frequency.',
    }),
    startBalance: Type.Optional(Money),
    balance: Type.Optional(meaning(Money, 'Its balance in pounds and pence, as the bureaus report it.')),
    startDate: Type.Optional(Type.String({ format: 'date' })),
    endDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Our addition: when it ended, settled or closed.',
        examples: ['2024-06-30'],
      }),
    ),
    product: Type.Optional(Product),
    balloon: Type.Optional(Money),
    defaultDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Our addition: when it went into default. It stays when the default is satisfied.',
        examples: ['2023-02-14'],
      }),
    ),
    defaultBalance: Type.Optional(
      meaning(
        Money,
        'Our addition: what was left to pay on the day of the default. It stays when the default is satisfied; `balance` is what is left now.',
      ),
    ),
    creditLimit: Type.Optional(meaning(Money, 'The limit of a card or an account.')),
    isJoint: Type.Optional(
      Type.Boolean({
        description: 'Our addition: whether somebody else is a holder too, where a bureau says.',
        examples: [false],
      }),
    ),
    lastUpdated: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Our addition: when a bureau last heard from the company about it.',
        examples: ['2026-10-18'],
      }),
    ),
    history: Type.Optional(meaning(PaymentHistory, 'How it was paid, month by month.')),
    bureaus: meaning(BureauRefs, 'Where it is on file, with the reference of each bureau.'),
    companyNow: Type.Optional(
      Type.Array(LaterLender, {
        description:
          'Our addition: who came after the lender, by the registry of lenders: what it is called now, or where its accounts, or some of them, went. It does not say that this one did.',
      }),
    ),
    disagreements: Type.Optional(
      Type.Array(Disagreement, {
        description:
          'Our addition: the fields in which the bureaus do not say the same, the weightiest first, without what carries no news. Absent when there are none.',
      }),
    ),
    adverse: Type.Optional(
      Type.Array(AdverseWord, {
        description:
          'Our addition: every adverse word of any bureau about this agreement, older states and satisfied defaults too. Absent when there is none.',
      }),
    ),
    possiblySame: Type.Optional(
      Type.Array(BureauReference, {
        description:
          'Our addition: other records of this report that may be the same agreement, each by one of its `bureaus`. Absent when there is no doubt.',
      }),
    ),
    notices: Notices,
  },
  named('AccountRecord'),
);
