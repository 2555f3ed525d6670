// The queue of deliveries. A worker takes what is due with a lease that ends, so that another takes over when the worker dies; what comes
// of the try is written under the lease's token, so that a worker that lost it writes nothing.
//
// Endpoints take turns: the statement walks over the endpoints that have something to send, not over the rows by age. So one with a
// hundred thousand rows, or one that never answers, waits alone. An endpoint's health row is locked while it has its turn: two processes
// never spend the same allowance of its rate.

import type { StoredEvent } from '../../domain/webhooks/events.ts';
import { FAILING_MS, FAILURES_MIN, LEASE_MS, THROTTLE_MS } from '../../domain/webhooks/webhooks.ts';
import {
  type Database,
  EXACT_NOW,
  type Queryable,
  statement,
  unnested,
} from '../engine/connection/database.ts';
import { PLACE, rowsOf } from '../engine/rows.ts';
import { recordEvents } from './record-events.ts';

const PER_ENDPOINT_MAX = 4;
/** Endpoints that one turn looks at; the next one goes on behind the last. */
const ENDPOINTS_A_TURN = 200;

export type Taken = {
  tenantId: string;
  id: string;
  leaseToken: string;
  endpointId: string;
  isReplay: boolean;
  attempts: number;
  url: string;
  keys: Buffer;
  /** While the secret before is still valid. */
  oldKeys: Buffer | null;
  isTest: boolean;
  /** Null when it is kept no longer. */
  event: StoredEvent | null;
  at: Date;
};

/** Where the last turn ended. */
export type Turn = { tenantId: string; endpointId: string };
export const FIRST_TURN: Turn = {
  tenantId: '00000000-0000-0000-0000-000000000000',
  endpointId: '00000000-0000-0000-0000-000000000000',
};

/** The next endpoint that has something to send, with what is first in its queue. */
const NEXT_ENDPOINT = (after: string): string =>
  `select d.tenant_id, d.endpoint_id, d.is_replay, d.due_at from deliveries d
     where d.state = 'due' and (d.tenant_id, d.endpoint_id) > (${after})
     order by d.tenant_id, d.endpoint_id, d.is_replay, d.due_at limit 1`;
const DUE_OF = (endpoint: string, isReplay: boolean): string =>
  `deliveries d where d.tenant_id = ${endpoint}.tenant_id and d.endpoint_id = ${endpoint}.endpoint_id and d.state = 'due'
        and d.is_replay = ${isReplay} and d.due_at <= now.at`;
const PICKED_OF = (isReplay: boolean): string =>
  `(select d.id from ${DUE_OF('h', isReplay)} and (d.leased_until is null or d.leased_until <= now.at)
        and not (d.is_ordered and d.subject_id is not null and exists (
          select 1 from deliveries b where b.tenant_id = d.tenant_id and b.endpoint_id = d.endpoint_id and b.state = 'due'
            and b.is_ordered and b.subject_id = d.subject_id and (b.tx, b.event_id) < (d.tx, d.event_id)))
      order by d.due_at limit h.room for update skip locked)`;

