// The members of a tenant, its invitations, and what it asks of them. Bare objects, without the envelope.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Invitations } from '../../../usecases/people/invitations.ts';
import type { Members } from '../../../usecases/people/members.ts';
import type { TenantSecurityRules } from '../../../usecases/people/tenant-security.ts';
import { Nothing, TenantParams } from '../../schemas/common.ts';
import {
  AccessAnswer,
  InvitationAnswer,
  InvitationList,
  InvitationRequest,
  MemberList,
  RoleChange,
  TenantSecurity,
  TenantSecurityChange,
} from '../../schemas/people/people.ts';
import { tenantRoutes } from '../../tenant-routes.ts';

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
export type MemberNeeds = {
  members: Members;
  invitations: Invitations;
  tenantSecurity: TenantSecurityRules;
};

export function memberRoutes(app: FastifyInstance, needs: MemberNeeds): void {
  const route = tenantRoutes(app, 'Members');
  const manage = { config: { access: 'members:manage' as const } };

  route.get(
    '/:tenantId/v1/access',
    {
      config: { access: 'member' },
      operationId: 'readAccess',
      summary: 'What the caller may do on this tenant',
      description: 'The role and the permissions of the caller. For a program: its scopes.',
      answer: AccessAnswer,
    },
    async ({ caller }) => {
      const { role, permissions } = caller;
      return { role, permissions };
    },
  );

  route.get(
    '/:tenantId/v1/members',
    {
      ...manage,
      operationId: 'listMembers',
      summary: 'The members of the tenant',
      description: 'With their roles, and when they last worked in the tenant.',
      answer: MemberList,
    },
    async ({ caller }) => ({ items: await needs.members.list(caller.tenantId) }),
  );

  route.patch(
    '/:tenantId/v1/members/:personId',
    {
      ...manage,
      operationId: 'changeRole',
      summary: 'Give a member another role',
      description: 'Only an owner makes or unmakes an owner; one owner always stays.',
      params: MemberParams,
      body: RoleChange,
      answer: Nothing('In force within 5 seconds.'),
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, body, from }) =>
      needs.members.changeRole(caller, params.personId, body.role, from),
  );

  route.delete(
    '/:tenantId/v1/members/:personId',
    {
      ...manage,
      operationId: 'removeMember',
      summary: 'Remove a member from the tenant',
      description:
        'The credentials that they made stay, unless `revokeCredentials` says that they go with them.',
      params: MemberParams,
      query: RemoveQuery,
      answer: Nothing('In force within 5 seconds.'),
      refuses: ['not-found', 'conflict'],
    },
    async ({ caller, params, query, from }) => {
      const revokesCredentials = query.revokeCredentials === 'true';
      return needs.members.remove(caller, params.personId, { revokesCredentials }, from);
    },
  );

  invitationRoutes(app, needs);

  route.get(
    '/:tenantId/v1/security',
    {
      config: { access: 'members:manage' },
      operationId: 'readTenantSecurity',
      summary: 'What the tenant asks of its members',
      description: 'Whether members must sign in with two-step verification.',
      answer: TenantSecurity,
    },
    async ({ caller }) => needs.tenantSecurity.read(caller.tenantId),
  );

  route.put(
    '/:tenantId/v1/security',
    {
      config: { access: 'tenant:manage' },
      operationId: 'changeTenantSecurity',
      summary: 'Require two-step verification of members, or not',
      description: 'Sessions that were opened without it no longer enter the tenant.',
      body: TenantSecurityChange,
      answer: Nothing('In force within 5 seconds.'),
    },
    async ({ caller, body, from }) => needs.tenantSecurity.requireTotp(caller, body.requiresTotp, from),
  );
}

function invitationRoutes(app: FastifyInstance, needs: { invitations: Invitations }): void {
  const route = tenantRoutes(app, 'Members');
  const manage = { config: { access: 'members:manage' as const } };

  route.get(
    '/:tenantId/v1/invitations',
    {
      ...manage,
      operationId: 'listInvitations',
      summary: 'Invitations that wait to be accepted',
      description: 'Each until it is accepted, taken back or seven days old.',
      answer: InvitationList,
    },
    async ({ caller }) => ({ items: await needs.invitations.list(caller.tenantId) }),
  );

  route.post(
    '/:tenantId/v1/invitations',
    {
      config: { access: 'members:manage', isIdempotent: true },
      operationId: 'inviteMember',
      summary: 'Invite a person by e-mail',
      description: 'The link works once, for seven days; an older invitation of the address stops working.',
      body: InvitationRequest,
      answer: InvitationAnswer,
      refuses: ['conflict'],
    },
    async ({ caller, body, from }) => needs.invitations.invite(caller, body, from),
  );

  route.delete(
    '/:tenantId/v1/invitations/:invitationId',
    {
      ...manage,
      operationId: 'revokeInvitation',
      summary: 'Take an invitation back',
      description: 'Its link stops working at once.',
      params: InvitationParams,
      answer: Nothing('The link does not work any more.'),
      refuses: ['not-found'],
    },
    async ({ caller, params, from }) => needs.invitations.revoke(caller, params.invitationId, from),
  );
}
