// Webhook endpoints: where events are sent to, with their secrets, sealed. Statements that record events only read them; what changes at
// each try is in the health beside them.

import { ALL_TYPES, type EventType, toStoredTypes } from '../../domain/webhooks/events.ts';
import { ENDPOINTS_MAX } from '../../domain/webhooks/webhooks.ts';
import { EXACT_NOW, firstValue, type Queryable, statement } from '../engine/connection/database.ts';

export type EndpointSettings = {
  url: string;
  description: string;
  types: (EventType | typeof ALL_TYPES)[];
  isTest: boolean;
  isOrdered: boolean;
  ratePerSecond: number;
};

export type Endpoint = EndpointSettings & {
  id: string;
  signsV1a: boolean;
  state: 'active' | 'disabled';
  disabledReason: 'by-you' | 'failing' | 'gone' | 'asked' | null;
  missedSince: Date | null;
  publicKey: Buffer | null;
  secretHint: string;
  secretCreatedAt: Date;
  /** Only while it still works. */
  oldSecretHint: string | null;
  oldPublicKey: Buffer | null;
  oldExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  failingSince: Date | null;
  failures: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
};

/** Of a new secret, sealed; and, for v1a, the public key. */
export type SealedKeys = { keys: Buffer; publicKey: Buffer | null; secretHint: string };

const IS_OLD_LIVE = `w.old_expires_at > ${EXACT_NOW}`;
const COLUMNS = `w.id, w.url, w.description, case when '${ALL_TYPES}' = any(w.types) then '{${ALL_TYPES}}' else w.types end as types, w.is_test as "isTest", w.is_ordered as "isOrdered",
  w.rate_per_second as "ratePerSecond", w.signs_v1a as "signsV1a", w.state, w.disabled_reason as "disabledReason",
  w.missed_since as "missedSince", w.public_key as "publicKey", w.secret_hint as "secretHint",
  w.secret_created_at as "secretCreatedAt", case when ${IS_OLD_LIVE} then w.old_secret_hint end as "oldSecretHint",
  case when ${IS_OLD_LIVE} then w.old_public_key end as "oldPublicKey",
  case when ${IS_OLD_LIVE} then w.old_expires_at end as "oldExpiresAt", w.created_at as "createdAt", w.updated_at as "updatedAt",
  h.failing_since as "failingSince", coalesce(h.failures, 0) as failures, h.last_success_at as "lastSuccessAt",
  h.last_failure_at as "lastFailureAt"`;
const HEALTH = 'left join webhook_health h on h.tenant_id = w.tenant_id and h.endpoint_id = w.id';

const LIST = statement(
  'list-endpoints',
  `select ${COLUMNS} from webhook_endpoints w ${HEALTH}
   where w.tenant_id = $1 and w.state <> 'deleted' order by w.created_at, w.id`,
);

export function listEndpoints(db: Queryable, tenantId: string): Promise<Endpoint[]> {
  return db.query<Endpoint>(LIST, [tenantId]);
}

const FIND = statement(
  'find-endpoint',
  `select ${COLUMNS} from webhook_endpoints w ${HEALTH} where w.tenant_id = $1 and w.id = $2 and w.state <> 'deleted'`,
);

export async function findEndpoint(db: Queryable, tenantId: string, id: string): Promise<Endpoint | null> {
  return (await db.query<Endpoint>(FIND, [tenantId, id]))[0] ?? null;
}

const LOCK = statement(
  'lock-endpoint',
  `select ${COLUMNS} from webhook_endpoints w ${HEALTH} where w.tenant_id = $1 and w.id = $2 and w.state <> 'deleted'
   for update of w`,
);

// The order of locks is the workers': the health of an endpoint, then its deliveries and itself.
const LOCK_HEALTH = statement(
  'lock-webhook-health',
  'select 1 from webhook_health where tenant_id = $1 and endpoint_id = $2 for update',
);

