// Verifies access tokens: JWTs by RFC 9068, signed by one of our own keys. A valid token is cached until it expires or is no longer
// used, because checking an Ed25519 signature on every request would cost two thirds of the throughput. Whether its credential has
// been revoked is checked elsewhere, every few seconds.
import { jwtVerify } from 'jose';
import type { KeyDirectory } from './signing-keys.ts';
import { SIGNING_ALG } from './signing-keys.ts';

export const TOKEN_LIFETIME_SECONDS = 15 * 60;
const CLOCK_TOLERANCE_SECONDS = 10;
const TOKEN_LENGTH_MAX = 4_096;
const UNUSED_MS = 60_000;
const CACHED_MAX = 20_000;
const TOKEN_END_LENGTH = 32;

export type TokenClaims = {
  clientId: string;
  scopes: string[];
  expiresAtMs: number;
  /** The generation of the credential's secret that it was issued for. */
  secretGeneration: number;
  /** Null unless it belongs to a person who signed in. */
  sessionId: string | null;
};

type Cached = { token: string; claims: TokenClaims };

export type ReadAccessToken = (token: string) => Promise<TokenClaims | null>;

export function createAccessTokenReader(needs: {
  keys: KeyDirectory;
  issuer: string;
  audience: string;
  nowMs: () => number;
  cachedMax?: number;
}): ReadAccessToken {
  const cachedMax = needs.cachedMax ?? CACHED_MAX;
  // Keyed by the end of the token, which is the end of its signature: hashing a whole token costs more than comparing it with the
  // one that ends the same. Two generations: a token that is used moves from the old one to the young one, and what is still in the
  // old one when the generations rotate is evicted. Clients request new tokens long before the old ones expire.
  let young = new Map<string, Cached>();
  let old = new Map<string, Cached>();
  let rotatedMs = needs.nowMs();
  const endOf = (token: string): string => token.slice(-TOKEN_END_LENGTH);

  const verify = async (token: string): Promise<TokenClaims | null> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, needs.keys.current().findPublicKey, {
        issuer: needs.issuer,
        audience: needs.audience,
        algorithms: [SIGNING_ALG],
        typ: 'at+jwt',
        requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat', 'jti', 'client_id'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(needs.nowMs()),
      });
      // Every token of ours names its key, and has one spelling only.
      if (protectedHeader.kid === undefined || !isCanonical(token)) return null;
      const { client_id: clientId, scope, exp, iat, sid, secret_generation: generation = 0 } = payload;
      if (typeof clientId !== 'string' || (scope !== undefined && typeof scope !== 'string')) return null;
      if (exp === undefined || iat === undefined) return null;
      if ((sid !== undefined && typeof sid !== 'string') || typeof generation !== 'number') return null;
      // We issue no token with a time in the future, or with a longer lifetime.
      if (iat * 1000 > needs.nowMs() + CLOCK_TOLERANCE_SECONDS * 1000) return null;
      if (exp - iat > TOKEN_LIFETIME_SECONDS) return null;
      return {
        clientId,
        scopes: scope?.split(' ') ?? [],
        expiresAtMs: exp * 1000,
        secretGeneration: generation,
        sessionId: sid ?? null,
      };
    } catch {
      return null;
    }
  };

  const cache = (one: Cached): void => {
    const ageMs = needs.nowMs() - rotatedMs;
    if (ageMs >= UNUSED_MS || ageMs < 0 || young.size >= cachedMax / 2) {
      old = young;
      young = new Map();
      rotatedMs = needs.nowMs();
    }
    young.set(endOf(one.token), one);
  };

  const verifyAndCache = async (token: string): Promise<TokenClaims | null> => {
    const claims = await verify(token);
    if (claims !== null) cache({ token, claims });
    return claims;
  };

  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX) return null;
    const end = endOf(token);
    const recent = young.get(end);
    const cached = recent ?? old.get(end);
    // An expired one is verified again, and rejected; it is evicted like any that is not used.
    if (cached?.token !== token || cached.claims.expiresAtMs <= needs.nowMs()) return verifyAndCache(token);
    if (recent === undefined) cache(cached);
    return cached.claims;
  };
}

/** Base64 leaves bits unused at the end: without this check a signature would have sixteen spellings. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
