// Who is calling: a good token, and a credential that still stands. What a credential may do is read again every two
// seconds, so that a revoked one is refused everywhere well within five.
import { isPermission, type Permission } from '../domain/permissions.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ReadAccessToken } from '../identity/access-tokens.ts';
import type { Credential } from '../storage/credentials.ts';
import type { Person } from '../storage/people.ts';

const CREDENTIAL_FRESH_MS = 2_000;
const REMEMBERED_MAX = 20_000;

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
  const known = new Map<string, { readAtMs: number; credential: Promise<Credential | null> }>();

  const freshCredential = (clientId: string): Promise<Credential | null> => {
    const nowMs = needs.nowMs();
    const entry = known.get(clientId);
    if (entry !== undefined && nowMs - entry.readAtMs < CREDENTIAL_FRESH_MS) return entry.credential;
    const credential = needs.findCredential(clientId);
    if (known.size >= REMEMBERED_MAX) known.delete(known.keys().next().value as string);
    known.set(clientId, { readAtMs: nowMs, credential });
    // A failure to read is not remembered: the next request asks again.
    credential.catch(() => known.delete(clientId));
    return credential;
  };

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
