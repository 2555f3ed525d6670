// API credentials as their tenant manages them. A secret is in the answer that made it, and nowhere else.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ListedCredential } from '../../../storage/people/credential-secrets.ts';
import type { Credentials } from '../../../usecases/people/credentials.ts';
import { Nothing, TenantParams } from '../../schemas/common.ts';
import {
  CredentialList,
  CredentialRequest,
  NewSecretAnswer,
  OverlapRequest,
} from '../../schemas/people/credentials.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

const CredentialParams = Type.Object({
  ...TenantParams.properties,
  credentialId: Type.String({ description: "The credential's id." }),
});

export type CredentialNeeds = { credentials: Credentials };

export function credentialRoutes(app: FastifyInstance, needs: CredentialNeeds): void {
  const route = tenantRoutes(app, 'Credentials');
  const { credentials } = needs;
  const making = { config: { access: 'credentials:manage' as const, isIdempotent: true } };

  route.get(
    '/:tenantId/v1/credentials',
    {
      config: { access: 'credentials:manage' },
      operationId: 'listCredentials',
      summary: 'The credentials of the tenant',
      description: 'Revoked ones too. Secrets are never shown again; their last letters are.',
      answer: CredentialList,
    },
    async ({ caller }) => ({ items: (await credentials.list(caller.tenantId)).map(toItem) }),
  );

  route.post(
    '/:tenantId/v1/credentials',
    {
      ...making,
      operationId: 'createCredential',
      summary: 'Create a credential',
      description:
        'One whose role sees test reports only makes credentials for test mode; `testOnly: false` is refused them.',
      body: CredentialRequest,
      answer: NewSecretAnswer,
    },
    async ({ caller, body, from, resourceId }) => {
      const { name, scopes, testOnly: isTestOnly } = body;
      const given = { name, scopes, isTestOnly };
      return credentials.create(caller, given, from, resourceId);
    },
  );

  route.post(
    '/:tenantId/v1/credentials/:credentialId/rotate',
    {
      ...making,
      operationId: 'rotateCredential',
      summary: 'Give a credential a new secret',
      description: 'The secret of now goes on working for the overlap; one that was old before ends at once.',
      params: CredentialParams,
      body: OverlapRequest,
      answer: NewSecretAnswer,
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from, resourceId }) =>
      credentials.rotate(caller, params.credentialId, body.overlap, from, resourceId),
  );

  route.put(
    '/:tenantId/v1/credentials/:credentialId/overlap',
    {
      config: { access: 'credentials:manage' },
      operationId: 'setOverlap',
      summary: 'Let the old secret work for longer, or end it now',
      description: 'Counted from now; `now` ends it at once.',
      params: CredentialParams,
      body: OverlapRequest,
      answer: Nothing('In force within 5 seconds.'),
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) =>
      credentials.setOverlap(caller, params.credentialId, body.overlap, from),
  );

  route.delete(
    '/:tenantId/v1/credentials/:credentialId',
    {
      config: { access: 'credentials:manage' },
      operationId: 'revokeCredential',
      summary: 'Stop a credential for good',
      description: 'Its tokens stop working within seconds. There is no way back.',
      params: CredentialParams,
      answer: Nothing('No new tokens; live ones are refused within 5 seconds.'),
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, from }) => credentials.revoke(caller, params.credentialId, from),
  );
}

function toItem(one: ListedCredential) {
  const { id, name, clientId, scopes, isTestOnly, ownerId, ownerName, createdAt, revokedAt } = one;
  return {
    id,
    name,
    clientId,
    scopes,
    testOnly: isTestOnly,
    ownerId,
    ownerName,
    createdAt,
    revokedAt,
    secret: {
      hint: one.secretHint,
      lastUsedAt: one.lastUsedAt,
      lastUsedAddress: one.lastUsedAddress,
      createdAt: one.secretCreatedAt,
    },
    oldSecret:
      one.oldExpiresAt === null
        ? null
        : {
            hint: one.oldSecretHint ?? '',
            lastUsedAt: one.oldLastUsedAt,
            lastUsedAddress: one.oldLastUsedAddress,
            expiresAt: one.oldExpiresAt,
          },
  };
}
