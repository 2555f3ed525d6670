// Payments and invoices against the ledger: what a proof finds wrong. Top-ups and adjustments stay out of the archive, so their lines are all
// here. Reads only.
import { type Queryable, statement } from '../engine/connection/database.ts';

const LIST_UNEXPLAINED = statement(
  'list-unexplained-payments',
  `select p.id, 'succeeded, and its line is not in the ledger' as problem from payments p
   left join ledger_entries e on e.tenant_id = p.tenant_id and e.transfer_key = 'payment:' || p.id and e.report_id is null and e.kind = 'top-up' and e.amount = p.credits
   where p.tenant_id = $1 and p.purpose <> 'card' and p.state in ('succeeded', 'reversed') and e.seq is null
   union all
   select p.id, 'did not succeed, and has a line in the ledger' from payments p
   join ledger_entries e on e.tenant_id = p.tenant_id and e.transfer_key = 'payment:' || p.id and e.report_id is null
   where p.tenant_id = $1 and p.state not in ('succeeded', 'reversed')
   union all
   select i.payment_id, 'has an invoice of another amount, or of a payment that did not succeed' from invoices i
   left join payments p on p.tenant_id = i.tenant_id and p.id = i.payment_id
   where i.tenant_id = $1 and i.kind = 'invoice'
     and (p.state is null or p.state not in ('succeeded', 'reversed') or (i.net_pence, i.vat_pence, i.credits) <> (p.net_pence, p.vat_pence, p.credits))
   union all
   select p.id, 'has credit notes of another amount than what went back' from payments p
   where p.tenant_id = $1 and p.credited_pence <> coalesce((select sum(i.net_pence + i.vat_pence) from invoices i
       where i.tenant_id = p.tenant_id and i.payment_id = p.id and i.kind = 'credit-note'), 0)
     and exists (select 1 from invoices i where i.tenant_id = p.tenant_id and i.payment_id = p.id and i.kind = 'invoice')
   union all
   select p.id, 'has refunds of another amount than what it says' from payments p
   where p.tenant_id = $1 and p.refunded_pence <> coalesce((select sum(r.pence) from payment_refunds r
       where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.state <> 'failed'), 0)
   limit 1000`,
);

export function listUnexplainedPayments(
  db: Queryable,
  tenantId: string,
): Promise<{ id: string; problem: string }[]> {
  return db.query<{ id: string; problem: string }>(LIST_UNEXPLAINED, [tenantId]);
}

// What went back was taken from the wallet, or settled later, or is still owed. A line whose payment is not there has no row to be counted with.
const SUM_BACK = statement(
  'sum-what-went-back',
  `select coalesce((select sum(p.back_credits) from payments p where p.tenant_id = $1), 0)::bigint as back, w.debt,
     coalesce((select sum(case when e.from_account = 'available' then e.amount else -e.amount end) from ledger_entries e
       where e.tenant_id = $1 and e.kind = 'adjustment'
         and (e.transfer_key like 'payment-back:%' or e.transfer_key like 'debt:%')), 0)::bigint as taken,
     (select count(*) from ledger_entries e where e.tenant_id = $1 and e.kind = 'top-up' and e.transfer_key like 'payment:%'
       and not exists (select 1 from payments p where p.tenant_id = $1 and 'payment:' || p.id = e.transfer_key)) as "lineCount"
   from wallets w where w.tenant_id = $1`,
);

export type Back = { back: number; debt: number; taken: number; lineCount: number };

export async function sumBack(db: Queryable, tenantId: string): Promise<Back> {
  const [row] = await db.query<Back>(SUM_BACK, [tenantId]);
  return row ?? { back: 0, debt: 0, taken: 0, lineCount: 0 };
}

const LIST_COUNTERS = statement(
  'list-invoice-counters',
  'select prefix, last from invoice_counters order by prefix',
);
const COUNT_NUMBERS = statement(
  'count-invoice-numbers',
  `select count(distinct i.number) as count, coalesce(max(substr(i.number, length($1::text) + 2)::bigint), 0) as last
   from invoices i where i.number like $1 || '-%' and substr(i.number, length($1::text) + 2) ~ '^[0-9]+$'`,
  { over: 'all' },
);

/** Of every series: how many numbers were drawn, and how many invoices there are. */
export async function countNumbers(
  db: Queryable,
): Promise<{ prefix: string; drawn: number; issued: number; last: number }[]> {
  const counters = await db.query<{ prefix: string; last: number }>(LIST_COUNTERS, []);
  const counted = [];
  for (const { prefix, last: drawn } of counters) {
    const rows = await db.query<{ count: number; last: number }>(COUNT_NUMBERS, [prefix]);
    const issued = rows.reduce((sum, { count }) => sum + count, 0);
    counted.push({ prefix, drawn, issued, last: Math.max(0, ...rows.map(({ last }) => last)) });
  }
  return counted;
}
