// Reads access tokens: JWTs by RFC 9068, signed by one of our own keys. A token that was found good is remembered until
// it dies or is no longer used, because checking an Ed25519 signature on every request would cost two thirds of the throughput.
// Whether its credential still stands is asked elsewhere, every few seconds.
import { jwtVerify } from 'jose';
import type { KeyDirectory } from './signing-keys.ts';
import { SIGNING_ALG } from './signing-keys.ts';

export const TOKEN_LIFETIME_SECONDS = 15 * 60;
const CLOCK_TOLERANCE_SECONDS = 10;
const TOKEN_LENGTH_MAX = 4_096;
const UNUSED_MS = 60_000;
const REMEMBERED_MAX = 20_000;
const TOKEN_END_LENGTH = 32;

export type TokenClaims = {
  clientId: string;
  scopes: string[];
  expiresAtMs: number;
  /** Which secret of the credential it was bought with. */
  secretGeneration: number;
  /** Of a person who signed in. */
  sessionId: string | null;
};

type Remembered = { token: string; claims: TokenClaims };

export type ReadAccessToken = (token: string) => Promise<TokenClaims | null>;

export function createAccessTokenReader(needs: {
  keys: KeyDirectory;
  issuer: string;
  audience: string;
  nowMs: () => number;
  rememberedMax?: number;
}): ReadAccessToken {
  const rememberedMax = needs.rememberedMax ?? REMEMBERED_MAX;
  // By the end of the token, which is the end of its signature: working out the hash of a whole one costs more than comparing it
  // with the one token that ends so. Those used lately, and those used before: whoever asks moves from the second to the first, and
  // whoever is still in the second when it is replaced is forgotten. Programs buy new tokens long before the old ones die.
  let lately = new Map<string, Remembered>();
  let before = new Map<string, Remembered>();
  let replacedMs = needs.nowMs();
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
      // Every token of ours names its key, and is spelled in one way only.
      if (protectedHeader.kid === undefined || !isCanonical(token)) return null;
      const { client_id: clientId, scope, exp, iat, sid, secret_generation: generation = 0 } = payload;
      if (typeof clientId !== 'string' || (scope !== undefined && typeof scope !== 'string')) return null;
      if (exp === undefined || iat === undefined) return null;
      if ((sid !== undefined && typeof sid !== 'string') || typeof generation !== 'number') return null;
      // A token from the future, or one that would outlive every token of ours, was not made by us in good order.
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

  const remember = (one: Remembered): void => {
    const unusedMs = needs.nowMs() - replacedMs;
    if (unusedMs >= UNUSED_MS || unusedMs < 0 || lately.size >= rememberedMax / 2) {
      before = lately;
      lately = new Map();
      replacedMs = needs.nowMs();
    }
    lately.set(endOf(one.token), one);
  };

  const verifyAndRemember = async (token: string): Promise<TokenClaims | null> => {
    const claims = await verify(token);
    if (claims !== null) remember({ token, claims });
    return claims;
  };

  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX) return null;
    const end = endOf(token);
    const used = lately.get(end);
    const known = used ?? before.get(end);
    // One that has died is judged anew, and refused; it goes with those that nobody uses.
    if (known?.token !== token || known.claims.expiresAtMs <= needs.nowMs()) return verifyAndRemember(token);
    if (used === undefined) remember(known);
    return known.claims;
  };
}

/** Base64 leaves bits unused at the end: without this, one signature would have sixteen spellings. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
