// What a list shows of its reports beside their rows: what each cost, and which bureaus answered.
import type { BureauId } from '../../domain/reports/credit-report.ts';
import { type Queryable, statement, unnested } from '../engine/connection/database.ts';

type ReportExtras = { id: string; costCredits: number; answered: BureauId[] };

const LIST_EXTRAS = statement(
  'list-report-extras',
  `select g.id, coalesce(cost.credits, 0)::bigint as "costCredits", coalesce(searched.bureaus, '{}') as answered
   from ${unnested('$2::uuid[]')} g (id)
   cross join lateral (
     select sum(e.amount) as credits from ledger_entries e
     where e.tenant_id = $1 and e.report_id = g.id and e.kind = 'post') cost
   cross join lateral (
     select array_agg(distinct s.bureau) as bureaus from (
       select one ->> 'id' as bureau, one ->> 'status' as outcome
       from events n cross join lateral jsonb_array_elements(n.facts -> 'bureaus') one
       where n.tenant_id = $1 and n.subject_id = g.id and n.type in ('report.completed', 'report.failed')
       union all
       select v.facts ->> 'bureau', v.facts ->> 'outcome' from report_events v
       where v.tenant_id = $1 and v.report_id = g.id and v.kind = 'bureau') s
     where s.outcome in ('ok', 'no-trace')) searched`,
);

/** Of the given reports. The answers of bureaus are kept as long as events, those of earlier versions as long as the steps of timelines. */
export function listReportExtras(db: Queryable, tenantId: string, ids: string[]): Promise<ReportExtras[]> {
  return db.query<ReportExtras>(LIST_EXTRAS, [tenantId, ids]);
}
