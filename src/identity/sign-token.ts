// Signs access tokens: JWTs by RFC 9068, by the key that is active now.
import { createPrivateKey, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import { type KeyDirectory, SIGNING_ALG } from './signing-keys.ts';

export type SignToken = (claims: { sub: string; client_id: string } & Record<string, unknown>) => string;

export function createSignToken(needs: {
  keys: KeyDirectory;
  issuer: string;
  audience: string;
  nowMs: () => number;
}): SignToken {
  let active: { kid: string; key: KeyObject; header: string } | null = null;
  const activeKey = () => {
    const { activeKid: kid, privateJwks } = needs.keys.current();
    if (active?.kid === kid) return active;
    const jwk = privateJwks.find((one) => one.kid === kid);
    if (jwk === undefined) throw new Error('the active signing key must be among the known ones');
    const header = encode({ alg: SIGNING_ALG, typ: 'at+jwt', kid });
    active = { kid, key: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }), header };
    return active;
  };
  return (claims) => {
    const { key, header } = activeKey();
    const iat = Math.floor(needs.nowMs() / 1000);
    const exp = iat + TOKEN_LIFETIME_SECONDS;
    const own = { jti: randomUUID(), iat, exp, iss: needs.issuer, aud: needs.audience };
    const text = `${header}.${encode({ ...own, ...claims })}`;
    return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
