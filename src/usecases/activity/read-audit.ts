// The audit trail as people read it: by the page, as a stream, and verified. Also the one entry for something that changes nothing:
// a person looked at a consumer's report.
import { createHash } from 'node:crypto';
import { createAuditProof } from '../../domain/activity/audit-proof.ts';
import {
  type AuditEntry,
  type AuditFilters,
  findAuditHead,
  listAuditEntries,
  listAuditEntriesForward,
  listAuditForProof,
} from '../../storage/activity/audit.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { auditCaller } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { cutPage, type Page, type Paged, seqIn } from '../page.ts';

const ENTRIES_PER_PAGE = 1_000;

/** Why a person opens a document. A fixed list: free text could hold a name, and these entries are kept for ever. */
export const SEEN_REASONS = ['casework', 'consumer-asked', 'complaint', 'fault', 'audit'] as const;
export type SeenReason = (typeof SEEN_REASONS)[number];

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export function createAuditTrail(needs: { database: Database }) {
  const { database } = needs;
  return {
    async list(tenantId: string, filters: AuditFilters, { size, token }: Page): Promise<Paged<AuditEntry>> {
      const beforeSeq = seqIn(token);
      const entries = await listAuditEntries(database, tenantId, filters, { beforeSeq, size: size + 1 });
      return cutPage(entries, size, ({ seq }) => String(seq));
    },

    /** Every entry of a period, oldest first, a page at a time: memory does not grow with the period. */
    async *stream(tenantId: string, filters: AuditFilters): AsyncIterable<AuditEntry[]> {
      for (let afterSeq = 0, isMore = true; isMore; ) {
        const entries = await listAuditEntriesForward(database, tenantId, filters, {
          afterSeq,
          size: ENTRIES_PER_PAGE,
        });
        if (entries.length > 0) yield entries;
        afterSeq = entries.at(-1)?.seq ?? afterSeq;
        isMore = entries.length === ENTRIES_PER_PAGE;
      }
    },

    /** Before a person is shown a document. What a credential reads is its system's business. */
    async noteSeen(
      caller: Caller,
      answer: { creditReportId: string; creditReport?: unknown },
      from: From,
      reason?: SeenReason,
    ): Promise<void> {
      if (caller.sessionId === null || answer.creditReport === undefined) return;
      await auditCaller(database, caller, from, {
        action: 'report-seen',
        object: { kind: 'report', id: answer.creditReportId },
        ...(reason !== undefined && { after: { reason } }),
      });
    },

    /** Of a person, as above: before a number is shown, and after a code was sent. */
    async note(
      caller: Caller,
      action: 'number-seen' | 'code-resent',
      creditReportId: string,
      from: From,
    ): Promise<void> {
      if (caller.sessionId === null) return;
      const object = { kind: 'report', id: creditReportId };
      await auditCaller(database, caller, from, { action, object });
    },
  };
}

export type VerifyAudit = (tenantId: string) => Promise<{ entries: number; problems: string[] }>;

/** Walks the hash chain from its first entry and names every break. */
export function createVerifyAudit(needs: { database: Database }): VerifyAudit {
  return (tenantId) =>
    needs.database.snapshot(async (db) => {
      const proof = createAuditProof(tenantId, (previous, text) =>
        createHash('sha256').update(previous).update(text).digest(),
      );
      let entries = 0;
      for (let afterSeq = 0, isMore = true; isMore; ) {
        const rows = await listAuditForProof(db, tenantId, afterSeq, ENTRIES_PER_PAGE);
        for (const row of rows) proof.addEntry(row);
        entries += rows.length;
        afterSeq = rows.at(-1)?.seq ?? afterSeq;
        isMore = rows.length === ENTRIES_PER_PAGE;
      }
      return { entries, problems: proof.finish(await findAuditHead(db, tenantId)) };
    });
}
