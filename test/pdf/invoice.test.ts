// The PDF of an invoice, held against the checker of reports: what must be on it, hostile names, and the same bytes twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Invoice } from '../../src/domain/wallet/invoice.ts';
import { drawInvoice } from '../../src/pdf/draw-invoice.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { HOSTILE_TEXTS } from '../support/pdf/printed.ts';

const INVOICE: Invoice = {
  id: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b03',
  kind: 'invoice',
  number: 'TF-000042',
  issuedAt: new Date('2026-11-18T23:30:00Z'),
  seller: { name: 'Trefoil Credits Ltd', address: '1 Example Street, London', vatNumber: 'GB123456789' },
  buyer: { name: 'Northgate Claims Ltd', address: '2 Example Street, Leeds', vatNumber: null },
  paymentId: '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0b01',
  corrects: null,
  ...{ credits: 1_050_000, netPence: 105_000, vatPercent: 20, vatPence: 21_000, totalPence: 126_000 },
};
const drawn = async (change: Partial<Invoice> = {}, isSimulated = false) =>
  (await drawInvoice({ invoice: { ...INVOICE, ...change }, isSimulated })).pdf;

test('an invoice has number, day, both parties, the credits, the rate and the amount of VAT, and the total', async () => {
  const pdf = await drawn();
  const { faults, title, text } = checkPdf(pdf);
  assert.deepEqual(faults, []);
  assert.equal(title, 'VAT invoice TF-000042');
  for (const said of [
    ...['18 November 2026', 'Trefoil Credits Ltd', 'GB123456789', 'Northgate Claims Ltd', '1,050,000'],
    ...['£1,050.00', 'VAT at 20', '£210.00', '£1,260.00'],
  ])
    assert.ok(text.includes(said), said);
  assert.ok(Buffer.from(pdf).equals(await drawn()), 'the same invoice gives the same bytes');
});

test('a credit note names the invoice; without VAT none is said; a simulated one says so', async () => {
  const note = checkPdf(await drawn({ kind: 'credit-note', number: 'TF-000043', corrects: 'TF-000042' }));
  assert.deepEqual([note.faults, note.title], [[], 'Credit note TF-000043']);
  assert.ok(note.text.includes('TF-000042'));
  const free = checkPdf(
    await drawn({ vatPercent: 0, vatPence: 0, seller: { ...INVOICE.seller, vatNumber: null } }),
  );
  assert.deepEqual([free.faults, free.title, free.text.includes('VAT at')], [[], 'Invoice TF-000042', false]);
  const simulated = checkPdf(await drawn({}, true));
  assert.deepEqual(simulated.faults, []);
  assert.ok(simulated.text.includes('no money moved'));
});

test('whatever a tenant calls itself, the invoice stays a good PDF', async () => {
  for (const name of Object.values(HOSTILE_TEXTS)) {
    const { faults } = checkPdf(
      await drawn({ buyer: { name, address: name.repeat(3), vatNumber: name.slice(0, 20) } }),
    );
    assert.deepEqual(faults, [], name);
  }
});
