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
const RENEWING = statement(
  'find-renewing-sessions',
  'select id from consumer_sessions where tenant_id = $1 and renews_report_id = $3 and id <> $2',
);

/** Notes for which report a link was made anew, and says which ones were before; with the report locked, so that two at once see each other. */
export async function noteRenewed(
  tx: Queryable,
  { tenantId, id, reportId }: { tenantId: string; id: string; reportId: string },
): Promise<string[]> {
  await tx.query(LOCK_RENEWED, [tenantId, reportId]);
  await tx.query(NOTE_RENEWED, [tenantId, id, reportId]);
  const rows = await tx.query<{ id: string }>(RENEWING, [tenantId, id, reportId]);
  return rows.map((row) => row.id);
}
