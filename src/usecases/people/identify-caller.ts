// Identifies the caller: a credential by its token, or a person by the token of their session. Permissions are cached for two seconds, so
// that one that was taken away is refused by every process well within five.

import { isUuid } from '../../domain/ids.ts';
import { isPermission, PERMISSIONS_OF } from '../../domain/people/permissions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ReadAccessToken, TokenClaims } from '../../identity/access-tokens.ts';
import type { Credential } from '../../storage/people/credentials.ts';
import type { TenantAccess } from '../../storage/people/members.ts';
import type { Session } from '../../storage/people/sessions.ts';
import type { Caller, Identified } from '../caller.ts';
import { unauthorized } from '../caller.ts';
import { createFreshReader } from '../fresh.ts';
import { createOnceAMinute } from '../once-a-minute.ts';

export type IdentifyCaller = (token: string) => Promise<Identified>;
export type EnterTenant = (identified: Identified, tenantId: string) => Promise<Caller>;

type Needs = {
  readAccessToken: ReadAccessToken;
  findCredential: (clientId: string) => Promise<Credential | null>;
  findSession: (sessionId: string) => Promise<Session | null>;
  findTenantAccess: (tenantId: string, personId: string) => Promise<TenantAccess | null>;
  /** Records that a person was active on a tenant. */
  noteActive: (tenantId: string, personId: string) => Promise<void>;
  nowMs: () => number;
};

export function createIdentifyCaller(needs: Needs) {
  const { nowMs } = needs;
  const freshCredential = createFreshReader({ read: needs.findCredential, nowMs });
  const freshSession = createFreshReader({ read: needs.findSession, nowMs });
  const freshAccess = createFreshReader({
    read: (key) => needs.findTenantAccess(key.slice(0, 36), key.slice(37)),
    nowMs,
  });

  const isActiveDue = createOnceAMinute(nowMs);

  /** A token of a newer secret than the cached credential's: it was rotated since, so it is read again. */
  const credentialOf = async (claims: TokenClaims): Promise<Credential | null> => {
    const cached = await freshCredential(claims.clientId);
    if (cached === null || claims.secretGeneration <= cached.generation) return cached;
    freshCredential.forget(claims.clientId);
    return freshCredential(claims.clientId);
  };

  const identifyCaller: IdentifyCaller = async (token) => {
    const claims = await needs.readAccessToken(token);
    if (claims === null) throw unauthorized('The access token is not valid or has expired. Get a new one.');
    if (claims.sessionId !== null) return ofSession(await freshSession(claims.sessionId));
    return ofCredential(claims, await credentialOf(claims));
  };

  const enterTenant: EnterTenant = async (identified, tenantId) => {
    if (identified.sessionId === null) {
      const isTheirs = tenantId === identified.boundTenantId;
      if (!isTheirs || !identified.boundTenantIsEnabled) throw noAccess();
      return { ...identified, tenantId, role: null };
    }
    if (!isUuid(tenantId)) throw noAccess();
    const key = `${tenantId}/${identified.person.id}`;
    const caller = ofMember(identified, tenantId, await freshAccess(key));
    // Before the answer, so that a list of members is true for whoever reads it.
    if (isActiveDue(key)) await needs.noteActive(tenantId, identified.person.id);
    return caller;
  };

  return {
    identifyCaller,
    enterTenant,
    forgetSession: (sessionId: string): void => freshSession.forget(sessionId),
    forgetAccess: (tenantId: string, personId: string): void => freshAccess.forget(`${tenantId}/${personId}`),
  };
}

function ofCredential(claims: TokenClaims, credential: Credential | null): Identified {
  if (credential === null || credential.isRevoked) {
    throw unauthorized('The credential of this access token was revoked.');
  }
  const oldest = credential.oldSecretHash === null ? credential.generation : credential.generation - 1;
  if (claims.secretGeneration < oldest || claims.secretGeneration > credential.generation) {
    throw unauthorized('The secret that this access token was bought with was replaced. Get a new one.');
  }
  return {
    credentialId: credential.id,
    clientId: credential.clientId,
    sessionId: null,
    hasSecondFactor: false,
    isOperator: false,
    person: credential.owner,
    boundTenantId: credential.tenantId,
    boundTenantIsEnabled: credential.tenantIsEnabled,
    isTestOnly: credential.isTestOnly,
    permissions: claims.scopes
      .filter(isPermission)
      .filter((permission) => credential.scopes.includes(permission)),
  };
}

function ofMember(identified: Identified, tenantId: string, access: TenantAccess | null): Caller {
  const role = access?.role ?? (identified.isOperator ? 'operator' : null);
  if (access === null || role === null) throw noAccess();
  // Operators may enter a tenant that is switched off.
  if (!access.tenantIsEnabled && role !== 'operator') throw noAccess();
  if (access.requiresTotp && !identified.hasSecondFactor) {
    throw new Refusal(
      'forbidden',
      'This tenant requires two-step verification. Set up an authenticator app in your account, then sign in again.',
    );
  }
  return { ...identified, tenantId, role, permissions: PERMISSIONS_OF[role] };
}

function ofSession(session: Session | null): Identified {
  if (session === null || !session.isLive) throw unauthorized('This session is over. Sign in again.');
  return {
    credentialId: null,
    clientId: null,
    sessionId: session.id,
    hasSecondFactor: session.hasSecondFactor,
    isOperator: session.isOperator,
    person: session.person,
    boundTenantId: null,
    boundTenantIsEnabled: true,
    permissions: [],
    isTestOnly: false,
  };
}

/** The same for another's tenant, one that does not exist and a disabled one: callers must not tell them apart. */
function noAccess(): Refusal {
  return new Refusal('forbidden', 'You do not have access to this tenant.');
}
