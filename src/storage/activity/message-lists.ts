// The SMS messages of a tenant for its console: gateway, delivery state, cost and report of each. Numbers, texts and codes are not
// stored. A message is known by its hold, by its hand-over, or by both.
import { hidden, type Queryable, statement } from '../engine/connection/database.ts';
import { isFirstHold, lateHoldId } from '../reports/sms-messages.ts';

export const MESSAGE_STATES = [
  'waiting',
  'on-its-way',
  'delivered',
  'not-delivered',
  'refused',
  'given-up',
] as const;

export type MessageRow = {
  id: string;
  reportId: string | null;
  state: (typeof MESSAGE_STATES)[number];
  gateway: string | null;
  createdAt: Date;
  handedOverAt: Date | null;
  /** When its price was charged or released. */
  settledAt: Date | null;
  heldCredits: number;
  costCredits: number;
};

const COLUMNS = `m.id, coalesce(h.report_id, l.report_id) as "reportId", s.gateway,
  coalesce(h.placed_at, s.handed_over_at) as "createdAt", s.handed_over_at as "handedOverAt",
  coalesce(l.ended_at, h.ended_at) as "settledAt",
  case when h.state = 'open' then h.amount else 0 end::bigint as "heldCredits",
  (coalesce(h.posted, 0) + coalesce(l.posted, 0))::bigint as "costCredits",
  case when s.state = 'on-its-way' and h.state in ('expired', 'voided') then 'given-up' when s.state is not null then s.state
       when h.state = 'open' then 'waiting' when h.state = 'posted' then 'delivered' else 'given-up' end as state`;
const JOINS = `left join holds h on h.tenant_id = $1 and h.id = m.id and h.purpose = 'sms'
  left join holds l on l.tenant_id = $1 and l.id = ${lateHoldId('m.id')} and l.purpose = 'sms'
  left join sms_messages s on s.tenant_id = $1 and s.id = m.id`;

// Ids begin with their time (UUID v7), so the primary key alone orders by time.
const LIST_MESSAGES = statement(
  'list-messages',
  `with known as (
     (select h.id from holds h where h.tenant_id = $1 and h.purpose = 'sms' and ${isFirstHold('h.id')} and h.id < $2
      order by h.id desc limit ${hidden('$3', 'bigint')})
     union
     (select s.id from sms_messages s where s.tenant_id = $1 and s.id < $2 order by s.id desc limit ${hidden('$3', 'bigint')})
   )
   select ${COLUMNS} from (select id from known order by id desc limit ${hidden('$3', 'bigint')}) m ${JOINS} order by m.id desc`,
);

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Newest first, before an id. */
export function listMessages(
  db: Queryable,
  tenantId: string,
  page: { beforeId: string | null; size: number },
): Promise<MessageRow[]> {
  return db.query<MessageRow>(LIST_MESSAGES, [tenantId, page.beforeId ?? LAST_ID, page.size]);
}

// A message that cost nothing has no hold: its report is that of the event.
const LIST_OF_REPORT = statement(
  'list-messages-of-report',
  `select ${COLUMNS} from (
     select distinct e.sms_id as id from ledger_entries e
     where e.tenant_id = $1 and e.report_id = $2 and e.sms_id is not null and ${isFirstHold('e.sms_id')}
     union
     select v.id from report_events v join sms_messages s on s.tenant_id = v.tenant_id and s.id = v.id
     where v.tenant_id = $1 and v.report_id = $2 and v.kind = 'resend'
     union
     select s.id from events v join sms_messages s on s.tenant_id = v.tenant_id and s.id = (v.facts ->> 'smsId')::uuid
     where v.tenant_id = $1 and v.subject_id = $2 and v.type in ('challenge.sent', 'sms.undelivered')
   ) m ${JOINS} order by m.id limit 20`,
);

export function listMessagesOfReport(
  db: Queryable,
  tenantId: string,
  reportId: string,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(LIST_OF_REPORT, [tenantId, reportId]);
}
