// The statement by report: one item a report, at the place of its first line, with all of its lines; other lines are items by themselves. The
// place of an item never changes, so pages have no gap when a report is settled meanwhile.
import { type Queryable, statement } from '../engine/connection/database.ts';
import { ENTRY_COLUMNS } from './ledger.ts';
import { type Line, linesWithin } from './statements.ts';

const LIST_FIRST_LINES = statement(
  'list-first-lines',
  `select ${ENTRY_COLUMNS}, e.created_at as "createdAt" from ledger_entries e
   where e.tenant_id = $1 and ${linesWithin('$2', '$3')} and e.seq < coalesce($4::bigint, 9223372036854775807)
     and (e.report_id is null or not exists (
       select from ledger_entries f where f.tenant_id = $1 and f.report_id = e.report_id and f.seq < e.seq))
   order by e.seq desc limit $5`,
);

/** Newest first: lines of no report, and the first line of each report. */
export function listFirstLines(
  db: Queryable,
  tenantId: string,
  period: { from: Date | null; to: Date | null },
  page: { beforeSeq: number | null; size: number },
): Promise<Line[]> {
  return db.query<Line>(LIST_FIRST_LINES, [tenantId, period.from, period.to, page.beforeSeq, page.size]);
}

const LIST_LINES_OF_REPORTS = statement(
  'list-lines-of-reports',
  `select ${ENTRY_COLUMNS}, e.created_at as "createdAt" from ledger_entries e
   where e.tenant_id = $1 and e.report_id = any($2::uuid[]) order by e.seq`,
);

/** All lines of these reports, oldest first. */
export function listLinesOfReports(db: Queryable, tenantId: string, reportIds: string[]): Promise<Line[]> {
  return db.query<Line>(LIST_LINES_OF_REPORTS, [tenantId, reportIds]);
}
