// How a tenant's hosted pages look.
import { firstValue, type Queryable, statement } from '../engine/connection/database.ts';

export type StoredBrand = {
  /** Empty where the tenant's own name is shown. */
  name: string;
  tenantName: string;
  contact: string;
  /** Each of these is empty where nothing is said of it. */
  regulatedAs: string;
  fcaNumber: string;
  privacyUrl: string;
  colour: string | null;
  logoSha256: string | null;
};

/** What a tenant's people type and choose of it. */
export type BrandWords = Omit<StoredBrand, 'tenantName' | 'logoSha256'>;

/** SQL: a StoredBrand as names and values, of a tenant `t` and its brand `b`, which may be missing. */
export const BRAND_FIELDS = `'name', coalesce(b.name, ''), 'tenantName', t.name, 'contact', coalesce(b.contact, ''), 'colour', b.colour,
  'regulatedAs', coalesce(b.regulated_as, ''), 'fcaNumber', coalesce(b.fca_number, ''), 'privacyUrl', coalesce(b.privacy_url, ''),
  'logoSha256', encode(b.logo_sha256, 'hex')`;

const READ = statement(
  'read-brand',
  `select jsonb_build_object(${BRAND_FIELDS}) as brand from tenants t left join tenant_brands b on b.tenant_id = t.id where t.id = $1`,
);
const LOCK = statement('lock-brand', 'select id from tenants where id = $1 for no key update', {
  tenantsOf: firstValue,
});

export async function readBrand(db: Queryable, tenantId: string): Promise<StoredBrand> {
  const [row] = await db.query<{ brand: StoredBrand }>(READ, [tenantId]);
  if (row === undefined) throw new Error('a tenant that was entered must be there');
  return row.brand;
}

/** By the lock of the tenant's row, so that what was before is what is changed. */
export async function lockBrand(db: Queryable, tenantId: string): Promise<StoredBrand> {
  await db.query(LOCK, [tenantId]);
  return readBrand(db, tenantId);
}

const SET = statement(
  'set-brand',
  `insert into tenant_brands as b (tenant_id, name, contact, colour, regulated_as, fca_number, privacy_url, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
   on conflict (tenant_id) do update set name = excluded.name, contact = excluded.contact, colour = excluded.colour,
     regulated_as = excluded.regulated_as, fca_number = excluded.fca_number, privacy_url = excluded.privacy_url, updated_at = excluded.updated_at`,
);

export async function setBrand(db: Queryable, tenantId: string, brand: BrandWords): Promise<void> {
  const { name, contact, colour, regulatedAs, fcaNumber, privacyUrl } = brand;
  await db.query(SET, [tenantId, name, contact, colour, regulatedAs, fcaNumber, privacyUrl]);
}

const SET_LOGO = statement(
  'set-logo',
  `insert into tenant_brands as b (tenant_id, logo, logo_sha256, updated_at) values ($1, $2, sha256($2::bytea), clock_timestamp())
   on conflict (tenant_id) do update set logo = excluded.logo, logo_sha256 = excluded.logo_sha256, updated_at = excluded.updated_at`,
);

export async function setLogo(db: Queryable, tenantId: string, png: Buffer | null): Promise<void> {
  await db.query(SET_LOGO, [tenantId, png]);
}

const READ_LOGO = statement('read-logo', 'select logo from tenant_brands where tenant_id = $1');

export async function readLogo(db: Queryable, tenantId: string): Promise<Buffer | null> {
  const [row] = await db.query<{ logo: Buffer | null }>(READ_LOGO, [tenantId]);
  return row?.logo ?? null;
}
