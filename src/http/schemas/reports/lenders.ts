// The tenant's own lenders: sent as CSV, answered as JSON or CSV.
import { Type } from 'typebox';
import {
  LENDER_COLUMNS,
  LENDER_CSV_LENGTH_MAX,
  OWN_LENDERS_MAX,
} from '../../../domain/lenders/lender-csv.ts';
import { FACTS } from '../../../domain/lenders/lender-facts.ts';
import { closed, EXAMPLE_TIME, named, orNull, Time } from '../common.ts';

const EXAMPLE = {
  name: 'Larkfield Motor Finance',
  companies: ['Larkfield Finance (UK) Limited'],
  brands: ['Larkfield Drive'],
  group: 'Larkfield',
  motor: true,
};

export const LendersRequest = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: LENDER_CSV_LENGTH_MAX,
      description: `CSV by RFC 4180 with a header. Columns: ${LENDER_COLUMNS.join(', ')}; only \`name\` is needed. Several names in a cell are separated by \`|\`; \`motor\` is yes or no; \`moves\` has the lender that accounts went to and the day, as in \`NatWest 2025-05-01\`. At most ${OWN_LENDERS_MAX} lenders.`,
    }),
  },
  {
    title: 'LendersRequest',
    examples: [
      {
        csv: 'name,companies,brands,group,motor\r\nLarkfield Motor Finance,Larkfield Finance (UK) Limited,Larkfield Drive,Larkfield,yes\r\n',
      },
    ],
  },
);

const Names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

export const LendersAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'As reports show it.' }),
          companies: Names('Registered names.'),
          brands: Names('Shown as they are; they belong to the lender.'),
          formerNames: Names('Shown as `name`.'),
          group: Type.Optional(Type.String({ description: 'The group that it belongs to.' })),
          complaintsAddress: Type.Optional(Type.String({ description: 'Where it takes complaints.' })),
          motor: Type.Optional(Type.Boolean({ description: 'Whether it finances vehicles.' })),
          moves: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  to: Type.String({ description: 'The lender that accounts of this one went to.' }),
                  on: Type.String({ format: 'date', description: 'The day.' }),
                },
                closed,
              ),
              { description: 'Where its accounts went. A hint for merging.' },
            ),
          ),
        },
        closed,
      ),
    ),
    updatedAt: orNull(Time, 'When they were last set; null where there are none.'),
  },
  {
    ...named('LendersAnswer'),
    description:
      "The tenant's own lenders, which come before ours. With `Accept: text/csv`: as CSV, in the form that `PUT` takes.",
    examples: [{ items: [EXAMPLE], updatedAt: EXAMPLE_TIME }],
  },
);

const Facts = (description: string) => Type.Array(Type.Enum([...FACTS]), { description });

/** What the registry says of a lender, where an answer names one. */
export const LenderFactFields = {
  brandOf: Type.Optional(Type.String({ description: 'The lender whose brand the name is.' })),
  nowCalled: Type.Optional(
    Type.String({ description: 'What the lender is called now, where the name is one that it had before.' }),
  ),
  group: Type.Optional(Type.String({ description: 'The group that the lender belongs to.' })),
  complaintsAddress: Type.Optional(
    Type.String({ description: 'Where its complaints go, if the registry of lenders has it.' }),
  ),
  motor: Type.Optional(
    Type.Literal(true, { description: 'The registry of lenders lists it as one that finances vehicles.' }),
  ),
  movedTo: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The lender that has them since.' }),
          on: Type.String({ format: 'date', description: 'The day.' }),
          what: Type.Optional(Type.String({ description: 'What went.' })),
          isVerified: Type.Boolean({ description: 'Whether a page confirms the lender and the day.' }),
        },
        closed,
      ),
      { description: 'Where its accounts, or some of them, went. It does not say that this one did.' },
    ),
  ),
  seen: Type.Optional(
    Type.Array(
      Type.Object(
        {
          where: Type.String({ description: 'The address of the page.' }),
          when: Type.String({ format: 'date', description: 'The day that it was read, in a stored copy.' }),
          confirms: Facts('The facts that it confirms.'),
        },
        closed,
      ),
      { description: 'The pages that confirm these facts.' },
    ),
  ),
  notVerified: Type.Optional(
    Facts('Facts here that no page confirms: general knowledge of the trade, or what your tenant added.'),
  ),
};
