// The members of a tenant, its invitations, and what it asks of them. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Role } from '../../domain/permissions.ts';
import type { Invitations } from '../../usecases/people/invitations.ts';
import type { Members } from '../../usecases/people/members.ts';
import type { TenantSecurityRules } from '../../usecases/people/tenant-security.ts';
import { callerOf, fromOf } from '../request.ts';
import { KeyHeader, TenantParams } from '../schemas/common.ts';
import {
  AccessAnswer,
  InvitationAnswer,
  InvitationList,
  InvitationRequest,
  MemberList,
  Nothing,
  RoleChange,
  TenantSecurity,
  TenantSecurityChange,
} from '../schemas/people.ts';
import { callerProblems, WITH_BODY, WITH_KEY } from '../schemas/problems.ts';

const MemberParams = Type.Object({
  ...TenantParams.properties,
  personId: Type.String({ description: "The member's id." }),
});
const InvitationParams = Type.Object({
  ...TenantParams.properties,
  invitationId: Type.String({ description: "The invitation's id." }),
});
const RemoveQuery = Type.Object({
  revokeCredentials: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Revoke the credentials that they made, too.' }),
  ),
});
const tags = ['Members'];

export type MemberNeeds = {
  members: Members;
  invitations: Invitations;
  tenantSecurity: TenantSecurityRules;
};

export function memberRoutes(app: FastifyInstance, needs: MemberNeeds): void {
  const manage = { config: { access: 'members:manage' as const } };

  app.get(
    '/:tenantId/v1/access',
    {
      config: { access: 'member' },
      schema: {
        tags,
        operationId: 'readAccess',
        summary: 'What the caller may do on this tenant',
        params: TenantParams,
        response: { 200: AccessAnswer, ...callerProblems() },
      },
    },
    async (request) => {
      const { role, permissions } = callerOf(request);
      return { role, permissions };
    },
  );

  app.get(
    '/:tenantId/v1/members',
    {
      ...manage,
      schema: {
        tags,
        operationId: 'listMembers',
        summary: 'The members of the tenant',
        params: TenantParams,
        response: { 200: MemberList, ...callerProblems() },
      },
    },
    async (request) => ({ items: await needs.members.list(callerOf(request).tenantId) }),
  );

  app.patch<{ Params: { personId: string }; Body: { role: Role } }>(
    '/:tenantId/v1/members/:personId',
    {
      ...manage,
      schema: {
        tags,
        operationId: 'changeRole',
        summary: 'Give a member another role',
        params: MemberParams,
        body: RoleChange,
        response: {
          204: Nothing('In force within 5 seconds.'),
          ...callerProblems(...WITH_BODY, 'not-found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const { personId } = request.params;
      await needs.members.changeRole(callerOf(request), personId, request.body.role, fromOf(request));
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: { personId: string }; Querystring: { revokeCredentials?: string } }>(
    '/:tenantId/v1/members/:personId',
    {
      ...manage,
      schema: {
        tags,
        operationId: 'removeMember',
        summary: 'Remove a member from the tenant',
        description:
          'The credentials that they made stay, unless `revokeCredentials` says that they go with them.',
        params: MemberParams,
        querystring: RemoveQuery,
        response: {
          204: Nothing('In force within 5 seconds.'),
          ...callerProblems('validation-error', 'not-found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const revokesCredentials = request.query.revokeCredentials === 'true';
      const { personId } = request.params;
      await needs.members.remove(callerOf(request), personId, { revokesCredentials }, fromOf(request));
      return reply.code(204).send();
    },
  );

  invitationRoutes(app, needs);

  app.get(
    '/:tenantId/v1/security',
    {
      config: { access: 'members:manage' },
      schema: {
        tags,
        operationId: 'readTenantSecurity',
        summary: 'What the tenant asks of its members',
        params: TenantParams,
        response: { 200: TenantSecurity, ...callerProblems() },
      },
    },
    async (request) => needs.tenantSecurity.read(callerOf(request).tenantId),
  );

  app.put<{ Body: { requiresTotp: boolean } }>(
    '/:tenantId/v1/security',
    {
      config: { access: 'tenant:manage' },
      schema: {
        tags,
        operationId: 'changeTenantSecurity',
        summary: 'Require two-step verification of members, or not',
        params: TenantParams,
        body: TenantSecurityChange,
        response: { 204: Nothing('In force within 5 seconds.'), ...callerProblems(...WITH_BODY) },
      },
    },
    async (request, reply) => {
      await needs.tenantSecurity.requireTotp(callerOf(request), request.body.requiresTotp, fromOf(request));
      return reply.code(204).send();
    },
  );
}

function invitationRoutes(app: FastifyInstance, needs: { invitations: Invitations }): void {
  const manage = { config: { access: 'members:manage' as const } };

  app.get(
    '/:tenantId/v1/invitations',
    {
      ...manage,
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'Invitations that wait to be accepted',
        params: TenantParams,
        response: { 200: InvitationList, ...callerProblems() },
      },
    },
    async (request) => ({ items: await needs.invitations.list(callerOf(request).tenantId) }),
  );

  app.post<{ Body: { email: string; role: Role } }>(
    '/:tenantId/v1/invitations',
    {
      config: { access: 'members:manage', isIdempotent: true },
      schema: {
        tags,
        operationId: 'inviteMember',
        summary: 'Invite a person by e-mail',
        description: 'The link works once, for seven days; an older invitation of the address stops working.',
        params: TenantParams,
        headers: KeyHeader,
        body: InvitationRequest,
        response: { 200: InvitationAnswer, ...callerProblems(...WITH_BODY, ...WITH_KEY, 'conflict') },
      },
    },
    async (request) => {
      const { email, role } = request.body;
      return needs.invitations.invite(callerOf(request), { email, role }, fromOf(request));
    },
  );

  app.delete<{ Params: { invitationId: string } }>(
    '/:tenantId/v1/invitations/:invitationId',
    {
      ...manage,
      schema: {
        tags,
        operationId: 'revokeInvitation',
        summary: 'Take an invitation back',
        params: InvitationParams,
        response: { 204: Nothing('The link does not work any more.'), ...callerProblems('not-found') },
      },
    },
    async (request, reply) => {
      await needs.invitations.revoke(callerOf(request), request.params.invitationId, fromOf(request));
      return reply.code(204).send();
    },
  );
}
