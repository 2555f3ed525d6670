// What is counted of a tenant's rows, one by one: the rows that figures.ts adds up, and counts itself where a period is not added up yet.
// Parameters: $1 tenant, $2 from (included), $3 to (excluded), $4 and $5 the ids of that time, a little wider, $6 the time that a test has
// travelled to, or null. Columns: is_test, at (or the beginning of its hour), measure, count, credits.
import { BUCKET_MAX, BUCKETS_PER_DOUBLING } from '../../domain/figures.ts';
import { READ_STATUS } from '../reports/report-list-statements.ts';
import { NOW } from '../reports/report-rows.ts';
import { idAt } from './requests.ts';

/** The route whose time is the time that a caller waits for a report. */
const GENERATE = '/:tenantId/v1/credit-reports';

// Rows that count alike are put together first: an hour has few kinds of them. One on a test clock was made at no real time.
const REPORTS = `select r.is_test, r.at, m.measure, r.count, 0::bigint as credits
  from (
    select r.is_test, date_trunc('hour', r.created_at, 'UTC') as at, ${READ_STATUS} as status, r.challenge_id is not null as made,
           r.challenge_state as challenge, count(*) as count
    from reports r cross join (select ${NOW('$6')} as at) now
    where r.tenant_id = $1 and r.created_at >= $2 and r.created_at < $3 and r.clock_id is null group by 1, 2, 3, 4, 5
  ) r cross join lateral (values
    ('report:' || case when r.status in ('authentication-required', 'retry') then 'waiting' else r.status end),
    (case when r.made then 'challenge:made' end),
    (case when r.challenge = 'passed' then 'challenge:passed' end)) m (measure)
  where m.measure is not null`;

// A call about no report counts in both modes, as the list of requests shows it in both. The report of a call is looked up by itself: for a
// join the planner reads all reports of the tenant.
const REQUESTS = `select modes.is_test, q.at, m.measure, q.count, 0::bigint
  from (
    select coalesce(q.is_test, (select r.is_test from reports r where r.tenant_id = $1 and r.id = q.report_id)) as is_test,
           date_trunc('hour', q.at, 'UTC') as at, q.status / 100 as class,
           case when q.method = 'POST' and q.route = '${GENERATE}' and q.status = 200
                then least(${BUCKET_MAX}, floor(${BUCKETS_PER_DOUBLING} * ln(greatest(q.ms, 1)::float8) / ln(2::float8))) end as bucket,
           count(*) as count
    from requests q
    where q.tenant_id = $1 and q.id >= $4 and q.id < $5 and q.at >= $2 and q.at < $3 group by 1, 2, 3, 4
  ) q join (values (true), (false)) modes (is_test) on modes.is_test = coalesce(q.is_test, modes.is_test)
  cross join lateral (values ('request:' || q.class || 'xx'), ('ms:' || q.bucket)) m (measure)
  where m.measure is not null`;

const SPENDING = `select false, e.created_at, 'spend:' || l.key, 1::bigint, l.value::bigint
  from ledger_entries e cross join lateral json_each_text(e.lines) l
  where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null and e.created_at >= $2 and e.created_at < $3`;

const TEXTS = `select false as is_test, s.at, m.measure, s.count, 0::bigint as credits
  from (
    select date_trunc('hour', s.handed_over_at, 'UTC') as at, s.state, count(*) as count from sms_messages s
    where s.tenant_id = $1 and s.id >= $4 and s.id < $5 and s.handed_over_at >= $2 and s.handed_over_at < $3
      -- Says the type of a parameter that only the reports use.
      and $6::timestamptz is not distinct from $6
    group by 1, 2
  ) s cross join lateral (values
    (case when s.state <> 'refused' then 'text:sent' end),
    (case s.state when 'delivered' then 'text:delivered' when 'not-delivered' then 'text:undelivered'
                  when 'refused' then 'text:refused' end)) m (measure)
  where m.measure is not null`;

/** Rows are written, and their ids made, within this time of each other. */
const SLACK_MS = 60_000;

/** The ids of a period, a little wider. */
export const idsOf = (from: Date, to: Date): [string, string] => [
  idAt(from.getTime() - SLACK_MS),
  idAt(to.getTime() + SLACK_MS),
];

export const FIGURE_KINDS = ['activity', 'texts'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

export const RAW: Record<FigureKind, string> = {
  activity: `${REPORTS} union all ${REQUESTS} union all ${SPENDING}`,
  texts: TEXTS,
};

/**
 * The time of the row that comes after $5 others of its table, from $2 on: null where there are fewer. $3 is the first id of that time, a little
 * earlier. Each table's index is read in its order, and no further.
 */
export const AFTER_ROWS: Record<FigureKind, string> = {
  activity: `least(
    (select r.created_at from reports r where r.tenant_id = $1 and r.created_at >= $2 order by r.created_at, r.id offset $5 limit 1),
    (select q.at from requests q where q.tenant_id = $1 and q.id >= $3 and q.at >= $2 order by q.id offset $5 limit 1),
    (select e.created_at from ledger_entries e where e.tenant_id = $1 and e.created_at >= $2
     order by e.created_at, e.seq offset $5 limit 1))`,
  texts: `(select s.handed_over_at from sms_messages s where s.tenant_id = $1 and s.id >= $3 and s.handed_over_at >= $2
    order by s.id offset $5 limit 1)`,
};

/** How long an hour is over before it is added up: nothing of it changes any more. A text is settled within 72 hours. */
export const SETTLED_AFTER_HOURS: Record<FigureKind, number> = { activity: 1, texts: 73 };
