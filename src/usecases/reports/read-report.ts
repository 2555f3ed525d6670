// Read back: the last answer of one report. A free report whose code was right but whose process died before the document was stored is
// released here, so that it does not stay unfinished.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { answerOf, type ReportAnswer } from '../../domain/reports/report.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import type { LaterCall, Worlds } from '../../world/world.ts';
import { reportNotFound } from './challenge-refusals.ts';
import type { Charged } from './charged.ts';
import type { ReleaseReport } from './release-report.ts';

// Free reports have no lease.
const NO_LEASE = '';

/**
 * `madeAt`: when it came to what it is now; of a complete report, when its document was made. `consumer`: whom it is about; null once
 * the personal parts are gone.
 */
export type ReadBack = Charged<ReportAnswer> & { madeAt: Date; isTest: boolean; consumer: Consumer | null };
export type ReadReport = (tenantId: string, reportId: string) => Promise<ReadBack>;

export function createReadReport(needs: {
  worlds: Worlds;
  reports: ReportStore;
  releaseReport: ReleaseReport;
}): ReadReport {
  return async (tenantId, reportId) => {
    const report = isUuid(reportId) ? await needs.reports.findReport(tenantId, reportId) : null;
    if (report === null) throw reportNotFound();
    // Live mode may be disconnected; what it made is still read.
    if (report.isTest) await needs.worlds.test.rehearse?.(laterCall('read', report));
    const about = { isTest: report.isTest, consumer: report.details?.consumer ?? null };
    const wallet = { balance: report.balanceCredits, cost: 0 };
    const isUnfinished = report.isTest && report.status === 'pending' && report.challenge?.state === 'passed';
    if (report.purgedAt !== null && (report.status === 'complete' || isUnfinished)) {
      throw new Refusal(
        'credit-report-purged',
        "This credit report was removed: your tenant's retention ended, or it was erased. Send a new generate request.",
      );
    }
    if (isUnfinished)
      return { ...(await needs.releaseReport(report, NO_LEASE)), madeAt: new Date(report.atMs), ...about };
    // Another request is still at work on it: there is no answer to read back yet.
    if (report.status === 'pending' && report.challenge === null) {
      throw new Refusal(
        'request-in-progress',
        'This credit report is still being made. Read it again soon.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    return { answer: answerOf(report, report.body, report.atMs), wallet, madeAt: report.updatedAt, ...about };
  };
}

/** As test mode is asked about it. */
export function laterCall(kind: 'resend' | 'read', { details, createdAt, atMs }: Report): LaterCall {
  return { kind, options: details?.testOptions, madeAgoMs: atMs - createdAt.getTime() };
}
