// The request log of a tenant: route, caller, status, and why a request was rejected. Written behind the request, in batches. No row
// ever has a body, an address or a detail of a consumer.
import type { Problem } from '../../domain/refusal.ts';
import {
  type Database,
  type Queryable,
  type Statement,
  statement,
  tenantsInJson,
} from '../connection/database.ts';
import { createWriteBehind } from '../connection/write-behind.ts';
import { findActorNames } from './report-events.ts';

export type NewRequest = {
  tenantId: string;
  id: string;
  /** When it arrived. */
  atMs: number;
  method: string;
  route: string;
  status: number;
  code: string | null;
  details: Problem[] | null;
  /** What a refused caller was told: words of ours, never the caller's. */
  message: string | null;
  ms: number;
  credentialId: string | null;
  personId: string | null;
  reportId: string | null;
  isTest: boolean | null;
};

const BATCH_MAX = 1_000;
const QUEUE_MAX = 20_000;
export const REQUESTS_KEPT_DAYS = 30;
/** Of requests without a valid token. */
const UNKNOWN_KEPT_DAYS = 1;

// All rows as one JSON text: serialising each column as an array costs several times as much.
const INSERT_REQUESTS = statement(
  'insert-requests',
  `insert into requests (tenant_id, id, at, method, route, status, code, details, message, ms, credential_id, person_id, report_id,
     is_test)
   select g."tenantId", g.id, to_timestamp(g."atMs" / 1000), g.method, g.route, g.status, g.code, g.details, g.message, g.ms, g."credentialId",
          g."personId", g."reportId", g."isTest"
   from json_to_recordset($1::json) as g ("tenantId" uuid, id uuid, "atMs" double precision, method text, route text,
     status smallint, code text, details jsonb, message text, ms real, "credentialId" uuid, "personId" uuid, "reportId" uuid, "isTest" boolean)
   -- Somebody without a token may name any tenant.
   where coalesce(g."credentialId", g."personId") is not null or exists (select from tenants t where t.id = g."tenantId")
   on conflict (tenant_id, id) do nothing`,
  { tenantsOf: tenantsInJson },
);

const PURGE_REQUESTS = statement(
  'purge-requests',
  `with purged as (delete from requests where at < clock_timestamp() - make_interval(days => $1) returning 1)
   select count(*) as count from purged`,
);

const PURGE_UNKNOWN = statement(
  'purge-unknown-requests',
  `delete from requests
   where credential_id is null and person_id is null and at < clock_timestamp() - make_interval(days => $1)`,
);

export type RequestLog = {
  record(request: NewRequest): void;
  flushed(): Promise<void>;
  purgeRequests(): Promise<number>;
};

