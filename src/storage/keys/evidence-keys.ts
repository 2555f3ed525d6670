// The keys that sign evidence packs: Ed25519, the private part sealed. One is in use. Rotation destroys the private part of the one before;
// the public parts are kept for ever, so that a pack can be verified years later. A pack is signed in a transaction that locks the key, so
// none is signed by a retired one.
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Actor, appendAudit, SERVICE_TRAIL } from '../activity/audit.ts';
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import type { Keyring } from './keyring.ts';
import { open, seal } from './vault.ts';

/** `kid` is the SHA-256 of the public key (SPKI, DER), in hex. */
export type EvidenceKey = { kid: string; publicPem: string; activeFrom: Date; retiredAt: Date | null };
export type EvidenceSigner = { kid: string; publicPem: string; privateKey: KeyObject };

// Arbitrary, but the same in every process.
const LOCK_ID = 7_301_228;
const LOCK_KEYS = statement('lock-evidence-keys', 'select pg_advisory_xact_lock($1)');

const LIST_KEYS = statement(
  'list-evidence-keys',
  `select kid, public_pem as "publicPem", active_from as "activeFrom", retired_at as "retiredAt"
   from evidence_keys order by active_from, kid`,
);

const FIND_IN_USE = statement(
  'find-evidence-key',
  `select kid, public_pem as "publicPem", private_key as "privateKey"
   from evidence_keys where retired_at is null for share`,
);

const RETIRE = statement(
  'retire-evidence-key',
  `update evidence_keys set retired_at = clock_timestamp(), private_key = null where retired_at is null
   returning kid`,
);

const INSERT = statement(
  'insert-evidence-key',
  `insert into evidence_keys (kid, public_pem, private_key, active_from)
   values ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()))`,
);

export type EvidenceKeyStore = ReturnType<typeof createEvidenceKeyStore>;

const BY_THE_SERVICE: Actor = { kind: 'system', id: null, address: null };

export function createEvidenceKeyStore(needs: { database: Database; keyring: Keyring }) {
  const { database, keyring } = needs;
  let isKnown = false;

  /** Its public part goes into the trail of the service, whose hashes are in its chain. */
  const make = async (tx: Queryable, actor: Actor, before: string | null): Promise<string> => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const kid = fingerprintOf(publicKey);
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    await tx.query(INSERT, [kid, publicPem, seal(keyring.key('seal-evidence-keys'), contextOf(kid), der)]);
    await appendAudit(tx, {
      tenantId: SERVICE_TRAIL,
      actor,
      action: 'evidence-key-made',
      object: { kind: 'evidence-key', id: kid },
      ...(before !== null && { before: { kid: before } }),
      after: { publicKey: publicPem },
    });
    return kid;
  };

  return {
    /** Every key that ever was, oldest first. */
    list: () => database.query<EvidenceKey>(LIST_KEYS, []),

    /** Makes the first key, if there is none yet. */
    async ensure(): Promise<void> {
      if (isKnown || (await database.query(LIST_KEYS, [])).length > 0) isKnown = true;
      else
        await database.transaction(async (tx) => {
          await tx.query(LOCK_KEYS, [LOCK_ID]);
          if ((await tx.query(LIST_KEYS, [])).length === 0) await make(tx, BY_THE_SERVICE, null);
        });
    },

    /** The key in use; it is not retired before the transaction ends. */
    async signer(tx: Queryable): Promise<EvidenceSigner> {
      const [row] = await tx.query<{ kid: string; publicPem: string; privateKey: Buffer }>(FIND_IN_USE, []);
      if (row === undefined) throw new Error('there must be an evidence key in use');
      const der = open(keyring.key('seal-evidence-keys'), contextOf(row.kid), row.privateKey);
      return { ...row, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    },

    /** A new key signs from now on; the one before can sign nothing any more. */
    rotate: (actor: Actor) =>
      database.transaction(async (tx) => {
        await tx.query(LOCK_KEYS, [LOCK_ID]);
        const [retired] = await tx.query<{ kid: string }>(RETIRE, []);
        return { kid: await make(tx, actor, retired?.kid ?? null) };
      }),
  };
}

export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function contextOf(kid: string): string {
  return `evidence_keys.private_key/${kid}`;
}
