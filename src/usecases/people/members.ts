// The members of a tenant: who they are, inviting, changing a role, removing. Only owners make and unmake owners, and a tenant
// keeps one. Every change is an entry of the audit trail, made with it.

import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../domain/ids.ts';
import { mayAssign, type Role, roleName } from '../../domain/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { hashPassword, whyPasswordRefused } from '../../identity/passwords.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { appendAudit } from '../../storage/audit.ts';
import type { Database, Queryable } from '../../storage/connection/database.ts';
import { revokeCredentialsOfOwner } from '../../storage/people/credential-secrets.ts';
import {
  acceptInvitation,
  addMember,
  deleteMember,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  listMembers,
  lockMembers,
  type Member,
  type OpenInvitation,
  revokeInvitation,
  setMemberRole,
} from '../../storage/people/members.ts';
import { findPersonByEmail, insertPerson } from '../../storage/people/people.ts';
import { findTenant } from '../../storage/tenants.ts';
import type { Caller, From } from '../caller.ts';
import { actorOf } from '../caller.ts';
import type { HashToken } from './sign-in.ts';

export const INVITATION_SECONDS = 7 * 24 * 3_600;

export type MemberNeeds = {
  database: Database;
  mailer: Mailer;
  hashToken: HashToken;
  hashPassword: typeof hashPassword;
  whyPasswordRefused: typeof whyPasswordRefused;
  forgetAccess: (tenantId: string, personId: string) => void;
  publicUrl: string;
};

export function createMembers(needs: MemberNeeds) {
  const { database, hashToken } = needs;

  return {
    list: (tenantId: string): Promise<Member[]> => listMembers(database, tenantId),
    listInvitations: (tenantId: string): Promise<Invitation[]> => listInvitations(database, tenantId),

    async invite(caller: Caller, given: { email: string; role: Role }, from: From): Promise<Invitation> {
      const { tenantId } = caller;
      requireMayAssign(caller, null, given.role);
      const members = await listMembers(database, tenantId);
      if (members.some(({ email }) => email.toLowerCase() === given.email.toLowerCase()))
        throw new Refusal('conflict', 'This person is a member already. Change their role instead.');
      const tenant = await findTenant(database, tenantId);
      const token = randomBytes(32).toString('base64url');
      const made = await database.transaction(async (tx) => {
        const invitation = await insertInvitation(tx, {
          tenantId,
          id: randomUUIDv7(),
          tokenHash: hashToken('invitation', token),
          email: given.email,
          role: given.role,
          invitedBy: caller.person.id,
          lifetimeSeconds: INVITATION_SECONDS,
        });
        const object = { kind: 'invitation', id: invitation.id };
        const after = { email: given.email, role: given.role };
        await appendAudit(tx, {
          tenantId,
          actor: actorOf(caller, from),
          action: 'member-invited',
          object,
          after,
        });
        return invitation;
      });
      await needs.mailer
        .send({
          to: given.email,
          subject: `Join ${oneLine(tenant?.name ?? '')} on Trefoil`,
          text: invitationText(needs.publicUrl, token, tenant?.name ?? '', given.role),
        })
        .catch(() => {
          throw new Refusal(
            'service-unavailable',
            'The invitation was made, but its mail could not be sent. Send the invitation again later.',
            { retryAfterSeconds: 60 },
          );
        });
      return made;
    },

    async revokeInvitation(caller: Caller, id: string, from: From): Promise<void> {
      const { tenantId } = caller;
      await database.transaction(async (tx) => {
        const before = isUuid(id) ? await revokeInvitation(tx, tenantId, id) : null;
        if (before === null) throw new Refusal('not-found', 'There is no open invitation with this id.');
        requireMayAssign(caller, null, before.role);
        const object = { kind: 'invitation', id };
        await appendAudit(tx, {
          tenantId,
          actor: actorOf(caller, from),
          action: 'invitation-revoked',
          object,
          before,
        });
      });
    },

    async changeRole(caller: Caller, personId: string, role: Role, from: From): Promise<void> {
      await this.change(caller, personId, role, from);
    },

    /** The credentials that they made stay, unless they are revoked with them. */
    async remove(
      caller: Caller,
      personId: string,
      given: { revokesCredentials: boolean },
      from: From,
    ): Promise<void> {
      await this.change(caller, personId, null, from, async (tx) => {
        if (!given.revokesCredentials) return;
        const { tenantId } = caller;
        for (const { id, ...before } of await revokeCredentialsOfOwner(tx, { tenantId, ownerId: personId })) {
          const object = { kind: 'credential', id };
          const actor = actorOf(caller, from);
          await appendAudit(tx, { tenantId, actor, action: 'credential-revoked', object, before });
        }
      });
    },

    /** A new role, or none. */
    async change(
      caller: Caller,
      personId: string,
      role: Role | null,
      from: From,
      andThen: (tx: Queryable) => Promise<void> = async () => {},
    ): Promise<void> {
      const { tenantId } = caller;
      if (!isUuid(personId)) throw noMember();
      await database.transaction(async (tx) => {
        const locked = await lockMembers(tx, tenantId, [personId]);
        const before = locked.find((member) => member.personId === personId);
        if (before === undefined) throw noMember();
        requireMayAssign(caller, before.role, role);
        const owners = locked.filter((member) => member.role === 'owner').length;
        if (before.role === 'owner' && role !== 'owner' && owners === 1)
          throw new Refusal(
            'conflict',
            'A tenant keeps at least one owner. Make somebody else an owner first.',
          );
        if (role === null) await deleteMember(tx, tenantId, personId);
        else await setMemberRole(tx, tenantId, personId, role);
        await appendAudit(tx, {
          tenantId,
          actor: actorOf(caller, from),
          action: role === null ? 'member-removed' : 'member-role-changed',
          object: { kind: 'person', id: personId },
          before: { role: before.role },
          after: role === null ? null : { role },
        });
        await andThen(tx);
      });
      needs.forgetAccess(tenantId, personId);
    },

    findInvitation: async (token: string): Promise<(OpenInvitation & { isKnown: boolean }) | null> => {
      const found = await findInvitation(database, hashToken('invitation', token));
      if (found === null) return null;
      return { ...found, isKnown: (await findPersonByEmail(database, found.email)) !== null };
    },

    /** The mailed token is the proof that the address is theirs. Null when the invitation does not work any more. */
    async accept(
      token: string,
      given: { firstName: string; lastName: string; password: string },
      from: From,
    ): Promise<{ personId: string } | { problems: Record<string, string> } | null> {
      const invitation = await this.findInvitation(token);
      if (invitation === null) return null;
      const { tenantId, email, role } = invitation;
      const problems = invitation.isKnown ? {} : await problemsOf(needs, given, email);
      if (Object.keys(problems).length > 0) return { problems };
      const passwordHash = invitation.isKnown ? '' : await needs.hashPassword(given.password);
      return database
        .transaction(async (tx) => {
          const known = await findPersonByEmail(tx, email);
          const personId = known?.id ?? randomUUIDv7();
          if (known === null) {
            const { firstName, lastName } = given;
            await insertPerson(tx, { id: personId, email, firstName, lastName, passwordHash });
          }
          if (!(await acceptInvitation(tx, hashToken('invitation', token), personId)))
            throw new InvitationUsed();
          await addMember(tx, tenantId, personId, role);
          await appendAudit(tx, {
            tenantId,
            actor: { kind: 'person', id: personId, address: from.address },
            action: 'invitation-accepted',
            object: { kind: 'invitation', id: invitation.id },
            after: { role },
          });
          return { personId };
        })
        .catch((error: unknown) => {
          if (error instanceof InvitationUsed || isUniqueViolation(error)) return null;
          throw error;
        });
    },
  };
}

