// Retention: the personal parts of reports go when their tenant's days are over, by the clock that each report goes by.
import { type Database, statement } from '../engine/connection/database.ts';
import { nowOf } from './report-rows.ts';

/** Everything of a report that is about its consumer. An erasure and the end of a test clock remove the same. */
export const PERSONAL_PARTS = [
  'details = null',
  'body = null',
  'external_reference_hash = null',
  'reference_path = null',
  'finders = null',
  'number_key = null',
  'person_hash = null',
  'records_hash = null',
];

const PURGE_REPORTS = statement(
  'purge-reports',
  `update reports r set ${PERSONAL_PARTS.join(', ')}, purged_at = ${nowOf('r')}
   from (
     select p.tenant_id, p.id from tenants t
     cross join lateral (
       (select tenant_id, id from reports
        where tenant_id = t.id and purged_at is null and clock_id is null
          and created_at < clock_timestamp() - make_interval(days => t.retention_days)
        order by created_at limit $1)
       union all
       (select o.tenant_id, o.id from reports o
        where o.tenant_id = t.id and o.clock_id is not null and o.purged_at is null
          and o.created_at < ${nowOf('o')} - make_interval(days => t.retention_days)
        limit $1)
     ) p
     limit $1
   ) due
   where r.tenant_id = due.tenant_id and r.id = due.id
   returning r.id`,
);

/** Answers how many, at most `countMax`. */
export async function purgeReports(database: Database, countMax: number): Promise<number> {
  return (await database.query(PURGE_REPORTS, [countMax])).length;
}
