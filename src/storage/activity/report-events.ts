// The steps of a report that no other table keeps: guesses, resends, the answer and time of each bureau. Written behind the request,
// in batches; the key is the id of the request, so that a repeated one is still one step.
import { type Database, type Queryable, statement } from '../connection/database.ts';
import { createWriteBehind } from '../connection/write-behind.ts';

export type NewReportEvent = {
  tenantId: string;
  reportId: string;
  id: string;
  at: Date;
  kind: 'guess' | 'resend' | 'bureau';
  /** Words from fixed lists, ids and numbers; nothing about a consumer. */
  facts: Record<string, string | number | boolean | null>;
};
export type ReportEvent = Pick<NewReportEvent, 'id' | 'at' | 'kind' | 'facts'>;

/** As long as SMS messages are kept. */
const KEPT_DAYS = 90;

const INSERT_EVENTS = statement(
  'insert-report-events',
  `insert into report_events (tenant_id, report_id, id, at, kind, facts)
   select g.tenant_id, g.report_id, g.id, g.at, g.kind, g.facts::jsonb
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[])
     as g (tenant_id, report_id, id, at, kind, facts)
   on conflict (tenant_id, report_id, id) do nothing`,
);

const PURGE_EVENTS = statement(
  'purge-report-events',
  'delete from report_events where at < clock_timestamp() - make_interval(days => $1)',
);

export type ReportEvents = {
  record(event: NewReportEvent): void;
  flushed(): Promise<void>;
  purgeEvents(): Promise<void>;
};

export function createReportEvents(needs: {
  database: Database;
  onDropped: (count: number) => void;
}): ReportEvents {
  const writeBehind = createWriteBehind<NewReportEvent>({
    sizeMax: 1_000,
    queueMax: 20_000,
    onDropped: needs.onDropped,
    write: (events) =>
      needs.database.query(INSERT_EVENTS, [
        events.map(({ tenantId }) => tenantId),
        events.map(({ reportId }) => reportId),
        events.map(({ id }) => id),
        events.map(({ at }) => at),
        events.map(({ kind }) => kind),
        events.map(({ facts }) => JSON.stringify(facts)),
      ]),
  });
  return {
    record: writeBehind.add,
    flushed: writeBehind.flushed,
    purgeEvents: async () => void (await needs.database.query(PURGE_EVENTS, [KEPT_DAYS])),
  };
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
