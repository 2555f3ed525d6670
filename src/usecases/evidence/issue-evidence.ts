// Evidence: the pack of one report, signed. Its manifest's hash is an entry of the audit trail, written in the transaction that signs it: a
// pack that left the service is in the trail, and stays there when the report is erased.
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { findConsentOfReport } from '../../storage/hosted/consent-of-report.ts';
import type { EvidenceKeyStore } from '../../storage/keys/evidence-keys.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import {
  findLedgerHead,
  holdReport,
  listAuditOf,
  listLinesOfReport,
} from '../../storage/reports/evidence.ts';
import type { SeenReason } from '../activity/read-audit.ts';
import type { ReadTimeline } from '../activity/read-timeline.ts';
import { makeAudited } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { openDocument } from '../reports/open-document.ts';
import type { PrintReport } from '../reports/print-report.ts';
import type { ReadReport } from '../reports/read-report.ts';
import { type Part, writePack } from './pack.ts';
import { auditPart, chargesPart, consentPart, referencesPart, timelinePart } from './parts.ts';

export type IssueEvidence = (
  caller: Caller,
  reportId: string,
  from: From,
  reason?: SeenReason,
) => Promise<{ zip: Buffer; reportId: string }>;

export function createIssueEvidence(needs: {
  database: Database;
  readReport: ReadReport;
  readTimeline: ReadTimeline;
  printReport: PrintReport;
  keys: EvidenceKeyStore;
  vault: Vault;
  publicUrl: string;
}): IssueEvidence {
  const { database, keys } = needs;

  const read = async (tenantId: string, reportId: string) => {
    const opened = await openDocument(needs.readReport, tenantId, reportId).catch(toldOfPacks);
    const { answer, document } = opened;
    const pdf = await needs.printReport(tenantId, opened);
    const timeline = await needs.readTimeline({ tenantId, permissions: [] }, reportId);
    const consent = await findConsentOfReport(database, needs.vault, tenantId, answer.creditReportId);
    const parts = {
      report: { name: 'report.json', bytes: Buffer.from(answer.creditReport.json) },
      pdf: { name: 'report.pdf', bytes: Buffer.from(pdf) },
      timeline: timelinePart(timeline),
      consent: consentPart(consent),
      references: referencesPart(document, answer.bureaus),
    } satisfies Record<string, Part>;
    // The consent is an entry about its session.
    const objects = [answer.creditReportId, ...(consent === null ? [] : [consent.sessionId])];
    return { ...opened, parts, objects };
  };

  return async (caller, reportId, from, reason) => {
    const { tenantId } = caller;
    const { answer, parts, objects, isTest, madeAt } = await read(tenantId, reportId);
    const { creditReportId } = answer;
    await keys.ensure();
    const object = { kind: 'report', id: creditReportId };
    return makeAudited(database, { caller, from, action: 'evidence-issued', object }, async (tx) => {
      // The key first: the time of the pack, which the next statement tells, is then one at which the key was in use.
      const signer = await keys.signer(tx);
      const held = await holdReport(tx, tenantId, creditReportId);
      // Erased while it was read.
      if (held === null || held.isPurged) throw gone();
      const lines = await listLinesOfReport(tx, tenantId, creditReportId);
      const ledgerHead = await findLedgerHead(tx, tenantId);
      const { entries, head: auditHead } = await listAuditOf(tx, tenantId, objects);
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
      const result = { zip, reportId: creditReportId };
      return { result, after: { manifestSha256, kid: signer.kid, reason } };
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
