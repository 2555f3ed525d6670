// Reports by the page, newest or oldest first. Keyset pagination: the cursor names the last row seen, so a page is as fast at a million rows
// as at ten, and a report that arrives in between shifts nothing.
import type { BureauId } from '../../domain/credit-report.ts';
import { maskPerson } from '../../domain/masked-person.ts';
import { type FailureReason, type ReportStatus, readFailure } from '../../domain/report.ts';
import {
  type Database,
  plannedAnew,
  type Queryable,
  type Statement,
  statement,
} from '../connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { foldReference, pathAfter } from './reference-paths.ts';
import { CHALLENGE_LIFETIME, NOW, type ReportRow, WAITS_MAX } from './report-rows.ts';
import { openReport } from './reports.ts';

export type ReportFilters = {
  status?: ReportStatus;
  test?: boolean;
  externalReferenceHash?: Buffer;
  beginning?: Beginning;
  createdFrom?: Date;
  createdTo?: Date;
};

/** Of an external reference. Reports from before paths were kept are found by the whole of it. */
export type Beginning = { text: string; path: Buffer; wholeHash: Buffer };

export type Cursor = { createdAtMicros: string; id: string };

export type ReportListItem = {
  id: string;
  status: ReportStatus;
  failureReason: FailureReason | null;
  test: boolean;
  bureaus: BureauId[];
  externalReference: string | null;
  createdAt: Date;
  updatedAt: Date;
  purged: boolean;
  /** Masked; null once purged. */
  person: string | null;
};

type ListRow = ReportRow & { read_status: ReportStatus; created_at_micros: string };

// The status of a pending report as domain/report.ts reads it, in SQL because filters need it; a test compares the two.
export const READ_STATUS = `case
    when r.status <> 'pending' then r.status
    when r.challenge_state = 'open' and now.at > r.last_sent_at + ${CHALLENGE_LIFETIME} then 'failed'
    when r.challenge_state = 'open' and r.attempts > 0 then 'retry'
    else 'authentication-required'
  end`;

const COLUMNS = `r.tenant_id, r.id, r.is_test, r.bureaus, r.status, r.failure_reason, r.details, null::bytea as body,
  r.created_at, r.updated_at, r.purged_at, r.challenge_id, r.challenge_state, r.attempts, r.sends, r.last_sent_at, r.is_doomed,
  null::bigint as balance_credits, now.at, ${READ_STATUS} as read_status,
  (extract(epoch from r.created_at) * 1000000)::bigint::text as created_at_micros`;
const NOW_AT = `cross join (select ${NOW('$2')} as at) now`;
const SEEN_AT = `'epoch'::timestamptz + $7::bigint * interval '1 microsecond'`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const KEY = 'r.created_at, r.id, r.reference_path, r.is_test';
type Order = 'newest' | 'oldest';

/** Reports that are looked through for a beginning before its index is asked. */
const NEAR_MAX = 2_000;

