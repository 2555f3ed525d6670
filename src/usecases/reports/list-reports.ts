// List: a tenant's reports, newest first, by the page.
import { isUuid } from '../../domain/ids.ts';
import { FAILURES, type ReportStatus } from '../../domain/report.ts';
import type { Cursor, ReportListItem, ReportLists } from '../../storage/reports/report-lists.ts';
import { fromToken, type Paged, toToken } from '../page.ts';

export type ListReports = (input: {
  tenantId: string;
  status?: ReportStatus;
  test?: boolean;
  externalReference?: string;
  createdFrom?: Date;
  createdTo?: Date;
  pageSize: number;
  pageToken: string | null;
}) => Promise<Paged<ListedReport>>;

export type ListedReport = Omit<ReportListItem, 'failureReason'> & { errorMessage: string | null };

export function createListReports(needs: {
  lists: ReportLists;
  hashReference: (tenantId: string, reference: string) => Buffer;
}): ListReports {
  return async ({ tenantId, externalReference, pageSize, pageToken, ...filters }) => {
    const after = pageToken === null ? null : cursorIn(pageToken);
    const { items, next } = await needs.lists.listReports(
      tenantId,
      {
        ...filters,
        ...(externalReference !== undefined && {
          externalReferenceHash: needs.hashReference(tenantId, externalReference),
        }),
      },
      { size: pageSize, after },
    );
    return {
      items: items.map(({ failureReason, ...item }) => ({
        ...item,
        errorMessage: failureReason === null ? null : FAILURES[failureReason],
      })),
      token: next === null ? null : toToken(`${next.createdAtMicros}.${next.id}`),
    };
  };
}

function cursorIn(token: string): Cursor {
  const [createdAtMicros = '', id = ''] = fromToken(token, isCursor).split('.');
  return { createdAtMicros, id };
}

function isCursor(text: string): boolean {
  const [createdAtMicros = '', id = ''] = text.split('.');
  return /^\d{1,17}$/.test(createdAtMicros) && isUuid(id);
}
