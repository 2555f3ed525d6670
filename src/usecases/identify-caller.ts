// Who is calling: a good token, and a credential that still stands. What a credential may do is read again every two
// seconds, so that a revoked one is refused everywhere well within five.
import { isPermission, type Permission } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ReadAccessToken } from '../identity/access-tokens.ts';
import type { Credential } from '../storage/credentials.ts';
import type { Person } from '../storage/people.ts';
import { createFreshReader } from './fresh.ts';

export type Caller = {
  credentialId: string;
  clientId: string;
  /** The person who owns the credential. */
  person: Person;
  tenantId: string;
  tenantIsEnabled: boolean;
  permissions: readonly Permission[];
};

export type IdentifyCaller = (token: string) => Promise<Caller>;

export function createIdentifyCaller(needs: {
  readAccessToken: ReadAccessToken;
  findCredential: (clientId: string) => Promise<Credential | null>;
  nowMs: () => number;
}): IdentifyCaller {
  const freshCredential = createFreshReader({ read: needs.findCredential, nowMs: needs.nowMs });

  return async (token) => {
    const claims = await needs.readAccessToken(token);
    if (claims === null) throw unauthorized('The access token is not valid or has expired. Get a new one.');
    const credential = await freshCredential(claims.clientId);
    if (credential === null || credential.isRevoked) {
      throw unauthorized('The credential of this access token was revoked.');
    }
    return {
      credentialId: credential.id,
      clientId: credential.clientId,
      person: credential.owner,
      tenantId: credential.tenantId,
      tenantIsEnabled: credential.tenantIsEnabled,
      permissions: claims.scopes
        .filter(isPermission)
        .filter((permission) => credential.scopes.includes(permission)),
    };
  };
}

export function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message);
}
