// Schemas of what people do with their account and their tenant: sessions, password, authenticator, members, invitations.
import { Type } from 'typebox';
import { PERMISSIONS, ROLES, STAFF_PERMISSIONS } from '../../../domain/people/permissions.ts';
import { EXAMPLE_TIME, meaning, named, Time, Uuid } from '../common.ts';

const EXAMPLE_PERSON_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02';
const EXAMPLE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a20';

const RoleName = Type.Enum([...ROLES], { description: 'What they may do.' });
const Secret = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const MyAccess = Type.Object(
  { isOperator: Type.Boolean({ description: 'Runs the service: tenants, prices, credits, providers.' }) },
  {
    ...named('MyAccess'),
    description: 'What the person may do beyond their tenants.',
    examples: [{ isOperator: false }],
  },
);

export const SessionList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Uuid,
          address: Type.String({ description: 'The network address that it came from.' }),
          userAgent: Type.String({ description: 'The browser, as it called itself.' }),
          hasSecondFactor: Type.Boolean({ description: 'Whether it was opened with two-step verification.' }),
          isCurrent: Type.Boolean({ description: 'The one that this request came in.' }),
          createdAt: Time,
          lastSeenAt: meaning(Time, 'When it was last used.'),
          expiresAt: Time,
        },
        named('Session'),
      ),
    ),
  },
  {
    ...named('SessionList'),
    description: 'Where the person is signed in.',
    examples: [
      {
        items: [
          {
            id: EXAMPLE_ID,
            address: '203.0.113.7',
            userAgent: 'Mozilla/5.0',
            hasSecondFactor: true,
            isCurrent: true,
            createdAt: EXAMPLE_TIME,
            lastSeenAt: EXAMPLE_TIME,
            expiresAt: EXAMPLE_TIME,
          },
        ],
      },
    ],
  },
);

export const PasswordChange = Type.Object(
  {
    currentPassword: Secret('The password until now.'),
    newPassword: Secret('At least 12 characters, and not a common one.'),
  },
  {
    title: 'PasswordChange',
    examples: [{ currentPassword: '…', newPassword: 'correct horse battery staple' }],
  },
);

export const PasswordProof = Type.Object(
  { password: Secret("The person's password.") },
  { title: 'PasswordProof', examples: [{ password: '…' }] },
);

export const TotpSetUpAnswer = Type.Object(
  {
    secret: Type.String({ description: 'For an app that cannot read the picture.' }),
    uri: Type.String({ description: 'otpauth:// address.' }),
    qrSvg: Type.String({ description: 'The address as a picture, SVG.' }),
  },
  {
    ...named('TotpSetUp'),
    description: 'An authenticator that waits for its first code.',
    examples: [
      {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Trefoil:owner%40example.com?secret=…',
        qrSvg: '<svg>…</svg>',
      },
    ],
  },
);

export const TotpCode = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 20, description: 'The 6 numbers that the app shows.' }) },
  { title: 'TotpCode', examples: [{ code: '123456' }] },
);

export const RecoveryCodes = Type.Object(
  { recoveryCodes: Type.Array(Type.String(), { description: 'Shown once; each works once.' }) },
  {
    ...named('RecoveryCodes'),
    description: 'For the day that the phone is lost.',
    examples: [{ recoveryCodes: ['abcde-fghjk'] }],
  },
);

export const TotpState = Type.Object(
  {
    isEnabled: Type.Boolean(),
    recoveryCodesLeft: Type.Integer({ description: 'Recovery codes that were not used.' }),
  },
  {
    ...named('TotpState'),
    description: 'Whether two-step verification is on.',
    examples: [{ isEnabled: true, recoveryCodesLeft: 10 }],
  },
);

export const AccessAnswer = Type.Object(
  {
    role: Type.Union([Type.Enum([...ROLES, 'operator']), Type.Null()], {
      description: 'Null for a credential.',
    }),
    permissions: Type.Array(Type.Enum([...PERMISSIONS, ...STAFF_PERMISSIONS]), {
      description: 'What the caller may do.',
    }),
  },
  {
    ...named('TenantAccess'),
    description: 'What the caller may do on this tenant.',
    examples: [{ role: 'finance', permissions: ['wallet:read'] }],
  },
);

export const MemberList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          personId: Uuid,
          firstName: Type.String(),
          lastName: Type.String(),
          email: Type.String(),
          totpEnabled: Type.Boolean(),
          role: RoleName,
          createdAt: Time,
          lastAccessedAt: Type.Union([Time, Type.Null()]),
        },
        named('Member'),
      ),
    ),
  },
  {
    ...named('MemberList'),
    description: 'The members of the tenant.',
    examples: [
      {
        items: [
          {
            personId: EXAMPLE_PERSON_ID,
            firstName: 'Demo',
            lastName: 'Owner',
            email: 'owner@example.com',
            totpEnabled: false,
            role: 'owner',
            createdAt: EXAMPLE_TIME,
            lastAccessedAt: null,
          },
        ],
      },
    ],
  },
);

export const RoleChange = Type.Object(
  { role: RoleName },
  { title: 'RoleChange', examples: [{ role: 'viewer' }] },
);

export const InvitationRequest = Type.Object(
  {
    email: Type.String({
      maxLength: 320,
      format: 'email-address',
      description: 'Where the invitation goes.',
      examples: ['ada@example.com'],
    }),
    role: RoleName,
  },
  { title: 'InvitationRequest', examples: [{ email: 'ada@example.com', role: 'developer' }] },
);

const invitation = {
  id: Uuid,
  email: Type.String(),
  role: RoleName,
  invitedBy: Type.Union([Uuid, Type.Null()], {
    description: 'Who invited them; null when that person is gone.',
  }),
  createdAt: Time,
  expiresAt: Time,
};
const INVITATION_EXAMPLE = {
  id: EXAMPLE_ID,
  email: 'ada@example.com',
  role: 'developer',
  invitedBy: EXAMPLE_PERSON_ID,
  createdAt: EXAMPLE_TIME,
  expiresAt: EXAMPLE_TIME,
};

export const InvitationAnswer = Type.Object(invitation, {
  ...named('Invitation'),
  description: 'An invitation that is on its way by e-mail.',
  examples: [INVITATION_EXAMPLE],
});

export const InvitationList = Type.Object(
  { items: Type.Array(Type.Object(invitation, named('Invitation'))) },
  {
    ...named('InvitationList'),
    description: 'Invitations that can still be accepted.',
    examples: [{ items: [INVITATION_EXAMPLE] }],
  },
);

export const TenantSecurity = Type.Object(
  { requiresTotp: Type.Boolean({ description: 'Members must sign in with two-step verification.' }) },
  {
    ...named('TenantSecurity'),
    description: 'What the tenant asks of its members.',
    examples: [{ requiresTotp: true }],
  },
);

export const TenantSecurityChange = Type.Object(
  { requiresTotp: Type.Boolean({ description: 'Members must sign in with two-step verification.' }) },
  { title: 'TenantSecurityChange', examples: [{ requiresTotp: true }] },
);
