// Payments in SQL. The wallet is locked first, then the payment; what a provider says is judged while both are. Not here: the ledger's
// lines (ledger.ts), invoices.

import type { PaymentFailure, PaymentPurpose, PaymentState } from '../../domain/wallet/payment.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

export type Payment = {
  tenantId: string;
  id: string;
  provider: string;
  purpose: PaymentPurpose;
  state: PaymentState;
  credits: number;
  netPence: number;
  vatPercent: number;
  vatPence: number;
  totalPence: number;
  keepsCard: boolean;
  isLive: boolean;
  customer: string | null;
  session: string | null;
  reference: string | null;
  url: string | null;
  methodId: string | null;
  failure: PaymentFailure | null;
  differs: string | null;
  personId: string | null;
  refundedPence: number;
  disputedPence: number;
  backCredits: number;
  owedCredits: number;
  backCount: number;
  creditedPence: number;
  looks: number;
  note: string | null;
  createdAt: Date;
  succeededAt: Date | null;
};

const COLUMNS = `p.tenant_id as "tenantId", p.id, p.provider, p.purpose, p.state, p.credits, p.net_pence as "netPence",
  p.vat_percent::float8 as "vatPercent", p.vat_pence as "vatPence", p.net_pence + p.vat_pence as "totalPence", p.keeps_card as "keepsCard",
  p.is_live as "isLive", p.customer, p.session, p.reference, p.url, p.method_id as "methodId", p.failure, p.differs, p.note,
  p.person_id as "personId", p.refunded_pence as "refundedPence", p.disputed_pence as "disputedPence", p.back_credits as "backCredits",
  p.owed_credits as "owedCredits", p.back_count as "backCount", p.credited_pence as "creditedPence", p.looks,
  p.created_at as "createdAt", p.succeeded_at as "succeededAt"`;

type NewPayment = Pick<
  Payment,
  | 'tenantId'
  | 'id'
  | 'provider'
  | 'purpose'
  | 'credits'
  | 'netPence'
  | 'vatPercent'
  | 'vatPence'
  | 'keepsCard'
  | 'isLive'
  | 'methodId'
  | 'personId'
  | 'note'
> & { credentialId: string | null; customer: string | null };

// One that never got a page is looked at when nobody can pay it any more.
const INSERT = statement(
  'insert-payment',
  `insert into payments (tenant_id, id, provider, purpose, credits, net_pence, vat_percent, vat_pence, keeps_card, is_live, customer,
     method_id, person_id, credential_id, note, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, clock_timestamp() + interval '27 hours') on conflict do nothing`,
);

/** The same id again inserts nothing. */
export async function insertPayment(db: Queryable, one: NewPayment): Promise<void> {
  await db.query(INSERT, [
    ...[one.tenantId, one.id, one.provider, one.purpose, one.credits, one.netPence, one.vatPercent],
    ...[one.vatPence, one.keepsCard, one.isLive, one.customer, one.methodId, one.personId],
    ...[one.credentialId, one.note],
  ]);
}

const FIND = statement(
  'find-payment',
  `select ${COLUMNS} from payments p where p.tenant_id = $1 and p.id = $2`,
);
const LOCK = statement(
  'lock-payment',
  `select ${COLUMNS} from payments p where p.tenant_id = $1 and p.id = $2 for update`,
);

export async function findPayment(db: Queryable, tenantId: string, id: string): Promise<Payment | null> {
  const [row] = await db.query<Payment>(FIND, [tenantId, id]);
  return row ?? null;
}

export async function lockPayment(db: Queryable, tenantId: string, id: string): Promise<Payment | null> {
  const [row] = await db.query<Payment>(LOCK, [tenantId, id]);
  return row ?? null;
}

const LIST = statement(
  'list-payments',
  `select ${COLUMNS} from payments p
   where p.tenant_id = $1 and p.purpose <> 'card' and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid))
   order by p.created_at desc, p.id desc limit $4`,
);

export function listPayments(
  db: Queryable,
  tenantId: string,
  before: { at: Date; id: string } | null,
  countMax: number,
): Promise<Payment[]> {
  return db.query<Payment>(LIST, [tenantId, before?.at ?? null, before?.id ?? null, countMax]);
}

const OPENED = statement(
  'record-payment-page',
  `update payments set url = $4, session = $3, state = case state when 'needs-action' then 'pending' else state end,
     looks = 0, look_at = clock_timestamp() + make_interval(secs => $5), changed_at = clock_timestamp()
   where tenant_id = $1 and id = $2 and state in ('pending', 'needs-action')`,
);

/** Where it is paid. */
export async function recordPage(
  db: Queryable,
  { tenantId, id }: Pick<Payment, 'tenantId' | 'id'>,
  page: { session: string; url: string },
  lookAfterSeconds: number,
): Promise<void> {
  await db.query(OPENED, [tenantId, id, page.session, page.url, lookAfterSeconds]);
}

const MOVE = statement(
  'move-payment',
  `update payments set state = $3, failure = $4, differs = $5, reference = coalesce($6, reference), url = $7,
     look_at = case when $3 in ('pending', 'needs-action') then look_at end, changed_at = clock_timestamp(),
     succeeded_at = case when $3 = 'succeeded' then clock_timestamp() else succeeded_at end
   where tenant_id = $1 and id = $2`,
);