// Visit endpoints in key order and stop at `$5` rows; later endpoints are not locked. The lists are hidden from the planner (`unnested`):
// planning this anew for each claim would cost more than the claim.
const TAKE = statement(
  'take-deliveries',
  `with recursive pending as (
     (${NEXT_ENDPOINT('$1::uuid, $2::uuid')})
     union all
     select n.* from pending p cross join lateral (${NEXT_ENDPOINT('p.tenant_id, p.endpoint_id')}) n
   ), walked as materialized (
     select * from pending limit ${ENDPOINTS_A_TURN}
   ), busy as materialized (
     select * from ${unnested('$3::uuid[]', '$4::int[]')} as b (endpoint_id, count)
   ), picked as materialized (
     select h.tenant_id, h.endpoint_id, now.at, h.tokens, d.id
     from (select ${EXACT_NOW} as at) now cross join walked p
     cross join lateral (
       select ${PER_ENDPOINT_MAX} - coalesce((select b.count from busy b where b.endpoint_id = p.endpoint_id), 0) as free
     ) slots
     cross join lateral (
       select h.tenant_id, h.endpoint_id, fill.tokens, least(slots.free, floor(fill.tokens))::integer as room
       from webhook_health h
       join webhook_endpoints w on w.tenant_id = h.tenant_id and w.id = h.endpoint_id and w.state = 'active'
       join tenants t on t.id = h.tenant_id and t.is_enabled
       cross join lateral (
         -- Half of the rate while it is throttled.
         select least(w.rate_per_second, h.tokens + extract(epoch from greatest(now.at - h.refilled_at, interval '0')) * w.rate_per_second
           / case when h.throttled_until > now.at then 2 else 1 end) as tokens
       ) fill
       where h.tenant_id = p.tenant_id and h.endpoint_id = p.endpoint_id and slots.free > 0 and fill.tokens >= 1
         and (p.due_at <= now.at or not p.is_replay and exists (select 1 from ${DUE_OF('p', true)}))
       for update of h skip locked
     ) h
     cross join lateral (
       select id from (
         select id, 0 as place from ${PICKED_OF(false)} fresh union all select id, 1 from ${PICKED_OF(true)} again
       ) f order by place limit h.room
     ) d
     limit $5
   ), spent as (
     update webhook_health h set tokens = p.tokens - p.count, refilled_at = p.at
     from (select tenant_id, endpoint_id, tokens, at, count(*) as count from picked group by 1, 2, 3, 4) p
     where h.tenant_id = p.tenant_id and h.endpoint_id = p.endpoint_id
   ), leased as (
     update deliveries d set leased_until = p.at + interval '${LEASE_MS} milliseconds', lease_token = $6
     from picked p where d.tenant_id = p.tenant_id and d.endpoint_id = p.endpoint_id and d.id = p.id
     returning d.tenant_id, d.id, d.endpoint_id, d.event_id, d.is_replay, d.attempts, p.at
   )
   select l.tenant_id as "tenantId", l.id, l.endpoint_id as "endpointId", l.is_replay as "isReplay", l.attempts, l.at, w.url, w.keys,
          case when w.old_expires_at > l.at then w.old_keys end as "oldKeys", w.is_test as "isTest",
          e.id as "eventId", e.at as "eventAt", e.type, e.is_test as "eventIsTest", e.subject_id as "subjectId", e.facts,
          null::uuid as "turnTenantId", null::uuid as "turnEndpointId"
   from leased l join webhook_endpoints w on w.tenant_id = l.tenant_id and w.id = l.endpoint_id
   left join events e on e.tenant_id = l.tenant_id and e.id = l.event_id
   union all
   select null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, tenant_id, endpoint_id
   from (select * from walked order by tenant_id desc, endpoint_id desc limit 1) last
   where case when (select count(*) from picked) < $5 then (select count(*) from walked) = ${ENDPOINTS_A_TURN} end`,
);

type TakenRow = Omit<Taken, 'event' | 'leaseToken'> & {
  eventId: string | null;
  eventAt: Date;
  type: StoredEvent['type'];
  eventIsTest: boolean;
  subjectId: string | null;
  facts: StoredEvent['facts'];
  turnTenantId: string | null;
  turnEndpointId: string;
};

/** At most `countMax`; `busy` are the endpoints that this process is sending to, and how many. */
export async function takeDeliveries(
  db: Queryable,
  order: {
    after: Turn;
    busy: ReadonlyMap<string, number>;
    countMax: number;
    leaseToken: string;
  },
): Promise<{ taken: Taken[]; next: Turn }> {
  const rows = await db.query<TakenRow>(TAKE, [
    order.after.tenantId,
    order.after.endpointId,
    [...order.busy.keys()],
    [...order.busy.values()],
    order.countMax,
    order.leaseToken,
  ]);
  // Each shard says how far it came: the next turn begins where the first of them stopped.
  const [last] = rows
    .filter(({ turnTenantId }) => turnTenantId !== null)
    .sort((a, b) =>
      `${a.turnTenantId}${a.turnEndpointId}` < `${b.turnTenantId}${b.turnEndpointId}` ? -1 : 1,
    );
  const taken = rows
    .filter(({ turnTenantId }) => turnTenantId === null)
    .map((row) => toTaken(row, order.leaseToken));
  // When the batch is full, the next claim continues after its last endpoint.
  if (taken.length >= order.countMax) return { taken, next: furthest(taken) };
  if (last === undefined) return { taken, next: FIRST_TURN };
  return { taken, next: { tenantId: last.turnTenantId as string, endpointId: last.turnEndpointId } };
}

