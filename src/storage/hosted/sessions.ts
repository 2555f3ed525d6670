// Consumer sessions: made, found by their tenant or by the page, and listed.
import type { SessionState } from '../../domain/hosted/consumer-session.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import { NOW, nowOf } from '../reports/report-rows.ts';
import { BRAND_FIELDS, type StoredBrand } from './brands.ts';
import { tellOfMoves } from './move.ts';
import { COLUMNS, endsByTime, isFailedForGood, type SessionRow, type Wanted } from './session-rows.ts';

type NewSessionRow = {
  tenantId: string;
  id: string;
  isTest: boolean;
  bureaus: string[];
  searchType: string;
  embedOrigins: string[];
  showReport: boolean;
  showReportIfChanged: boolean;
  mayChange: string[];
  consentTextId: string;
  consentVersion: number;
  wanted: Wanted | null;
  clockId: string | null;
  credentialId: string | null;
  personId: string | null;
  tokenHash: Buffer;
  details: Buffer;
  prefill: Buffer;
  referenceHash: Buffer | null;
  lifetimeHours: number;
};

// By the clock that the session goes by. A request that is sent again finds what it made.
const INSERT = statement(
  'insert-consumer-session',
  `with given as (select $1::uuid as tenant_id, $11::uuid as clock_id),
   made as (
     insert into consumer_sessions as s (tenant_id, id, is_test, bureaus, search_type, embed_origins, show_report, consent_text_id,
       consent_version, consent_sha256, wanted, clock_id, credential_id, person_id, token_hash, details, prefill, reference_hash,
       created_at, updated_at, expires_at, ends_at, show_if_changed, may_change)
     select $1, $2, $3, $4, $5, $6, $7, t.id, t.version, t.sha256, $10, $11, $12, $13, $14, $15, $16, $17, n.at, n.at,
            n.at + make_interval(hours => $18), n.at + make_interval(hours => $18), $19, $20
     from consent_texts t, (select ${nowOf('given')} as at from given) n
     where t.tenant_id = $1 and t.id = $8 and t.version = $9
     on conflict (tenant_id, id) do nothing
     returning *
   ), ${tellOfMoves('made')}
   select id from made`,
);

export async function insertSession(db: Queryable, session: NewSessionRow): Promise<boolean> {
  const { tenantId, id, isTest, bureaus, searchType, embedOrigins, showReport } = session;
  const { consentTextId, consentVersion, wanted, clockId, credentialId, personId } = session;
  const { tokenHash, details, prefill, referenceHash, lifetimeHours } = session;
  const rows = await db.query(INSERT, [
    ...[tenantId, id, isTest, bureaus, searchType, embedOrigins, showReport, consentTextId, consentVersion],
    ...[wanted, clockId, credentialId, personId, tokenHash, details, prefill, referenceHash],
    ...[lifetimeHours, session.showReportIfChanged, session.mayChange],
  ]);
  return rows.length === 1;
}

const FIND = statement(
  'find-consumer-session',
  `select ${COLUMNS} from consumer_sessions s where s.tenant_id = $1 and s.id = $2`,
);

export async function findSession(db: Queryable, tenantId: string, id: string): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(FIND, [tenantId, id]);
  return row ?? null;
}

const FIND_TENANT = statement(
  'find-tenant-of-consumer-session',
  `select s.tenant_id as "tenantId", s.embed_origins as "embedOrigins", s.is_test as "isTest", jsonb_build_object(${BRAND_FIELDS}) as brand
   from consumer_sessions s join tenants t on t.id = s.tenant_id left join tenant_brands b on b.tenant_id = s.tenant_id where s.id = $1`,
  { over: 'first' },
);

export type Whose = { tenantId: string; embedOrigins: string[]; isTest: boolean; brand: StoredBrand };

/** For the page, which knows the session and not the tenant. */
export async function findTenantOfSession(db: Queryable, id: string): Promise<Whose | null> {
  const [row] = await db.query<Whose>(FIND_TENANT, [id]);
  return row ?? null;
}

