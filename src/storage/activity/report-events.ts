// The steps of a report as earlier versions recorded them, until they are old enough to go; events are in their place. And the calls about
// a report that the request log still has.
import { type Queryable, statement } from '../engine/connection/database.ts';

export type ReportEvent = {
  id: string;
  at: Date;
  kind: 'guess' | 'resend' | 'bureau';
  /** Words from fixed lists, ids and numbers; nothing about a consumer. */
  facts: Record<string, string | number | boolean | null>;
};

/** As long as SMS messages are kept. */
const KEPT_DAYS = 90;

const PURGE_EVENTS = statement(
  'purge-report-events',
  'delete from report_events where at < clock_timestamp() - make_interval(days => $1)',
);

export async function purgeReportEvents(db: Queryable): Promise<void> {
  await db.query(PURGE_EVENTS, [KEPT_DAYS]);
}

const LIST_EVENTS = statement(
  'list-report-events',
  `select id, at, kind, facts from report_events where tenant_id = $1 and report_id = $2 order by at, id limit 200`,
);

export function listReportEvents(db: Queryable, tenantId: string, reportId: string): Promise<ReportEvent[]> {
  return db.query<ReportEvent>(LIST_EVENTS, [tenantId, reportId]);
}

export type ReportCall = {
  id: string;
  at: Date;
  method: string;
  route: string;
  status: number;
  code: string | null;
  credentialId: string | null;
  personId: string | null;
};

const LIST_CALLS = statement(
  'list-report-calls',
  `select id, at, method, route, status, code, credential_id as "credentialId", person_id as "personId"
   from requests where tenant_id = $1 and report_id = $2 order by id limit 500`,
);

/** The calls about one report that the request log still has, oldest first. */
export function listReportCalls(db: Queryable, tenantId: string, reportId: string): Promise<ReportCall[]> {
  return db.query<ReportCall>(LIST_CALLS, [tenantId, reportId]);
}

const FIND_ACTOR_NAMES = statement(
  'find-actor-names',
  `select c.id, c.name from credentials c where c.tenant_id = $1 and c.id = any($2::uuid[])
   union all
   select p.id, p.first_name || ' ' || p.last_name from people p where p.id = any($2::uuid[])`,
);

/** Of credentials of the tenant, and of people, by id. */
export async function findActorNames(
  db: Queryable,
  tenantId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(FIND_ACTOR_NAMES, [tenantId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
