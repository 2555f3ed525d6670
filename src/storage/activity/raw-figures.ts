// What is counted of a tenant's rows, one by one: the rows that figures.ts adds up, and counts itself where a period is not added up yet.
// Parameters: $1 tenant, $2 from (included), $3 to (excluded), $4 and $5 the ids of that time, a little wider. Columns: is_test, at (or the beginning of its hour), measure, count, credits.
import { READ_STATUS } from '../reports/report-list-statements.ts';
import { NOW } from '../reports/report-rows.ts';
import { BUCKET, IS_TEST } from './minutes.ts';
import { idAt } from './requests.ts';

type Unit = 'hour' | 'minute';
export type Mode = 'live' | 'test';

// Rows that count alike are put together first: an hour has few kinds of them. One on a test clock was made at no real time. `retry` is a part
// of those that wait, which the overview tells apart; what waits is in no hour and no minute that was added up.
const reports = (
  unit: Unit,
  from: string,
  which = 'r.clock_id is null',
): string => `select r.is_test, r.at, m.measure, r.count, 0::bigint as credits
  from (
    select r.is_test, date_bin('1 ${unit}', r.created_at, 'epoch') as at, ${READ_STATUS} as status, r.challenge_state as challenge, count(*) as count
    from reports r cross join (select ${NOW} as at offset 0) now
    where r.tenant_id = $1 and r.created_at >= ${from} and r.created_at < $3 and ${which} group by 1, 2, 3, 4
  ) r cross join lateral (values
    ('report:' || case when r.status in ('authentication-required', 'retry') then 'waiting' else r.status end),
    (case when r.status = 'retry' then 'retry' end),
    (case when r.challenge is not null then 'challenge:made' end),
    (case when r.challenge = 'passed' then 'challenge:passed' end)) m (measure)
  where m.measure is not null`;

// A call about no report counts in both modes, as the list of requests shows it in both. The report of a call is looked up by itself: for a
// join the planner reads all reports of the tenant.
const REQUESTS = `select modes.is_test, q.at, m.measure, q.count, 0::bigint
  from (
    select ${IS_TEST} as is_test, date_bin('1 hour', q.at, 'epoch') as at, q.status / 100 as class, ${BUCKET} as bucket, count(*) as count
    from requests q
    where q.tenant_id = $1 and q.id >= $4 and q.id < $5 and q.at >= $2 and q.at < $3 group by 1, 2, 3, 4
  ) q join (values (true), (false)) modes (is_test) on modes.is_test = coalesce(q.is_test, modes.is_test)
  cross join lateral (values ('request:' || q.class || 'xx'), ('ms:' || q.bucket)) m (measure)
  where m.measure is not null`;

const spending = (
  from: string,
): string => `select false, e.created_at, 'spend:' || l.key, 1::bigint, l.value::bigint
  from ledger_entries e cross join lateral json_each_text(e.lines) l
  where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null and e.created_at >= ${from} and e.created_at < $3`;

// What each bureau answered, in the words of the report, and whether every bureau answered a complete one.
const searched = (
  unit: BureauUnit,
  from: string,
): string => `select date_bin('${unit}', r.created_at, 'epoch') as at,
    r.searches || case when r.status = 'complete' then case when strpos(r.searches, ':unanswered:') > 0 then ' report:partial' else ' report:whole' end
      else '' end as words
  from reports r where r.tenant_id = $1 and r.created_at >= ${from} and r.created_at < $3 and not r.is_test and r.searches is not null`;

// Texts of failed reports apart; the report of each is looked up by itself.
const spentOnReports = (
  unit: BureauUnit,
  from: string,
): string => `select date_bin('${unit}', e.created_at, 'epoch') as at,
    case when l.key = 'sms-otp' and (select r.status from reports r where r.tenant_id = e.tenant_id and r.id = e.report_id) in ('failed', 'blocked')
      then 'lost:' else 'spend:' end || l.key as measure, count(*) as count, sum(l.value::bigint)::bigint as credits
  from ledger_entries e cross join lateral json_each_text(e.lines) l
  where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null and e.created_at >= ${from} and e.created_at < $3 group by 1, 2`;

type BureauUnit = '1 minute' | '30 minutes';
const bureaus = (unit: BureauUnit, from: string): string =>
  `select false as is_test, w.at, s.word as measure, count(*) as count, 0::bigint as credits
  from (${searched(unit, from)} offset 0) w cross join lateral string_to_table(w.words, ' ') s (word) group by 2, 3
  union all
  select false, s.at, s.measure, s.count, s.credits from (${spentOnReports(unit, from)}) s`;

