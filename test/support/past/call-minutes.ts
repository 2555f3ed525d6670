// The sums of calls that a test planted as rows: the service counts a call when it logs it. Counted here in words of the test's own, since
// tests compare them with what the service says.

/** Of one tenant ($1), anew. */
export const SUM_CALLS = [
  `delete from figure_minutes where tenant_id = $1 and kind in ('calls', 'refused')`,
  `with logged as (
     select date_trunc('hour', q.at) as hour, date_trunc('minute', q.at) as minute, q.status, q.ms, q.method || q.route = 'POST/:tenantId/v1/credit-reports' as is_generate,
       q.credential_id is not null or q.person_id is not null as is_known, coalesce(q.is_test, r.is_test) as is_test
     from requests q left join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where q.tenant_id = $1
   ), counted as (
     select 'calls' as kind, hour as starts, is_test, 'request:' || left(status::text, 1) || 'xx' as measure from logged
     union all
     select 'calls', hour, is_test, 'ms:' || least(63, floor(4 * log(2, greatest(ms, 1)::numeric))) from logged where is_generate and status = 200
     union all
     select 'refused', minute, is_test, 'refused' from logged where status >= 400 and is_known
   )
   insert into figure_minutes (tenant_id, kind, starts_at, mode, measure, count)
   select $1, kind, starts, case when is_test then 'test' when not is_test then 'live' else 'any' end, measure, count(*)
   from counted group by 2, 3, 4, 5
   -- The log of a call of the test's own may have been written between the two.
   on conflict (tenant_id, kind, starts_at, mode, measure) do update set count = excluded.count`,
];
