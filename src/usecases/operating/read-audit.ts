// The audit trail as people read it: by the page, as a whole, and proven. And the one thing that is noted although nothing
// changes: that a person looked at a consumer's report.
import { createHash } from 'node:crypto';
import { createAuditProof } from '../../domain/audit-proof.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  type AuditEntry,
  type AuditFilters,
  appendAudit,
  findAuditHead,
  listAuditEntries,
  listAuditEntriesForward,
  listAuditForProof,
} from '../../storage/audit.ts';
import type { Database } from '../../storage/connection/database.ts';
import type { Caller, From } from '../caller.ts';
import { actorOf } from '../caller.ts';

const A_PAGE = 1_000;

/** Why a person opens a document. A short list and no text: what is typed freely could name somebody, and this is kept for ever. */
export const SEEN_REASONS = ['casework', 'consumer-asked', 'complaint', 'fault', 'audit'] as const;
export type SeenReason = (typeof SEEN_REASONS)[number];

export function createAuditTrail(needs: { database: Database }) {
  const { database } = needs;
  return {
    async list(
      tenantId: string,
      filters: AuditFilters,
      page: { size: number; token: string | null },
    ): Promise<{ items: AuditEntry[]; token: string | null }> {
      const beforeSeq = page.token === null ? null : fromToken(page.token);
      const entries = await listAuditEntries(database, tenantId, filters, { beforeSeq, size: page.size + 1 });
      const items = entries.slice(0, page.size);
      const last = items.at(-1);
      const isMore = entries.length > page.size && last !== undefined;
      return { items, token: isMore ? Buffer.from(String(last.seq)).toString('base64url') : null };
    },

    /** Every entry of a period, oldest first, a page at a time: memory does not grow with the period. */
    async *stream(tenantId: string, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
      for (let afterSeq = 0, isMore = true; isMore; ) {
        const entries = await listAuditEntriesForward(database, tenantId, filters, {
          afterSeq,
          size: A_PAGE,
        });
        if (entries.length > 0) yield entries;
        afterSeq = entries.at(-1)?.seq ?? afterSeq;
        isMore = entries.length === A_PAGE;
      }
    },

    /** Whenever a person is shown a document, before it is shown. A credential's reading is its system's business. */
    async noteSeen(
      caller: Caller,
      answer: { creditReportId: string; creditReport?: unknown },
      from: From,
      reason?: SeenReason,
    ): Promise<void> {
      if (caller.sessionId === null || answer.creditReport === undefined) return;
      await appendAudit(database, {
        tenantId: caller.tenantId,
        actor: actorOf(caller, from),
        action: 'report-seen',
        object: { kind: 'report', id: answer.creditReportId },
        ...(reason !== undefined && { after: { reason } }),
      });
    },
  };
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export type VerifyAudit = (tenantId: string) => Promise<{ entries: number; problems: string[] }>;

/** Walks the chain from its first entry and names every place where it does not hold. */
export function createVerifyAudit(needs: { database: Database }): VerifyAudit {
  return (tenantId) =>
    needs.database.snapshot(async (db) => {
      const proof = createAuditProof(tenantId, (previous, text) =>
        createHash('sha256').update(previous).update(text).digest(),
      );
      let entries = 0;
      for (let afterSeq = 0, isMore = true; isMore; ) {
        const rows = await listAuditForProof(db, tenantId, afterSeq, A_PAGE);
        for (const row of rows) proof.addEntry(row);
        entries += rows.length;
        afterSeq = rows.at(-1)?.seq ?? afterSeq;
        isMore = rows.length === A_PAGE;
      }
      return { entries, problems: proof.finish(await findAuditHead(db, tenantId)) };
    });
}

function fromToken(token: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new Refusal('validation-error', 'The pageToken is not one that this service answered.', {
      details: [{ path: '/pageToken', message: 'use the token of the previous page as it came' }],
    });
  }
  return Number(text);
}
