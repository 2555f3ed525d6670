// A complete report as a PDF, made when it is asked for and not stored. The same report gives the same bytes, as long as the tenant keeps
// its name.
import type { MotorScheme } from '../../domain/agreements/motor-scheme.ts';
import type { PdfMaker } from '../../pdf/pdf-maker.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { readBrand, readLogo } from '../../storage/hosted/brands.ts';
import { findOwnLenders } from '../../storage/reports/own-lenders.ts';
import { toBrand } from '../hosted/branding.ts';
import { requireDocument } from './open-document.ts';
import type { ReadBack } from './read-report.ts';

/** Of a report that was read: whoever may read it may have it printed. Refused where it has no document. */
export type PrintReport = (
  tenantId: string,
  read: Pick<ReadBack, 'answer' | 'madeAt' | 'isTest'>,
) => Promise<Uint8Array>;

export function createPrintReport(needs: {
  database: Database;
  makePdf: PdfMaker['make'];
  scheme: MotorScheme;
}): PrintReport {
  const { database, scheme } = needs;
  return async (tenantId, { answer, madeAt, isTest }) => {
    const { creditReportId, creditReport, bureaus } = requireDocument(answer);
    const brand = await readBrand(database, tenantId);
    const lenders = (await findOwnLenders(database, tenantId))?.lenders ?? [];
    const { name: askedBy, colours, logoSha256 } = toBrand(brand);
    const logo = logoSha256 === null ? null : await readLogo(database, tenantId);
    return needs.makePdf({
      creditReportId,
      json: creditReport.json,
      bureaus,
      isTest,
      askedBy,
      scheme,
      lenders,
      logo,
      colour: colours.light,
      madeAtMs: madeAt.getTime(),
    });
  };
}