function listsIn(order: Order) {
  const [direction, name] = order === 'newest' ? ['desc', ''] : ['asc', '-oldest-first'];
  // Bounds that are always there: where one may be null, a generic plan would read all rows before the page and leave them out.
  const within = `r.created_at >= greatest($5::timestamptz, ${order === 'oldest' ? SEEN_AT : 'null'}, '-infinity')
    and r.created_at <= coalesce($6::timestamptz, 'infinity')`;
  const after =
    order === 'newest'
      ? `(r.created_at, r.id) < (coalesce(${SEEN_AT}, 'infinity'), coalesce($8::uuid, '${LAST_ID}'))`
      : `(r.created_at, r.id) > (coalesce(${SEEN_AT}, '-infinity'), coalesce($8::uuid, '${FIRST_ID}'))`;
  const filters = `r.tenant_id = $1 and ($3::boolean is null or r.is_test = $3)
    and ($4::bytea is null or r.external_reference_hash = $4) and ${within} and ${after}`;
  const inOrder = `order by r.created_at ${direction}, r.id ${direction}`;
  const page = `${inOrder} limit $10`;
  // Live reports in progress, which are few and found by clear-up's indexes.
  const underWay = (columns: string) => `select ${columns} from reports r ${NOW_AT} where ${filters}
    and r.status = 'pending' and not r.is_test and (r.challenge_state = 'open' or r.leased_until is not null)`;
  const ended = (columns: string, limit: string | number) => `select * from (
    (select ${columns} from reports r ${NOW_AT} where ${filters} and r.status in ('failed', 'blocked') and r.status = $9 ${inOrder} limit ${limit})
    union all
    (select ${columns} from reports r ${NOW_AT}
     where ${filters} and r.status = 'pending' and r.is_test and ${READ_STATUS} = $9 and $9 = 'failed' ${inOrder} limit ${limit})
    union all
    select * from (${underWay(columns)}) under_way where read_status = $9
  ) r ${inOrder} limit ${limit}`;

  // By the beginning of a reference. One that many reports share is found among the first of all that have the status; only where these do
  // not fill the page is the index of the beginnings read, all of it that matches: out of the index alone where no status is asked for.
  const isBegun = `r.reference_path >= $11 and r.reference_path < $12 and ($3::boolean is null or r.is_test = $3)`;
  const begun = (which: string, first: string, status: string): Statement =>
    plannedAnew(
      `list-reports-by-beginning${which}${name}`,
      `with first as materialized (
         select r.created_at, r.id from (${first}) r where ${isBegun} ${page}
       ), found as materialized (
         select created_at, id from first
         union
         (select r.created_at, r.id from reports r ${NOW_AT}
          where (select count(*) from first) < $10 and r.tenant_id = $1 and ${isBegun} and ${within} and ${after} and ${status} ${page})
         union
         (select r.created_at, r.id from reports r ${NOW_AT}
          where r.tenant_id = $1 and r.external_reference_hash = $13 and ($3::boolean is null or r.is_test = $3)
            and ${within} and ${after} and ${status} ${page})
       )
       select ${COLUMNS} from found cross join lateral (
         select * from reports one where one.tenant_id = $1 and one.id = found.id) r ${NOW_AT}
       where ($4::bytea is null or r.external_reference_hash = $4) ${page}`,
    );
  const all = (status: string) => `select ${KEY} from reports r where r.tenant_id = $1 and ${status}
    and ${within} and ${after} ${inOrder} limit ${NEAR_MAX}`;

  return {
    // Any status, or complete, which is stored as it reads.
    any: statement(
      `list-reports${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and ($9::text is null or r.status = $9) ${page}`,
    ),
    // Rare rows have a partial index. A generic plan can use it only if the text repeats the index's condition.
    tests: statement(
      `list-test-reports${name}`,
      `select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and ($9::text is null or r.status = $9) and r.is_test ${page}`,
    ),
    // Ended without a report, which a challenge has done that expired, whether it is stored yet or not.
    ended: statement(`list-ended-reports${name}`, ended(COLUMNS, '$10')),
    // Waiting for a code. Tests that expired stay as they are for good: older ones do not wait.
    waiting: statement(
      `list-waiting-reports${name}`,
      `with under_way as materialized (${underWay(COLUMNS)}), tests as materialized (
         select ${COLUMNS} from reports r ${NOW_AT} where ${filters} and r.status = 'pending' and r.is_test
           and r.created_at >= (select ${NOW('$2')} - ${WAITS_MAX})
       )
       select r.* from (select * from under_way union all select * from tests) r
       join reports one on one.tenant_id = r.tenant_id and one.id = r.id
       where r.read_status = $9 and ($11::bytea is null or one.reference_path >= $11 and one.reference_path < $12
         or one.external_reference_hash = $13) ${page}`,
    ),
    begun: begun('', all('$9::text is null'), '$9::text is null'),
    begunComplete: begun('-complete', all('r.status = $9'), 'r.status = $9'),
    begunEnded: begun(
      '-ended',
      ended(`${KEY}, ${READ_STATUS} as read_status`, NEAR_MAX),
      `${READ_STATUS} = $9`,
    ),
  };
}
const LISTS: Record<Order, ReturnType<typeof listsIn>> = {
  newest: listsIn('newest'),
  oldest: listsIn('oldest'),
};

function statementFor({ status, test, beginning }: ReportFilters, order: Order): Statement {
  const lists = LISTS[order];
  if (status !== undefined && isWaiting(status)) return lists.waiting;
  const isEnded = status === 'failed' || status === 'blocked';
  if (beginning !== undefined)
    return status === undefined ? lists.begun : isEnded ? lists.begunEnded : lists.begunComplete;
  if (isEnded) return lists.ended;
  return test === true ? lists.tests : lists.any;
}

const isWaiting = (status: ReportStatus): boolean =>
  status === 'retry' || status === 'authentication-required';

const counted = ({ name, text, isPlannedAnew }: Statement): Statement => ({
  ...statement(`count-${name}`, `select count(*) as count from (${text}) listed`),
  ...(isPlannedAnew && { isPlannedAnew }),
});

