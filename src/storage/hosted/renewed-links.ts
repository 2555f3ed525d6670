// Links that were made anew for a report that failed: a later one ends those before.
import { type Queryable, statement } from '../engine/connection/database.ts';

const LOCK_RENEWED = statement(
  'lock-renewed-report',
  'select 1 from reports where tenant_id = $1 and id = $2 for no key update',
);
const NOTE_RENEWED = statement(
  'note-renewed-report',
  'update consumer_sessions set renews_report_id = $3 where tenant_id = $1 and id = $2',
);
/** Those of the report, and those of the reports that came of them. */
const RENEWING = statement(
  'find-renewing-sessions',
  `with recursive renewing as (
     select s.id, s.withdrawn_at from consumer_sessions s where s.tenant_id = $1 and s.renews_report_id = $2
     union
     select s.id, s.withdrawn_at from renewing l
     join consumer_session_reports r on r.tenant_id = $1 and r.session_id = l.id
     join consumer_sessions s on s.tenant_id = $1 and s.renews_report_id = r.report_id
   )
   select id, withdrawn_at is not null as "isWithdrawn" from renewing where id <> $3`,
);

/**
 * Notes for which report a link was made anew, and says which ones were before, and from which of them the consumer withdrew; with the
 * report locked, so that two at once see each other.
 */
export async function noteRenewed(
  tx: Queryable,
  { tenantId, id, reportId }: { tenantId: string; id: string; reportId: string },
): Promise<{ id: string; isWithdrawn: boolean }[]> {
  await tx.query(LOCK_RENEWED, [tenantId, reportId]);
  await tx.query(NOTE_RENEWED, [tenantId, id, reportId]);
  return tx.query(RENEWING, [tenantId, reportId, id]);
}
