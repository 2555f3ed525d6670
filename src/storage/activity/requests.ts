// The request log of a tenant, read: by the page, by filters, one by its id. It is written by request-log.ts.
import { hidden, type Queryable, type Statement, statement } from '../engine/connection/database.ts';
import { findActorNames } from './report-events.ts';
import type { NewRequest } from './request-log.ts';

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
const SCANNED_MAX = 15_000;

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
export const SLACK_MS = 60_000;

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
  `select ${COLUMNS} from requests q where q.tenant_id = $1 and q.id >= ${hidden('$2', 'uuid')} and q.id <= ${hidden('$3', 'uuid')} order by q.id desc limit ${hidden('$4', 'bigint')}`,
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
