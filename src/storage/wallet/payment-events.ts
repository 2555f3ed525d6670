// What tenants hear of their payments: events, and mail to those who look after money.
import { firstValue, type Queryable, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';

type PaymentEventType =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'top-up.needs-action'
  | 'invoice.issued'
  | 'card.expiring';

const ROWS = `select e.tenant_id, clock_timestamp() as at, $2::text as type, false as is_test, $3::uuid as subject_id, $4::jsonb as facts
  from (select $1::uuid as tenant_id) e`;

const TELL = statement('tell-of-payment', `with ${recordEvents('told', ROWS)} select 1 from told`, {
  tenantsOf: firstValue,
});
const TELL_BY_MAIL = statement(
  'tell-of-payment-by-mail',
  `with ${recordEvents('told', ROWS, { isMailed: true })} select 1 from told`,
  { tenantsOf: firstValue },
);

/** In the transaction of what happened. The facts are ids, words from fixed lists and amounts. */
export async function tellOfPayment(
  tx: Queryable,
  event: {
    tenantId: string;
    type: PaymentEventType;
    subjectId: string;
    facts: Record<string, string | number | boolean | null>;
    isMailed: boolean;
  },
): Promise<void> {
  const { tenantId, type, subjectId, facts } = event;
  const values = [tenantId, type, subjectId, JSON.stringify(facts)];
  await tx.query(event.isMailed ? TELL_BY_MAIL : TELL, values);
}
