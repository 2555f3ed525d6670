// Test requests with their answers, sealed, so that one can be sent again: the newest of a tenant, for a day. Written behind the request.
// What live mode is sent and answers never comes here.
import { type Database, statement, unnested } from '../engine/connection/database.ts';
import { createWriteBehind } from '../engine/connection/write-behind.ts';
import type { Vault } from '../keys/vault.ts';

export type NewExchange = {
  tenantId: string;
  requestId: string;
  reportId: string | null;
  path: string;
  status: number;
  body: unknown;
  /** JSON text, as `body` is where it is read. */
  answer: string;
};
export type Exchange = Omit<NewExchange, 'tenantId' | 'body' | 'answer'> & {
  at: Date;
  body: string;
  answer: string | null;
};

export const EXCHANGE_KEPT_HOURS = 24;
/** Of one tenant. */
const KEPT_MAX = 1_000;
/** Of one tenant. More than this is a load test, which nobody replays; each costs as much as a stored report. */
const KEPT_PER_SECOND = 50;
/** A report of a few accounts; one of a thousand is not kept. */
const ANSWER_CHARS_MAX = 64_000;
const BATCH_MAX = 100;
const QUEUE_MAX = 500;

// Written behind the request: its report may be erased meanwhile. The lock waits for an erasure that is under way.
const INSERT = statement(
  'insert-test-exchanges',
  `with given as (
     select * from ${unnested('$1::uuid[]', '$2::uuid[]', '$3::uuid[]', '$4::text[]', '$5::int[]', '$6::bytea[]', '$7::bytea[]')}
       as g (tenant_id, request_id, report_id, path, status, body, answer)
   ), about as materialized (
     select r.id, r.purged_at from given g join reports r on r.tenant_id = g.tenant_id and r.id = g.report_id
     order by r.tenant_id, r.id for key share of r
   )
   insert into test_exchanges (tenant_id, request_id, report_id, at, path, status, body, answer)
   select g.tenant_id, g.request_id, g.report_id, clock_timestamp(), g.path, g.status, g.body, g.answer
   from given g where not exists (select from about a where a.id = g.report_id and a.purged_at is not null)
   on conflict (tenant_id, request_id) do nothing`,
);

const FIND = statement(
  'find-test-exchange',
  `select request_id as "requestId", report_id as "reportId", at, path, status, body, answer from test_exchanges
   where tenant_id = $1 and request_id = $2 and at > clock_timestamp() - make_interval(hours => ${EXCHANGE_KEPT_HOURS})`,
);

const PURGE = statement(
  'purge-test-exchanges',
  `delete from test_exchanges e where e.at <= clock_timestamp() - make_interval(hours => ${EXCHANGE_KEPT_HOURS})
     or (e.tenant_id, e.request_id) in (
       select x.tenant_id, x.request_id from tenants t cross join lateral (
         select o.tenant_id, o.request_id from test_exchanges o where o.tenant_id = t.id
         order by o.request_id desc offset ${KEPT_MAX}) x)`,
);

export type TestExchanges = ReturnType<typeof createTestExchanges>;

type Row = Omit<Exchange, 'body' | 'answer'> & { body: Buffer; answer: Buffer | null };

export function createTestExchanges(needs: {
  database: Database;
  vault: Vault;
  /** A monotonic clock. */
  nowMs?: () => number;
  onDropped: (count: number) => void;
}) {
  const { database, vault, nowMs = () => performance.now() } = needs;
  const writeBehind = createWriteBehind<NewExchange>({
    sizeMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    groupOf: ({ tenantId }) => database.groupOf(tenantId),
    onDropped: needs.onDropped,
    write: async (rows) => {
      const sealed = await Promise.all(
        rows.map(async ({ tenantId, requestId, body, answer }) => {
          const own = await vault.forTenant(tenantId);
          return {
            body: own.seal(place('body', requestId), JSON.stringify(body)),
            answer: answer.length > ANSWER_CHARS_MAX ? null : own.seal(place('answer', requestId), answer),
          };
        }),
      );
      await database.query(INSERT, [
        rows.map(({ tenantId }) => tenantId),
        rows.map(({ requestId }) => requestId),
        rows.map(({ reportId }) => reportId),
        rows.map(({ path }) => path),
        rows.map(({ status }) => status),
        sealed.map(({ body }) => body),
        sealed.map(({ answer }) => answer),
      ]);
    },
  });
  let second = 0;
  const kept = new Map<string, number>();
  return {
    record(exchange: NewExchange): void {
      const now = Math.floor(nowMs() / 1000);
      if (now !== second) kept.clear();
      second = now;
      const count = kept.get(exchange.tenantId) ?? 0;
      if (count === KEPT_PER_SECOND) return;
      kept.set(exchange.tenantId, count + 1);
      writeBehind.add(exchange);
    },
    flushed: writeBehind.flushed,
    /** Null when it is none of test mode, or too old. */
    async find(tenantId: string, requestId: string): Promise<Exchange | null> {
      const [row] = await database.query<Row>(FIND, [tenantId, requestId]);
      if (row === undefined) return null;
      const own = await vault.forTenant(tenantId);
      return {
        ...row,
        body: own.open(place('body', requestId), row.body),
        answer: row.answer === null ? null : own.open(place('answer', requestId), row.answer),
      };
    },
    async purge(): Promise<void> {
      await database.query(PURGE, []);
    },
  };
}

function place(column: 'body' | 'answer', requestId: string) {
  return { column: `test_exchanges.${column}`, rowId: requestId };
}
