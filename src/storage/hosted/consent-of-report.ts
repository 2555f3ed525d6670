// What the consumer of a report agreed to on the hosted page, for the report's evidence pack.
import { type Queryable, statement } from '../engine/connection/database.ts';
import type { Vault } from '../keys/vault.ts';
import { type ConsentRecord, openConsent } from './session-rows.ts';

export type ConsentOfReport = {
  sessionId: string;
  text: {
    id: string;
    version: number;
    name: string;
    locale: string;
    body: string;
    sha256: string;
    publishedAt: Date;
  };
  /** Null once the session's personal parts are gone. */
  record: ConsentRecord | null;
  /** In the audit trail too. */
  recordSha256: string | null;
  /** Where the details of the report differ from what the tenant had filled in: JSON pointers, no values. */
  changed: string[];
};

type Row = ConsentOfReport['text'] & {
  sessionId: string;
  consent: Buffer | null;
  recordSha256: string | null;
  changed: string[];
};

const FIND = statement(
  'find-consent-of-report',
  `select s.id as "sessionId", s.consent, encode(s.consent_record_sha256, 'hex') as "recordSha256", r.changed,
          t.id, t.version, t.name, t.locale, t.body, encode(t.sha256, 'hex') as sha256, t.published_at as "publishedAt"
   from consumer_session_reports r
     join consumer_sessions s on s.tenant_id = r.tenant_id and s.id = r.session_id
     join consent_texts t on t.tenant_id = s.tenant_id and t.id = s.consent_text_id and t.version = s.consent_version
   where r.tenant_id = $1 and r.report_id = $2`,
);

/** Null when no session of the hosted page made the report. */
export async function findConsentOfReport(
  db: Queryable,
  vault: Vault,
  tenantId: string,
  reportId: string,
): Promise<ConsentOfReport | null> {
  const [row] = await db.query<Row>(FIND, [tenantId, reportId]);
  if (row === undefined) return null;
  const { sessionId, consent, recordSha256, changed, ...text } = row;
  const record = consent === null ? null : openConsent(await vault.forTenant(tenantId), sessionId, consent);
  return { sessionId, text, record, recordSha256, changed };
}
