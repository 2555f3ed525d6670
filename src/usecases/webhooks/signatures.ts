// The signatures of webhooks, as Standard Webhooks 1.0 has them: over `id.timestamp.body`, `v1` with HMAC-SHA256 and a shared secret, `v1a`
// with Ed25519 and a public key. While a secret before is still valid, both sign, so that a receiver can switch at any time.
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** As they are sealed: the bytes in base64. */
export type EndpointKeys = { secret: string; seed?: string };

export const SECRET_PREFIX = 'whsec_';
const PUBLIC_PREFIX = 'whpk_';
/** The ASN.1 around the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

export function toPublicKey(seed: Buffer): Buffer {
  const spki = createPublicKey(privateKeyOf(seed)).export({ type: 'spki', format: 'der' });
  return spki.subarray(-32);
}

export function showPublicKey(publicKey: Buffer): string {
  return `${PUBLIC_PREFIX}${publicKey.toString('base64')}`;
}

export function signWebhook(
  message: { id: string; timestampSeconds: number; body: string },
  keys: readonly EndpointKeys[],
): Record<string, string> {
  const { id, timestampSeconds, body } = message;
  const signed = Buffer.from(`${id}.${timestampSeconds}.${body}`);
  const symmetric = keys.map(
    ({ secret }) =>
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')}`,
  );
  const asymmetric = keys.flatMap(({ seed }) =>
    seed === undefined
      ? []
      : [`v1a,${sign(null, signed, privateKeyOf(Buffer.from(seed, 'base64'))).toString('base64')}`],
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': [...symmetric, ...asymmetric].join(' '),
  };
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' });
}

/** Where the sealed keys of an endpoint are. */
export function keysPlace(endpointId: string) {
  return { column: 'webhook_endpoints.keys', rowId: endpointId };
}