// With all that a page shows of it: one reading a page.
const FIND_VISIT = statement(
  'find-visited-session',
  `select ${COLUMNS}, jsonb_build_object('body', c.body, 'version', c.version, 'locale', c.locale, 'sha256', encode(c.sha256, 'hex')) as text,
     jsonb_build_object(${BRAND_FIELDS}) as brand
   from consumer_sessions s
   join consent_texts c on c.tenant_id = s.tenant_id and c.id = s.consent_text_id and c.version = s.consent_version
   join tenants t on t.id = s.tenant_id left join tenant_brands b on b.tenant_id = s.tenant_id
   where s.id = $1 and s.secret_hash = $2 and s.closed_at is null
     and s.opened_at + make_interval(hours => $3) > ${nowOf('s')}`,
  { over: 'first' },
);

export type ConsentShown = { body: string; version: number; locale: string; sha256: string };
type VisitedRow = SessionRow & { text: ConsentShown; brand: StoredBrand };

/** For the browser that started it, as long as it may come back, and until it closes the report. */
export async function findVisited(
  db: Queryable,
  which: { id: string; secretHash: Buffer; resumableHours: number },
): Promise<VisitedRow | null> {
  const { id, secretHash, resumableHours } = which;
  const [row] = await db.query<VisitedRow>(FIND_VISIT, [id, secretHash, resumableHours]);
  return row ?? null;
}

const LIST = statement(
  'list-consumer-sessions',
  `select * from (
     select ${COLUMNS} from consumer_sessions s
     where s.tenant_id = $1 and ($3::boolean is null or s.is_test = $3) and ($4::bytea is null or s.reference_hash = $4)
       and ($5::timestamptz is null or s.created_at >= $5) and ($6::timestamptz is null or s.created_at <= $6)
       and ($7::uuid is null or s.id < $7)
   ) s where ($2::text is null or s.state = $2) order by s.id desc limit $8`,
);

export type ListFilters = {
  state: SessionState | null;
  isTest: boolean | null;
  referenceHash: Buffer | null;
  from: Date | null;
  to: Date | null;
};

/** Newest first. */
export function listSessions(
  db: Queryable,
  tenantId: string,
  filters: ListFilters,
  page: { beforeId: string | null; size: number },
): Promise<SessionRow[]> {
  const { state, isTest, referenceHash, from, to } = filters;
  return db.query<SessionRow>(LIST, [
    ...[tenantId, state, isTest, referenceHash, from, to, page.beforeId, page.size],
  ]);
}

const CANCEL = statement(
  'cancel-consumer-session',
  `with moved as (
     update consumer_sessions s set state = 'cancelled', ended_at = ${nowOf('s')}, updated_at = ${nowOf('s')},
       prefill = null, answers = null
     where s.tenant_id = $1 and s.id = $2 and s.state = any($3) and s.ends_at > ${nowOf('s')} and not (${isFailedForGood('s')})
     returning s.*
   ), ${tellOfMoves('moved')}
   select id from moved`,
);

/** False when it is over, or a report is being made. */
export async function cancelSession(
  db: Queryable,
  tenantId: string,
  id: string,
  from: readonly SessionState[],
): Promise<boolean> {
  return (await db.query(CANCEL, [tenantId, id, from])).length === 1;
}

const PURGED = `details = null, prefill = null, answers = null, consent = null, reference_hash = null`;

// What was typed goes as soon as it can be of no use; the rest with the retention of the tenant.
const FORGET_ANSWERS = statement(
  'forget-session-answers',
  `update consumer_sessions s set prefill = null, answers = null
   where s.ends_at < ${NOW} and s.clock_id is null and (s.prefill is not null or s.answers is not null)`,
);

