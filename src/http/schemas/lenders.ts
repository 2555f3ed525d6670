// The tenant's own lenders: sent as CSV, answered as JSON or CSV.
import { Type } from 'typebox';
import { LENDER_COLUMNS, LENDER_CSV_LENGTH_MAX, OWN_LENDERS_MAX } from '../../domain/lenders/lender-csv.ts';
import { closed, EXAMPLE_TIME, named, orNull, Time } from './common.ts';

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
      description: `CSV by RFC 4180 with a header. Columns: ${LENDER_COLUMNS.join(', ')}; only \`name\` is needed. Several names in a cell are separated by \`|\`; \`motor\` is yes or no. At most ${OWN_LENDERS_MAX} lenders.`,
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
          group: Type.Optional(Type.String()),
          complaintsAddress: Type.Optional(Type.String()),
          motor: Type.Optional(Type.Boolean({ description: 'Whether it finances vehicles.' })),
        },
        closed,
      ),
    ),
    updatedAt: orNull(Time),
  },
  {
    ...named('LendersAnswer'),
    description:
      "The tenant's own lenders, which come before ours. With `Accept: text/csv`: as CSV, in the form that `PUT` takes.",
    examples: [{ items: [EXAMPLE], updatedAt: EXAMPLE_TIME }],
  },
);
