// The keys that sign tokens: created on the first start, sealed under a derived key. A new key signs only after a delay, so that every
// process has loaded it by then; an old one is kept until the last token that it signed has expired.
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import type { Keyring } from './keyring.ts';
import { signingKeyContext } from './root-key.ts';
import { open, seal } from './vault.ts';

export type SigningKey = {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
  /** The one that signs now. */
  isActive: boolean;
};

export type NewSigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK };

// Arbitrary, but the same in every process.
const LOCK_ID = 7_301_226;
const LOCK_KEYS = statement('lock-signing-keys', 'select pg_advisory_xact_lock($1)');

const LIST_KEYS = statement(
  'list-signing-keys',
  `select kid, public_jwk, private_jwk,
          kid = (select kid from signing_keys where active_from <= clock_timestamp()
                 order by active_from desc, kid desc limit 1) as is_active
   from signing_keys
   where expires_at is null or expires_at > clock_timestamp()
   order by kid`,
);

const INSERT_KEY = statement(
  'insert-signing-key',
  `insert into signing_keys (kid, public_jwk, private_jwk, active_from)
   values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
);

const EXPIRE_OLDER_KEYS = statement(
  'expire-older-signing-keys',
  `update signing_keys set expires_at = clock_timestamp() + make_interval(secs => $2)
   where kid <> $1 and expires_at is null`,
);

const PURGE_KEYS = statement(
  'purge-signing-keys',
  'delete from signing_keys where expires_at < clock_timestamp() returning kid',
);

export type SigningKeyStore = ReturnType<typeof createSigningKeyStore>;

export function createSigningKeyStore(needs: { database: Database; keyring: Keyring }) {
  const sealingKey = (): KeyObject => needs.keyring.key('seal-signing-keys');

  const insert = async (db: Queryable, key: NewSigningKey, delaySeconds: number): Promise<void> => {
    const sealed = seal(sealingKey(), signingKeyContext(key.kid), JSON.stringify(key.privateJwk));
    await db.query(INSERT_KEY, [key.kid, JSON.stringify(key.publicJwk), sealed, delaySeconds]);
  };

  const list = async (db: Queryable): Promise<SigningKey[]> => {
    const rows = await db.query<{
      kid: string;
      public_jwk: JWK;
      private_jwk: Buffer;
      is_active: boolean;
    }>(LIST_KEYS, []);
    return rows.map((row) => ({
      kid: row.kid,
      publicJwk: row.public_jwk,
      privateJwk: JSON.parse(
        open(sealingKey(), signingKeyContext(row.kid), row.private_jwk).toString('utf8'),
      ),
      isActive: row.is_active,
    }));
  };

  return {
    listSigningKeys: () => list(needs.database),

    /** Of several starting processes the first creates the key; the others read it. */
    ensureSigningKey: (make: () => Promise<NewSigningKey>) =>
      needs.database.transaction(async (tx) => {
        await tx.query(LOCK_KEYS, [LOCK_ID]);
        const keys = await list(tx);
        if (keys.length > 0) return keys;
        await insert(tx, await make(), 0);
        return list(tx);
      }),

    /** The new key signs after `delaySeconds`; the others are kept for `keepSeconds` more. In a transaction of the caller's. */
    async rotateSigningKey(
      tx: Queryable,
      key: NewSigningKey,
      delaySeconds: number,
      keepSeconds: number,
    ): Promise<void> {
      await tx.query(LOCK_KEYS, [LOCK_ID]);
      await insert(tx, key, delaySeconds);
      await tx.query(EXPIRE_OLDER_KEYS, [key.kid, keepSeconds]);
    },

    purgeSigningKeys: async () => (await needs.database.query(PURGE_KEYS, [])).length,
  };
}
