// Links that were made anew for a report that failed: a later one ends those before. One consumer has a family of links and reports: a
// link may have made several reports that failed, and each of them may have a link made anew.
import { type Queryable, statement } from '../engine/connection/database.ts';

const FAMILY = `recursive family (report_id) as (
    select $2::uuid
    union
    select o.report_id from family f
    cross join lateral (
      select r.session_id as id from consumer_session_reports r where r.tenant_id = $1 and r.report_id = f.report_id
      union all
      select s.id from consumer_sessions s where s.tenant_id = $1 and s.renews_report_id = f.report_id) l
    cross join lateral (
      select r.report_id from consumer_session_reports r where r.tenant_id = $1 and r.session_id = l.id
      union all
      select s.renews_report_id from consumer_sessions s
      where s.tenant_id = $1 and s.id = l.id and s.renews_report_id is not null) o
  )`;

const LOCK_FAMILY = statement(
  'lock-renewed-reports',
  `with ${FAMILY}
   select r.id, r.purged_at is not null as "isPurged" from reports r
   where r.tenant_id = $1 and r.id in (select report_id from family) order by r.id for no key update of r`,
);
const NOTE_RENEWED = statement(
  'note-renewed-report',
  'update consumer_sessions set renews_report_id = $3 where tenant_id = $1 and id = $2',
);
const LIST_FAMILY = statement(
  'list-links-of-family',
  `with ${FAMILY}
   select s.id, s.withdrawn_at is not null as "isWithdrawn" from consumer_sessions s
   where s.tenant_id = $1 and s.id <> $3 and (s.renews_report_id in (select report_id from family) or s.id in (
     select r.session_id from consumer_session_reports r
     where r.tenant_id = $1 and r.report_id in (select report_id from family)))`,
);

/**
 * Notes for which report a link was made anew, and says which other links its consumer had, and from which of them they withdrew; with the
 * reports locked, so that two at once see each other, and an erasure. Null where the report was erased or purged meanwhile.
 */
export async function noteRenewed(
  tx: Queryable,
  { tenantId, id, reportId }: { tenantId: string; id: string; reportId: string },
): Promise<{ id: string; isWithdrawn: boolean }[] | null> {
  const locked = await tx.query<{ id: string; isPurged: boolean }>(LOCK_FAMILY, [tenantId, reportId]);
  if (locked.some((report) => report.id === reportId && report.isPurged)) return null;
  await tx.query(NOTE_RENEWED, [tenantId, id, reportId]);
  return tx.query(LIST_FAMILY, [tenantId, reportId, id]);
}
