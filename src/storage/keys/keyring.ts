// One derived key per purpose: a leak of one use says nothing of another. The keys that wrap keys come from configuration, and can
// be replaced; all others come from the service's own root key (root-key.ts), which is wrapped by them.
// HMAC is done with KeyObjects, which is several times quicker than with raw bytes.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const WRAP = 'wrap-data-keys';
const PURPOSES = [
  'seal-signing-keys',
  'hash-client-secrets',
  'make-client-secrets',
  'hash-codes',
  'hash-references',
  'hash-rate-keys',
  'hash-challenge-keys',
  'hash-idempotency-keys',
  'sign-device-sessions',
  'seal-device-signals',
  'hash-risk-keys',
  'sign-cookies',
  'seal-openid-records',
  'seal-totp-secrets',
  'seal-sign-ins',
  'hash-sign-ins',
] as const;
export type Purpose = (typeof PURPOSES)[number];

export type Keyring = {
  /** What keys are wrapped with from now on. */
  wrapKey: KeyObject;
  /** What keys may still be wrapped with, while the key from configuration is being replaced. */
  formerWrapKey: KeyObject | null;
  key(purpose: Purpose): KeyObject;
  /** A keyed hash over parts that cannot be shifted into each other. */
  mac(purpose: Purpose, ...parts: string[]): Buffer;
};

/** `master` is the key from configuration. Without a root it is the root too, as in databases made before there was one. */
export function createKeyring(master: Buffer, more: { former?: Buffer | null; root?: Buffer } = {}): Keyring {
  const root = more.root ?? master;
  const keys = new Map<Purpose, KeyObject>(PURPOSES.map((purpose) => [purpose, derive(root, purpose)]));
  const key = (purpose: Purpose): KeyObject => keys.get(purpose) as KeyObject;
  return {
    wrapKey: derive(master, WRAP),
    formerWrapKey: more.former == null ? null : derive(more.former, WRAP),
    key,
    mac(purpose, ...parts) {
      const hmac = createHmac('sha256', key(purpose));
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
      return hmac.digest();
    },
  };
}

function derive(from: Buffer, purpose: string): KeyObject {
  if (from.length !== 32) throw new Error('the encryption key must be 32 bytes');
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, '', `trefoil/${purpose}`, 32)));
}