function furthest(taken: readonly Taken[]): Turn {
  const [last] = taken
    .map(({ tenantId, endpointId }) => ({ tenantId, endpointId }))
    .sort((a, b) => (a.tenantId + a.endpointId < b.tenantId + b.endpointId ? 1 : -1));
  return last ?? FIRST_TURN;
}

function toTaken(row: TakenRow, leaseToken: string): Taken {
  const { tenantId, id, endpointId, isReplay, attempts, url, keys, oldKeys, isTest, at, eventId } = row;
  const { eventAt, type, eventIsTest, subjectId, facts } = row;
  const event =
    eventId === null ? null : { id: eventId, at: eventAt, type, isTest: eventIsTest, subjectId, facts };
  return { tenantId, id, leaseToken, endpointId, isReplay, attempts, url, keys, oldKeys, isTest, at, event };
}

/** What came of a try, for the log, the queue and the endpoint's health. */
export type Tried = {
  tenantId: string;
  id: string;
  leaseToken: string;
  endpointId: string;
  isReplay: boolean;
  state: 'due' | 'delivered' | 'failed' | 'dropped';
  reason: string | null;
  waitMs: number;
  isThrottled: boolean;
  /** Why the endpoint is to be disabled now. */
  disable: 'gone' | 'asked' | null;
  /** Null when nothing was sent. */
  attempt: { status: number | null; problem: string | null; answer: Buffer | null; ms: number } | null;
};

const DISABLED_EVENT = recordEvents(
  'told',
  `select d.tenant_id, d.updated_at as at, 'endpoint.disabled' as type, d.is_test, d.id as subject_id,
          jsonb_build_object('reason', d.disabled_reason, 'missedSince', d.missed_since) as facts
   from disabled d`,
  { isMailed: true },
);

const TRIES = rowsOf<Tried>({
  o: PLACE,
  tenant_id: ['uuid', (one) => one.tenantId],
  id: ['uuid', (one) => one.id],
  lease_token: ['uuid', (one) => one.leaseToken],
  endpoint_id: ['uuid', (one) => one.endpointId],
  is_replay: ['boolean', (one) => one.isReplay],
  state: ['text', (one) => one.state],
  reason: ['text', (one) => one.reason],
  wait_ms: ['float8', (one) => one.waitMs],
  is_throttled: ['boolean', (one) => one.isThrottled],
  disable: ['text', (one) => one.disable],
  is_try: ['boolean', (one) => one.attempt !== null],
  status: ['int', (one) => one.attempt?.status ?? null],
  problem: ['text', (one) => one.attempt?.problem ?? null],
  answer: ['bytea', (one) => one.attempt?.answer ?? null],
  ms: ['int', (one) => one.attempt?.ms ?? 0],
});

