// Reading the ledger: the statement line by line, usage by product, and whether reports and holds agree.
import { FIGURES_ZONE } from '../../domain/activity/figures.ts';
import type { ProductCode } from '../../domain/wallet/pricing.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { lateHoldId } from '../reports/sms-messages.ts';
import { ENTRY_COLUMNS, type LedgerEntry } from './ledger.ts';

export type Line = LedgerEntry & { createdAt: Date };

export type LineFilters = {
  kind: string | null;
  reportId: string | null;
  from: Date | null;
  to: Date | null;
};

/**
 * Lines of a period; null is no bound. Times are shown in milliseconds, so "at this time or earlier" includes all of that millisecond. Lines are
 * numbered in the order of their time, to within an hour of clocks: what is far outside of the period is not read.
 */
export const linesWithin = (
  from: string,
  to: string,
): string => `(${from}::timestamptz is null or e.created_at >= ${from})
  and (${to}::timestamptz is null or e.created_at < ${to}::timestamptz + interval '1 millisecond')
  and e.seq > coalesce((select l.seq from ledger_entries l where l.tenant_id = $1 and l.created_at < ${from}::timestamptz - interval '1 hour'
    order by l.created_at desc, l.seq desc limit 1), 0)
  and e.seq < coalesce((select l.seq from ledger_entries l where l.tenant_id = $1 and l.created_at > ${to}::timestamptz + interval '1 hour'
    order by l.created_at, l.seq limit 1), 9223372036854775807)`;

// Nearly every line is a hold or a post; the others have a partial index, which a generic plan can use only if the text repeats its
// condition. So it is with the lines of one report.
const KINDS = {
  any: '($2::text is null or e.kind = $2)',
  rare: `e.kind = $2 and e.kind not in ('hold', 'post')`,
  'of-report': '($2::text is null or e.kind = $2) and e.report_id = $3',
};
const LINE = `${ENTRY_COLUMNS}, e.created_at as "createdAt"`;
const DIRECTIONS = {
  backward: 'e.seq < coalesce($6::bigint, 9223372036854775807) order by e.seq desc limit $7',
  forward: 'e.seq > $6 order by e.seq limit $7',
};

const listThose = (kind: keyof typeof KINDS, direction: keyof typeof DIRECTIONS) =>
  statement(
    `list-statement-lines-${kind}-${direction}`,
    `select ${LINE} from ledger_entries e where e.tenant_id = $1 and ($3::uuid is null or e.report_id = $3)
       and ${linesWithin('$4', '$5')} and ${KINDS[kind]} and ${DIRECTIONS[direction]}`,
  );
const LISTS = {
  any: { backward: listThose('any', 'backward'), forward: listThose('any', 'forward') },
  rare: { backward: listThose('rare', 'backward'), forward: listThose('rare', 'forward') },
  'of-report': { backward: listThose('of-report', 'backward'), forward: listThose('of-report', 'forward') },
};

function listsFor({ kind, reportId }: LineFilters): (typeof LISTS)['any'] {
  if (reportId !== null) return LISTS['of-report'];
  return LISTS[kind !== null && kind !== 'hold' && kind !== 'post' ? 'rare' : 'any'];
}

/** Newest first, before a seq; for pages. */
export function listLines(
  db: Queryable,
  tenantId: string,
  filters: LineFilters,
  page: { beforeSeq: number | null; size: number },
): Promise<Line[]> {
  const { kind, reportId, from, to } = filters;
  return db.query<Line>(listsFor(filters).backward, [
    tenantId,
    kind,
    reportId,
    from,
    to,
    page.beforeSeq,
    page.size,
  ]);
}

/** Oldest first, after a seq; for whole periods. */
export function listLinesForward(
  db: Queryable,
  tenantId: string,
  filters: LineFilters,
  page: { afterSeq: number; size: number },
): Promise<Line[]> {
  const { kind, reportId, from, to } = filters;
  return db.query<Line>(listsFor(filters).forward, [
    tenantId,
    kind,
    reportId,
    from,
    to,
    page.afterSeq,
    page.size,
  ]);
}

export type Usage = { productCode: ProductCode; productName: string; credits: number; count: number };

// Each bound as a value by itself, so that the index of the time is read between them whatever the planner thinks of a join.
const entriesBetween = (from: string, to: string): string => `select l.key, l.value::bigint, 1
     from ledger_entries e cross join lateral json_each_text(e.lines) l
     where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null
       and e.created_at >= (select ${from} from period) and e.created_at < (select ${to} from period)`;

