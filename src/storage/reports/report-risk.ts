// The risk assessment of a report, for operators. Codes only: the consumer stays sealed.
import { type Queryable, statement } from '../engine/connection/database.ts';

export type ReportRisk = {
  id: string;
  createdAt: Date;
  test: boolean;
  status: string;
  /** The device could not be verified. */
  doomed: boolean;
  /** Null when it was not assessed: in test mode, or by an earlier version of the service. */
  reasons: string[] | null;
};

const FIND_REPORT_RISK = statement(
  'find-report-risk',
  `select r.id, r.created_at as "createdAt", r.is_test as test, r.status, r.is_doomed as doomed, r.risk_reasons as reasons
   from reports r where r.tenant_id = $1 and r.id = $2`,
);

export async function findReportRisk(
  db: Queryable,
  tenantId: string,
  reportId: string,
): Promise<ReportRisk | null> {
  const [row] = await db.query<ReportRisk>(FIND_REPORT_RISK, [tenantId, reportId]);
  return row ?? null;
}
