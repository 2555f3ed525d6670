// The overview of a tenant: balance, spending, reports made, the steps of the first day, and what needs attention.
import { type Attention, attentionOf, daysLeft } from '../../domain/attention.ts';
import {
  countReports,
  type DaySpend,
  type FirstSteps,
  findFirstSteps,
  type ReportCount,
  readWatched,
  sumSpendByDay,
} from '../../storage/activity/overview.ts';
import type { Queryable } from '../../storage/connection/database.ts';
import { findTenant } from '../../storage/tenants.ts';

const TIME_ZONE = 'Europe/London';
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

export type ReadOverview = (tenantId: string) => Promise<Overview>;

export function createReadOverview(needs: {
  database: Queryable;
  at: () => Date | null;
  /** The parts of the live world that are not real. */
  listSimulators: () => string[];
}): ReadOverview {
  const { database } = needs;
  return async (tenantId) => {
    const [tenant, reports, byDay, firstSteps, watched] = await Promise.all([
      findTenant(database, tenantId),
      countReports(database, tenantId, needs.at()),
      sumSpendByDay(database, tenantId, { timeZone: TIME_ZONE, days: DAYS }),
      findFirstSteps(database, tenantId),
      readWatched(database, tenantId, needs.at()),
    ]);
    if (tenant === null) throw new Error('a tenant that was entered must be there');
    const { balance, held } = tenant;
    const left = daysLeft({ balance, spentLastWeek: watched.spentLastWeek });
    return {
      balance,
      held,
      openChallenges: watched.openChallenges,
      daysLeft: left === null ? null : Math.floor(left),
      spend: {
        timeZone: TIME_ZONE,
        days: DAYS,
        totalCredits: byDay.reduce((sum, { credits }) => sum + credits, 0),
        byDay,
      },
      reports,
      firstSteps,
      attention: attentionOf({ ...watched, balance, simulators: needs.listSimulators() }),
    };
  };
}
