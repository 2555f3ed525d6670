// The keys that sign access tokens, as this process knows them. They are polled every two seconds, so that a rotated key is known
// everywhere before it signs its first token. Not here: where they are stored.
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose';

export const SIGNING_ALG = 'EdDSA';
const REFRESH_MS = 2_000;
/** A new key waits this long before it signs: more than two polls. */
export const ACTIVATION_DELAY_SECONDS = 6;
/** A replaced key stays known for longer than the lifetime of a token. */
export const RETIRED_KEY_SECONDS = 60 * 60;

export type SigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK; isActive: boolean };
export type NewSigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK };

export type KnownKeys = {
  /** Changes when the set of keys does. */
  version: string;
  activeKid: string;
  privateJwks: JWK[];
  findPublicKey: JWTVerifyGetKey;
};

export type KeyDirectory = { current(): KnownKeys; stop(): void };

export async function makeSigningKey(): Promise<NewSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALG, { crv: 'Ed25519', extractable: true });
  const kid = crypto.randomUUID();
  const more = { kid, alg: SIGNING_ALG, use: 'sig' };
  return {
    kid,
    publicJwk: { ...(await exportJWK(publicKey)), ...more },
    privateJwk: { ...(await exportJWK(privateKey)), ...more },
  };
}

export async function openKeyDirectory(needs: {
  ensureSigningKey(make: () => Promise<NewSigningKey>): Promise<SigningKey[]>;
  listSigningKeys(): Promise<SigningKey[]>;
}): Promise<KeyDirectory> {
  let known = toKnownKeys(await needs.ensureSigningKey(makeSigningKey));

  // While the database is out of reach the known keys stay in use; readiness reports the database itself.
  const timer = setInterval(() => {
    needs.listSigningKeys().then(
      (keys) => {
        const next = toKnownKeys(keys);
        if (next.version !== known.version) known = next;
      },
      () => {},
    );
  }, REFRESH_MS);
  timer.unref();

  return { current: () => known, stop: () => clearInterval(timer) };
}

function toKnownKeys(keys: SigningKey[]): KnownKeys {
  const active = keys.find((key) => key.isActive);
  if (active === undefined) throw new Error('there must be an active signing key');
  return {
    version: keys.map((key) => `${key.kid}${key.isActive ? '*' : ''}`).join(','),
    activeKid: active.kid,
    privateJwks: keys.map((key) => key.privateJwk),
    findPublicKey: createLocalJWKSet({ keys: keys.map((key) => key.publicJwk) }),
  };
}
