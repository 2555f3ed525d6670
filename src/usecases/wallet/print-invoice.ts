// An invoice as a PDF. The same invoice gives the same bytes.
import type { Invoice } from '../../domain/wallet/invoice.ts';
import type { PdfMaker } from '../../pdf/pdf-maker.ts';

export type PrintInvoice = (invoice: Invoice) => Promise<Uint8Array>;

export function createPrintInvoice(needs: {
  makePdf: PdfMaker['make'];
  /** No real money moved. */
  isSimulated: boolean;
}): PrintInvoice {
  const { makePdf, isSimulated } = needs;
  return (invoice) => makePdf({ invoice, isSimulated });
}
