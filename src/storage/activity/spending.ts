// What each tenant spent in the last 30 days, for the operator's list: days and hours as they are added up (figures.ts), then what came
// later, entry by entry.
import { FIGURES_ZONE } from '../../domain/activity/figures.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

const LIST_SPENDING = statement(
  'list-spending',
  `with since as (
     select (date_trunc('day', clock_timestamp() at time zone $1) - interval '29 days') at time zone $1 as at
   ), marks as (
     select t.id, greatest(since.at, m.days_until) as days_until, greatest(since.at, m.hours_until) as hours_until, since.at
     from tenants t cross join since left join figure_marks m on m.tenant_id = t.id and m.kind = 'activity'
   )
   select k.id as "tenantId", (coalesce(days.credits, 0) + coalesce(hours.credits, 0) + coalesce(later.credits, 0))::bigint as credits
   from marks k
   cross join lateral (
     select sum(f.credits) as credits from figures f
     where f.tenant_id = k.id and f.kind = 'activity' and f.span = 'day' and not f.is_test
       and f.starts_at >= k.at and f.starts_at < k.days_until and f.measure like 'spend:%') days
   cross join lateral (
     select sum(f.credits) as credits from figures f
     where f.tenant_id = k.id and f.kind = 'activity' and f.span = 'hour' and not f.is_test
       and f.starts_at >= k.days_until and f.starts_at < k.hours_until and f.measure like 'spend:%') hours
   cross join lateral (
     select sum(l.value::bigint) as credits from ledger_entries e cross join lateral json_each_text(e.lines) l
     where e.tenant_id = k.id and e.kind = 'post' and e.lines is not null and e.created_at >= k.hours_until) later`,
  { over: 'all' },
);

/** Credits by tenant, today included; days are those of the United Kingdom. */
export async function listSpending(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ tenantId: string; credits: number }>(LIST_SPENDING, [FIGURES_ZONE]);
  const spent = new Map<string, number>();
  for (const { tenantId, credits } of rows) spent.set(tenantId, (spent.get(tenantId) ?? 0) + credits);
  return spent;
}
