// Verify: checks a tenant's ledger from the first entry on, through the archive, and against its reports, payments and invoices. Reads only.
// The numbers of invoices are of the seller, over all tenants.
import { createHash } from 'node:crypto';
import { createProof } from '../../domain/wallet/ledger-proof.ts';
import { listArchivedAfter } from '../../storage/archive.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findWallet, listEntriesAfter, listHoldsAfter } from '../../storage/wallet/ledger.ts';
import { countNumbers, listUnexplainedPayments, sumBack } from '../../storage/wallet/payment-proof.ts';
import { listUnexplainedReports } from '../../storage/wallet/statements.ts';

const ROWS_PER_PAGE = 5_000;

export type Verified = { tenantId: string; entries: number; problems: string[] };

export type VerifyLedger = (tenantId: string) => Promise<Verified>;

export function createVerifyLedger(needs: { database: Database }): VerifyLedger {
  return (tenantId) =>
    // One snapshot: concurrent writes must not look like mistakes.
    needs.database.snapshot(async (db) => {
      const proof = createProof(tenantId, (previous, text) =>
        createHash('sha256').update(previous).update(text).digest(),
      );
      let entries = 0;
      let afterSeq = 0;
      for (let isMore = true; isMore; ) {
        const page = await listArchivedAfter(db, tenantId, afterSeq);
        for (const entry of page) proof.addEntry(entry);
        proof.endArchived();
        entries += page.length;
        afterSeq = page.at(-1)?.seq ?? afterSeq;
        isMore = page.length > 0;
      }
      for (let isMore = true; isMore; ) {
        const page = await listEntriesAfter(db, tenantId, afterSeq, ROWS_PER_PAGE);
        for (const entry of page) proof.addEntry(entry);
        entries += page.length;
        afterSeq = page.at(-1)?.seq ?? afterSeq;
        isMore = page.length === ROWS_PER_PAGE;
      }
      for (let afterId: string | null = null, isMore = true; isMore; ) {
        const page = await listHoldsAfter(db, tenantId, afterId, ROWS_PER_PAGE);
        for (const hold of page) proof.addHold(hold);
        afterId = page.at(-1)?.id ?? afterId;
        isMore = page.length === ROWS_PER_PAGE;
      }
      const wallet = await findWallet(db, tenantId);
      if (wallet === null) return { tenantId, entries, problems: ['the tenant has no wallet'] };
      const problems = proof.finish(wallet);
      for (const { id, problem } of await listUnexplainedReports(db, tenantId))
        problems.push(`report ${id} ${problem}`);
      for (const { id, problem } of await listUnexplainedPayments(db, tenantId))
        problems.push(`payment ${id} ${problem}`);
      const { back, debt, taken, lineCount } = await sumBack(db, tenantId);
      if (back !== taken + debt)
        problems.push(`${back} credits of payments went back, ${taken} were taken and ${debt} are a debt`);
      if (lineCount > 0) problems.push(`${lineCount} lines of payments have no payment`);
      return { tenantId, entries, problems };
    });
}

/** Every number that was drawn is on one invoice. */
export type VerifyInvoiceNumbers = () => Promise<string[]>;

export function createVerifyInvoiceNumbers(needs: { database: Database }): VerifyInvoiceNumbers {
  return async () => {
    const series = await countNumbers(needs.database);
    return series
      .filter(({ drawn, issued, last }) => issued !== drawn || last !== drawn)
      .map(
        ({ prefix, drawn, issued, last }) =>
          `invoice numbers ${prefix}: ${drawn} were drawn, ${issued} are on invoices, the last is ${last}`,
      );
  };
}
