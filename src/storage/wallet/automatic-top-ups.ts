// Automatic top-ups in SQL: what a tenant set, and the one statement that begins the payments that are due. It locks the wallet's row, so
// that it sees the balance that is there, and an index allows one open payment of this kind a tenant.

import type { AutomaticTopUp } from '../../domain/wallet/automatic-top-up.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

export type AutomaticTopUpRow = AutomaticTopUp & { methodId: string };

const FIND = statement(
  'find-automatic-top-up',
  `select is_on as "isOn", threshold, credits, method_id as "methodId", failures, off_reason as "offReason"
   from automatic_top_ups where tenant_id = $1`,
);

export async function findAutomatic(db: Queryable, tenantId: string): Promise<AutomaticTopUpRow | null> {
  const [row] = await db.query<AutomaticTopUpRow>(FIND, [tenantId]);
  return row ?? null;
}

const SET = statement(
  'set-automatic-top-up',
  `insert into automatic_top_ups (tenant_id, is_on, threshold, credits, method_id) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id) do update set is_on = excluded.is_on, threshold = excluded.threshold, credits = excluded.credits,
     method_id = excluded.method_id, failures = 0, off_reason = null, try_at = null, changed_at = clock_timestamp()`,
);

/** Set anew, it has not failed. */
export async function setAutomatic(
  tx: Queryable,
  tenantId: string,
  to: Pick<AutomaticTopUpRow, 'isOn' | 'threshold' | 'credits' | 'methodId'>,
): Promise<void> {
  await tx.query(SET, [tenantId, to.isOn, to.threshold, to.credits, to.methodId]);
}

const SWITCH_OFF = statement(
  'switch-off-automatic-top-up',
  `update automatic_top_ups set is_on = false, off_reason = $2, changed_at = clock_timestamp() where tenant_id = $1 and is_on`,
);

export async function switchOff(
  tx: Queryable,
  tenantId: string,
  reason: NonNullable<AutomaticTopUp['offReason']>,
): Promise<void> {
  await tx.query(SWITCH_OFF, [tenantId, reason]);
}

const COUNT_FAILURE = statement(
  'count-automatic-failure',
  `update automatic_top_ups set failures = $2, try_at = clock_timestamp() + make_interval(secs => $3) where tenant_id = $1`,
);
const FORGET_FAILURES = statement(
  'forget-automatic-failures',
  'update automatic_top_ups set failures = 0, try_at = null where tenant_id = $1',
);

export async function countFailure(
  tx: Queryable,
  tenantId: string,
  failures: number,
  retryAfterSeconds: number,
): Promise<void> {
  await tx.query(COUNT_FAILURE, [tenantId, failures, retryAfterSeconds]);
}

export async function forgetFailures(tx: Queryable, tenantId: string): Promise<void> {
  await tx.query(FORGET_FAILURES, [tenantId]);
}

const FIND_DUE = statement(
  'find-due-automatic-top-ups',
  `select a.tenant_id as "tenantId" from automatic_top_ups a join wallets w on w.tenant_id = a.tenant_id
   where a.is_on and w.available < a.threshold and w.debt = 0 and (a.try_at is null or a.try_at <= ${EXACT_NOW})
     and not exists (select 1 from payments p where p.tenant_id = a.tenant_id and p.purpose = 'automatic' and p.state in ('pending', 'needs-action'))
   limit $1`,
  { over: 'each' },
);

export async function listDueAutomatic(db: Queryable, countMax: number): Promise<string[]> {
  const rows = await db.query<{ tenantId: string }>(FIND_DUE, [countMax]);
  return rows.map(({ tenantId }) => tenantId);
}

// Reads the wallet under its lock: of two processes that both found it due, the second sees what the first has brought.
const LOCK_DUE = statement(
  'lock-due-automatic-top-up',
  `select a.credits, a.method_id as "methodId" from wallets w join automatic_top_ups a on a.tenant_id = w.tenant_id
   where w.tenant_id = $1 and a.is_on and w.available < a.threshold and w.debt = 0
     and (a.try_at is null or a.try_at <= ${EXACT_NOW}) for update of w, a`,
);

/** Null when it is not due any more. */
export async function lockDueAutomatic(
  tx: Queryable,
  tenantId: string,
): Promise<{ credits: number; methodId: string } | null> {
  const [row] = await tx.query<{ credits: number; methodId: string }>(LOCK_DUE, [tenantId]);
  return row ?? null;
}

const BEGIN = statement(
  'begin-automatic-payment',
  `insert into payments (tenant_id, id, provider, purpose, credits, net_pence, vat_percent, vat_pence, keeps_card, is_live, customer,
     method_id, look_at)
   values ($1, $2, $3, 'automatic', $4, $5, $6, $7, false, $8, $9, $10, ${EXACT_NOW})
   on conflict do nothing returning id`,
);

/** False when there is one already. */
export async function beginAutomatic(
  tx: Queryable,
  one: {
    tenantId: string;
    id: string;
    provider: string;
    credits: number;
    netPence: number;
    vatPercent: number;
    vatPence: number;
    isLive: boolean;
    customer: string;
    methodId: string;
  },
): Promise<boolean> {
  const rows = await tx.query(BEGIN, [
    ...[one.tenantId, one.id, one.provider, one.credits, one.netPence, one.vatPercent, one.vatPence],
    ...[one.isLive, one.customer, one.methodId],
  ]);
  return rows.length > 0;
}
