// Managing credentials: their list, and their secrets. After a rotation both secrets work until the old one expires; the generation
// tells which of them a token was issued for.
import type { Permission } from '../../domain/people/permissions.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

export type ListedCredential = {
  id: string;
  name: string;
  clientId: string;
  scopes: Permission[];
  isTestOnly: boolean;
  ownerId: string;
  ownerName: string;
  createdAt: Date;
  revokedAt: Date | null;
  secretHint: string;
  secretCreatedAt: Date;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  /** Only while it still works. */
  oldSecretHint: string | null;
  oldExpiresAt: Date | null;
  oldLastUsedAt: Date | null;
  oldLastUsedAddress: string | null;
  /** When people were told that it ends while it is in use; null while nobody was. */
  oldWarnedAt: Date | null;
};

const IS_OLD_LIVE = 'c.old_expires_at > clock_timestamp()';
const COLUMNS = `c.id, c.name, c.client_id as "clientId", c.scopes, c.is_test_only as "isTestOnly", c.owner_id as "ownerId",
  p.first_name || ' ' || p.last_name as "ownerName", c.created_at as "createdAt", c.revoked_at as "revokedAt",
  c.secret_hint as "secretHint", coalesce(c.secret_created_at, c.created_at) as "secretCreatedAt",
  c.last_used_at as "lastUsedAt", c.last_used_address as "lastUsedAddress",
  case when ${IS_OLD_LIVE} then c.old_secret_hint end as "oldSecretHint",
  case when ${IS_OLD_LIVE} then c.old_expires_at end as "oldExpiresAt",
  case when ${IS_OLD_LIVE} then c.old_last_used_at end as "oldLastUsedAt",
  case when ${IS_OLD_LIVE} then c.old_last_used_address end as "oldLastUsedAddress",
  case when ${IS_OLD_LIVE} and c.old_warned_at >= c.secret_created_at then c.old_warned_at end as "oldWarnedAt"`;

const LIST = statement(
  'list-credentials',
  `select ${COLUMNS} from credentials c join people p on p.id = c.owner_id where c.tenant_id = $1
   order by c.revoked_at is not null, c.created_at desc, c.id`,
);

export function listCredentials(db: Queryable, tenantId: string): Promise<ListedCredential[]> {
  return db.query<ListedCredential>(LIST, [tenantId]);
}

const LOCK = statement(
  'lock-credential',
  `select ${COLUMNS} from credentials c join people p on p.id = c.owner_id
   where c.tenant_id = $1 and c.id = $2 for update of c`,
);

/** Locked until the transaction ends; null when the tenant has no such credential. */
export async function lockCredential(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<ListedCredential | null> {
  const [row] = await db.query<ListedCredential>(LOCK, [tenantId, id]);
  return row ?? null;
}

const ROTATE = statement(
  'rotate-credential',
  `update credentials set
     old_secret_hash = case when $5 > 0 then secret_hash end,
     old_secret_hint = case when $5 > 0 then secret_hint end,
     old_expires_at = case when $5 > 0 then clock_timestamp() + make_interval(secs => $5) end,
     old_last_used_at = last_used_at, old_last_used_address = last_used_address,
     secret_hash = $3, secret_hint = $4, secret_created_at = clock_timestamp(), generation = generation + 1,
     last_used_at = null, last_used_address = null
   where tenant_id = $1 and id = $2 and revoked_at is null and secret_hash <> $3 returning id`,
);

/**
 * The current secret becomes the old one for `overlapSeconds`; a previous old one ends at once. False when the next one is already
 * in use.
 */
export async function rotateCredential(
  db: Queryable,
  which: { tenantId: string; id: string },
  next: { secretHash: Buffer; secretHint: string; overlapSeconds: number },
): Promise<boolean> {
  const values = [which.tenantId, which.id, next.secretHash, next.secretHint, next.overlapSeconds];
  return (await db.query(ROTATE, values)).length === 1;
}

const EXTEND = statement(
  'extend-old-secret',
  `update credentials set old_expires_at = clock_timestamp() + make_interval(secs => $3)
   where tenant_id = $1 and id = $2 and old_expires_at > clock_timestamp() returning id`,
);

/** Counted from now; 0 ends it. False when no old secret works any more. */
export async function setOldSecretLifetime(
  db: Queryable,
  which: { tenantId: string; id: string },
  lifetimeSeconds: number,
): Promise<boolean> {
  return (await db.query(EXTEND, [which.tenantId, which.id, lifetimeSeconds])).length === 1;
}

const REVOKE = statement(
  'revoke-credential-of-tenant',
  `update credentials set revoked_at = clock_timestamp()
   where tenant_id = $1 and id = $2 and revoked_at is null returning id`,
);

export async function revokeCredentialOfTenant(
  db: Queryable,
  which: { tenantId: string; id: string },
): Promise<boolean> {
  return (await db.query(REVOKE, [which.tenantId, which.id])).length === 1;
}

const REVOKE_OF_OWNER = statement(
  'revoke-credentials-of-owner',
  `update credentials set revoked_at = clock_timestamp()
   where tenant_id = $1 and owner_id = $2 and revoked_at is null returning id, name, client_id as "clientId"`,
);

/** All active credentials that a person created on the tenant. */
export function revokeCredentialsOfOwner(
  db: Queryable,
  which: { tenantId: string; ownerId: string },
): Promise<{ id: string; name: string; clientId: string }[]> {
  return db.query(REVOKE_OF_OWNER, [which.tenantId, which.ownerId]);
}

const NOTE_USE = statement(
  'note-credential-use',
  `update credentials set
     last_used_at = case when $2 then moment.now else last_used_at end,
     last_used_address = case when $2 then $3 else last_used_address end,
     old_last_used_at = case when $2 then old_last_used_at else moment.now end,
     old_last_used_address = case when $2 then old_last_used_address else $3 end
   from (select clock_timestamp() as now) as moment where client_id = $1`,
);

/** When and from where a secret was last used; called about once a minute, not for every token. */
export async function noteCredentialUse(
  db: Queryable,
  use: { clientId: string; isCurrentSecret: boolean; address: string },
): Promise<void> {
  await db.query(NOTE_USE, [use.clientId, use.isCurrentSecret, use.address]);
}
