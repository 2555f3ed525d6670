// Release: the challenge was passed, so the credit report is fetched and the report completes. Called right after a right
// code, and again by whoever reads a report whose process died between the two.
import { answerOf, type ReportAnswer } from '../domain/report.ts';
import type { Report, ReportStore } from '../storage/reports.ts';
import { pickWorld, type Worlds } from '../world/world.ts';

export type ReleaseReport = (report: Report) => Promise<ReportAnswer>;

export function createReleaseReport(needs: { worlds: Worlds; reports: ReportStore }): ReleaseReport {
  return async (report) => {
    const world = pickWorld(needs.worlds, report.isTest);
    if (report.details === null) throw new Error('a report that waits for its release still has its details');

    const body = await world.fetchCreditReport({
      consumer: report.details.consumer,
      bureaus: report.bureaus,
    });
    const isOurs = await needs.reports.completeReport(report.tenantId, report.id, body);
    if (isOurs) return answerOf({ ...report, status: 'complete' }, body, report.atMs);

    // Another process released it in the meantime: its document is the one that counts.
    const stored = await needs.reports.findReport(report.tenantId, report.id);
    if (stored === null) throw new Error('a report that was released must be there');
    return answerOf(stored, stored.body, stored.atMs);
  };
}
