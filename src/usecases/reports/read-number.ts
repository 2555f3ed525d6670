// The whole phone number of a report, for who may see its document. Everything else shows its last digits.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ReportStore } from '../../storage/reports/reports.ts';
import { reportNotFound } from './challenge-refusals.ts';

/** Null where none was given. */
export type ReadNumber = (tenantId: string, reportId: string) => Promise<string | null>;

export function createReadNumber(needs: { reports: Pick<ReportStore, 'findReport'> }): ReadNumber {
  return async (tenantId, reportId) => {
    const report = isUuid(reportId) ? await needs.reports.findReport(tenantId, reportId) : null;
    if (report === null) throw reportNotFound();
    if (report.details === null)
      throw new Refusal(
        'credit-report-purged',
        "The number was removed: your tenant's retention ended, or the report was erased.",
      );
    return report.details.consumer.mobileNumber ?? null;
  };
}
