// What the rows say of each session's consent, side by side, for the proof that they agree: the text, the session, its sealed record and the
// audit trail.
import { type Queryable, statement } from '../engine/connection/database.ts';

export type ConsentRow = {
  id: string;
  textId: string;
  version: number;
  sha256: string;
  /** Computed now, from the text as it is stored. */
  textSha256: string;
  shownAt: Date | null;
  agreedAt: Date | null;
  /** Sealed; gone once the session's personal parts are. */
  record: Buffer | null;
  recordSha256: string | null;
  isPurged: boolean;
  /** What the audit trail says was agreed to, as JSON: one entry for each time. */
  said: (string | null)[];
};

const GIVEN = `a.tenant_id = $1 and a.action = 'consent-given'`;

const LIST = statement(
  'list-consents-for-proof',
  `select s.id, s.consent_text_id as "textId", s.consent_version as version, encode(s.consent_sha256, 'hex') as sha256,
          encode(sha256(convert_to(t.body, 'UTF8')), 'hex') as "textSha256", s.consent_shown_at as "shownAt", s.consented_at as "agreedAt",
          s.consent as record, encode(s.consent_record_sha256, 'hex') as "recordSha256", s.purged_at is not null as "isPurged"
   from consumer_sessions s
     join consent_texts t on t.tenant_id = s.tenant_id and t.id = s.consent_text_id and t.version = s.consent_version
   where s.tenant_id = $1 and ($2::uuid is null or s.id > $2) order by s.id limit $3`,
);

// A statement of its own: on a sharded database the trail lies elsewhere.
const LIST_SAID = statement(
  'list-consents-in-audit',
  `select a.object_id as id, a.after from audit_entries a where ${GIVEN} and a.object_id = any($2) order by a.seq`,
);

/** In the order of their ids. */
export async function listConsentsAfter(
  db: Queryable,
  tenantId: string,
  afterId: string | null,
  size: number,
): Promise<ConsentRow[]> {
  const rows = await db.query<Omit<ConsentRow, 'said'>>(LIST, [tenantId, afterId, size]);
  const ids = rows.map(({ id }) => id);
  const said = await db.query<{ id: string; after: string | null }>(LIST_SAID, [tenantId, ids]);
  const saidOf = Map.groupBy(said, ({ id }) => id);
  return rows.map((row) => ({ ...row, said: (saidOf.get(row.id) ?? []).map(({ after }) => after) }));
}

const COUNT_GIVEN = statement(
  'count-consents-in-audit',
  `select count(*)::int as count from audit_entries a where ${GIVEN}`,
);

export async function countConsentsInAudit(db: Queryable, tenantId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT_GIVEN, [tenantId]);
  return row?.count ?? 0;
}
