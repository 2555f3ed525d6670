// Receipts of texts that test mode only pretended to send: planned with the text, told as events when they are due by the clock of their
// report. Nothing else comes of them: there is no message, and no money.
import { type Database, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { nowOf, reportStatus } from './report-rows.ts';

type TestReceipt = {
  tenantId: string;
  reportId: string;
  smsId: string;
  isDelivered: boolean;
  afterSeconds: number;
};

const PLAN = statement(
  'plan-test-receipt',
  `insert into test_receipts (tenant_id, sms_id, report_id, is_delivered, due_at)
   select r.tenant_id, $3, r.id, $4, ${nowOf('r')} + make_interval(secs => $5) from reports r
   where r.tenant_id = $1 and r.id = $2 and r.is_test
   on conflict (tenant_id, sms_id) do nothing`,
);

const TOLD = recordEvents(
  'told',
  `select d.tenant_id, d.due_at as at, true as is_test, d.report_id as subject_id,
          case when d.is_delivered then 'sms.delivered' else 'sms.undelivered' end as type,
          jsonb_build_object('status', ${reportStatus('r.')}, 'smsId', d.sms_id,
            'reason', case when not d.is_delivered then 'not-delivered' end) as facts
   from due d join reports r on r.tenant_id = d.tenant_id and r.id = d.report_id`,
);

const TELL_DUE = statement(
  'tell-test-receipts',
  `with due as (
     delete from test_receipts t using (
       select q.tenant_id, q.sms_id from test_receipts q join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id
       where q.due_at <= ${nowOf('r')} order by q.tenant_id, q.sms_id limit $1 for update of q skip locked) d
     where t.tenant_id = d.tenant_id and t.sms_id = d.sms_id
     returning t.tenant_id, t.sms_id, t.report_id, t.is_delivered, t.due_at
   ), ${TOLD}
   select count(*) as count from due`,
);

export type TestReceiptStore = {
  planReceipt(receipt: TestReceipt): Promise<void>;
  /** Tells of those that are due; answers how many, at most `countMax`. */
  tellDueReceipts(countMax: number): Promise<number>;
};

export function createTestReceiptStore(needs: { database: Database }): TestReceiptStore {
  const { database } = needs;
  return {
    async planReceipt({ tenantId, reportId, smsId, isDelivered, afterSeconds }) {
      await database.query(PLAN, [tenantId, reportId, smsId, isDelivered, afterSeconds]);
    },
    async tellDueReceipts(countMax) {
      const rows = await database.query<{ count: number }>(TELL_DUE, [countMax]);
      return rows.reduce((sum, { count }) => sum + count, 0);
    },
  };
}
