// The caller as use cases see it: identified by a token, then on a tenant; and as an actor of the audit trail.

import type { AnyPermission, Role } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Actor } from '../storage/audit.ts';
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

/** A credential sees live mode unless it was made for test mode; a person, when their role does. */
export function seesLive(caller: Caller): boolean {
  return caller.role === null ? !caller.isTestOnly : caller.permissions.includes('reports:live');
}

export function actorOf(caller: Caller, from: From): Actor {
  const { address } = from;
  if (caller.credentialId !== null) return { kind: 'credential', id: caller.credentialId, address };
  return { kind: caller.role === 'operator' ? 'operator' : 'person', id: caller.person.id, address };
}

/** Where a request came from. */
export type From = { address: string; userAgent: string };
