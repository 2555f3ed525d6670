// Reports by the page, newest or oldest first. Keyset pagination: the cursor names the last row seen, so a page is as fast at a million rows
// as at ten, and a report that arrives in between shifts nothing.
import type { SearchAnswer } from '../../domain/activity/bureau-figures.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import { maskPerson } from '../../domain/reports/masked-person.ts';
import { type FailureReason, type ReportStatus, readFailure } from '../../domain/reports/report.ts';
import {
  type Database,
  hidden,
  type Queryable,
  type Statement,
  statement,
} from '../engine/connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { listFound } from './finders.ts';
import { foldReference, pathAfter } from './reference-paths.ts';
import { COLUMNS, LISTS, type List, NOW_AT, type Order } from './report-list-statements.ts';
import type { ListRow } from './report-rows.ts';
import { openReport } from './reports.ts';

export type ReportFilters = {
  status?: ReportStatus | undefined;
  test?: boolean | undefined;
  externalReferenceHash?: Buffer | undefined;
  beginning?: Beginning | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  /** Live reports that this bureau was asked for, or that it answered so; not together with a beginning. */
  bureau?: BureauId | undefined;
  bureauAnswer?: SearchAnswer | undefined;
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
  /** The test clock that it goes by, or went by. */
  testClockId: string | null;
};

function statementFor(filters: ReportFilters, order: Order): List {
  const lists = LISTS[order];
  const { status, test, beginning, bureau, bureauAnswer } = filters;
  if (bureau !== undefined)
    return bureauAnswer === undefined || bureauAnswer === 'ok' ? lists.searched : lists.gaps;
  if (isByReference(filters)) return lists.referred;
  if (status !== undefined && isWaiting(status)) return lists.waiting;
  const isEnded = status === 'failed' || status === 'blocked';
  if (beginning !== undefined)
    return status === undefined ? lists.begun : isEnded ? lists.begunEnded : lists.begunComplete;
  if (isEnded) return lists.ended;
  return test === undefined ? lists.any : test ? lists.tests : lists.lives;
}

const isByReference = ({ externalReferenceHash, beginning }: ReportFilters): boolean =>
  externalReferenceHash !== undefined && beginning === undefined;

const isWaiting = (status: ReportStatus): boolean =>
  status === 'retry' || status === 'authentication-required';

export const counted = ({ name, keys, isPlannedAnew }: List): Statement => ({
  ...statement(`count-${name}`, `select count(*) as count from (${keys}) listed`),
  ...(isPlannedAnew && { isPlannedAnew }),
});

/** Of all filters; a list by a beginning, and that of waiting reports, has three more. */
function valuesOf(
  tenantId: string,
  filters: ReportFilters,
  page: { size: number; after: Cursor | null },
): unknown[] {
  const { beginning, status, bureau, bureauAnswer } = filters;
  const begins =
    beginning === undefined
      ? [null, null, null]
      : [beginning.path, pathAfter(beginning.path) ?? LAST_PATH, beginning.wholeHash];
  const mayBegin = status !== undefined && isWaiting(status) && !isByReference(filters);
  return [
    tenantId,
    filters.test ?? null,
    filters.externalReferenceHash ?? null,
    filters.createdFrom ?? null,
    filters.createdTo ?? null,
    page.after?.createdAtMicros ?? null,
    page.after?.id ?? null,
    filters.status ?? null,
    page.size,
    ...(bureau !== undefined
      ? [`${bureau}:${bureauAnswer === undefined ? '' : `${bureauAnswer}:`}`]
      : beginning !== undefined || mayBegin
        ? begins
        : []),
  ];
}

const LAST_PATH = Buffer.alloc(29, 0xff);

// Ids begin with their time, so those with the same beginning are of the same minute.
const LIST_BY_ID = statement(
  'list-reports-by-id',
  `select ${COLUMNS} from reports r ${NOW_AT} where r.tenant_id = $1 and r.id >= ${hidden('$2', 'uuid')} and r.id <= ${hidden('$3', 'uuid')}
     and ($4::boolean is null or r.is_test = $4)
   order by r.id desc limit ${hidden('$5', 'bigint')}`,
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
    which: { test?: boolean | undefined; size: number },
  ): Promise<ReportListItem[]>;
  /** Those of a phone's end or of a surname (finders.ts), newest first. */
  listReportsByFinder(tenantId: string, by: Parameters<typeof listFound>[2]): Promise<ReportListItem[]>;
};

export function createReportLists(needs: { database: Database; vault: Vault }): ReportLists {
  const { database, vault } = needs;
  const toItems = (rows: ListRow[]) => Promise.all(rows.map((row) => toListItem(vault, row)));
  return {
    async listReports(tenantId, filters, { size, after, order = 'newest' }) {
      const values = valuesOf(tenantId, filters, { size: size + 1, after });
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
      const values = valuesOf(tenantId, filters, { size: countMax, after: null });
      const [row] = await database.query<{ count: number }>(counted(statementFor(filters, 'newest')), values);
      return row?.count ?? 0;
    },

    async listReportsById(tenantId, { from, to }, { test = null, size }) {
      return toItems(await database.query<ListRow>(LIST_BY_ID, [tenantId, from, to, test, size]));
    },

    listReportsByFinder: async (tenantId, by) => toItems(await listFound(database, tenantId, by)),
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
    testClockId: report.clockId,
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
