// One derived key for each purpose, so that a leak of one says nothing about another. The keys that wrap keys come from configuration
// and can be rotated; all others are derived from the service's root key (root-key.ts), which they wrap. HMAC uses KeyObjects, which
// is several times faster than raw bytes.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const WRAP = 'wrap-data-keys';
const PURPOSES = [
  'seal-signing-keys',
  'seal-evidence-keys',
  'hash-client-secrets',
  'make-client-secrets',
  'make-webhook-secrets',
  'hash-codes',
  'hash-references',
  'hash-reference-paths',
  'hash-finders',
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
  'make-record-ids',
  'make-consumer-tokens',
  'hash-consumer-tokens',
  'seal-outbox',
] as const;
export type Purpose = (typeof PURPOSES)[number];

export type Keyring = {
  /** Wraps keys from now on. */
  wrapKey: KeyObject;
  /** Still unwraps keys, while the key from configuration is being rotated. */
  formerWrapKey: KeyObject | null;
  key(purpose: Purpose): KeyObject;
  /** A keyed hash over parts with their lengths, so that no text can move from one part into the next. */
  mac(purpose: Purpose, ...parts: string[]): Buffer;
};

/** `master` is the key from configuration. Without a root it also serves as the root, as in databases older than the root key. */
export function createKeyring(master: Buffer, more: { former?: Buffer | null; root?: Buffer } = {}): Keyring {
  const root = more.root ?? master;
  const keys = new Map<Purpose, KeyObject>(PURPOSES.map((purpose) => [purpose, derive(root, purpose)]));
  const key = (purpose: Purpose): KeyObject => keys.get(purpose) as KeyObject;
  return {
    wrapKey: derive(master, WRAP),
    formerWrapKey: more.former == null ? null : derive(more.former, WRAP),
    key,
    mac(purpose, ...parts) {
      // As one text: an update costs more than the bytes.
      const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
      return createHmac('sha256', key(purpose)).update(text).digest();
    },
  };
}

function derive(from: Buffer, purpose: string): KeyObject {
  if (from.length !== 32) throw new Error('the encryption key must be 32 bytes');
  return createSecretKey(Buffer.from(hkdfSync('sha256', from, '', `trefoil/${purpose}`, 32)));
}
