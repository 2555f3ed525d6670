// Schema of one tenant as its operator sees it.
import { Type } from 'typebox';
import { ROLES } from '../../../domain/people/permissions.ts';
import { PRODUCT_CODES } from '../../../domain/wallet/pricing.ts';
import { EXAMPLE_TENANT_ID, EXAMPLE_TIME, named, orNull, Time, Uuid } from '../common.ts';

const Role = Type.Enum([...ROLES]);
const EXAMPLE_PERSON = {
  personId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02',
  firstName: 'Demo',
  lastName: 'Owner',
  email: 'owner@example.com',
  role: 'owner',
  lastAccessedAt: EXAMPLE_TIME,
};

export const TenantDetail = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    isEnabled: Type.Boolean(),
    createdAt: Time,
    balance: Type.Integer(),
    held: Type.Integer(),
    retentionDays: Type.Integer({ description: 'For how many days the personal parts of reports are kept.' }),
    allowedOrigins: Type.Array(Type.String(), { description: 'Any page when empty.' }),
    prices: Type.Array(
      Type.Object(
        {
          code: Type.Enum([...PRODUCT_CODES]),
          name: Type.String(),
          credits: Type.Integer(),
          defaultCredits: Type.Integer(),
        },
        named('TenantDetailPrice'),
      ),
    ),
    members: Type.Array(
      Type.Object(
        {
          personId: Uuid,
          firstName: Type.String(),
          lastName: Type.String(),
          email: Type.String(),
          role: Role,
          lastAccessedAt: orNull(Time),
        },
        named('TenantDetailMember'),
      ),
    ),
    invitations: Type.Array(
      Type.Object(
        { id: Uuid, email: Type.String(), role: Role, createdAt: Time, expiresAt: Time },
        named('TenantDetailInvitation'),
      ),
      { description: 'Those that can still be accepted.' },
    ),
    spend: Type.Object(
      {
        credits: Type.Integer(),
        byProduct: Type.Array(
          Type.Object(
            { productCode: Type.Enum([...PRODUCT_CODES]), credits: Type.Integer(), count: Type.Integer() },
            named('TenantDetailProductSpend'),
          ),
        ),
      },
      { ...named('TenantDetailSpend'), description: 'Of the last 30 days, today included.' },
    ),
  },
  {
    ...named('TenantDetail'),
    description:
      'A tenant with its wallet, settings, prices, members, open invitations and spending; nothing of its reports.',
    examples: [
      {
        id: EXAMPLE_TENANT_ID,
        name: 'Demo tenant',
        isEnabled: true,
        createdAt: EXAMPLE_TIME,
        balance: 4_200,
        held: 140,
        retentionDays: 30,
        allowedOrigins: [],
        prices: [{ code: 'sms-otp', name: 'Security code by SMS', credits: 35, defaultCredits: 40 }],
        members: [EXAMPLE_PERSON],
        invitations: [],
        spend: { credits: 40, byProduct: [{ productCode: 'sms-otp', credits: 40, count: 1 }] },
      },
    ],
  },
);
