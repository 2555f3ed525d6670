// Who calls, as use cases see it: identified by a token, then on a tenant; and how the audit trail names them.

import type { AnyPermission, Role } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Actor } from '../storage/audit.ts';
import type { Person } from '../storage/people/people.ts';

/** A caller before it is known which tenant it wants. */
export type Identified = {
  /** Null for a person who signed in. */
  credentialId: string | null;
  clientId: string | null;
  /** Null for a credential. */
  sessionId: string | null;
  hasSecondFactor: boolean;
  isOperator: boolean;
  /** Who signed in, or the owner of the credential. */
  person: Person;
  /** The one tenant of a credential; null for a person. */
  boundTenantId: string | null;
  boundTenantIsEnabled: boolean;
  /** Of a credential, wherever it is used; of a person they come with the tenant. */
  permissions: readonly AnyPermission[];
  /** A credential that is kept to test mode. */
  isTestOnly: boolean;
};

/** A caller on a tenant that is theirs. */
export type Caller = Identified & { tenantId: string; role: Role | 'operator' | null };

export function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message);
}

export function actorOf(caller: Caller, from: From): Actor {
  const { address } = from;
  if (caller.credentialId !== null) return { kind: 'credential', id: caller.credentialId, address };
  return { kind: caller.role === 'operator' ? 'operator' : 'person', id: caller.person.id, address };
}

/** Where a request came from. */
export type From = { address: string; userAgent: string };
