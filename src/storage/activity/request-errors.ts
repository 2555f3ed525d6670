// Refusals of a tenant's request log, grouped by what went wrong.
import { FIGURES, type Queryable, statement } from '../engine/connection/database.ts';
import { idAt, SLACK_MS } from './requests.ts';

/** Of one question. */
const READ_MAX = 5_000;
/** Sets of fields that are looked into. */
const DIFFERENT_MAX = 200;

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

// Only the newest refusals are read, so that a flood of them costs no more than an ordinary day. They are given by a function,
// out of their index in its order, whatever the server believes. Those whose fields are the same are put together first, by a hash, which is
// compared faster than they are: a mistake is repeated more often than a new one is made. A mistake in the third and in the fourth item of
// a list is the same mistake: indexes are removed from the paths.
const GROUP_ERRORS = statement(
  'group-request-errors',
  `with alike as materialized (
     select r.code, r.method, r.route, jsonb_hash_extended(r.details, 0) as said, max(r.status) as status, count(*) as count,
            min(r.at) as first_at, max(r.at) as last_at, max(r.id::text collate "C") as last_id
     from newest_refusals($1, $4, $3, $5, ${READ_MAX}) r
     where r.at >= $2
     group by 1, 2, 3, 4
   ), said as (
     select r.code, r.method, r.route, regexp_replace(d ->> 'path', '/[0-9]+(?=/|$)', '/*', 'g') as path,
            d ->> 'message' as message, sum(r.count)::bigint as count
     from (select * from alike where said is not null order by count desc limit ${DIFFERENT_MAX}) r
     cross join lateral (select q.details from requests q where q.tenant_id = $1 and q.id = r.last_id::uuid limit 1) q
     cross join lateral jsonb_array_elements(q.details) d
     group by 1, 2, 3, 4, 5
   ), ranked as (
     select s.*, row_number() over (partition by s.code, s.method, s.route order by s.count desc, s.path, s.message) as place from said s
   )
   select r.code, r.method, r.route, max(r.status)::integer as status, sum(r.count)::bigint as count, min(r.first_at) as "firstAt",
          max(r.last_at) as "lastAt", max(r.last_id)::uuid as "lastRequestId",
          coalesce((select json_agg(json_build_object('path', k.path, 'message', k.message, 'count', k.count) order by k.place)
                    from ranked k where k.code = r.code and k.method = r.method and k.route = r.route and k.place <= 10), '[]') as details
   from alike r group by r.code, r.method, r.route order by sum(r.count) desc, max(r.last_at) desc limit 100`,
  FIGURES,
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
