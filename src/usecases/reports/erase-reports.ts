// Erase: everything personal of one report, or of all reports under one reference of the tenant's, at once and for good. The
// ledger, the chains and the row of the report stay, and say nothing of a person. Backups are the operator's.
import { isUuid } from '../../domain/ids.ts';
import type { Actor } from '../../storage/audit.ts';
import type { StoredAnswer } from '../../storage/idempotency-keys.ts';
import type { Erased, Erasure } from '../../storage/reports/erasure.ts';
import { reportNotFound } from './challenge-refusals.ts';

export type EraseReports = (
  actor: Actor,
  tenantId: string,
  which: { reportId: string } | { externalReference: string },
) => Promise<Erased[]>;

export function createEraseReports(needs: {
  erasure: Erasure;
  hashReference: (tenantId: string, reference: string) => Buffer;
  /** What a repeat of an erased report's request is told. */
  answerFromNow: StoredAnswer;
}): EraseReports {
  return async (actor, tenantId, which) => {
    if ('reportId' in which && !isUuid(which.reportId)) throw reportNotFound();
    const chosen =
      'reportId' in which
        ? { reportId: which.reportId }
        : { referenceHash: needs.hashReference(tenantId, which.externalReference) };
    const erased = await needs.erasure.eraseReports(actor, tenantId, chosen, needs.answerFromNow);
    if (erased.length === 0) throw reportNotFound();
    return erased;
  };
}
