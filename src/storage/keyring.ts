// One key from configuration, one derived key per purpose: a leak of one use says nothing of another.
// HMAC is done with KeyObjects, which is several times quicker than with raw bytes.
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const PURPOSES = [
  'wrap-data-keys',
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
  key(purpose: Purpose): KeyObject;
  /** A keyed hash over parts that cannot be shifted into each other. */
  mac(purpose: Purpose, ...parts: string[]): Buffer;
};

export function createKeyring(master: Buffer): Keyring {
  if (master.length !== 32) throw new Error('the encryption key must be 32 bytes');
  const keys = new Map<Purpose, KeyObject>(
    PURPOSES.map((purpose) => [
      purpose,
      createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `trefoil/${purpose}`, 32))),
    ]),
  );
  const key = (purpose: Purpose): KeyObject => keys.get(purpose) as KeyObject;
  return {
    key,
    mac(purpose, ...parts) {
      const hmac = createHmac('sha256', key(purpose));
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
      return hmac.digest();
    },
  };
}
