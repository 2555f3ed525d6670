// The caller as use cases see it: identified by a token, then on a tenant; and as an actor of the audit trail.

import { type AnyPermission, type Role, roleName } from '../domain/people/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Actor } from '../storage/activity/audit.ts';
import type { Person } from '../storage/people/people.ts';

/** An authenticated caller, before a tenant is entered. */
export type Identified = {
  /** Null for a person who signed in. */
  credentialId: string | null;
  clientId: string | null;
  /** Null for a credential. */
  sessionId: string | null;
  hasSecondFactor: boolean;
  isOperator: boolean;
  /** The person who signed in, or the owner of the credential. */
  person: Person;
  /** The one tenant of a credential; null for a person. */
  boundTenantId: string | null;
  boundTenantIsEnabled: boolean;
  /** Of a credential: those of its token. A person gets theirs from the role on a tenant. */
  permissions: readonly AnyPermission[];
  /** A credential for test mode only. */
  isTestOnly: boolean;
};

/** A caller on a tenant that they may enter. */
export type Caller = Identified & { tenantId: string; role: Role | 'operator' | null };

export function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message);
}

/** A credential made for test mode, and a person whose role reads reports, but no live ones. Finance and operators read none at all. */
export function isKeptToTest({ role, isTestOnly, permissions }: Kept): boolean {
  if (role === null) return isTestOnly;
  return permissions.includes('reports:read') && !permissions.includes('reports:live');
}
export type Kept = Pick<Caller, 'role' | 'isTestOnly' | 'permissions'>;

/** For what belongs to live mode as a whole. */
export function refuseTestOnly(caller: Kept): void {
  if (!isKeptToTest(caller)) return;
  throw new Refusal(
    'forbidden',
    caller.role === null
      ? 'This credential is for test mode only. Set `test` to true where a call takes it, or use one that an owner or an admin made for live reports.'
      : `This needs the permission reports:live, which your role (${roleName(caller.role)}) does not have. Ask an owner of the tenant.`,
  );
}

export function actorOf(caller: Caller, from: From): Actor {
  const { address } = from;
  if (caller.credentialId !== null) return { kind: 'credential', id: caller.credentialId, address };
  return { kind: caller.role === 'operator' ? 'operator' : 'person', id: caller.person.id, address };
}

/** Where a request came from. */
export type From = { address: string; userAgent: string };
