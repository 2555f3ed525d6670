// The figures of the console's overview: reports by status, spending by day, the first steps of a new tenant, and what may need
// attention. Read only; each figure is one statement.
import { type Queryable, statement } from '../connection/database.ts';
import { READ_STATUS } from '../reports/report-lists.ts';
import { CHALLENGE_LIFETIME } from '../reports/report-rows.ts';

export type ReportCount = { status: string; test: boolean; lastDay: number; lastMonth: number };

const COUNT_REPORTS = statement(
  'count-reports-by-status',
  `select ${READ_STATUS} as status, r.is_test as test,
          count(*) filter (where r.created_at >= now.at - interval '1 day') as "lastDay", count(*) as "lastMonth"
   from reports r cross join (select coalesce($2::timestamptz, clock_timestamp()) as at) now
   where r.tenant_id = $1 and r.created_at >= now.at - interval '30 days'
   group by 1, 2 order by 2, 1`,
);

export function countReports(db: Queryable, tenantId: string, at: Date | null): Promise<ReportCount[]> {
  return db.query<ReportCount>(COUNT_REPORTS, [tenantId, at]);
}

export type DaySpend = { date: string; productCode: string; credits: number; count: number };

const SUM_SPEND = statement(
  'sum-spend-by-day',
  `select to_char(e.created_at at time zone $2, 'YYYY-MM-DD') as date, l.key as "productCode",
          sum(l.value::bigint)::bigint as credits, count(*) as count
   from ledger_entries e cross join lateral json_each_text(e.lines) l
   where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null
     and e.created_at >= ((clock_timestamp() at time zone $2)::date - ($3::integer - 1))::timestamp at time zone $2
   group by 1, 2 order by 1, 2`,
);

/** Of the last days, today included, in a time zone; days without spending are absent. */
export function sumSpendByDay(
  db: Queryable,
  tenantId: string,
  period: { timeZone: string; days: number },
): Promise<DaySpend[]> {
  return db.query<DaySpend>(SUM_SPEND, [tenantId, period.timeZone, period.days]);
}

export type FirstSteps = {
  credentialMadeAt: Date | null;
  /** Of a credential that is not limited to test mode. */
  liveCredentialMadeAt: Date | null;
  tokenFetchedAt: Date | null;
  testReportMadeAt: Date | null;
  challengePassedAt: Date | null;
  liveReportMadeAt: Date | null;
};

const FIND_FIRST_STEPS = statement(
  'find-first-steps',
  `select (select min(c.created_at) from credentials c where c.tenant_id = $1) as "credentialMadeAt",
     (select min(c.created_at) from credentials c where c.tenant_id = $1 and not c.is_test_only) as "liveCredentialMadeAt",
     (select min(coalesce(c.old_last_used_at, c.last_used_at)) from credentials c where c.tenant_id = $1) as "tokenFetchedAt",
     (select r.created_at from reports r where r.tenant_id = $1 and r.is_test order by r.created_at limit 1) as "testReportMadeAt",
     (select r.updated_at from reports r where r.tenant_id = $1 and r.challenge_state = 'passed'
      order by r.created_at limit 1) as "challengePassedAt",
     (select r.created_at from reports r where r.tenant_id = $1 and not r.is_test
      order by r.created_at limit 1) as "liveReportMadeAt"`,
);

export async function findFirstSteps(db: Queryable, tenantId: string): Promise<FirstSteps> {
  const [row] = await db.query<FirstSteps>(FIND_FIRST_STEPS, [tenantId]);
  if (row === undefined) throw new Error('a select without a from has one row');
  return row;
}

export type Watched = {
  openChallenges: number;
  spentLastWeek: number;
  refusedLastDay: number;
  refusedDayBefore: number;
  textsLastDay: number;
  undeliveredLastDay: number;
};

const READ_WATCHED = statement(
  'read-watched',
  `select
     (select count(*) from reports r where r.tenant_id = $1 and r.status = 'pending' and r.challenge_state = 'open' and not r.is_test
        and r.last_sent_at >= coalesce($2::timestamptz, clock_timestamp()) - ${CHALLENGE_LIFETIME}) as "openChallenges",
     (select coalesce(sum(e.amount), 0)::bigint from ledger_entries e
      where e.tenant_id = $1 and e.kind = 'post' and e.created_at >= clock_timestamp() - interval '7 days') as "spentLastWeek",
     (select count(*) from requests q where q.tenant_id = $1 and q.status >= 400 and q.at >= clock_timestamp() - interval '1 day'
        and coalesce(q.credential_id, q.person_id) is not null)
       as "refusedLastDay",
     (select count(*) from requests q where q.tenant_id = $1 and q.status >= 400 and q.at >= clock_timestamp() - interval '2 days'
        and q.at < clock_timestamp() - interval '1 day' and coalesce(q.credential_id, q.person_id) is not null) as "refusedDayBefore",
     s.texts as "textsLastDay", s.undelivered as "undeliveredLastDay"
   from (select count(*) as texts, count(*) filter (where state = 'not-delivered') as undelivered
         from sms_messages where tenant_id = $1 and handed_over_at >= clock_timestamp() - interval '1 day') s`,
);

export async function readWatched(db: Queryable, tenantId: string, at: Date | null): Promise<Watched> {
  const [row] = await db.query<Watched>(READ_WATCHED, [tenantId, at]);
  if (row === undefined) throw new Error('a select of counts has one row');
  return row;
}
