// The request log of a tenant, written: route, caller, status, and why a request was rejected. Behind the request, in batches, with its counts
// by the minute. No row ever has a body, an address or a detail of a consumer.
import type { Problem } from '../../domain/refusal.ts';
import { type Database, statement, tenantsInJson } from '../engine/connection/database.ts';
import { createWriteBehind } from '../engine/connection/write-behind.ts';
import { callMinutes } from './minutes.ts';

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
  `with kept as (
   insert into requests (tenant_id, id, at, method, route, status, code, details, message, ms, credential_id, person_id, report_id,
     is_test)
   select g."tenantId", g.id, to_timestamp(g."atMs" / 1000), g.method, g.route, g.status, g.code, g.details, g.message, g.ms, g."credentialId",
          g."personId", g."reportId", g."isTest"
   from json_to_recordset($1::json) as g ("tenantId" uuid, id uuid, "atMs" double precision, method text, route text,
     status smallint, code text, details jsonb, message text, ms real, "credentialId" uuid, "personId" uuid, "reportId" uuid, "isTest" boolean)
   -- Somebody without a token may name any tenant.
   where coalesce(g."credentialId", g."personId") is not null or exists (select from tenants t where t.id = g."tenantId")
   returning tenant_id, at, method, route, status, ms, credential_id, person_id, report_id, is_test
   ) ${callMinutes('kept')}`,
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

export function createRequestLog(needs: { database: Database; onDropped: (count: number) => void }) {
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
    async purgeRequests(): Promise<number> {
      await needs.database.query(PURGE_UNKNOWN, [UNKNOWN_KEPT_DAYS]);
      const rows = await needs.database.query<{ count: number }>(PURGE_REQUESTS, [REQUESTS_KEPT_DAYS]);
      return rows.reduce((sum, { count }) => sum + count, 0);
    },
  };
}
