// The cards that tenants keep with their provider: its name for each, and what people know a card by. No number of a card is here.

import type { Card } from '../../domain/wallet/payment.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

export type PaymentMethod = {
  id: string;
  reference: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  createdAt: Date;
};

const COLUMNS = `id, reference, brand, last4, expiry_month as "expiryMonth", expiry_year as "expiryYear", created_at as "createdAt"`;

const KEEP = statement(
  'keep-payment-method',
  `insert into payment_methods (tenant_id, id, provider, reference, brand, last4, expiry_month, expiry_year, fingerprint)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (tenant_id, provider, reference) do update
     set brand = excluded.brand, last4 = excluded.last4, expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year,
         fingerprint = excluded.fingerprint,
         warned_at = case when (payment_methods.expiry_year, payment_methods.expiry_month) = (excluded.expiry_year, excluded.expiry_month)
                     then payment_methods.warned_at end
   returning id, removed_at is not null as "isRemoved"`,
);

const COPIES = `payment_methods where tenant_id = $1 and provider = $2 and id <> $3 and fingerprint = $4 and removed_at is null`;
const MOVE_AUTOMATIC = statement(
  'move-automatic-to-newest-card',
  `update automatic_top_ups set method_id = $3 where tenant_id = $1 and method_id in (select id from ${COPIES})`,
);
const REPLACE = statement(
  'replace-copies-of-card',
  `update payment_methods set removed_at = clock_timestamp()
   where tenant_id = $1 and provider = $2 and id <> $3 and fingerprint = $4 and removed_at is null`,
);

/**
 * A card that the bank replaced keeps its reference, and has a new date. One that was removed stays removed. One that is kept again takes
 * the place of its older copies. The caller has locked the wallet, so that two copies at once see each other.
 */
export async function keepMethod(
  tx: Queryable,
  tenantId: string,
  provider: string,
  id: string,
  card: Card,
): Promise<void> {
  const { reference, brand, last4, expiryMonth, expiryYear, fingerprint } = card;
  const values = [reference, brand, last4, expiryMonth, expiryYear, fingerprint];
  const [kept] = await tx.query<{ id: string; isRemoved: boolean }>(KEEP, [
    tenantId,
    id,
    provider,
    ...values,
  ]);
  if (kept === undefined || kept.isRemoved || fingerprint === null) return;
  await tx.query(MOVE_AUTOMATIC, [tenantId, provider, kept.id, fingerprint]);
  await tx.query(REPLACE, [tenantId, provider, kept.id, fingerprint]);
}

const LIST = statement(
  'list-payment-methods',
  `select ${COLUMNS} from payment_methods where tenant_id = $1 and provider = $2 and removed_at is null order by created_at desc, id desc`,
);

export function listMethods(db: Queryable, tenantId: string, provider: string): Promise<PaymentMethod[]> {
  return db.query<PaymentMethod>(LIST, [tenantId, provider]);
}

const FIND = statement(
  'find-payment-method',
  `select ${COLUMNS} from payment_methods where tenant_id = $1 and provider = $2 and id = $3 and removed_at is null`,
);

export async function findMethod(
  db: Queryable,
  tenantId: string,
  provider: string,
  id: string,
): Promise<PaymentMethod | null> {
  const [row] = await db.query<PaymentMethod>(FIND, [tenantId, provider, id]);
  return row ?? null;
}

const FIND_CHARGED = statement(
  'find-charged-card',
  `select ${COLUMNS} from payment_methods m where m.tenant_id = $1 and m.provider = $2 and m.id = $3 and (m.removed_at is null or exists (
     select 1 from payment_methods n where n.tenant_id = $1 and n.provider = $2 and n.fingerprint = m.fingerprint and n.removed_at is null))`,
);

/** A charge that began is made to the card that it began with, also when a newer copy has taken its place. */
export async function findCharged(
  db: Queryable,
  tenantId: string,
  provider: string,
  id: string,
): Promise<PaymentMethod | null> {
  const [row] = await db.query<PaymentMethod>(FIND_CHARGED, [tenantId, provider, id]);
  return row ?? null;
}

const LIST_COPIES = statement(
  'list-copies-of-card',
  `select reference from payment_methods where tenant_id = $1 and provider = $2
     and (id = $3 or fingerprint = (select fingerprint from payment_methods where tenant_id = $1 and id = $3))`,
);

/** The provider's names of a card, with those of the copies that it replaced. */
export async function listCopies(
  db: Queryable,
  tenantId: string,
  provider: string,
  id: string,
): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(LIST_COPIES, [tenantId, provider, id]);
  return rows.map(({ reference }) => reference);
}

const REMOVE = statement(
  'remove-payment-method',
  'update payment_methods set removed_at = clock_timestamp() where tenant_id = $1 and id = $2 and removed_at is null',
);

export async function removeMethod(tx: Queryable, tenantId: string, id: string): Promise<void> {
  await tx.query(REMOVE, [tenantId, id]);
}

const FIND_OWNER = statement(
  'find-tenant-of-customer',
  'select tenant_id as "tenantId" from payment_customers where provider = $1 and reference = $2',
  { over: 'first' },
);

export async function findTenantOfCustomer(
  db: Queryable,
  provider: string,
  customer: string,
): Promise<string | null> {
  const [row] = await db.query<{ tenantId: string }>(FIND_OWNER, [provider, customer]);
  return row?.tenantId ?? null;
}

const HAS_KEPT = statement(
  'has-payment-method',
  'select 1 from payment_methods where tenant_id = $1 and provider = $2 and reference = $3 and removed_at is null',
);

export async function hasMethod(
  db: Queryable,
  tenantId: string,
  provider: string,
  reference: string,
): Promise<boolean> {
  return (await db.query(HAS_KEPT, [tenantId, provider, reference])).length > 0;
}

// A card is good to the end of its month. Only one that automatic top-ups use is worth a warning.
const FIND_EXPIRING = statement(
  'find-expiring-cards',
  `select m.tenant_id as "tenantId", m.id from payment_methods m join automatic_top_ups a on a.tenant_id = m.tenant_id and a.method_id = m.id
   where a.is_on and m.removed_at is null and m.warned_at is null
     and make_date(m.expiry_year, m.expiry_month, 1) + interval '1 month' < ${EXACT_NOW} + interval '30 days'
   limit 100`,
  { over: 'each' },
);

export function listExpiring(db: Queryable): Promise<{ tenantId: string; id: string }[]> {
  return db.query<{ tenantId: string; id: string }>(FIND_EXPIRING, []);
}

const WARN = statement(
  'warn-of-expiring-card',
  `update payment_methods set warned_at = clock_timestamp() where tenant_id = $1 and id = $2 and warned_at is null
   returning last4, expiry_month as "expiryMonth", expiry_year as "expiryYear"`,
);

type Expiring = { last4: string; expiryMonth: number; expiryYear: number };

/** Null when somebody was warned of it before. */
export async function markWarned(tx: Queryable, tenantId: string, id: string): Promise<Expiring | null> {
  const [row] = await tx.query<Expiring>(WARN, [tenantId, id]);
  return row ?? null;
}
