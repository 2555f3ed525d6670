// What consumers asked of a tenant on the hosted page, with what they wrote sealed. It goes with the data of the consumer.
import {
  REQUEST_DAYS_MIN,
  REQUESTS_PER_SESSION_MAX,
  type RequestKind,
  type RequestOutcome,
} from '../../domain/hosted/consumer-request.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import type { TenantVault } from '../keys/vault.ts';
import { NOW, nowOf } from '../reports/report-rows.ts';
import { recordEvents } from '../webhooks/record-events.ts';

/** What the consumer wrote, and how to answer them. */
export type RequestBody = { text: string; contact: string };

export type RequestRow = {
  id: string;
  sessionId: string;
  reportId: string | null;
  isTest: boolean;
  kind: RequestKind;
  isKnown: boolean;
  receivedAt: Date;
  outcome: RequestOutcome | null;
  closedAt: Date | null;
};

export function sealRequest(vault: TenantVault, id: string, body: RequestBody): Buffer {
  return vault.seal(placeOf(id), JSON.stringify(body));
}

export function openRequest(vault: TenantVault, id: string, sealed: Buffer): RequestBody {
  return JSON.parse(vault.open(placeOf(id), sealed));
}

const placeOf = (id: string) => ({ column: 'consumer_requests.body', rowId: id });

const LOCK_SESSION = statement(
  'lock-session-for-request',
  'select 1 from consumer_sessions where tenant_id = $1 and id = $2 for update',
);

// The session is locked before: two forms at once are counted one after the other.
const INSERT = statement(
  'insert-consumer-request',
  `with made as (
     insert into consumer_requests (tenant_id, id, session_id, is_test, kind, page, is_known, body, received_at)
     select s.tenant_id, $3, s.id, s.is_test, $4, $5,
            coalesce(s.secret_hash = $6 and s.closed_at is null, false), $7, ${nowOf('s')}
     from consumer_sessions s
     where s.tenant_id = $1 and s.id = $2 and ${REQUESTS_PER_SESSION_MAX} > (
       select count(*) from consumer_requests q where q.tenant_id = $1 and q.session_id = $2)
     on conflict (tenant_id, session_id, page) do nothing
     returning tenant_id, id, session_id, is_test, kind, received_at
   ), ${recordEvents(
     'told',
     `select m.tenant_id, m.received_at as at, 'session.request-received' as type, m.is_test, m.session_id as subject_id,
             jsonb_build_object('status', s.state, 'creditReportId', s.report_id, 'consumerRequestId', m.id, 'kind', m.kind) as facts
      from made m join consumer_sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id`,
   )}
   select id, received_at as "receivedAt", true as "isNew" from made
   union all
   select q.id, q.received_at, false from consumer_requests q
   where q.tenant_id = $1 and q.session_id = $2 and q.page = $5`,
);

export type NewRequest = {
  tenantId: string;
  id: string;
  sessionId: string;
  kind: RequestKind;
  page: string;
  secretHash: Buffer | null;
  body: Buffer;
};

/** In a transaction. Null where the link has had as many as it may. */
export async function insertRequest(
  tx: Queryable,
  request: NewRequest,
): Promise<{ id: string; receivedAt: Date; isNew: boolean } | null> {
  const { tenantId, id, sessionId, kind, page, secretHash, body } = request;
  await tx.query(LOCK_SESSION, [tenantId, sessionId]);
  const values = [tenantId, sessionId, id, kind, page, secretHash, body];
  const [row] = await tx.query<{ id: string; receivedAt: Date; isNew: boolean }>(INSERT, values);
  return row ?? null;
}

const COLUMNS = `q.id, q.session_id as "sessionId", s.report_id as "reportId", q.is_test as "isTest", q.kind, q.is_known as "isKnown",
  q.received_at as "receivedAt", q.outcome, q.closed_at as "closedAt"`;
const FROM = `consumer_requests q join consumer_sessions s on s.tenant_id = q.tenant_id and s.id = q.session_id`;

