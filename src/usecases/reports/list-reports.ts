// List: a tenant's reports, newest first, by the page. The page token is opaque to callers: it names the last row seen.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { FAILURES, type ReportStatus } from '../../domain/report.ts';
import type { Cursor, ReportListItem, ReportLists } from '../../storage/reports/report-lists.ts';

export type ListReports = (input: {
  tenantId: string;
  status?: ReportStatus;
  test?: boolean;
  externalReference?: string;
  createdFrom?: Date;
  createdTo?: Date;
  pageSize: number;
  pageToken: string | null;
}) => Promise<{ items: ListedReport[]; token: string | null }>;

export type ListedReport = Omit<ReportListItem, 'failureReason'> & { errorMessage: string | null };

export function createListReports(needs: {
  lists: ReportLists;
  hashReference: (tenantId: string, reference: string) => Buffer;
}): ListReports {
  return async ({ tenantId, externalReference, pageSize, pageToken, ...filters }) => {
    const after = pageToken === null ? null : fromToken(pageToken);
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
      token: next === null ? null : toToken(next),
    };
  };
}

function toToken(cursor: Cursor): string {
  return Buffer.from(`${cursor.createdAtMicros}.${cursor.id}`).toString('base64url');
}

function fromToken(token: string): Cursor {
  const [createdAtMicros = '', id = ''] = Buffer.from(token, 'base64url').toString('utf8').split('.');
  if (!/^\d{1,17}$/.test(createdAtMicros) || !isUuid(id)) {
    throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
      details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
    });
  }
  return { createdAtMicros, id };
}
