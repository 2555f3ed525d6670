// Links that were sent for their tenant. A text and the hold of its price are one statement; to whom it went is kept nowhere.
import { type Database, type Queryable, statement } from '../engine/connection/database.ts';
import type { MoveResult, Who } from '../wallet/ledger.ts';

export const SENT_STATES = ['waiting', 'on-its-way', 'delivered', 'not-delivered', 'refused'] as const;
export type SentLink = { by: 'sms' | 'email'; state: (typeof SENT_STATES)[number]; sentAt: Date };

type NewSend = Who & {
  tenantId: string;
  /** Reserved by the idempotency key: the same request sends once. */
  id: string;
  sessionId: string;
  by: 'sms' | 'email';
  priceCredits: number;
};

const INSERT = statement(
  'insert-session-send',
  `with fresh as materialized (
     select 1 where not exists (select 1 from consumer_session_sends n where n.tenant_id = $1 and n.id = $2)
   ), moved as materialized (
     select * from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', 0, 'tenantId', $1::uuid, 'kind', 'hold',
       'holdId', $2::uuid, 'purpose', 'sms', 'amount', $5::bigint, 'smsId', $2::uuid, 'credentialId', $6::uuid, 'personId', $7::uuid)), '[]')
       from fresh where $5::bigint > 0))
   ), made as (
     insert into consumer_session_sends (tenant_id, id, session_id, by, sent_at)
     select $1, $2, $3, $4, clock_timestamp() from fresh
     where $5::bigint = 0 or exists (select 1 from moved where result = 'moved')
     returning id
   )
   select exists (select 1 from made) as "isMade", (select result from moved) as result,
          (select w.available from wallets w where w.tenant_id = $1) as available`,
);

export type SendMade = { kind: 'made' | 'repeated' } | { kind: 'insufficient'; availableCredits: number };

export async function insertSend(tx: Queryable, send: NewSend): Promise<SendMade> {
  const { tenantId, id, sessionId, by, priceCredits, credentialId, personId } = send;
  const values = [tenantId, id, sessionId, by, priceCredits, credentialId, personId];
  type Row = { isMade: boolean; result: MoveResult | null; available: number };
  const [row] = await tx.query<Row>(INSERT, values);
  if (row?.isMade) return { kind: 'made' };
  if (row?.result === 'insufficient') return { kind: 'insufficient', availableCredits: row.available };
  return { kind: 'repeated' };
}

const NOTE = statement(
  'note-session-send',
  `update consumer_session_sends set state = $3 where tenant_id = $1 and id = $2`,
);

export async function noteSend(
  db: Queryable,
  tenantId: string,
  id: string,
  state: 'on-its-way' | 'delivered' | 'refused',
): Promise<void> {
  await db.query(NOTE, [tenantId, id, state]);
}

// No gateway took it: it is free. The hold may have expired in the meantime; then there is none to void.
const TAKE_BACK = statement(
  'take-back-session-send',
  `with freed as materialized (
     select f.available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', 0, 'tenantId', $1::uuid,
       'kind', 'void', 'holdId', $2::uuid)), '[]') from (select 1) one where $3::bigint > 0)) f
   ), noted as (
     insert into sms_messages (tenant_id, id, handed_over_at, state)
     select $1, $2, clock_timestamp(), 'refused' from (select count(*) from freed) f
     on conflict (tenant_id, id) do nothing
   )
   update consumer_session_sends set state = 'refused' where tenant_id = $1 and id = $2`,
);

export async function takeBackLink(
  database: Database,
  { tenantId, id, priceCredits }: Pick<NewSend, 'tenantId' | 'id' | 'priceCredits'>,
): Promise<void> {
  await database.query(TAKE_BACK, [tenantId, id, priceCredits]);
}

const LIST = statement(
  'list-session-sends',
  `select n.session_id as "sessionId", n.by, coalesce(m.state, n.state) as state, n.sent_at as "sentAt"
   from consumer_session_sends n left join sms_messages m on m.tenant_id = n.tenant_id and m.id = n.id
   where n.tenant_id = $1 and n.session_id = any($2::uuid[]) order by n.sent_at`,
);

/** Of these sessions, the oldest first. */
export function listSends(
  db: Queryable,
  tenantId: string,
  sessionIds: readonly string[],
): Promise<(SentLink & { sessionId: string })[]> {
  return db.query(LIST, [tenantId, sessionIds]);
}
