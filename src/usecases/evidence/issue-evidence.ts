// Evidence: the pack of one report, signed. Its manifest's hash is an entry of the audit trail, written in the transaction that signs it: a
// pack that left the service is in the trail, and stays there when the report is erased.
import { Refusal } from '../../domain/refusal.ts';
import { appendAudit } from '../../storage/audit.ts';
import type { Database } from '../../storage/connection/database.ts';
import type { EvidenceKeyStore } from '../../storage/keys/evidence-keys.ts';
import {
  findLedgerHead,
  holdReport,
  listAuditOfReport,
  listLinesOfReport,
} from '../../storage/reports/evidence.ts';
import type { ReadTimeline } from '../activity/read-timeline.ts';
import { actorOf, type Caller, type From } from '../caller.ts';
import type { SeenReason } from '../operating/read-audit.ts';
import { openDocument } from '../reports/open-document.ts';
import type { ReadReport } from '../reports/read-report.ts';
import { jsonFile, type Part, writePack } from './pack.ts';
import { auditPart, chargesPart, referencesPart, timelinePart } from './parts.ts';

export type IssueEvidence = (
  caller: Caller,
  reportId: string,
  from: From,
  reason?: SeenReason,
) => Promise<{ zip: Buffer; reportId: string }>;

const TAKEN_ELSEWHERE =
  'The consent was taken by the tenant itself, not on a page of this service. This service holds no record of it.';

export function createIssueEvidence(needs: {
  database: Database;
  readReport: ReadReport;
  readTimeline: ReadTimeline;
  keys: EvidenceKeyStore;
  publicUrl: string;
}): IssueEvidence {
  const { database, keys } = needs;

  const read = async (tenantId: string, reportId: string) => {
    const opened = await openDocument(needs.readReport, tenantId, reportId).catch(toldOfPacks);
    const { answer, document } = opened;
    const timeline = await needs.readTimeline({ tenantId, permissions: [] }, reportId);
    const parts = {
      report: { name: 'report.json', bytes: Buffer.from(answer.creditReport.json) },
      pdf: { name: 'report.pdf', absent: 'This version of the service makes no PDF.' },
      timeline: timelinePart(timeline),
      consent: {
        name: 'consent.json',
        bytes: jsonFile({ takenBy: 'tenant', statement: TAKEN_ELSEWHERE }),
      },
      references: referencesPart(document, answer.bureaus),
    } satisfies Record<string, Part>;
    return { ...opened, parts };
  };

  return async (caller, reportId, from, reason) => {
    const { tenantId } = caller;
    const { answer, parts, isTest, madeAt } = await read(tenantId, reportId);
    const { creditReportId } = answer;
    await keys.ensure();
    return database.transaction(async (tx) => {
      // The key first: the time of the pack, which the next statement tells, is then one at which the key was in use.
      const signer = await keys.signer(tx);
      const held = await holdReport(tx, tenantId, creditReportId);
      // Erased while it was read.
      if (held === null || held.isPurged) throw gone();
      const lines = await listLinesOfReport(tx, tenantId, creditReportId);
      const ledgerHead = await findLedgerHead(tx, tenantId);
      const { entries, head: auditHead } = await listAuditOfReport(tx, tenantId, creditReportId);
      const { zip, manifestSha256 } = writePack(
        {
          service: needs.publicUrl,
          tenantId,
          creditReportId,
          test: isTest,
          simulated: answer.bureaus.some(({ simulated }) => simulated === true),
          madeAt,
          issuedAt: held.at,
          auditHead,
          ledgerHead,
        },
        [
          parts.report,
          parts.pdf,
          parts.timeline,
          parts.consent,
          chargesPart(tenantId, lines),
          auditPart(tenantId, entries),
          parts.references,
        ],
        signer,
      );
      await appendAudit(tx, {
        tenantId,
        actor: actorOf(caller, from),
        action: 'evidence-issued',
        object: { kind: 'report', id: creditReportId },
        after: { manifestSha256, kid: signer.kid, ...(reason !== undefined && { reason }) },
      });
      return { zip, reportId: creditReportId };
    });
  };
}

function toldOfPacks(error: unknown): never {
  throw error instanceof Refusal && error.code === 'credit-report-purged' ? gone() : error;
}

function gone(): Refusal {
  return new Refusal(
    'credit-report-purged',
    "This credit report was removed: your tenant's retention ended, or it was erased. No evidence pack can be made any more. One that was issued before can still be confirmed: the hash of its manifest is in the audit log.",
  );
}
