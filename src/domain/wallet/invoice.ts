// Invoices and credit notes: what is on one, and its number. Pure. An invoice is never changed; a credit note corrects it.

export type Party = {
  name: string;
  /** Lines of a postal address. */
  address: string;
  vatNumber: string | null;
};

export type InvoiceKind = 'invoice' | 'credit-note';

export type Invoice = {
  id: string;
  kind: InvoiceKind;
  number: string;
  issuedAt: Date;
  seller: Party;
  buyer: Party;
  paymentId: string;
  /** Of a credit note: the invoice that it corrects. */
  corrects: string | null;
  credits: number;
  netPence: number;
  vatPercent: number;
  vatPence: number;
  totalPence: number;
};

/** Both kinds are in one series without a gap: `TF-000042`. */
export function invoiceNumber(prefix: string, count: number): string {
  return `${prefix}-${String(count).padStart(6, '0')}`;
}

export function pounds(pence: number): string {
  return `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
