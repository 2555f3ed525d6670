// The lenders that a tenant adds to the registry: one row a tenant, replaced as a whole.
import type { OwnLender } from '../../domain/lenders/lender-csv.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

export type OwnLendersRow = { lenders: OwnLender[]; updatedAt: Date };

const FIND = statement(
  'find-own-lenders',
  'select lenders, updated_at as "updatedAt" from own_lenders where tenant_id = $1',
);

export async function findOwnLenders(db: Queryable, tenantId: string): Promise<OwnLendersRow | null> {
  const [row] = await db.query<OwnLendersRow>(FIND, [tenantId]);
  return row ?? null;
}

const LOCK = statement(
  'lock-own-lenders',
  'select jsonb_array_length(lenders) as count from own_lenders where tenant_id = $1 for update',
);

/** How many there are; the row stays locked for the transaction. */
export async function lockOwnLenders(db: Queryable, tenantId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(LOCK, [tenantId]);
  return row?.count ?? 0;
}

const PUT = statement(
  'put-own-lenders',
  `insert into own_lenders (tenant_id, lenders) values ($1, $2)
   on conflict (tenant_id) do update set lenders = excluded.lenders, updated_at = clock_timestamp()
   returning updated_at as "updatedAt"`,
);

export async function putOwnLenders(
  db: Queryable,
  tenantId: string,
  lenders: readonly OwnLender[],
): Promise<Date> {
  const [row] = await db.query<{ updatedAt: Date }>(PUT, [tenantId, JSON.stringify(lenders)]);
  return (row as { updatedAt: Date }).updatedAt;
}

const DELETE = statement(
  'delete-own-lenders',
  'delete from own_lenders where tenant_id = $1 returning tenant_id',
);

export async function deleteOwnLenders(db: Queryable, tenantId: string): Promise<void> {
  await db.query(DELETE, [tenantId]);
}
