// The motor-finance agreements of a report as a part of an answer: their own, and that of a report that is read with them.
import { Type } from 'typebox';
import { MOTOR_PRODUCTS } from '../../../domain/agreements/motor-product.ts';
import { RELATIONS } from '../../../domain/agreements/related-agreements.ts';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import { closed, meaning, named, orNull } from '../common.ts';
import { BureauRefs, Disagreement, RecordId } from './account-record.ts';
import { LenderFactFields } from './lenders.ts';
import { Money } from './money.ts';

export const AGREEMENT_KINDS = ['motor'] as const;

const Day = Type.String({ format: 'date' });
const Source = Type.String({ description: 'Where it is written.' });
const BureauIds = Type.Array(Type.Enum([...BUREAU_IDS]));
const Record = Type.Integer({
  minimum: 0,
  description: "Its place in the document's `consumerData.records`, from 0.",
});
const Why = Type.Array(Type.String(), { description: 'The reasons, a sentence each.' });

const Scheme = Type.Object(
  {
    id: Type.String(),
    version: Type.String({ description: 'Of the scheme file. Keep it with what you decide by it.' }),
    title: Type.String({ description: 'What the scheme is called.' }),
    shortTitle: Type.Optional(Type.String({ description: 'In a sentence, such as “FCA scheme”.' })),
    asOf: Type.String({ format: 'date', description: 'The day of the facts.' }),
    status: Type.String({ description: 'Of the schemes as a whole, such as `partly-suspended`.' }),
    notice: Type.Optional(
      Type.String({ description: 'How the schemes stand, in a sentence for consumers.' }),
    ),
    windows: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          from: Type.String({ format: 'date', description: 'The first start date of the period.' }),
          to: Type.String({ format: 'date', description: 'The last one.' }),
          status: Type.String(),
          source: Source,
        },
        closed,
      ),
      { description: 'The periods of the scheme.' },
    ),
    discretionaryCommissionBannedFrom: meaning(Day, 'The first day of the ban.'),
    productsOutside: Type.Array(Type.Enum([...MOTOR_PRODUCTS]), {
      description: 'Kinds of agreements that the scheme leaves out; `lease` is both kinds of leases too.',
    }),
    facts: Type.Array(
      Type.Object(
        { id: Type.String(), text: Type.String(), source: Source, asOf: Day, status: Type.String() },
        closed,
      ),
      { description: 'What the scheme says, with its sources.' },
    ),
  },
  named('MotorScheme'),
);

const discretionary = Type.Boolean({
  description:
    'Whether it began before discretionary commission was banned. It does not say that any was paid.',
});

const Agreement = Type.Object(
  {
    recordId: Type.Optional(RecordId),
    record: Record,
    lender: Type.Object(
      {
        name: Type.Optional(Type.String({ description: 'Absent where no bureau names who lent.' })),
        names: Type.Optional(
          Type.Array(Type.Object({ name: Type.String(), bureaus: Type.Optional(BureauIds) }, closed), {
            description: 'Every name on file, where bureaus give several.',
          }),
        ),
        ...LenderFactFields,
      },
      closed,
    ),
    purchaser: Type.Optional(
      Type.Object(
        { name: Type.Optional(Type.String()) },
        { ...closed, description: 'Who bought the debt, where a debt purchaser files it.' },
      ),
    ),
    product: Type.Enum([...MOTOR_PRODUCTS], {
      description:
        "By a bureau's code where it tells. `pcp-likely`: filed as plain hire purchase, and a lump is left for the end.",
    }),
    productCertainty: Type.Optional(
      Type.Enum(['stated', 'likely'], {
        description:
          "How the product is known: stated by a bureau's code, or likely by arithmetic. Absent where it is `unknown`.",
      }),
    ),
    certainty: Type.Enum(['stated', 'likely'], {
      description:
        'That it is motor finance: stated by the code of a PCP or a car loan or by the type or name of the company, or likely by the amount.',
    }),
    why: Why,
    last4: Type.Optional(
      Type.String({ description: 'The last digits of the account number, at most four.' }),
    ),
    isJoint: Type.Optional(Type.Boolean({ description: 'Whether it is held with someone else.' })),
    startDate: Type.Optional(Day),
    endDate: Type.Optional(Day),
    status: Type.Enum([...ACCOUNT_STATUSES]),
    startBalance: Type.Optional(Money),
    balance: Type.Optional(meaning(Money, 'Its balance in pounds and pence, as the bureaus report it.')),
    payment: Type.Optional(Money),
    balloon: Type.Optional(Money),
    term: Type.Optional(
      Type.Object(
        { payments: Type.Optional(Type.Integer()), months: Type.Optional(Type.Integer()) },
        { ...closed, description: 'The term of the agreement.' },
      ),
    ),
    bureaus: BureauRefs,
    disagreements: Type.Optional(
      Type.Array(Disagreement, { description: 'Where bureaus say different things.' }),
    ),
    windows: Type.Array(Type.String(), {
      description:
        'The periods that its start falls into: ids of the scheme, or `before`, `between`, `after`, `none`, `unknown-date`. Several where bureaus give start dates on both sides of a border.',
    }),
    startDates: Type.Array(
      Type.Object(
        {
          date: Day,
          bureaus: Type.Optional(BureauIds),
          window: Type.String({ description: 'The period of the scheme that the day is in.' }),
          discretionaryPossible: discretionary,
        },
        closed,
      ),
      { description: 'Every start date that a bureau gives, earliest first.' },
    ),
    discretionaryPossible: orNull(
      Type.Boolean({
        description:
          'As in `startDates`; null where these differ or there is none. It does not say that any was paid.',
      }),
    ),
    related: Type.Optional(
      Type.Array(
        Type.Object(
          {
            record: Record,
            relation: Type.Enum([...RELATIONS], { description: 'How the two belong together.' }),
          },
          closed,
        ),
        {
          description:
            'Agreements of the same lender that began on the same day, or began or ended within 14 days of this one’s end or start.',
        },
      ),
    ),
    unknown: Type.Array(Type.String(), { description: 'What this credit file does not say.' }),
  },
  named('MotorAgreement'),
);

export const AgreementFields = {
  kind: Type.Enum([...AGREEMENT_KINDS]),
  asOf: Type.String({ format: 'date', description: 'The day of the report.' }),
  scheme: Scheme,
  agreements: Type.Array(Agreement),
  notCounted: Type.Array(
    Type.Object(
      {
        recordId: Type.Optional(RecordId),
        record: Record,
        lender: Type.Object({ name: Type.Optional(Type.String()) }, closed),
        accountType: Type.Enum([...ACCOUNT_TYPES]),
        bureaus: BureauRefs,
        why: Why,
      },
      closed,
    ),
    { description: 'Hire purchase and leases that may be for something else than a vehicle.' },
  ),
  notes: Type.Array(Type.String(), { description: 'What the list does not show, a sentence each.' }),
};

export const IncludedAgreements = Type.Object(AgreementFields, {
  ...closed,
  description:
    'Only where the report was read with `include=agreements`: its motor-finance agreements, as at `/agreements`.',
});
