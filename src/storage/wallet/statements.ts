// Reading the ledger: the statement line by line, usage by product, and whether reports and holds agree.
import { type Queryable, statement } from '../connection/database.ts';
import { ENTRY_COLUMNS, type LedgerEntry } from './ledger.ts';

export type Line = LedgerEntry & { createdAt: Date };

export type LineFilters = {
  kind: string | null;
  reportId: string | null;
  from: Date | null;
  to: Date | null;
};

// Times are shown in milliseconds, so "at this time or earlier" includes all of that millisecond.
const WHERE = `e.tenant_id = $1 and ($3::uuid is null or e.report_id = $3)
  and ($4::timestamptz is null or e.created_at >= $4) and ($5::timestamptz is null or e.created_at < $5::timestamptz + interval '1 millisecond')`;

// Nearly every line is a hold or a post; the others have a partial index, which a generic plan can use only if the text repeats its
// condition.
const ANY_KIND = '($2::text is null or e.kind = $2)';
const RARE_KIND = `e.kind = $2 and e.kind not in ('hold', 'post')`;
const isRare = (kind: string | null): boolean => kind !== null && kind !== 'hold' && kind !== 'post';
const LINE = `${ENTRY_COLUMNS}, e.created_at as "createdAt"`;
const BACKWARD = '($6::bigint is null or e.seq < $6) order by e.seq desc limit $7';
const FORWARD = 'e.seq > $6 order by e.seq limit $7';

const LIST_LINES = statement(
  'list-statement-lines',
  `select ${LINE} from ledger_entries e where ${WHERE} and ${ANY_KIND} and ${BACKWARD}`,
);
const LIST_RARE_LINES = statement(
  'list-rare-statement-lines',
  `select ${LINE} from ledger_entries e where ${WHERE} and ${RARE_KIND} and ${BACKWARD}`,
);
const LIST_LINES_FORWARD = statement(
  'list-statement-lines-forward',
  `select ${LINE} from ledger_entries e where ${WHERE} and ${ANY_KIND} and ${FORWARD}`,
);
const LIST_RARE_LINES_FORWARD = statement(
  'list-rare-statement-lines-forward',
  `select ${LINE} from ledger_entries e where ${WHERE} and ${RARE_KIND} and ${FORWARD}`,
);

/** Newest first, before a seq; for pages. */
export function listLines(
  db: Queryable,
  tenantId: string,
  filters: LineFilters,
  page: { beforeSeq: number | null; size: number },
): Promise<Line[]> {
  const { kind, reportId, from, to } = filters;
  const lines = isRare(kind) ? LIST_RARE_LINES : LIST_LINES;
  return db.query<Line>(lines, [tenantId, kind, reportId, from, to, page.beforeSeq, page.size]);
}

/** Oldest first, after a seq; for whole periods. */
export function listLinesForward(
  db: Queryable,
  tenantId: string,
  filters: LineFilters,
  page: { afterSeq: number; size: number },
): Promise<Line[]> {
  const { kind, reportId, from, to } = filters;
  const lines = isRare(kind) ? LIST_RARE_LINES_FORWARD : LIST_LINES_FORWARD;
  return db.query<Line>(lines, [tenantId, kind, reportId, from, to, page.afterSeq, page.size]);
}

export type Usage = { productCode: string; productName: string; credits: number; count: number };

const SUM_USAGE = statement(
  'sum-usage',
  `select p.code as "productCode", p.name as "productName", sum(l.value::bigint)::bigint as credits, count(*) as count
   from ledger_entries e cross join lateral json_each_text(e.lines) l join products p on p.code = l.key
   where e.tenant_id = $1 and e.kind = 'post' and e.lines is not null
     and e.created_at >= ($2::date)::timestamp at time zone $4
     and e.created_at < ($3::date + 1)::timestamp at time zone $4
   group by p.code, p.name order by p.code`,
);

/** Spending on whole days, both included, in a time zone. */
export function sumUsage(
  db: Queryable,
  tenantId: string,
  period: { dateFrom: string; dateTo: string; timeZone: string },
): Promise<Usage[]> {
  return db.query<Usage>(SUM_USAGE, [tenantId, period.dateFrom, period.dateTo, period.timeZone]);
}

const LIST_UNEXPLAINED = statement(
  'list-unexplained-reports',
  `select r.id, 'is complete but was not charged' as problem
   from reports r join holds h on h.tenant_id = r.tenant_id and h.id = r.id
   where r.tenant_id = $1 and not r.is_test and r.status = 'complete' and h.state <> 'posted'
     -- A purchase may have cost nothing; then the void has its lines.
     and not exists (select 1 from ledger_entries e
                     where e.tenant_id = h.tenant_id and e.transfer_key = 'back:' || h.id and e.lines is not null)
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
   where h.tenant_id = $1 and r.id is null
     -- A report that was withdrawn for lack of funds has a void with empty lines.
     and not exists (select 1 from ledger_entries e
                     where e.tenant_id = h.tenant_id and e.transfer_key = 'back:' || h.id and e.lines::text = '{}')
   limit 1000`,
);

export function listUnexplainedReports(
  db: Queryable,
  tenantId: string,
): Promise<{ id: string; problem: string }[]> {
  return db.query<{ id: string; problem: string }>(LIST_UNEXPLAINED, [tenantId]);
}