/** Locked until the transaction ends; null when the tenant has no such endpoint. */
export async function lockEndpoint(db: Queryable, tenantId: string, id: string): Promise<Endpoint | null> {
  await db.query(LOCK_HEALTH, [tenantId, id]);
  return (await db.query<Endpoint>(LOCK, [tenantId, id]))[0] ?? null;
}

// So that two requests at once do not both find the last place. Not a lock that reports, which refer to the tenant, would wait for.
const LOCK_TENANT = statement(
  'lock-tenant-of-endpoints',
  'select 1 from tenants where id = $1 for no key update',
  { tenantsOf: firstValue },
);
const COUNT = statement(
  'count-endpoints',
  `select count(*)::integer as count from webhook_endpoints where tenant_id = $1 and state <> 'deleted'`,
);

const INSERT = statement(
  'insert-endpoint',
  `with made as (
     insert into webhook_endpoints (tenant_id, id, url, description, types, is_test, is_ordered, rate_per_second, signs_v1a, keys,
       public_key, secret_hint, secret_created_at, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now.at, now.at, now.at from (select ${EXACT_NOW} as at) now
     on conflict (tenant_id, id) do nothing returning tenant_id, id, created_at, rate_per_second
   ), health as (
     insert into webhook_health (tenant_id, endpoint_id, tokens, refilled_at)
     select tenant_id, id, rate_per_second, created_at from made
   )
   select id from made`,
);

export type Inserted = 'made' | 'repeated' | 'too-many';

/** In a transaction. `repeated`: there is one with this id already. */
export async function insertEndpoint(
  db: Queryable,
  tenantId: string,
  endpoint: EndpointSettings & SealedKeys & { id: string; signsV1a: boolean },
): Promise<Inserted> {
  const found = await findEndpoint(db, tenantId, endpoint.id);
  if (found !== null) return 'repeated';
  await db.query(LOCK_TENANT, [tenantId]);
  const [counted] = await db.query<{ count: number }>(COUNT, [tenantId]);
  if ((counted?.count ?? 0) >= ENDPOINTS_MAX) return 'too-many';
  const { id, url, description, types, isTest, isOrdered, ratePerSecond, signsV1a } = endpoint;
  const settings = [
    tenantId,
    id,
    url,
    description,
    toStoredTypes(types),
    isTest,
    isOrdered,
    ratePerSecond,
    signsV1a,
  ];
  const made = await db.query(INSERT, [...settings, endpoint.keys, endpoint.publicKey, endpoint.secretHint]);
  return made.length === 1 ? 'made' : 'repeated';
}

const UPDATE = statement(
  'update-endpoint',
  `update webhook_endpoints set url = $3, description = $4, types = $5, is_ordered = $6, rate_per_second = $7,
     updated_at = ${EXACT_NOW}
   where tenant_id = $1 and id = $2`,
);

export async function updateEndpoint(
  db: Queryable,
  tenantId: string,
  id: string,
  to: Omit<EndpointSettings, 'isTest'>,
): Promise<void> {
  const { url, description, types, isOrdered, ratePerSecond } = to;
  await db.query(UPDATE, [tenantId, id, url, description, toStoredTypes(types), isOrdered, ratePerSecond]);
}

// What was still to be sent is missed too.
const DISABLE = statement(
  'disable-endpoint',
  `with disabled as (
     update webhook_endpoints w set state = 'disabled', disabled_reason = $3, updated_at = ${EXACT_NOW},
       missed_since = least(${EXACT_NOW}, (select min(d.created_at) from deliveries d
         where d.tenant_id = $1 and d.endpoint_id = $2 and d.state = 'due'))
     where w.tenant_id = $1 and w.id = $2 and w.state = 'active' returning w.id
   )
   update deliveries d set state = 'failed', reason = 'disabled', ended_at = ${EXACT_NOW}, lease_token = null
   from disabled where d.tenant_id = $1 and d.endpoint_id = disabled.id and d.state = 'due'`,
);

export async function disableEndpoint(
  db: Queryable,
  tenantId: string,
  id: string,
  reason: Endpoint['disabledReason'],
): Promise<void> {
  await db.query(DISABLE, [tenantId, id, reason]);
}

