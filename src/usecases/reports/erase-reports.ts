// Erase: removes all personal data of one report, or of all reports and sessions under one external reference, immediately and
// irreversibly. The ledger, the hash chains and the row of the report stay, without personal data. Backups are the operator's task.
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../../storage/activity/audit.ts';
import type { StoredAnswer } from '../../storage/activity/idempotency-keys.ts';
import type { Erased, Erasure } from '../../storage/reports/erasure.ts';
import { actorOf, type Caller, type From } from '../caller.ts';
import { reportNotFound } from './challenge-refusals.ts';
import { type NotedErasure, noteErasure, readJournal } from './erasure-journal.ts';

type Done = { reports: Erased[]; sessions: number };
type Again = { listed: number; erased: number; unknown: number; unreadable: number[] };

export type EraseReports = ReturnType<typeof createEraseReports>;

export function createEraseReports(needs: {
  erasure: Erasure;
  hashReference: (tenantId: string, reference: string) => Buffer;
  /** Replaces the stored answers of the requests that made what is erased. */
  answerFromNow: StoredAnswer;
  /** The file that lists erasures; null where the operator keeps none. */
  journal: string | null;
}) {
  const { erasure, journal } = needs;
  const eraseNoted = (actor: Actor, { tenantId, ...which }: NotedErasure): Promise<Done> =>
    erasure.erase(actor, tenantId, which, needs.answerFromNow);

  return {
    async erase(
      actor: Actor,
      tenantId: string,
      which: { reportId: string } | { externalReference: string },
    ): Promise<Done> {
      const isOne = 'reportId' in which;
      if (isOne && !isUuid(which.reportId)) throw reportNotFound();
      const chosen = isOne
        ? which
        : { referenceHash: needs.hashReference(tenantId, which.externalReference) };
      const done: Done = { reports: [], sessions: 0 };
      // What was erased has lost its reference. What came under it meanwhile is found in the next turn.
      for (;;) {
        const found = await erasure.findErasable(tenantId, chosen);
        if (found.reportIds.length + found.sessionIds.length === 0) break;
        const noted = { tenantId, ...found };
        // Noted first: an erasure that no journal has would come back with a restore.
        if (journal !== null) await noteErasure(journal, noted);
        const { reports, sessions } = await eraseNoted(actor, noted);
        done.reports.push(...reports);
        done.sessions += sessions;
        if (isOne) break;
      }
      if (done.reports.length + done.sessions === 0) throw isOne ? reportNotFound() : referenceNotFound();
      return done;
    },

    /** After a restore: all that the journal lists; null where there is no journal. */
    async eraseAgain(actor: Actor): Promise<Again | null> {
      if (journal === null) return null;
      const { noted, unreadable } = await readJournal(journal);
      const counts = { listed: noted.length, erased: 0, unknown: 0, unreadable };
      for (const one of noted) {
        const { reports, sessions } = await eraseNoted(actor, one);
        // Made after the backup: it is not in this database.
        if (one.reportIds.length > reports.length) counts.unknown += 1;
        if (sessions > 0 || reports.some(({ wasErasedBefore }) => !wasErasedBefore)) counts.erased += 1;
      }
      return counts;
    },
  };
}

function referenceNotFound(): Refusal {
  return new Refusal(
    'credit-report-not-found',
    'There is no credit report and no session of the hosted page with this reference. What was erased or purged has none any more.',
  );
}

export type EraseReport = (caller: Caller, reportId: string, from: From) => Promise<void>;

/** By a person, one report. */
export function createEraseReport({ erase }: Pick<EraseReports, 'erase'>): EraseReport {
  return async (caller, reportId, from) => {
    await erase(actorOf(caller, from), caller.tenantId, { reportId });
  };
}
