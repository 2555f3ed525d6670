// A text that no gateway took is taken back: it is no send, costs nothing, and the code and the timer of the text before it count again.
// Money and report change in one statement. Locks as everywhere: the report, the wallet, the hold, the message.
import { REFUSED_SENDS_MAX } from '../../domain/reports/challenge.ts';
import { type Database, statement } from '../engine/connection/database.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { AVAILABLE, nowOf, reportStatus } from './report-rows.ts';

export type RefusedSend = {
  tenantId: string;
  reportId: string;
  smsId: string;
  priceCredits: number;
  codeHash: Buffer;
  /** What the send replaced; null when it was the first. */
  earlier: { codeHash: Buffer; sentAtMs: number } | null;
};

export type TakenBack = { sends: number; availableCredits: number };

const REFUSED = recordEvents(
  'told',
  `select tenant_id, at, 'sms.undelivered' as type, is_test, id as subject_id,
          jsonb_build_object('status', ${reportStatus('')}, 'smsId', $3::uuid, 'reason', 'refused', 'sends', sends) as facts
   from taken_back`,
);

// When another send followed, its code is the one that counts. The hold may have expired in the meantime; then there is none to void.
const TAKE_BACK = statement(
  'take-back-send',
  `with locked as materialized (
     select r.tenant_id, r.id, r.is_test from reports r where r.tenant_id = $1 and r.id = $2 for update
   ), freed as materialized (
     select f.available from ledger_apply((select coalesce(jsonb_agg(jsonb_build_object('o', 0, 'tenantId', $1::uuid,
       'kind', 'void', 'holdId', $3::uuid)), '[]') from (select count(*) from locked) l where $4::bigint > 0)) f
   ), taken_back as (
     update reports r set sends = greatest(r.sends - 1, 0), refused_sends = least(r.refused_sends + 1, ${REFUSED_SENDS_MAX}),
       code_hash = case when r.code_hash = $5 then coalesce($6, r.code_hash) else r.code_hash end,
       last_sent_at = case when r.code_hash = $5 then coalesce($7, r.last_sent_at) else r.last_sent_at end
     from locked where r.tenant_id = $1 and r.id = locked.id
     returning r.tenant_id, r.id, r.is_test, r.status, r.attempts, r.sends, ${nowOf('r')} as at
   ), ${REFUSED}, noted as (
     insert into sms_messages (tenant_id, id, handed_over_at, state)
     -- Test mode has no messages: it only pretends.
     select $1, $3, clock_timestamp(), 'refused' from (select count(*) from freed) f
     where not exists (select 1 from locked where locked.is_test)
     on conflict (tenant_id, id) do nothing
   )
   select coalesce((select sends from taken_back), 0) as sends,
          coalesce((select available from freed), ${AVAILABLE}) as available
   from (select $1::uuid as tenant_id) r`,
);

export async function takeBackSend(database: Database, send: RefusedSend): Promise<TakenBack> {
  const { tenantId, reportId, smsId, priceCredits, codeHash, earlier } = send;
  const [row] = await database.query<{ sends: number; available: number | null }>(TAKE_BACK, [
    tenantId,
    reportId,
    smsId,
    priceCredits,
    codeHash,
    earlier?.codeHash ?? null,
    earlier === null ? null : new Date(earlier.sentAtMs),
  ]);
  return { sends: row?.sends ?? 0, availableCredits: row?.available ?? 0 };
}