/** Of all filters; a list by a beginning, and that of waiting reports, has three more. */
function valuesOf(
  tenantId: string,
  filters: ReportFilters,
  page: { size: number; after: Cursor | null },
  at: Date | null,
): unknown[] {
  const { beginning, status } = filters;
  const begins =
    beginning === undefined
      ? [null, null, null]
      : [beginning.path, pathAfter(beginning.path) ?? LAST_PATH, beginning.wholeHash];
  const hasBeginning = beginning !== undefined || (status !== undefined && isWaiting(status));
  return [
    tenantId,
    at,
    filters.test ?? null,
    filters.externalReferenceHash ?? null,
    filters.createdFrom ?? null,
    filters.createdTo ?? null,
    page.after?.createdAtMicros ?? null,
    page.after?.id ?? null,
    filters.status ?? null,
    page.size,
    ...(hasBeginning ? begins : []),
  ];
}

const LAST_PATH = Buffer.alloc(29, 0xff);

// Ids begin with their time, so those with the same beginning are of the same minute.
const LIST_BY_ID = statement(
  'list-reports-by-id',
  `select ${COLUMNS} from reports r ${NOW_AT} where r.tenant_id = $1 and r.id >= $3 and r.id <= $4
     and ($5::boolean is null or r.is_test = $5)
   order by r.id desc limit $6`,
);

export type ReportLists = {
  /** One page, and the cursor of the next where there is one. A page by a beginning may hold fewer than its size. */
  listReports(
    tenantId: string,
    filters: ReportFilters,
    page: { size: number; after: Cursor | null; order?: Order },
  ): Promise<{ items: ReportListItem[]; next: Cursor | null }>;
  /** How many there are, counted up to `countMax`. */
  countReports(tenantId: string, filters: ReportFilters, countMax: number): Promise<number>;
  /** Those whose ids are within the two, newest first. */
  listReportsById(
    tenantId: string,
    ids: { from: string; to: string },
    which: { test?: boolean; size: number },
  ): Promise<ReportListItem[]>;
};

export function createReportLists(needs: {
  database: Database;
  vault: Vault;
  at: () => Date | null;
}): ReportLists {
  const { database, vault, at } = needs;
  const toItems = (rows: ListRow[]) => Promise.all(rows.map((row) => toListItem(vault, row)));
  return {
    async listReports(tenantId, filters, { size, after, order = 'newest' }) {
      const values = valuesOf(tenantId, filters, { size: size + 1, after }, at());
      const rows = await database.query<ListRow>(statementFor(filters, order), values);
      const shown = rows.slice(0, size);
      const last = shown.at(-1);
      const hasMore = rows.length > size;
      return {
        items: (await toItems(shown)).filter((item) => beginsWith(item, filters.beginning)),
        next: hasMore && last ? { createdAtMicros: last.created_at_micros, id: last.id } : null,
      };
    },

    async countReports(tenantId, filters, countMax) {
      const values = valuesOf(tenantId, filters, { size: countMax, after: null }, at());
      const [row] = await database.query<{ count: number }>(counted(statementFor(filters, 'newest')), values);
      return row?.count ?? 0;
    },

    async listReportsById(tenantId, { from, to }, { test = null, size }) {
      return toItems(await database.query<ListRow>(LIST_BY_ID, [tenantId, at(), from, to, test, size]));
    },
  };
}

function beginsWith({ externalReference }: ReportListItem, beginning: Beginning | undefined): boolean {
  if (beginning === undefined) return true;
  return (
    externalReference !== null && foldReference(externalReference).startsWith(foldReference(beginning.text))
  );
}

async function toListItem(vault: Vault, row: ListRow): Promise<ReportListItem> {
  const report = await openReport(vault, row);
  return {
    id: report.id,
    status: row.read_status,
    failureReason: readFailure(report, report.atMs),
    test: report.isTest,
    bureaus: report.bureaus,
    externalReference: report.details?.externalReference ?? null,
    createdAt: report.createdAt,
    updatedAt: report.updatedAt,
    purged: report.purgedAt !== null,
    person: report.details === null ? null : maskPerson(report.details.consumer),
  };
}

const IS_TEST_REPORT = statement(
  'is-test-report',
  'select is_test as "isTest" from reports where tenant_id = $1 and id = $2',
);

export async function isTestReport(
  db: Queryable,
  tenantId: string,
  reportId: string,
): Promise<boolean | null> {
  const [row] = await db.query<{ isTest: boolean }>(IS_TEST_REPORT, [tenantId, reportId]);
  return row?.isTest ?? null;
}
