// The members of a tenant: who they are, changing a role, removing. Only owners make and unmake owners, and a tenant keeps at least
// one. Every change and its audit entry are one transaction. Inviting is in invitations.ts.
import { isUuid } from '../../domain/ids.ts';
import { mayAssign, type Role } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { revokeCredentialsOfOwner } from '../../storage/people/credential-secrets.ts';
import { deleteMember, listMembers, lockMembers, setMemberRole } from '../../storage/people/members.ts';
import { auditCaller } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';

export type Members = ReturnType<typeof createMembers>;

export function createMembers(needs: {
  database: Database;
  forgetAccess: (tenantId: string, personId: string) => void;
}) {
  const { database } = needs;

  /** A new role, or none. */
  const change = async (
    caller: Caller,
    personId: string,
    role: Role | null,
    from: From,
    andThen: (tx: Queryable) => Promise<void> = async () => {},
  ): Promise<void> => {
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
      await auditCaller(tx, caller, from, {
        action: role === null ? 'member-removed' : 'member-role-changed',
        object: { kind: 'person', id: personId },
        before: { role: before.role },
        after: role === null ? null : { role },
      });
      await andThen(tx);
    });
    needs.forgetAccess(tenantId, personId);
  };

  return {
    list: (tenantId: string) => listMembers(database, tenantId),

    changeRole: (caller: Caller, personId: string, role: Role, from: From) =>
      change(caller, personId, role, from),

    /** The credentials that they made stay, unless they are revoked with them. */
    remove: (
      caller: Caller,
      personId: string,
      { revokesCredentials }: { revokesCredentials: boolean },
      from: From,
    ) =>
      change(caller, personId, null, from, async (tx) => {
        if (!revokesCredentials) return;
        const { tenantId } = caller;
        for (const { id, ...before } of await revokeCredentialsOfOwner(tx, { tenantId, ownerId: personId })) {
          const object = { kind: 'credential', id };
          await auditCaller(tx, caller, from, { action: 'credential-revoked', object, before });
        }
      }),
  };
}

/** Operators may invite an owner, and assign no other role. */
export function requireMayAssign(caller: Caller, before: Role | null, after: Role | null): void {
  if (caller.role === 'operator' && before === null && after === 'owner') return;
  if (caller.role !== null && caller.role !== 'operator' && mayAssign(caller.role, before, after)) return;
  throw new Refusal('forbidden', 'Only an owner may make, change or remove an owner.');
}

function noMember(): Refusal {
  return new Refusal('not-found', 'There is no member with this id.');
}