/** Its new state. The caller has locked it. */
export async function movePayment(
  tx: Queryable,
  { tenantId, id }: Pick<Payment, 'tenantId' | 'id'>,
  to: Pick<Payment, 'state' | 'failure' | 'differs' | 'reference' | 'url'>,
): Promise<void> {
  await tx.query(MOVE, [tenantId, id, to.state, to.failure, to.differs, to.reference, to.url]);
}

const RECORD_BACK = statement(
  'record-payment-back',
  `update payments set refunded_pence = $3, disputed_pence = $4, back_credits = $5, owed_credits = $6, back_count = $7,
     credited_pence = $8, changed_at = clock_timestamp()
   where tenant_id = $1 and id = $2`,
);

/** What went back of it. The caller has locked it. */
export async function recordBack(
  tx: Queryable,
  one: Pick<
    Payment,
    | 'tenantId'
    | 'id'
    | 'refundedPence'
    | 'disputedPence'
    | 'backCredits'
    | 'owedCredits'
    | 'backCount'
    | 'creditedPence'
  >,
): Promise<void> {
  await tx.query(RECORD_BACK, [
    ...[one.tenantId, one.id, one.refundedPence, one.disputedPence, one.backCredits],
    ...[one.owedCredits, one.backCount, one.creditedPence],
  ]);
}

const LOOK_SOON = statement(
  'look-at-payment',
  `update payments set looks = 0, look_at = clock_timestamp() + make_interval(secs => $3) where tenant_id = $1 and id = $2`,
);

export async function lookSoon(db: Queryable, tenantId: string, id: string, seconds: number): Promise<void> {
  await db.query(LOOK_SOON, [tenantId, id, seconds]);
}

// A lease: a process that dies with it leaves it to another one, which asks under the same key.
const TAKE_DUE = statement(
  'take-due-payments',
  `with due as materialized (
     select p.tenant_id, p.id from payments p where p.look_at <= ${EXACT_NOW}
     order by p.look_at limit $1 for update skip locked
   )
   update payments p set looks = p.looks + 1, look_at = ${EXACT_NOW} + make_interval(secs =>
     (case p.looks when 0 then 25 when 1 then 270 else 3600 end))
   from due where p.tenant_id = due.tenant_id and p.id = due.id returning ${COLUMNS}`,
  { over: 'each' },
);

/** Those that are due: asked after 5 s, 30 s and 5 min, and then every hour. */
export function takeDuePayments(db: Queryable, countMax: number): Promise<Payment[]> {
  return db.query<Payment>(TAKE_DUE, [countMax]);
}

const END_LOOKS = statement(
  'end-looks-at-payment',
  `update payments set look_at = null where tenant_id = $1 and id = $2 and state not in ('pending', 'needs-action')`,
);

/** Of one that is over. */
export async function endLooks(db: Queryable, tenantId: string, id: string): Promise<void> {
  await db.query(END_LOOKS, [tenantId, id]);
}

const NOTE_EVENT = statement(
  'note-payment-event',
  `insert into payment_events (tenant_id, provider, id, type) values ($1, $2, $3, $4) on conflict do nothing returning id`,
);

/** False when it was taken before. */
export async function noteEvent(
  tx: Queryable,
  event: { tenantId: string; provider: string; id: string; type: string },
): Promise<boolean> {
  const rows = await tx.query(NOTE_EVENT, [event.tenantId, event.provider, event.id, event.type]);
  return rows.length > 0;
}

// A provider repeats an event for days, not for weeks.
const PURGE_EVENTS = statement(
  'purge-payment-events',
  `delete from payment_events where received_at < clock_timestamp() - interval '30 days'`,
);

export async function purgePaymentEvents(db: Queryable): Promise<void> {
  await db.query(PURGE_EVENTS, []);
}

const FIND_CUSTOMER = statement(
  'find-payment-customer',
  'select reference from payment_customers where tenant_id = $1 and provider = $2',
);
const INSERT_CUSTOMER = statement(
  'insert-payment-customer',
  'insert into payment_customers (tenant_id, provider, reference) values ($1, $2, $3) on conflict do nothing',
);

export async function findCustomer(
  db: Queryable,
  tenantId: string,
  provider: string,
): Promise<string | null> {
  const [row] = await db.query<{ reference: string }>(FIND_CUSTOMER, [tenantId, provider]);
  return row?.reference ?? null;
}

export async function insertCustomer(
  db: Queryable,
  tenantId: string,
  provider: string,
  reference: string,
): Promise<void> {
  await db.query(INSERT_CUSTOMER, [tenantId, provider, reference]);
}

const LOCK_BALANCE = statement(
  'lock-balance',
  'select available, debt from wallets where tenant_id = $1 for update',
);
const SET_DEBT = statement('set-debt', 'update wallets set debt = $2 where tenant_id = $1');
const FIND_DEBT = statement('find-debt', 'select debt from wallets where tenant_id = $1');

export async function lockBalance(
  tx: Queryable,
  tenantId: string,
): Promise<{ available: number; debt: number }> {
  const [row] = await tx.query<{ available: number; debt: number }>(LOCK_BALANCE, [tenantId]);
  if (row === undefined) throw new Error('every tenant has a wallet');
  return row;
}

export async function setDebt(tx: Queryable, tenantId: string, debt: number): Promise<void> {
  await tx.query(SET_DEBT, [tenantId, debt]);
}

export async function findDebt(db: Queryable, tenantId: string): Promise<number> {
  const [row] = await db.query<{ debt: number }>(FIND_DEBT, [tenantId]);
  return row?.debt ?? 0;
}
