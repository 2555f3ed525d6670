// An invoice or a credit note as a PDF, with what the law asks of a VAT invoice: number, date, seller and buyer, what was sold, the rate and
// the amount of VAT, the total. It knows the invoice and nothing else: the same invoice gives the same bytes.
import { londonDay } from '../domain/shown/report-view.ts';
import { type Invoice, type Party, pounds } from '../domain/wallet/invoice.ts';
import type { Drawn } from './draw-report.ts';
import { background, edges, INK, STYLES } from './looks.ts';
import { inset, section, table } from './parts.ts';
import type { InvoiceToPrint } from './report-to-print.ts';
import { createSheets, type Sheets } from './sheets.ts';

const NUMBER = new Intl.NumberFormat('en-GB');

export async function drawInvoice({ invoice, isSimulated }: InvoiceToPrint): Promise<Drawn> {
  const isNote = invoice.kind === 'credit-note';
  const title = isNote ? 'Credit note' : invoice.vatPercent > 0 ? 'VAT invoice' : 'Invoice';
  const issuedOn = londonDay(invoice.issuedAt.getTime());
  const sheets = createSheets({
    title: `${title} ${invoice.number}`,
    subject: `${title} of ${invoice.seller.name}`,
    madeAt: invoice.issuedAt,
    accent: INK.text,
    background: (doc, type) =>
      background(doc, type, { mark: isSimulated ? 'SIMULATED' : null, accent: INK.text }),
  });
  sheets.within('Sect', () => {
    sheets.heading('H1', `${title} ${invoice.number}`, STYLES.title, { keep: 200 });
    sheets.gap(8);
    table(sheets, [
      ['Date', issuedOn],
      ['Corrects invoice', invoice.corrects ?? undefined],
      ['Payment', invoice.paymentId],
    ]);
    if (isSimulated) inset(sheets, 'Simulated: no money moved, and this is no invoice.');
  });
  sheets.within('Sect', () => party(sheets, 'From', invoice.seller));
  sheets.within('Sect', () => party(sheets, 'To', invoice.buyer));
  sheets.within('Sect', () => amounts(sheets, invoice, isNote));
  const pdf = await sheets.finish((type, page, pages) =>
    edges(type, {
      asked: invoice.seller.name,
      about: `${invoice.number}, ${issuedOn}`,
      id: `${title} ${invoice.number}`,
      page: `Page ${page} of ${pages}`,
    }),
  );
  return { pdf, replaced: sheets.type.replaced() };
}

function party(sheets: Sheets, title: string, { name, address, vatNumber }: Party): void {
  section(sheets, title);
  table(sheets, [
    ['Name', name],
    ['Address', address],
    ['VAT number', vatNumber ?? undefined],
  ]);
}

function amounts(sheets: Sheets, invoice: Invoice, isNote: boolean): void {
  section(sheets, isNote ? 'Credited' : 'Paid');
  table(sheets, [
    ['Credits', `${NUMBER.format(invoice.credits)} at £0.001 each`],
    ['Without VAT', pounds(invoice.netPence)],
    [`VAT at ${invoice.vatPercent} %`, invoice.vatPercent > 0 ? pounds(invoice.vatPence) : undefined],
    ['Total', pounds(invoice.totalPence)],
  ]);
  sheets.gap(8);
  sheets.paragraph(
    'P',
    isNote ? 'The total was given back.' : 'The total was paid. Nothing is due.',
    STYLES.text,
  );
}
