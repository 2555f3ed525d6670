// Erase: removes all personal data of one report, or of all reports under one external reference, immediately and irreversibly. The
// ledger, the hash chains and the row of the report stay, without personal data. Backups are the operator's task.
import { isUuid } from '../../domain/ids.ts';
import type { Actor } from '../../storage/audit.ts';
import type { StoredAnswer } from '../../storage/idempotency-keys.ts';
import type { Erased, Erasure } from '../../storage/reports/erasure.ts';
import { actorOf, type Caller, type From } from '../caller.ts';
import { reportNotFound } from './challenge-refusals.ts';
import { noteErasures } from './erasure-journal.ts';

export type EraseReports = (
  actor: Actor,
  tenantId: string,
  which: { reportId: string } | { externalReference: string },
) => Promise<Erased[]>;

export function createEraseReports(needs: {
  erasure: Erasure;
  hashReference: (tenantId: string, reference: string) => Buffer;
  /** Replaces the stored answer of the request that made the report. */
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

export type EraseReport = (caller: Caller, reportId: string, from: From) => Promise<void>;

/** By a person, one report. Where the journal cannot be written the call fails after it erased: sent again, it is noted. */
export function createEraseReport(needs: {
  eraseReports: EraseReports;
  /** The file that lists erasures; null where the operator keeps none. */
  journal: string | null;
}): EraseReport {
  return async (caller, reportId, from) => {
    const { tenantId } = caller;
    const erased = await needs.eraseReports(actorOf(caller, from), tenantId, { reportId });
    if (needs.journal !== null)
      noteErasures(
        needs.journal,
        erased.map(({ id }) => ({ tenantId, reportId: id })),
      );
  };
}
