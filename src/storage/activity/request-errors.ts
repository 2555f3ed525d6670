// Refusals of a tenant's request log, grouped by what went wrong.
import { type Queryable, statement } from '../connection/database.ts';
import { idAt, SLACK_MS } from './requests.ts';

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
  period: { from: Date; to: Date | null },
): Promise<ErrorGroup[]> {
  const firstId = idAt(period.from.getTime() - SLACK_MS);
  return db.query<ErrorGroup>(GROUP_ERRORS, [tenantId, period.from, period.to, firstId]);
}