const PURGE = statement(
  'purge-consumer-sessions',
  `update consumer_sessions s set ${PURGED}, purged_at = ${nowOf('s')}
   from tenants t
   cross join lateral (
     select k.id from consumer_sessions k
     where k.tenant_id = t.id and k.purged_at is null
       and k.created_at < ${nowOf('k')} - make_interval(days => t.retention_days)
     order by k.created_at limit $1
   ) due
   where s.tenant_id = t.id and s.id = due.id returning s.id`,
);

/** Answers how many lost their personal parts, at most `countMax` of each tenant. */
export async function purgeSessions(db: Queryable, countMax: number): Promise<number> {
  await db.query(FORGET_ANSWERS, []);
  return (await db.query(PURGE, [countMax])).length;
}

// A link that was made anew for a report has its details; once it made a report of its own, it belongs to that one.
const LIST_IDS = statement(
  'list-erasable-sessions',
  `select id from consumer_sessions where tenant_id = $1 and reference_hash = $2
   union
   select session_id from consumer_session_reports where tenant_id = $1 and report_id = any($3::uuid[])
   union
   select s.id from consumer_sessions s where s.tenant_id = $1 and s.renews_report_id = any($3::uuid[])
     and not exists (select from consumer_session_reports r where r.tenant_id = $1 and r.session_id = s.id)
   order by id`,
);

/** Those of a reference, and those of reports. */
export async function listSessionIds(
  db: Queryable,
  tenantId: string,
  { referenceHash, reportIds }: { referenceHash: Buffer | null; reportIds: string[] },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(LIST_IDS, [tenantId, referenceHash, reportIds]);
  return rows.map(({ id }) => id);
}

// One that is not over is: nobody is to go on with it.
const ERASE = statement(
  'erase-consumer-sessions',
  `with moved as (
     update consumer_sessions s set ${PURGED}, purged_at = clock_timestamp(),
       state = case when chosen.is_ended then 'cancelled' else s.state end,
       ended_at = case when chosen.is_ended then clock_timestamp() else s.ended_at end,
       updated_at = case when chosen.is_ended then clock_timestamp() else s.updated_at end
     from (
       select k.id, (k.state in ('submitted', 'code') or ${endsByTime('k')}) as is_ended from consumer_sessions k
       where k.tenant_id = $1 and k.purged_at is null and k.id = any($2::uuid[])
       order by k.id for update) chosen
     where s.tenant_id = $1 and s.id = chosen.id
     returning s.*, chosen.is_ended
   ), ended as (select * from moved where is_ended), ${tellOfMoves('ended')}
   select id from moved`,
);

/** Answers the ids of those that had anything left. */
export async function eraseSessions(db: Queryable, tenantId: string, ids: string[]): Promise<string[]> {
  return (await db.query<{ id: string }>(ERASE, [tenantId, ids])).map(({ id }) => id);
}

const REPORTS_OF = statement(
  'list-reports-of-session',
  `select report_id as "reportId" from consumer_session_reports
   where tenant_id = $1 and session_id = $2 and report_id <> $3`,
);

/** Of the tries before this one, three at most. */
export async function listEarlierReports(
  db: Queryable,
  of: { tenantId: string; sessionId: string; reportId: string },
): Promise<string[]> {
  const rows = await db.query<{ reportId: string }>(REPORTS_OF, [of.tenantId, of.sessionId, of.reportId]);
  return rows.map(({ reportId }) => reportId);
}

const FIND_OF_REPORT = statement(
  'find-session-of-report',
  `select session_id as "sessionId", changed from consumer_session_reports where tenant_id = $1 and report_id = $2`,
);

/** The session whose consumer asked for the report, and what they had changed; null when no session of the hosted page did. */
export async function findSessionOfReport(
  db: Queryable,
  tenantId: string,
  reportId: string,
): Promise<{ sessionId: string; changed: string[] } | null> {
  const [row] = await db.query<{ sessionId: string; changed: string[] }>(FIND_OF_REPORT, [
    tenantId,
    reportId,
  ]);
  return row ?? null;
}
