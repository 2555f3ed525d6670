// A new link for a report that failed, with what is known of its consumer: the support desk sends it to somebody who got no code. A link that
// the report came from ends with it, and so do those that were made anew before for any of its reports: one consumer is not asked twice, and
// not at all once they withdrew on one of them.
import { LINK_HOURS_DEFAULT, type Prefill, statesBefore } from '../../domain/hosted/consumer-session.ts';
import { mayShow } from '../../domain/hosted/prefill.ts';
import { isUuid } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readStatus } from '../../domain/reports/report.ts';
import type { Database } from '../../storage/engine/connection/database.ts';
import { listDrafts } from '../../storage/hosted/consent-texts.ts';
import { noteRenewed } from '../../storage/hosted/renewed-links.ts';
import { toSession } from '../../storage/hosted/session-rows.ts';
import { cancelSession, findSession, findSessionOfReport } from '../../storage/hosted/sessions.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import type { Report, ReportStore } from '../../storage/reports/reports.ts';
import { auditCaller } from '../audited-change.ts';
import type { Caller, From } from '../caller.ts';
import { reportNotFound } from '../reports/challenge-refusals.ts';
import type { ConsumerSessions, SessionSeen } from './sessions.ts';
import type { OnMove } from './visits.ts';

export type RenewLink = (
  caller: Caller,
  reportId: string,
  given: { consentTextId: string | null; mobileNumber: string | null },
  requestId: string,
  from: From,
) => Promise<{ session: SessionSeen; url: string }>;

export function createRenewLink(needs: {
  database: Database;
  vault: Vault;
  reports: Pick<ReportStore, 'findReport'>;
  sessions: Pick<ConsumerSessions, 'create'>;
  onMove: OnMove;
}): RenewLink {
  const { database, vault } = needs;
  return async (caller, reportId, given, requestId, from) => {
    const { tenantId } = caller;
    const report = isUuid(reportId) ? await needs.reports.findReport(tenantId, reportId) : null;
    if (report === null) throw reportNotFound();
    const details = mustBeFailed(report);
    const by = await findSessionOfReport(database, tenantId, report.id);
    const oldRow = by === null ? null : await findSession(database, tenantId, by.sessionId);
    const old = oldRow === null ? null : await toSession(vault, oldRow);
    const { ipAddress: _ofTheOldVisit, ...known } = details.consumer;
    const prefill: Prefill = {
      ...known,
      ...(given.mobileNumber !== null && { mobileNumber: given.mobileNumber }),
    };
    const order = {
      isTest: report.isTest,
      bureaus: report.bureaus,
      searchType: 'pcp' as const,
      prefill,
      externalReference: details.externalReference ?? null,
      returnUrl: old?.details.returnUrl ?? null,
      embedOrigins: old?.embedOrigins ?? [],
      consentTextId: given.consentTextId ?? old?.consentTextId ?? (await onlyText(tenantId)),
      lifetimeHours: LINK_HOURS_DEFAULT,
      // What its holder changed is filled in now: that does not make the report theirs to see.
      showReport: old === null || by === null || mayShow({ ...old, changed: by.changed }),
      showReportIfChanged: old?.showReportIfChanged ?? false,
      mayChange: old?.mayChange ?? [],
      wantedVerdict: undefined,
      testOptions: undefined,
    };
    return needs.sessions.create(caller, order, requestId, async (tx) => {
      const earlier = await noteRenewed(tx, { tenantId, id: requestId, reportId: report.id });
      if (earlier === null) throw isPurged();
      if (earlier.some((link) => link.isWithdrawn)) throw isWithdrawn();
      for (const { id } of earlier)
        if (await cancelSession(tx, tenantId, id, statesBefore('cancel')))
          needs.onMove({ isTest: report.isTest, state: 'cancelled' });
      await auditCaller(tx, caller, from, {
        action: 'link-renewed',
        object: { kind: 'report', id: report.id },
        after: { consumerSessionId: requestId, isNumberCorrected: given.mobileNumber !== null },
      });
    });
  };

  async function onlyText(tenantId: string): Promise<string> {
    const published = (await listDrafts(database, tenantId)).filter(({ version }) => version !== null);
    const [text] = published;
    if (text !== undefined && published.length === 1) return text.id;
    const message =
      text === undefined
        ? 'is missing, and no consent text is published yet: publish one'
        : 'is missing, and several are published: say which the consumer is shown';
    throw new Refusal('validation-error', `The request body is not acceptable: consentTextId ${message}.`, {
      details: [{ path: '/consentTextId', message }],
    });
  }
}

const isPurged = (): Refusal =>
  new Refusal('credit-report-purged', 'What is known of this consumer was deleted: make a new link.');
const isWithdrawn = (): Refusal =>
  new Refusal('conflict', 'The consumer withdrew their agreement: they are not asked again.');

function mustBeFailed(report: Report): NonNullable<Report['details']> {
  if (report.details === null) throw isPurged();
  const status = readStatus(report, report.atMs);
  if (status === 'failed') return report.details;
  throw new Refusal(
    'conflict',
    status === 'complete'
      ? 'This report is complete: there is nothing to ask for again.'
      : status === 'blocked'
        ? 'This report was blocked by the risk check. A new link would be for the same person: look into it first.'
        : 'This report still waits for its code. Have a new code sent, or wait until its time is over.',
  );
}
