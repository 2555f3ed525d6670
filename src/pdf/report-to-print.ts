// What a PDF is made from: a report, or an invoice. Of a report the document goes as the text that is stored: it is parsed where the PDF is drawn, not on the event
// loop. The same values give the same bytes.
import type { MotorScheme } from '../domain/agreements/motor-scheme.ts';
import type { OwnLender } from '../domain/lenders/lender-csv.ts';
import type { BureauStatus } from '../domain/reports/report.ts';
import type { Invoice } from '../domain/wallet/invoice.ts';

export type ReportToPrint = {
  creditReportId: string;
  /** The credit report as JSON. */
  json: string;
  bureaus: BureauStatus[];
  /** When the document was made, which is the date of the PDF. */
  madeAtMs: number;
  isTest: boolean;
  /** Who asked, as consumers know them. */
  askedBy: string;
  /** Their colour for white pages, and their logo as a PNG that was made by us (usecases/hosted/logo.ts). */
  colour: string;
  logo: Uint8Array | null;
  /** The periods by which car finance is told, and the lenders that the tenant added. */
  scheme: MotorScheme;
  lenders: OwnLender[];
};

/** An invoice with all that is on it. */
export type InvoiceToPrint = { invoice: Invoice; isSimulated: boolean };

export type ToPrint = ReportToPrint | InvoiceToPrint;

/** What the worker answers. `replaced`: how many letters no font of ours has. `fault`: where it failed, without what it was drawing. */
export type WorkerAnswer = { pdf: Uint8Array<ArrayBuffer>; replaced: number } | { fault: string };