const ENABLE = statement(
  'enable-endpoint',
  `with enabled as (
     update webhook_endpoints set state = 'active', disabled_reason = null, missed_since = null, updated_at = ${EXACT_NOW}
     where tenant_id = $1 and id = $2 and state = 'disabled' returning id
   )
   update webhook_health h set failing_since = null, failures = 0, told = 0, throttled_until = null from enabled
   where h.tenant_id = $1 and h.endpoint_id = enabled.id returning h.endpoint_id`,
);

/** False when it was not disabled. Its health starts anew. */
export async function enableEndpoint(db: Queryable, tenantId: string, id: string): Promise<boolean> {
  return (await db.query(ENABLE, [tenantId, id])).length === 1;
}

// The row stays for the log, without its secrets, until its deliveries have gone.
const DELETE = statement(
  'delete-endpoint',
  `with deleted as (
     update webhook_endpoints set state = 'deleted', disabled_reason = null, missed_since = null, keys = null, old_keys = null,
       old_secret_hint = null, old_expires_at = null, old_public_key = null, updated_at = ${EXACT_NOW}
     where tenant_id = $1 and id = $2 and state <> 'deleted' returning id
   )
   update deliveries d set state = 'dropped', reason = 'deleted', ended_at = ${EXACT_NOW}, lease_token = null from deleted
   where d.tenant_id = $1 and d.endpoint_id = deleted.id and d.state = 'due'`,
);

export async function deleteEndpoint(db: Queryable, tenantId: string, id: string): Promise<void> {
  await db.query(DELETE, [tenantId, id]);
}

const ROTATE = statement(
  'rotate-endpoint',
  `update webhook_endpoints set
     old_keys = case when $6 > 0 then keys end, old_secret_hint = case when $6 > 0 then secret_hint end,
     old_public_key = case when $6 > 0 then public_key end,
     old_expires_at = case when $6 > 0 then ${EXACT_NOW} + make_interval(secs => $6) end,
     keys = $3, public_key = $4, secret_hint = $5, secret_created_at = ${EXACT_NOW}, updated_at = ${EXACT_NOW}
   where tenant_id = $1 and id = $2`,
);

/** The present secret becomes the old one for `overlapSeconds`; a previous old one ends at once. */
export async function rotateEndpoint(
  db: Queryable,
  which: { tenantId: string; id: string },
  next: SealedKeys & { overlapSeconds: number },
): Promise<void> {
  const { keys, publicKey, secretHint, overlapSeconds } = next;
  await db.query(ROTATE, [which.tenantId, which.id, keys, publicKey, secretHint, overlapSeconds]);
}

const EXTEND = statement(
  'extend-old-endpoint-secret',
  `update webhook_endpoints set old_expires_at = ${EXACT_NOW} + make_interval(secs => $3)
   where tenant_id = $1 and id = $2 and old_expires_at > ${EXACT_NOW} returning id`,
);

/** Counted from now; 0 ends it. False when no old secret works any more. */
export async function setOldEndpointSecret(
  db: Queryable,
  which: { tenantId: string; id: string },
  lifetimeSeconds: number,
): Promise<boolean> {
  return (await db.query(EXTEND, [which.tenantId, which.id, lifetimeSeconds])).length === 1;
}

const FIND_KEYS = statement(
  'find-endpoint-keys',
  `select w.public_key as "publicKey",
     case when w.old_expires_at > ${EXACT_NOW} then w.old_public_key end as "oldPublicKey"
   from webhook_endpoints w where w.id = $1 and w.state <> 'deleted' and w.public_key is not null`,
  { over: 'first' },
);

/** For receivers, who know the endpoint and not the tenant; null where it does not sign with v1a. */
export async function findPublicKeys(
  db: Queryable,
  id: string,
): Promise<{ publicKey: Buffer; oldPublicKey: Buffer | null } | null> {
  const [row] = await db.query<{ publicKey: Buffer; oldPublicKey: Buffer | null }>(FIND_KEYS, [id]);
  return row ?? null;
}