/** Of bureaus, after the minutes that are added up, from $2 on: the words of many reports as one text, to be counted by the reader. */
export const LATER_SEARCHES = `select s.at, string_agg(s.words, ' ') as words from (${searched('30 minutes', '$2')}) s group by 1`;
export const LATER_SPENT = spentOnReports('30 minutes', '$2');

/** What is added up by the minute, with its kind. */
export const MINUTES = `select 'reports' as kind, m.* from (${reports('minute', '$2')} union all ${spending('$2')}) m
  union all select 'bureaus', m.* from (${bureaus('1 minute', '$2')}) m`;

const textsOf = (state: string): string => `count(*) filter (where s.state = '${state}')`;
// By their ids: an index of the time alone has those of all tenants.
const TEXTS = `select false as is_test, s.at, m.measure, m.count, 0::bigint as credits
  from (
    select date_bin('1 hour', s.handed_over_at, 'epoch') as at, count(*) filter (where s.state <> 'refused') as sent,
      ${textsOf('delivered')} as delivered, ${textsOf('not-delivered')} as undelivered, ${textsOf('refused')} as refused
    from (select s.handed_over_at, s.state from sms_messages s where s.tenant_id = $1 and s.id >= $4 and s.id < $5 offset 0) s
    where s.handed_over_at >= $2 and s.handed_over_at < $3
    group by 1
  ) s cross join lateral (values ('text:sent', s.sent), ('text:delivered', s.delivered), ('text:undelivered', s.undelivered),
    ('text:refused', s.refused)) m (measure, count)
  where m.count > 0`;

/** Rows are written, and their ids made, within this time of each other. */
const SLACK_MS = 60_000;

/** The ids of a period, a little wider. */
export const idsOf = (from: Date, to: Date): [string, string] => [
  idAt(from.getTime() - SLACK_MS),
  idAt(to.getTime() + SLACK_MS),
];

export const FIGURE_KINDS = ['activity', 'texts'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

const byHour = (kind: FigureKind, rows: string): string =>
  `select '${kind}' as kind, 'hour' as span, date_trunc('hour', f.at, 'UTC') as starts_at, f.* from (${rows}) f`;

/** What an hour is made of, and the half hours of the bureaus. */
export const RAW: Record<FigureKind, string> = {
  activity: `${byHour('activity', `${reports('hour', '$2')} union all ${REQUESTS} union all ${spending('$2')}`)}
    union all select 'bureaus', 'half-hour', f.at, f.* from (${bureaus('30 minutes', '$2')}) f`,
  texts: byHour('texts', TEXTS),
};

// By the hour.
const summed = (
  mode: string,
  rows: string,
): string => `select ${mode} as mode, date_bin('1 hour', l.at, 'epoch') as at, l.measure,
    sum(l.count)::bigint as count, sum(l.credits)::bigint as credits
  from (${rows}) l group by 1, 2, 3`;
// Each mode has an index of its own. No live report has a clock.
const RAW_LATER: Record<Mode, string> = {
  live: `${reports('hour', '$4', 'not r.is_test')} union all ${spending('$4')}`,
  test: reports('hour', '$4', 'r.is_test and r.clock_id is null'),
};
const activityLater = (mode: Mode): string =>
  `${summed(
    'l.mode',
    `select m.mode, m.starts_at as at, m.measure, m.count, m.credits from figure_minutes m where m.tenant_id = $1 and m.starts_at >= $2
     and m.mode in ('${mode}', 'any') and (m.kind = 'calls' and m.starts_at < $3 or m.kind = 'reports' and m.starts_at < $4)`,
  )} union all ${summed(`'${mode}'`, RAW_LATER[mode])}`;

/**
 * What a reading takes after the last hour, by the hour; `any` counts in both modes. Of activity: sums where there are some, then rows; $4: up to
 * where reports of the mode are added up by the minute. Calls have a sum always: no row of the log is read. Of
 * texts: $4 and $5 are ids.
 */
export const LATER = {
  live: activityLater('live'),
  test: activityLater('test'),
  texts: `select 'live' as mode, l.at, l.measure, l.count, l.credits from (${TEXTS}) l`,
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
