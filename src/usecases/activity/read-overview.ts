// The overview of a tenant: balance, spending, reports made, the steps of the first day, and what needs attention.
import { type Attention, attentionOf, daysLeft } from '../../domain/activity/attention.ts';
import { londonDate } from '../../domain/days/london-days.ts';
import type { ReportStatus } from '../../domain/reports/report.ts';
import type { ProductCode } from '../../domain/wallet/pricing.ts';
import { type FirstSteps, findFirstSteps } from '../../storage/activity/overview.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import type { Caller } from '../caller.ts';
import type { Once } from './once.ts';
import type { ReadAttention } from './read-attention.ts';
import type { ReadStats } from './read-stats.ts';

type ReportCount = { status: ReportStatus; test: boolean; lastDay: number; lastMonth: number };
type DaySpend = { date: string; productCode: ProductCode; credits: number; count: number };

const DAYS = 30;

export type Overview = {
  balance: number;
  held: number;
  openChallenges: number;
  daysLeft: number | null;
  spend: { timeZone: string; days: number; totalCredits: number; byDay: DaySpend[] };
  reports: ReportCount[];
  firstSteps: FirstSteps;
  attention: Attention[];
};

type Counted = Awaited<ReturnType<ReadStats['outcomes']>>;
export type ReadOverview = (caller: Caller) => Promise<Overview>;

/** What is counted comes from the statistics, which are as fast after a million reports as after ten. */
export function createReadOverview(needs: {
  database: Queryable;
  readStats: ReadStats;
  once: Once;
  readAttention: ReadAttention;
}): ReadOverview {
  const { database, readStats, once } = needs;
  return async (caller) => {
    const { tenantId } = caller;
    const [tenant, days, hours, testDays, testHours, spentLastWeek, firstSteps, watched] = await Promise.all([
      findTenant(database, tenantId),
      readStats.outcomes(tenantId, { step: 'day', test: false }),
      readStats.outcomes(tenantId, { step: 'hour', test: false }),
      readStats.outcomes(tenantId, { step: 'day', test: true }),
      readStats.outcomes(tenantId, { step: 'hour', test: true }),
      readStats.spentLastWeek(tenantId),
      once(['first-steps', tenantId], () => findFirstSteps(database, tenantId)),
      needs.readAttention.watch(caller),
    ]);
    if (tenant === null) throw new Error('a tenant that was entered must be there');
    const { balance, held } = tenant;
    const left = daysLeft({ balance, spentLastWeek });
    return {
      balance,
      held,
      openChallenges: watched.openChallenges,
      daysLeft: left === null ? null : Math.floor(left),
      spend: {
        timeZone: days.timeZone,
        days: DAYS,
        totalCredits: days.sum.spend.credits,
        byDay: spendByDay(days),
      },
      reports: [...countReports(days, hours), ...countReports(testDays, testHours)],
      firstSteps,
      attention: attentionOf({ ...watched, spentLastWeek, balance }),
    };
  };
}

function spendByDay({ steps }: Counted): DaySpend[] {
  return steps.flatMap(({ from, spend }) =>
    spend.byProduct.map((one) => ({ date: londonDate(from), ...one })),
  );
}

/** Of one mode, those that there are. A report that waits asks for its code, for the first time or again. */
function countReports(days: Counted, hours: Counted): ReportCount[] {
  const { retries } = days.sum;
  const counts = (['blocked', 'complete', 'failed', 'waiting'] as const).map((outcome) => ({
    outcome,
    lastDay: hours.sum.reports[outcome],
    lastMonth: days.sum.reports[outcome],
  }));
  return counts
    .flatMap(({ outcome, lastDay, lastMonth }): Omit<ReportCount, 'test'>[] =>
      outcome === 'waiting'
        ? [
            { status: 'authentication-required', lastDay: lastDay - retries, lastMonth: lastMonth - retries },
            { status: 'retry', lastDay: retries, lastMonth: retries },
          ]
        : [{ status: outcome, lastDay, lastMonth }],
    )
    .filter(({ lastMonth }) => lastMonth > 0)
    .map((count) => ({ ...count, test: days.test }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}
