// Release: the challenge was passed, so the credit report is fetched and the report completes. Called after a right code and, for free
// reports, by a read when the process died between the two. A charged report is never fetched twice: a search may be billed and leaves
// a footprint, so an interrupted one is cleared up instead.

import { answerOf, type ReportAnswer } from '../../domain/reports/report.ts';
import { promisedPrices, total } from '../../domain/wallet/pricing.ts';
import { writeWhenBack } from '../../storage/engine/connection/when-back.ts';
import type { ChargedReportStore } from '../../storage/reports/charged-reports.ts';
import type { NewestReport } from '../../storage/reports/charged-steps.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import { pickWorld, type Subject, type World, type Worlds } from '../../world/world.ts';
import { buy, type Ending, type FreeEnding, fetchFree, type HashPerson } from './buy.ts';
import type { Charged } from './charged.ts';

/** With the lease token that the right code obtained, and the consumer's newest report as it was found then. */
export type ReleaseReport = (
  report: Report,
  leaseToken: string,
  newest?: NewestReport,
) => Promise<Charged<ReportAnswer>>;

type Needs = { worlds: Worlds; reports: ReportStore; charged: ChargedReportStore; hashPerson: HashPerson };

export function createReleaseReport(needs: Needs): ReleaseReport {
  return async (report, leaseToken, newest) => {
    const world = pickWorld(needs.worlds, report.isTest);
    if (report.details === null) throw new Error('a report that waits for its release still has its details');
    const { tenantId, id: reportId, bureaus, details, aheadMs } = report;
    const { consumer, testOptions } = details;
    const subject = { tenantId, reportId, consumer, bureaus };
    return world.isFree
      ? releaseFree(
          needs,
          report,
          await fetchFree(world, { ...subject, aheadMs, ...(testOptions && { testOptions }) }),
        )
      : releaseCharged(
          needs,
          report,
          leaseToken,
          { ...subject, ...(newest !== undefined && { newest }) },
          world,
        );
  };
}

async function releaseFree(needs: Needs, report: Report, ending: FreeEnding): Promise<Charged<ReportAnswer>> {
  const wallet = { balance: report.balanceCredits, cost: 0 };
  const { tenantId, id } = report;
  const isOurs = await needs.reports.completeReport({ tenantId, id, ...ending });
  if (isOurs) return { answer: answerOf({ ...report, ...ending }, ending.body, report.atMs), wallet };

  return readBack(needs, report);
}

/** Another process ended it in the meantime: its outcome counts. */
async function readBack(needs: Needs, { tenantId, id }: Report): Promise<Charged<ReportAnswer>> {
  const stored = await needs.reports.findReport(tenantId, id);
  if (stored === null) throw new Error('a report that was released must be there');
  const wallet = { balance: stored.balanceCredits, cost: 0 };
  return { answer: answerOf(stored, stored.body, stored.atMs), wallet };
}

/**
 * The price was held when the challenge began and is charged as it was then, whatever it is now. The OTP submit that completes
 * answers cost 0, as the interface shows.
 */
async function releaseCharged(
  needs: Needs,
  report: Report,
  leaseToken: string,
  subject: Subject,
  world: World,
): Promise<Charged<ReportAnswer>> {
  const { tenantId, id: reportId } = report;
  const settle = (ending: Ending) =>
    needs.charged.settleReport({ tenantId, reportId, leaseToken, ...ending });
  try {
    const prices = promisedPrices(report.details?.prices ?? {});
    const ending = await buy(world, subject, prices, needs.hashPerson(tenantId, subject.consumer));
    const settled = await settle(ending);
    if (settled.result !== 'done') return readBack(needs, report);
    const spentCredits = report.spentCredits + total(ending.lines);
    const course = { ...report, status: ending.status, failureReason: ending.failureReason, spentCredits };
    const wallet = { balance: settled.availableCredits, cost: 0 };
    return { answer: answerOf(course, ending.body, report.atMs), wallet };
  } catch (error) {
    const interrupted = { status: 'failed', failureReason: 'interrupted', body: null, lines: {} } as const;
    await writeWhenBack(() => settle(interrupted));
    throw error;
  }
}
