// The records of the embedded OpenID provider: sealed, found by keyed hashes, consumed by an update that finds the record unused. The
// provider's library checks `consumed` before it consumes, and two requests may pass that check at once: the update below is what
// makes a code work once.
import { type Database, statement } from '../engine/connection/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { open, seal } from '../keys/vault.ts';

type OpenIdPayload = Record<string, unknown>;

const UPSERT = statement(
  'upsert-openid-record',
  `insert into openid_records (model, id_hash, payload, grant_hash, uid_hash, expires_at)
   values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
   on conflict (model, id_hash) do update set payload = excluded.payload, grant_hash = excluded.grant_hash,
     uid_hash = excluded.uid_hash, expires_at = excluded.expires_at`,
);

const FIND = statement(
  'find-openid-record',
  `select payload, consumed_at, id_hash from openid_records
   where model = $1 and id_hash = $2 and expires_at > clock_timestamp()`,
);

const FIND_BY_UID = statement(
  'find-openid-record-by-uid',
  `select payload, consumed_at, id_hash from openid_records
   where model = $1 and uid_hash = $2 and expires_at > clock_timestamp()`,
);

const CONSUME = statement(
  'consume-openid-record',
  `update openid_records set consumed_at = clock_timestamp()
   where model = $1 and id_hash = $2 and consumed_at is null and expires_at > clock_timestamp() returning 1 as one`,
);

const DESTROY = statement(
  'destroy-openid-record',
  'delete from openid_records where model = $1 and id_hash = $2',
);

const REVOKE_GRANT = statement('revoke-openid-grant', 'delete from openid_records where grant_hash = $1');

const PURGE = statement(
  'purge-openid-records',
  'delete from openid_records where expires_at < clock_timestamp() returning 1 as one',
);

type Row = { payload: Buffer; consumed_at: Date | null; id_hash: Buffer };

export function createOpenIdRecords(needs: { database: Database; keyring: Keyring }) {
  const { database, keyring } = needs;
  const sealingKey = keyring.key('seal-openid-records');
  const hash = (...parts: string[]): Buffer => keyring.mac('hash-sign-ins', 'openid', ...parts);
  const context = (model: string, idHash: Buffer): string =>
    `openid_records/${model}/${idHash.toString('hex')}`;

  const read = (model: string, [row]: Row[]): OpenIdPayload | null => {
    if (row === undefined) return null;
    const payload = JSON.parse(open(sealingKey, context(model, row.id_hash), row.payload).toString('utf8'));
    return row.consumed_at === null
      ? payload
      : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) };
  };

  return {
    async upsert(model: string, id: string, payload: OpenIdPayload, lifetimeSeconds: number): Promise<void> {
      const idHash = hash(model, id);
      const { grantId, uid } = payload;
      await database.query(UPSERT, [
        model,
        idHash,
        seal(sealingKey, context(model, idHash), JSON.stringify(payload)),
        typeof grantId === 'string' ? hash('grant', grantId) : null,
        typeof uid === 'string' ? hash('uid', uid) : null,
        lifetimeSeconds,
      ]);
    },
    find: async (model: string, id: string): Promise<OpenIdPayload | null> =>
      read(model, await database.query<Row>(FIND, [model, hash(model, id)])),
    findByUid: async (model: string, uid: string): Promise<OpenIdPayload | null> =>
      read(model, await database.query<Row>(FIND_BY_UID, [model, hash('uid', uid)])),
    /** False when it was consumed before, or has expired. */
    consume: async (model: string, id: string): Promise<boolean> =>
      (await database.query(CONSUME, [model, hash(model, id)])).length === 1,
    destroy: async (model: string, id: string): Promise<void> =>
      void (await database.query(DESTROY, [model, hash(model, id)])),
    revokeGrant: async (grantId: string): Promise<void> =>
      void (await database.query(REVOKE_GRANT, [hash('grant', grantId)])),
    purgeOpenIdRecords: async (): Promise<number> => (await database.query(PURGE, [])).length,
  };
}