export type Members = ReturnType<typeof createMembers>;

class InvitationUsed extends Error {}

/** Somebody with the same address came in first: by this very invitation, or by another one. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** Operators may invite an owner, and nothing else. */
function requireMayAssign(caller: Caller, before: Role | null, after: Role | null): void {
  if (caller.role === 'operator' && before === null && after === 'owner') return;
  if (caller.role !== null && caller.role !== 'operator' && mayAssign(caller.role, before, after)) return;
  throw new Refusal('forbidden', 'Only an owner may make, change or remove an owner.');
}

function noMember(): Refusal {
  return new Refusal('not-found', 'There is no member with this id.');
}

async function problemsOf(
  needs: Pick<MemberNeeds, 'whyPasswordRefused'>,
  given: { firstName: string; lastName: string; password: string },
  email: string,
): Promise<Record<string, string>> {
  const password = await needs.whyPasswordRefused(given.password, email);
  return {
    ...(!isName(given.firstName) && { firstName: 'Enter your first name' }),
    ...(!isName(given.lastName) && { lastName: 'Enter your last name' }),
    ...(password !== null && { password }),
  };
}

/** Letters of any script, but nothing that hides or turns text round. */
function isName(text: string): boolean {
  return /\S/.test(text) && text.length <= 100 && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}

function invitationText(publicUrl: string, token: string, tenantName: string, role: Role): string {
  return [
    `You are invited to ${oneLine(tenantName)} on Trefoil, as ${roleName(role)}.`,
    '',
    'Join here. The link works once, for seven days:',
    `${publicUrl}/invite/${token}`,
    '',
  ].join('\n');
}
