// An endpoint as its tenant sees it, and its public keys as anybody may.
import { Refusal } from '../../domain/refusal.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { type Endpoint, findPublicKeys } from '../../storage/webhooks/endpoints.ts';
import type { Recovery } from '../../storage/webhooks/recoveries.ts';
import { showPublicKey } from './signatures.ts';

type Shown = Endpoint & { missed?: number | null; recovery?: Recovery | null; sameAddressAs?: string[] };

export function showEndpoint(endpoint: Shown) {
  const { isTest, isOrdered, state, publicKey, oldPublicKey, oldSecretHint, oldExpiresAt } = endpoint;
  const { id, url, description, types, ratePerSecond, disabledReason, failingSince, failures } = endpoint;
  const { missed, recovery, sameAddressAs } = endpoint;
  return {
    id,
    url,
    description,
    types,
    mode: isTest ? ('test' as const) : ('live' as const),
    ordered: isOrdered,
    ratePerSecond,
    state: state === 'active' && failingSince !== null ? ('failing' as const) : state,
    disabledReason,
    ...(missed !== undefined && { missed }),
    ...(recovery !== undefined && { recovery: recovery && showRecovery(recovery) }),
    ...(sameAddressAs !== undefined && { sameAddressAs }),
    failingSince,
    failures,
    lastSuccessAt: endpoint.lastSuccessAt,
    lastFailureAt: endpoint.lastFailureAt,
    secret: { hint: endpoint.secretHint, createdAt: endpoint.secretCreatedAt },
    oldSecret: oldExpiresAt === null ? null : { hint: oldSecretHint ?? '', expiresAt: oldExpiresAt },
    publicKeys: [publicKey, oldPublicKey].flatMap((key) => (key === null ? [] : [showPublicKey(key)])),
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  };
}

export function showRecovery({ endpointId: _inThePath, ...recovery }: Recovery) {
  return recovery;
}

export type PublicKeysOf = (endpointId: string) => Promise<{
  keys: { kty: 'OKP'; crv: 'Ed25519'; x: string; publicKey: string }[];
}>;

export function createPublicKeysOf(needs: { database: Queryable }): PublicKeysOf {
  return async (endpointId) => {
    const found = await findPublicKeys(needs.database, endpointId);
    if (found === null)
      throw new Refusal('not-found', 'There is no webhook endpoint with this id that signs with v1a.');
    const keys = [found.publicKey, found.oldPublicKey].flatMap((key) => (key === null ? [] : [key]));
    return {
      keys: keys.map((key) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: key.toString('base64url'),
        publicKey: showPublicKey(key),
      })),
    };
  };
}
