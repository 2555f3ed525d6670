// Envelope encryption: each tenant has a data key, wrapped by a key from configuration. A sealed value is bound to its table, column
// and row (as additional authenticated data), so that a ciphertext moved elsewhere does not open.
//
// A sealed value: version (1 byte) · nonce (12) · tag (16) · ciphertext. AES-256-GCM with random nonces is safe for 2^32 values a
// key, and there is one for each tenant. A long text is compressed first: the database cannot compress what is sealed.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Database, statement } from '../engine/connection/database.ts';
import type { Keyring } from './keyring.ts';

const VERSION = 1;
const COMPRESSED_VERSION = 2;
/**
 * A document of 11,000 bytes becomes one of 2,600 in a tenth of a millisecond. A test report of 4,700 bytes would become one of 1,600, but
 * that is a sixth of the computing of its request: it is stored as it is.
 */
const COMPRESSED_FROM = 6_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed value is stored: moved elsewhere, it does not open. */
type SealedPlace = { column: string; rowId: string };

export type TenantVault = {
  seal(place: SealedPlace, plain: string): Buffer;
  open(place: SealedPlace, sealed: Buffer): string;
};

export type Vault = { forTenant(tenantId: string): Promise<TenantVault> };

/** A ciphertext that was altered, moved or sealed under another key. The error never says which. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed value does not open: it was altered or moved, or the encryption key is another one');
    this.name = 'SealBroken';
  }
}

/** The version is bound too: whoever changes it breaks the seal. */
const boundTo = (context: string, version: number): Buffer =>
  Buffer.from(version === COMPRESSED_VERSION ? `${context}/compressed` : context);

export function seal(key: KeyObject, context: string, plain: Buffer | string): Buffer {
  const isLong = typeof plain === 'string' && plain.length >= COMPRESSED_FROM;
  const version = isLong ? COMPRESSED_VERSION : VERSION;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(context, version));
  const body = cipher.update(isLong ? deflateRawSync(plain, { level: 3 }) : Buffer.from(plain));
  const end = cipher.final();
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body, end]);
}

export function open(key: KeyObject, context: string, sealed: Buffer): Buffer {
  const bodyStart = 1 + NONCE_BYTES + TAG_BYTES;
  const [version = 0] = sealed;
  if (sealed.length < bodyStart || (version !== VERSION && version !== COMPRESSED_VERSION))
    throw new SealBroken();
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES))
      .setAAD(boundTo(context, version))
      .setAuthTag(sealed.subarray(1 + NONCE_BYTES, bodyStart));
    const plain = Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
    return version === COMPRESSED_VERSION ? inflateRawSync(plain) : plain;
  } catch {
    throw new SealBroken();
  }
}

/** A data key for a new tenant, wrapped and ready to store. */
export function newWrappedDataKey(keyring: Keyring, tenantId: string): Buffer {
  return seal(keyring.wrapKey, dataKeyContext(tenantId), randomBytes(32));
}

type WrapKeys = Pick<Keyring, 'wrapKey' | 'formerWrapKey'>;

/** Unwraps a key by the current wrap key or, during a rotation, by the former one. */
export function unwrap(keys: WrapKeys, context: string, wrapped: Buffer): { plain: Buffer; isOld: boolean } {
  try {
    return { plain: open(keys.wrapKey, context, wrapped), isOld: false };
  } catch (error) {
    if (keys.formerWrapKey === null) throw error;
    return { plain: open(keys.formerWrapKey, context, wrapped), isOld: true };
  }
}

/** The same key under the current wrap key; null when it is already. */
export function rewrap(keys: WrapKeys, context: string, wrapped: Buffer): Buffer | null {
  const { plain, isOld } = unwrap(keys, context, wrapped);
  return isOld ? seal(keys.wrapKey, context, plain) : null;
}

const FIND_DATA_KEY = statement('find-data-key', 'select data_key from tenants where id = $1');

export function createVault(needs: { database: Database; keyring: Keyring }): Vault {
  const vaults = new Map<string, Promise<TenantVault>>();

  const load = async (tenantId: string): Promise<TenantVault> => {
    const [row] = await needs.database.query<{ data_key: Buffer }>(FIND_DATA_KEY, [tenantId]);
    if (row === undefined) throw new Error('a tenant without a data key');
    const key = createSecretKey(unwrap(needs.keyring, dataKeyContext(tenantId), row.data_key).plain);
    const context = (place: SealedPlace): string => `${tenantId}/${place.column}/${place.rowId}`;
    return {
      seal: (place, plain) => seal(key, context(place), plain),
      open: (place, sealed) => open(key, context(place), sealed).toString('utf8'),
    };
  };

  return {
    forTenant(tenantId) {
      let vault = vaults.get(tenantId);
      if (vault === undefined) {
        vault = load(tenantId);
        vaults.set(tenantId, vault);
        // A failure is not cached: the next caller retries.
        vault.catch(() => vaults.delete(tenantId));
      }
      return vault;
    },
  };
}

export function dataKeyContext(tenantId: string): string {
  return `${tenantId}/tenants.data_key`;
}
