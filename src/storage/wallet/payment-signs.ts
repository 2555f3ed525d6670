// What payments need of somebody, of one tenant and over all of them. Read only, from the indexes of what is open.
import { KEY_LIVES_HOURS } from '../../domain/wallet/payment.ts';
import type { PaymentSign } from '../../domain/wallet/payment-signs.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

/** A refund is asked again after a minute, a charge after 25 seconds. */
const ANSWERED_WITHIN = "clock_timestamp() - interval '15 minutes'";

/** `of`: the condition on a tenant. */
const debts = (of: string): string =>
  `select w.tenant_id, 'debt' as kind, null::uuid as id, w.debt as amount, null::timestamptz as since from wallets w where ${of} w.debt > 0`;
const differing = (of: string): string =>
  `select p.tenant_id, 'differs', p.id, p.net_pence + p.vat_pence, p.changed_at from payments p
   where ${of} p.state = 'needs-attention'`;

const LIST_OF_TENANT = statement(
  'list-payment-signs',
  `select s.kind, s.id, s.amount, s.since from (
     ${debts('w.tenant_id = $1 and')}
     union all
     select a.tenant_id, 'off', null, a.threshold, a.changed_at from automatic_top_ups a
     where a.tenant_id = $1 and not a.is_on and a.off_reason = 'failed-three-times'
     union all
     select p.tenant_id, 'needs-action', p.id, p.net_pence + p.vat_pence, p.changed_at from payments p
     where p.tenant_id = $1 and p.purpose = 'automatic' and p.state = 'needs-action'
     union all
     ${differing('p.tenant_id = $1 and')}
   ) s order by s.since desc nulls first limit 20`,
);

export function listSignsOf(db: Queryable, tenantId: string): Promise<PaymentSign[]> {
  return db.query<PaymentSign>(LIST_OF_TENANT, [tenantId]);
}

const LIST_ALL = statement(
  'list-all-payment-signs',
  `select s.tenant_id as "tenantId", t.name as "tenantName", s.kind, s.id, s.amount, s.since from (
     ${debts('')}
     union all
     ${differing('')}
     union all
     select r.tenant_id, case when r.created_at < clock_timestamp() - interval '${KEY_LIVES_HOURS} hours' or p.provider not in ('manual', $1)
       then 'refund-stuck' else 'refund-waits' end, r.payment_id, r.pence, r.created_at
     from payment_refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.look_at is not null and r.created_at < ${ANSWERED_WITHIN}
     union all
     select p.tenant_id, 'charge-waits', p.id, p.net_pence + p.vat_pence, p.created_at from payments p
     where p.purpose = 'automatic' and p.state = 'pending' and p.session is null and p.reference is null and p.created_at < ${ANSWERED_WITHIN}
   ) s join tenants t on t.id = s.tenant_id order by s.since desc nulls first limit 100`,
  { over: 'each' },
);

type TenantSign = PaymentSign & { tenantId: string; tenantName: string };

/** For operators: what they mend, and who cannot buy. `provider`: the one that is asked. */
export function listAllSigns(db: Queryable, provider: string): Promise<TenantSign[]> {
  return db.query<TenantSign>(LIST_ALL, [provider]);
}
