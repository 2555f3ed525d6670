// API credentials as their tenant manages them. A secret is in the answer that made it, and nowhere else.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Permission } from '../../domain/permissions.ts';
import type { ListedCredential } from '../../storage/people/credential-secrets.ts';
import type { Credentials, Overlap } from '../../usecases/people/credentials.ts';
import { callerOf, fromOf } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import {
  CredentialList,
  CredentialRequest,
  NewSecretAnswer,
  OverlapRequest,
} from '../schemas/credentials.ts';
import { Nothing } from '../schemas/people.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';

const CredentialParams = Type.Object({
  ...TenantParams.properties,
  credentialId: Type.String({ description: "The credential's id." }),
});
type One = { credentialId: string };

export type CredentialNeeds = { credentials: Credentials };

export function credentialRoutes(app: FastifyInstance, needs: CredentialNeeds): void {
  const tags = ['Credentials'];
  const { credentials } = needs;
  const making = { config: { access: 'credentials:manage' as const, isIdempotent: true } };

  app.get(
    '/:tenantId/v1/credentials',
    {
      config: { access: 'credentials:manage' },
      schema: {
        tags,
        operationId: 'listCredentials',
        summary: 'The credentials of the tenant',
        params: TenantParams,
        response: { 200: CredentialList, ...callerProblems() },
      },
    },
    async (request) => ({ items: (await credentials.list(callerOf(request).tenantId)).map(toItem) }),
  );

  app.post<{ Body: { name: string; scopes: Permission[]; testOnly?: boolean } }>(
    '/:tenantId/v1/credentials',
    {
      ...making,
      schema: {
        tags,
        operationId: 'createCredential',
        summary: 'Create a credential',
        description:
          'One whose role sees test reports only makes credentials for test mode; `testOnly: false` is refused them.',
        params: TenantParams,
        headers: KeyHeader,
        body: CredentialRequest,
        response: { 200: NewSecretAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY) },
      },
    },
    async (request) => {
      const { name, scopes, testOnly: isTestOnly } = request.body;
      const given = { name, scopes, isTestOnly };
      return credentials.create(callerOf(request), given, fromOf(request), request.resourceId);
    },
  );

  app.post<{ Params: One; Body: { overlap: Overlap } }>(
    '/:tenantId/v1/credentials/:credentialId/rotate',
    {
      ...making,
      schema: {
        tags,
        operationId: 'rotateCredential',
        summary: 'Give a credential a new secret',
        description:
          'The secret of now goes on working for the overlap; one that was old before ends at once.',
        params: CredentialParams,
        headers: KeyHeader,
        body: OverlapRequest,
        response: {
          200: NewSecretAnswer,
          ...callerProblems(...WITH_BODY, ...WITH_KEY, 'not-found', 'conflict'),
        },
      },
    },
    async (request) => {
      const { overlap } = request.body;
      const { resourceId, params } = request;
      return credentials.rotate(callerOf(request), params.credentialId, overlap, fromOf(request), resourceId);
    },
  );

  app.put<{ Params: One; Body: { overlap: Overlap } }>(
    '/:tenantId/v1/credentials/:credentialId/overlap',
    {
      config: { access: 'credentials:manage' },
      schema: {
        tags,
        operationId: 'setOverlap',
        summary: 'Let the old secret work for longer, or end it now',
        params: CredentialParams,
        body: OverlapRequest,
        response: {
          204: Nothing('In force within 5 seconds.'),
          ...callerProblems(...WITH_BODY, 'not-found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const { overlap } = request.body;
      await credentials.setOverlap(callerOf(request), request.params.credentialId, overlap, fromOf(request));
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: One }>(
    '/:tenantId/v1/credentials/:credentialId',
    {
      config: { access: 'credentials:manage' },
      schema: {
        tags,
        operationId: 'revokeCredential',
        summary: 'Stop a credential for good',
        params: CredentialParams,
        response: {
          204: Nothing('No new tokens; live ones are refused within 5 seconds.'),
          ...callerProblems('not-found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      await credentials.revoke(callerOf(request), request.params.credentialId, fromOf(request));
      return reply.code(204).send();
    },
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