const FIND = statement(
  'find-consumer-request',
  `select ${COLUMNS}, q.body from ${FROM} where q.tenant_id = $1 and q.id = $2`,
);

export async function findRequest(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<(RequestRow & { body: Buffer | null }) | null> {
  const [row] = await db.query<RequestRow & { body: Buffer | null }>(FIND, [tenantId, id]);
  return row ?? null;
}

const LIST = statement(
  'list-consumer-requests',
  `select ${COLUMNS} from ${FROM}
   where q.tenant_id = $1 and ($2::boolean is null or q.is_test = $2) and ($3::boolean is null or (q.closed_at is null) = $3)
     and ($4::text is null or q.kind = $4) and ($5::uuid is null or q.id < $5)
     and ($7::text is null or right(q.id::text, 10) = $7)
   order by q.id desc limit $6`,
);

export type RequestFilters = {
  isTest: boolean | null;
  isOpen: boolean | null;
  kind: RequestKind | null;
  /** Of the id, by its number. */
  idEnd: string | null;
};

/** Newest first. */
export function listRequests(
  db: Queryable,
  tenantId: string,
  { isTest, isOpen, kind, idEnd }: RequestFilters,
  page: { beforeId: string | null; size: number },
): Promise<RequestRow[]> {
  return db.query<RequestRow>(LIST, [tenantId, isTest, isOpen, kind, page.beforeId, page.size, idEnd]);
}

const CLOSE = statement(
  'close-consumer-request',
  `update consumer_requests q set outcome = $3, closed_at = ${NOW}
   where q.tenant_id = $1 and q.id = $2 and q.closed_at is null returning q.id`,
);

/** False where it was closed before. */
export async function closeRequest(
  db: Queryable,
  which: { tenantId: string; id: string; outcome: RequestOutcome },
): Promise<boolean> {
  return (await db.query(CLOSE, [which.tenantId, which.id, which.outcome])).length === 1;
}

const COUNT_OPEN = statement(
  'count-open-consumer-requests',
  `select count(*)::int as count, min(q.received_at) as "firstAt" from consumer_requests q
   where q.tenant_id = $1 and not q.is_test and q.closed_at is null`,
);

/** Of live mode; null without any. */
export async function findOpenRequests(
  db: Queryable,
  tenantId: string,
): Promise<{ count: number; firstAt: Date } | null> {
  const [row] = await db.query<{ count: number; firstAt: Date | null }>(COUNT_OPEN, [tenantId]);
  return row === undefined || row.firstAt === null ? null : { count: row.count, firstAt: row.firstAt };
}

// An erasure that was asked for is done by it. A complaint stays open, without its words.
const ERASE = statement(
  'erase-consumer-requests',
  `update consumer_requests q set body = null, purged_at = coalesce(q.purged_at, clock_timestamp()),
     outcome = case when q.kind = 'erasure' then coalesce(q.outcome, 'accepted') else q.outcome end,
     closed_at = case when q.kind = 'erasure' then coalesce(q.closed_at, clock_timestamp()) else q.closed_at end
   where q.tenant_id = $1 and q.session_id = any($2::uuid[])`,
);

/** Of these sessions. */
export async function eraseRequests(tx: Queryable, tenantId: string, sessionIds: string[]): Promise<void> {
  await tx.query(ERASE, [tenantId, sessionIds]);
}

const PURGE = statement(
  'purge-consumer-requests',
  `update consumer_requests q set body = null, purged_at = ${NOW}
   from tenants t
   cross join lateral (
     select k.id from consumer_requests k
     where k.tenant_id = t.id and k.purged_at is null
       and k.received_at < ${NOW} - make_interval(days => greatest(t.retention_days, ${REQUEST_DAYS_MIN}))
     order by k.received_at limit $1
   ) due
   where q.tenant_id = t.id and q.id = due.id returning q.id`,
);

/** Answers how many lost their words, at most `countMax` of each tenant. */
export async function purgeRequests(db: Queryable, countMax: number): Promise<number> {
  return (await db.query(PURGE, [countMax])).length;
}
