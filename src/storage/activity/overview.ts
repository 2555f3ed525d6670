// What the overview of a tenant has besides its statistics: the first steps of a new tenant, and what may need
// attention. Read only; each is one statement.
import { EXACT_NOW, FIGURES, type Queryable, statement } from '../engine/connection/database.ts';
import { CHALLENGE_LIFETIME } from '../reports/report-rows.ts';
import { idAt } from './requests.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks of processes and of the database may differ by so much. */
const SLACK_MS = 60_000;

export type FirstSteps = {
  credentialMadeAt: Date | null;
  /** Of a credential that is not limited to test mode. */
  liveCredentialMadeAt: Date | null;
  tokenFetchedAt: Date | null;
  testReportMadeAt: Date | null;
  challengePassedAt: Date | null;
  liveReportMadeAt: Date | null;
};

const FIND_FIRST_CREDENTIALS = statement(
  'find-first-credentials',
  `select min(c.created_at) as "credentialMadeAt", min(c.created_at) filter (where not c.is_test_only) as "liveCredentialMadeAt",
     min(coalesce(c.old_last_used_at, c.last_used_at)) as "tokenFetchedAt"
   from credentials c where c.tenant_id = $1`,
);

const FIND_FIRST_STEPS = statement(
  'find-first-steps',
  `select (select r.created_at from reports r where r.tenant_id = $1 and r.is_test order by r.created_at limit 1) as "testReportMadeAt",
     -- Of the first reports: a tenant that never asks for a code is not looked through whole.
     (select r.updated_at from (
        select r.created_at, r.updated_at, r.challenge_state from reports r where r.tenant_id = $1 order by r.created_at, r.id limit 5000) r
      where r.challenge_state = 'passed' order by r.created_at limit 1) as "challengePassedAt",
     (select r.created_at from reports r where r.tenant_id = $1 and not r.is_test
      order by r.created_at limit 1) as "liveReportMadeAt"`,
);

export async function findFirstSteps(db: Queryable, tenantId: string): Promise<FirstSteps> {
  const [credentials] = await db.query<FirstSteps>(FIND_FIRST_CREDENTIALS, [tenantId]);
  const [reports] = await db.query<FirstSteps>(FIND_FIRST_STEPS, [tenantId]);
  if (credentials === undefined || reports === undefined)
    throw new Error('a select of aggregates has one row');
  return { ...credentials, ...reports };
}

export type Watched = {
  openChallenges: number;
  refusedLastDay: number;
  refusedDayBefore: number;
  textsLastDay: number;
  undeliveredLastDay: number;
};

const READ_WATCHED = statement(
  'read-watched',
  `select
     (select count(*) from reports r where r.tenant_id = $1 and r.status = 'pending' and r.challenge_state = 'open' and not r.is_test
        and r.last_sent_at >= ${EXACT_NOW} - ${CHALLENGE_LIFETIME}) as "openChallenges",
     refused.last_day as "refusedLastDay", refused.day_before as "refusedDayBefore",
     s.texts as "textsLastDay", s.undelivered as "undeliveredLastDay"
   from (select count(*) as texts, count(*) filter (where state = 'not-delivered') as undelivered
         from sms_messages where tenant_id = $1 and id >= (select $2::uuid) and handed_over_at >= clock_timestamp() - interval '1 day') s
   -- By the minute, the one under way included.
   cross join (
     select coalesce(sum(m.count) filter (where m.starts_at >= n.minute - interval '1 day'), 0)::bigint as last_day,
            coalesce(sum(m.count) filter (where m.starts_at < n.minute - interval '1 day'), 0)::bigint as day_before
     from (select date_bin('1 minute', clock_timestamp(), 'epoch') as minute) n
     left join figure_minutes m on m.tenant_id = $1 and m.kind = 'refused' and m.starts_at >= n.minute - interval '2 days') refused`,
  FIGURES,
);

export async function readWatched(db: Queryable, tenantId: string, now: Date): Promise<Watched> {
  // Ids begin with their time: what is older than a day is not looked at.
  const firstId = idAt(now.getTime() - DAY_MS - SLACK_MS);
  const [row] = await db.query<Watched>(READ_WATCHED, [tenantId, firstId]);
  if (row === undefined) throw new Error('a select of counts has one row');
  return row;
}
