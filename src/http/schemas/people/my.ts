// Schemas of the account endpoints and of the page parameters that lists share.
import { Type } from 'typebox';
import { closed, EXAMPLE_TENANT_ID, EXAMPLE_TIME, meaning, Time, Uuid } from '../common.ts';
import { AccessAnswer, MyAccess } from './people.ts';

export const Profile = Type.Object(
  {
    id: Uuid,
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    totpEnabled: Type.Boolean(),
    createdAt: Time,
  },
  {
    ...closed,
    title: 'Profile',
    description: 'The person behind the call.',
    examples: [
      {
        id: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02',
        firstName: 'Demo',
        lastName: 'Owner',
        email: 'owner@example.com',
        totpEnabled: false,
        createdAt: EXAMPLE_TIME,
      },
    ],
  },
);

export const TenantList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: Type.String(),
          isEnabled: Type.Boolean(),
          createdAt: Time,
          lastAccessedAt: Type.Union([Time, Type.Null()]),
        },
        closed,
      ),
    ),
    total: Type.Integer(),
    token: Type.Union([Type.String(), Type.Null()], {
      description: "The next page's token; null on the last page.",
    }),
  },
  {
    ...closed,
    title: 'TenantList',
    description: "The caller's tenants.",
    examples: [
      {
        items: [
          {
            id: EXAMPLE_TENANT_ID,
            name: 'Demo tenant',
            isEnabled: true,
            createdAt: EXAMPLE_TIME,
            lastAccessedAt: null,
          },
        ],
        total: 1,
        token: null,
      },
    ],
  },
);

export const ConsoleAnswer = Type.Object(
  {
    profile: Profile,
    isOperator: MyAccess.properties.isOperator,
    tenants: meaning(TenantList.properties.items, 'The tenants of the person.'),
    access: Type.Union([AccessAnswer, Type.Null()], {
      description: 'On the tenant that was named; null without one, or where the person may not enter it.',
    }),
  },
  {
    ...closed,
    title: 'Console',
    description: 'The person, their tenants (at most 100), and what they may do on one of them.',
    examples: [
      {
        profile: {
          id: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02',
          firstName: 'Demo',
          lastName: 'Owner',
          email: 'owner@example.com',
          totpEnabled: false,
          createdAt: EXAMPLE_TIME,
        },
        isOperator: false,
        tenants: [
          {
            id: EXAMPLE_TENANT_ID,
            name: 'Demo tenant',
            isEnabled: true,
            createdAt: EXAMPLE_TIME,
            lastAccessedAt: null,
          },
        ],
        access: { role: 'finance', permissions: ['wallet:read'] },
      },
    ],
  },
);

export const SelectRequest = Type.Object(
  { tenantId: Type.String({ minLength: 1, description: "One of the caller's tenants." }) },
  { title: 'SelectRequest', examples: [{ tenantId: EXAMPLE_TENANT_ID }] },
);

export const SelectAnswer = Type.Object(
  { id: Uuid, name: Type.String() },
  {
    ...closed,
    title: 'SelectAnswer',
    description: 'The selected tenant.',
    examples: [{ id: EXAMPLE_TENANT_ID, name: 'Demo tenant' }],
  },
);

// A query is text: numbers and booleans are spelled out as patterns, because nothing is coerced.
export const PageQuery = {
  pageSize: Type.Optional(
    Type.String({
      format: 'page-size',
      description: 'Entries a page, 1 to 100. Default 50.',
    }),
  ),
  pageToken: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The token of the previous page.' }),
  ),
};
