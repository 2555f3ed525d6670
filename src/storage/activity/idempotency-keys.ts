// Idempotency keys: which request came first, and its stored answer. The first request claims the key by inserting it; a second one
// finds the claim. A claim is a lease, so that a request whose process died can be sent again.
import { KEY_LIFETIME_HOURS } from '../../domain/idempotency.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { orUndo } from '../engine/connection/when-back.ts';
import type { Vault } from '../keys/vault.ts';

const LEASE_SECONDS = 60;

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

export type Claim =
  | { kind: 'claimed'; key: ClaimedKey; resourceId: string }
  | { kind: 'running' }
  | { kind: 'other-request' }
  | { kind: 'answered'; answer: StoredAnswer };

type KeyOfRequest = { tenantId: string; keyHash: Buffer; requestHash: Buffer };
/** With the lease that proves the claim. */
export type ClaimedKey = KeyOfRequest & { lease: string };

// The same statement reclaims an expired key, or one whose process died before it answered. A reclaimed key keeps the id that it
// reserved: what the dead process may have created is found under it, and not created twice.
const CLAIM_KEY = statement(
  'claim-idempotency-key',
  `insert into idempotency_keys as k (tenant_id, key_hash, request_hash, resource_id, leased_until)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
   on conflict (tenant_id, key_hash) do update set
     request_hash = excluded.request_hash,
     resource_id = case when k.created_at < clock_timestamp() - make_interval(hours => $6)
                        then excluded.resource_id else k.resource_id end,
     created_at = case when k.created_at < clock_timestamp() - make_interval(hours => $6)
                       then clock_timestamp() else k.created_at end,
     leased_until = excluded.leased_until,
     answer = null
   where k.created_at < clock_timestamp() - make_interval(hours => $6)
      or (k.answer is null and k.leased_until < clock_timestamp() and k.request_hash = excluded.request_hash)
   returning resource_id, leased_until::text as lease`,
);

const FIND_KEY = statement(
  'find-idempotency-key',
  'select request_hash, answer from idempotency_keys where tenant_id = $1 and key_hash = $2',
);

const STORE_ANSWER = statement(
  'store-idempotent-answer',
  `update idempotency_keys set answer = $3
   where tenant_id = $1 and key_hash = $2 and answer is null and leased_until = $4::timestamptz`,
);

const RELEASE_KEY = statement(
  'release-idempotency-key',
  `delete from idempotency_keys
   where tenant_id = $1 and key_hash = $2 and answer is null and leased_until = $3::timestamptz`,
);

const LEAVE_KEY = statement(
  'leave-idempotency-key',
  `update idempotency_keys set leased_until = clock_timestamp()
   where tenant_id = $1 and key_hash = $2 and answer is null and leased_until = $3::timestamptz`,
);

// Ends a claim whose lease we never learned, by the id that only this request brought. A claim that was taken over keeps the id and
// has a later lease: that one is left alone.
const LEAVE_FIRST_CLAIM = statement(
  'leave-first-claim',
  `update idempotency_keys set leased_until = clock_timestamp()
   where tenant_id = $1 and key_hash = $2 and resource_id = $3 and answer is null
     and leased_until < created_at + make_interval(secs => $4 + 1)`,
);

const PURGE_KEYS = statement(
  'purge-idempotency-keys',
  `delete from idempotency_keys where created_at < clock_timestamp() - make_interval(hours => $1) returning tenant_id`,
);

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

export function createIdempotencyStore(needs: { database: Database; vault: Vault }) {
  const { database, vault } = needs;
  return {
    async claimKey(key: KeyOfRequest, newResourceId: string): Promise<Claim> {
      const claiming = database.query<{ resource_id: string; lease: string }>(CLAIM_KEY, [
        key.tenantId,
        key.keyHash,
        key.requestHash,
        newResourceId,
        LEASE_SECONDS,
        KEY_LIFETIME_HOURS,
      ]);
      const unclaim = () =>
        database.query(LEAVE_FIRST_CLAIM, [key.tenantId, key.keyHash, newResourceId, LEASE_SECONDS]);
      const [claimed] = await orUndo(claiming, unclaim);
      if (claimed !== undefined) {
        return { kind: 'claimed', key: { ...key, lease: claimed.lease }, resourceId: claimed.resource_id };
      }

      const [row] = await database.query<{ request_hash: Buffer; answer: Buffer | null }>(FIND_KEY, [
        key.tenantId,
        key.keyHash,
      ]);
      // Released between the two statements: the first request was just refused, and may be sent again.
      if (row === undefined) return { kind: 'running' };
      if (!row.request_hash.equals(key.requestHash)) return { kind: 'other-request' };
      if (row.answer === null) return { kind: 'running' };
      const tenantVault = await vault.forTenant(key.tenantId);
      return { kind: 'answered', answer: JSON.parse(tenantVault.open(answerPlace(key.keyHash), row.answer)) };
    },

    /** No effect when the lease expired and another request took over: then that one's answer counts. */
    async storeAnswer(key: ClaimedKey, answer: StoredAnswer): Promise<void> {
      const tenantVault = await vault.forTenant(key.tenantId);
      const sealed = tenantVault.seal(answerPlace(key.keyHash), JSON.stringify(answer));
      await database.query(STORE_ANSWER, [key.tenantId, key.keyHash, sealed, key.lease]);
    },

    /** Deletes the key: nothing was done, and the request may be sent again as a new one. */
    async releaseKey(key: ClaimedKey): Promise<void> {
      await database.query(RELEASE_KEY, [key.tenantId, key.keyHash, key.lease]);
    },

    /** Ends the lease: something may have been done, and a repeated request goes on under the same id. */
    async leaveKey(key: ClaimedKey): Promise<void> {
      await database.query(LEAVE_KEY, [key.tenantId, key.keyHash, key.lease]);
    },

    async purgeKeys(): Promise<number> {
      return (await database.query(PURGE_KEYS, [KEY_LIFETIME_HOURS])).length;
    },
  };
}

export function answerPlace(keyHash: Buffer) {
  return { column: 'idempotency_keys.answer', rowId: keyHash.toString('hex') };
}
