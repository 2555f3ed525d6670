// Schemas of credentials and of the audit trail.
import { Type } from 'typebox';
import { SERVICE_ACTIONS, TENANT_ACTIONS } from '../../../domain/activity/audit-actions.ts';
import { PERMISSIONS } from '../../../domain/people/permissions.ts';
import { OVERLAP_NAMES } from '../../../domain/secret.ts';
import { EXAMPLE_TIME, meaning, named, orNull, Time, Uuid } from '../common.ts';
import { plainText } from '../text.ts';
import { PageQuery } from './my.ts';

const EXAMPLE_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a30';
const EXAMPLE_PERSON_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a02';
const Scopes = Type.Array(Type.Enum([...PERMISSIONS]), {
  minItems: 1,
  maxItems: PERMISSIONS.length,
  uniqueItems: true,
  description: 'What its tokens may do.',
});

const SecretUse = {
  hint: Type.String({ description: 'The last letters of the secret.' }),
  lastUsedAt: orNull(Time),
  lastUsedAddress: orNull(Type.String()),
};

export const CredentialList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Uuid,
          name: Type.String(),
          clientId: Type.String(),
          scopes: Type.Array(Type.Enum([...PERMISSIONS]), { description: 'What it may do.' }),
          testOnly: Type.Boolean({ description: 'Kept to test mode: no live report by way of it.' }),
          ownerId: meaning(Uuid, 'The person who made it.'),
          ownerName: Type.String({ description: 'The name of who made it.' }),
          createdAt: Time,
          revokedAt: orNull(Time, 'When it was revoked; null while it works.'),
          secret: Type.Object({ ...SecretUse, createdAt: Time }, named('CurrentSecret')),
          oldSecret: orNull(Type.Object({ ...SecretUse, expiresAt: Time }, named('OldSecret'))),
        },
        named('Credential'),
      ),
    ),
  },
  {
    ...named('CredentialList'),
    description: 'The credentials of the tenant; revoked ones last.',
    examples: [
      {
        items: [
          {
            id: EXAMPLE_ID,
            name: 'Website',
            clientId: 'tf-0a1b2c3d4e5f6a7b8c',
            scopes: ['reports:write'],
            testOnly: false,
            ownerId: EXAMPLE_PERSON_ID,
            ownerName: 'Demo Owner',
            createdAt: EXAMPLE_TIME,
            revokedAt: null,
            secret: {
              hint: '9c1e',
              lastUsedAt: EXAMPLE_TIME,
              lastUsedAddress: '203.0.113.7',
              createdAt: EXAMPLE_TIME,
            },
            oldSecret: { hint: '4f2a', lastUsedAt: null, lastUsedAddress: null, expiresAt: EXAMPLE_TIME },
          },
        ],
      },
    ],
  },
);

export const CredentialRequest = Type.Object(
  {
    name: plainText(100, { description: 'What it is for.', examples: ['Website'] }),
    scopes: Scopes,
    testOnly: Type.Optional(
      Type.Boolean({
        description: 'Keep it to test mode. Without it: as the role of whoever makes it.',
        examples: [false],
      }),
    ),
  },
  { title: 'CredentialRequest', examples: [{ name: 'Website', scopes: ['reports:write', 'reports:read'] }] },
);

export const NewSecretAnswer = Type.Object(
  { id: Uuid, clientId: Type.String(), clientSecret: Type.String({ description: 'Shown once.' }) },
  {
    ...named('NewSecret'),
    description: 'The credential and its secret, which is shown once.',
    examples: [{ id: EXAMPLE_ID, clientId: 'tf-0a1b2c3d4e5f6a7b8c', clientSecret: '…' }],
  },
);

export const OverlapRequest = Type.Object(
  {
    overlap: Type.Enum([...OVERLAP_NAMES], {
      description:
        'How long the old secret goes on working, from now. `now` ends it, and the tokens bought with it.',
    }),
  },
  { title: 'OverlapRequest', examples: [{ overlap: '24h' }] },
);

export const AuditQuery = Type.Object({
  ...PageQuery,
  action: Type.Optional(
    Type.Enum([...TENANT_ACTIONS, ...SERVICE_ACTIONS], {
      description: 'Only entries of this action.',
    }),
  ),
  actorId: Type.Optional(
    Type.String({ format: 'any-uuid', description: 'Only entries of this person or credential.' }),
  ),
  objectId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only entries about this object: the id of a member, a credential, a report.',
    }),
  ),
  dateFrom: Type.Optional(Type.String({ format: 'iso-time', description: 'At this time or later.' })),
  dateTo: Type.Optional(
    Type.String({
      format: 'iso-time',
      description: 'At this time or earlier; a date alone is that day in Europe/London.',
    }),
  ),
});

const Facts = orNull(Type.Object({}, { additionalProperties: true, title: 'AuditFacts' }));

export const AuditAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Its place in the chain.' }),
          at: Time,
          actorKind: Type.Enum(['person', 'credential', 'operator', 'system'], {
            description: 'What kind of actor did it.',
          }),
          actorId: orNull(Uuid),
          actorName: orNull(Type.String(), 'Their name now; null where there is none.'),
          action: Type.String({ description: 'What was done: a verb in the past.' }),
          objectKind: Type.String({ description: 'What it was done to.' }),
          objectId: Type.String({ description: 'The id of what it was done to.' }),
          address: orNull(
            Type.String(),
            'The network address that it was done from; null for the service itself.',
          ),
          before: meaning(Facts, 'How it was before; null where that says nothing.'),
          after: meaning(Facts, 'How it was afterwards; null where that says nothing.'),
        },
        named('AuditEntry'),
      ),
    ),
    token: orNull(Type.String({ description: "The next page's token; null on the last page." })),
  },
  {
    ...named('AuditEntries'),
    description:
      'Who did what, newest first. With `Accept: text/csv`: every entry of the filter, oldest first, as CSV.',
    examples: [
      {
        items: [
          {
            id: '7',
            at: EXAMPLE_TIME,
            actorKind: 'person',
            actorId: EXAMPLE_PERSON_ID,
            actorName: 'Demo Owner',
            action: 'member-role-changed',
            objectKind: 'person',
            objectId: EXAMPLE_PERSON_ID,
            address: '203.0.113.7',
            before: { role: 'viewer' },
            after: { role: 'admin' },
          },
        ],
        token: null,
      },
    ],
  },
);
