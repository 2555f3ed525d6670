// The backlog over all tenants, for metrics: open holds, leased reports, waiting challenges, payments that the provider has not answered to. Figures only, no tenant and no person.
// One statement on the partial indexes of open rows, so past rows cost nothing.
import type { Backlog } from '../../telemetry/gauges.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

const READ_BACKLOG = statement(
  'read-backlog',
  `with given as (select unnest(array['report', 'sms']) as purpose),
   open_holds as (
     select purpose, count(*) as count, sum(amount)::bigint as credits, min(placed_at) as oldest
     from holds where state = 'open' group by purpose
   ), leased as (
     select count(*) as count, min(leased_until) as oldest from reports
     where status = 'pending' and not is_test and leased_until is not null
   ), waiting as (
     select count(*) as count, min(last_sent_at) as oldest from reports
     where status = 'pending' and challenge_state = 'open' and not is_test
   ), unanswered as (
     select min(since) as oldest from (
       select min(created_at) as since from payment_refunds where look_at is not null
       union all
       select min(created_at) from payments where purpose = 'automatic' and state = 'pending' and session is null and reference is null
       union all
       select min(look_at) from payments where look_at < clock_timestamp()) u
   )
   select g.purpose, coalesce(h.count, 0) as count, coalesce(h.credits, 0) as credits, ${secondsSince('h.oldest')} as age,
          leased.count as leased_count, ${secondsSince('leased.oldest')} as overdue,
          waiting.count as waiting_count, ${secondsSince('waiting.oldest')} as waiting_age, ${secondsSince('unanswered.oldest')} as unanswered
   from given g left join open_holds h using (purpose) cross join leased cross join waiting cross join unanswered order by g.purpose`,
);

type BacklogRow = {
  purpose: 'report' | 'sms';
  count: number;
  credits: number;
  age: number;
  leased_count: number;
  overdue: number;
  waiting_count: number;
  waiting_age: number;
  unanswered: number;
};

export async function readBacklog(db: Queryable): Promise<Backlog> {
  const rows = await db.query<BacklogRow>(READ_BACKLOG, []);
  // A shard has a row for each purpose; what is not of a purpose is in both.
  const ofShards = rows.filter(({ purpose }) => purpose === 'report');
  return {
    holds: (['report', 'sms'] as const).map((purpose) => {
      const held = rows.filter((row) => row.purpose === purpose);
      const oldestSeconds = most(held.map(({ age }) => age));
      return {
        purpose,
        oldestSeconds,
        count: sum(held.map(({ count }) => count)),
        credits: sum(held.map(({ credits }) => credits)),
      };
    }),
    reportsInWork: sum(ofShards.map(({ leased_count: count }) => count)),
    overdueSeconds: most(ofShards.map(({ overdue }) => overdue)),
    challengesWaiting: sum(ofShards.map(({ waiting_count: count }) => count)),
    challengeOldestSeconds: most(ofShards.map(({ waiting_age: age }) => age)),
    paymentsWaitingSeconds: most(ofShards.map(({ unanswered }) => unanswered)),
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const most = (numbers: number[]): number => Math.max(0, ...numbers);

function secondsSince(column: string): string {
  return `coalesce(greatest(extract(epoch from clock_timestamp() - ${column}), 0), 0)::float8`;
}
