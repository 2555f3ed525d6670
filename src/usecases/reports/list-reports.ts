// List: a tenant's reports by the page, how many there are, and what a row shows beside its report. Also finds reports by what somebody has of
// them: the beginning of a reference or of an id.

import type { SearchAnswer } from '../../domain/activity/bureau-figures.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BureauId } from '../../domain/reports/credit-report.ts';
import { FAILURES, type ReportStatus } from '../../domain/reports/report.ts';
import type { Queryable } from '../../storage/engine/connection/database.ts';
import type { PathOfReference } from '../../storage/reports/reference-paths.ts';
import { listReportExtras } from '../../storage/reports/report-extras.ts';
import type {
  Beginning,
  Cursor,
  ReportFilters,
  ReportListItem,
  ReportLists,
} from '../../storage/reports/report-lists.ts';
import { fromToken, type Paged, toToken } from '../page.ts';

/** Counting stops here: a page says "1–50 of 1,000+". */
export const COUNT_MAX = 1_000;

type ListFilters = {
  tenantId: string;
  status?: ReportStatus | undefined;
  test?: boolean | undefined;
  externalReference?: string | undefined;
  /** The beginning of one, of at least four bytes, in any case. */
  referenceStart?: string | undefined;
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  /** Live reports that it was asked for; with `bureauAnswer`, those that it answered so. */
  bureau?: BureauId | undefined;
  bureauAnswer?: SearchAnswer | undefined;
};

export type ListReports = ReturnType<typeof createListReports>;

export type IdRange = { from: string; to: string };
export type ListedReport = Omit<ReportListItem, 'failureReason'> & { errorMessage: string | null };
export type DetailedReport = ListedReport & {
  costCredits: number;
  /** From the request to its end; null while it waits. */
  tookMs: number | null;
  answered: BureauId[];
};

export function createListReports(needs: {
  database: Queryable;
  lists: ReportLists;
  hashReference: (tenantId: string, reference: string) => Buffer;
  pathOfReference: PathOfReference;
}) {
  const { lists, hashReference, pathOfReference } = needs;

  const toBeginning = (tenantId: string, text: string): Beginning | null => {
    const path = pathOfReference(tenantId, text);
    return path === null ? null : { text, path, wholeHash: hashReference(tenantId, text) };
  };
  const toFilters = ({
    tenantId,
    externalReference,
    referenceStart,
    ...filters
  }: ListFilters): ReportFilters => {
    refuseFilters({ referenceStart, ...filters });
    const beginning = referenceStart === undefined ? null : toBeginning(tenantId, referenceStart);
    const externalReferenceHash =
      externalReference === undefined ? undefined : hashReference(tenantId, externalReference);
    return { ...filters, externalReferenceHash, beginning: beginning ?? undefined };
  };

  return {
    async list({
      pageSize: size,
      pageToken,
      order,
      ...asked
    }: ListFilters & { order: 'newest' | 'oldest'; pageSize: number; pageToken: string | null }): Promise<
      Paged<ListedReport>
    > {
      const after = pageToken === null ? null : cursorIn(pageToken);
      const { items, next } = await lists.listReports(asked.tenantId, toFilters(asked), {
        size,
        after,
        order,
      });
      return {
        items: items.map(toListed),
        token: next === null ? null : toToken(`${next.createdAtMicros}.${next.id}`),
      };
    },

    async count(asked: ListFilters): Promise<{ count: number; isCapped: boolean }> {
      const count = await lists.countReports(asked.tenantId, toFilters(asked), COUNT_MAX + 1);
      return { count: Math.min(count, COUNT_MAX), isCapped: count > COUNT_MAX };
    },

    /** By the beginning of a reference or of an id, newest first. */
    async search({
      tenantId,
      test,
      text,
      ids,
      size,
    }: {
      tenantId: string;
      test?: boolean | undefined;
      text: string;
      ids: IdRange | null;
      size: number;
    }): Promise<ListedReport[]> {
      const beginning = toBeginning(tenantId, text);
      const [byReference, byId] = await Promise.all([
        beginning === null ? null : lists.listReports(tenantId, { test, beginning }, { size, after: null }),
        ids === null ? [] : lists.listReportsById(tenantId, ids, { test, size }),
      ]);
      const found = new Map([...(byReference?.items ?? []), ...byId].map((item) => [item.id, item]));
      return [...found.values()].slice(0, size).map(toListed);
    },

    /** What a row shows beside its report. */
    async withExtras(tenantId: string, reports: ListedReport[]): Promise<DetailedReport[]> {
      const ids = reports.map(({ id }) => id);
      const extras = new Map(
        (await listReportExtras(needs.database, tenantId, ids)).map((one) => [one.id, one] as const),
      );
      return reports.map((report) => ({
        ...report,
        costCredits: extras.get(report.id)?.costCredits ?? 0,
        tookMs: isEnded(report) ? report.updatedAt.getTime() - report.createdAt.getTime() : null,
        // Test mode asks nobody and always has an answer.
        answered:
          report.test && report.status === 'complete'
            ? report.bureaus
            : (extras.get(report.id)?.answered ?? []),
      }));
    },
  };
}

function refuseFilters({ referenceStart, bureau, bureauAnswer }: Omit<ListFilters, 'tenantId'>): void {
  const refused = (path: string, message: string): Refusal =>
    new Refusal('validation-error', `The query is not acceptable: ${path} ${message}.`, {
      details: [{ path: `/${path}`, message }],
    });
  if (bureauAnswer !== undefined && bureau === undefined)
    throw refused('bureauAnswer', 'needs bureau: say whose answer is meant');
  if (bureau !== undefined && referenceStart !== undefined)
    throw refused('referenceStart', 'cannot be combined with bureau: leave one of them out');
}

function isEnded({ status }: ListedReport): boolean {
  return status !== 'authentication-required' && status !== 'retry';
}

export function toListed({ failureReason, ...item }: ReportListItem): ListedReport {
  return { ...item, errorMessage: failureReason === null ? null : FAILURES[failureReason] };
}

function cursorIn(token: string): Cursor {
  const [createdAtMicros = '', id = ''] = fromToken(token, isCursor).split('.');
  return { createdAtMicros, id };
}

function isCursor(text: string): boolean {
  const [createdAtMicros = '', id = ''] = text.split('.');
  return /^\d{1,17}$/.test(createdAtMicros) && isUuid(id);
}
