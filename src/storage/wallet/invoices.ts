// Invoices and credit notes in SQL, and the counter of their numbers: its row stays locked to the end of the transaction, so that a number
// that was drawn is used. It is the last lock of its transaction.
import type { Invoice, InvoiceKind, Party } from '../../domain/wallet/invoice.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

const DRAW = statement(
  'draw-invoice-number',
  `insert into invoice_counters as c (prefix, last) values ($1, 1)
   on conflict (prefix) do update set last = c.last + 1 returning last`,
);

export async function drawNumber(tx: Queryable, prefix: string): Promise<number> {
  const [row] = await tx.query<{ last: number }>(DRAW, [prefix]);
  if (row === undefined) throw new Error('a number was not drawn');
  return row.last;
}

const INSERT = statement(
  'insert-invoice',
  `insert into invoices (tenant_id, id, kind, number, payment_id, corrects, seller, buyer, credits, net_pence, vat_percent, vat_pence, issued_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);

export async function insertInvoice(tx: Queryable, tenantId: string, one: Invoice): Promise<void> {
  await tx.query(INSERT, [
    ...[tenantId, one.id, one.kind, one.number, one.paymentId, one.corrects],
    ...[JSON.stringify(one.seller), JSON.stringify(one.buyer), one.credits],
    ...[one.netPence, one.vatPercent, one.vatPence, one.issuedAt],
  ]);
}

const COLUMNS = `id, kind, number, payment_id as "paymentId", corrects, seller, buyer, credits, net_pence as "netPence",
  vat_percent::float8 as "vatPercent", vat_pence as "vatPence", net_pence + vat_pence as "totalPence", issued_at as "issuedAt"`;

const LIST = statement(
  'list-invoices',
  `select ${COLUMNS} from invoices where tenant_id = $1 and ($2::timestamptz is null or (issued_at, id) < ($2, $3::uuid))
   order by issued_at desc, id desc limit $4`,
);

export function listInvoices(
  db: Queryable,
  tenantId: string,
  before: { at: Date; id: string } | null,
  countMax: number,
): Promise<Invoice[]> {
  return db.query<Invoice>(LIST, [tenantId, before?.at ?? null, before?.id ?? null, countMax]);
}

const FIND = statement('find-invoice', `select ${COLUMNS} from invoices where tenant_id = $1 and id = $2`);

export async function findInvoice(db: Queryable, tenantId: string, id: string): Promise<Invoice | null> {
  const [row] = await db.query<Invoice>(FIND, [tenantId, id]);
  return row ?? null;
}

const FIND_OF_PAYMENT = statement(
  'find-invoice-of-payment',
  `select ${COLUMNS} from invoices where tenant_id = $1 and payment_id = $2 and kind = $3 order by issued_at limit 1`,
);

export async function findInvoiceOf(
  db: Queryable,
  tenantId: string,
  paymentId: string,
  kind: InvoiceKind = 'invoice',
): Promise<Invoice | null> {
  const [row] = await db.query<Invoice>(FIND_OF_PAYMENT, [tenantId, paymentId, kind]);
  return row ?? null;
}

const FIND_DETAILS = statement(
  'find-billing-details',
  `select name, address, vat_number as "vatNumber" from billing_details where tenant_id = $1`,
);
const SET_DETAILS = statement(
  'set-billing-details',
  `insert into billing_details (tenant_id, name, address, vat_number) values ($1, $2, $3, $4)
   on conflict (tenant_id) do update set name = excluded.name, address = excluded.address, vat_number = excluded.vat_number`,
);

/** Null where the tenant has not said whom to make invoices out to. */
export async function findBillingDetails(db: Queryable, tenantId: string): Promise<Party | null> {
  const [row] = await db.query<Party>(FIND_DETAILS, [tenantId]);
  return row ?? null;
}

export async function setBillingDetails(tx: Queryable, tenantId: string, to: Party): Promise<void> {
  await tx.query(SET_DETAILS, [tenantId, to.name, to.address, to.vatNumber]);
}
