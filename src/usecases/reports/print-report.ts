// A complete report as a PDF, made when it is asked for and not stored. The same report gives the same bytes, as long as the tenant keeps
// its name.
import type { PdfMaker } from '../../pdf/pdf-maker.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findTenant } from '../../storage/people/tenants.ts';
import { requireDocument } from './open-document.ts';
import type { ReadBack } from './read-report.ts';

/** Of a report that was read: whoever may read it may have it printed. Refused where it has no document. */
export type PrintReport = (
  tenantId: string,
  read: Pick<ReadBack, 'answer' | 'madeAt' | 'isTest'>,
) => Promise<Uint8Array>;

export function createPrintReport(needs: { database: Database; makePdf: PdfMaker['make'] }): PrintReport {
  return async (tenantId, { answer, madeAt, isTest }) => {
    const { creditReportId, creditReport, bureaus } = requireDocument(answer);
    const askedBy = (await findTenant(needs.database, tenantId))?.name ?? '';
    const madeAtMs = madeAt.getTime();
    return needs.makePdf({ creditReportId, json: creditReport.json, bureaus, madeAtMs, isTest, askedBy });
  };
}
