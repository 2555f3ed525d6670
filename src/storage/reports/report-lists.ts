// Reports by the page, newest first. Keyset pagination: the cursor names the last row seen, so a page is as fast at a million rows
// as at ten, and a report that arrives in between shifts nothing.
import type { BureauId } from '../../domain/credit-report.ts';
import { type FailureReason, type ReportStatus, readFailure } from '../../domain/report.ts';
import { type Database, type Queryable, type Statement, statement } from '../connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { CHALLENGE_LIFETIME, NOW, type ReportRow } from './report-rows.ts';
import { openReport } from './reports.ts';

export type ReportFilters = {
  status?: ReportStatus;
  test?: boolean;
  externalReferenceHash?: Buffer;
  createdFrom?: Date;
  createdTo?: Date;
};

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
const FILTERS = `r.tenant_id = $1
  and ($3::boolean is null or r.is_test = $3)
  and ($4::bytea is null or r.external_reference_hash = $4)
  and ($5::timestamptz is null or r.created_at >= $5)
  and ($6::timestamptz is null or r.created_at <= $6)
  and ($7::bigint is null
       or (r.created_at, r.id) < ('epoch'::timestamptz + $7::bigint * interval '1 microsecond', $8::uuid))`;

// Any status, or complete, which is stored as it reads.
const LIST_REPORTS = statement(
  'list-reports',
  `select ${COLUMNS} from reports r ${NOW_AT} where ${FILTERS} and ($9::text is null or r.status = $9)
   order by r.created_at desc, r.id desc limit $10`,
);

// Rare rows have a partial index. A generic plan can use it only if the text repeats the index's condition.
const LIST_TEST_REPORTS = statement(
  'list-test-reports',
  `select ${COLUMNS} from reports r ${NOW_AT} where ${FILTERS} and ($9::text is null or r.status = $9) and r.is_test
   order by r.created_at desc, r.id desc limit $10`,
);

// Not complete: ended without a report, pending tests, and live reports in progress, which are few and found by clear-up's indexes.
const LIST_UNFINISHED_REPORTS = statement(
  'list-unfinished-reports',
  `with under_way as materialized (
     select ${COLUMNS} from reports r ${NOW_AT} where ${FILTERS} and r.status = 'pending' and not r.is_test
       and (r.challenge_state = 'open' or r.leased_until is not null)
   )
   select * from (
     (select ${COLUMNS} from reports r ${NOW_AT} where ${FILTERS} and r.status in ('failed', 'blocked') and ${READ_STATUS} = $9
      order by r.created_at desc, r.id desc limit $10)
     union all
     (select ${COLUMNS} from reports r ${NOW_AT} where ${FILTERS} and r.status = 'pending' and r.is_test and ${READ_STATUS} = $9
      order by r.created_at desc, r.id desc limit $10)
     union all
     select * from under_way where read_status = $9
   ) page
   order by created_at desc, id desc limit $10`,
);

function statementFor({ status, test }: ReportFilters): Statement {
  if (status !== undefined && status !== 'complete') return LIST_UNFINISHED_REPORTS;
  return test === true ? LIST_TEST_REPORTS : LIST_REPORTS;
}

export type ReportLists = {
  /** One page, and the cursor of the next where there is one. */
  listReports(
    tenantId: string,
    filters: ReportFilters,
    page: { size: number; after: Cursor | null },
  ): Promise<{ items: ReportListItem[]; next: Cursor | null }>;
};

export function createReportLists(needs: {
  database: Database;
  vault: Vault;
  at: () => Date | null;
}): ReportLists {
  return {
    async listReports(tenantId, filters, page) {
      const rows = await needs.database.query<ListRow>(statementFor(filters), [
        tenantId,
        needs.at(),
        filters.test ?? null,
        filters.externalReferenceHash ?? null,
        filters.createdFrom ?? null,
        filters.createdTo ?? null,
        page.after?.createdAtMicros ?? null,
        page.after?.id ?? null,
        filters.status ?? null,
        page.size + 1,
      ]);
      const shown = rows.slice(0, page.size);
      const last = shown.at(-1);
      const hasMore = rows.length > page.size;
      return {
        items: await Promise.all(shown.map((row) => toListItem(needs.vault, row))),
        next: hasMore && last ? { createdAtMicros: last.created_at_micros, id: last.id } : null,
      };
    },
  };
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
  };
}

const IS_TEST_REPORT = statement(
  'is-test-report',
  'select is_test as "isTest" from reports where tenant_id = $1 and id = $2',
);

/** Null when the tenant has no such report. */
export async function isTestReport(
  db: Queryable,
  tenantId: string,
  reportId: string,
): Promise<boolean | null> {
  const [row] = await db.query<{ isTest: boolean }>(IS_TEST_REPORT, [tenantId, reportId]);
  return row?.isTest ?? null;
}
