// Refunds in SQL: what an operator gives back of a payment, or what its provider says it gave back.
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

export type Refund = {
  tenantId: string;
  id: string;
  paymentId: string;
  reference: string;
  reason: string;
  pence: number;
  state: 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
};

const COLUMNS = `tenant_id as "tenantId", id, payment_id as "paymentId", reference, reason, pence, state,
  created_at as "createdAt"`;

const INSERT = statement(
  'insert-refund',
  `insert into payment_refunds (tenant_id, id, payment_id, reference, reason, pence, state, person_id, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, case when $7 = 'pending' then clock_timestamp() + interval '1 minute' end)`,
);

export async function insertRefund(
  tx: Queryable,
  one: Omit<Refund, 'createdAt'> & { personId: string | null },
): Promise<void> {
  await tx.query(INSERT, [
    ...[one.tenantId, one.id, one.paymentId, one.reference, one.reason, one.pence],
    ...[one.state, one.personId],
  ]);
}

const FIND = statement(
  'find-refund',
  `select ${COLUMNS} from payment_refunds where tenant_id = $1 and payment_id = $2 and reference = $3`,
);

export async function findRefund(
  db: Queryable,
  tenantId: string,
  paymentId: string,
  reference: string,
): Promise<Refund | null> {
  const [row] = await db.query<Refund>(FIND, [tenantId, paymentId, reference]);
  return row ?? null;
}

const LIST = statement(
  'list-refunds',
  `select ${COLUMNS} from payment_refunds where tenant_id = $1 and payment_id = $2 order by created_at, id`,
);

export function listRefunds(db: Queryable, tenantId: string, paymentId: string): Promise<Refund[]> {
  return db.query<Refund>(LIST, [tenantId, paymentId]);
}

const END = statement(
  'end-refund',
  `update payment_refunds set state = $3, look_at = null where tenant_id = $1 and id = $2 and state = 'pending' returning id`,
);

/** False when it had ended before. */
export async function endRefund(
  tx: Queryable,
  { tenantId, id }: Pick<Refund, 'tenantId' | 'id'>,
  state: 'succeeded' | 'failed',
): Promise<boolean> {
  return (await tx.query(END, [tenantId, id, state])).length > 0;
}

const TAKE_DUE = statement(
  'take-due-refunds',
  `with due as materialized (
     select r.tenant_id, r.id from payment_refunds r where r.look_at <= ${EXACT_NOW}
     order by r.look_at limit $1 for update skip locked
   )
   update payment_refunds r set look_at = ${EXACT_NOW} + interval '300 s'
   from due where r.tenant_id = due.tenant_id and r.id = due.id
   returning r.tenant_id as "tenantId", r.id, r.payment_id as "paymentId", r.reference, r.reason, r.pence, r.state,
     r.created_at as "createdAt"`,
  { over: 'each' },
);

export function takeDueRefunds(db: Queryable, countMax: number): Promise<Refund[]> {
  return db.query<Refund>(TAKE_DUE, [countMax]);
}