const addedBetween = (
  span: 'hour' | 'day',
  from: string,
  to: string,
): string => `select substr(f.measure, 7) as code, f.credits, f.count from figures f
     where f.tenant_id = $1 and f.kind = 'activity' and f.span = '${span}' and not f.is_test and f.measure like 'spend:%'
       and f.starts_at >= (select ${from} from period) and f.starts_at < (select ${to} from period)`;

// Days and hours that are added up (activity/add-up-figures.ts) are read from their sums; entry by entry is what comes after them, and, in a time zone
// that is not a whole number of hours off, the rest of an hour at either end. Days are added up in the zone $5, whatever zone is asked for.
const SUM_USAGE = statement(
  'sum-usage',
  `with hours as materialized (
     select p.from_at, p.to_at, p.hours_from, m.days_until,
       greatest(p.hours_from, least(date_trunc('hour', p.to_at, 'UTC'), coalesce(m.hours_until, p.hours_from))) as hours_to
     from (select f.at as from_at, ($3::date + 1)::timestamp at time zone $4 as to_at,
             date_trunc('hour', f.at + interval '1 hour' - interval '1 microsecond', 'UTC') as hours_from
           from (select ($2::date)::timestamp at time zone $4 as at) f) p
     left join (select k.hours_until, k.days_until from figure_marks k where k.tenant_id = $1 and k.kind = 'activity') m on true
   ), period as materialized (
     select h.*, greatest(h.days_from, date_trunc('day', least(h.hours_to, h.days_until), $5)) as days_to
     from (select h.*, least(h.hours_to,
             (date_trunc('day', (h.hours_from - interval '1 microsecond') at time zone $5) + interval '1 day') at time zone $5) as days_from
           from hours h) h
   ), parts as (
     ${addedBetween('hour', 'hours_from', 'days_from')}
     union all
     ${addedBetween('day', 'days_from', 'days_to')}
     union all
     ${addedBetween('hour', 'days_to', 'hours_to')}
     union all
     ${entriesBetween('from_at', 'hours_from')}
     union all
     ${entriesBetween('hours_to', 'to_at')}
   )
   select p.code as "productCode", p.name as "productName", sum(u.credits)::bigint as credits, sum(u.count)::bigint as count
   from parts u join products p on p.code = u.code group by p.code, p.name order by p.code`,
);

/** Spending on whole days, both included, in a time zone. */
export function sumUsage(
  db: Queryable,
  tenantId: string,
  period: { dateFrom: string; dateTo: string; timeZone: string },
): Promise<Usage[]> {
  const { dateFrom, dateTo, timeZone } = period;
  return db.query<Usage>(SUM_USAGE, [tenantId, dateFrom, dateTo, timeZone, FIGURES_ZONE]);
}

const LIST_UNEXPLAINED = statement(
  'list-unexplained-reports',
  `select r.id, 'is complete but was not charged' as problem
   from reports r join holds h on h.tenant_id = r.tenant_id and h.id = r.id
   where r.tenant_id = $1 and not r.is_test and r.status = 'complete' and h.state <> 'posted'
     -- A purchase may have cost nothing; then the void has its lines.
     and not exists (select 1 from ledger_entries e
                     where e.tenant_id = h.tenant_id and e.report_id = h.report_id and e.hold_id = h.id and e.to_account = 'available' and e.lines is not null)
   union all
   select r.id, 'was charged but is ' || r.status
   from reports r join holds h on h.tenant_id = r.tenant_id and h.id = r.id
   where r.tenant_id = $1 and not r.is_test and r.status <> 'complete' and h.state = 'posted'
   union all
   select h.id, 'is over but its credits are still held'
   from holds h join reports r on r.tenant_id = h.tenant_id and r.id = h.id
   where h.tenant_id = $1 and h.state = 'open' and h.purpose = 'report' and r.status <> 'pending'
   union all
   select h.id, 'has a hold but does not exist'
   from holds h left join reports r on r.tenant_id = h.tenant_id and r.id = h.report_id
   where h.tenant_id = $1 and h.report_id is not null and r.id is null
     -- A report that was withdrawn for lack of funds has a void with empty lines.
     and not exists (select 1 from ledger_entries e
                     where e.tenant_id = h.tenant_id and e.report_id = h.report_id and e.hold_id = h.id and e.to_account = 'available' and e.lines::text = '{}')
   union all
   select h.id, 'is held for a text that nobody sent'
   from holds h where h.tenant_id = $1 and h.report_id is null and not exists (
     select 1 from consumer_session_sends n where n.tenant_id = h.tenant_id and (n.id = h.id or ${lateHoldId('n.id')} = h.id))
   limit 1000`,
);

export function listUnexplainedReports(
  db: Queryable,
  tenantId: string,
): Promise<{ id: string; problem: string }[]> {
  return db.query<{ id: string; problem: string }>(LIST_UNEXPLAINED, [tenantId]);
}
