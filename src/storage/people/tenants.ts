// Tenants, their memberships and wallets.
import { type Queryable, statement } from '../engine/connection/database.ts';

export type TenantListItem = {
  id: string;
  name: string;
  isEnabled: boolean;
  createdAt: Date;
  lastAccessedAt: Date | null;
};

const INSERT_TENANT = statement(
  'insert-tenant',
  `with tenant as (insert into tenants (id, name, data_key) values ($1, $2, $3))
   insert into wallets (tenant_id, available) values ($1, 0)`,
  { isAtHome: true },
);

export async function insertTenant(
  db: Queryable,
  tenant: { id: string; name: string; dataKey: Buffer },
): Promise<void> {
  await db.query(INSERT_TENANT, [tenant.id, tenant.name, tenant.dataKey]);
}

const FIND_TENANT = statement(
  'find-tenant',
  `select t.id, t.name, t.is_enabled as "isEnabled", t.created_at as "createdAt", w.available as balance, w.held,
          t.retention_days as "retentionDays"
   from tenants t join wallets w on w.tenant_id = t.id where t.id = $1`,
);

export type Tenant = {
  id: string;
  name: string;
  isEnabled: boolean;
  createdAt: Date;
  /** Available, in credits. */
  balance: number;
  held: number;
  /** Of the personal parts of its reports. */
  retentionDays: number;
};

export async function findTenant(db: Queryable, tenantId: string): Promise<Tenant | null> {
  const [row] = await db.query<Tenant>(FIND_TENANT, [tenantId]);
  return row ?? null;
}

const LIST_ALL_TENANTS = statement(
  'list-all-tenants',
  `select t.id, t.name, t.is_enabled as "isEnabled", t.created_at as "createdAt", w.available as balance, w.held,
          t.retention_days as "retentionDays"
   from tenants t join wallets w on w.tenant_id = t.id`,
  { over: 'all' },
);

/** Every tenant of the service; for operators. */
export async function listAllTenants(db: Queryable): Promise<Tenant[]> {
  const tenants = await db.query<Tenant>(LIST_ALL_TENANTS, []);
  return tenants.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

const COUNT_TENANTS = statement('count-tenants', 'select count(*) as count from tenants');

export async function countTenants(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT_TENANTS, []);
  return row?.count ?? 0;
}

const SET_TENANT_ENABLED = statement(
  'set-tenant-enabled',
  'update tenants set is_enabled = $2 where id = $1 returning id',
);

/** False when there is no such tenant. */
export async function setTenantEnabled(
  db: Queryable,
  tenantId: string,
  isEnabled: boolean,
): Promise<boolean> {
  return (await db.query(SET_TENANT_ENABLED, [tenantId, isEnabled])).length === 1;
}

const SET_RETENTION = statement('set-retention', 'update tenants set retention_days = $2 where id = $1');

export async function setRetention(db: Queryable, tenantId: string, retentionDays: number): Promise<void> {
  await db.query(SET_RETENTION, [tenantId, retentionDays]);
}

const LIST_ORIGINS = statement(
  'list-origins',
  'select unnest(allowed_origins) as origin from tenants where id = $1',
);

/** The origins whose device sessions are accepted; any when empty. */
export async function listOrigins(db: Queryable, tenantId: string): Promise<string[]> {
  return (await db.query<{ origin: string }>(LIST_ORIGINS, [tenantId])).map(({ origin }) => origin);
}

const SET_ORIGINS = statement('set-origins', 'update tenants set allowed_origins = $2 where id = $1');

export async function setOrigins(db: Queryable, tenantId: string, origins: string[]): Promise<void> {
  await db.query(SET_ORIGINS, [tenantId, origins]);
}

/** What an owner sets. */
export type TenantSettings = {
  name: string;
  retentionDays: number;
  /** Whose device sessions count; any when empty. */
  allowedOrigins: string[];
  /** Where the hosted page may send a consumer back to, and which pages may frame it; none when empty. */
  returnOrigins: string[];
  embedOrigins: string[];
};

const SETTINGS = `select name, retention_days as "retentionDays", allowed_origins as "allowedOrigins",
  return_origins as "returnOrigins", embed_origins as "embedOrigins" from tenants where id = $1`;
const READ_SETTINGS = statement('read-settings', SETTINGS);
const LOCK_SETTINGS = statement('lock-settings', `${SETTINGS} for no key update`);

