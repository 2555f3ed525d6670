// Sending again: one event by hand, a test event, or all events of a period that an endpoint did not get. They are queued behind what is
// new, at the endpoint's own rate, and do not count for its health.

import { ALL_TYPES } from '../../domain/webhooks/events.ts';
import { EXACT_NOW, type Queryable, statement } from '../engine/connection/database.ts';

export type Period = {
  endpointId: string;
  since: Date;
  /** Null for now. */
  until: Date | null;
  /** Only what was never delivered to it. */
  failedOnly: boolean;
};

// What is still to be sent is not sent twice.
const WANTED = `from webhook_endpoints w
     join events e on e.tenant_id = w.tenant_id and e.is_test = w.is_test and (e.type = any(w.types) or '${ALL_TYPES}' = any(w.types)) and e.subject_id is distinct from w.id
       and e.at >= $3 and e.at <= coalesce($4::timestamptz, ${EXACT_NOW})
     where w.tenant_id = $1 and w.id = $2 and w.state <> 'deleted'
       and not exists (select 1 from deliveries d where d.tenant_id = $1 and d.endpoint_id = $2 and d.event_id = e.id
         and (d.state = 'due' or $5::boolean and d.state = 'delivered'))`;

const COUNT = statement('count-missed-events', `select count(*)::integer as count ${WANTED}`);

export async function countMissed(db: Queryable, tenantId: string, period: Period): Promise<number> {
  const { endpointId, since, until, failedOnly } = period;
  const [row] = await db.query<{ count: number }>(COUNT, [tenantId, endpointId, since, until, failedOnly]);
  return row?.count ?? 0;
}

const RECOVER = statement(
  'recover-events',
  `with queued as (
     insert into deliveries (tenant_id, id, endpoint_id, event_id, subject_id, tx, is_ordered, is_replay, recovery_id, due_at, created_at)
     select e.tenant_id, new_event_id(), w.id, e.id, e.subject_id, e.tx, w.is_ordered, true, $6, ${EXACT_NOW}, ${EXACT_NOW} ${WANTED}
     returning id
   ), made as (
     insert into webhook_recoveries (tenant_id, id, endpoint_id, since, until, failed_only, total, created_at)
     select $1, $6, $2, $3, coalesce($4::timestamptz, ${EXACT_NOW}), $5, (select count(*) from queued), ${EXACT_NOW}
     on conflict do nothing
   )
   select count(*)::integer as count from queued`,
);

/** Queues them all; answers how many. `id` names the recovery. */
export async function recoverEvents(
  db: Queryable,
  tenantId: string,
  recovery: Period & { id: string },
): Promise<number> {
  const { endpointId, since, until, failedOnly, id } = recovery;
  const values = [tenantId, endpointId, since, until, failedOnly, id];
  const [row] = await db.query<{ count: number }>(RECOVER, values);
  return row?.count ?? 0;
}

export type Recovery = {
  id: string;
  endpointId: string;
  since: Date;
  until: Date;
  failedOnly: boolean;
  total: number;
  createdAt: Date;
  cancelledAt: Date | null;
  delivered: number;
  failed: number;
  waiting: number;
};

const FOUND = (which: string): string =>
  `select r.id, r.endpoint_id as "endpointId", r.since, r.until, r.failed_only as "failedOnly", r.total,
          r.created_at as "createdAt", r.cancelled_at as "cancelledAt", c.delivered, c.failed, c.waiting
   from (select * from webhook_recoveries r where r.tenant_id = $1 and r.endpoint_id = $2 and ${which}) r cross join lateral (
     select count(*) filter (where d.state = 'delivered')::integer as delivered,
            count(*) filter (where d.state in ('failed', 'dropped'))::integer as failed,
            count(*) filter (where d.state = 'due')::integer as waiting
     from deliveries d where d.tenant_id = r.tenant_id and d.recovery_id = r.id) c`;

const FIND = statement('find-recovery', FOUND('r.id = $3'));

export async function findRecovery(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<Recovery | null> {
  return (await db.query<Recovery>(FIND, [tenantId, endpointId, id]))[0] ?? null;
}

const FIND_LATEST = statement(
  'find-latest-recovery',
  FOUND(`r.created_at > ${EXACT_NOW} - interval '1 day' order by r.created_at desc, r.id desc limit 1`),
);

/** Of the last day; whoever opens the endpoint sees how far it is. */
export async function findLatestRecovery(
  db: Queryable,
  tenantId: string,
  endpointId: string,
): Promise<Recovery | null> {
  return (await db.query<Recovery>(FIND_LATEST, [tenantId, endpointId]))[0] ?? null;
}

const CANCEL = statement(
  'cancel-recovery',
  `with cancelled as (
     update webhook_recoveries set cancelled_at = coalesce(cancelled_at, ${EXACT_NOW})
     where tenant_id = $1 and endpoint_id = $2 and id = $3 returning id
   )
   update deliveries d set state = 'dropped', reason = 'cancelled', ended_at = ${EXACT_NOW}, lease_token = null from cancelled
   where d.tenant_id = $1 and d.recovery_id = cancelled.id and d.state = 'due'`,
);

export async function cancelRecovery(
  db: Queryable,
  tenantId: string,
  endpointId: string,
  id: string,
): Promise<void> {
  await db.query(CANCEL, [tenantId, endpointId, id]);
}

const REPLAY = statement(
  'replay-event',
  `insert into deliveries (tenant_id, id, endpoint_id, event_id, subject_id, tx, is_replay, due_at, created_at)
   select e.tenant_id, $4, w.id, e.id, e.subject_id, e.tx, true, ${EXACT_NOW}, ${EXACT_NOW}
   from webhook_endpoints w join events e on e.tenant_id = w.tenant_id and e.id = $3 and e.is_test = w.is_test
   where w.tenant_id = $1 and w.id = $2 and w.state = 'active'
   on conflict do nothing returning id`,
);

/** One event, whatever became of it before. False when there is no such event of the endpoint's mode, or the endpoint is not active. */
export async function replayEvent(
  db: Queryable,
  which: { tenantId: string; endpointId: string; eventId: string; id: string },
): Promise<boolean> {
  const { tenantId, endpointId, eventId, id } = which;
  return (await db.query(REPLAY, [tenantId, endpointId, eventId, id])).length === 1;
}

const PING = statement(
  'ping-endpoint',
  `with happened as (
     insert into events (tenant_id, id, at, type, is_test, subject_id, facts)
     select tenant_id, $3, ${EXACT_NOW}, 'ping', is_test, id, '{}' from webhook_endpoints
     where tenant_id = $1 and id = $2 and state = 'active'
     on conflict do nothing returning tenant_id, id, subject_id, at
   )
   insert into deliveries (tenant_id, id, endpoint_id, event_id, subject_id, is_replay, due_at, created_at)
   select tenant_id, id, subject_id, id, subject_id, true, at, at from happened returning id`,
);

/** A test event for this endpoint alone. False when it is not active. */
export async function pingEndpoint(
  db: Queryable,
  which: { tenantId: string; endpointId: string; id: string },
): Promise<boolean> {
  return (await db.query(PING, [which.tenantId, which.endpointId, which.id])).length === 1;
}