// Locks: the health of endpoints, in the order of their keys; then deliveries; then endpoints that are disabled by it.
const NOTE = statement(
  'note-tries',
  `with given as (
     select * from ${TRIES.sql}
   ), clock as materialized (
     select ${EXACT_NOW} as at
   ), healths as materialized (
     select h.* from webhook_health h
     where (h.tenant_id, h.endpoint_id) in (select tenant_id, endpoint_id from given) order by h.tenant_id, h.endpoint_id for update
   ), noted as (
     update deliveries d set state = g.state, reason = g.reason, attempts = d.attempts + case when g.is_try then 1 else 0 end,
       due_at = case when g.state = 'due' then clock.at + make_interval(secs => g.wait_ms / 1000) else d.due_at end,
       ended_at = case when g.state <> 'due' then clock.at end, lease_token = null, leased_until = null,
       last_status = case when g.is_try then g.status else d.last_status end
     from given g cross join clock cross join (select count(*) from healths) locked
     where d.tenant_id = g.tenant_id and d.endpoint_id = g.endpoint_id and d.id = g.id and d.lease_token = g.lease_token and d.state = 'due'
     returning g.o, d.tenant_id, d.id, d.attempts, d.endpoint_id
   ), logged as (
     insert into delivery_attempts (tenant_id, delivery_id, number, at, ms, status, problem, answer)
     select n.tenant_id, n.id, n.attempts, clock.at, g.ms, g.status, g.problem, g.answer
     from noted n join given g using (o) cross join clock where g.is_try
     on conflict do nothing
   ), counted as (
     -- A replay that fails says nothing new of the endpoint.
     select n.tenant_id, n.endpoint_id, bool_or(g.state = 'delivered') as has_success,
            count(*) filter (where g.is_try and g.state <> 'delivered' and not g.is_replay) as failures,
            bool_or(g.is_throttled) as is_throttled, max(g.disable) as disable
     from noted n join given g using (o) group by 1, 2
   ), weighed as materialized (
     select c.tenant_id, c.endpoint_id, c.disable, c.has_success, c.failures as fresh, c.is_throttled,
            case when c.has_success then null when c.failures > 0 then coalesce(h.failing_since, clock.at) else h.failing_since end
              as failing_since,
            case when c.has_success then 0 else h.failures + c.failures end as failures
     from counted c join healths h using (tenant_id, endpoint_id) cross join clock
   ), updated as (
     update webhook_health h set failing_since = w.failing_since, failures = w.failures,
       told = case when w.has_success then 0 else h.told end,
       last_success_at = case when w.has_success then clock.at else h.last_success_at end,
       last_failure_at = case when w.fresh > 0 then clock.at else h.last_failure_at end,
       throttled_until = case when w.is_throttled then clock.at + interval '${THROTTLE_MS} milliseconds' else h.throttled_until end
     from weighed w cross join clock where h.tenant_id = w.tenant_id and h.endpoint_id = w.endpoint_id
   ), disabled as (
     update webhook_endpoints e set state = 'disabled', updated_at = clock.at,
       disabled_reason = coalesce(w.disable, 'failing'), missed_since = coalesce(w.failing_since, clock.at)
     from weighed w cross join clock
     where e.tenant_id = w.tenant_id and e.id = w.endpoint_id and e.state = 'active'
       and (w.disable is not null or w.fresh > 0 and w.failures >= ${FAILURES_MIN}
            and w.failing_since <= clock.at - interval '${FAILING_MS} milliseconds')
     returning e.*
   ), ${DISABLED_EVENT}
   select n.o, exists (select 1 from disabled d where d.tenant_id = n.tenant_id and d.id = n.endpoint_id) as "isDisabled"
   from noted n`,
);

// In a second statement: what a statement has changed, it does not see.
const END_OF_DISABLED = statement(
  'end-deliveries-of-disabled',
  `update deliveries d set state = 'failed', reason = 'disabled', ended_at = ${EXACT_NOW}, lease_token = null
   from unnest($1::uuid[], $2::uuid[]) as g (tenant_id, endpoint_id)
   join webhook_endpoints w on w.tenant_id = g.tenant_id and w.id = g.endpoint_id and w.state = 'disabled'
   where d.tenant_id = g.tenant_id and d.endpoint_id = g.endpoint_id and d.state = 'due'`,
);

/** All of them in one statement. Answers those that still had their lease. */
export async function noteTries(db: Database, tries: readonly Tried[]): Promise<number> {
  const rows = await db.query<{ o: number; isDisabled: boolean }>(NOTE, TRIES.values(tries));
  const disabled = rows.filter(({ isDisabled }) => isDisabled).map(({ o }) => tries[o] as Tried);
  if (disabled.length > 0) {
    const ids = [disabled.map((one) => one.tenantId), disabled.map((one) => one.endpointId)];
    await db.query(END_OF_DISABLED, ids);
  }
  return rows.length;
}