export function readSettings(db: Queryable, tenantId: string): Promise<TenantSettings> {
  return oneSettings(db.query<TenantSettings>(READ_SETTINGS, [tenantId]));
}

/** Locked until the transaction ends, so that what was before is what is changed. */
export function lockSettings(db: Queryable, tenantId: string): Promise<TenantSettings> {
  return oneSettings(db.query<TenantSettings>(LOCK_SETTINGS, [tenantId]));
}

async function oneSettings(rows: Promise<TenantSettings[]>): Promise<TenantSettings> {
  const [row] = await rows;
  if (row === undefined) throw new Error('a tenant that was entered must be there');
  return row;
}

const SET_SETTINGS = statement(
  'set-settings',
  `update tenants set name = $2, retention_days = $3, allowed_origins = $4, return_origins = $5, embed_origins = $6
   where id = $1`,
);

export async function setSettings(db: Queryable, tenantId: string, settings: TenantSettings): Promise<void> {
  const { name, retentionDays, allowedOrigins, returnOrigins, embedOrigins } = settings;
  await db.query(SET_SETTINGS, [tenantId, name, retentionDays, allowedOrigins, returnOrigins, embedOrigins]);
}

const INSERT_MEMBERSHIP = statement(
  'insert-membership',
  `insert into memberships (tenant_id, person_id, role) values ($1, $2, $3)
   on conflict (tenant_id, person_id) do update set role = excluded.role`,
);

export async function insertMembership(
  db: Queryable,
  membership: { tenantId: string; personId: string; role: string },
): Promise<void> {
  await db.query(INSERT_MEMBERSHIP, [membership.tenantId, membership.personId, membership.role]);
}

const IS_MEMBER = statement('is-member', 'select 1 from memberships where tenant_id = $1 and person_id = $2');

export async function isMember(db: Queryable, tenantId: string, personId: string): Promise<boolean> {
  return (await db.query(IS_MEMBER, [tenantId, personId])).length === 1;
}

const LIST_TENANTS = statement(
  'list-tenants',
  `select t.id, t.name, t.is_enabled, t.created_at, m.last_accessed_at
   from memberships m join tenants t on t.id = m.tenant_id
   where m.person_id = $1 and ($2::uuid is null or t.id = $2) and ($3::uuid is null or t.id > $3)
   order by t.id limit $4`,
);

const COUNT_TENANTS_OF_PERSON = statement(
  'count-tenants-of-person',
  'select count(*) as count from memberships where person_id = $1 and ($2::uuid is null or tenant_id = $2)',
);

/** The tenants of a person, or the one of them that a credential is bound to. */
export async function listTenants(
  db: Queryable,
  whose: { personId: string; onlyTenantId: string | null },
  page: { size: number; afterId: string | null },
): Promise<{ items: TenantListItem[]; total: number; nextAfterId: string | null }> {
  const rows = await db.query<{
    id: string;
    name: string;
    is_enabled: boolean;
    created_at: Date;
    last_accessed_at: Date | null;
  }>(LIST_TENANTS, [whose.personId, whose.onlyTenantId, page.afterId, page.size + 1]);
  const [counted] = await db.query<{ count: number }>(COUNT_TENANTS_OF_PERSON, [
    whose.personId,
    whose.onlyTenantId,
  ]);
  const shown = rows.slice(0, page.size);
  return {
    items: shown.map((row) => ({
      id: row.id,
      name: row.name,
      isEnabled: row.is_enabled,
      createdAt: row.created_at,
      lastAccessedAt: row.last_accessed_at,
    })),
    total: counted?.count ?? 0,
    nextAfterId: rows.length > page.size ? (shown.at(-1)?.id ?? null) : null,
  };
}

const TOUCH_MEMBERSHIP = statement(
  'touch-membership',
  `update memberships m set last_accessed_at = statement_timestamp() from tenants t
   where m.person_id = $1 and m.tenant_id = $2 and t.id = m.tenant_id and t.is_enabled
   returning t.id, t.name`,
);

/** Null when the person is not a member, or the tenant is disabled or does not exist: the three look the same. */
export async function touchMembership(
  db: Queryable,
  personId: string,
  tenantId: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await db.query<{ id: string; name: string }>(TOUCH_MEMBERSHIP, [personId, tenantId]);
  return row ?? null;
}