export function createRequestLog(needs: {
  database: Database;
  onDropped: (count: number) => void;
}): RequestLog {
  const writeBehind = createWriteBehind<NewRequest>({
    sizeMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    groupOf: ({ tenantId }) => needs.database.groupOf(tenantId),
    onDropped: needs.onDropped,
    write: (rows) => needs.database.query(INSERT_REQUESTS, [JSON.stringify(rows)]),
  });
  return {
    record: writeBehind.add,
    flushed: writeBehind.flushed,
    async purgeRequests() {
      await needs.database.query(PURGE_UNKNOWN, [UNKNOWN_KEPT_DAYS]);
      const rows = await needs.database.query<{ count: number }>(PURGE_REQUESTS, [REQUESTS_KEPT_DAYS]);
      return rows.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

export type RequestRow = Omit<NewRequest, 'tenantId' | 'atMs' | 'isTest'> & {
  at: Date;
  credentialName: string | null;
  personName: string | null;
  test: boolean | null;
};

export type RequestFilters = {
  /** 2, 4, 5: the first digit. */
  statusClass: number | null;
  status: number | null;
  /** A substring of the pattern. */
  route: string | null;
  credentialId: string | null;
  code: string | null;
  reportId: string | null;
  test: boolean | null;
  /** As `test`, and the calls that are about no report. */
  isTestMode: boolean | null;
  from: Date | null;
  to: Date | null;
};

const COLUMNS = `q.id, q.at, q.method, q.route, q.status, q.code, q.details, q.message, round(q.ms::numeric, 1)::float8 as ms,
  q.credential_id as "credentialId", q.person_id as "personId", q.report_id as "reportId",
  coalesce(q.is_test, (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id)) as test`;

/** A filter that few calls pass looks through so many, and says how far it came. */
const SCANNED_MAX = 30_000;

// The bounds of the id follow from those of the time, so an index finds the period without reading rows outside of it. `which` is a condition
// that an index has; the others are looked for among the newest that it leaves.
const listThose = (name: string, which: string) => {
  const within = `from requests q where q.tenant_id = $1 and q.id >= $10 and q.id < $11 ${which} order by q.id desc`;
  return statement(
    `list-requests${name}`,
    `with page as materialized (
       select q.* from (select q.* ${within} limit ${SCANNED_MAX}) q
       where ($2::integer is null or q.status / 100 = $2) and ($3::text is null or position($3 in q.route) > 0)
         and ($4::uuid is null or q.credential_id = $4) and ($5::text is null or q.code = $5)
         and ($6::uuid is null or q.report_id = $6)
         and ($7::boolean is null or $7 = coalesce(q.is_test,
           (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id)))
         and ($8::timestamptz is null or q.at >= $8) and ($9::timestamptz is null or q.at < $9::timestamptz + interval '1 millisecond')
         and ($13::integer is null or q.status = $13)
         and ($14::boolean is null or $14 = coalesce(q.is_test,
           (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id), $14))
       order by q.id desc limit $12
     ), seen as (
       select case when (select count(*) from page) < $12 then (select q.id ${within} offset ${SCANNED_MAX - 1} limit 1) end as id
     )
     select ${COLUMNS}, seen.id as "seenTo" from seen left join page q on true order by q.id desc`,
  );
};
const LISTS = {
  any: listThose('', ''),
  refused: listThose('-refused', 'and q.status >= 400'),
  ofReport: listThose('-of-report', 'and q.report_id = $6'),
};

function listFor({ reportId, code, status, statusClass }: RequestFilters): Statement {
  if (reportId !== null) return LISTS.ofReport;
  const isRefused = code !== null || (status ?? 0) >= 400 || (statusClass ?? 0) >= 4;
  return isRefused ? LISTS.refused : LISTS.any;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
// The id is made when the headers are read, the time is taken at the end of the answer: they may differ a little.
const SLACK_MS = 60_000;

/** Newest first, before an id. `seenTo`: where a page that is not full stopped looking; null where there is nothing further. */
export async function listRequests(
  db: Queryable,
  tenantId: string,
  filters: RequestFilters,
  page: { beforeId: string | null; size: number },
): Promise<{ rows: RequestRow[]; seenTo: string | null }> {
  const { statusClass, route, credentialId, code, reportId, test, from, to } = filters;
  const firstId = from === null ? FIRST_ID : idAt(from.getTime() - SLACK_MS);
  const lastId = page.beforeId ?? (to === null ? LAST_ID : idAt(to.getTime() + SLACK_MS));
  const found = await db.query<RequestRow & { seenTo: string | null }>(listFor(filters), [
    tenantId,
    statusClass,
    route,
    credentialId,
    code,
    reportId,
    test,
    from,
    to,
    firstId,
    lastId,
    page.size,
    filters.status,
    filters.isTestMode,
  ]);
  // Without any there is one row, of nothing but `seenTo`.
  const rows = found.filter(({ id }) => id !== null).map(({ seenTo, ...row }) => row);
  return { rows: await named(db, tenantId, rows), seenTo: found[0]?.seenTo ?? null };
}

/** With the names of their callers, which lie elsewhere than the log on a sharded database. */
async function named(db: Queryable, tenantId: string, rows: RequestRow[]): Promise<RequestRow[]> {
  const ids = new Set(
    rows.flatMap(({ credentialId, personId }) => [credentialId ?? [], personId ?? []].flat()),
  );
  const names = ids.size === 0 ? null : await findActorNames(db, tenantId, [...ids]);
  const nameOf = (id: string | null): string | null => (id === null ? null : (names?.get(id) ?? null));
  return rows.map((row) => ({
    ...row,
    credentialName: nameOf(row.credentialId),
    personName: nameOf(row.personId),
  }));
}

/** The smallest id of a time. */
export function idAt(ms: number): string {
  const hex = Math.min(Math.max(ms, 0), 0xffff_ffff_ffff).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const LIST_BY_ID = statement(
  'list-requests-by-id',
  `select ${COLUMNS} from requests q where q.tenant_id = $1 and q.id >= $2 and q.id <= $3 order by q.id desc limit $4`,
);

/** Those whose ids are within the two, newest first. */
export async function listRequestsById(
  db: Queryable,
  tenantId: string,
  ids: { from: string; to: string },
  size: number,
): Promise<RequestRow[]> {
  return named(db, tenantId, await db.query<RequestRow>(LIST_BY_ID, [tenantId, ids.from, ids.to, size]));
}

const FIND_REQUEST = statement(
  'find-request',
  `select ${COLUMNS} from requests q where q.tenant_id = $1 and q.id = $2`,
);

export async function findRequest(db: Queryable, tenantId: string, id: string): Promise<RequestRow | null> {
  const [row] = await named(db, tenantId, await db.query<RequestRow>(FIND_REQUEST, [tenantId, id]));
  return row ?? null;
}

export type ErrorGroup = {
  code: string;
  method: string;
  route: string;
  status: number;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastRequestId: string;
  details: { path: string; message: string; count: number }[];
};

// Only the newest ten thousand refusals are read, so that a flood of them costs no more than an ordinary day. A mistake in the third
// and in the fourth item of a list is the same mistake: indexes are removed from the paths.
const GROUP_ERRORS = statement(
  'group-request-errors',
  `with refused as materialized (
     select q.id, q.at, q.method, q.route, q.status, q.code, q.details from requests q
     where q.tenant_id = $1 and q.status >= 400 and q.code is not null and q.id >= $4
       and q.at >= $2 and ($3::timestamptz is null or q.at < $3::timestamptz + interval '1 millisecond')
       and ($5::boolean is null or $5 = coalesce(q.is_test,
         (select r.is_test from reports r where r.tenant_id = q.tenant_id and r.id = q.report_id), $5))
     order by q.id desc limit 10000
   ), said as (
     select r.code, r.method, r.route, regexp_replace(d ->> 'path', '/[0-9]+(?=/|$)', '/*', 'g') as path,
            d ->> 'message' as message, count(*) as count
     from refused r cross join lateral jsonb_array_elements(coalesce(r.details, '[]')) d
     group by 1, 2, 3, 4, 5
   ), ranked as (
     select s.*, row_number() over (partition by s.code, s.method, s.route order by s.count desc, s.path, s.message) as place from said s
   )
   select r.code, r.method, r.route, max(r.status)::integer as status, count(*) as count, min(r.at) as "firstAt", max(r.at) as "lastAt",
          max(r.id::text collate "C")::uuid as "lastRequestId",
          coalesce((select json_agg(json_build_object('path', k.path, 'message', k.message, 'count', k.count) order by k.place)
                    from ranked k where k.code = r.code and k.method = r.method and k.route = r.route and k.place <= 10), '[]') as details
   from refused r group by r.code, r.method, r.route order by count(*) desc, max(r.at) desc limit 100`,
);

/** Refusals of a period by code and route, the most frequent first. */
export function groupErrors(
  db: Queryable,
  tenantId: string,
  period: { from: Date; to: Date | null; isTestMode: boolean | null },
): Promise<ErrorGroup[]> {
  const firstId = idAt(period.from.getTime() - SLACK_MS);
  return db.query<ErrorGroup>(GROUP_ERRORS, [tenantId, period.from, period.to, firstId, period.isTestMode]);
}
